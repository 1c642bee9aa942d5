"""Programs bred from programs: those that bend, or that reach some place most often, are changed and mixed.

It begins with receivers that examples of any method of the class make, and calls the target on them. The
mutations are those with which `slowpath loops` drives loops; here the race judges how the cost grows.
"""

from __future__ import annotations

import builtins
import itertools
from collections.abc import Iterator, Sequence

from slowpath.errors import InputError
from slowpath.model.target import TargetKind
from slowpath.recipe.linear import linear
from slowpath.recipe.parsing import parse_program
from slowpath.recipe.place import free_names
from slowpath.recipe.program import Program
from slowpath.recipe.use import Use, use_of
from slowpath.search.judge import Judged
from slowpath.search.loops.depot import Depot
from slowpath.search.loops.material import Material
from slowpath.search.loops.stock import EVERY, StockValue
from slowpath.search.loops.variation import ProgramVariation
from slowpath.search.programs.mining import Examples
from slowpath.search.programs.objects import takes_objects
from slowpath.search.programs.workshop import Workshop, arguments_of, parameters_of
from slowpath.search.strategy import Proposal, Scene, Strategy

_CALLS = 6  # choices of arguments with which each receiver is tried: each is a program to run
_WORDS = 20  # of the code, that texts in a program are replaced by
_BENDING = 0.5  # how often a program that bends is changed; otherwise one that reaches some place most often
_CROSSED = 0.2  # how often it is mixed with another one first, a change alone being the rule; not measured
_LINEAR = 2  # programs in the place of one that multiplies by N twice: one for each N
_VAIN = 200  # programs in a row that are no use of the target: then there is nothing to breed from
_IDLE = 2_000  # programs in a row after which nothing new was reached, and nothing bent at a new place


class Breed(Strategy, place=14, needs_growth=False):
    """Breeds programs for a method, or for a function that takes objects."""

    def __init__(self) -> None:
        super().__init__()
        self._sites: set[int] = set()  # that were reached
        self._niches: set[int] = set()  # that bend
        self._idle = 0

    def observe(self, judged: Judged) -> None:
        """Note what is new."""
        sites = {site for site, _ in judged.reached}
        niches = {judged.bend.niche} if judged.bend is not None else set()
        if not (sites <= self._sites and niches <= self._niches):
            self._idle = 0
        self._sites |= sites
        self._niches |= niches

    def propose(self, scene: Scene) -> Iterator[Proposal | None]:
        """Yield calls on receivers of examples, then offspring; nothing if shapes are given."""
        target = scene.loaded.target
        if scene.given or not takes_objects(target, scene.shapes):
            return
        module = scene.loaded.copies.modules[target.module]
        with scene.meter.installed():
            examples = Examples(module, more=scene.loaded.examples)
            workshop = Workshop(scene.meter, examples.calls)
            workshop.learn_objects()
            depot = Depot(workshop, examples)
            receivers = self._receivers(scene, depot)
            calls = self._calls(scene, workshop)
        self.runs += workshop.taken()
        starts: list[Program] = []
        for program in self._programs(scene, receivers, calls):
            starts.append(program)
            yield from _proposals(scene, program)
        owner = scene.loaded.owner
        words = tuple(scene.words.words[:_WORDS])
        material = Material(
            starts=tuple(starts),
            arguments={each.name: _sources(EVERY) for each in target.parameters},
            plain=(*_sources(EVERY), *map(repr, words)),
            makers=tuple(workshop.objects.values()),
            actions=tuple(dict.fromkeys(depot.actions(owner))) if owner is not None else (),
            usages=tuple(examples.programs(target.qualname.rpartition(".")[2])),
            words=words,
            known=frozenset(vars(module)) | frozenset(dir(builtins)),
            is_linear=True,
        )
        yield from self._offspring(scene, ProgramVariation(material, without=("concolic",)))

    def _receivers(self, scene: Scene, depot: Depot) -> list[StockValue]:
        owner = scene.loaded.owner
        if scene.loaded.target.kind is not TargetKind.METHOD or owner is None:
            return [StockValue("")]
        mixed = itertools.zip_longest(depot.shown(owner), depot.receivers(owner))
        return [each for row in mixed for each in row if each is not None]

    def _calls(self, scene: Scene, workshop: Workshop) -> list[str]:
        """Arguments for the target, as they are written."""
        target = scene.loaded.target
        skipped = 1 if target.kind is TargetKind.METHOD else 0
        parameters = parameters_of(scene.loaded.function)[skipped:]
        chosen = workshop.arguments(target.qualname, parameters)
        last = (each.replace("{i}", "{N - 1}") for each in chosen)
        return list(itertools.islice(dict.fromkeys(each for each in last if _is_apart(each)), _CALLS))

    def _programs(
        self, scene: Scene, receivers: Sequence[StockValue], calls: Sequence[str]
    ) -> Iterator[Program]:
        target = scene.loaded.target
        name = target.qualname.rpartition(".")[2]
        for receiver, arguments in itertools.product(receivers, calls):
            called = f"{receiver.source}.{name}" if receiver.source else target.qualname
            try:
                yield parse_program("\n".join((*receiver.lines, f"{called}({arguments})")))
            except InputError:
                continue

    def _offspring(self, scene: Scene, variation: ProgramVariation) -> Iterator[Proposal | None]:
        """Changed programs of the archive, as long as something new comes of them."""
        random, archive, vain = scene.random, scene.programs, 0
        while archive.has_reached and vain < _VAIN and self._idle < _IDLE:
            self._idle += 1
            bends = bool(archive.kept) and random.random() < _BENDING
            parent = archive.one_bending(random) if bends else archive.one_reaching(random)
            assert isinstance(parent, Use)  # recipes have an archive of their own
            program = parent.program
            if random.random() < _CROSSED:
                mate = archive.one_reaching(random)
                assert isinstance(mate, Use)
                program = variation.crossed(program, mate.program, random)
            found = list(_proposals(scene, variation.mutated(program, random)))
            vain = 0 if found else vain + 1
            yield from found


def _proposals(scene: Scene, program: Program) -> Iterator[Proposal]:
    """A program that grows with N; if it grows faster, those of it that grow in proportion."""
    for each in itertools.islice(linear(program), _LINEAR):
        use = use_of(each, scene.loaded.target) if each.length(2) > each.length(1) else None
        if use is not None:
            yield Proposal(use)


def _is_apart(arguments: str) -> bool:
    """Whether arguments need no round of a repetition."""
    return all("i" not in free_names(each) for each in arguments_of(f"f({arguments})"))


def _sources(values: Sequence[StockValue]) -> tuple[str, ...]:
    return tuple(each.source for each in values if not each.lines)
