"""Calls of builtins that have a model: of containers, and of functions of them.

An operation is called with a way to perform builtins (see `elements`): through the hooks of the count
build, where the call is charged, or directly.
"""

from __future__ import annotations

import builtins
import io
import itertools
import math
import operator
import re
from collections import OrderedDict, deque
from collections.abc import Callable, Mapping
from enum import EnumType
from functools import cache, partial, reduce
from types import (
    BuiltinFunctionType,
    FunctionType,
    MethodDescriptorType,
    MethodType,
    MethodWrapperType,
    ModuleType,
    WrapperDescriptorType,
)
from typing import Any

from slowpath.counting.native._hooks import CountedFunction, CountedMethod, charged, plain
from slowpath.values import (
    algebra,
    bytearrays,
    files,
    functions,
    lookups,
    mapping,
    numeric,
    operators,
    packing,
    ranges,
    repeated,
    sequences,
    streams,
    structs,
    totals,
    views,
)
from slowpath.values.arity import performed
from slowpath.values.blob import SymBytes
from slowpath.values.callees import is_copied
from slowpath.values.elements import directly
from slowpath.values.enums import by_value
from slowpath.values.integer import SymInt
from slowpath.values.keys import PLAIN
from slowpath.values.ranges import RangeIterator, SymRange
from slowpath.values.recording import DICTS, RECORDING, SETS, SymCounter, SymFrozenSet, SymSet
from slowpath.values.regex import operations as patterns
from slowpath.values.regex.match import SymMatch
from slowpath.values.repeated import SymList
from slowpath.values.sides import adder, is_mixed, plain_number
from slowpath.values.text import binary
from slowpath.values.text import operations as texts
from slowpath.values.text.calls import TEXTUAL, wrapped
from slowpath.values.text.operations import plain as plain_text
from slowpath.values.unmodelled import lament, watched
from slowpath.values.views import SymView

Hook = Callable[..., Any]
Operation = Callable[..., Any]

_FROZEN = ("copy", "union", "intersection", "difference", "symmetric_difference", "issubset", "issuperset")
_COUNTER = ("get", "setdefault", "pop", "popitem", "clear")


_UNITING = {**algebra.METHODS, "union": views.listing(algebra.METHODS["union"], 2, 1)}

# By the type of the receiver.
METHODS: Mapping[type, Mapping[str, Operation]] = {
    **dict.fromkeys(DICTS.values(), mapping.METHODS),
    **dict.fromkeys(DICTS, mapping.METHODS),
    SymCounter: {name: mapping.METHODS[name] for name in _COUNTER},
    SymCounter.plain: {name: mapping.METHODS[name] for name in _COUNTER},
    set: _UNITING,
    SymSet: _UNITING,
    frozenset: {name: algebra.METHODS[name] for name in (*_FROZEN, "isdisjoint")},
    SymFrozenSet: {name: algebra.METHODS[name] for name in (*_FROZEN, "isdisjoint")},
    list: sequences.LIST,
    SymList: repeated.METHODS,
    tuple: sequences.TUPLE,
    deque: sequences.DEQUE,
    range: {"index": ranges.index, "count": ranges.count},
    RangeIterator: ranges.ITERATOR,
    slice: {"indices": sequences.indices},
    **packing.METHODS,
    **structs.METHODS,
    **texts.OPERATIONS,
    **streams.METHODS,
    streams.SymBytesIO: views.reading(streams.METHODS[streams.SymBytesIO], ("write",)),
    **bytearrays.METHODS,
    **{kind: views.searching(texts.OPERATIONS[kind]) for kind in (bytes, SymBytes)},
    **views.METHODS,
    re.Pattern: patterns.METHODS,
    patterns.SymScanner: patterns.SCANNER,
}
# A method that is Python code has a charge only where it is found in the type.
FOUND: Mapping[type, Mapping[str, Operation]] = {
    **METHODS,
    SymCounter: {**METHODS[SymCounter], "update": mapping.recount},
    re.Scanner: {"scan": patterns.scan},  # type: ignore[attr-defined]
}
# Types whose methods are Python functions.
_PYTHON = RECORDING | TEXTUAL | {SymList, RangeIterator, patterns.SymScanner}
_PYTHON |= {SymView, *streams.METHODS, *bytearrays.METHODS}
_BUILTIN = (BuiltinFunctionType, type(re.compile("").match))  # the other is told its class

_TESTING = (itertools.takewhile, itertools.dropwhile, itertools.filterfalse, itertools.starmap)


def _calling(operation: Operation, place: int | None, option: str = "") -> Operation:
    """An operation that C code performs by calling an argument, which may be a builtin with a model."""

    def calling(perform: Any, /, *arguments: Any, **options: Any) -> Any:
        if place is not None and len(arguments) > place:
            arguments = (*arguments[:place], _handed(arguments[place]), *arguments[place + 1 :])
        if option in options:
            options[option] = _handed(options[option])
        return operation(perform, *arguments, **options)

    return calling


def _handed(function: Any) -> Any:
    """The model of a function that is handed to C code, which keeps it; it is pickled as the function."""
    model = modelled(function)
    return _Handed(model, function) if type(model) is partial and model is not function else model


class _Handed:
    """A model in the place of a function."""

    def __init__(self, model: Callable[..., Any], function: Any) -> None:
        self._function = function
        self._model = model

    def __call__(self, /, *arguments: Any, **options: Any) -> Any:
        return self._model(*arguments, **options)

    def __reduce__(self) -> Any:
        return partial, (self._function,)


def _performing(function: Any) -> Operation:
    def operation(perform: Any, /, *arguments: Any, **options: Any) -> Any:
        return perform(function, *arguments, **options)

    return operation


def _lamenting(function: Any) -> Operation:
    """A function without a model."""

    def operation(perform: Any, /, *arguments: Any, **options: Any) -> Any:
        lament(function, arguments, options)
        return perform(functions.modelled(function), *arguments, **options)

    return operation


def _print(perform: Any, /, *values: Any, **options: Any) -> Any:
    """`print(x)`: the target does not see what it prints."""
    if options.get("file") is None:
        values = tuple(plain_number(plain_text(each)) for each in values)
    return perform(print, *values, **options)


def _digits(perform: Any, /, *arguments: Any) -> Any:
    """`int.__repr__(x)`"""
    if len(arguments) == 1 and type(arguments[0]) is SymInt:
        return FUNCTIONS[repr](perform, *arguments)
    return perform(int.__repr__, *arguments)


FUNCTIONS: Mapping[Any, Operation] = {
    print: _print,
    int.__repr__: _digits,
    sum: views.listing(sequences.whole(sum, totals.total), 2),
    **{
        function: views.listing(_calling(sequences.whole(function, totals.ordering(function)), None, "key"))
        for function in (sorted, min, max)
    },
    reduce: views.listing(_calling(_performing(reduce), 0), 3, 1),
    len: sequences.length,
    hash: sequences.hashed,
    **numeric.FUNCTIONS,
    **operators.FUNCTIONS,
    **ranges.FUNCTIONS,
    **sequences.FUNCTIONS,
    **totals.FUNCTIONS,
    **views.reading(packing.FUNCTIONS, packing.FUNCTIONS),
    **structs.FUNCTIONS,
    **patterns.FUNCTIONS,
    **lookups.FUNCTIONS,
    **files.FUNCTIONS,
    **views.reading(texts.FUNCTIONS, binary.FUNCTIONS),
    **{function: views.shown(texts.FUNCTIONS[function]) for function in (repr, ascii)},
    **views.through({function: _performing(function) for function in (any, all)}),
    **{function: views.listing(_lamenting(function)) for function in (math.fsum, math.prod)},
}
SCAN: Any = re.Scanner.scan  # type: ignore[attr-defined]
_METHODS = frozenset(
    {SCAN, RangeIterator.__length_hint__, *files.METHODS}
)  # Python functions that have a model
_NAMESPACES = frozenset({ModuleType, type})  # what stands before the dot of a function or a class
_COUNTING = (itertools.islice, itertools.repeat, itertools.combinations, itertools.permutations)


def _constructor(make: Operation, kind: Any) -> Operation:
    def operation(perform: Any, /, *arguments: Any, **options: Any) -> Any:
        return make(perform, kind, *arguments, **options)

    return operation


def _accumulate(perform: Any, /, iterable: Any, func: Any = None, **initial: Any) -> Any:
    """`itertools.accumulate(iterable, func)`; C code would add without asking a number on the right."""
    values = [*iterable, *initial.values()] if type(iterable) in (list, tuple) else ()
    if func is None and not is_mixed(values):
        return perform(itertools.accumulate, iterable, **initial)
    return perform(itertools.accumulate, iterable, adder() if func is None else _handed(func), **initial)


def _kind(perform: Any, /, *arguments: Any, **options: Any) -> Any:
    """`type(x)` tells the builtin type that a recording container stands for."""
    if len(arguments) == 1 and not options and type(arguments[0]) in _STANDING:
        return arguments[0].__class__
    return functions.plain_type(*arguments, **options)


_COUNTED = frozenset({CountedMethod, CountedFunction})
_STANDING = (
    RECORDING
    | _COUNTED
    | {SymRange, RangeIterator, SymList, SymMatch, SymView, *streams.METHODS, *bytearrays.METHODS}
)

TYPES: Mapping[Any, Operation] = {
    **{kind: _constructor(mapping.made, kind) for kind in DICTS},
    **{kind: views.listing(_constructor(algebra.made, kind)) for kind in SETS},
    **{kind: sequences.counted(kind) for kind in _COUNTING},
    type: _kind,
    **{kind: _calling(sequences.lazy(kind), 0) for kind in (map, filter)},
    **{kind: _calling(_performing(kind), 0) for kind in _TESTING},
    itertools.groupby: _calling(_performing(itertools.groupby), 1, "key"),
    zip: sequences.lazy(zip),
    deque: sequences.new_deque,
    enumerate: sequences.numbered,
    itertools.accumulate: _accumulate,
    itertools.product: sequences.products,
    itertools.count: sequences.noting(itertools.count),
    operator.itemgetter: sequences.noting(operator.itemgetter),
    **texts.TYPES,
    **{kind: views.read(views.shown(texts.TYPES[kind]), lambda count: count == 1) for kind in (int, float)},
    str: views.read(views.shown(texts.TYPES[str]), lambda count: count > 1),
    **views.reading(streams.TYPES, (io.BytesIO,)),
    **views.taking(
        {
            **{kind: sequences.whole(kind) for kind in (list, tuple)},
            **bytearrays.TYPES,
            bytes: sequences.sized(bytearrays.TYPES[bytes]),
        }
    ),
}


def model_of(function: Any) -> Operation | None:
    """Return the operation that stands for a builtin, its receiver bound, or None."""
    look_up = _LOOK_UP.get(type(function))
    return None if look_up is None else look_up(function)


def _of_partial(function: partial[Any]) -> Operation | None:
    if not patterns.is_regex(function.func) and model_of(function.func) is None:
        return None
    # Charged as in the count build: where the method was taken from its pattern.
    return lambda perform, /, *arguments, **options: partial(
        modelled(function.func), *function.args, **function.keywords
    )(*arguments, **options)


def _of_builtin(function: Any) -> Operation | None:
    owner = function.__self__
    methods = METHODS.get(type(owner))
    if methods is not None:
        return _bound(methods.get(function.__name__), function)
    if type(owner) is type and owner in DICTS and function.__name__ == "fromkeys":
        return _constructor(mapping.from_keys, owner)
    return FUNCTIONS.get(function)


def _of_method(function: MethodType) -> Operation | None:
    if function.__func__ is SCAN:
        return _bound(FUNCTIONS[SCAN], function)
    if function.__func__ in files.METHODS:
        return _bound(files.METHODS[function.__func__], function)
    methods = FOUND[type(function.__self__)] if type(function.__self__) in _PYTHON else {}
    return _bound(methods.get(function.__name__), function)


def _of_descriptor(function: Any) -> Operation | None:
    return _unbound(METHODS.get(function.__objclass__, {}).get(function.__name__), function)


# By the type of the callable.
_LOOK_UP: Mapping[type, Callable[[Any], Operation | None]] = {
    type: TYPES.get,
    FunctionType: FUNCTIONS.get,
    partial: _of_partial,
    **dict.fromkeys(_BUILTIN, _of_builtin),
    MethodType: _of_method,
    MethodWrapperType: lambda function: numeric.conversion(function) or wrapped(function),
    WrapperDescriptorType: FUNCTIONS.get,
    EnumType: by_value,
    MethodDescriptorType: _of_descriptor,
    **dict.fromkeys(_COUNTED, lambda function: model_of(plain(function))),
}


def _bound(operation: Operation | None, function: Any) -> Operation | None:
    """The operation of a method of a receiver."""
    if operation is None:
        return None
    owner = function.__self__
    kind, name = owner.__class__, function.__name__
    is_text = type(owner) in _TEXT

    def bound(perform: Any, /, *arguments: Any, **options: Any) -> Any:
        if is_text and perform is directly and not options and PLAIN.issuperset(map(type, arguments)):
            return function(*arguments)
        return performed(operation, perform, kind, name, owner, *arguments, **options)

    return bound


def _unbound(operation: Operation | None, function: Any) -> Operation | None:
    """The operation of a method that is found in a type: the receiver is the first argument, if it is one."""
    if operation is None:
        return None
    owner = function.__objclass__

    def unbound(perform: Any, /, *arguments: Any, **options: Any) -> Any:
        if not arguments or not isinstance(arguments[0], owner):
            return function(*arguments, **options)  # raises
        if owner is dict and isinstance(arguments[0], OrderedDict):
            return function(*arguments, **options)  # goes round what keeps the order
        return performed(operation, perform, owner, function.__name__, *arguments, **options)

    return unbound


_TEXT = frozenset({str, bytes})
_CONVERSIONS = frozenset({int, float, str})  # of plain values they need no model
_KINDS = frozenset({type, BuiltinFunctionType})
# Builtins that stand for themselves, as `isinstance` does.
_KNOWN = frozenset(
    each
    for each in vars(builtins).values()
    if type(each) in _KINDS and model_of(each) is None and watched(each, functions.modelled(each)) is each
)


def modelled(function: Any) -> Any:
    """Return the model of a builtin, or the function itself."""
    if is_copied(function):
        return function
    kind = type(function)
    # Not functions of other modules: what is kept would keep their module alive.
    if (kind is BuiltinFunctionType and function.__self__ is builtins) or (
        kind is type and function in TYPES
    ):
        return _of_builtins(function)
    if kind is BuiltinFunctionType and function in _KNOWN:
        return function
    if kind is type and function in _KNOWN:
        return function
    if kind is MethodType and function.__func__ not in _METHODS:
        return function if type(function.__self__) in _PYTHON else watched(function, function)
    if (
        kind is BuiltinFunctionType
        and type(function.__self__) is list
        and function.__name__ not in sequences.LIST
    ):
        return function  # `append`, by far the most frequent
    return _found_model(function)


def _found_model(function: Any) -> Any:
    operation = model_of(function)
    if operation is None:
        return watched(function, functions.modelled(function))
    return partial(operation, partial(charged, function) if type(function) in _COUNTED else directly)


@cache  # what stands for each never changes
def _of_builtins(function: Any) -> Any:
    """The model of a function of the module `builtins`, or of a builtin type; or itself."""
    return function if function in _KNOWN else _found_model(function)


def call_hooks(count: Mapping[str, Hook]) -> dict[str, Hook]:
    """Return the hooks of the trace build for calls by name; they charge what those of the count build do."""
    count_call, count_method, count_pick = count["call"], count["method"], count["pick"]

    def call(site: int, function: Any, /, *arguments: Any, **options: Any) -> Any:
        kind = type(function)
        if (
            (
                (kind is BuiltinFunctionType and type(function.__self__) is ModuleType)
                or (kind is type and function in _CONVERSIONS)
            )
            and not options
            and PLAIN.issuperset(map(type, arguments))
        ):
            return count_call(site, function, *arguments)  # as in the count build
        operation = model_of(function)
        if operation is None:
            lament(function, arguments, options)
            return count_call(site, functions.modelled(function), *arguments, **options)
        return operation(partial(count_call, site), *arguments, **options)

    def pick(site: int, function: Any) -> Any:
        operation = model_of(function)
        if operation is None:
            return watched(function, count_pick(site, functions.modelled(function)))
        return partial(operation, partial(count_call, site))

    def method(site: int, name: str, receiver: Any, /) -> Any:
        methods = FOUND.get(type(receiver))
        operation = methods.get(name) if methods is not None else None
        if operation is None:
            function = getattr(receiver, name)
            if type(receiver) in _NAMESPACES and type(function) is not FunctionType:
                return partial(call, site, function)
            return pick(site, function)
        if type(receiver) in _TEXT:
            return partial(of_text, site, name, receiver, operation)
        return partial(performed, operation, partial(count_call, site), receiver.__class__, name, receiver)

    def of_text(
        site: int, name: str, text: Any, operation: Operation, /, *arguments: Any, **options: Any
    ) -> Any:
        if not options and PLAIN.issuperset(map(type, arguments)):
            return count_method(site, name, text)(*arguments)  # as in the count build
        charge = partial(count_call, site)
        return performed(operation, charge, type(text), name, text, *arguments, **options)

    return {"call": call, "method": method, "pick": pick, "modelled": modelled}
