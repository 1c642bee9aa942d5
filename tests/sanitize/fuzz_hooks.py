"""Call hooks and the plain operations with hostile operands, and compare what they do.

python -m tests.sanitize.fuzz_hooks [--seed 0] [--seconds 10] [--count 1000000]
"""

from __future__ import annotations

import operator
import re
import sys
import time
from collections.abc import Callable
from random import Random
from typing import Any

from slowpath.counting.native import hooks
from slowpath.counting.native.table import TABLE
from tests.sanitize.hostile import Harm, World
from tests.sanitize.options import options
from tests.unit.counting.native.test_same import attribute_call

BINARY: dict[str, Callable[[Any, Any], Any]] = {
    **{
        name: getattr(operator, name)
        for name in ("add", "sub", "mul", "floordiv", "mod", "eq", "ne", "lt", "le")
    },
    **{name: getattr(operator, name) for name in ("gt", "ge", "iadd", "isub", "imul", "ifloordiv", "imod")},
    "bitor": operator.or_,
    "bitand": operator.and_,
    "bitxor": operator.xor,
    "ibitor": operator.ior,
    "ibitand": operator.iand,
    "ibitxor": operator.ixor,
    "contains": lambda item, box: item in box,
    "delitem": operator.delitem,
}
SITE = 3
_ADDRESS = re.compile("0x[0-9a-f]+")
# What does not end in time with any operands, or shows addresses.
UNSUITABLE = {"pow", "factorial", "comb", "perm", "lcm", "deepcopy", "isqrt", "hash"}
CALLABLES = sorted(
    (each for each in TABLE if each.__name__ not in UNSUITABLE),
    key=lambda each: (str(each.__qualname__), repr(each)),
)

Operation = tuple[str, Any, Callable[..., Any]]  # a hook, what it is given first, the plain operation


def operation(random: Random) -> Operation:
    """Return a hook with what it is given first, and the plain operation."""
    if random.random() < 0.4:
        name = random.choice(sorted(BINARY))
        return name, (), BINARY[name]
    function = random.choice(CALLABLES)
    how = random.randrange(3)
    if how == 0 and hasattr(function, "__objclass__"):
        return "method", (function.__name__,), operator.methodcaller
    return ("pick" if how == 1 else "call"), (function,), function


def outcome(seed: int, charging: dict[str, Callable[..., Any]] | None) -> Any:
    """Return what an operation came to, and everything that the operands did."""
    random = Random(seed)
    hook, first, plain = operation(random)
    count = 2 if hook in BINARY else random.randrange(4)
    nested = operator.eq if charging is None else lambda a, b: charging["eq"](SITE, a, b)
    world = World(seed, nested)
    operands = [world.operand() for _ in range(count)]
    world.log.clear()
    result: Any
    try:
        if hook == "method" and operands:
            result = _method(first[0], operands, charging)
        elif charging is None:
            result = plain(*operands) if hook != "method" else None
        elif hook == "pick":
            result = charging["pick"](SITE, *first)(*operands)
        else:
            result = charging[hook](SITE, *first, *operands) if hook != "method" else None
        answer = (type(result).__name__, _shape(result, 3))
    except Exception as error:
        answer = (type(error).__name__, _shape(error.args, 3))
    return answer, [_shape(each, 3) for each in operands], world.log, world.random.random()


def _method(name: str, operands: list[Any], charging: dict[str, Callable[..., Any]] | None) -> Any:
    receiver, *others = operands
    if charging is None:
        return attribute_call(name, len(others))(receiver, *others)
    return charging["method"](SITE, name, receiver)(*others)


def _shape(value: Any, depth: int) -> Any:
    """The types and the content of a value, without its own methods."""
    kind = type(value)
    for container in (list, tuple, set, frozenset, dict):
        if issubclass(kind, container) and depth:
            inside = [_shape(each, depth - 1) for each in container.__iter__(value)]
            inside = sorted(inside, key=repr) if container in (set, frozenset) else inside
            return kind.__name__, inside
    if kind in (int, float, str, bytes, bytearray, bool):
        return kind.__name__, hex(value) if kind is int else _ADDRESS.sub("0x", repr(value))
    return kind.__name__, getattr(value, "number", None) if "number" in dir(kind) else None


def fuzz(seed: int, seconds: float, count: int) -> int:
    """Compare so many operations, or as many as there is time for; return how many.

    Raises AssertionError on a difference.
    """
    end = time.monotonic() + seconds
    charging = hooks([0] * 8, lambda milli: None, {})
    for done in range(count):
        if time.monotonic() > end:
            return done
        each = seed * 1_000_000 + done
        plain, counted = outcome(each, None), outcome(each, charging)
        if plain != counted:
            raise AssertionError(f"operation {each}, {operation(Random(each))}:\n{plain}\n{counted}")
    return count


def main() -> None:
    """Fuzz as the command line says."""
    given = options(__doc__)
    sys.unraisablehook = _refuse  # of rules; those of finalizers are Harm
    print(f"{fuzz(given.seed, given.seconds, given.count):,} operations with hostile operands: no difference")


def _refuse(unraisable: Any) -> None:
    if unraisable.exc_type not in (Harm, RecursionError):
        sys.__unraisablehook__(unraisable)
        raise SystemExit(1)


if __name__ == "__main__":
    main()
