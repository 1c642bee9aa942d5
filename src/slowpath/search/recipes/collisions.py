"""Objects that differ and have one hash: sets and dicts compare each of them with all others.

A class with a `__hash__` of its own is asked for the hashes of objects made of small arguments. What agrees
is written as an expression in `i` and checked at several values of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, permutations, product
from string import ascii_letters
from types import FunctionType
from typing import Any

from slowpath.knowledge.entry import KnownExpression
from slowpath.recipe.part import Family
from slowpath.recipe.recipe import recipe
from slowpath.search.recipes.numbering import ObjectMaker, distinct
from slowpath.shape.maker import ClassRef
from slowpath.shape.scalars import Integer, Real
from slowpath.shape.strings import Text

_CHECKED = 8  # objects that must agree: by chance two or three do
_LONGEST_STRIDE = 4_096  # tables of a fixed size rarely have more buckets; as many trials take 50 ms
_LARGEST_FACTOR = 260  # of one number against another: hashes weigh fields by 31, 33, 256 or the like
_BLOCKS = 16  # of a text: 2**16 texts of one length, more than there are objects in a run that is timed


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
