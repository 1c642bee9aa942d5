"""What to do where a search finds nothing: a few random inputs, each in a fresh process, tell why."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from slowpath.errors import SlowpathError
from slowpath.model.run import End, Run
from slowpath.model.target import Target, TargetKind
from slowpath.recipe.writing import receiver_name
from slowpath.run.client import Worker
from slowpath.search.baseline import random_inputs
from slowpath.shape.base import Shape
from slowpath.shape.library import EXAMPLES
from slowpath.shape.syntax import parse_shape

_LENGTHS = (1, 8, 64)  # a cost that is the same at all three does not depend on the input
_OPS = 2_000_000  # of one run: some hundredths of a second
_SECONDS = 1.0  # of one run: the advice comes within a few seconds
_STOPPED = (End.BUDGET, End.CPU, End.TIME, End.MEMORY)
_TAKEN = 0.1  # of the inputs of a search that return: then it found out what the target takes
_LONGEST = 100  # characters of an error message: it stands within a sentence
_OF_FILES = ("FileNotFoundError", "IsADirectoryError", "NotADirectoryError", "PermissionError", "OSError")


def advice(
    worker: Worker,
    shapes: Mapping[str, Shape],
    random: Random,
    *,
    grows: bool = True,
    returned: float = 0.0,
) -> str:
    """Return what keeps a search from finding anything and how to fix it; "" if nothing does.

    `returned` is the share of the inputs of the search for which the target returned.
    """
    if not shapes:
        return _nothing_to_vary(worker.target)
    if not grows:
        return (
            "no parameter has inputs of growing size: if one can be larger, say how with --arg "
            "(slowpath shapes lists what it may be)"
        )
    runs: list[Run] = []
    try:
        for length in _LENGTHS:
            runs.append(worker.run(next(random_inputs(shapes, length, random)), None, _OPS, _SECONDS))
            if runs[0].end in _STOPPED:
                break
    except SlowpathError as error:
        return "" if returned >= _TAKEN else str(error)
    return _told(runs, _example(shapes), worker.target, is_taken=returned >= _TAKEN)


def _told(runs: list[Run], example: str, target: Target, *, is_taken: bool) -> str:
    ends = {run.end for run in runs}
    last = runs[-1]
    if End.REFUSED in ends:
        return next(run.detail for run in runs if run.end is End.REFUSED)
    if is_taken and (runs[0].end in _STOPPED or ends == {End.RAISED}):
        return ""
    if runs[0].end in _STOPPED:
        return (
            f"even a random input of length 1 is stopped by the {runs[0].end.value}: "
            "see where it spends that with slowpath cost, and say what ends sooner with --arg"
        )
    if ends == {End.DIED}:
        return f"every run ends its process: {last.detail}"
    if ends == {End.RAISED}:
        told = _shortened(last.raises or "")
        return f"random inputs all raise, the last one {told}: {_remedy(last.exception, example)}"
    costs = {run.costs.get("ops") for run in runs}
    if ends == {End.RETURNED} and len(costs) == 1:
        return (
            f"random inputs of lengths {_LENGTHS[0]} to {_LENGTHS[-1]} all cost {costs.pop():,} ops: "
            f"{_filled(target)}if the work is done in another package, count there too with --scope"
        )
    return ""


def _filled(target: Target) -> str:
    """How to give a method something to do, as a part of a sentence."""
    if target.kind is not TargetKind.METHOD:
        return ""
    return f"if the object must hold something first, {_built(target)}; "


def _built(target: Target) -> str:
    name = receiver_name(target)
    return f"build one with --setup '{name} = ...' --input self={name}"


def _remedy(exception: str | None, example: str) -> str:
    """What to do where every input makes the target raise."""
    if exception == "EOFError":
        return "it may wait for standard input, which is empty here: name the function that is given the text"
    if exception in _OF_FILES:
        return (
            "it may open files by their names: say what is in one, --arg 'NAME=file(text(N), \".csv\")', or "
            "name the function that is given the content"
        )
    return f"say what it takes{example}"


def _nothing_to_vary(target: Target) -> str:
    """What to do if neither the target nor the constructor of its receiver takes anything."""
    if target.kind is not TargetKind.METHOD:
        return "the target has no parameters to vary: name one that has"
    owner = target.qualname.rpartition(".")[0]
    return (
        f"neither the target nor {owner} takes anything, and no calls that make an object hold more were "
        f"found: {_built(target)}"
    )


def _example(shapes: Mapping[str, Shape]) -> str:
    """How a parameter that grows gets a shape of its own kind, but another one; if none has such an example,
    what was tried for the first."""
    for name, shape in shapes.items():
        example = EXAMPLES.get(shape.describe().partition("(")[0])
        if example is None or example == shape.describe():
            continue
        if shape.grows and _alike(parse_shape(example), shape):
            return f", for example --arg '{name}={example}'"
    name, shape = next(iter(shapes.items()))
    return f" more closely than --arg '{name}={shape.describe()}' (slowpath shapes lists what it may be)"


def _alike(one: Shape, other: Shape) -> bool:
    """Whether two shapes are of one kind, and all their parts."""
    if type(one) is not type(other):
        return False
    parts, others = ([each for _, each in shape.inner() if isinstance(each, Shape)] for shape in (one, other))
    return len(parts) == len(others) and all(map(_alike, parts, others))


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
