"""What a parameter may be, by what the body of a function does with it, and by its name."""

from __future__ import annotations

import ast
import io
from collections import deque
from collections.abc import Callable, Iterable, Mapping, MutableMapping, MutableSequence, Sequence, Set
from typing import Any

from slowpath.errors import ShapeError
from slowpath.knowledge.catalogue import ALL, Knowledge
from slowpath.knowledge.entry import Meaning
from slowpath.shape import library as lib
from slowpath.shape.annotations import UNKNOWN, Hint, constructor_hints
from slowpath.shape.base import Shape
from slowpath.shape.body import Body, body_of, keepers, offered
from slowpath.shape.choices import either
from slowpath.shape.foreign import shape_of_class
from slowpath.shape.formula import SizeFormula
from slowpath.shape.hints import shape_of_hint
from slowpath.shape.mappings import Entries
from slowpath.shape.objects import Records
from slowpath.shape.parts import is_counted, loops_over, under_key
from slowpath.shape.sequences import FixedTuple, Sequences

DIVIDED = ", which a loop divides"
_KINDS: Mapping[type, Callable[[], Shape]] = {
    str: lib.text,
    list: lib.ints,
    dict: lambda: lib.dicts(lib.text(), lib.text()),
    set: lambda: lib.sets(lib.integer()),
    deque: lambda: lib.deques(lib.integer()),
    bytes: lib.blob,
    int: lib.integer,
    float: lib.real,
}
_MEANINGS: Mapping[Meaning, Callable[[], Shape]] = {
    Meaning.TEXT: lib.text,
    Meaning.TEXTS: lambda: lib.lists(lib.text()),
    Meaning.BYTES: lib.blob,
    Meaning.NUMBER: lib.integer,
    Meaning.NUMBERS: lib.ints,
    Meaning.FLAG: lib.boolean,
    Meaning.MAPPING: _KINDS[dict],
    Meaning.FILE: lambda: text_stream(),
    Meaning.LINES: lambda: _line_reader(),
    Meaning.FUNCTION: lambda: _callback(),
}
# What is called with so many arguments: it reads a line, or converts what it is given.
_CALLED: Mapping[int, Callable[[], Shape]] = {0: lambda: _line_reader(), 1: lambda: lib.const(str)}
# What grows, and the types that are asked for where such a value is meant.
_TESTED: Mapping[type, tuple[type, ...]] = {
    str: (str,),
    list: (list, tuple, Sequence, MutableSequence, Iterable),
    dict: (dict, Mapping, MutableMapping),
    set: (set, frozenset, Set),
    bytes: (bytes, bytearray),
}
_READS = frozenset({"read", "readline", "readlines"})
_WRITES = frozenset({"write", "writelines", "flush", "close"})
_STREAM = frozenset({*dir(io.StringIO), *dir(io.BytesIO)})
_HOPS = 2  # functions that a parameter is followed into: a public one, its private part, and what that calls
_MOST_KEYS = 8  # of a mapping: each is a text that grows, and a search has to vary them all
_MOST_OPTIONS = 8  # texts that an option is compared with: each is one more way to try
_DIGITS = 8  # of a number for each N: a machine word has room for about as many, so each N adds one


def text_stream() -> Shape:
    """A text file."""
    return lib.records("io:StringIO", lib.text())


def blob_stream() -> Shape:
    """A binary file."""
    return lib.records("io:BytesIO", lib.blob())


def digits() -> Shape:
    """A number whose digits are many: the work on a few of them does not show."""
    return lib.integer(0, SizeFormula(f"10 ** ({_DIGITS} * N)"))


def used_as(
    function: Any, name: str, hops: int = _HOPS, knowledge: Knowledge = ALL
) -> tuple[Shape, str] | None:
    """Return the shape that the use of a parameter shows, and which use that is; None if it shows none."""
    body = body_of(function)
    told = None if body is None else _used_in(body, name, hops, knowledge)
    if told is None and hops and isinstance(function, type):
        told = _kept(function, name, hops - 1, knowledge)
    return told


def _used_in(body: Body, name: str, hops: int, knowledge: Knowledge) -> tuple[Shape, str] | None:
    told = (
        _by_methods(body, name, hops, knowledge)
        or _by_calls(body, name)
        or _by_class(body, name, hops, knowledge)
    )
    if told is None and body.is_divided(name):
        told = digits(), DIVIDED
    if told is None and not body.is_taken_apart(name):
        told = _by_words(body, name)
    if told is None and not body.is_tested(name) and body.is_table(name):
        told = lib.lists(lib.text() if body.is_compared_with_text(name) else lib.ints()), "[0][0]"
    if told is None and not body.is_tested(name):
        told = _by_items(body, name, hops, knowledge)
    if told is None and hops:
        told = _passed_on(body, name, hops - 1, knowledge)
    return told


def _kept(cls: type, name: str, hops: int, knowledge: Knowledge) -> tuple[Shape, str] | None:
    """What the methods of a class tell of a parameter that its constructor keeps."""
    for body, there in keepers(cls, name):
        told = _used_in(body, there, hops, knowledge)
        if told is not None:
            return told[0], f" in {body.function.__name__}"
    return None


def tells_parts(shape: Shape) -> bool:
    """Whether a shape says what a mapping or a list holds: keys, rows or objects."""
    if isinstance(shape, Sequences):
        return isinstance(shape.of, Entries | FixedTuple | Records)
    return isinstance(shape, Entries)


def asked_as(function: Any, name: str, hops: int = _HOPS) -> tuple[Shape, str] | None:
    """Return what grows of the types that code asks for with `isinstance`, and how it asks; None if it does
    not. Bytes that are decoded may be the text itself."""
    body = body_of(function)
    if body is None:
        return None
    tested = body.tested_types(name)
    kinds = [kind for kind, others in _TESTED.items() if any(each in others for each in tested)]
    if kinds:
        how = f"isinstance({name}, {kinds[0].__name__})"
        if "decode" in body.methods(name):
            kinds = list(dict.fromkeys(str if kind is bytes else kind for kind in kinds))
        return either([_KINDS[kind]() for kind in kinds]), how
    passed = (asked_as(called, there, hops - 1) for called, there in body.passed_to(name) if hops)
    return next(filter(None, passed), None)


def compared_words(function: Any, name: str, hops: int = _HOPS) -> list[str]:
    """Return the texts that a parameter is compared with as a whole, here or where it is handed on to."""
    body = body_of(function)
    if body is None:
        return []
    words = body.compared_words(name)
    if not words and hops:
        passed = (compared_words(called, there, hops - 1) for called, there in body.passed_to(name))
        words = next(filter(None, passed), [])
    return words[:_MOST_OPTIONS]


def is_divided(function: Any, name: str) -> bool:
    """Whether a loop takes the digits of a parameter off it."""
    body = body_of(function)
    return body is not None and body.is_divided(name)


def is_only_compared(function: Any, name: str) -> bool:
    """Whether a parameter is nowhere but in comparisons, keys of tables and messages."""
    body = body_of(function)
    return body is not None and body.is_only_compared(name)


def is_index(function: Any, name: str) -> bool:
    """Whether a parameter is part of an index, or of a range."""
    body = body_of(function)
    return body is not None and body.is_index(name)


def is_bound(function: Any, name: str) -> bool:
    """Whether a parameter may be a bound: it is an index, or compared with something else than a literal."""
    body = body_of(function)
    return body is not None and (body.is_index(name) or body.is_compared(name))


def guess(function: Any, name: str, hops: int = _HOPS, knowledge: Knowledge = ALL) -> Shape:
    """Return a shape to suggest if nothing tells it: by what a parameter is used for, or by its name."""
    told = used_as(function, name, hops, knowledge)
    if told is not None:
        return told[0]
    body = body_of(function)
    if body is not None and body.is_compared_with_text(name):
        return lib.text()
    if body is not None and body.is_changed(name) and not body.methods(name):
        return lib.ints()
    meaning = knowledge.meaning(name)
    if body is not None and body.is_number(name) and meaning is not Meaning.NUMBER:
        return lib.real()
    return lib.text() if meaning is None else _MEANINGS[meaning]()


def _by_methods(body: Body, name: str, hops: int, knowledge: Knowledge) -> tuple[Shape, str] | None:
    methods = body.methods(name)
    if "decode" in methods and body.is_tested(name):
        return lib.text(), ", which may be decoded"  # what is decoded if it is bytes is text otherwise
    if methods & (_READS | _WRITES) and methods <= _STREAM:
        return (text_stream() if methods & _READS else lib.records("io:StringIO")), f".{min(methods)}()"
    kinds = [kind for kind in _KINDS if methods and methods <= set(dir(kind))]
    if body.is_changed(name):
        kinds = [kind for kind in kinds if kind not in (str, bytes)]
    if not kinds or (len(kinds) > 1 and kinds[0] is not str and set(kinds) != {list, deque}):
        return _by_keys(body, name, hops, knowledge)
    if kinds[0] is dict:
        return _by_keys(body, name, hops, knowledge) or (_KINDS[dict](), f".{min(methods)}()")
    if kinds[0] is list and (body.has_text_items(name) or knowledge.meaning(name) is Meaning.TEXTS):
        return lib.lists(lib.text()), f".{min(methods)}()"
    return _KINDS[kinds[0]](), f".{min(methods)}()"


def _by_keys(body: Body, name: str, hops: int, knowledge: Knowledge) -> tuple[Shape, str] | None:
    """A dictionary with the keys that it is asked for, and under each what the code does with it."""
    keys = body.keys(name)[:_MOST_KEYS]
    parts = {key: _part(*under_key(body, name, key), hops, knowledge) for key in keys}
    return (lib.entries(**parts), f"[{keys[0]!r}]") if keys else None


def _part(body: Body, name: str, hops: int, knowledge: Knowledge) -> Shape:
    """The value under a key: a text, if nothing tells more. If the function calls itself, the innermost list
    is empty."""
    told = _used_in(body, name, hops, knowledge)
    if told is not None:
        return told[0]
    if any(loops_over(body, name)):
        return lib.const([]) if body.calls_itself and not hops else lib.lists(lib.text())
    return lib.integer() if is_counted(body, name) else lib.text()


def _by_items(body: Body, name: str, hops: int, knowledge: Knowledge) -> tuple[Shape, str] | None:
    """A list, if loops tell what its items are: rows that are unpacked, mappings, or objects of a class."""
    for item, loop in loops_over(body, name):
        match item:
            case ast.Tuple(elts=parts) if all(isinstance(each, ast.Name) for each in parts):
                row = [_cell(loop, each.id) for each in parts if isinstance(each, ast.Name)]
                return lib.lists(lib.row(*row)), f", whose items are unpacked into {len(parts)}"
            case ast.Name(id=one):
                told = _by_keys(loop, one, hops, knowledge) or _by_class(loop, one, hops, knowledge)
                if told is None and hops:
                    told = _passed_on(loop, one, hops - 1, knowledge)
                    # The items of a text are texts too.
                    told = told if told is not None and tells_parts(told[0]) else None
                if told is not None:
                    return lib.lists(told[0]), f"[i]{told[1]}"
    return None


def _cell(loop: Body, name: str) -> Shape:
    """A part of a row: text if it is used as such, else a number."""
    used = bool(loop.methods(name)) or loop.is_compared_with_text(name)
    return lib.text() if used and loop.methods(name) <= set(dir(str)) else lib.integer()


def _by_calls(body: Body, name: str) -> tuple[Shape, str] | None:
    called = None if body.methods(name) else body.called_with(name)
    if called is None:
        return None
    return (_CALLED[called]() if called in _CALLED else _callback()), "()"


def _by_class(body: Body, name: str, hops: int, knowledge: Knowledge) -> tuple[Shape, str] | None:
    """An object of a class that the function knows, if it has what is read and called on the parameter."""
    wanted = body.attributes(name)
    if body.is_tested(name) or any(wanted <= set(dir(kind)) for kind in _KINDS):
        return None  # if the function asks, it may be such an object and need not
    for cls in body.classes() if hops else ():
        if wanted <= offered(cls):
            made = made_by(cls, hops - 1, knowledge)
            if made is not None:
                return made, f".{min(wanted)}"
    return None


def made_by(cls: type, hops: int = 1, knowledge: Knowledge = ALL) -> Shape | None:
    """Return the objects of a class whose constructor is given what it needs, by hints, use and name."""
    known = shape_of_class(cls)
    if known is not None:
        return known
    parameters = constructor_hints(cls)
    if parameters is None:
        return None
    needed = {each.name: each for each in parameters if each.required}
    given = {name: _hinted(each) or guess(cls, name, hops, knowledge) for name, each in needed.items()}
    positional = [shape for each, shape in given.items() if needed[each].positional]
    named = {each: shape for each, shape in given.items() if not needed[each].positional}
    try:
        return lib.records(cls, *positional, **named)
    except ShapeError:
        return None


def _hinted(parameter: Hint) -> Shape | None:
    """What the hint of a parameter tells; None if it tells nothing, or leaves something open."""
    told = None if parameter.hint is UNKNOWN else shape_of_hint(parameter.hint)
    return None if told is None or told.assumed else told.shape


def _by_words(body: Body, name: str) -> tuple[Shape, str] | None:
    """One of the texts that a parameter is compared with, if there are several: it chooses between ways."""
    words = body.compared_words(name)[:_MOST_OPTIONS]
    return (lib.literal(*words), f" == {words[0]!r}") if len(words) > 1 else None


def _passed_on(body: Body, name: str, hops: int, knowledge: Knowledge) -> tuple[Shape, str] | None:
    """What the functions tell that a parameter is handed to."""
    for function, there in body.passed_to(name):
        told = used_as(function, there, hops, knowledge)
        if told is not None:
            return told[0], f" in {function.__name__}"
    return None


def _line_reader() -> Shape:
    """What returns a line each time that it is called."""
    return lib.records("builtins:getattr", text_stream(), lib.const("readline"))


def _callback() -> Shape:
    """What takes any arguments: it returns the first of them as text."""
    return lib.records("builtins:getattr", lib.const("{0}"), lib.const("format"))
