"""The shapes as functions, named as `--arg` and users of the library name them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum, EnumType
from typing import Any

from slowpath.errors import ShapeError
from slowpath.model.charset import CharSet
from slowpath.shape import constants
from slowpath.shape.alphabet import ANY
from slowpath.shape.base import Length, Shape
from slowpath.shape.choices import NONE, Const, OneOf
from slowpath.shape.families import Families
from slowpath.shape.formula import N, Number, SizeFormula, as_formula
from slowpath.shape.maker import ClassRef
from slowpath.shape.mappings import Dicts, Entries, Entry
from slowpath.shape.objects import Members, Records, reference
from slowpath.shape.paths import Paths, file_shape, tree_shape
from slowpath.shape.scalars import Boolean, Char, Integer, Real
from slowpath.shape.sequences import FixedTuple, Matrix, Sequences
from slowpath.shape.strings import Blob, Text

_FILE = 16  # characters of a file in a folder, unless they are told

Bound = SizeFormula | Number | None
Count = Length | SizeFormula | int
Alphabet = CharSet | str
Named = ClassRef | type | str


def upto(hi: SizeFormula | int) -> Length:
    """Any length from 0 to `hi`."""
    return Length(as_formula(0), as_formula(hi))


def between(lo: SizeFormula | int, hi: SizeFormula | int) -> Length:
    """Any length from `lo` to `hi`."""
    return Length(as_formula(lo), as_formula(hi))


def integer(lo: Bound = None, hi: Bound = None) -> Integer:
    """A whole number."""
    return Integer(_bound(lo), _bound(hi))


def real(lo: Bound = None, hi: Bound = None) -> Real:
    """A finite float."""
    return Real(_bound(lo), _bound(hi))


def boolean() -> Boolean:
    """True or False."""
    return Boolean()


def char(alphabet: Alphabet = ANY) -> Char:
    """One character."""
    return Char(_alphabet(alphabet))


def ints(length: Count = N, lo: Bound = None, hi: Bound = None) -> Sequences:
    """A list of whole numbers."""
    return Sequences(integer(lo, hi), _length(length))


def floats(length: Count = N, lo: Bound = None, hi: Bound = None) -> Sequences:
    """A list of finite floats."""
    return Sequences(real(lo, hi), _length(length))


def bools(length: Count = N) -> Sequences:
    """A list of truth values."""
    return Sequences(Boolean(), _length(length))


def text(length: Count = N, alphabet: Alphabet = ANY) -> Text:
    """A str."""
    return Text(_length(length), _alphabet(alphabet))


def blob(length: Count = N) -> Blob:
    """A bytes."""
    return Blob(_length(length))


def bytearrays(length: Count = N) -> Blob:
    """A bytearray."""
    return Blob(_length(length), "bytearray")


def memoryviews(length: Count = N) -> Blob:
    """A memoryview of bytes."""
    return Blob(_length(length), "memoryview")


def lists(of: Shape, length: Count = N) -> Sequences:
    """A list."""
    return Sequences(of, _length(length))


def tuples(of: Shape, length: Count = N) -> Sequences:
    """A tuple of parts of one shape; `row` has parts of several."""
    return Sequences(of, _length(length), "tuple")


def sets(of: Shape, length: Count = N) -> Sequences:
    """A set of so many members, of which equal ones coincide."""
    return Sequences(of, _length(length), "set")


def frozensets(of: Shape, length: Count = N) -> Sequences:
    """A frozenset of so many members, of which equal ones coincide."""
    return Sequences(of, _length(length), "frozenset")


def deques(of: Shape, length: Count = N) -> Sequences:
    """A collections.deque."""
    return Sequences(of, _length(length), "deque")


def iterators(of: Shape, length: Count = N) -> Sequences:
    """An iterator over a list."""
    return Sequences(of, _length(length), "iterator")


def row(*parts: Shape) -> FixedTuple:
    """A tuple of fixed parts."""
    return FixedTuple(parts)


def matrix(rows: Count = N, columns: Count = N, of: Shape | None = None) -> Matrix:
    """A list of lists of the same length."""
    return Matrix(_length(rows), _length(columns), Integer() if of is None else of)


def dicts(keys: Shape, values: Shape, length: Count = N, kind: str = "dict") -> Dicts:
    """A dict of so many keys, of which equal ones coincide, or another kind of dictionary."""
    return Dicts(keys, values, _length(length), kind)


def entries(**fields: Shape | Entry) -> Entries:
    """A dict of fixed keys; a key of a shape in `maybe` may be absent."""
    return Entries(
        tuple(
            Entry(key, shape.shape, shape.required) if isinstance(shape, Entry) else Entry(key, shape)
            for key, shape in fields.items()
        )
    )


def maybe(of: Shape) -> Entry:
    """The shape of a key that may be absent; only in `entries`."""
    return Entry("", of, required=False)


def records(cls: Named, /, *arguments: Shape, **fields: Shape) -> Records:
    """An object that a class makes of these arguments."""
    return Records(_reference(cls), arguments, tuple(fields.items()))


def members(cls: Named, /, *names: str) -> Members:
    """A member of an enumeration: any of those named, or any there is."""
    ref = _reference(cls)
    return Members(ref, names or _all_members(ref))


def _all_members(ref: ClassRef) -> tuple[str, ...]:
    kind = ref.resolve()
    if not isinstance(kind, EnumType):
        raise ShapeError(f"{ref} is no enumeration", f"For an object, write records('{ref}', ...).")
    found: Iterable[Enum] = kind
    return tuple(each.name for each in found)


def file(of: Shape | None = None, suffix: str = "", kind: str = "str") -> Paths:
    """The path of a file with this content: a str, or a "Path"."""
    return file_shape(text() if of is None else of, suffix, kind)


def tree(length: Count = N, of: Shape | None = None, kind: str = "str") -> Paths:
    """The path of a folder with so many files, each with this content."""
    return tree_shape(lists(text(_FILE) if of is None else of, length), kind)


def one_of(*options: Shape) -> OneOf:
    """What any of the options admits."""
    return OneOf(options)


def optional(of: Shape) -> OneOf:
    """None, or what a shape admits."""
    return OneOf((NONE, of))


def literal(*choices: Any) -> OneOf:
    """One of these values."""
    return OneOf(tuple(const(each) for each in choices))


def const(value: Any) -> Const:
    """Only this value."""
    return Const(constants.write(value))


def family(*sources: str) -> Families:
    """What one of these expressions in N gives."""
    return Families(sources)


# The shapes of values of builtin types that have no parts.
SCALARS: Mapping[type, Callable[[], Shape]] = {
    int: integer,
    float: real,
    bool: boolean,
    str: text,
    bytes: blob,
    bytearray: bytearrays,
}
SHAPES: Mapping[str, Callable[..., Shape | Entry]] = {
    each.__name__: each
    for each in (
        *(integer, real, boolean, char, ints, floats, bools, text, blob, bytearrays, memoryviews),
        *(lists, tuples, sets, frozensets, deques, iterators, row, matrix, dicts, entries, maybe),
        *(records, members, file, tree, one_of, optional, literal, const, family),
    )
}
EXAMPLES: Mapping[str, str] = {
    "integer": "integer(0, 100)",
    "real": "real(0, 1)",
    "boolean": "boolean()",
    "char": 'char("abc")',
    "ints": "ints(N, 0, 100)",
    "floats": "floats(N, 0, 1)",
    "bools": "bools(N)",
    "text": 'text(N, "ab<>")',
    "blob": "blob(N)",
    "bytearrays": "bytearrays(N)",
    "memoryviews": "memoryviews(N)",
    "lists": "lists(ints(3), N)",
    "tuples": "tuples(integer(0, 9), N)",
    "sets": "sets(integer(), N)",
    "frozensets": "frozensets(integer(), N)",
    "deques": "deques(integer(), N)",
    "iterators": "iterators(integer(), N)",
    "row": "row(integer(), text(N))",
    "matrix": "matrix(N, N, integer(0, 9))",
    "dicts": "dicts(text(3), integer(), N)",
    "entries": "entries(name=text(N), age=maybe(integer(0, 150)))",
    "maybe": "entries(age=maybe(integer(0, 150)))",
    "records": 'records("fractions:Fraction", integer(), integer(1, N))',
    "members": 'members("re:RegexFlag", "ASCII", "VERBOSE")',
    "file": 'file(text(N), ".csv")',
    "tree": "tree(N, text(16))",
    "one_of": "one_of(integer(), text(N))",
    "optional": "optional(ints(N))",
    "literal": 'literal("left", "right")',
    "const": 'const(",")',
    "family": 'family("{i: [i + 1] for i in range(N)}")',
}


def _bound(bound: Bound) -> SizeFormula | None:
    return None if bound is None else as_formula(bound)


def _length(length: Count) -> Length:
    if isinstance(length, Length):
        return length
    number = as_formula(length)
    return Length(number, number)


def _alphabet(alphabet: Alphabet) -> CharSet:
    return CharSet.of(alphabet) if isinstance(alphabet, str) else alphabet


def _reference(cls: Named) -> ClassRef:
    if isinstance(cls, ClassRef):
        return cls
    if not isinstance(cls, str):
        return reference(cls)
    module, colon, qualname = cls.partition(":")
    if not (colon and module and qualname):
        raise ShapeError(
            f"{cls!r} names no class", "Name it as module:Class, for example fractions:Fraction."
        )
    return ClassRef(module, qualname)
