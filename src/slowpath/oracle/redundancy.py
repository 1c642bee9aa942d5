"""Which rereadings of a run are redundant work, and of which kind.

A rereading is redundant if its cost grows faster than the input does: what is read again a bounded number of
times is left alone. Each kind is decided by what was recorded of the operation; see `RedundancyKind`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from slowpath.model.redundancy import Redundancy, RedundancyKind, Rereading
from slowpath.model.site import file_and_line
from slowpath.oracle.search_loops import ends_early

# Times the cost at twice the size, at least: n * n has 4 and n log n 2.3. A part that does not grow is in
# every operation, so what is quadratic has less than 4 at small sizes.
GROWS: Final = 2.6
_WORTH = 0.003  # of the cost of the larger run, at least: less may be an accident of small numbers
_MORE_CALLS = 1.5  # times the calls at twice the size, or at a little more if they explode
_LEAST_SHARE = 0.25  # of the cost, if one size is all there is
_SCALARS: Final = frozenset({"sum", "min", "max", "any", "all", "fsum", "prod", "issubset", "isdisjoint"})
_SEARCHES: Final = frozenset(
    """
    index find rfind rindex count remove search match fullmatch findall finditer split-pattern partition
    rpartition replace
    """.split()  # noqa: SIM905
)
_COPIES: Final = frozenset(
    {"copy", "list", "tuple", "set", "dict", "frozenset", "deepcopy", "slice", "display"}
)
_TEXTS: Final = frozenset({"str", "bytes", "tuple"})
_CUTS: Final = frozenset(
    {"split", "rsplit", "partition", "rpartition", "lstrip", "strip", "removeprefix", "removesuffix"}
)
_NAMES: Final = {
    "in": "'in'",
    "slice": "a slice",
    "display": "a display",
    "setslice": "an assignment to a slice",
}
_OPERATORS: Final = frozenset({"+", "+=", "|", "|=", "*", "*=", "<<", "<<="})


def redundancies(
    small: Sequence[Rereading], large: Sequence[Rereading], *, scaled: bool = True
) -> tuple[Redundancy, ...]:
    """Return the redundant work of a run, the costliest first; `small` is of a run at half the size.

    If the input has one size only (not `scaled`), what takes a large share of the cost is redundant.
    """
    before = {each.key: each for each in small}
    found: dict[tuple[str, str], Redundancy] = {}
    for each in sorted(large, key=_rank):
        if each.key in before and (_grows(before[each.key], each) if scaled else _is_large(each)):
            seen = _redundancy(kind_of(each), each)
            place = (each.outer_place, each.inner_place)
            first = found.setdefault(place, seen)
            if first.share < seen.share:
                found[place] = replace(first, share=seen.share)
    return tuple(sorted(found.values(), key=lambda each: -each.share))


def _redundancy(kind: RedundancyKind, each: Rereading) -> Redundancy:
    return Redundancy(
        kind=kind,
        outer=each.outer_place,
        inner=each.inner_place,
        function=each.function,
        repeats=each.alike,
        share=round(min(1.0, each.work / each.total), 3),
        reason=_REASONS[kind](each),
    )


def _rank(each: Rereading) -> tuple[int, int]:
    """Of operations on one line, the one that uses what the others make comes first."""
    if each.what.startswith("re."):
        return 0, 0
    return 2 if each.what in _COPIES or each.what in ("join", "+") else 1, -each.work


def _grows(small: Rereading, large: Rereading) -> bool:
    if large.what == "recursion":
        return large.last >= _MORE_CALLS * small.last
    if "alone" in large.flags or large.what.startswith("re."):
        return large.last * large.alike >= GROWS * small.last * small.alike or (
            large.last > 1.5 * small.last and large.alike == small.alike
        )
    return large.work >= max(GROWS * small.work, _WORTH * large.total)


def _is_large(each: Rereading) -> bool:
    return each.work >= _LEAST_SHARE * each.total or each.what.startswith("re.")


def kind_of(each: Rereading) -> RedundancyKind:
    """Return the kind of redundant work that a rereading is."""
    if each.what == "recursion":
        return RedundancyKind.RECURSION
    if each.call is not None:
        return RedundancyKind.ATTRIBUTES if "attribute" in each.flags else RedundancyKind.PURE_CALL
    return _kind_of_loop(each) if not each.what else _kind_of_operation(each)


def _kind_of_loop(each: Rereading) -> RedundancyKind:
    if "links" in each.flags:
        return RedundancyKind.ATTRIBUTES
    if each.both_comprehensions:
        return RedundancyKind.JOIN
    return RedundancyKind.SEARCH if ends_early(each.inner_place) else RedundancyKind.RESCAN


def _kind_of_operation(each: Rereading) -> RedundancyKind:
    what, unchanged = each.what, "unchanged" in each.flags
    if "front" in each.flags:
        return RedundancyKind.FRONT
    if what == "in":
        return RedundancyKind.SEARCH if each.operand in ("str", "bytes") else RedundancyKind.MEMBERSHIP
    if what in ("sorted", "sort", "nlargest", "nsmallest", "heapify"):
        return RedundancyKind.SORTING
    if what.startswith("re."):
        return RedundancyKind.PATTERN
    if what in _CUTS and each.last < each.first:
        return RedundancyKind.CUTTING
    if what in _SEARCHES:
        return RedundancyKind.SEARCH
    if what in _OPERATORS or (what == "sum" and "alone" in each.flags):
        return (
            RedundancyKind.CONCATENATION
            if each.operand in _TEXTS or what == "sum"
            else RedundancyKind.COPYING
        )
    if what in ("slice", "display"):
        return _kind_of_piece(each)
    if what in _SCALARS:
        return RedundancyKind.PURE_CALL if unchanged else RedundancyKind.RESCAN
    if what in _COPIES and not unchanged:
        return RedundancyKind.COPYING
    return RedundancyKind.CONVERSION


def _kind_of_piece(each: Rereading) -> RedundancyKind:
    if each.what == "display" and each.operand in ("str", "bytes"):
        return RedundancyKind.CONCATENATION
    shrinks = each.last < each.first
    return RedundancyKind.CUTTING if shrinks else RedundancyKind.COPYING


def _times(each: Rereading) -> str:
    more = " and more" if "more" in each.flags else ""
    return f"{each.alike:,}{more} rounds of {_outer(each)}"


def _outer(each: Rereading) -> str:
    _, line = file_and_line(each.outer_place)
    return f"the recursion of {each.function}" if each.outer is None else f"the loop in line {line}"


def _name(each: Rereading) -> str:
    if each.what in _OPERATORS:
        return f"'{each.what}'"
    return _NAMES.get(each.what, each.what or "a loop")


def _parts(each: Rereading) -> str:
    return "digits" if each.operand == "int" else "elements"


_REASONS: Final[Mapping[RedundancyKind, Callable[[Rereading], str]]] = {
    RedundancyKind.MEMBERSHIP: lambda each: (
        f"'in' goes over the same {each.operand} of {each.last:,} elements in {_times(each)}"
    ),
    RedundancyKind.SEARCH: lambda each: (
        f"{_name(each)} looks through the same {each.operand or 'elements'} again in {_times(each)}"
    ),
    RedundancyKind.JOIN: lambda each: (
        f"a comprehension reads the same {each.last:,} elements in {_times(each)} to find a few of them"
    ),
    RedundancyKind.FRONT: lambda each: (
        f"{_name(each)} at the start of a list moves its {each.last:,} other elements in {_times(each)}"
    ),
    RedundancyKind.SORTING: lambda each: (
        f"{each.what} puts the same {each.last:,} elements in order in {_times(each)}"
    ),
    RedundancyKind.COPYING: lambda each: (
        f"{_name(each)} goes over {each.last:,} {_parts(each)} of a growing {each.operand} in {_times(each)}"
    ),
    RedundancyKind.CUTTING: lambda each: (
        f"{_name(each)} copies the rest of the {each.operand}, {each.last:,} elements, in {_times(each)}"
    ),
    RedundancyKind.CONCATENATION: lambda each: (
        f"'{each.what}' copies the {each.operand} made so far, {each.last:,} elements, in {_times(each)}"
    ),
    RedundancyKind.PATTERN: lambda each: (
        f"{each.what} is given the same pattern of {each.last:,} characters, made again, in {_times(each)}"
    ),
    RedundancyKind.CONVERSION: lambda each: (
        f"{each.what} makes the same of a {each.operand} of {each.last:,} elements in {_times(each)}"
    ),
    RedundancyKind.PURE_CALL: lambda each: (
        f"{each.call or each.what} computes the same from the same {each.last:,} elements in {_times(each)}"
    ),
    RedundancyKind.RECURSION: lambda each: (
        f"{each.function} is called {each.alike:,} times with arguments for which it was called before"
    ),
    RedundancyKind.ATTRIBUTES: lambda each: (
        f"an attribute runs {each.call}, which computes the same from the same {each.last:,} elements in "
        f"{_times(each)}"
        if each.call is not None
        else f"a loop follows the same {each.last:,} links from object to object in {_times(each)}"
    ),
    RedundancyKind.RESCAN: lambda each: (
        f"{_name(each)} reads the same {each.last:,} elements in {_times(each)}"
    ),
}
