"""What a search catches, run again in fresh processes: the best of it first, and what that shows."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from slowpath.command.order import Listener
from slowpath.errors import InputError
from slowpath.model.find import Case, Finding, LargeResult, Measured, Unended
from slowpath.oracle.verdict import ALIKE, is_superlinear, weight
from slowpath.oracle.verify import Verified, asked_again, unended, verified, with_memory
from slowpath.run.client import Worker
from slowpath.search.hunter import Key, key
from slowpath.search.hunting import Caught
from slowpath.search.pack import Pack

_SHARE = 0.12  # of the time left, for the verification of one catch: several others have a chance
_SECOND_SHARE = 0.35  # the same for a second look at one that remained in doubt, when no other is waiting
_MOST_VERIFIED = 12  # catches: later ones are variations of the first
_MOST_LARGE = 12  # catches that turn out to be large results, beside those: they say nothing about others
_MOST_WAITED = 3  # recipes whose end is waited for: each takes seconds


@dataclass(eq=False, slots=True)
class Verifying:
    """Looks at catches one by one; `left` tells the seconds that are left for that.

    `findings` grow too fast by the `measure` that was asked for, `other` verified families do not; `large`
    are results that are large, `unended` recipes that do not end. If it is not `timed`, the plain target
    cannot be run.
    """

    worker: Worker
    measure: Measured | None
    left: Callable[[], float]
    tell: Listener
    timed: bool
    findings: list[Finding] = field(default_factory=list, init=False)
    other: list[Finding] = field(default_factory=list, init=False)
    large: list[LargeResult] = field(default_factory=list, init=False)
    cases: list[Case] = field(default_factory=list, init=False)
    unended: list[Unended] = field(default_factory=list, init=False)
    _seen: set[Key] = field(default_factory=set, init=False)  # recipes that were verified
    _doubtful: list[tuple[Caught, Verified]] = field(default_factory=list, init=False)  # for a second look
    _unweighed: list[Verified] = field(default_factory=list, init=False)  # whose memory was not measured yet
    _waited: set[Key] = field(default_factory=set, init=False)  # recipes that were looked at for their end

    def is_behind(self, pack: Pack) -> bool:
        """Whether something that was caught waits for a look."""
        return self._next(pack) is not None or bool(self._doubtful or self._unweighed)

    def look(self, pack: Pack) -> bool | None:
        """Verify a catch, or wait for the end of a recipe; return whether that was news, None if there was
        nothing to look at."""
        caught = self._next(pack)
        # Better catches at one place come all the time: what is in doubt there need not wait for their end.
        if self._doubtful and (caught is None or caught.site in self._places(pack)):
            return self._look_again(*self._doubtful.pop(0))
        if caught is not None:
            return self._verify(caught, _SHARE)
        if self._unweighed:
            return self._weigh(self._unweighed.pop(0))
        return self._look_for_end(pack) or None

    def _next(self, pack: Pack) -> Caught | None:
        """The plainest of the best catches that were not verified yet: at a new place first, then what seems
        to explode."""
        worst = [each for each in self.findings if each.shown.explodes and each.natural]
        explosive = {key(each.recipe, each.scenario) for each in worst}
        settled = {each.site for name, each in pack.caught.items() if name in explosive}
        waiting = [
            each
            for name, each in pack.caught.items()
            if name not in self._seen and each.site not in settled  # it does not get worse there
        ]
        others = len(self._seen) - len(self.large)
        if others >= _MOST_VERIFIED or len(self.large) >= _MOST_LARGE:
            return None
        if not waiting:
            return None
        places = self._places(pack)
        best = max(each.score for each in waiting)
        return max(
            waiting,
            key=lambda each: (
                each.site not in places,
                math.isinf(each.steepness),  # its score is that of a smaller size
                ALIKE * each.score >= best,
                -weight(each.recipe, each.scenario),
                each.score,
            ),
        )

    def _places(self, pack: Pack) -> set[str]:
        """The places of catches that were verified."""
        return {each.site for name, each in pack.caught.items() if name in self._seen}

    def _verify(self, caught: Caught, share: float) -> bool:
        """Run a catch in fresh processes for a share of the time left; return whether it is a finding."""
        name = key(caught.recipe, caught.scenario)
        is_first = name not in self._seen
        self._seen.add(name)
        self.tell(f"verifying {_shown(caught.recipe)}")
        seconds, only_memory = max(1.0, share * self.left()), self.measure is Measured.MEMORY
        try:
            seen = verified(caught, self.worker, seconds, timed=self.timed, only_memory=only_memory)
        except InputError:  # the receiver's constructor refuses it at some size
            return False
        if seen is None:
            return False
        if seen.in_doubt and is_first:
            self._doubtful.append((caught, seen))
        return self._note(seen)

    def _look_again(self, caught: Caught, seen: Verified) -> bool:
        """Look at a catch once more that remained in doubt; return whether it is a finding. If its count
        grows too fast, only the clock is asked."""
        if not (self.timed and self.measure is not Measured.MEMORY and is_superlinear(seen.finding.growth)):
            return self._verify(caught, _SECOND_SHARE)
        self.tell(f"verifying {_shown(caught.recipe)}")
        again = asked_again(seen, self.worker, max(1.0, _SECOND_SHARE * self.left()))
        self._forget(seen)
        return self._note(again)

    def _forget(self, seen: Verified) -> None:
        """Drop what a first look noted."""
        self._drop(seen.finding)
        self.cases[:] = [each for each in self.cases if each is not seen.case]
        self._unweighed[:] = [each for each in self._unweighed if each is not seen]

    def _note(self, seen: Verified) -> bool:
        """Note what a look showed; return whether it is a finding."""
        if seen.large is not None:
            self.large.append(seen.large)
            return False
        if seen.case is not None:
            self.cases.append(seen.case)
        if self.timed and self.measure is not Measured.MEMORY and not seen.ends:
            self._unweighed.append(seen)
        return self._enter(seen.finding, is_superlinear=seen.is_superlinear)

    def _weigh(self, seen: Verified) -> bool:
        """Measure the memory of what was verified; return whether that makes it a finding.

        It comes after all other looks: tracing memory makes runs many times slower, and few catches are slow
        by what they keep alone.
        """
        finding = with_memory(seen, self.worker, max(1.0, _SHARE * self.left()))
        if finding.memory is None:
            return False
        self._drop(seen.finding)
        is_news = self._enter(finding, is_superlinear=seen.is_superlinear)
        return is_news and not seen.is_superlinear

    def _drop(self, finding: Finding) -> None:
        for kept in (self.findings, self.other):
            kept[:] = [each for each in kept if each is not finding]

    def _enter(self, finding: Finding, *, is_superlinear: bool) -> bool:
        """Note what was verified; return whether it is a finding."""
        found = self._wanted(finding, is_superlinear=is_superlinear)
        (self.other if found is None else self.findings).append(found or finding)
        return found is not None

    def _wanted(self, finding: Finding, *, is_superlinear: bool) -> Finding | None:
        """What was seen as a finding, if it grows too fast by the measure that was asked for."""
        measure = self.measure
        if is_superlinear and measure is not Measured.MEMORY:
            return finding
        if finding.memory is None or measure is Measured.TIME:
            return None
        return replace(finding, measure=Measured.MEMORY)

    def _look_for_end(self, pack: Pack) -> bool:
        """Run the plainest recipe that seems endless in fresh processes; return whether there was one."""
        new = [each for each in pack.unending if key(each.recipe, each.scenario) not in self._waited]
        waiting = sorted(new, key=lambda each: weight(each.recipe, each.scenario))
        if not waiting or self.unended or len(self._waited) >= _MOST_WAITED:
            return False
        self._waited.add(key(waiting[0].recipe, waiting[0].scenario))
        self.tell(f"waiting for the end of {_shown(waiting[0].recipe)}")
        seen = unended(waiting[0], self.worker, self.left(), timed=self.timed)
        if seen is not None:
            self.unended.append(seen)
        return True


def _shown(recipe: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={source}" for name, source in recipe.items())
