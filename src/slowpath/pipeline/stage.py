"""What users write for the stages of a pipeline, and what it means.

markdown:markdown                     the input is its first parameter
'bleach:clean(text=_, strip=True)'    other arguments are fixed; _ is the input
A '{B, C | D}'                        the output of A goes to B, and to C whose output goes to D
tools:report@rank tools:rank          report calls rank: its output is what it first hands to rank
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from slowpath.errors import UsageError

FORM = "Write module:function, or module:function(_, option=value) to fix other arguments."
_STAGE = re.compile(r"\s*(?P<spec>[^()]+?)\s*(?P<call>\(.*\))?\s*", re.DOTALL)
_OPENING, _CLOSING, _QUOTES = "([{", ")]}", "'\""


@dataclass(frozen=True, slots=True)
class PipeStage:
    """One stage: the target, its arguments as source with `_` for the input, and the place of the stage whose
    output it takes (None for the input of the pipeline). With `until`, the target runs as far as its first
    call of that function of its module, and puts out the first argument of the call."""

    text: str
    spec: str
    arguments: str
    source: int | None
    until: str = ""

    def call(self, function: str, value: str) -> str:
        """The source of a call of the stage's function on a value."""
        tree = ast.parse(f"f({self.arguments})", mode="eval").body
        assert isinstance(tree, ast.Call)
        parts = [value if _is_input(each) else ast.unparse(each) for each in tree.args]
        for word in tree.keywords:
            parts.append(f"{word.arg}={value if _is_input(word.value) else ast.unparse(word.value)}")
        return f"{function}({', '.join(parts)})"


def parse_stages(texts: Sequence[str]) -> tuple[PipeStage, ...]:
    """The stages of a pipeline, each behind the one it takes its input from. Raises UsageError."""
    stages: list[PipeStage] = []
    for place, text in enumerate(texts):
        last = len(stages) - 1 if stages else None
        if not text.strip().startswith("{"):
            stages.append(_stage(text, last))
            continue
        if place != len(texts) - 1 or last is None:
            raise UsageError(
                f"{text!r} must come last, behind the stage whose output it splits",
                "Write the rest of each branch inside the braces: A '{B | D, C}'.",
            )
        stages += _branches(text, last)
    if not stages:
        raise UsageError("a pipeline needs a stage", FORM)
    _check_callers(stages)
    return tuple(stages)


def _check_callers(stages: Sequence[PipeStage]) -> None:
    """Raise if a caller does not stand before the function that it calls, and these two alone."""
    caller = next((stage for stage in stages if stage.until), None)
    if caller is not None and (len(stages) != 2 or stages[0] is not caller or stages[1].until):
        raise UsageError(
            f"{caller.text!r} is a caller: behind it stands the function that it calls, and nothing else",
            f"Write {caller.text} module:{caller.until}.",
        )


def _branches(text: str, source: int) -> list[PipeStage]:
    inner = text.strip()
    if not inner.endswith("}"):
        raise UsageError(f"{text!r} has no closing brace", "Write A '{B, C}'.")
    found: list[PipeStage] = []
    for branch in _split(inner[1:-1], ","):
        before = source
        for each in _split(branch, "|"):
            found.append(_stage(each, before))
            before = source + len(found)
    return found


def _split(text: str, separator: str) -> Iterator[str]:
    """The parts of a text between separators that stand in no brackets and no quotes."""
    depth, quote, start = 0, "", 0
    for place, char in enumerate(text):
        if quote:
            quote = "" if char == quote else quote
        elif char in _QUOTES:
            quote = char
        elif char in _OPENING:
            depth += 1
        elif char in _CLOSING:
            depth -= 1
        elif char == separator and not depth:
            yield text[start:place]
            start = place + 1
    yield text[start:]


def _stage(text: str, source: int | None) -> PipeStage:
    match = _STAGE.fullmatch(text)
    if match is None:
        raise UsageError(f"{text!r} is no stage", FORM)
    call = match["call"]
    spec, _, until = match["spec"].partition("@")
    return PipeStage(text.strip(), spec, _arguments(text, call) if call else "_", source, until)


def _arguments(text: str, call: str) -> str:
    """The arguments of a stage with `_` among them."""
    try:
        tree = ast.parse(f"f{call}", mode="eval").body
    except (SyntaxError, ValueError) as error:
        raise UsageError(f"the arguments of stage {text!r} do not parse: {error}", FORM) from None
    if not isinstance(tree, ast.Call) or not isinstance(tree.func, ast.Name):
        raise UsageError(f"{text!r} is no stage", FORM)
    words = [word.value for word in tree.keywords]
    if any(word.arg is None for word in tree.keywords) or any(isinstance(x, ast.Starred) for x in tree.args):
        raise UsageError(f"stage {text!r} has arguments with a star", FORM)
    given = [*tree.args, *words]
    for each in given:
        if not _is_input(each):
            _check_literal(text, each)
    count = sum(map(_is_input, given))
    if count > 1:
        raise UsageError(f"stage {text!r} takes its input twice", "Write _ once.")
    inner = call[1:-1].strip()
    return inner if count else f"_, {inner}" if inner else "_"


def _is_input(tree: ast.expr) -> bool:
    return isinstance(tree, ast.Name) and tree.id == "_"


def _check_literal(text: str, tree: ast.expr) -> None:
    try:
        ast.literal_eval(tree)
    except ValueError:
        raise UsageError(
            f"stage {text!r}: the argument {ast.unparse(tree)} is no literal",
            "Write numbers, text, lists and the like; the input is _.",
        ) from None
