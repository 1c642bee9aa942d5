"""Fragments: short texts that reach code which no text before them reached, pumped, nested, interleaved and
numbered.

They come from examples in the target's documentation and tests, from what its patterns match, and from
joining words and fragments: what a parser reads is more than one word. A word of a fragment also gives way to
words of the code, which may be what is looked for at that place. What other strategies find that reaches new
code, such as solutions of flipped decisions, is a fragment as well. A fragment is chosen for the places it
reaches, not for its cost. The same goes for options: each that reaches new code gets a search of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from slowpath.model.run import End
from slowpath.recipe.part import Fixed, Part, PartKind, Pumped
from slowpath.recipe.recipe import Recipe
from slowpath.recipe.repeats import numberings, pumps
from slowpath.search.judge import Judged
from slowpath.search.strategy import Proposal, Scene, Strategy
from slowpath.shape.examples import example_texts
from slowpath.shape.strings import Blob, Text

_PAIRED = 30  # of the likeliest words, each with each: brackets that match are among them
_JOINED = 800  # texts of two or three other words that are run: with the pairs, a second or two
_MOST_WORDS = 120  # that are joined, the likelier first: pairs of more are not covered by so many runs
_MOST_KEPT = 60  # fragments that are pumped: each makes some dozen recipes
_MOST_NUMBERED = 20  # fragments that are numbered: each makes up to a hundred recipes, a tenth of a second
_MATCHED = 60  # texts that patterns match: the likelier patterns come first
_REPLACED = 1_500  # texts with another word in the place of one: a second or two
_LONGEST = 80  # characters of a fragment: longer ones take long to read, and their parts come by themselves
_INTERLEAVED = 10  # of the first fragments, each with each
_VALUES = 6  # of an option that are tried: the words that the code compares it with come first
_MOST_OPTIONS = 3  # options that are searched beside the defaults: each takes as long as all defaults
_WORD = re.compile(r"\w+")


@dataclass(slots=True)
class _Mined:
    """The fragments of one parameter beside some options, and the blocks that they reach."""

    name: str
    kind: PartKind
    options: Mapping[str, Part] = field(default_factory=dict)
    kept: list[str] = field(default_factory=list, init=False)
    blocks: set[int] = field(default_factory=set, init=False)


class Fragment(Strategy, place=15):
    """Proposes repetitions of fragments for each parameter that is text."""

    def __init__(self) -> None:
        super().__init__()
        self._sites: set[int] = set()  # that proposals of any strategy reached
        self._heard: list[Recipe] = []  # proposals of others that reached more

    def observe(self, judged: Judged) -> None:
        """Keep what another strategy proposed if it reaches a site that nothing reached before."""
        sites = {site for site, _ in judged.reached}
        recipe = judged.recipe
        if judged.by != self.name and isinstance(recipe, Recipe) and not sites <= self._sites:
            self._heard.append(recipe)
        self._sites |= sites

    def propose(self, scene: Scene) -> Iterator[Proposal | None]:
        """Yield repetitions of words and examples that reach something new, then of what others propose."""
        kinds = {name: kind for name in scene.parts.growing if (kind := _kind(scene, name)) is not None}
        plain = [_Mined(name, kind) for name, kind in kinds.items()]
        all_mined = plain + [
            replace(each, options=options) for each in plain[:1] for options in self._options(scene, each)
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

    def _options(self, scene: Scene, mined: _Mined) -> Iterator[Mapping[str, Part]]:
        """Values of optional parameters with which the plainest word reaches more than without."""
        word = scene.words.words[0]
        known = self._reached(scene, mined, word)
        found = 0
        for name in scene.optional:
            values = [part for part in scene.parts.genes[name].starts() if part.length(2) == part.length(1)]
            for value in values[:_VALUES] if name != mined.name else ():
                options = {name: value}
                new = self._reached(scene, replace(mined, options=options), word) - known
                if new and found < _MOST_OPTIONS:
                    known |= new
                    found += 1
                    yield options

    def _proposals(self, scene: Scene, mined: _Mined, texts: Iterable[str]) -> Iterator[Proposal | None]:
        """What is made of the texts that reach something new; None when the turn is over."""
        before = len(mined.kept)
        for text in self._fragments(scene, mined, texts):
            if text is None:
                yield None
                continue
            for pumped in pumps(mined.kind, text):
                yield Proposal(_around(scene, mined, pumped))
            for numbered in numberings(mined.kind, text) if len(mined.kept) <= _MOST_NUMBERED else ():
                yield Proposal(_around(scene, mined, numbered))
        new = mined.kept[before:]
        for one in new[:_INTERLEAVED]:
            for other in new[:_INTERLEAVED]:
                if one != other:
                    both = Pumped(mined.kind, ("", one + other, "", "", ""))
                    yield Proposal(_around(scene, mined, both))

    def _fragments(self, scene: Scene, mined: _Mined, texts: Iterable[str]) -> Iterator[str | None]:
        """Yield texts that reach something new, as they are found; None when the turn is over."""
        for text in texts:
            if scene.is_over():
                yield None
            if len(text) > _LONGEST or len(mined.kept) >= _MOST_KEPT:
                continue
            new = self._reached(scene, mined, text) - mined.blocks
            if new:
                mined.blocks |= new
                mined.kept.append(text)
                yield text

    def _texts(self, scene: Scene, mined: _Mined) -> Iterator[str]:
        """Words, which tell what is not new, then examples and what patterns match, these with other words,
        then words and fragments joined."""
        words = scene.words.words[:_MOST_WORDS]
        yield from words
        module = scene.loaded.copies.modules.get(scene.loaded.target.module)
        yield from example_texts(module, scene.loaded.examples) if module is not None else ()
        matched = dict.fromkeys(before + repeated for before, repeated, _ in scene.words.seeds)
        yield from islice(matched, _MATCHED)
        yield from islice(_replaced(mined.kept, words), _REPLACED)
        yield from (one + other for one in words[:_PAIRED] for other in words[:_PAIRED])
        for _ in range(_JOINED):
            first = scene.random.choice(scene.random.choice((mined.kept, words)) or words)
            yield first + "".join(scene.random.choices(words, k=scene.random.choice((1, 2))))

    def _reached(self, scene: Scene, mined: _Mined, text: str) -> set[int]:
        """The blocks that a run on a text executes; none if it is refused, or is not of the shape."""
        value = text if mined.kind is PartKind.TEXT else text.encode("latin-1", "ignore")
        if scene.parts.shapes[mined.name].fault(value, None) is not None:
            return set()
        self.runs += 1
        sample = scene.meter.run(_around(scene, mined, Fixed(repr(value))).values(1), size=1)
        if sample.end not in (End.RETURNED, End.RAISED):
            return set()
        return set(sample.executed)


def _replaced(texts: Sequence[str], words: Sequence[str]) -> Iterator[str]:
    """Texts with another word in the place of one of theirs, if they have more than that."""
    others = [word for word in words if word.isidentifier()]
    for text in list(texts):
        for found in _WORD.finditer(text):
            if found[0] != text:
                yield from (text[: found.start()] + word + text[found.end() :] for word in others)


def _around(scene: Scene, mined: _Mined, part: Part) -> Recipe:
    """The plainest recipe that has a part for the parameter, and the options."""
    made = scene.parts.around(mined.name, part)
    for name, value in mined.options.items():
        made = made.with_part(name, value)
    return made


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
