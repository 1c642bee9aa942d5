"""Policies: what the decisions of small worst cases have in common guides a run of a larger input."""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.scaling.path.subject import ScaledTarget
from slowpath.scaling.path.worst import WorstEffort, WorstPaths
from slowpath.search.policy import learning
from slowpath.search.policy.guide import GuideEffort, guide
from slowpath.search.strategy import Proposal, Scene, Strategy
from slowpath.shape.inputs import write_inputs
from slowpath.shape.replayer import Replayer

_FIRST, _LAST = 2, 5  # sizes that are explored, as for worst cases
_PATHS = 600  # of one size, as for worst cases
_SIZE = 16  # of the guided input: three times what is explored, so that stretches repeat
_GUIDED = 0.3  # of the time, for the guided run of each of two policies: the rest goes into learning them


class Policies(Strategy, place=50, traced=True):
    """Proposes inputs whose decisions follow a policy by place, and one by history."""

    def propose(self, scene: Scene) -> Iterator[Proposal | None]:
        """Explore small sizes, learn two policies, and yield the inputs that they guide to."""
        target = ScaledTarget(scene.traced(), scene.loaded, scene.shapes, small_ops=scene.max_ops)
        seconds = scene.until - scene.clock()
        exploring = WorstEffort(paths=_PATHS, patience=_PATHS // 4, seconds=seconds / 8)
        plan = learning.LearningPlan(first=_FIRST, last=_LAST, seconds=seconds / 4, effort=exploring)
        small = learning.explored(target, plan, scene.clock, on_size=self._count)
        effort = GuideEffort(seconds=_GUIDED * seconds, paths=1, ops=scene.max_ops)
        for learn in (learning.wise, learning.history):
            if scene.is_over():
                return
            learned = learn(target, small, scene.is_over)
            found = (
                None if learned is None else guide(target, learned.policy, _SIZE, effort, clock=scene.clock)
            )
            if found is not None:
                self.runs += found.runs
                self.solves += found.solves
                yield Proposal(write_inputs(scene.shapes, _SIZE, Replayer(found.leaves)))

    def _count(self, explored: WorstPaths) -> None:
        self.runs += explored.runs
        self.solves += explored.solves
