from __future__ import annotations

import collections
import collections.abc as abc
import dataclasses
import datetime
import decimal
import enum
import fractions
import io
import os
import pathlib
import random
import re
import sys
import types
import typing
import uuid
from random import Random
from typing import Any

import pytest

from slowpath.shape.annotations import hints_of
from slowpath.shape.hints import is_free, shape_of_hint
from slowpath.shape.library import ints
from slowpath.shape.sampler import Sampler
from slowpath.shape.syntax import parse_shape

if typing.TYPE_CHECKING:
    from nowhere import Missing  # type: ignore[import-not-found]

HERE = __name__
UserId = typing.NewType("UserId", int)
T = typing.TypeVar("T")
Bounded = typing.TypeVar("Bounded", bound=str)
P = typing.ParamSpec("P")
JSON = dict[str, "JSON"] | list["JSON"] | str | int
ANY = "lambda first=None, *rest, **named: first"


class Level(enum.IntEnum):
    LOW = 1
    HIGH = 2
    TOP = 2


class Rights(enum.Flag):
    READ = 1
    WRITE = 2


@dataclasses.dataclass
class Item:
    name: str
    price: float = 0.0
    tags: list[str] = dataclasses.field(default_factory=list)
    total: int = dataclasses.field(init=False, default=0)
    seed: dataclasses.InitVar[int] = 3
    kind: typing.ClassVar[str] = "item"


class Step(typing.NamedTuple):
    at: int
    what: str | None = None


class Movie(typing.TypedDict):
    title: str
    year: typing.NotRequired[int]


class Partial(typing.TypedDict, total=False):
    a: int
    b: typing.Required[bool]


class Unevaluated(typing.TypedDict):
    a: int
    b: ForTypeCheckersOnly  # type: ignore[name-defined]  # noqa: F821


class Node:
    def __init__(self, value: int, next: Node | None = None) -> None:
        self.value, self.next = value, next


class Tree:
    def __init__(self, children: list[Tree]) -> None:
        self.children = children


class Positional:
    def __init__(self, a: int, /, b: str, *rest: int, **more: int) -> None: ...


class Untold:
    def __init__(self, thing) -> None: ...


class Half:
    def __init__(self, known: int, unknown=None) -> None: ...


class Nothing:
    pass


class Proto(typing.Protocol):
    def f(self) -> int: ...


class Fitting:
    def f(self) -> int:
        return 1


class Comparable(typing.Protocol):
    def __lt__(self, other: Any) -> bool: ...


class Indexed(typing.Protocol):
    def __getitem__(self, place: int) -> int: ...
    def __len__(self) -> int: ...


class Walker(typing.Protocol):
    legs: int

    def walk(self) -> None: ...


class Listed(typing.Protocol):
    name: str

    def get(self, place: int) -> int: ...
    def size(self) -> int: ...
    @property
    def first(self) -> int: ...


class Special(typing.Protocol):
    def __matmul__(self, other: Any) -> Any: ...


@dataclasses.dataclass
class Dog:
    legs: int

    def walk(self) -> None: ...


class Abstract(abc.Sequence):  # type: ignore[type-arg]
    pass


@dataclasses.dataclass
class Bound:
    ge: int | None = None
    le: int | None = None
    gt: int | None = None
    lt: int | None = None


DATE = "integer(1, 9999), integer(1, 12), integer(1, 28)"
TIME = "integer(0, 23), integer(0, 59), integer(0, 59)"
FORMS: list[tuple[Any, str | None]] = [
    (int, "integer()"),
    (float, "real()"),
    (bool, "boolean()"),
    (str, "text(N)"),
    (bytes, "blob(N)"),
    (bytearray, "bytearrays(N)"),
    (memoryview, "memoryviews(N)"),
    (None, "const(None)"),
    (type(None), "const(None)"),
    (complex, "records('builtins:complex', real(), real())"),
    (range, "records('builtins:range', integer(0, N))"),
    (list, "ints(N)"),
    (list[int], "ints(N)"),
    (list[float], "floats(N)"),
    (list[bool], "bools(N)"),
    (list[str], "lists(text(N), N)"),
    (list[list[int]], "lists(ints(N), N)"),
    (list[Any], "ints(N)"),
    (list[T], "ints(N)"),  # type: ignore[valid-type]
    (typing.List[int], "ints(N)"),  # noqa: UP006
    (typing.List, "ints(N)"),  # noqa: UP006
    (tuple, "tuples(integer(), N)"),
    (tuple[int, ...], "tuples(integer(), N)"),
    (tuple[int, str], "row(integer(), text(N))"),
    (tuple[()], "tuples(integer(), N)"),
    (typing.Tuple[int, str], "row(integer(), text(N))"),  # noqa: UP006
    (set[int], "sets(integer(), N)"),
    (frozenset[str], "frozensets(text(N), N)"),
    (collections.deque[int], "deques(integer(), N)"),
    (dict, "dicts(integer(), integer(), N)"),
    (dict[str, int], "dicts(text(N), integer(), N)"),
    (dict[str, list[int]], "dicts(text(N), ints(N), N)"),
    (collections.OrderedDict[str, int], "dicts(text(N), integer(), N, 'OrderedDict')"),
    (collections.defaultdict[str, list[int]], "dicts(text(N), ints(N), N, 'defaultdict[list]')"),
    (collections.defaultdict[str, Item], None),
    (collections.Counter[str], "dicts(text(N), integer(0), N, 'Counter')"),
    (abc.Sequence[int], "ints(N)"),
    (abc.MutableSequence[int], "ints(N)"),
    (abc.Iterable[str], "lists(text(N), N)"),
    (abc.Iterator[int], "iterators(integer(), N)"),
    (abc.Generator[int, None, None], "iterators(integer(), N)"),
    (abc.Collection[int], "ints(N)"),
    (abc.Container[int], "ints(N)"),
    (abc.Reversible[int], "ints(N)"),
    (abc.Sized, "ints(N)"),
    (abc.Hashable, "integer()"),
    (abc.Set[int], "sets(integer(), N)"),
    (abc.MutableSet[int], "sets(integer(), N)"),
    (abc.Mapping[str, int], "dicts(text(N), integer(), N)"),
    (abc.MutableMapping[str, int], "dicts(text(N), integer(), N)"),
    (typing.Sequence[int], "ints(N)"),
    (typing.Iterable, "ints(N)"),
    (typing.Mapping[str, int], "dicts(text(N), integer(), N)"),
    (typing.Optional[int], "optional(integer())"),  # noqa: UP045
    (int | None, "optional(integer())"),
    (typing.Union[int, str], "one_of(integer(), text(N))"),  # noqa: UP007
    (int | str | None, "one_of(const(None), integer(), text(N))"),
    (int | abc.Callable[[int], int], "one_of(integer(), const(lambda a: a))"),
    (typing.Literal["a", "b"], "literal('a', 'b')"),
    (typing.Literal[1, None], "optional(const(1))"),
    (typing.Literal[Level.LOW], f"members('{HERE}:Level', 'LOW')"),
    (Level, f"members('{HERE}:Level', 'LOW', 'HIGH')"),
    (Rights, f"members('{HERE}:Rights', 'READ', 'WRITE')"),
    (
        Item,
        f"records('{HERE}:Item', name=text(N), price=real(), tags=lists(text(N), N), seed=integer())",
    ),
    (Step, f"records('{HERE}:Step', at=integer(), what=optional(text(N)))"),
    (Movie, "entries(title=text(N), year=maybe(integer()))"),
    (Partial, "entries(a=maybe(integer()), b=boolean())"),
    (Unevaluated, "entries(a=integer(), b=integer())"),  # b is assumed
    (
        Node,
        f"records('{HERE}:Node', value=integer(), "
        f"next=optional(records('{HERE}:Node', value=integer(), next=const(None))))",
    ),
    (
        Tree,
        f"records('{HERE}:Tree', children=lists(records('{HERE}:Tree', children=ints(0)), N))",
    ),
    (Positional, f"records('{HERE}:Positional', integer(), b=text(N))"),
    (Half, f"records('{HERE}:Half', known=integer())"),
    (Nothing, f"records('{HERE}:Nothing')"),
    (Untold, None),
    (Proto, f"records('{HERE}:Fitting')"),
    (Abstract, None),
    (UserId, "integer()"),
    (typing.Annotated[int, "a note"], "integer()"),
    (typing.Annotated[list[int], ints(3, 0, 1)], "ints(3, 0, 1)"),
    (typing.Annotated[int, Bound(ge=0, le=9)], "integer(0, 9)"),
    (typing.Annotated[int, Bound(gt=0), Bound(lt=9)], "integer(1, 8)"),
    (typing.Annotated[float, Bound(ge=0)], "real(0)"),
    (T, "integer()"),
    (Bounded, "text(N)"),
    (typing.AnyStr, "text(N)"),
    (typing.Final[int], "integer()"),
    (typing.LiteralString, "text(N)"),
    (typing.SupportsIndex, "integer()"),
    (typing.SupportsFloat, "real()"),
    (fractions.Fraction, "records('fractions:Fraction', integer(), integer(1, 1000000))"),
    (decimal.Decimal, "records('decimal:Decimal', integer())"),
    (datetime.date, f"records('datetime:date', {DATE})"),
    (datetime.datetime, f"records('datetime:datetime', {DATE}, {TIME})"),
    (io.StringIO, "records('io:StringIO', text(N))"),
    (typing.TextIO, "records('io:StringIO', text(N))"),
    (typing.BinaryIO, "records('io:BytesIO', blob(N))"),
    (Any, None),
    (object, None),
    (type, None),
    (type[int], None),
    (abc.Callable[[int], int], "const(lambda a: a)"),
    (abc.Callable[[str, int], int], "const(lambda a, b: b)"),
    (abc.Callable[[str], int], "const(lambda a: 0)"),
    (abc.Callable[[str], bool], "const(lambda a: True)"),
    (abc.Callable[[T], Any], "const(lambda a: a)"),
    (abc.Callable[[T, T], typing.Optional[bool]], "const(lambda a, b: None)"),  # noqa: UP045
    (abc.Callable[[], list[int]], "const(lambda: [0])"),
    (abc.Callable[[int], None], "const(lambda a: None)"),
    (abc.Callable[P, int], f"const({ANY})"),
    (typing.Callable[..., Any], f"const({ANY})"),
    (abc.Callable, f"const({ANY})"),
    (typing.Callable, f"const({ANY})"),
    (typing.Optional[typing.Callable], f"optional(const({ANY}))"),  # noqa: UP045
    (P.args, None),  # type: ignore[attr-defined]
    (typing.IO[str], "records('io:StringIO', text(N))"),
    (typing.IO[bytes], "records('io:BytesIO', blob(N))"),
    (re.Pattern, r"records('re:compile', literal('a', '\\w+', '(a|b)*c'))"),
    (re.Pattern[str], r"records('re:compile', literal('a', '\\w+', '(a|b)*c'))"),
    (re.Pattern[bytes], r"records('re:compile', literal(b'a', b'\\w+', b'(a|b)*c'))"),
    (uuid.UUID, f"records('uuid:UUID', int=integer(0, {2**128 - 1}))"),
    (random.Random, "records('random:Random', const(0))"),
    (Comparable, "integer()"),
    (Indexed, "ints(N)"),
    (Walker, f"records('{HERE}:Dog', legs=integer())"),
    (
        Listed,
        "records('types:SimpleNamespace', first=integer(), get=const(lambda a: a), name=text(N), "
        "size=const(lambda: 0))",
    ),
    (Special, None),
    (JSON, "one_of(dicts(text(N), integer(), N), ints(N), text(N), integer())"),
    (Exception, None),
    (types.ModuleType, None),
    ("not evaluated", None),
    (3, None),
]  # fmt: skip


@pytest.mark.parametrize(("hint", "described"), FORMS, ids=lambda each: str(each)[:60])
def test_each_form_of_hint_has_a_shape(hint: Any, described: str | None) -> None:
    shape = shape_of_hint(hint).shape
    if hint == collections.defaultdict[str, Item]:
        described = f"dicts(text(N), {shape_of_hint(Item).shape.describe()}, N, 'defaultdict[int]')"  # type: ignore[union-attr]
    assert (shape and shape.describe()) == described


@pytest.mark.parametrize("hint", [hint for hint, _ in FORMS], ids=lambda each: str(each)[:60])
def test_inputs_of_hints_can_be_made(hint: Any) -> None:
    shape = shape_of_hint(hint).shape
    if shape is not None:
        value = shape.build(3, Sampler(Random(0)), "x")
        assert shape.fault(value, 3) is None


def test_attrs_classes_are_made_by_their_constructor(monkeypatch: pytest.MonkeyPatch) -> None:
    attrs: Any = pytest.importorskip("attrs")
    fields = {"_owner": attrs.field(type=str), "books": attrs.field(type=list[int])}
    made = attrs.make_class("Shelf", fields)
    made.__module__ = HERE
    monkeypatch.setitem(globals(), "Shelf", made)
    shape = shape_of_hint(made).shape
    assert shape is not None
    assert shape.describe() == f"records('{HERE}:Shelf', owner=text(N), books=ints(N))"
    value = shape.build(3, Sampler(Random(0)), "x")
    assert shape.fault(value, 3) is None
    assert shape.parse(shape.render(value)) == value


def test_paths_are_made_of_text() -> None:
    shape = shape_of_hint(pathlib.Path).shape
    assert shape is not None
    assert isinstance(shape.build(3, Sampler(Random(0)), "x"), pathlib.Path)


def test_what_is_assumed_is_told() -> None:
    assert shape_of_hint(list[int]).assumed == ()
    assert shape_of_hint(list).assumed == ("parts of lists are ints",)
    assert shape_of_hint(dict[str, Any]).assumed == ("parts of dicts are ints",)
    assert shape_of_hint(list[T]).assumed == ("T is int",)  # type: ignore[valid-type]


def test_a_copy_of_a_class_is_known_as_the_class_is() -> None:
    copied = type("Fraction", (), {"__module__": "fractions", "__qualname__": "Fraction"})
    assert shape_of_hint(copied).shape == shape_of_hint(fractions.Fraction).shape
    assert shape_of_hint(list[copied]).shape == shape_of_hint(list[fractions.Fraction]).shape  # type: ignore[valid-type]


@pytest.mark.skipif(sys.version_info < (3, 12), reason="a statement of 3.12")
def test_type_aliases_stand_for_their_value() -> None:
    names: dict[str, Any] = {}
    exec("type Numbers = list[int]\ntype Nested = dict[str, Numbers]", names)
    shape = shape_of_hint(names["Nested"]).shape
    assert shape is not None
    assert shape.describe() == "dicts(text(N), ints(N), N)"


@pytest.mark.skipif(sys.version_info < (3, 12), reason="a statement of 3.12")
def test_a_type_alias_may_name_itself() -> None:
    names: dict[str, Any] = {}
    exec("type Json = dict[str, Json] | list[Json] | str | None", names)
    shape = shape_of_hint(names["Json"]).shape
    assert shape is not None
    for seed in range(20):
        value = shape.build(2, Sampler(Random(seed)), "x")
        assert isinstance(value, dict | list | str | None)


@pytest.mark.parametrize(
    "hint", [pathlib.Path, pathlib.PurePosixPath, os.PathLike, os.PathLike[str], re.Pattern[str], uuid.UUID]
)
def test_objects_are_written_as_source_that_makes_them_again(hint: Any) -> None:
    shape = shape_of_hint(hint).shape
    assert shape is not None
    value = shape.build(3, Sampler(Random(0)), "x")
    assert eval(shape.render(value)) == value


def test_functions_are_written_as_lambdas() -> None:
    shape = shape_of_hint(abc.Callable[[int, str], str]).shape
    assert shape is not None
    made = shape.build(3, Sampler(Random(0)), "key")
    assert made(1, "a") == "a"
    assert eval(shape.render(made))(1, "a") == "a"
    assert shape.fault(eval(shape.render(made)), 3) is None
    assert shape.fault(eval("lambda a, b: a"), 3) is not None
    assert parse_shape(shape.describe()) == shape


def test_hints_of_missing_names_do_not_hide_the_others() -> None:
    def f(
        a: int,
        b: Missing,
        c: abc.Sequence[int],
        d: Iterable[int],  # type: ignore[name-defined]  # noqa: F821
        e: t.Optional[int],  # type: ignore[name-defined]  # noqa: F821
    ) -> None: ...

    hints = hints_of(f)
    assert hints["a"] is int
    assert "b" not in hints
    assert hints["c"] == abc.Sequence[int]
    assert hints["d"] == abc.Iterable[int]
    assert hints["e"] == int | None


def test_hints_survive_decorators() -> None:
    import functools

    def f(a: int) -> None: ...

    @functools.wraps(f)
    def wrapped(*args: Any) -> None: ...

    assert hints_of(wrapped)["a"] is int


def test_a_type_variable_is_free_if_nothing_else_tells_what_it_is() -> None:
    free = typing.TypeVar("free")
    bound = typing.TypeVar("bound", bound=str)
    constrained = typing.TypeVar("constrained", str, bytes)
    assert is_free(free, [free, free, int])
    assert not is_free(free, [free, list[free]])  # type: ignore[valid-type]
    assert is_free(free, [free, abc.Callable[[free], int]])  # any function takes anything
    assert not is_free(bound, [bound])
    assert not is_free(constrained, [constrained])
    assert not is_free(int, [int])
