"""A hook does what the plain operation does: result, exception, mutations, calls of the target's methods."""

from __future__ import annotations

import copy
import math
import operator
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from slowpath.counting.native import OPERATORS
from slowpath.counting.native.table import TABLE
from tests.unit.counting.native.meter import Meter
from tests.unit.counting.native.operands import RECEIVERS, Log, fresh, shape, values

BINARY: dict[str, Callable[[Any, Any], Any]] = {
    **{name: getattr(operator, name) for name in ("add", "sub", "mul", "floordiv", "mod", "pow")},
    **{name: getattr(operator, name) for name in ("lshift", "rshift", "eq", "ne", "lt", "le", "gt", "ge")},
    "bitor": operator.or_,
    "bitand": operator.and_,
    "bitxor": operator.xor,
    "iadd": operator.iadd,
    "isub": operator.isub,
    "imul": operator.imul,
    "ifloordiv": operator.ifloordiv,
    "imod": operator.imod,
    "ipow": operator.ipow,
    "ilshift": operator.ilshift,
    "irshift": operator.irshift,
    "ibitor": operator.ior,
    "ibitand": operator.iand,
    "ibitxor": operator.ixor,
    "contains": lambda item, box: item in box,
}
SMALL_ONLY = {"pow", "lshift", "rshift", "ipow", "ilshift", "irshift"}
CALLABLES = sorted(TABLE, key=lambda key: (str(key.__qualname__), repr(key)))

quick = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)


def outcome(action: Callable[..., Any], operands: list[Any]) -> Any:
    """Return the result or exception of an action, what became of its operands, and the log."""
    operands = [fresh(operand) for operand in operands]
    re.purge()  # its cache compares patterns
    Log.entries, Log.on = [], True
    answer: tuple[Any, ...]
    try:
        result = action(*operands)
    except Exception as error:
        answer = ("raised", type(error), str(error))
    else:
        Log.on = False
        answer = ("returned", shape(result), [result is operand for operand in operands])
    finally:
        Log.on = False
    return answer, [shape(operand) for operand in operands], Log.entries


def is_modest(value: Any) -> bool:
    """True unless a power or a shift by it is beyond memory."""
    return not isinstance(value, int) or abs(value) < 100


@pytest.mark.parametrize("name", BINARY)
@quick
@given(data=st.data())
def test_operators(name: str, meter: Meter, data: st.DataObject) -> None:
    operands = [data.draw(values), data.draw(values)]
    if name in SMALL_ONLY and not all(map(is_modest, operands)):
        return
    assert outcome(getattr(meter, name), operands) == outcome(BINARY[name], operands)


@pytest.mark.parametrize("name", ["eq", "lt", "contains", "add", "iadd", "bitor"])
@settings(quick, max_examples=100)
@given(data=st.data())
def test_operators_on_equal_containers(name: str, meter: Meter, data: st.DataObject) -> None:
    left = data.draw(values)
    operands = [left, fresh(left)] if data.draw(st.booleans()) else [left, [left, left]]
    assert outcome(getattr(meter, name), operands) == outcome(BINARY[name], operands)


def attribute_call(name: str, arity: int) -> Callable[..., Any]:
    """Return the call of a method as source code writes it; CPython makes no bound method there."""
    args = ", ".join(f"a{index}" for index in range(arity))
    return eval(f"lambda box, {args}: box.{name}({args})")  # type: ignore[no-any-return]


@pytest.mark.parametrize("function", CALLABLES, ids=lambda key: str(key.__qualname__))
@quick
@given(data=st.data())
def test_calls(function: Any, meter: Meter, data: st.DataObject) -> None:
    owner = getattr(function, "__objclass__", None)
    operands = data.draw(st.lists(values, max_size=3))
    if function in (pow, math.perm, math.comb, math.factorial, math.lcm) and not all(
        map(is_modest, operands)
    ):
        return
    if function is copy.deepcopy:
        operands = operands[:1]  # its memo would show addresses
    if owner is None:
        plain = outcome(function, operands)
        assert outcome(lambda *args: meter.call(function, *args), operands) == plain
        assert outcome(lambda *args: meter.pick(function)(*args), operands) == plain
        return
    operands = [data.draw(RECEIVERS[owner]), *operands]
    plain = outcome(function, operands)
    assert outcome(lambda *args: meter.call(function, *args), operands) == plain
    name = function.__name__
    plain = outcome(lambda box, *args: getattr(box, name)(*args), operands)
    assert outcome(lambda box, *args: meter.call(getattr(box, name), *args), operands) == plain
    assert outcome(lambda box, *args: meter.pick(getattr(box, name))(*args), operands) == plain
    plain = outcome(attribute_call(name, len(operands) - 1), operands)
    assert outcome(lambda box, *args: meter.method(name, box, *args), operands) == plain


@quick
@given(data=st.data())
def test_keywords(meter: Meter, data: st.DataObject) -> None:
    text, items = data.draw(RECEIVERS[str]), data.draw(RECEIVERS[list])
    limit = data.draw(st.integers(-2, 3))
    plain = outcome(lambda text: text.split(maxsplit=limit), [text])
    assert outcome(lambda text: meter.call(text.split, maxsplit=limit), [text]) == plain
    assert outcome(lambda text: meter.method("split", text, maxsplit=limit), [text]) == plain
    plain = outcome(lambda items: sorted(items, key=str, reverse=True), [items])
    assert outcome(lambda items: meter.call(sorted, items, key=str, reverse=True), [items]) == plain
    plain = outcome(lambda items: items.sort(reverse=True), [items])
    assert outcome(lambda items: meter.call(items.sort, reverse=True), [items]) == plain


@settings(quick, max_examples=100)
@given(data=st.data())
def test_slices(meter: Meter, data: st.DataObject) -> None:
    box = data.draw(st.one_of(RECEIVERS[list], RECEIVERS[bytearray], values))
    index = data.draw(st.one_of(st.integers(-9, 9), st.slices(6), values))
    value = data.draw(values)
    assert outcome(meter.delitem, [box, index]) == outcome(operator.delitem, [box, index])
    plain = outcome(lambda value, box, index: operator.setitem(box, index, value), [value, box, index])
    assert outcome(meter.setslice, [value, box, index]) == plain


@settings(quick, max_examples=100)
@given(x=values, y=values)
def test_grown_and_made_return_their_operand(meter: Meter, x: Any, y: Any) -> None:
    assert meter.grown(x, y) is y
    assert meter.made(x) is x


def test_every_operator_has_a_hook(meter: Meter) -> None:
    assert set(OPERATORS.values()) | {f"i{name}" for name in OPERATORS.values()} <= set(meter.hooks)


def test_unknown_callables_are_called(meter: Meter) -> None:
    def plain(*args: Any, **kwargs: Any) -> Any:
        return args, kwargs

    assert meter.call(plain, 1, two=2) == ((1,), {"two": 2})
    assert meter.pick(plain) is plain
    assert meter.call(dict, a=1) == {"a": 1}
    with pytest.raises(TypeError, match="'int' object is not callable"):
        meter.call(3)
    with pytest.raises(AttributeError, match="'list' object has no attribute 'find'"):
        meter.method("find", [], 1)


def test_instance_attributes_hide_methods(meter: Meter) -> None:
    class Box(list[int]):
        pass

    box = Box([1, 2, 3])
    assert meter.method("pop", box, 0) == 1
    box.pop = lambda *args: "mine"  # type: ignore[assignment, method-assign]
    assert meter.method("pop", box, 0) == "mine"
