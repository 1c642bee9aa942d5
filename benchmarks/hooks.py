"""Why hooks are native code: an operation done plainly, through a hook in Python, and through the C hook.

The hooks in Python do what the C hooks do for this one operation: perform it and add its work, by the
same formula, to the slot of its site. The time of an empty loop is taken off.

    python benchmarks/hooks.py [--json]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from time import process_time
from timeit import Timer
from typing import Any, Final

from subjects.pairs import no_collection

from slowpath.counting.native import hooks
from slowpath.counting.native.units import UNITS

SITE: Final = 3


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation in its three forms; `python` is the name of its hook in Python."""

    name: str
    plain: str
    python: str
    native: str


@dataclass(frozen=True, slots=True)
class Timing:
    """Nanoseconds of one operation in each form."""

    operation: str
    plain: float
    python: float
    native: float


OPERATIONS: Final = (
    Operation("x.find(y)", "x.find(y)", "find(3, x, y)", "method(3, 'find', x)(y)"),
    Operation("a + b (ints)", "a + b", "add(3, a, b)", "c_add(3, a, b)"),
    Operation("s + t (texts)", "x + y", "add(3, x, y)", "c_add(3, x, y)"),
    Operation("k in d (dict)", "k in d", "contains(3, k, d)", "c_contains(3, k, d)"),
    Operation("k in xs (list)", "k in xs", "contains(3, k, xs)", "c_contains(3, k, xs)"),
    Operation("xs[1:]", "xs[1:]", "made(3, xs[1:])", "c_made(3, xs[1:])"),
    Operation("x == y (texts)", "x == x2", "equal(3, x, x2)", "c_eq(3, x, x2)"),
)


def python_hooks(work: list[int]) -> dict[str, Callable[..., Any]]:
    """Return hooks written in Python that charge `work`."""
    return {**hooks_that_compare(work), **hooks_that_copy(work)}


def hooks_that_compare(work: list[int]) -> dict[str, Callable[..., Any]]:
    """Return the hooks of operations that look at items one after the other."""
    scan_text, scan_character = UNITS["scan.text"], UNITS["scan.character"]
    scan_sequence, equal_text = UNITS["scan.sequence"], UNITS["equal.text"]

    def find(site: int, text: Any, *args: Any) -> Any:
        method = text.find
        result = method(*args)
        if type(text) is str and len(args) == 1:
            width = len(args[0])
            passed = result + width if result >= 0 else len(text)
            work[site] += passed * (scan_character if width == 1 else scan_text) // 1000
        return result

    def contains(site: int, item: Any, box: Any) -> bool:
        kind = type(box)
        if kind is dict or kind is set:
            return item in box
        if kind is list or kind is tuple:
            try:
                found = box.index(item)
            except ValueError:
                work[site] += len(box) * scan_sequence // 1000
                return False
            work[site] += (found + 1) * scan_sequence // 1000
            return True
        return item in box

    def equal(site: int, a: Any, b: Any) -> Any:
        result = a == b
        if type(a) is str and type(b) is str and len(a) == len(b):
            work[site] += len(a) * equal_text // 1000
        return result

    return {"find": find, "contains": contains, "equal": equal}


def hooks_that_copy(work: list[int]) -> dict[str, Callable[..., Any]]:
    """Return the hooks of operations that make a new text or sequence."""
    copy_text, copy_sequence = UNITS["copy.text"], UNITS["copy.sequence"]

    def add(site: int, a: Any, b: Any) -> Any:
        result = a + b
        kind = type(result)
        if kind is int or kind is float:
            return result
        if kind is str:
            work[site] += len(result) * copy_text // 1000
        elif kind is list or kind is tuple:
            work[site] += len(result) * copy_sequence // 1000
        return result

    def made(site: int, value: Any) -> Any:
        kind = type(value)
        if kind is str:
            work[site] += len(value) * copy_text // 1000
        elif kind is list or kind is tuple:
            work[site] += len(value) * copy_sequence // 1000
        return value

    return {"add": add, "made": made}


def namespace() -> dict[str, Any]:
    """Return the names that the operations use."""
    work = [0] * 8
    native = hooks([0] * 8, lambda milli: None, {})
    text = "some text, not long, with a word in it"
    return {
        **python_hooks(work),
        "method": native["method"],
        "c_add": native["add"],
        "c_contains": native["contains"],
        "c_made": native["made"],
        "c_eq": native["eq"],
        "x": text,
        "x2": "".join(list(text)),
        "y": "word",
        "a": 1234,
        "b": 5678,
        "k": 7,
        "d": dict.fromkeys(range(50)),
        "xs": list(range(10)),
    }


def measure(number: int = 100_000, repeats: int = 7) -> list[Timing]:
    """Time every operation in its three forms."""
    names = namespace()
    empty = _nanoseconds("pass", names, number, repeats)

    def cost(statement: str) -> float:
        return _nanoseconds(statement, names, number, repeats) - empty

    return [Timing(each.name, cost(each.plain), cost(each.python), cost(each.native)) for each in OPERATIONS]


def _nanoseconds(statement: str, names: dict[str, Any], number: int, repeats: int) -> float:
    # As in a function: the operands are local variables, the hooks are builtins.
    setup = "x, x2, y, a, b, k, d, xs = operands"
    operands = tuple(names[name] for name in ("x", "x2", "y", "a", "b", "k", "d", "xs"))
    timer = Timer(statement, setup, process_time, {**names, "operands": operands})
    with no_collection():
        return min(timer.repeat(repeats, number)) / number * 1e9


def main(arguments: list[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true", help="one JSON document")
    options = parser.parse_args(arguments)
    timings = measure()
    if options.json:
        document = {"python": sys.version.split()[0], "operations": [asdict(each) for each in timings]}
        print(json.dumps(document))
        return 0
    print(f"{'operation':16} {'plain ns':>9} {'Python hook ns':>15} {'C hook ns':>10}")
    for each in timings:
        print(f"{each.operation:16} {each.plain:9.0f} {each.python:15.0f} {each.native:10.0f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
