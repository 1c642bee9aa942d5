"""Whether the cost of a recipe grows too fast, told by the plain function and the clock alone.

Nothing of slowpath is imported: the function is called at growing sizes, each in a process of its own, and
its CPU time is taken (for findings about memory, the peak of what it allocates). A run that does not end in
time counts as one that took all of it.

    python benchmarks/replay.py '{"entry": "module:function", "recipe": {"xs": "[0] * N"}, "measure": "ops"}'

What the recipe uses may be made by a "setup", code that knows the names of the module; it is run before the
clock starts. If other calls on a receiver belong to what was measured, the "program" of the finding is run.
"""

from __future__ import annotations

import builtins
import importlib
import inspect
import io
import json
import math
import os
import pickle
import signal
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Mapping
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from typing import Any

LEAST = 1.4  # the exponent of a finding that is true: n log n has 1.2 at most at the sizes that are run
STEP = 1.5  # by which sizes grow: a recursion limit leaves few doublings
ENOUGH = 1.0  # seconds of one run after which no larger size is run
MOST = 8.0  # CPU seconds of one run
ALL = 60.0  # seconds by the clock on the wall after which no larger size is run
WAITED = 120.0  # seconds for one run, however busy the machine is: after that, nothing is known of it
SMALLEST = 2e-3  # seconds: what takes less is mostly the call itself
SMALLEST_PEAK = 1 << 20  # bytes, for the same reason
MEASURED = "# measured"  # ends the lines of a program that are measured
AT_A_LIMIT = ("RecursionError", "MemoryError")
QUICK = 0.2  # seconds: a run that takes less is made three times, of which the quickest counts
MOST_POINTS = 4  # the largest sizes, of which the growth is told: what is linear shows at small ones only


@dataclass(frozen=True, slots=True)
class Point:
    """What a run took at a size. `length` is how long the input is when it is written to a file. If it was
    not `ended`, it took more."""

    size: int
    length: int
    took: float
    ended: bool = True
    raises: str | None = None


def main() -> int:
    """Print the exponent and the points as JSON; return 0 if it is that of a finding."""
    own = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [each for each in sys.path if each != own]  # its modules may have names of packages
    asked = json.loads(sys.argv[1])
    finding = Finding(asked["entry"], asked["recipe"], asked.get("setup") or "", asked.get("program") or "")
    points = alike(list(replayed(finding, asked.get("measure", "ops"))))
    least = SMALLEST_PEAK if asked.get("measure") == "memory" else SMALLEST
    found = exponent(points, least)
    told = [(each.size, each.length, each.took, each.ended, each.raises) for each in points]
    print(json.dumps({"exponent": found, "points": told}))
    return 0 if found is not None and found >= LEAST else 1


@dataclass(frozen=True, slots=True)
class Finding:
    """What is run again."""

    entry: str
    recipe: Mapping[str, str] | None
    setup: str = ""
    program: str = ""

    def prepared(self, size: int) -> tuple[Callable[[], Any], dict[str, Any]]:
        """Return what makes the run of a size, and its arguments."""
        names: dict[str, Any] = {**vars(importlib.import_module(self.entry.partition(":")[0])), "N": size}
        if self.recipe is None:  # the target is called more than once
            lines = self.program.splitlines()
            first = next(place for place, line in enumerate(lines) if line.endswith(MEASURED))
            exec("\n".join(lines[:first]), names)
            code = compile("\n".join(lines[first:]), "<program>", "exec")
            return (lambda: exec(code, names)), {}
        exec(self.setup, names)
        values = values_at(self.recipe, size, names if self.setup else None)
        call = called(self.entry)
        return (lambda: call(values)), values


def replayed(finding: Finding, measure: str) -> Iterator[Point]:
    """Yield what runs at growing sizes took, until one takes long or meets a limit of the interpreter."""
    importlib.import_module(finding.entry.partition(":")[0])  # once, and not in every process
    began, size, ends = time.monotonic(), 2.0, None
    while time.monotonic() - began < ALL:
        point = apart(finding, int(size), measure)
        if point is None or (point.raises in AT_A_LIMIT and point.raises != ends):
            return
        if not point.ended and measure == "memory":  # how much it would take is not known
            return
        yield point
        if not point.ended or (point.took >= ENOUGH and measure != "memory") or size > 1e7:
            return
        ends, size = point.raises, max(size + 1, STEP * size)


def alike(points: list[Point]) -> list[Point]:
    """Return the largest points that end as the largest one that ended does: small inputs may be refused."""
    ends = [each.raises for each in points if each.ended]
    for place, each in reversed(list(enumerate(points))):
        if each.ended and each.raises != ends[-1]:
            return points[place + 1 :]
    return points


def exponent(points: list[Point], least: float) -> float | None:
    """Return by which power of its input a cost grows, at the largest sizes; None if that cannot be told.

    The input is as large as N, or as long as it is when written, whichever grows faster.
    """
    known = [each for each in points if each.took >= least][-MOST_POINTS:]
    if not known or len(points) < 2:
        return None
    first, last = known[0], known[-1]
    if len(known) == 1 or not last.ended:  # it explodes: what came before is short, or this is not all
        first = points[-2]
    grown = max(last.size / first.size, last.length / first.length)
    return math.log(last.took / max(first.took, least)) / math.log(grown)


def called(entry: str) -> Any:
    """Return what makes the call of arguments by label; `self` is the receiver, or its class is called with
    what the method does not take."""
    module, _, path = entry.partition(":")
    owner: Any = importlib.import_module(module)
    *outer, name = path.split(".")
    for each in outer:
        owner = getattr(owner, each)

    def call(values: Mapping[str, Any]) -> Any:
        own = {key: value for key, value in values.items() if key != "self"}
        receiver = values.get("self", owner)
        if receiver is owner and isinstance(owner, type) and is_method(owner, name):
            taken = inspect.signature(getattr(owner, name)).parameters
            made = {key.rpartition(".")[2]: value for key, value in own.items() if key not in taken}
            own = {key: value for key, value in own.items() if key in taken}
            receiver = owner(**made)
        return with_arguments(getattr(receiver, name), own)

    return call


def is_method(owner: type, name: str) -> bool:
    """Whether a function of a class takes an object of it."""
    return not isinstance(inspect.getattr_static(owner, name), classmethod | staticmethod | type)


def with_arguments(function: Any, values: Mapping[str, Any]) -> Any:
    """Call a function: by position as long as the parameters come in order, then by name."""
    rest, positional = dict(values), []
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind is parameter.VAR_POSITIONAL:
            positional.extend(rest.pop(name, ()))
        elif name in rest and parameter.kind is not parameter.KEYWORD_ONLY:
            positional.append(rest.pop(name))
        else:
            break
    return function(*positional, **rest)


def values_at(recipe: Mapping[str, str], size: int, names: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the arguments at a size. An expression may use those that need no others, by their names, and
    what a setup has made."""
    values: dict[str, Any] = {}
    waiting = dict(recipe)
    while waiting:
        before = len(waiting)
        for name, source in list(waiting.items()):
            with suppress(NameError):
                known = {key: each for key, each in values.items() if not hasattr(builtins, key)}
                values[name] = eval(source, {**(names or {}), "__builtins__": builtins, **known, "N": size})
                del waiting[name]
        if len(waiting) == before:
            raise NameError(f"cannot be built: {waiting}")
    return {name: values[name] for name in recipe}


def apart(finding: Finding, size: int, measure: str) -> Point | None:
    """Return what a run took in a process of its own; None if nothing is known of it."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        with suppress(BaseException), os.fdopen(writing, "w") as answer:
            json.dump(taken(finding, size, measure, answer), answer)
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading) as answer:
        lines = answer.read().splitlines() if waited(child) else []
    _, status = os.waitpid(child, 0)
    if len(lines) == 2:
        took, raises = json.loads(lines[1])
        return Point(size, int(lines[0]), took, raises=raises)
    if lines and os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGPROF:
        return Point(size, int(lines[0]), MOST, ended=False)
    return None


def waited(child: int) -> bool:
    """Wait for the end of a process, but not for ever; return whether it ended by itself."""
    until = time.monotonic() + WAITED
    while time.monotonic() < until:
        if os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None:
            return True
        time.sleep(0.005)
    os.kill(child, signal.SIGKILL)
    return False


def taken(finding: Finding, size: int, measure: str, answer: Any) -> tuple[float, str | None]:
    """Write the length of the input; return what the quickest of some runs took, and what it raised."""
    best, raises = math.inf, None
    for attempt in range(3):
        run, values = finding.prepared(size)
        if not attempt:
            print(length_of(values), file=answer, flush=True)
        if measure == "memory":
            tracemalloc.start()
        signal.setitimer(signal.ITIMER_PROF, MOST)  # it ends the process
        before = time.process_time()
        try:
            with redirect_stdout(io.StringIO()):
                exhaust(run())
        except Exception as error:
            raises = type(error).__name__
        seconds = time.process_time() - before
        signal.setitimer(signal.ITIMER_PROF, 0)
        took = float(tracemalloc.get_traced_memory()[1]) if measure == "memory" else seconds
        best = min(best, took)
        if measure == "memory" or seconds > QUICK:
            break
    return best, raises


def exhaust(result: Any) -> None:
    """Take all that a function yields, if it is a generator: its work is done then."""
    if isinstance(result, Iterator):
        for _ in result:
            pass


def length_of(values: Mapping[str, Any]) -> int:
    """How long an input is when it is written to a file; 1 if it cannot be written."""
    try:
        return len(pickle.dumps(dict(values)))
    except Exception:
        return 1


if __name__ == "__main__":
    sys.exit(main())
