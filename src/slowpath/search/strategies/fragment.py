"""Fragments: short texts that reach code which no text before them reached, pumped, nested, interleaved and
numbered.

They come from examples in the target's documentation and tests, and from joining words and fragments: what a
parser reads is more than one word. What other strategies find that reaches new code, such as solutions of
flipped decisions, is a fragment as well. A fragment is chosen for the places it reaches, not for its cost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from slowpath.model.run import End
from slowpath.recipe.part import Fixed, Part, PartKind, Pumped
from slowpath.recipe.recipe import Recipe
from slowpath.recipe.repeats import numberings, pumps
from slowpath.search.judge import Judged
from slowpath.search.strategy import Proposal, Scene, Strategy
from slowpath.shape.examples import example_texts
from slowpath.shape.strings import Blob, Text

_JOINED = 1_500  # texts of two or three words that are run: a second or two
_MOST_WORDS = 120  # that are joined, the likelier first: pairs of more are not covered by so many runs
_MOST_KEPT = 60  # fragments that are pumped: each makes some dozen recipes
_MOST_NUMBERED = 20  # fragments that are numbered: each makes up to a hundred recipes, a tenth of a second
_LONGEST = 80  # characters of a fragment: longer ones take long to read, and their parts come by themselves
_INTERLEAVED = 10  # of the first fragments, each with each


@dataclass(slots=True)
class _Mined:
    """The fragments of one parameter, and the blocks that they reach."""

    name: str
    kind: PartKind
    kept: list[str] = field(default_factory=list)
    blocks: set[int] = field(default_factory=set)


class Fragment(Strategy):
    """Proposes repetitions of fragments for each parameter that is text."""

    name = "fragment"
    place = 15

    def __init__(self) -> None:
        super().__init__()
        self._sites: set[int] = set()  # that proposals of any strategy reached
        self._heard: list[Recipe] = []  # proposals of others that reached more

    def observe(self, judged: Judged) -> None:
        """Keep what another strategy proposed if it reaches a site that nothing reached before."""
        sites = {site for site, _ in judged.reached}
        if judged.by != self.name and not sites <= self._sites:
            self._heard.append(judged.recipe)
        self._sites |= sites

    def propose(self, scene: Scene) -> Iterator[Proposal | None]:
        """Yield repetitions of words and examples that reach something new, then of what others propose."""
        all_mined = [
            _Mined(name, kind) for name in scene.parts.growing if (kind := _kind(scene, name)) is not None
        ]
        self._heard.clear()  # what came by now is made of the words that are tried here
        for mined in all_mined:
            yield from self._proposals(scene, mined, self._texts(scene, mined))
        while all_mined:
            heard, self._heard = self._heard, []
            for mined in all_mined:
                yield from self._proposals(scene, mined, _spelled(heard, mined.name))
            if not self._heard:
                yield None

    def _proposals(self, scene: Scene, mined: _Mined, texts: Iterable[str]) -> Iterator[Proposal]:
        """What is made of the texts that reach something new."""
        before = len(mined.kept)
        for text in self._fragments(scene, mined, texts):
            for pumped in pumps(mined.kind, text):
                yield Proposal(scene.parts.around(mined.name, pumped))
            for numbered in numberings(mined.kind, text) if len(mined.kept) <= _MOST_NUMBERED else ():
                yield Proposal(scene.parts.around(mined.name, numbered))
        new = mined.kept[before:]
        for one in new[:_INTERLEAVED]:
            for other in new[:_INTERLEAVED]:
                if one != other:
                    both: Part = Pumped(mined.kind, ("", one + other, "", "", ""))
                    yield Proposal(scene.parts.around(mined.name, both))

    def _fragments(self, scene: Scene, mined: _Mined, texts: Iterable[str]) -> Iterator[str]:
        """Yield texts that reach something new, as they are found."""
        for text in texts:
            if len(text) > _LONGEST or len(mined.kept) >= _MOST_KEPT:
                continue
            new = self._reached(scene, mined, text) - mined.blocks
            if new:
                mined.blocks |= new
                mined.kept.append(text)
                yield text

    def _texts(self, scene: Scene, mined: _Mined) -> Iterator[str]:
        """Words, which tell what is not new, then examples, then words and fragments joined."""
        words = scene.words.words[:_MOST_WORDS]
        yield from words
        module = scene.loaded.copies.modules.get(scene.loaded.target.module)
        yield from example_texts(module) if module is not None else ()
        for _ in range(_JOINED):
            first = scene.random.choice(scene.random.choice((mined.kept, words)) or words)
            yield first + "".join(scene.random.choices(words, k=scene.random.choice((1, 2))))

    def _reached(self, scene: Scene, mined: _Mined, text: str) -> set[int]:
        """The blocks that a run on a text executes; none if it is refused, or is not of the shape."""
        value = text if mined.kind is PartKind.TEXT else text.encode("latin-1", "ignore")
        if scene.parts.shapes[mined.name].fault(value, None) is not None:
            return set()
        self.runs += 1
        sample = scene.meter.run(scene.parts.around(mined.name, Fixed(repr(value))).values(1))
        if sample.end not in (End.RETURNED, End.RAISED):
            return set()
        return {
            visit.stretch.first + place
            for visit in sample.visits
            for place, count in enumerate(visit.blocks)
            if count
        }


def _kind(scene: Scene, name: str) -> PartKind | None:
    shape = scene.parts.shapes[name]
    if isinstance(shape, Text):
        return PartKind.TEXT
    return PartKind.BYTES if isinstance(shape, Blob) and shape.kind == "bytes" else None


def _spelled(recipes: Iterable[Recipe], name: str) -> Iterator[str]:
    """The text that recipes give a parameter at their smallest size; bytes are texts of Latin-1."""
    for recipe in recipes:
        value = recipe.values(1).get(name)
        if isinstance(value, str):
            yield value
        elif isinstance(value, bytes):
            yield value.decode("latin-1")
