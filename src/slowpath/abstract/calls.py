"""Calls: of functions and classes of the scope, of builtins, and of methods."""

from __future__ import annotations

from collections.abc import Sequence
from types import FunctionType

from slowpath.abstract.attributes import of_class
from slowpath.abstract.builtin_calls import builtin
from slowpath.abstract.code import CallArguments, Code
from slowpath.abstract.containers import lose
from slowpath.abstract.heap import Instance, Listed
from slowpath.abstract.kind import NUMBERS, kind_of, known, number
from slowpath.abstract.lists import LISTS
from slowpath.abstract.state import Frame
from slowpath.abstract.step import AbstractStep, Raising
from slowpath.abstract.value import Method, Ref, Thing, Thrown, Top, Value
from slowpath.target.fields import fields_of


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
            if what is not range or len(arguments) > 2:  # it asks whether its step is zero
                step.note_several()  # abs() asks, and so does a branch on what it gives
            result = builtin(step, what, arguments, how)
        case Top():
            raise step.refuse("a call of what is not known")
        case _:
            raise Raising(TypeError)
    step.frame.stack.append(result)


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
    start = of_class(kind, "__init__")
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
    for each in arguments:
        lose(step, each)
    step.may_raise(None)
    return Top()
