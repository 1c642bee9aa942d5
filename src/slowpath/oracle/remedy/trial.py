"""The trial of a change: both versions run on the same inputs, and must differ in nothing but their cost."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain, islice
from random import Random

from slowpath.errors import SlowpathError, TargetError
from slowpath.model.growth import Growth
from slowpath.model.redundancy import Remedy
from slowpath.model.run import End, Run
from slowpath.model.scenario import Scenario
from slowpath.oracle.remedy.material import (
    Input,
    family_material,
    mutated_material,
    random_material,
    varied_setups,
)
from slowpath.oracle.remedy.paths import SizeSeen, explored
from slowpath.oracle.remedy.suspect import Suspect
from slowpath.run.client import Worker
from slowpath.run.messages import OPS
from slowpath.scaling.growth import fit
from slowpath.scaling.series import Series

RANDOM = 1_000  # random inputs: as many as a property-based test would try, and more
LEAST = 25  # inputs on which both must have been seen to agree: with fewer, nothing is claimed
_FEW = 120  # random inputs that are tried before a change is measured: most wrong ones fail on them
_SMALL_OPS = 300_000  # of a run on a small input: more is an endless loop
_LESS = 0.5  # of the old cost at the largest size that was run: a change that saves less is not tried
_SLOPE = 0.4  # by how much the exponent must fall: from n^2 to n log n it falls by more, by a log by less
# The same if the leading terms of both fits differ by a whole power: at the sizes that can be run, a square
# with a small factor beside a large linear part has a slope little above 1.
_LEAST_SLOPE = 0.1
# The confidence from which on a fit tells the leading term: lower accepts wrong classes, higher refuses
# changes that help; not measured.
_SURE = 0.7
# What the runs of the changed version at growing sizes may cost: the rest of the time is for inputs that are
# compared; not measured.
_SERIES_OPS = 30_000_000
_SERIES, _PATHS = 0.25, 0.3  # shares of the time of a trial
_BATCH = 200  # inputs between two looks at the clock: a longer one overruns the time; not measured
# Inputs of the family with a size of its own for each parameter: they and the next two share the time of a
# trial; not measured.
_SIZES = 60
_MUTATED = 300  # inputs of the family with one parameter changed a little
_SETUPS = 25  # variations of the code that makes an input

Equal = bool | None  # None if a run came to no end of its own, so that nothing can be said


@dataclass(slots=True)
class Agreement:
    """On how many inputs both versions were seen to agree, and whether they differed on one."""

    differs: bool = False
    seen: set[str] = field(default_factory=set)  # inputs that both versions ran
    equal: set[str] = field(default_factory=set)  # those of them on which both came to the same end

    def is_enough(self) -> bool:
        """Whether there are enough inputs, and no difference."""
        return not self.differs and len(self.equal) >= LEAST


@dataclass(eq=False, slots=True)
class Trial:
    """Tries changes of one target, one after the other; what the old version does is asked only once.

    `worker` runs the target as it is; `source` is the text of the function that is to be changed.
    """

    suspect: Suspect
    worker: Worker
    source: str
    clock: Callable[[], float] = time.monotonic
    _known: dict[str, Run] = field(default_factory=dict, init=False)  # of the old version, by setup and input

    def remedy(
        self, file: str, text: str, diff: str, seconds: float, report: Callable[[str], None]
    ) -> Remedy | None:
        """Return a change as a remedy if it proves itself within so many seconds."""
        suspect = self.suspect
        changed = {file: text}
        end = self.clock() + seconds
        with Worker(
            suspect.spec,
            scope=suspect.scope,
            limits=suspect.limits,
            allow=suspect.allow,
            changed=changed,
        ) as new:
            try:
                new.target  # noqa: B018  (waits until it is loaded)
                return self._proven(new, changed, diff, end, report)
            except SlowpathError:
                return None  # it does not load, or its runs cannot be made

    def _proven(
        self, new: Worker, changed: Mapping[str, str], diff: str, end: float, report: Callable[[str], None]
    ) -> Remedy | None:
        suspect, random = self.suspect, Random(self.suspect.seed)
        agreement = Agreement()
        material = random_material(suspect.inferred, suspect.recipe, self.source, random)
        if not self._saves(new, end):
            return None
        family = family_material(suspect.recipe, random, _SIZES)
        if not suspect.setup:
            self._compare(agreement, new, islice(family, _FEW), end)
        self._compare(agreement, new, islice(material, _FEW), end)
        if agreement.differs:
            return None
        report("measuring a remedy")
        after = self._growth(new, _SERIES * (end - self.clock()))
        if after is None or not is_lower(suspect.growth, after):
            return None
        report("comparing a remedy with the original")
        share = _PATHS * (end - self.clock())
        seen = explored(suspect, changed, share) if suspect.inferred else []
        for size in seen:
            self._compare(agreement, new, size.inputs, end)
        if suspect.setup:
            self._compare_setups(agreement, new, random, end)
        else:
            mutated = mutated_material(suspect.recipe, suspect.inferred, self.source, random)
            self._compare(agreement, new, chain(family, islice(mutated, _MUTATED)), end)
        self._compare(agreement, new, islice(material, RANDOM), end)
        if not agreement.is_enough():
            return None
        before, then = suspect.growth.words, after.words
        return Remedy(diff, f"{self._checked(agreement, seen)}; {before} -> {then}", before, then)

    def _checked(self, agreement: Agreement, seen: list[SizeSeen]) -> str:
        """What was done, in words. Paths count only if both versions were seen to agree on all of them."""
        told = f"equal on {len(agreement.equal):,} inputs"
        sizes = [
            each.size
            for each in seen
            if each.complete and {_key("", given) for given in each.inputs} <= agreement.equal
        ]
        largest = max(sizes, default=0)
        is_gapless = sizes == [*range(1, largest + 1)]
        return f"{told}, on every path up to size {largest}" if largest and is_gapless else told

    def _saves(self, new: Worker, end: float) -> bool:
        """Whether a run at the largest size costs clearly less: most changes that do not help end here."""
        size, cost = self.suspect.growth.points[-1]
        run = self._set_up(new).run(self.suspect.recipe, size, int(cost), max(end - self.clock(), 1.0))
        return run.end in (End.RETURNED, End.RAISED) and run.costs[OPS] <= _LESS * cost

    def _growth(self, new: Worker, seconds: float) -> Growth | None:
        series = Series(self._set_up(new), self.suspect.recipe, OPS, _SERIES_OPS, seconds)
        try:
            series.extend()
        except TargetError:
            return None
        return fit(series.points)

    def _set_up(self, worker: Worker) -> Worker:
        """The worker that does what the suspect is slow at."""
        return worker.with_scenario(self.suspect.scenario)

    def _compare(self, agreement: Agreement, new: Worker, inputs: Iterable[Input], end: float) -> None:
        """Compare both versions on inputs that need no setup, until one differs or the time is over."""
        waiting = iter(inputs)
        while not agreement.differs and self.clock() < end:
            some = list(islice(waiting, _BATCH))
            batch = [each for each in some if _key("", each) not in agreement.seen]
            if not some:
                return
            self._compare_batch(agreement, new, batch, "", None)

    def _compare_setups(self, agreement: Agreement, new: Worker, random: Random, end: float) -> None:
        """The same for variations of what makes the input, at small sizes."""
        setup, recipe = self.suspect.setup, dict(self.suspect.recipe)
        for code in dict.fromkeys([setup, *varied_setups(setup, random, _SETUPS)]):
            for size in (1, 2, 3, 5, 8):
                if agreement.differs or self.clock() > end:
                    return
                self._compare_batch(agreement, new, [recipe], code, size)

    def _compare_batch(
        self, agreement: Agreement, new: Worker, batch: list[Input], setup: str, size: int | None
    ) -> None:
        label = f"{size}:{setup}"
        asked = [each for each in batch if _key(label, each) not in self._known]
        for given, run in zip(asked, self._outcomes(self.worker, asked, setup, size), strict=True):
            self._known[_key(label, given)] = run
        for given, run in zip(batch, self._outcomes(new, batch, setup, size), strict=True):
            equal = alike(self._known[_key(label, given)], run)
            key = _key(setup, given) if size is None else _key(label, given)
            agreement.seen.add(key)
            if equal:
                agreement.equal.add(key)
            agreement.differs = agreement.differs or equal is False

    def _outcomes(self, worker: Worker, inputs: list[Input], setup: str, size: int | None) -> list[Run]:
        if not inputs:
            return []
        # Inputs that are made up are those of one call; what varies a setup does all that the suspect does.
        scenario = Scenario(setup) if size is None else replace(self.suspect.scenario, setup=setup)
        return worker.with_scenario(scenario).outcomes(inputs, size, _SMALL_OPS, 2.0)


def alike(old: Run, new: Run) -> Equal:
    """Whether two runs left the same behind; None if the old one came to no end that can be compared."""
    if old.end not in (End.RETURNED, End.RAISED) or old.outcome is None:
        return None
    if old.exception == RecursionError.__name__:
        return None  # how deep calls may be is not up to the target
    return old.ends_like(new) and old.outcome == new.outcome


def is_lower(before: Growth, after: Growth) -> bool:
    """Whether a cost grows by a lower class than it did."""
    if after.klass is None or after.explodes or after.exponent is None:
        return False
    if before.explodes:
        return True
    if before.exponent is None:
        return False
    fall = before.exponent - after.exponent
    return fall >= _SLOPE or (fall >= _LEAST_SLOPE and _lost_power(before, after) >= 1)


def _lost_power(before: Growth, after: Growth) -> float:
    """By how much the power of n in the leading term of a fitted cost falls; 0 if a fit is not sure."""
    if any(not each.terms or each.confidence < _SURE for each in (before, after)):
        return 0.0
    return before.terms[0].power - after.terms[0].power


def _key(setup: str, given: Mapping[str, str]) -> str:
    return repr((setup, sorted(given.items())))
