"""Calls: of functions of the scope, of classes, and of the builtins that the abstraction models."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from types import FunctionType, ModuleType
from typing import Any

from slowpath.abstract import containers
from slowpath.abstract.arithmetic import decide, truth
from slowpath.abstract.code import CallArguments, Code
from slowpath.abstract.lists import LISTS
from slowpath.abstract.state import Frame
from slowpath.abstract.step import AbstractStep, Raising, joined
from slowpath.abstract.value import (
    NONE,
    NUMBERS,
    Counting,
    Instance,
    KnownValue,
    Listed,
    Method,
    Pairing,
    RangeValue,
    Ref,
    Thing,
    Thrown,
    Top,
    Tup,
    Value,
    as_form,
    from_form,
    is_number,
    kind_of,
    known,
    number,
)
from slowpath.expr.linear import Linear
from slowpath.target.fields import fields_of

Builtin = Callable[[AbstractStep, Sequence[Value]], Value]

_MAKES_OPAQUE = {"dict": "dict", "set": "set", "frozenset": "set", "str": "str", "repr": "str"}


def call(step: AbstractStep, callee: Value, arguments: Sequence[Value], how: CallArguments) -> None:
    """Call something: a frame is entered, or the result is on the stack at once."""
    match callee:
        case Thing(what=type() as kind) if kind.__module__ != "builtins":
            _construct(step, kind, arguments, how)
            return
        case Thing(what=FunctionType() as function):
            _enter(step, function, arguments, how)
            return
        case Method(function=FunctionType() as function, receiver=receiver):
            _enter(step, function, [receiver, *arguments], how)
            return
        case Method(function=str() as name, receiver=receiver):
            result = _method(step, name, receiver, arguments, how)
        case Thing(what=what):
            result = _builtin(step, what, arguments, how)
        case Top():
            raise step.refuse("a call of what is not known")
        case _:
            raise Raising(TypeError)
    step.frame.stack.append(result)


# -- functions and classes of the scope ------------------------------------------------------------


def _enter(
    step: AbstractStep,
    function: FunctionType,
    arguments: Sequence[Value],
    how: CallArguments,
    made: Value | None = None,
) -> None:
    code = step.setting.functions.code(function)
    if code is None:
        raise step.refuse(f"{function.__qualname__}, which is outside the scope or has variables of another")
    frame = Frame(code, made=made)
    for name, value in bound(step, code, function, arguments, how.names).items():
        frame.variables[name] = step.remembered((code.name, name), value)
    step.work.frames.append(frame)


def bound(
    step: AbstractStep, code: Code, function: FunctionType, arguments: Sequence[Value], names: Sequence[str]
) -> dict[str, Value]:
    """The parameters of a function by name."""
    own = function.__code__
    positional = own.co_varnames[: own.co_argcount]
    given = arguments[: len(arguments) - len(names)]
    if len(given) > len(positional):
        raise Raising(TypeError)
    values: dict[str, Value] = dict(zip(positional, given, strict=False))
    for name, value in zip(names, arguments[len(given) :], strict=True):
        if name in values or name not in code.parameters:
            raise Raising(TypeError)
        values[name] = value
    defaults = function.__defaults__ or ()
    fallback = dict(zip(positional[len(positional) - len(defaults) :], defaults, strict=True))
    fallback |= function.__kwdefaults__ or {}
    for name in code.parameters:
        if name not in values:
            if name not in fallback:
                raise Raising(TypeError)
            values[name] = known(fallback[name])
    return values


def _construct(step: AbstractStep, kind: type, arguments: Sequence[Value], how: CallArguments) -> None:
    start = _of_class(kind, "__init__")
    if issubclass(kind, BaseException):
        if isinstance(start, FunctionType):
            raise step.refuse(f"the constructor of the exception {kind.__name__}")
        step.frame.stack.append(Thrown(kind))
        return
    ours = isinstance(start, FunctionType) and step.setting.functions.code(start) is not None
    if (
        kind.__new__ is not object.__new__
        or type(kind) is not type
        or not (ours or start is vars(object)["__init__"])
    ):
        raise step.refuse(f"the class {kind.__name__}: its constructor is not in the scope")
    step.allocate("object", number(len(fields_of(kind))))
    made = step.work.new(Instance(kind))
    if ours:
        assert isinstance(start, FunctionType)
        _enter(step, start, [made, *arguments], how, made)
    else:
        step.frame.stack.append(made)


def attribute(step: AbstractStep, owner: Value, name: str) -> Value:
    """`owner.name`"""
    cell = step.cell(owner)
    if isinstance(cell, Instance):
        for field, value in cell.fields:
            if field == name:
                return value
        found = _of_class(cell.kind, name)
        if isinstance(found, FunctionType):
            return Method(found, owner)
        if isinstance(found, staticmethod):
            return known(found.__func__)
        if found is None:
            raise Raising(AttributeError)
        if hasattr(found, "__get__"):
            raise step.refuse(f"the attribute {name}, which is computed")
        return known(found)
    if isinstance(owner, Thing) and isinstance(owner.what, type | ModuleType):
        if not hasattr(owner.what, name):
            raise Raising(AttributeError)
        return known(getattr(owner.what, name))
    if owner == NONE:
        raise Raising(AttributeError)
    return Method(name, owner)


def _of_class(kind: type, name: str) -> Any:
    return next((vars(each)[name] for each in kind.__mro__ if name in vars(each)), None)


def set_attribute(step: AbstractStep, owner: Value, name: str, value: Value) -> None:
    """`owner.name = value`"""
    cell = step.cell(owner)
    if not isinstance(cell, Instance):
        raise step.refuse(f"an assignment to the attribute {name} of what is no object of a class")
    if _overrides(cell.kind, name):
        raise step.refuse(f"an assignment to {name}, which runs code")
    assert isinstance(owner, Ref)
    fields = {**dict(cell.fields), name: step.remembered(("", name), value)}
    step.work.heap[owner.address] = Instance(cell.kind, tuple(sorted(fields.items())))


def _overrides(kind: type, name: str) -> bool:
    own = _of_class(kind, name)
    slot = type(own).__name__ == "member_descriptor"
    plain = _of_class(kind, "__setattr__") is vars(object)["__setattr__"]
    return not plain or (hasattr(own, "__set__") and not slot)


# -- builtins --------------------------------------------------------------------------------------


def _builtin(step: AbstractStep, what: Any, arguments: Sequence[Value], how: CallArguments) -> Value:
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
        return Top(_MAKES_OPAQUE[name])
    raise step.refuse(f"{name}()")


def _len(step: AbstractStep, arguments: Sequence[Value]) -> Value:
    return containers.length(step, arguments[0])


def _range(step: AbstractStep, arguments: Sequence[Value]) -> Value:
    start, stop, by = (
        (number(0), *arguments, number(1)) if len(arguments) == 1 else (*arguments, number(1))[:3]
    )
    return RangeValue(start, stop, by)


def _enumerate(step: AbstractStep, arguments: Sequence[Value]) -> Value:
    start = arguments[1] if len(arguments) > 1 else number(0)
    if step.setting.kept is None:
        start = Top("int")
    return Pairing((Counting(start, None, 1), containers.iterator(step, arguments[0])))


def _zip(step: AbstractStep, arguments: Sequence[Value]) -> Value:
    return Pairing(tuple([containers.iterator(step, each) for each in arguments]))


def _abs(step: AbstractStep, arguments: Sequence[Value]) -> Value:
    (value,) = arguments
    if isinstance(value, KnownValue):
        return known(abs(value.value))
    form = as_form(value)
    if form is None:
        return value
    return from_form(-form if step.holds((form, "<")) else form)


def _extreme(which: Callable[..., Any]) -> Builtin:
    def model(step: AbstractStep, arguments: Sequence[Value]) -> Value:
        step.charge(which, *arguments)
        if len(arguments) > 1:
            if all(isinstance(each, KnownValue) for each in arguments):
                return known(which([each.value for each in arguments if isinstance(each, KnownValue)]))
            return joined(arguments)
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
        return number(int(value.value))
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


# -- methods --------------------------------------------------------------------------------------


def _method(
    step: AbstractStep, name: str, receiver: Value, arguments: Sequence[Value], how: CallArguments
) -> Value:
    cell = step.cell(receiver)
    if isinstance(cell, Listed):
        assert isinstance(receiver, Ref)
        model = LISTS.get(name)
        if model is None or how.names:
            raise step.refuse(f"the method {name} of a list")
        if name in ("append", "insert"):
            arguments = [*arguments[:-1], step.remembered(how.contents, arguments[-1])]
        return model(step, receiver, cell, arguments)
    if kind_of(receiver) in (*NUMBERS, "object"):
        raise step.refuse(f"the method {name}")
    step.unpriced(f"the method {name}")
    step.may_raise(None)
    return Top()
