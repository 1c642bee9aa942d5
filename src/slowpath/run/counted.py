"""Many executions of the count build in this process: what a search asks thousands of times."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from itertools import compress, count, groupby
from operator import mul
from typing import Any

from slowpath.counting.ledger import MILLI, UNLIMITED
from slowpath.errors import BudgetExceeded, InputError, InputRejected
from slowpath.model.run import End
from slowpath.model.site import SiteKind
from slowpath.model.slot import RunValues, is_filling
from slowpath.run.call import depth, prepared
from slowpath.run.inputs import all_sources, describe, evaluate, slotted
from slowpath.run.limits import RECURSION, limit_recursion
from slowpath.run.premise import premise_values
from slowpath.run.setup import Unmade, compiled, import_modules, run_setup
from slowpath.run.written import put_back
from slowpath.target.load import Loaded

_BUILDING = 10  # times the budget of a run, for what builds its input: N calls of which the target is one
_USUAL = 6  # the size of what a premise makes for runs that tell what a target takes
_PLACES = (SiteKind.FUNCTION, SiteKind.LOOP, SiteKind.NATIVE)


@dataclass(frozen=True, slots=True)
class Stretch:
    """The sites of one module, and those among them that are places to reach."""

    first: int
    end: int
    units: list[int]
    untouched: list[int]  # the counts of a run that does not get here
    places: list[int]  # sites
    blocks: list[int]  # the block of each place, from the first on


@dataclass(frozen=True, slots=True)
class Visit:
    """What a run did in one module: `blocks` counts the executions of each block, `work` is the native work
    of each site in thousandths of an op."""

    stretch: Stretch
    blocks: list[int]
    work: list[int]


@dataclass(frozen=True, slots=True)
class Sample:
    """What one execution costs, and where. An input that the target's constructor refuses costs 0.

    `raises` is an exception in one line, `exception` the name of its class. If the input is refused, it is
    the class of what the constructor raised. `key` is the text or the number that a failed
    look-up asked for.
    """

    milli: int  # thousandths of an op
    end: End
    raises: str | None
    visits: tuple[Visit, ...]
    exception: str | None = None
    key: str | int | None = None

    @property
    def cost(self) -> int:
        """The cost in ops."""
        return self.milli // MILLI

    @property
    def executed(self) -> Iterator[int]:
        """The blocks that were executed."""
        for visit in self.visits:
            yield from compress(count(visit.stretch.first), visit.blocks)


class Meter:
    """Runs a target of the count build, each time as if it were the first.

    What a run leaves in the target's modules is undone, as far as `ModuleState` can: what a search reports is
    run again in a process of its own. A large package has modules by the hundred of
    which a run visits a few, so modules that it did not visit are passed over.
    """

    def __init__(self, loaded: Loaded, *, max_ops: int = UNLIMITED, recursion: int = RECURSION) -> None:
        self.loaded = loaded
        self.max_ops = max_ops
        self.runs = 0
        self.returned = 0  # runs in which the target returned
        self._recursion = recursion
        self._known = 0
        self._stretches: list[Stretch] = []
        self._state = loaded.copies.state()

    def installed(self) -> AbstractContextManager[None]:
        """A context in which imports find the copies: runs inside it do not have to install them."""
        return self.loaded.copies.installed()

    def run(self, values: RunValues | Unmade, max_ops: int | None = None, size: int = _USUAL) -> Sample:
        """Run the target once on the values of its parameters; what its premise makes is made at a size.

        What is yet to be made or filled is made first; its cost is not part of the run's. If that fails or
        costs too much, the run is refused.
        """
        loaded, budget = self.loaded, max_ops or self.max_ops
        self.runs += 1
        with loaded.copies.installed():
            self._state.restore()
            put_back()
            try:
                if isinstance(values, Unmade):
                    names = self._built(values.scenario.setup, values.size, budget)
                    sources = all_sources(dict(values.inputs), values.scenario)
                    values = slotted(evaluate(sources, values.size, names), values.scenario)
                elif loaded.premise.inputs:
                    with self._building(budget):
                        values = {**values, **premise_values(loaded, size)}
                call = self._prepared(values, budget)
            except (InputError, InputRejected) as error:
                cause = error.__context__  # what the receiver's constructor, or the setup, raised
                return Sample(0, End.REFUSED, str(error), (), type(cause).__name__ if cause else None)
            end, raises, exception, key = End.RETURNED, None, None, None
            before = sys.getrecursionlimit()
            limit_recursion(self._recursion + depth())
            self._start(None if budget >= UNLIMITED else budget)
            try:
                call()
            except BudgetExceeded:
                end = End.BUDGET
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                end, raises, exception = End.RAISED, describe(error), type(error).__name__
                key = _missing_key(error)
            finally:
                self._stop()
                limit_recursion(before)
                loaded.copies.put_back_modules()
        self.returned += end is End.RETURNED
        visits = tuple(self._visits())
        return Sample(_milli(visits), end, raises, visits, exception, key)

    def _prepared(self, values: RunValues, budget: int) -> Callable[[], Any]:
        """The call to make; the receiver is filled within a budget. Raises InputError, InputRejected."""
        loaded = self.loaded
        if not any(map(is_filling, values)):
            return prepared(loaded.target, loaded.function, loaded.owner, values)
        with self._building(budget):
            return prepared(loaded.target, loaded.function, loaded.owner, values)

    def _start(self, budget: int | None) -> None:
        """Begin to count the target."""
        self.loaded.ledger.start(budget)

    def _stop(self) -> None:
        """Stop counting; the counts stay."""
        self.loaded.ledger.stop()

    def built(self, setup: str, size: int) -> dict[str, Any] | None:
        """Return what a setup names at a size, and what the target's module does; None if it fails."""
        with self.loaded.copies.installed():
            self._state.restore()
            put_back()
            try:
                return self._built(setup, size)
            except InputError:
                return None

    def building(self, setup: str, size: int) -> int | None:
        """Return what a setup costs at a size, in thousandths of an op; None if it fails."""
        return None if self.built(setup, size) is None else _milli(self._visits())

    def _built(self, setup: str, size: int, budget: int | None = None) -> dict[str, Any]:
        """The same within the modules at hand, for a run of a budget, or raises InputError."""
        import_modules(setup, self._execute)
        with self._building(budget):
            return run_setup(setup, size, self.loaded.target.module, self._execute)[0]

    @contextmanager
    def _building(self, budget: int | None = None) -> Iterator[None]:
        """A context in which the input of a run of a budget is built; raises InputError if that costs too
        much."""
        budget = budget or self.max_ops
        ledger = self.loaded.ledger
        before = sys.getrecursionlimit()
        limit_recursion(self._recursion + depth())
        ledger.start(None if budget >= UNLIMITED else _BUILDING * budget)
        try:
            yield
        except (BudgetExceeded, MemoryError):
            raise InputError("building the input costs too much") from None
        finally:
            ledger.stop()
            limit_recursion(before)
            self.loaded.copies.put_back_modules()

    def _execute(self, source: str, names: dict[str, Any]) -> None:
        names["__builtins__"] = self.loaded.copies.builtins.__dict__
        exec(compiled(source), names)

    def made(self, values: Unmade) -> RunValues | None:
        """Return the values of an input that is yet to be made; None if it cannot be made."""
        with self.loaded.copies.installed():
            self._state.restore()
            put_back()
            try:
                names = self._built(values.scenario.setup, values.size)
                with self._building():
                    return evaluate(all_sources(dict(values.inputs), values.scenario), values.size, names)
            except (InputError, InputRejected):
                return None

    def peak(self, values: RunValues | Unmade, max_ops: int | None = None, size: int = _USUAL) -> int | None:
        """Run the target once, and return the peak of what it allocates, in bytes; None if it is cut off."""
        tracemalloc.start()
        try:
            sample = self.run(values, max_ops, size)
            return tracemalloc.get_traced_memory()[1] if sample.end in (End.RETURNED, End.RAISED) else None
        finally:
            tracemalloc.stop()

    def _visits(self) -> Iterator[Visit]:
        """What the last run did in each module that it came to."""
        counts, work = self.loaded.ledger.counts, self.loaded.ledger.work
        if len(counts) != self._known:
            self._known = len(counts)
            self._stretches = self._measured()
        for each in self._stretches:
            blocks, native = counts[each.first : each.end], work[each.first : each.end]
            if blocks != each.untouched or native != each.untouched:
                yield Visit(each, blocks, native)

    def _measured(self) -> list[Stretch]:
        """The sites of each module."""
        ledger, stretches = self.loaded.ledger, []
        for _, sites in groupby(ledger.sites, key=lambda site: site.file):
            own = list(sites)
            first, end = own[0].index, own[-1].index + 1
            places = [site for site in own if site.kind in _PLACES]
            stretches.append(
                Stretch(
                    first,
                    end,
                    ledger.units[first:end],
                    [0] * len(own),
                    [site.index for site in places],
                    [site.block - first for site in places],
                )
            )
        return stretches

    def reached(self, sample: Sample) -> Iterator[tuple[int, int]]:
        """The functions, loops and native operations that a run reached, by site, with how often."""
        for visit in sample.visits:
            counts = [visit.blocks[block] for block in visit.stretch.blocks]
            yield from compress(zip(visit.stretch.places, counts, strict=True), counts)

    def costs(self, sample: Sample) -> dict[int, int]:
        """What each site that a run came to contributes to the cost, in thousandths of an op."""
        return {
            visit.stretch.first + place: MILLI * count * unit + milli
            for visit in sample.visits
            for place, (count, unit, milli) in enumerate(
                zip(visit.blocks, visit.stretch.units, visit.work, strict=True)
            )
            if count or milli
        }


def _missing_key(error: BaseException) -> str | int | None:
    """The text or number that a failed look-up asked for; errors of the target's classes are left alone."""
    if type(error) is not KeyError or len(error.args) != 1:
        return None
    key = error.args[0]
    return key if type(key) in (str, int) else None


def _milli(visits: Iterable[Visit]) -> int:
    """What visits cost together, in thousandths of an op."""
    return sum(MILLI * sum(map(mul, each.blocks, each.stretch.units)) + sum(each.work) for each in visits)
