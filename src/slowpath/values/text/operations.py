"""Models of text and bytes as operations: they charge what the plain operation would be charged.

An operation is called with a way to perform builtins (see `slowpath.values.elements`). Text and bytes do not
change, so the plain operation is performed beside the model, for its charge alone.
"""

from __future__ import annotations

import re
import sys
from _string import formatter_parser  # type: ignore[import-not-found]
from collections.abc import Callable, Mapping
from functools import partial
from types import FunctionType
from typing import Any

from slowpath.values._lending import Lender
from slowpath.values.blob import SymBytes, by_percent, seen
from slowpath.values.elements import directly, take
from slowpath.values.integer import SymInt
from slowpath.values.real import SymFloat
from slowpath.values.recording import SymDict
from slowpath.values.special import ask
from slowpath.values.text import binary, calls, database
from slowpath.values.text.calls import METHODS, TEXTUAL, is_textual
from slowpath.values.text.text import SymStr, answers_first, joined
from slowpath.values.unmodelled import lament

Hook = Callable[..., Any]
Operation = Callable[..., Any]


def plain(value: Any) -> Any:
    """The plain copy of a symbolic value, or of a list or tuple of them; anything else as it is."""
    kind = type(value)
    if kind in TEXTUAL:
        return value.__getnewargs__()[0]
    if kind is SymInt:
        return int.__index__(value)
    if kind is SymFloat:
        return float.__pos__(value)
    if kind is tuple or kind is list:
        return kind(map(plain, value))
    return value.view if isinstance(value, Lender) else value


def charged(
    builtin: Any, model: Callable[..., Any], concerns: Callable[[Any], bool] = is_textual
) -> Operation:
    """The operation of a builtin with a model for the arguments that concern it."""

    def operation(perform: Any, /, *arguments: Any, **options: Any) -> Any:
        if not concerns(arguments) and not (options and concerns(options.values())):
            return perform(builtin, *arguments, **options)
        try:
            result = model(*arguments, **options)
        except Exception:
            _charge(perform, builtin, arguments, options)
            raise
        _charge(perform, builtin, arguments, options)
        return result

    return operation


def _charge(perform: Any, builtin: Any, arguments: tuple[Any, ...], options: Mapping[str, Any]) -> None:
    """Perform the plain operation, which raises if the model did."""
    if perform is directly:
        return
    try:
        perform(builtin, *map(plain, arguments), **{name: plain(value) for name, value in options.items()})
    except Exception:
        pass


# -- methods whose arguments run code --------------------------------------------------------------------


def join(kind: type) -> Operation:
    """The operation `separator.join(items)`: items are taken once."""

    def operation(perform: Any, separator: Any, items: Any) -> Any:
        if type(items) is list or type(items) is tuple:
            return ordinary(perform, separator, items)
        taken = take(items, check=bool_of, keep=lambda item, place: seen(item))
        if taken.error is not None or not is_textual((separator, taken.items)):
            return perform(kind.join, plain(separator), taken.again(taken.items))  # type: ignore[attr-defined]
        result = METHODS[kind]["join"](separator, taken.items)
        _charge(perform, kind.join, (separator, taken.again(plain(taken.items))), {})  # type: ignore[attr-defined]
        return result

    ordinary = charged(kind.join, METHODS[kind]["join"])  # type: ignore[attr-defined]
    return operation


def bool_of(item: Any) -> bool:
    """What no item refuses."""
    return True


class _Made:
    """Stands for all that formatting made."""

    def __init__(self, result: str) -> None:
        self._result = result

    def __format__(self, specification: str) -> str:
        return self._result


def format_text(perform: Any, template: Any, /, *arguments: Any, **names: Any) -> Any:
    """`template.format(*arguments, **names)`: what is formatted is so once."""
    if not is_textual((template, *arguments, *names.values())) and SymInt not in map(
        type, (*arguments, *names.values())
    ):
        calls.note_held((*arguments, *names.values()))
        return perform(str.format, template, *arguments, **names)
    result = METHODS[str]["format"](template, *arguments, **names)
    operands = [plain(each) for each in (*arguments, *names.values()) if isinstance(each, str)]
    _charge(perform, str.format, (_same_size(template), _Made(plain(result)), *operands), {})
    return result


def _same_size(template: str) -> str:
    """A template as long as another whose first argument makes all of the result."""
    return (
        "{0:" + "x" * (len(template) - 4) + "}" if len(template) > 3 else "{}" if len(template) < 3 else "{0}"
    )


class _Shown:
    """An object of the target whose text is made once, however often it is asked for."""

    def __init__(self, value: Any) -> None:
        self._value = value
        self._texts: dict[Any, Any] = {}

    def _text(self, how: Callable[[Any], Any]) -> Any:
        if how not in self._texts:
            self._texts[how] = how(self._value)
        return self._texts[how]

    def __str__(self) -> Any:
        return self._text(calls.to_str)

    def __repr__(self) -> Any:
        return self._text(calls.to_repr)


def _concerns_number(arguments: Any) -> bool:
    return is_textual(arguments) or not _NUMBERS.isdisjoint(map(type, arguments))


_NUMBERS = frozenset({SymInt, SymFloat})

METHOD_OPERATIONS: Mapping[type, Mapping[str, Operation]] = {
    kind: {
        **{
            name: charged(getattr(kind, name), model, _concerns_number)
            for name, model in METHODS[kind].items()
            if not name.startswith("_")
        },
        "join": join(kind),
        **({"format": format_text} if kind is str else {}),
    }
    for kind in (str, bytes)
}
OPERATIONS: Mapping[type, Mapping[str, Operation]] = {
    **METHOD_OPERATIONS,
    SymStr: METHOD_OPERATIONS[str],
    SymBytes: METHOD_OPERATIONS[bytes],
}


def displaying(builtin: Any, model: Callable[..., Any]) -> Operation:
    """The operation `str(x)` or `repr(x)`; C code makes the text of nested containers, dicts and sets."""
    ordinary = charged(builtin, model, _concerns_number)

    def operation(perform: Any, /, *arguments: Any, **options: Any) -> Any:
        if not _concerns_number(arguments):
            calls.note_held(arguments)
        return ordinary(perform, *arguments, **options)

    return operation


def maketrans(perform: Any, *arguments: Any) -> Any:
    """`str.maketrans(...)`, which takes a dict but none of its subclasses."""
    if len(arguments) == 1 and type(arguments[0]) is SymDict:
        arguments = (dict(dict.items(arguments[0])),)
    lament(str.maketrans, arguments, {})
    return perform(str.maketrans, *arguments)


def _is_whole(arguments: Any) -> bool:
    return tuple(map(type, arguments)) == (SymInt,)


def _concerns_bytes(arguments: Any) -> bool:
    return is_textual(arguments) or any(
        type(each) in (list, tuple) and SymInt in map(type, each) for each in arguments
    )


FUNCTIONS: Mapping[Any, Operation] = {
    ord: charged(ord, calls.to_ord),
    sys.intern: charged(sys.intern, calls.to_intern),
    formatter_parser: charged(formatter_parser, calls.to_fields),
    chr: charged(chr, calls.to_chr, _concerns_number),
    repr: displaying(repr, calls.to_repr),
    format: charged(format, calls.to_format, _concerns_number),
    str.maketrans: maketrans,
    **{
        function: charged(function, model)
        for function, model in {**database.FUNCTIONS, **binary.FUNCTIONS}.items()
    },
    bytes.fromhex: charged(bytes.fromhex, binary.from_hex),
    ascii: charged(ascii, calls.to_ascii, _concerns_number),
    **{
        function: charged(function, calls.to_base(kind), _is_whole)
        for kind, function in (("x", hex), ("o", oct), ("b", bin))
    },
}


class _Answer:
    """Stands for an object that has told its number."""

    def __init__(self, number: Any) -> None:
        self._number = number

    def __int__(self) -> Any:
        return self._number

    __float__ = __int__


def _number_of(kind: type, asked: str, model: Callable[..., Any]) -> Operation:
    """The operation `int(x)` or `float(x)`: C code objects to a symbolic number as an object's own answer."""
    ordinary = charged(kind, model, _concerns_number)

    def operation(perform: Any, /, *arguments: Any, **options: Any) -> Any:
        method = getattr(type(arguments[0]), asked, None) if len(arguments) == 1 and not options else None
        if type(method) is not FunctionType or type(arguments[0]) in _NUMBERS:
            return ordinary(perform, *arguments, **options)
        told = ask(method, arguments[0])
        plainly = perform(kind, _Answer(plain(told)))  # raises where it is no number
        return told if type(told) in _NUMBERS else plainly

    return operation


TYPES: Mapping[Any, Operation] = {
    int: _number_of(int, "__int__", calls.to_int),
    float: _number_of(float, "__float__", calls.to_float),
    str: displaying(str, calls.to_str),
    bytes: charged(bytes, calls.to_bytes, _concerns_bytes),
}


# -- hooks ------------------------------------------------------------------------------------------------


def containing(count: Hook, others: Hook) -> Hook:
    """The hook for `needle in hay`."""

    def contains(site: int, needle: Any, hay: Any) -> bool:
        kind = type(hay)
        if kind in TEXTUAL or (kind in METHODS and type(needle) in _NEEDLES):
            found = _is_inside(needle, hay)
            _charge(partial(count, site), plain(needle), (hay,), {})
            return found
        return bool(others(site, needle, hay))

    return contains


def _is_inside(needle: Any, hay: Any) -> bool:
    kind = type(hay)
    own = METHODS[str if kind is SymStr else bytes if kind is SymBytes else kind]
    return bool(own["__contains__"](hay, needle))


def inside(needle: Any, hay: Any) -> bool:
    """`needle in hay` where it counts as no native work: in a short constant."""
    if type(hay) in METHODS and type(needle) in _NEEDLES:
        return _is_inside(needle, hay)
    return needle in hay


_NEEDLES = frozenset({SymStr, SymBytes, SymInt})


def remaindering(count: Hook) -> Hook:
    """The hook for `template % values`."""

    def remainder(site: int, left: Any, right: Any) -> Any:
        concerned = right if type(right) is tuple else (left, right)
        if isinstance(left, bytes) and _concerns_number((left, *concerned)):
            result = by_percent(left, right)
            _charge(partial(count, site), plain(left), (plain(right),), {})
            return result
        if isinstance(left, str) and not answers_first(right) and _concerns_number((left, *concerned)):
            if type(right) is tuple and _TEXT_ONLY.fullmatch(left):
                right = tuple([each if type(each) in _BUILTIN else _Shown(each) for each in right])
            result = METHODS[str]["__mod__"](left, right)
            _charge(partial(count, site), plain(left), (plain(right),), {})
            return result
        if isinstance(left, str):
            calls.note_held(right)
        return count(site, left, right)

    return remainder


_TEXT_ONLY = re.compile(r"(?:[^%]|%[-\d.]*s|%%)*", re.DOTALL)
_BUILTIN = frozenset({str, bytes, int, float, bool, type(None), SymStr, SymBytes, SymInt, SymFloat})


def text_hooks(count: Mapping[str, Hook], others: Mapping[str, Hook]) -> dict[str, Hook]:
    """Return the hooks for text by name; `others` serve what is no text."""
    return {
        "contains": containing(count["contains"], others["contains"]),
        "inside": inside,
        "mod": remaindering(count["mod"]),
        "imod": remaindering(count["imod"]),
        "joined": lambda *parts: joined("", parts),
        "formatted": calls.formatted,
    }
