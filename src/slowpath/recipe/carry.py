"""The idea of a recipe, carried over to values of another type: `[0] * N` becomes `'a' * N`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slowpath.recipe.part import Family, Fixed, Part, PartKind, Pumped
from slowpath.recipe.recipe import Recipe

# Families for parts whose items are not spelled out: of equal items, and of different ones.
_FAMILIES: Mapping[PartKind, tuple[str, ...]] = {
    PartKind.TEXT: ("'a' * N", "''.join(map(chr, range(97, 97 + N)))"),
    PartKind.BYTES: ("b'a' * N", "bytes(i % 256 for i in range(N))"),
    PartKind.LIST: ("['a'] * N", "[str(i) for i in range(N)]", "list(range(N))"),
}
_FIXED = {PartKind.TEXT: "'a'", PartKind.BYTES: "b'a'", PartKind.LIST: "['a']"}
_FIRST = ord("a")  # of the letters that stand for items


def carried_over(made: Recipe, kinds: Mapping[Any, PartKind]) -> list[Recipe]:
    """Return recipes that do the same with parts of other kinds for some parameters, the likeliest first.

    The items of lists become letters, the same for the same item, and characters become items.
    """
    letters: dict[str, str] = {}
    found: dict[Recipe, None] = {}
    first = made
    for name, kind in kinds.items():
        part = made.part(name)
        if part is not None:
            first = first.with_part(name, _carried(part, kind, letters))
    found[first] = None
    for place in range(max((len(_FAMILIES[kind]) for kind in kinds.values()), default=0)):
        candidate = first
        for name, kind in kinds.items():
            part = made.part(name)
            if part is not None and part.length(2) > part.length(1):
                sources = _FAMILIES[kind]
                candidate = candidate.with_part(name, Family(sources[min(place, len(sources) - 1)]))
        found[candidate] = None
    return list(found)


def _carried(part: Part, kind: PartKind, letters: dict[str, str]) -> Part:
    if not isinstance(part, Pumped):
        return Family(_FAMILIES[kind][0]) if part.length(2) > part.length(1) else Fixed(_FIXED[kind])
    if kind is PartKind.LIST:
        whole = part.kind is PartKind.BYTES
        return Pumped(
            kind,
            tuple(tuple(str(ord(each)) if whole else repr(each) for each in items) for items in part.parts),
        )
    if part.kind is PartKind.LIST:
        return Pumped(kind, tuple("".join(_letter(each, letters) for each in items) for items in part.parts))
    return Pumped(kind, tuple("".join(chr(ord(each) % 256) for each in items) for items in part.parts))


def _letter(item: str, letters: dict[str, str]) -> str:
    """The letter that stands for an item."""
    return letters.setdefault(item, chr(_FIRST + len(letters) % 26))
