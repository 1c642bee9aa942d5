"""Who extends the states of a beam: this process, or several that are forked from it.

What is found for a state depends on the state alone, so the number of processes changes nothing but the
time. A process that dies costs the state that it was extending.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from slowpath.errors import WorkerError
from slowpath.explore.limits import Tally
from slowpath.run.pool import Pool
from slowpath.search.beam.states import BeamState
from slowpath.search.beam.window import Window

PARTS = 4  # of a level, per process: states take unequal time, and a fork is cheap beside a part

Extended = tuple[list[BeamState], Tally]


@dataclass(frozen=True, slots=True)
class Crew:
    """Extends states by a window, in `jobs` processes."""

    window: Window
    jobs: int = 1
    tally: Tally = field(default_factory=Tally)

    def extended(self, states: Sequence[BeamState], until: int) -> list[BeamState]:
        """The states of `until` decisions behind some states, in their order."""
        if self.jobs > 1:
            parts = self._spread(states, until)
        else:
            parts = [self.window.extended(state, until) for state in states]
        found: list[BeamState] = []
        for part, tally in parts:
            tally.lost.clear()  # its sites have the numbers of the process that met them
            self.tally.add(tally)
            found += part
        return found

    def _spread(self, states: Sequence[BeamState], until: int) -> list[Extended]:
        """What each state extends to, but for those whose processes died."""

        def work(places: range) -> Iterator[Extended]:
            for place in places:
                yield self.window.extended(states[place], until)

        answers: dict[int, Extended] = {}
        size = max(1, -(-len(states) // (self.jobs * PARTS)))
        waiting = [range(len(states))[first : first + size] for first in range(0, len(states), size)]
        with Pool(work, self.jobs) as pool:
            while waiting:
                behind: list[range] = []  # parts that begin behind a state whose process died
                for call in pool.calls(waiting):
                    told = list(call)
                    answers.update(zip(call.task, told, strict=False))
                    if call.died:
                        self.tally.died += 1
                        behind.append(call.task[len(told) + 1 :])
                waiting = [part for part in behind if part]
        if states and not answers:
            raise WorkerError("every process of the search died", "Give its runs a smaller --max-ops.")
        return [answers[place] for place in sorted(answers)]
