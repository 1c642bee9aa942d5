"""What to do where a search finds nothing: a few random inputs, each in a fresh process, tell why."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from slowpath.errors import SlowpathError
from slowpath.model.run import End, Run
from slowpath.run.client import Worker
from slowpath.search.baseline import random_inputs
from slowpath.shape.base import Shape
from slowpath.shape.library import EXAMPLES

_LENGTHS = (1, 8, 64)  # a cost that is the same at all three does not depend on the input
_OPS = 2_000_000  # of one run: some hundredths of a second
_SECONDS = 1.0  # of one run: the advice comes within a few seconds
_STOPPED = (End.BUDGET, End.CPU, End.TIME, End.MEMORY)
_LONGEST = 100  # characters of an error message: it stands within a sentence
_OF_FILES = ("FileNotFoundError", "IsADirectoryError", "NotADirectoryError", "PermissionError", "OSError")


def advice(worker: Worker, shapes: Mapping[str, Shape], random: Random, *, grows: bool = True) -> str:
    """Return what keeps a search from finding anything and how to fix it; "" if nothing does."""
    if not shapes:
        return "the target has no parameters to vary: name one that has"
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
        return str(error)
    return _told(runs, _example(shapes))


def _told(runs: list[Run], example: str) -> str:
    ends = {run.end for run in runs}
    last = runs[-1]
    if End.REFUSED in ends:
        return next(run.detail for run in runs if run.end is End.REFUSED)
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
            "if the work is done in another package, count there too with --scope"
        )
    return ""


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


def _example(shapes: Mapping[str, Shape]) -> str:
    """How a parameter gets a shape of its own kind; if none has an example, where shapes are listed."""
    for name, shape in shapes.items():
        example = EXAMPLES.get(shape.describe().partition("(")[0])
        if example is not None:
            return f", for example --arg '{name}={example}'"
    return " with --arg (slowpath shapes lists what it may be)"


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 3] + "..."
