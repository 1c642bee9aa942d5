"""The counters of one set of private copies, and the budget that ends a run.

Rewritten code updates `counts` (executions per block) and `work` (native work per site, in
thousandths of an op) in place; both have a slot per site. Every so many executions of a loop body or
of a function it calls `spend`, which recounts the cost when the budget may be gone. When that
happens depends on counts alone, so the same input always stops at the same block.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections import Counter
from collections.abc import Iterable, MutableMapping
from operator import mul
from types import FunctionType

from slowpath.counting.native import Patterns
from slowpath.counting.native.table import TABLE
from slowpath.errors import BudgetExceeded
from slowpath.model.cost import LineCost, Ops, PatternCost
from slowpath.model.run import Lost
from slowpath.model.site import Site, SiteKind

# Executions of one loop body or function between two checks, at most. A check is a call from rewritten
# code: one in a thousand iterations takes less than 1 % of the time of the smallest loop.
CHECK_EVERY = 1023
# Ops of one execution for which the checks still come in time: with less than `CHECK_EVERY` times as many
# ops left, checks come more often. A block runs at most a few hundred instructions; larger native work
# reports itself.
DEAREST = 10_000
# Checks between two recounts, at most. A recount of 10,000 sites takes half a millisecond, as long as
# some thousand iterations; 64 checks are 65,000.
RECOUNT_EVERY = 64
UNLIMITED = 1 << 62  # more than any count, and small enough to be added to one in 64 bits
MILLI, MICRO = 1000, 1_000_000

QUOTA = ".quota"  # the name under which rewritten loops read their share


class Ledger:
    """Counts what the copies execute."""

    def __init__(self) -> None:
        self.sites: list[Site] = []
        self.counts: list[int] = []
        self.work: list[int] = []
        self.due: list[int] = []
        self.uncounted: dict[tuple[int, str], int] = {}
        self.patterns: Patterns = {}  # the regular expressions that runs used
        self.running = 0  # ops of the blocks so far, in the trace build
        self._namespace: MutableMapping[str, object] = {}
        self.units: list[int] = []  # ops of one execution of each block
        self._budget: int | None = None
        self._spent = 0
        self._unseen = 0
        self._checks = self._checks_left = 1
        self._quota = UNLIMITED

    def publish(self, namespace: MutableMapping[str, object]) -> None:
        """Keep the quota of rewritten loops in the namespace where they read it."""
        self._namespace = namespace
        namespace[QUOTA] = self._quota

    def extend(self, sites: Iterable[Site]) -> None:
        """Add the sites of one more module; their indices continue those already here."""
        added = list(sites)
        self.sites += added
        self.counts += [0] * len(added)
        self.work += [0] * len(added)
        self.due += [self._quota] * len(added)
        self.units += [sum(units for _, units in site.weights) for site in added]
        for site in reversed(added):
            if site.rest:
                _move_units(self.units, site)

    # -- a run -----------------------------------------------------------------------------

    def start(self, budget: int | None = None) -> None:
        """Forget all counts and allow `budget` ops from now on (None: no limit)."""
        zeros = [0] * len(self.sites)
        self.counts[:] = zeros
        self.work[:] = zeros
        self.uncounted.clear()
        for machine in self.patterns.values():
            if machine is not None:
                machine.spent = 0
        self._budget = budget
        self.running = 0
        self._spent = self._unseen = 0
        self._checks = self._checks_left = 1
        self._allow(_quota(budget), begun=False)

    def stop(self) -> None:
        """Lift the budget; the counts stay."""
        self._budget = None
        self._allow(UNLIMITED)

    def spend(self, block: int, executions: int) -> int:
        """Book `executions` of a loop body and check the budget; return what is unbooked: nothing."""
        self.counts[block] += executions
        try:
            self._check()
        except BudgetExceeded:
            self.counts[block] -= executions  # the loop books them as it is left
            raise
        return 0

    def enter(self, block: int) -> None:
        """Check the budget at a block whose count has come due."""
        self.due[block] = self.counts[block] + self._quota
        self._check()

    def tick(self, block: int) -> bool:
        """Count one execution of a block inside an expression."""
        self.counts[block] = count = self.counts[block] + 1
        if count > self.due[block]:
            self.enter(block)
        return True

    def mark(self, block: int) -> int:
        """Count one execution of a block and keep the running cost; return the count."""
        self.counts[block] = count = self.counts[block] + 1
        self.running += self.units[block]
        if count > self.due[block]:
            self.enter(block)
        return count

    def count_checked(self, block: int) -> int:
        """Return the count of a block after one more execution that has come due."""
        self.counts[block] += 1
        self.enter(block)
        return self.counts[block]

    def heavy(self, milli: int) -> None:
        """Hear of a large piece of native work; the next check comes at once if it ends the budget."""
        self._unseen += milli
        if self._budget is not None and self._spent + self._unseen // MILLI > self._budget:
            self._checks_left = 0
            self._allow(-1)

    def left(self, exactly: bool = True) -> int:
        """Return the milli-ops that are left of the budget, or were by what the last check saw and large work
        since then; raises BudgetExceeded where none are."""
        if self._budget is None:
            return UNLIMITED
        if not exactly:
            return max(0, (self._budget - self._spent) * MILLI - self._unseen)
        left = (self._budget - self.ops()) * MILLI
        if left < 0:
            self._allow(-1)
            raise BudgetExceeded(self._budget)
        return left

    def _check(self) -> None:
        self._checks_left -= 1
        if self._budget is None or self._checks_left > 0:
            return
        before, self._spent = self._spent, self.ops()
        self._unseen = 0
        left = self._budget - self._spent
        if left < 0:
            self._allow(-1)
            raise BudgetExceeded(self._budget)
        pace = max(1, (self._spent - before) // self._checks)
        self._checks = self._checks_left = max(1, min(RECOUNT_EVERY, left // (2 * pace)))
        if _quota(left) != self._quota:
            self._allow(_quota(left))

    def _allow(self, quota: int, begun: bool = True) -> None:
        """Make the next check of every loop and function come after `quota` more executions."""
        if quota == self._quota == UNLIMITED:
            return  # as it is already: runs of a trace build are many and short
        self._quota = quota
        self._namespace[QUOTA] = quota
        if begun and 0 <= quota < UNLIMITED and any(self.counts):
            self.due[:] = [count + quota for count in self.counts]
        else:
            self.due[:] = [max(quota, -1)] * len(self.counts)

    # -- what it came to ---------------------------------------------------------------------

    def ops(self) -> Ops:
        """Return the weighted bytecodes plus the native work so far."""
        return Ops(self.instructions() + sum(self.work) // MILLI)

    def instructions(self) -> Ops:
        """Return the weighted bytecodes so far."""
        return Ops(sum(map(mul, self.counts, self.units)))

    def executions(self) -> list[int]:
        """Return how often each block was executed, those without a counter included."""
        counts = self.counts.copy()
        for site in self.sites:
            if site.rest:
                first, *others = site.rest
                counts[site.index] = max(0, counts[first] - sum(counts[each] for each in others))
        return counts

    def reached(self, kind: SiteKind) -> Iterable[tuple[Site, int]]:
        """Yield the sites of a kind that were reached, with how often."""
        counts = self.executions()
        for site in self.sites:
            if site.kind is kind and (count := counts[site.block]):
                yield site, count

    def lines(self) -> tuple[LineCost, ...]:
        """Return what each executed source line costs, costliest first."""
        plain: Counter[_Line] = Counter()
        native: Counter[_Line] = Counter()
        hits: dict[_Line, int] = {}
        counts = self.executions()
        for site, count, milli in zip(self.sites, counts, self.work, strict=True):
            for line, units in site.weights if count else ():
                at = (site.file, line, site.function)
                plain[at] += units * count
                hits[at] = max(hits.get(at, 0), count)
            if milli:
                at = (site.file, site.line, site.function)
                native[at] += milli
                hits[at] = max(hits.get(at, 0), counts[site.block])
        costs = [
            LineCost(*at, Ops(plain[at] + native[at] // MILLI), Ops(native[at] // MILLI), hits[at])
            for at in hits
        ]
        return tuple(sorted(costs, key=lambda cost: (-cost.ops, cost.file, cost.line)))

    def dearest_pattern(self) -> PatternCost | None:
        """Return the regular expression that cost the most."""
        used = [(each.spent, *key) for key, each in self.patterns.items() if each is not None]
        spent, source, flags = max(used, key=lambda each: each[0], default=(0, "", 0))
        if flags & re.VERBOSE and isinstance(source, str):
            source = _without_comments(source)
        return PatternCost(_raw(source), Ops(spent // MICRO)) if spent else None

    def lost(self) -> tuple[Lost, ...]:
        """Return the places whose work is not counted: native work, and Python code outside the scope."""
        native = [
            Lost(_where(self.sites[index]), f"{name}: native work", count)
            for (index, name), count in sorted(self.uncounted.items())
        ]
        named = {name for _, name in self.uncounted}
        outside = [
            Lost(
                _where(site),
                f"{site.what}: outside the scope (add it with --scope {site.what.partition('.')[0]})",
                count,
            )
            for site, count in self.reached(SiteKind.CALL)
            if site.what not in named and _is_uncounted(site.what)
        ]
        return (*native, *outside)


def _without_comments(source: str) -> str:
    """A verbose regular expression without comments, and with one blank for each run of blanks.

    What stands in brackets or after a backslash is kept.
    """
    parts = re.findall(r"\\[\s\S]|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|#.*|\s+|[^\s#]", source)
    kept = ("" if each.startswith("#") else " " if each.isspace() else each for each in parts)
    return re.sub(" +", " ", "".join(kept)).strip()


def _raw(source: str | bytes) -> str:
    """A regular expression as it is mostly written: a raw literal, where that says the same."""
    plain = repr(source)
    raw = f"r{plain}".replace("\\\\", "\\")
    try:
        return raw if "\\" in raw and ast.literal_eval(raw) == source else plain
    except SyntaxError:
        return plain


def _where(site: Site) -> str:
    return f"{site.file}:{site.line}"


def _is_uncounted(dotted: str) -> bool:
    """Tell whether a dotted name stands for a function written in Python, as far as it has been imported,
    that has no formula of native work. Objects are not asked for attributes: that may run code of theirs."""
    thing: object = sys.modules.get(dotted.partition(".")[0])
    for part in dotted.split(".")[1:]:
        thing = inspect.getattr_static(thing, part, None)
    return isinstance(thing, FunctionType) and thing not in TABLE


_Line = tuple[str, int, str]


def _move_units(units: list[int], site: Site) -> None:
    """Charge what a block without a counter costs to the slots that tell its count."""
    first, *others = site.rest
    units[first] += units[site.index]
    for other in others:
        units[other] -= units[site.index]
    units[site.index] = 0


def _quota(left: int | None) -> int:
    """Return how many executions may pass between checks with `left` ops to go."""
    return UNLIMITED if left is None else min(CHECK_EVERY, left // DEAREST)
