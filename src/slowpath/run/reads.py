"""What a run of the build of reads did again: executions of inner loops that are alike, with their cost."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from slowpath.counting.ledger import MILLI, Ledger
from slowpath.counting.passage import Activation, Alike, Passage, groups
from slowpath.counting.reading import RepeatedCalls
from slowpath.model.loops import SiteKey
from slowpath.model.redundancy import ReadRun, Rereading
from slowpath.model.site import ATTRIBUTE, Site, SiteKind
from slowpath.run.looped import site_keys
from slowpath.target.copies import Copies

_AGAIN = 0.25  # of the calls of a recursive function, from which on it is called with the same arguments
RECURSION = "recursion"  # the operation of a rereading that is a call


def read_run(copies: Copies) -> ReadRun:
    """Return what the last run of a build of reads read again."""
    assert copies.reading is not None
    return ReadRun(tuple(_Summary(copies).rereadings()), copies.reading.sampled)


class _Summary:
    def __init__(self, copies: Copies) -> None:
        assert copies.reading is not None
        self._reading = copies.reading
        self._ledger = copies.ledger
        self._sites = copies.ledger.sites
        self._keys = site_keys(self._sites)
        self._total = max(1, copies.ledger.ops())
        self._counts = copies.ledger.executions()

    def rereadings(self) -> Iterator[Rereading]:
        for inner, passages in self._reading.passages.items():
            alone = [each for each in passages if "alone" in each.flags]
            if alone:
                yield self._rereading(inner, inner, alone[:1], alone[0].size)
                continue
            found = groups(passages, self._reading.least)
            if found is not None:
                yield self._alike(inner, found)
        for site, calls in self._reading.calls.items():
            if calls.again >= self._reading.least and calls.again >= _AGAIN * len(calls.keys):
                yield self._recursion(site, calls)

    def _alike(self, inner: int, found: Alike) -> Rereading:
        passages = found.passages
        return self._rereading(inner, found.outer, passages, len(passages), _same_call(found, self._sites))

    def _rereading(
        self,
        inner: int,
        outer: int | None,
        passages: Sequence[Passage],
        alike: int,
        call: Site | None = None,
    ) -> Rereading:
        site, last = self._sites[inner], passages[-1]
        around = site if outer is None else self._sites[outer]
        middle = passages[len(passages) // 2]
        common = frozenset.intersection(*(each.flags for each in passages[1:] or passages))
        return Rereading(
            outer=None if outer is None else self._keys[outer],
            inner=self._keys[inner],
            outer_place=self._place(around) if outer is not None else self._definition(site),
            inner_place=self._place(site),
            function=site.function,
            what=last.what,
            operand=last.operand,
            alike=alike,
            first=middle.size,
            last=last.size,
            work=_work(self._ledger, self._counts, site),
            total=self._total,
            call=None if call is None else call.function,
            both_comprehensions=last.is_comprehension and self._is_comprehension(outer),
            flags=common | frozenset(self._flags(inner, call)),
        )

    def _flags(self, inner: int, call: Site | None) -> Iterator[str]:
        if self._is_full(inner):
            yield "more"
        if call is not None and call.what == ATTRIBUTE:
            yield "attribute"

    def _recursion(self, site: int, calls: RepeatedCalls) -> Rereading:
        function = self._sites[site]
        key: SiteKey = self._keys[site]
        place = self._place(function)
        share = min(self._total, self._total * calls.again // max(1, calls.again + len(calls.keys)))
        return Rereading(
            outer=key,
            inner=key,
            outer_place=place,
            inner_place=place,
            function=function.function,
            what=RECURSION,
            operand="",
            alike=calls.again,
            first=len(calls.keys),
            last=calls.total,
            work=share,
            total=self._total,
        )

    def _is_full(self, inner: int) -> bool:
        """Whether there may have been more executions of a loop than were kept."""
        return len(self._reading.passages.get(inner, ())) >= self._reading.most

    def _is_comprehension(self, outer: int | None) -> bool:
        return outer is not None and outer in self._reading.comprehensions

    def _definition(self, site: Site) -> str:
        """Where the function of a site begins."""
        for each in self._sites:
            if (each.kind, each.file, each.function) == (SiteKind.FUNCTION, site.file, site.function):
                return self._place(each)
        return self._place(site)

    def _place(self, site: Site) -> str:
        return f"{site.file}:{site.line}"


def _work(ledger: Ledger, counts: Sequence[int], site: Site) -> int:
    """What a loop costs in ops, with what is inside it in the same function; or a native operation."""
    if site.kind is SiteKind.NATIVE:
        return ledger.work[site.index] // MILLI
    units = milli = 0
    for each in ledger.sites:
        if site.index in each.loops or each.index == site.block:
            milli += ledger.work[each.index]
            if each.kind is SiteKind.BLOCK:
                units += counts[each.index] * sum(ops for _, ops in each.weights)
    return units + milli // MILLI


def _same_call(found: Alike, sites: Sequence[Site]) -> Site | None:
    """The function that each round of the outer loop calls with the same arguments, if that is where the
    inner loop is, and if it writes nothing."""
    calls = [_entry(each, found.execution) for each in found.passages]
    first = calls[0]
    if first is None or first.key is None:
        return None
    for each in calls:
        if each is None or each.writes or each.varies or (each.site, each.key) != (first.site, first.key):
            return None
    return sites[first.site]


def _entry(passage: Passage, execution: int) -> Activation | None:
    """The call by which an execution of a loop left the function of the loop around it."""
    if passage.activation is None:
        return None
    return next((each for each in passage.activation.chain() if each.around == execution), None)
