"""No operation costs much on its smallest operands, unless it does that much work."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from slowpath.counting.native import OPERATORS
from slowpath.counting.native.table import REGEX_NAMES, TABLE
from tests.unit.counting.native.meter import Meter
from tests.unit.counting.native.smallest import SMALLEST, Call

HANDFUL = 20_000  # milli-ops; an iteration of an empty loop is 3 ops
# What takes longer by the clock: a call with a keyword parser, a new hash table, Python code of `copy`. The
# numbers are milli-ops, at most twice what benchmarks/calibrate.py measures.
LONGER = {
    "copy": 50_000,
    "deepcopy": 165_000,
    "dict": 40_000,
    "dict.fromkeys": 40_000,
    "frozenset": 40_000,
    "int": 30_000,
    "max": 45_000,
    "min": 45_000,
    "OrderedDict.fromkeys": 40_000,
    "reduce": 30_000,
    "set": 40_000,
}


def name_of(call: Call) -> str:
    return str(call[0].__qualname__)


@pytest.mark.parametrize("call", SMALLEST, ids=name_of)
def test_a_handful_of_ops(call: Call, meter: Meter) -> None:
    function, arguments = call
    charged = meter.charged("call", function, *arguments())
    assert charged <= LONGER.get(name_of(call), HANDFUL)


@pytest.mark.parametrize("name", [*OPERATORS.values(), "eq", "lt"])
@pytest.mark.parametrize("operand", [7, "a", b"a", [1], (1,), {1}, {1: 1}], ids=repr)
def test_operators_cost_a_handful(name: str, operand: Any, meter: Meter) -> None:
    try:
        charged = meter.charged(name, operand, operand)
    except TypeError:
        return  # there is no such operator
    assert charged <= (40_000 if isinstance(operand, set | dict) else HANDFUL)  # a hash table


def test_every_operation_is_there() -> None:
    given: list[Any] = [function for function, _ in SMALLEST]
    missing = [key for key in TABLE if key not in given and key.__name__ not in REGEX_NAMES]
    assert missing == []


def test_modular_powers_cost_by_the_bits_of_the_exponent(meter: Meter) -> None:
    """CPython squares once for each bit."""
    costs = [meter.charged("call", pow, 3, (1 << bits) - 1, 5) for bits in (1, 10, 20, 30, 40)]
    assert costs == [costs[0] * bits for bits in (1, 10, 20, 30, 40)]
    assert meter.charged("call", pow, 3, 0, 5) == 0


@pytest.mark.parametrize(
    ("function", "arguments"),
    [
        (int.to_bytes, lambda number: (number, 8, "big")),
        (int.from_bytes, lambda number: (number.to_bytes(8, "big"), "big")),
        (divmod, lambda number: (number, 7)),
        *[(function, lambda number: (number,)) for function in (int.bit_count, float, hex, oct, bin)],
    ],
)
def test_the_value_of_a_small_int_costs_nothing(
    function: Any, arguments: Callable[[int], tuple[Any, ...]], meter: Meter
) -> None:
    """So all inputs of a path cost the same: `cases` says one number for them."""
    numbers = (0, 1, 7, 1 << 29, 1 << 31)
    assert len({meter.charged("call", function, *arguments(number)) for number in numbers}) == 1
