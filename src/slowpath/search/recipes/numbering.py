"""Values that are another one for each `i`: numbers and texts, objects, and rows that name each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from slowpath.knowledge.entry import KnownExpression
from slowpath.shape.base import Shape
from slowpath.shape.mappings import Entries
from slowpath.shape.objects import Records
from slowpath.shape.scalars import Integer, Real
from slowpath.shape.sequences import Sequences
from slowpath.shape.source import write_class
from slowpath.shape.strings import Blob, Text

_MANY = 2**32  # a number that only bounds on bits exclude
_COUNTED: dict[type[Shape], str] = {
    Integer: "{}",
    Real: "float({})",
    Text: "str({})",
    Blob: "str({}).encode()",
}


@dataclass(frozen=True, slots=True)
class MadeArgument:
    """An argument of a constructor: its label ("name=" or ""), and the source of a plain value."""

    label: str
    shape: Shape
    plain: str


def labelled(shape: Records | Entries) -> list[tuple[str, Shape]]:
    """The arguments of a constructor, or the values of fixed keys, each with what stands in front of it."""
    if isinstance(shape, Entries):
        return [(f"{each.key!r}: ", each.shape) for each in shape.entries]
    return [("", each) for each in shape.arguments] + [(f"{key}=", each) for key, each in shape.fields]


def counted(shape: Shape, formula: str) -> str | None:
    """A formula in `i` as a value of a shape that may have any value of its kind; None if it may not.

    An object of one argument is made of a value of that.
    """
    if isinstance(shape, Records):
        arguments = labelled(shape)
        inner = counted(arguments[0][1], formula) if len(arguments) == 1 else None
        return None if inner is None else f"{write_class(shape.ref)}({arguments[0][0]}{inner})"
    written = _COUNTED.get(type(shape))
    return written.format(formula) if written is not None and is_free(shape) else None


def numbered(shape: Shape) -> str | None:
    """A value of a shape that is another one for each `i`, whether or not it has bounds; None if that is not
    plain."""
    written = _COUNTED.get(type(shape))
    return written.format("i") if written is not None else None


def is_free(shape: Shape) -> bool:
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
    arguments: tuple[MadeArgument, ...]
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
            if isinstance(each.shape, kinds) and is_free(each.shape)
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
