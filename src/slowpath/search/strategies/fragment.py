"""Fragments: short texts that reach code which no text before them reached, pumped, nested and interleaved.

They come from examples in the target's documentation and tests, and from joining words and fragments: what a
parser reads is more than one word. A fragment is chosen for the places it reaches, not for its cost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from slowpath.model.run import End
from slowpath.recipe.part import Fixed, PartKind, Pumped
from slowpath.search.strategy import Proposal, Scene, Strategy
from slowpath.shape.examples import example_texts
from slowpath.shape.strings import Blob, Text

_JOINED = 1_500  # texts of two or three words that are run: a second or two
_MOST_WORDS = 120  # that are joined, the likelier first: pairs of more are not covered by so many runs
_MOST_KEPT = 60  # fragments that are pumped: each makes some dozen recipes
_LONGEST = 80  # characters of a fragment: longer ones take long to read, and their parts come by themselves
_STRETCH = 4  # tokens of a stretch that is pumped: a tag, a quoted word, a pair
_INTERLEAVED = 10  # of the first fragments, each with each
_TOKEN = re.compile(r"\w+|\s+|[^\w\s]")


class Fragment(Strategy):
    """Proposes pumps of fragments for each parameter that is text."""

    name = "fragment"
    place = 15

    def propose(self, scene: Scene) -> Iterator[Proposal | None]:
        """Yield pumps of whole fragments, of their stretches, of both halves, and of two fragments."""
        for name in scene.parts.growing:
            kind = _kind(scene, name)
            if kind is None:
                continue
            kept: list[str] = []
            for text in self._fragments(scene, name, kind):
                kept.append(text)
                for part in _pumps(text):
                    yield Proposal(scene.parts.around(name, Pumped(kind, part)))
            for one in kept[:_INTERLEAVED]:
                for other in kept[:_INTERLEAVED]:
                    if one != other:
                        yield Proposal(scene.parts.around(name, Pumped(kind, ("", one + other, "", "", ""))))

    def _fragments(self, scene: Scene, name: str, kind: PartKind) -> Iterator[str]:
        """Yield texts that reach something new, as they are found."""
        reached: set[int] = set()
        kept: list[str] = []
        for text in self._texts(scene, kept):
            if len(text) > _LONGEST or len(kept) >= _MOST_KEPT:
                continue
            new = self._reached(scene, name, kind, text) - reached
            if new:
                reached |= new
                kept.append(text)
                yield text

    def _texts(self, scene: Scene, kept: Sequence[str]) -> Iterator[str]:
        """Words, which tell what is not new, then examples, then words and fragments joined."""
        words = scene.words.words[:_MOST_WORDS]
        yield from words
        module = scene.loaded.copies.modules.get(scene.loaded.target.module)
        yield from example_texts(module) if module is not None else ()
        for _ in range(_JOINED):
            first = scene.random.choice(scene.random.choice((kept, words)) or words)
            yield first + "".join(scene.random.choices(words, k=scene.random.choice((1, 2))))

    def _reached(self, scene: Scene, name: str, kind: PartKind, text: str) -> set[int]:
        """The blocks that a run on a text executes; none if it is refused, or is not of the shape."""
        value = text if kind is PartKind.TEXT else text.encode("latin-1", "ignore")
        if scene.parts.shapes[name].fault(value, None) is not None:
            return set()
        self.runs += 1
        sample = scene.meter.run(scene.parts.around(name, Fixed(repr(value))).values(1))
        if sample.end not in (End.RETURNED, End.RAISED):
            return set()
        return set(sample.executed)


def _kind(scene: Scene, name: str) -> PartKind | None:
    shape = scene.parts.shapes[name]
    if isinstance(shape, Text):
        return PartKind.TEXT
    return PartKind.BYTES if isinstance(shape, Blob) and shape.kind == "bytes" else None


def _pumps(text: str) -> Iterator[tuple[str, str, str, str, str]]:
    """The ways to pump a text: whole, a stretch of its tokens, and what opens and what closes apart."""
    tokens = _TOKEN.findall(text)
    yield ("", text, "", "", "")
    for length in range(1, min(_STRETCH, len(tokens) - 1) + 1):
        for start in range(len(tokens) - length + 1):
            before, pump = "".join(tokens[:start]), "".join(tokens[start : start + length])
            yield (before, pump, "", "", "".join(tokens[start + length :]))
    for place in range(1, len(tokens)):
        yield ("", "".join(tokens[:place]), "", "".join(tokens[place:]), "")
