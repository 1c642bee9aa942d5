"""The examples in the description of a distribution: most packages are installed without their tests, but
with the text that introduces them."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

_MOST_BYTES = 500_000  # of a description: longer ones have the history of all releases in them
_FENCED = re.compile(r"^(?P<fence>```+|~~~+).*\n(?P<code>(?:.*\n)*?)(?P=fence)", re.MULTILINE)
_INDENTED = re.compile(r"(?:^(?: {3,}|\t).*\n(?:[ \t]*\n)*)+", re.MULTILINE)
_PROMPT = re.compile(r"^(?:>>>|\.\.\.) ?", re.MULTILINE)


def readme_blocks(module: ModuleType) -> Iterator[str]:
    """Yield the blocks of code and of sample text in the description of a module's distribution.

    A session of the interpreter has what was typed, and none of the answers.
    """
    text = _description(module)
    blocks = [match["code"] for match in _FENCED.finditer(text)]
    blocks += _INDENTED.findall(_FENCED.sub("", text))
    for block in map(textwrap.dedent, blocks):
        typed = [line for line in block.splitlines() if _PROMPT.match(line)]
        yield _PROMPT.sub("", "\n".join(typed)) + "\n" if typed else block


def _description(module: ModuleType) -> str:
    """The text behind the fields of the distribution's metadata; empty if there is none."""
    top = module.__name__.partition(".")[0]
    for folder in _metadata(module, top):
        try:
            with (folder / "METADATA").open(encoding="utf-8") as file:
                _, _, text = file.read(_MOST_BYTES).partition("\n\n")
        except (OSError, ValueError):
            continue
        return text
    return ""


def _metadata(module: ModuleType, top: str) -> Iterator[Path]:
    """The folders of distributions that have installed the top-level module."""
    file = Path(vars(module).get("__file__") or "")
    home = next((parent.parent for parent in file.parents if parent.name == top), file.parent)
    for folder in sorted(home.glob("*.dist-info")):
        try:
            installed = (folder / "RECORD").read_text(encoding="utf-8")
        except (OSError, ValueError):
            continue
        if re.search(rf"^{re.escape(top)}(?:/|\.py,)", installed, re.MULTILINE):
            yield folder
