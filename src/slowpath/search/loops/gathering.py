"""Where the material of programs comes from: shapes, words, examples, and what a workshop can make."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, permutations, product
from random import Random

from slowpath.errors import InputError
from slowpath.knowledge.catalogue import ALL, Knowledge
from slowpath.model.target import RECEIVER_ITSELF, Target, TargetKind
from slowpath.recipe.expression import SIZE
from slowpath.recipe.parsing import parse_program
from slowpath.recipe.place import free_names
from slowpath.recipe.program import Program
from slowpath.recipe.writing import written_call, written_receiver
from slowpath.run.counted import Meter
from slowpath.search.loops.material import Material
from slowpath.search.probe import guessed, probed
from slowpath.search.programs.assembly import Assembly
from slowpath.search.programs.mining import Mined, mined
from slowpath.search.programs.variants import grown
from slowpath.search.programs.workshop import VALUE, Workshop
from slowpath.search.recipes.genes import Genes
from slowpath.search.recipes.reading import WordReader
from slowpath.search.recipes.vocabulary import Vocabulary
from slowpath.shape.base import Shape
from slowpath.shape.infer import shapes_of
from slowpath.shape.natural import Kind

_MOST_STARTS = 40  # expressions for one parameter: those of the shape come before those of single words
_PAIRED = 8  # of them that are tried with those of another parameter: 64 programs for two parameters
_MOST_ASSEMBLED = 400  # programs that the workshop puts together: about a second of runs
# Programs that grow out of known usages: each is a run, beside those that the workshop puts together.
_MOST_GROWN = 150
_WORDS = 20  # of the code: each is tried in the place of a text
_PLAIN = (
    "0", "1", "-1", "N", "N - 1", "i", "None", "'a'", "f'a{i}'", "'a' * N", "[0] * N", "list(range(N))",
    "[f'a{i}' for i in range(N)]", "['a'] * N", "set(range(N))", "dict.fromkeys(range(N))", "[]", "True",
)  # fmt: skip


class Gathering:
    """Gathers the material for one target, whose runs of the count build tell what it takes."""

    def __init__(
        self,
        meter: Meter,
        random: Random,
        knowledge: Knowledge = ALL,
        given: Mapping[str, str] | None = None,
    ) -> None:
        """`given` are texts of shapes by parameter; the others are inferred."""
        self._meter = meter
        self._loaded = meter.loaded
        self._target = meter.loaded.target
        self._random = random
        self._knowledge = knowledge
        self._given = given or {}
        self.shapes: dict[str, Shape] = {}
        self._words: Sequence[str] = ()

    def material(self, *, usages: bool = True) -> Material:
        """Return what programs for the target are made of; without `usages`, nothing that others wrote."""
        module = self._loaded.copies.modules[self._target.module]
        with self._meter.installed():
            parts = self._parts()
            found = mined(module, self._target.qualname.rpartition(".")[2]) if usages else Mined()
            words = tuple(self._words[:_WORDS])
            workshop = Workshop(self._meter, found.calls)
            workshop.learn_objects()
            assembly = Assembly(self._meter, workshop, words)
            assembled = list(islice(assembly.programs(), _MOST_ASSEMBLED))
        usages_grown = [each for program in found.programs for each in (program, *grown(program, words[:4]))]
        starts = [*self._calls(parts), *assembled, *usages_grown[:_MOST_GROWN]]
        plain = [*_PLAIN, *(repr(word) for word in words)]
        return Material(
            starts=tuple(dict.fromkeys(starts)),
            arguments={each.name: parts.get(each.name, _PLAIN) for each in self._target.parameters},
            plain=tuple(dict.fromkeys(plain)),
            makers=tuple(dict.fromkeys([*workshop.objects.values(), *self._receivers(parts)])),
            actions=tuple(dict.fromkeys(each.source for each in assembly.actions)),
            usages=tuple(found.programs),
            words=words,
            known=frozenset(vars(module)) | frozenset(dir(builtins)),
        )

    def _parts(self) -> dict[str, tuple[str, ...]]:
        """The expressions for each parameter, those of the constructor of a receiver too."""
        told = guessed(self._loaded, self._given, self._knowledge)
        inferred = probed(self._meter, told, optional=[], natural=dict[str, frozenset[Kind]]())
        self.shapes = shapes_of(inferred)
        words = WordReader(self._loaded, self._knowledge, attacks=False).words()
        self._words = words.words
        return {name: self._sources(shape, words) for name, shape in self.shapes.items()}

    def _sources(self, shape: Shape, words: Vocabulary) -> tuple[str, ...]:
        genes = Genes(shape, words, self._random, knowledge=self._knowledge)
        return tuple(dict.fromkeys(part.source for part in genes.starts()))[:_MOST_STARTS]

    def _receivers(self, parts: Mapping[str, tuple[str, ...]]) -> Iterator[str]:
        """Constructor calls with arguments of the shapes."""
        if self._target.kind is not TargetKind.METHOD:
            return
        own = {each.label: parts[each.label] for each in self._target.receiver if each.label in parts}
        for inputs in _choices(own):
            yield written_receiver(self._target, inputs)

    def _calls(self, parts: Mapping[str, tuple[str, ...]]) -> Iterator[Program]:
        """Programs of one call with values of the shapes."""
        for inputs in (*_choices(parts), *_uneven(parts)):
            program = one_call(self._target, inputs)
            if program is not None:
                yield program


def _uneven(parts: Mapping[str, tuple[str, ...]]) -> Iterator[dict[str, str]]:
    """Inputs by parameter of which one is twice as large as the others: places in it may be N."""
    plain = {name: sources[0] for name, sources in parts.items() if sources}
    for one, other in permutations(plain, 2):
        for pair in product(parts[one][:_PAIRED], parts[other][:_PAIRED]):
            large = re.sub(rf"\b{SIZE}\b", f"(2 * {SIZE})", pair[0])
            if large != pair[0] and SIZE in free_names(pair[1]):
                yield {**plain, one: large, other: pair[1]}


def _choices(parts: Mapping[str, tuple[str, ...]]) -> Iterator[dict[str, str]]:
    """Inputs by parameter: one varies while the others are the plainest; two vary; all vary together."""
    plain = {name: sources[0] for name, sources in parts.items() if sources}
    yield plain
    for name in plain:
        yield from ({**plain, name: source} for source in parts[name][1:])
    for place in range(_PAIRED):
        yield {name: parts[name][min(place, len(parts[name]) - 1)] for name in plain}
    names = list(plain)
    for one, other in ((a, b) for at, a in enumerate(names) for b in names[at + 1 :]):
        for pair in product(parts[one][:_PAIRED], parts[other][:_PAIRED]):
            yield {**plain, one: pair[0], other: pair[1]}


def one_call(target: Target, inputs: Mapping[str, str]) -> Program | None:
    """Return the program that calls a target on inputs; the receiver of a method is made first. None if it
    cannot be written."""
    lines = [written_call(target, inputs)]
    if target.kind is TargetKind.METHOD and RECEIVER_ITSELF not in inputs:
        lines = [
            f"{VALUE} = {written_receiver(target, inputs)}",
            written_call(target, {**inputs, RECEIVER_ITSELF: VALUE}),
        ]
    try:
        return parse_program("\n".join(lines))
    except InputError:
        return None
