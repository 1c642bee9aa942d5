"""The builtins that the abstraction models."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from typing import Any

from slowpath.abstract import containers
from slowpath.abstract.code import CallArguments
from slowpath.abstract.heap import Instance, Listed, Ongoing
from slowpath.abstract.iteration import Counting, Pairing, RangeValue
from slowpath.abstract.kind import as_form, from_form, is_number, kind_of, known, number, whole
from slowpath.abstract.step import AbstractStep, Raising, applied, joined
from slowpath.abstract.truth import decide, truth
from slowpath.abstract.value import KnownValue, Thing, Thrown, Top, Tup, Value
from slowpath.expr.linear import Linear

Builtin = Callable[[AbstractStep, Sequence[Value]], Value]

_MAKES_OPAQUE = {"dict": "dict", "set": "set", "frozenset": "set", "str": "str", "repr": "str"}


def builtin(step: AbstractStep, what: Any, arguments: Sequence[Value], how: CallArguments) -> Value:
    """The result of calling a builtin that the abstraction models."""
    name = getattr(what, "__name__", "")
    if getattr(builtins, name, None) is not what:
        raise step.refuse(f"a call of {name or what!r}, which is outside the scope")
    if isinstance(what, type) and issubclass(what, BaseException):
        return Thrown(what)
    if how.names:
        raise step.refuse(f"{name}() with arguments by name")
    if name in _MODELS:
        return _MODELS[name](step, arguments)
    if name in _MAKES_OPAQUE:
        if arguments:
            step.unpriced(f"{name}()")
        for each in arguments:
            containers.lose(step, each)
        return Top(_MAKES_OPAQUE[name])
    raise step.refuse(f"{name}()")


def _len(step: AbstractStep, arguments: Sequence[Value]) -> Value:
    return containers.length(step, arguments[0])


def _range(step: AbstractStep, arguments: Sequence[Value]) -> Value:
    start, stop, by = (
        (number(0), *arguments, number(1)) if len(arguments) == 1 else (*arguments, number(1))[:3]
    )
    if whole(by) == 0:
        raise Raising(ValueError)
    return RangeValue(start, stop, by)


def _enumerate(step: AbstractStep, arguments: Sequence[Value]) -> Value:
    start = arguments[1] if len(arguments) > 1 else number(0)
    if step.setting.kept is None:
        start = Top("int")
    parts = (Counting(start, None, 1), containers.iterator(step, arguments[0]))
    return step.work.new(Ongoing(Pairing(parts)))


def _zip(step: AbstractStep, arguments: Sequence[Value]) -> Value:
    parts = tuple([containers.iterator(step, each) for each in arguments])
    return step.work.new(Ongoing(Pairing(parts)))


def _abs(step: AbstractStep, arguments: Sequence[Value]) -> Value:
    (value,) = arguments
    if isinstance(value, KnownValue):
        return applied(abs, value)
    form = as_form(value)
    if form is None:
        return value
    return from_form(-form if step.holds((form, "<")) else form)


def _extreme(which: Callable[..., Any]) -> Builtin:
    def model(step: AbstractStep, arguments: Sequence[Value]) -> Value:
        step.charge(which, *arguments)
        if len(arguments) > 1:
            constants = [each for each in arguments if isinstance(each, KnownValue)]
            return applied(which, *constants) if len(constants) == len(arguments) else joined(arguments)
        cell = step.cell(arguments[0])
        if not isinstance(cell, Listed):
            raise step.refuse(f"{which.__name__}() of this argument")
        if not decide(step, truth(step, arguments[0])):
            raise Raising(ValueError)
        return joined(cell.items) if cell.items else cell.item

    return model


def _sum(step: AbstractStep, arguments: Sequence[Value]) -> Value:
    step.charge(sum, *arguments)
    cell = step.cell(arguments[0])
    if not isinstance(cell, Listed) or len(arguments) > 1:
        raise step.refuse("sum() of this argument")
    return Top("float" if kind_of(joined(cell.items or [cell.item])) == "float" else "int")


def _bool(step: AbstractStep, arguments: Sequence[Value]) -> Value:
    return truth(step, arguments[0]) if arguments else known(False)


def _int(step: AbstractStep, arguments: Sequence[Value]) -> Value:
    if not arguments:
        return number(0)
    (value, *rest) = arguments
    if rest or not is_number(value):
        step.unpriced("int()")
        step.may_raise(ValueError)
        return Top("int")
    if isinstance(value, KnownValue):
        return applied(int, value)
    return value if isinstance(value, Linear) else Top("int")


def _float(step: AbstractStep, arguments: Sequence[Value]) -> Value:
    if not is_number(arguments[0]):
        step.unpriced("float()")
        step.may_raise(ValueError)
    return Top("float")


def _list(step: AbstractStep, arguments: Sequence[Value]) -> Value:
    if not arguments:
        step.allocate("list", number(0))
        return step.new_list([])
    sequence = step.cell(arguments[0])
    if isinstance(arguments[0], Tup):
        sequence = Listed(number(len(arguments[0].items)), arguments[0].items)
    if not isinstance(sequence, Listed):
        raise step.refuse("list() of this argument")
    step.charge(list, arguments[0])
    step.allocate("list", sequence.length)
    return step.work.new(sequence)


def _tuple(step: AbstractStep, arguments: Sequence[Value]) -> Value:
    cell = step.cell(arguments[0]) if arguments else Listed(number(0), ())
    if not isinstance(cell, Listed) or cell.items is None:
        raise step.refuse("tuple() of this argument")
    if arguments:
        step.charge(tuple, arguments[0])
    step.allocate("tuple", cell.length)
    return Tup(cell.items)


def _isinstance(step: AbstractStep, arguments: Sequence[Value]) -> Value:
    value, kind = arguments
    cell = step.cell(value)
    if isinstance(cell, Instance) and isinstance(kind, Thing):
        return known(issubclass(cell.kind, kind.what))
    if isinstance(kind, Thing) and is_number(value):
        types = {"int": int, "bool": bool, "float": float}
        return known(issubclass(types[kind_of(value)], kind.what))
    return Top("bool")


_MODELS: dict[str, Builtin] = {
    "len": _len,
    "range": _range,
    "enumerate": _enumerate,
    "zip": _zip,
    "abs": _abs,
    "min": _extreme(min),
    "max": _extreme(max),
    "sum": _sum,
    "bool": _bool,
    "int": _int,
    "float": _float,
    "list": _list,
    "tuple": _tuple,
    "isinstance": _isinstance,
}
