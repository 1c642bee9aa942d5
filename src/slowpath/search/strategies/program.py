"""Programs: objects that other calls build, filled N times, on which the target is called.

They come from what the package's own examples do with the target, and from what can be done with the names of
its module, learnt by trying.
"""

from __future__ import annotations

import itertools
import sys
from collections.abc import Iterator

from slowpath.model.run import End
from slowpath.recipe.program import Program
from slowpath.recipe.use import Use, use_of
from slowpath.search.programs.assembly import Assembly
from slowpath.search.programs.inlining import inlined
from slowpath.search.programs.mining import mined, shown
from slowpath.search.programs.objects import takes_objects
from slowpath.search.programs.variants import grown, grown_twice
from slowpath.search.programs.workshop import Workshop
from slowpath.search.strategy import Proposal, Scene, Strategy

_SIZE = 2  # of the run that shows whether a program works: the second round shows what cannot be done twice
_MOST_SHOWN = 60  # examples that are run if random inputs are refused: each takes some milliseconds
_ENOUGH_SHOWN = 8  # of them that work: others are alike
_WORDS = 20  # of the code, that texts in a program are replaced by: each makes a program of its own


class Programs(Strategy, place=12, needs_growth=False):
    """Proposes programs for a method, or for a function that takes objects."""

    def propose(self, scene: Scene) -> Iterator[Proposal | None]:
        """Yield what examples show, made to grow, then what is put together; nothing if shapes are given."""
        target = scene.loaded.target
        if scene.given:
            return
        name = target.qualname.rpartition(".")[2]
        if scene.is_refused:
            yield from self._shown(scene, name)
        if not takes_objects(target, scene.shapes):
            return
        module = scene.loaded.copies.modules[target.module]
        found = mined(module, name, scene.loaded.examples)
        workshop = Workshop(scene.meter, found.calls)
        examples = (each for program in found.programs for each in self._grown(scene, program))
        twice = (each for program in found.programs for each in self._grown_twice(scene, program))
        yield from _in_turn(self._assembled(scene, workshop), examples, twice)

    def _shown(self, scene: Scene, name: str) -> Iterator[Proposal]:
        """What examples show as it is, and made to grow; the first ones that the target takes."""
        module = sys.modules.get(scene.loaded.function.__module__)
        module = module or scene.loaded.copies.modules[scene.loaded.target.module]
        works = 0
        for program in itertools.islice(shown(module, name, scene.loaded.examples), _MOST_SHOWN):
            use = use_of(program, scene.loaded.target)
            if use is None or not self._returns(scene, use):
                continue
            works += 1
            yield Proposal(use)
            yield from self._grown(scene, program)
            if works >= _ENOUGH_SHOWN:
                return

    def _returns(self, scene: Scene, use: Use) -> bool:
        self.runs += 1
        return scene.meter.run(use.values(_SIZE)).end is End.RETURNED

    def _assembled(self, scene: Scene, workshop: Workshop) -> Iterator[Proposal]:
        """What is put together of what can be made."""
        workshop.learn_objects()
        for program in Assembly(scene.meter, workshop, scene.words.words[:_WORDS]).programs():
            self.runs += workshop.taken()
            yield from self._proposals(scene, program)

    def _grown(self, scene: Scene, program: Program) -> Iterator[Proposal]:
        """What a program that works becomes if it grows."""
        if self._works(scene, program):
            words = scene.words.words[:_WORDS]
            for each in (program, *grown(program, words)):
                if each.length(2) > each.length(1):
                    yield from self._proposals(scene, each)

    def _grown_twice(self, scene: Scene, program: Program) -> Iterator[Proposal]:
        """What a program that works becomes if two things in it grow."""
        if self._works(scene, program):
            for each in grown_twice(inlined(program)):
                yield from self._proposals(scene, each)

    def _works(self, scene: Scene, program: Program) -> bool:
        use = use_of(program, scene.loaded.target)
        if use is None:
            return False
        self.runs += 1
        return scene.meter.run(use.values(_SIZE)).end in (End.RETURNED, End.RAISED)

    def _proposals(self, scene: Scene, program: Program) -> Iterator[Proposal]:
        use: Use | None = use_of(program, scene.loaded.target)
        if use is not None:
            yield Proposal(use)


def _in_turn(*several: Iterator[Proposal]) -> Iterator[Proposal]:
    """Yield one of each, as long as there are any."""
    left = list(several)
    while left:
        for each in list(left):
            proposal = next(each, None)
            if proposal is None:
                left.remove(each)
            else:
                yield proposal
