"""The recipe that others are made of is one for which the target returns."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from slowpath.recipe.recipe import recipe
from slowpath.run.counted import Meter
from slowpath.search.recipes.parts import Parts
from slowpath.search.recipes.plainest import plainest
from slowpath.search.recipes.vocabulary import Vocabulary
from slowpath.shape.infer import infer
from slowpath.shape.library import text
from slowpath.target.load import load

DIFFERENT = "def f(xs: list[int], one: int, other: int):\n    assert one != other\n    return xs\n"
POSITIVE = "def f(text: str, width: int, height: int):\n    return len(text) // width // height\n"
PLAIN = "def f(text: str, width: int):\n    return len(text) + width\n"
AT_ONCE = """
def f(text: str, width: int):
    if not width:
        return ""
    lines = []
    for place in range(0, len(text), width):
        if text[place] != " ":
            lines.append(text[place])
        else:
            lines.append("-")
    while lines and lines[-1] == "-":
        lines.pop()
    return lines
"""
NEVER = "def f(text: str, width: int):\n    raise ValueError\n"


@pytest.mark.parametrize(
    ("source", "sources"),
    [
        (PLAIN, {"width": "0"}),
        (DIFFERENT, {"one": "0", "other": "1"}),
        (POSITIVE, {"width": "1", "height": "1"}),
        (NEVER, {"width": "0"}),
        (AT_ONCE, {"width": "1"}),
    ],
)
def test_the_plainest_that_returns(tmp_path: Path, source: str, sources: dict[str, str]) -> None:
    file = tmp_path / "takes.py"
    file.write_text(source)
    loaded = load(f"{file}:f")
    meter = Meter(loaded, max_ops=10_000)
    with loaded.copies.installed():
        parts = Parts(infer(loaded.function, given={}), Vocabulary(("a",), (), ()), Random(0))
        found = recipe(plainest(parts, meter)).sources
    assert {name: found[name] for name in sources} == sources


OPTIONS = """def f(markup="", features=None, encoding=None):
    if features is not None or encoding is not None:
        raise LookupError(features)
    return len(markup)
"""
TOGETHER = "def f(a='', b=''):\n    return [(x, y) for x in a for y in b]\n"


@pytest.mark.parametrize(("source", "names"), [(OPTIONS, {"markup"}), (TOGETHER, {"a", "b"})])
def test_options_that_make_the_target_raise_keep_their_defaults(
    tmp_path: Path, source: str, names: set[str]
) -> None:
    file = tmp_path / "takes.py"
    file.write_text(source)
    loaded = load(f"{file}:f")
    with loaded.copies.installed():
        shapes = {each.name: text() for each in loaded.target.parameters}
        parts = Parts(shapes, Vocabulary(("a",), (), ()), Random(0), optional=list(shapes))
        assert set(plainest(parts, Meter(loaded, max_ops=10_000))) == names


UNSET = """def f(text, end=None, tail=None):
    if end is None:
        raise LookupError("no settings")
    return text + end
"""


def test_an_option_is_given_if_its_default_does_not_do(tmp_path: Path) -> None:
    file = tmp_path / "takes.py"
    file.write_text(UNSET)
    loaded = load(f"{file}:f")
    with loaded.copies.installed():
        shapes = {each.name: text() for each in loaded.target.parameters}
        parts = Parts(shapes, Vocabulary(("a",), (), ()), Random(0), optional=["end", "tail"])
        assert set(plainest(parts, Meter(loaded, max_ops=10_000))) == {"text", "end"}
