"""Objects that differ and have one hash: sets and dicts compare each of them with all others.

A class with a `__hash__` of its own is asked for the hashes of objects made of small arguments. What agrees
is written as an expression in `i` and checked at several values of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, permutations, product
from string import ascii_letters
from types import FunctionType
from typing import Any

from slowpath.knowledge.entry import KnownExpression
from slowpath.recipe.part import Family
from slowpath.recipe.recipe import recipe
from slowpath.shape.base import Shape
from slowpath.shape.maker import ClassRef
from slowpath.shape.objects import Records
from slowpath.shape.scalars import Integer, Real
from slowpath.shape.sequences import Sequences
from slowpath.shape.source import write_class
from slowpath.shape.strings import Blob, Text

_CHECKED = 8  # objects that must agree: by chance two or three do
_LONGEST_STRIDE = 4_096  # tables of a fixed size rarely have more buckets; as many trials take 50 ms
_LARGEST_FACTOR = 260  # of one number against another: hashes weigh fields by 31, 33, 256 or the like
_MANY = 2**32  # a number that only bounds on bits exclude
_BLOCKS = 16  # of a text: 2**16 texts of one length, more than there are objects in a run that is timed
_COUNTED: dict[type[Shape], str] = {
    Integer: "{}",
    Real: "float({})",
    Text: "str({})",
    Blob: "str({}).encode()",
}


@dataclass(frozen=True, slots=True)
class HashArgument:
    """An argument of a constructor: its label ("name=" or ""), and the source of a plain value."""

    label: str
    shape: Shape
    plain: str


def counted(shape: Shape, formula: str) -> str | None:
    """A formula in `i` as a value of a shape that may have any value of its kind; None if it may not.

    An object of one argument is made of a value of that.
    """
    if isinstance(shape, Records):
        labels = [
            *[("", each) for each in shape.arguments],
            *((f"{key}=", each) for key, each in shape.fields),
        ]
        inner = counted(labels[0][1], formula) if len(labels) == 1 else None
        return None if inner is None else f"{write_class(shape.ref)}({labels[0][0]}{inner})"
    written = _COUNTED.get(type(shape))
    return written.format(formula) if written is not None and _is_free(shape) else None


def numbered(shape: Shape) -> str | None:
    """A value of a shape that is another one for each `i`, whether or not it has bounds; None if that is not
    plain."""
    written = _COUNTED.get(type(shape))
    return written.format("i") if written is not None else None


def _is_free(shape: Shape) -> bool:
    """Whether a value may be any of its kind."""
    if isinstance(shape, Integer | Real):
        return shape.fault(0, None) is None and shape.fault(_MANY, None) is None
    return isinstance(shape, Blob) or (
        isinstance(shape, Text) and all(each in shape.alphabet for each in "09")
    )


@dataclass(frozen=True, slots=True)
class ObjectMaker:
    """Writes calls of a constructor, or what stands between other `ends`."""

    call: str
    arguments: tuple[HashArgument, ...]
    ends: tuple[str, str] = ("(", ")")

    def source(self, **given: str) -> str:
        """The call with other values for some arguments, which are named `_0`, `_1`, ..."""
        written = [
            each.label + given.get(f"_{place}", each.plain) for place, each in enumerate(self.arguments)
        ]
        return f"{self.call}{self.ends[0]}{', '.join(written)}{self.ends[1]}"

    def places(self, *kinds: type[Shape]) -> list[int]:
        """The arguments of some kinds that may have any value."""
        return [
            place
            for place, each in enumerate(self.arguments)
            if isinstance(each.shape, kinds) and _is_free(each.shape)
        ]

    def counted(self, formulas: Mapping[int, str]) -> str:
        """The call with formulas in `i` for some arguments."""
        given = {f"_{place}": counted(self.arguments[place].shape, each) for place, each in formulas.items()}
        return self.source(**{name: each for name, each in given.items() if each is not None})

    @property
    def countable(self) -> list[int]:
        """The arguments that may be another one for each `i`."""
        return [place for place, each in enumerate(self.arguments) if counted(each.shape, "i") is not None]


def distinct(maker: ObjectMaker) -> Iterator[str]:
    """Yield sources of objects, one for each `i`, that differ in one argument."""
    for place in maker.countable:
        yield maker.counted({place: "i"})


def related(maker: ObjectMaker, rows: Sequence[KnownExpression]) -> Iterator[str]:
    """Yield sources of objects, one for each `i`, whose arguments depend on `i` and on each other."""
    places = maker.countable
    for row in rows if len(places) > 1 else ():
        first, others = row.source.split(", ")
        formulas = (first, *[others] * (len(places) - 1))
        yield maker.counted(dict(zip(places, formulas, strict=True)))


def linked(maker: ObjectMaker, links: Sequence[KnownExpression]) -> Iterator[str]:
    """Yield sources of objects, one for each `i`, that differ in one argument and hold a list of what others
    differ in."""
    holders = {
        place: each.shape.of
        for place, each in enumerate(maker.arguments)
        if isinstance(each.shape, Sequences)
        and each.shape.kind == "list"
        and counted(each.shape.of, "i") is not None
    }
    for place in maker.countable[:1] if holders else ():
        own = counted(maker.arguments[place].shape, "i") or ""
        for link in links:
            lists = {f"_{holder}": _link(link.source, of) for holder, of in holders.items()}
            yield maker.source(**{f"_{place}": own}, **lists)


def _link(source: str, of: Shape) -> str:
    for name, formula in (("{before}", "i - 1"), ("{after}", "i + 1")):
        source = source.replace(name, counted(of, formula) or "")
    return source


def colliding(maker: ObjectMaker, ref: ClassRef, strides: Sequence[KnownExpression] = ()) -> Iterator[str]:
    """Yield sources of objects, one for each `i`, that differ and have one hash.

    `strides` are numbers by which to count where small ones do not do.
    """
    if not isinstance(getattr(ref.resolve(), "__hash__", None), FunctionType):
        return
    for source in distinct(maker):  # an argument that the hash does not look at
        if _agree(source):
            yield source
    for place in maker.places(Integer, Real):
        known = _stride(maker, place)
        tried = ([str(known)] if known else []) + [f"({each.source})" for each in strides]
        written = (maker.source(**{f"_{place}": f"{each} * i"}) for each in tried)
        yield from filter(_agree, written)
    for one, other in permutations(maker.places(Integer), 2):
        for factor in _factors(maker, one, other):
            source = maker.source(**{f"_{one}": "i", f"_{other}": f"{factor} * i" if factor != 1 else "i"})
            if _agree(source):
                yield source
                break
    for place in maker.places(Text):
        blocks = _blocks(maker, place)
        if blocks is not None:
            text = f"''.join({blocks}[i >> k & 1] for k in range({_BLOCKS}))"
            source = maker.source(**{f"_{place}": text})
            if _agree(source):
                yield source


def _agree(source: str) -> bool:
    """Whether the objects of a source differ and have one hash."""
    made = recipe({"x": Family(f"[{source} for i in range(N)]")}).values(_CHECKED)["x"]
    try:
        return (
            isinstance(made, list)
            and len({hash(each) for each in made}) == 1
            and not any(one == other for one, other in combinations(made, 2))
        )
    except Exception:  # of the target's own methods
        return False


def _hashed(maker: ObjectMaker, *places: int) -> Callable[..., Any]:
    """The hash of an object by some of its arguments; None if there is none."""
    names = ", ".join(f"_{place}" for place in places)
    build = eval(f"lambda {names}: {maker.source(**{f'_{place}': f'_{place}' for place in places})}")

    def hashed(*values: Any) -> int | None:
        try:
            return hash(build(*values))
        except Exception:  # of the target's own methods
            return None

    return hashed


def _stride(maker: ObjectMaker, place: int) -> int | None:
    """The least number whose object has the hash of zero's."""
    hashed = _hashed(maker, place)
    first = hashed(0)
    if first is None:
        return None
    return next((each for each in range(1, _LONGEST_STRIDE + 1) if hashed(each) == first), None)


def _factors(maker: ObjectMaker, one: int, other: int) -> Iterator[int]:
    """Yield factors by which one number may make up for another: those that hashes tell, then small ones."""
    hashed = _hashed(maker, one, other)
    first, second = hashed(0, 0), hashed(1, 0)
    if first is None or second is None:
        return
    told = (first - second, second - first, first ^ second)
    small = (sign * each for each in range(1, _LARGEST_FACTOR + 1) for sign in (1, -1))
    for factor in dict.fromkeys((*told, *small)):
        if factor and hashed(1, factor) == first:
            yield factor


def _blocks(maker: ObjectMaker, place: int) -> tuple[str, str] | None:
    """Two texts of one length, the shortest there are, whose objects differ and have one hash."""
    hashed = _hashed(maker, place)
    for length in (1, 2):
        known: dict[int, str] = {}
        for letters in product(ascii_letters, repeat=length):
            text = "".join(letters)
            found = hashed(text)
            if found is None:
                return None
            if found in known and _differ(maker, place, known[found], text):
                return known[found], text
            known.setdefault(found, text)
    return None


def _differ(maker: ObjectMaker, place: int, one: str, other: str) -> bool:
    """Whether the objects of two texts differ."""
    made = [maker.source(**{f"_{place}": repr(each)}) for each in (one, other)]
    first, second = (recipe({"x": Family(each)}).values(1)["x"] for each in made)
    try:
        return bool(first != second)
    except Exception:  # of the target's own methods
        return False
