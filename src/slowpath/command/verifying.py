"""What a search catches, run again in fresh processes: the best of it first, and what that shows."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import replace

from slowpath.command.order import Listener
from slowpath.errors import InputError
from slowpath.model.find import Case, Finding, LargeResult, Measured, Unended
from slowpath.oracle.verdict import ALIKE, weight
from slowpath.oracle.verify import Verified, unended, verified, with_memory
from slowpath.run.client import Worker
from slowpath.search.hunter import Key, key
from slowpath.search.hunting import Caught
from slowpath.search.pack import Pack

_SHARE = 0.12  # of the time left, for the verification of one catch: several others have a chance
_SECOND_SHARE = 0.35  # the same for a second look at one that remained in doubt, when no other is waiting
_MOST_VERIFIED = 12  # catches: later ones are variations of the first
_MOST_LARGE = 12  # catches that turn out to be large results, beside those: they say nothing about others
_MOST_WAITED = 3  # recipes whose end is waited for: each takes seconds


class Verifying:
    """Looks at catches one by one. `findings` grow too fast by the measure that was asked for, `other`
    verified families do not; `large` are results that are large, `unended` recipes that do not end."""

    def __init__(
        self,
        worker: Worker,
        measure: Measured | None,
        left: Callable[[], float],
        listener: Listener,
        *,
        timed: bool,
    ) -> None:
        """`left` tells the seconds that are left. If it is not `timed`, the plain target cannot be run."""
        self._worker = worker
        self._measure = measure
        self._left = left
        self._tell = listener
        self._timed = timed
        self._seen: set[Key] = set()  # recipes that were verified
        self._doubtful: list[Caught] = []  # those that want a second look
        self._unweighed: list[Verified] = []  # those whose memory was not measured yet
        self._waited: set[Key] = set()  # recipes that were looked at for their end
        self.findings: list[Finding] = []
        self.other: list[Finding] = []
        self.large: list[LargeResult] = []
        self.cases: list[Case] = []
        self.unended: list[Unended] = []

    def is_behind(self, pack: Pack) -> bool:
        """Whether something that was caught waits for a look."""
        return self._next(pack) is not None or bool(self._doubtful or self._unweighed)

    def look(self, pack: Pack) -> bool | None:
        """Verify a catch, or wait for the end of a recipe; return whether that was news, None if there was
        nothing to look at."""
        caught = self._next(pack)
        # Better catches at one place come all the time: what is in doubt there need not wait for their end.
        if self._doubtful and (caught is None or caught.site in self._places(pack)):
            return self._verify(self._doubtful.pop(0), _SECOND_SHARE)
        if caught is not None:
            return self._verify(caught, _SHARE)
        if self._unweighed:
            return self._weigh(self._unweighed.pop(0))
        return self._look_for_end(pack) or None

    def _next(self, pack: Pack) -> Caught | None:
        """The plainest of the best catches that were not verified yet: at a new place first, then what seems
        to explode."""
        settled = {each.site for each in self.findings if each.shown.explodes and each.natural}
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
        self._tell(f"verifying {_shown(caught.recipe)}")
        seconds, only_memory = max(1.0, share * self._left()), self._measure is Measured.MEMORY
        try:
            seen = verified(caught, self._worker, seconds, timed=self._timed, only_memory=only_memory)
        except InputError:  # the receiver's constructor refuses it at some size
            return False
        if seen is None:
            return False
        if seen.in_doubt and is_first:
            self._doubtful.append(caught)
        if seen.large is not None:
            self.large.append(seen.large)
            return False
        if seen.case is not None:
            self.cases.append(seen.case)
        if self._timed and not only_memory and not seen.ends:
            self._unweighed.append(seen)
        return self._enter(seen.finding, is_superlinear=seen.is_superlinear)

    def _weigh(self, seen: Verified) -> bool:
        """Measure the memory of what was verified; return whether that makes it a finding.

        It comes after all other looks: tracing memory makes runs many times slower, and few catches are slow
        by what they keep alone.
        """
        finding = with_memory(seen, self._worker, max(1.0, _SHARE * self._left()))
        if finding.memory is None:
            return False
        for kept in (self.findings, self.other):
            kept[:] = [each for each in kept if each is not seen.finding]
        is_news = self._enter(finding, is_superlinear=seen.is_superlinear)
        return is_news and not seen.is_superlinear

    def _enter(self, finding: Finding, *, is_superlinear: bool) -> bool:
        """Note what was verified; return whether it is a finding."""
        found = self._wanted(finding, is_superlinear=is_superlinear)
        (self.other if found is None else self.findings).append(found or finding)
        return found is not None

    def _wanted(self, finding: Finding, *, is_superlinear: bool) -> Finding | None:
        """What was seen as a finding, if it grows too fast by the measure that was asked for."""
        measure = self._measure
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
        self._tell(f"waiting for the end of {_shown(waiting[0].recipe)}")
        seen = unended(waiting[0], self._worker, self._left(), timed=self._timed)
        if seen is not None:
            self.unended.append(seen)
        return True


def _shown(recipe: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={source}" for name, source in recipe.items())
