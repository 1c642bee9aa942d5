"""Which model a call of a builtin has where text or bytes depend on the input."""

from __future__ import annotations

import sys
from _string import formatter_parser  # type: ignore[import-not-found]
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from slowpath.expr.comparison import compare
from slowpath.expr.linear import Linear
from slowpath.expr.variable import Characters
from slowpath.model.charset import LAST
from slowpath.values import blob as blobs
from slowpath.values.blob import SymBytes, blob, byte
from slowpath.values.integer import SymInt, as_real, symbolic
from slowpath.values.real import SymFloat
from slowpath.values.text import text as texts
from slowpath.values.text.char import Part, SymChar, form_of, formed
from slowpath.values.text.classes import class_of
from slowpath.values.text.figures import Unmodelled, decimal, prefixed
from slowpath.values.text.kind import byte_predicate, note
from slowpath.values.text.numerals import NoNumber, integer, read, real
from slowpath.values.text.symbolic import SymChars
from slowpath.values.text.templates import decided, fields_of
from slowpath.values.text.text import SymStr, shown, text

TEXTUAL = frozenset({SymStr, SymBytes})


def is_textual(values: Iterable[Any]) -> bool:
    """Tell whether symbolic text or bytes are among some values, or in a tuple or list of them."""
    for value in values:
        kind = type(value)
        if kind in TEXTUAL or ((kind is tuple or kind is list) and not TEXTUAL.isdisjoint(map(type, value))):
            return True
    return False


# -- methods -----------------------------------------------------------------------------------------


def _own_methods(symbolic: type[SymChars], builtin: type) -> dict[str, Callable[..., Any]]:
    """The methods of the builtin type that a class of symbolic values has of its own."""
    own = {*vars(symbolic), *vars(SymChars)}
    return {name: getattr(symbolic, name) for name in dir(builtin) if name in own}


# Methods of str and bytes with the models that serve plain receivers too, where an argument is symbolic.
METHODS: Mapping[type, Mapping[str, Callable[..., Any]]] = {
    str: {
        **_own_methods(SymStr, str),
        "join": texts.joined,
        "format": lambda self, /, *arguments, **names: texts.fill(self, arguments, names),
        "format_map": lambda self, mapping: texts.fill(self, None, mapping),
        "__mod__": texts.by_percent,
    },
    bytes: {
        **_own_methods(SymBytes, bytes),
        "join": blobs.joined,
    },
}


def method(receiver: Any, name: str) -> Callable[..., Any] | None:
    """The model of a method of plain text or bytes."""
    models = METHODS.get(type(receiver))
    return None if models is None else models.get(name)


# -- functions ----------------------------------------------------------------------------------------


def to_ord(character: Any) -> Any:
    """`ord(c)`"""
    plain = ord(character)
    if type(character) not in TEXTUAL:
        return plain
    part = character.parts[0]
    return plain if type(part) is int else symbolic(plain, form_of(part), character.trace)


def to_chr(code: Any) -> Any:
    """`chr(i)`"""
    if type(code) is not SymInt:
        return chr(code)
    value, trace = int.__index__(code), code.trace
    form = code.form
    if not trace.decide(compare(form, ">=", 0), value >= 0, 1) or not trace.decide(
        compare(form, "<=", LAST), value <= LAST, 1
    ):
        return chr(value)  # raises
    if isinstance(form, Linear) and form.constant == 0 and len(form.parts) == 1 and form.parts[0][1] == 1:
        index = form.parts[0][0]
        domain = trace.variables[index].domain
        if isinstance(domain, Characters):
            return text([SymChar(value, trace, index, class_of(domain.chars))])
    return text([formed(value, form, trace)])


def to_int(*arguments: Any, **options: Any) -> Any:
    """`int(text)`, `int(text, base)`"""
    base = options.get("base", arguments[1] if len(arguments) > 1 else 10)
    value: Any = arguments[0] if arguments else None
    if len(arguments) == 1 and not options:
        if type(value) is SymInt:
            return value
        if type(value) is SymFloat:
            return value.__trunc__()
    if type(value) not in TEXTUAL or type(base) is not int:
        return int(*arguments, **options)
    wide = type(value) is SymStr
    is_space = str.isspace if wide else byte_predicate("isspace")
    try:
        plain = int(_plain(value), *arguments[1:], **options)
    except ValueError:
        _tried(integer, value.parts, base, wide, is_space)
        raise
    form = _tried(integer, value.parts, base, wide, is_space)
    if form is None:
        note("int()", value)
        return plain
    return read(plain, value.parts, form)


def to_float(*arguments: Any) -> Any:
    """`float(text)`"""
    value: Any = arguments[0] if arguments else None
    if len(arguments) == 1 and type(value) is SymInt:
        return as_real(value)
    if len(arguments) == 1 and type(value) is SymFloat:
        return value
    if type(value) not in TEXTUAL or len(arguments) != 1:
        return float(*arguments)
    wide = type(value) is SymStr
    is_space = str.isspace if wide else byte_predicate("isspace")
    try:
        plain = float(_plain(value))
    except ValueError:
        _tried(real, value.parts, wide, is_space)
        raise
    form = _tried(real, value.parts, wide, is_space)
    if form is None:
        note("float()", value)
        return plain
    return read(plain, value.parts, form)


def _tried(parse: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return parse(*arguments)
    except NoNumber:
        return None


def _plain(value: Any) -> Any:
    return value.__getnewargs__()[0]


def to_str(*arguments: Any, **options: Any) -> Any:
    """`str(x)`, `str(bytes, encoding)`"""
    if len(arguments) == 1 and not options:
        value = arguments[0]
        if type(value) is SymInt:
            return text(decimal(value))
        if type(value) in _DISPLAYED:
            return displayed(value)
        note_held(value)
        return value if type(value) is SymStr else str(value)
    if arguments and type(arguments[0]) is SymBytes:
        return arguments[0].decode(*arguments[1:], **options)
    return str(*arguments, **options)


def to_repr(value: Any) -> Any:
    """`repr(x)`"""
    if type(value) in _DISPLAYED:
        return displayed(value)
    note_held(value)
    return text(decimal(value)) if type(value) is SymInt else repr(value)


def note_held(value: Any, depth: int = 4) -> bool:
    """Note it where C code makes the text of a container with symbolic text in it."""
    base = next((each for each in texts.CONTAINERS if issubclass(type(value), each)), None)
    if base is None:
        return False
    for each in (*dict.keys(value), *dict.values(value)) if base is dict else tuple(base.__iter__(value)):
        if type(each) in TEXTUAL:
            each.trace.give_up("text of a container", 1)
            return True
        if depth and note_held(each, depth - 1):
            return True
    return False


_DISPLAYED = frozenset({list, tuple})
_SHOWN = _DISPLAYED | TEXTUAL | {SymInt, str, bytes, int, float, bool, type(None)}


def displayed(value: Any) -> Any:
    """The text of a list or tuple of text, bytes and numbers; of one that holds others, C code makes it."""
    if not _is_shown(value, DEEPEST):
        note("str() of a container", *value)
        return repr(value)
    items = texts.joined(", ", [to_repr(each) for each in value])
    if type(value) is list:
        return texts.joined("", ["[", items, "]"])
    return texts.joined("", ["(", items, ",)" if len(value) == 1 else ")"])


DEEPEST = 20  # lists inside lists; ends the walk in a list that contains itself


def _is_shown(value: Any, depth: int) -> bool:
    if type(value) not in _DISPLAYED:
        return type(value) in _SHOWN
    return depth > 0 and all(_is_shown(each, depth - 1) for each in value)


def wrapped(wrapper: Any) -> Callable[..., Any] | None:
    """The operation of a special method of plain text or bytes, such as `"abc".__contains__`."""
    model = method(wrapper.__self__, wrapper.__name__)
    if model is None:
        return None

    def operation(perform: Any, /, *arguments: Any) -> Any:
        if is_textual(arguments) or SymInt in map(type, arguments):
            return model(wrapper.__self__, *arguments)
        return perform(wrapper, *arguments)

    return operation


def to_base(kind: str) -> Callable[[Any], Any]:
    """`hex(x)`, `oct(x)`, `bin(x)`; `kind` is the letter behind the zero."""

    def model(value: Any) -> Any:
        return text(prefixed(value, kind))

    return model


def to_ascii(value: Any) -> Any:
    """`ascii(x)`"""
    return text(decimal(value)) if type(value) is SymInt else texts.to_ascii(value)


def to_format(value: Any, specification: Any = "") -> Any:
    """`format(x, specification)`"""
    if type(value) is not SymInt:
        return format(value, specification)
    return formatted(value, -1, specification)


def formatted(value: Any, conversion: int, specification: str) -> Any:
    """One `{value!r:specification}` of an f-string."""
    if conversion != -1:
        value = texts.converted(value, chr(conversion))
    if type(specification) is SymStr:
        specification = decided(specification.parts)
    if type(value) in _DISPLAYED and not specification and is_textual((value,)):
        return displayed(value)
    note_held(value)
    if type(value) is not SymInt:
        return format(value, specification)
    format(int.__index__(value), specification)  # raises where Python does
    return text(shown(value, None, specification))


def to_bytes(*arguments: Any, **options: Any) -> Any:
    """`bytes(x)` of text, bytes, and of ints that are known to be bytes."""
    if not arguments:
        return bytes(*arguments, **options)
    value = arguments[0]
    if type(value) is SymBytes and len(arguments) == 1:
        return value
    if type(value) is SymStr:
        return value.encode(*arguments[1:], **options)
    if len(arguments) == 1 and type(value) in (list, tuple) and SymInt in map(type, value):
        for each in value:
            if type(each) is SymInt:
                number = int.__index__(each)
                each.trace.decide(compare(each.form, ">=", 0), number >= 0, 1)
                each.trace.decide(compare(each.form, "<", 256), number < 256, 1)
        bytes(value)  # raises where Python does
        return blob([byte(each) for each in value])
    return bytes(*arguments, **options)


def to_intern(value: Any) -> Any:
    """`sys.intern(s)`, which refuses subclasses of str."""
    return value if type(value) is SymStr else sys.intern(value)


def to_fields(template: Any) -> Iterator[tuple[Any, ...]]:
    """`formatter_parser(template)`: what is before a field, its name, specification and conversion."""
    literal: list[Part] = []
    try:
        for piece in fields_of(template.parts):
            if isinstance(piece, str):
                [(_, *field)] = formatter_parser(piece)
                yield text(literal), *field
                literal = []
            else:
                literal.append(piece)
                if piece in _DOUBLED:
                    yield text(literal), None, None, None
                    literal = []
    except Unmodelled:
        list(formatter_parser(_plain(template)))  # raises
        raise
    if literal:
        yield text(literal), None, None, None


_DOUBLED = (ord("{"), ord("}"))  # outside of fields there are no others
