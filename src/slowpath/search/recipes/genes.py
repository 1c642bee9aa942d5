"""The parts of recipes that fit a shape, and how one is made from others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from random import Random

from slowpath.knowledge.catalogue import Knowledge
from slowpath.recipe.part import (
    MIDDLE,
    PREFIX,
    PUMP,
    SECOND,
    SUFFIX,
    Family,
    Fixed,
    Items,
    Part,
    PartKind,
    Pumped,
    Wrapped,
    joined,
)
from slowpath.recipe.recipe import source_at
from slowpath.scaling.regex.patterns import Seed
from slowpath.search.recipes.collisions import colliding
from slowpath.search.recipes.enclosed import Enclosed, enclosed
from slowpath.search.recipes.families import (
    SMALL,
    at_any_size,
    characters,
    family,
    small_value,
    value_of,
    with_names,
)
from slowpath.search.recipes.numbering import (
    MadeArgument,
    ObjectMaker,
    distinct,
    labelled,
    linked,
    numbered,
    related,
)
from slowpath.search.recipes.vocabulary import Vocabulary
from slowpath.shape.base import Shape
from slowpath.shape.choices import Const, OneOf
from slowpath.shape.families import Families
from slowpath.shape.mappings import Dicts, Entries
from slowpath.shape.objects import Records
from slowpath.shape.sampler import MODERATE, Sampler
from slowpath.shape.scalars import Boolean, Integer, Real
from slowpath.shape.scribe import Scribe
from slowpath.shape.sequences import FixedTuple, Matrix, Sequences
from slowpath.shape.source import write_class
from slowpath.shape.strings import Blob, Text

_MOST_ITEMS = 24  # characters or items of a part: longer ones cost more to run and are hard to read
_FEW_CHARACTERS = 16  # of an alphabet: each is a word, and pumps of two are some hundreds
_MOST_WORDS = 80  # words that stand alone as a name: about a third of those that a vocabulary has at most
_SPELLED = 0.4  # how often an item of a list is spelled of two words; most code compares whole words
_LIKELIEST = 12  # words that come before distinct texts: those of patterns and comparisons, which come first
_OPTIONS = 6  # samples of what does not grow: they fill one parameter while another one grows
_FRESH = 0.05  # how often a part is a start again, so that a long line of changes is left now and then
_GRAFTED = 0.15  # how often an attack on a pattern is put into a part: there are few, and each is tried alone
_AGAIN = 0.4  # how often a part is changed in two places at once: one change alone may be refused
_PLACES = (PREFIX, PUMP, PUMP, PUMP, MIDDLE, SECOND, SUFFIX, SUFFIX)  # by how much a change there matters


class Genes:
    """Makes parts for one parameter."""

    def __init__(
        self,
        shape: Shape,
        words: Vocabulary,
        random: Random,
        sure: bool = True,
        *,
        sole: bool = True,
        assumed: bool = False,
        knowledge: Knowledge,
    ) -> None:
        """If it is not `sure` that the shape is the only one, other kinds of items are tried too; if only
        what it holds is `assumed`, those in the same kind of container. With `sole`, the only item of a list
        may grow as well."""
        self._shape = shape
        self._random = random
        self._knowledge = knowledge
        self._wrap = ""
        self._kind: PartKind | None = None
        self._tokens: list[Items] = []
        self._sole = sole
        self._words: list[str] = []  # of which the items of a list are spelled
        self._attacks: list[Seed] = []
        self._starts: list[Part] = []
        self._options: list[Genes | Enclosed] = []
        self._prepare(shape, words)
        if (assumed or not sure) and self.grows and not isinstance(shape, Integer):
            container = type(value_of(self._starts[0]))
            others = map(family, (*knowledge.unusual, *knowledge.nested))
            kind = container if sure else object
            self._starts += [each for each in others if isinstance(small_value(each), kind)]
            if container is dict or isinstance(shape, Families):  # what it holds was guessed, or learnt
                known = (
                    each for each in self._known_structures() if isinstance(small_value(each), container)
                )
                self._starts += [each for each in known if each not in self._starts]
            if sure and isinstance(shape, Dicts) and isinstance(shape.keys, Text):  # the keys are told
                self._starts = list(dict.fromkeys(map(with_names, self._starts)))

    @property
    def grows(self) -> bool:
        """Whether some part grows with N."""
        return any(part.length(_MOST_ITEMS) > part.length(1) for part in self._starts)

    def starts(self) -> Sequence[Part]:
        """The parts to begin with, the plainest first."""
        return self._starts

    def plain(self) -> Part:
        """A part that a run is likely to accept."""
        return self._starts[0]

    def word(self) -> Part:
        """One of the likelier words as it stands, where this is text; else the plainest part."""
        if self._kind not in (PartKind.TEXT, PartKind.BYTES):
            return self.plain()
        token = "".join(self._random.choice(self._tokens[:_MOST_WORDS]))
        return Fixed(repr(token if self._kind is PartKind.TEXT else token.encode("latin-1")))

    def other(self, part: Part, mates: Sequence[Part]) -> Part:
        """A part made from one, and perhaps from others."""
        for option in self._options:
            if option.made(part):
                return option.other(part, [mate for mate in mates if option.made(mate)])
        inner = part.inner if isinstance(part, Wrapped) else part
        if self._kind is None or not isinstance(inner, Pumped) or self._random.random() < _FRESH:
            return self._random.choice(self._starts)
        if self._attacks and self._random.random() < _GRAFTED:
            return self._wrapped(self._grafted(inner))
        pumped = [each.inner if isinstance(each, Wrapped) else each for each in mates]
        return self._wrapped(self._changed(inner, [each for each in pumped if isinstance(each, Pumped)]))

    def attacks(self) -> Sequence[Part]:
        """Parts that the patterns of the target read in many ways."""
        own = [self._seeded(each) for each in self._attacks]
        return own + [part for option in self._options for part in option.attacks()]

    def made(self, part: Part) -> bool:
        """Whether this makes parts of that kind."""
        if any(option.made(part) for option in self._options):
            return True
        if isinstance(part, Wrapped):
            return part.call == self._wrap and self.made(part.inner)
        return isinstance(part, Pumped) and part.kind is self._kind

    def sweep(self) -> Iterator[Part]:
        """Every pump of one token, then of two, with an end of another token, and one pump behind another:
        the likelier tokens first."""
        if self._options:
            yield from self._options[0].sweep()
        if self._kind is None:
            return
        empty = self._tokens[0][:0]
        for token in self._tokens:
            yield self._wrapped(Pumped(self._kind, (empty, token, empty, empty, empty)))
        for total in range(1, 2 * len(self._tokens)):
            for place in range(max(0, total - len(self._tokens) + 1), min(total + 1, len(self._tokens))):
                one, other = self._tokens[place], self._tokens[total - place]
                if one != other:
                    yield self._wrapped(Pumped(self._kind, (empty, joined(one, other), empty, empty, empty)))
                    yield self._wrapped(Pumped(self._kind, (empty, one, empty, empty, other)))
                    yield self._wrapped(Pumped(self._kind, (other, one, empty, empty, empty)))
                    yield self._wrapped(Pumped(self._kind, (empty, one, empty, other, empty)))

    # -- by shape ------------------------------------------------------------------------------

    def _prepare(self, shape: Shape, words: Vocabulary) -> None:
        match shape:
            case Text(length=length) if length.hi.constant is None:
                self._kind = PartKind.TEXT
                fitting = [word for word in words.words if all(char in shape.alphabet for char in word)]
                few = shape.alphabet if len(shape.alphabet) <= _FEW_CHARACTERS else ()
                self._tokens = list(dict.fromkeys([*(fitting or [shape.alphabet.representative()]), *few]))
                self._begin(words)
            case Blob(length=length) if length.hi.constant is None:
                self._kind = PartKind.BYTES
                self._wrap = "" if shape.kind == "bytes" else shape.kind
                fitting = [word for word in words.words if all(char < "\u0100" for char in word)]
                self._tokens = list(fitting or ["a"])
                self._begin(words)
            case Sequences(length=length) if length.hi.constant is None:
                self._prepare_list(shape, words)
            case Dicts(length=length) if length.hi.constant is None and shape.kind == "dict":
                self._prepare_dict(shape, words)
            case Records(ref=ref):
                known = [each for each in self._knowledge.objects if each.kind == str(ref)]
                self._starts = [at_any_size(each.over("N")) for each in known]
                for each in _fewest_first(shape):
                    self._prepare_object(each, write_class(ref), labelled(each), words)
            case Entries():
                self._prepare_object(shape, "", labelled(shape), words, ("{", "}"))
            case Families(sources=sources):
                self._starts = [at_any_size(each) for each in sources]
            case Matrix(rows=rows, columns=columns) if rows.hi.constant is None:
                self._prepare_table(shape, rows.hi.text, columns.hi.text, words)
            case FixedTuple(parts=parts):
                self._prepare_object(shape, "", [("", each) for each in parts], words, ("(", ",)"))
            case OneOf():
                # An object comes last: its constructor may refuse what the target itself would take.
                plain = sorted(shape.options, key=lambda option: isinstance(option, Records))
                made = [self._genes(option, words) for option in plain]
                self._options = sorted(made, key=lambda each: not each.grows)
                self._starts = [part for each in self._options for part in each.starts()]
            case _:
                self._starts = self._single(shape)

    def _single(self, shape: Shape) -> list[Part]:
        """The parts to begin with for a value that has no parts of its own, or whose size is bounded."""
        match shape:
            case Integer(lo=lo, hi=hi) if hi is not None and hi.grows and lo == hi:
                return [Family(hi.text)]
            case Integer(hi=hi) if hi is not None and "**" in hi.text:
                return [Family(f"{hi.text} - 1"), Family(hi.text)]
            case Integer():
                known: list[Part] = [Fixed(str(each)) for each in self._numbers() if _admits(shape, each)]
                grown = "N" if shape.hi is None else shape.hi.text
                family: list[Part] = [Family(grown)] if "N" in grown else []
                if shape.hi is None:
                    family += [Family(each.source) for each in self._knowledge.shares]
                return known + family + self._samples(shape)
            case Real():
                reals = map(float, self._numbers())
                return [*(Fixed(str(each)) for each in reals if _admits(shape, each)), *self._samples(shape)]
            case Boolean():
                return [Fixed("False"), Fixed("True")]
            case Const():
                return [Fixed(shape.source), *_growing_function(shape.source)]
        return self._samples(shape)

    def _begin(self, words: Vocabulary) -> None:
        """The parts of text to begin with: every token, and what patterns suggest besides attacks."""
        assert self._kind is not None
        known = {char for token in self._tokens for char in token}

        def fitting(seeds: Sequence[Seed]) -> list[Seed]:
            return [each for each in seeds if known.issuperset("".join(each)) or self._admits("".join(each))]

        self._attacks = fitting(words.attacks)
        tokens = [self._wrapped(Pumped(self._kind, ("", token, "", "", ""))) for token in self._tokens]
        others = map(self._seeded, fitting(words.seeds))
        self._starts = list(dict.fromkeys([*tokens, *others]))
        if self._kind is PartKind.TEXT:
            distinct = [each for each in self._knowledge.texts if self._admits(characters(each))]
            self._starts[_LIKELIEST:_LIKELIEST] = map(family, distinct)

    def _seeded(self, seed: Seed) -> Part:
        assert self._kind is not None
        before, pump, end = seed
        return self._wrapped(Pumped(self._kind, (before, pump, "", "", end)))

    def _admits(self, text: str) -> bool:
        """Whether this is text of the alphabet, or bytes, whatever the words are made of."""
        if self._kind is PartKind.BYTES:
            return all(char < "\u0100" for char in text)
        return isinstance(self._shape, Text) and all(char in self._shape.alphabet for char in text)

    def _prepare_list(self, shape: Sequences, words: Vocabulary) -> None:
        self._kind = PartKind.LIST
        self._wrap = "" if shape.kind == "list" else "iter" if shape.kind == "iterator" else shape.kind
        if shape.kind == "deque":
            self._wrap = "__import__('collections').deque"
        inner = self._genes(shape.of, words)
        size = 1 if isinstance(shape.of, Text | Blob) else SMALL
        items = dict.fromkeys(source_at(part, size) for part in inner.starts()[: 4 * _MOST_ITEMS])
        self._tokens = [(item,) for item in items]
        orders: list[str] = []
        if isinstance(shape.of, Integer):
            orders = [each.over("N") for each in self._knowledge.orders]
        elif isinstance(shape.of, Text):
            orders = [each.over("N") for each in self._knowledge.strings]
        elif isinstance(shape.of, Real):
            orders = [f"[float(x) for x in {each.over('N')}]" for each in self._knowledge.orders]
        elif isinstance(shape.of, Records):
            orders = [f"[{source_at(inner.plain(), 1)} for i in range(N)]"]  # an object for each place
            made = [each for of in _fewest_first(shape.of) for each in self._objects(of, words)]
            orders += [f"[{each} for i in range(N)]" for each in dict.fromkeys(made)]
        elif isinstance(shape.of, FixedTuple):
            maker = self._object_maker("", [("", each) for each in shape.of.parts], words)
            rows = related(maker, self._knowledge.rows) if len(maker.countable) > 1 else distinct(maker)
            links = linked(maker, self._knowledge.links)
            orders = [f"[{each} for i in range(N)]" for each in (*links, *rows)]
        elif isinstance(shape.of, Entries):
            maker = self._object_maker("", labelled(shape.of), words, ("{", "}"))
            links = linked(maker, self._knowledge.links)
            orders = [f"[{each} for i in range(N)]" for each in (*links, *distinct(maker))]
        elif isinstance(shape.of, Sequences):
            grown = [part.source for part in inner.starts()[:_OPTIONS] if part.length(2) > part.length(1)]
            orders = [f"[{each} for i in range(N)]" for each in grown]  # as long as they are many
        self._starts = [self._wrapped(Family(order)) for order in orders]
        self._starts += [
            self._wrapped(Pumped(PartKind.LIST, ((), token, (), (), ()))) for token in self._tokens
        ]
        if isinstance(shape.of, Sequences | FixedTuple):
            self._starts += map(self._wrapped, self._structures(Sequences(shape.of, shape.length)))
        if isinstance(shape.of, Text | Blob):
            self._words = [token for token in inner._tokens if isinstance(token, str)]
            # One item that grows, beside many that do not.
            self._options = list(enclosed(self._wrap, [("", inner)], ("[", "]"))) if self._sole else []
            single = [part for each in self._options for part in each.starts()]
            self._starts = [each for pair in zip_longest(self._starts, single) for each in pair if each]

    def _prepare_table(self, shape: Matrix, rows: str, columns: str, words: Vocabulary) -> None:
        """Tables whose cells are all the same, or follow a formula of row and column."""
        cells = [source_at(part, 1) for part in self._genes(shape.of, words).starts()[:_OPTIONS]]
        if isinstance(shape.of, Integer):
            known = [each.over(columns) for each in self._knowledge.cells[:_OPTIONS]]
            cells += [each for each in known if _admits(shape.of, 0) and _admits(shape.of, 1)]
        written = (f"[[{cell} for j in range({columns})] for i in range({rows})]" for cell in cells)
        self._starts = [Family(each) for each in written] or self._samples(shape)

    def _prepare_dict(self, shape: Dicts, words: Vocabulary) -> None:
        objects = self._objects(shape.keys.needed, words) if isinstance(shape.keys, Records) else []
        key = numbered(shape.keys) or next(iter(objects), None)
        values = self._genes(shape.values, words).starts()[:_OPTIONS]
        if key is None:
            self._starts = self._samples(shape)
            return
        written = [f"{{{key}: {source_at(value, SMALL)} for i in range(N)}}" for value in values]
        plain = source_at(values[0], SMALL)
        if isinstance(shape.keys, Text):
            written[1:1] = [f"dict.fromkeys({each.source}, {plain})" for each in self._knowledge.text_keys]
        if isinstance(shape.keys, Integer):
            known = [each.source for each in self._knowledge.number_keys]
            written += [f"{{{each}: {plain} for i in range(N)}}" for each in known]
        written += [f"{{{each}: {plain} for i in range(N)}}" for each in objects[1:]]
        self._starts = [at_any_size(each) for each in written]
        self._starts += self._structures(shape)

    def _structures(self, shape: Shape) -> list[Part]:
        """Values of a shape whose parts depend on each other, such as graphs."""
        return [each for each in self._known_structures() if shape.fault(small_value(each), None) is None]

    def _known_structures(self) -> Iterator[Family]:
        return (Family(each.over("N")) for each in self._knowledge.structures)

    def _prepare_object(
        self,
        shape: Shape,
        call: str,
        arguments: Sequence[tuple[str, Shape]],
        words: Vocabulary,
        ends: tuple[str, str] = ("", ""),
    ) -> None:
        """Objects in which one argument grows, or some of them as they come if none does."""
        made = [(label, self._genes(each, words)) for label, each in arguments]
        options = list(enclosed(call, made, ends))
        self._options += options
        self._starts += [part for each in options for part in each.starts()] or self._samples(shape)

    def _objects(self, shape: Records, words: Vocabulary) -> list[str]:
        """Sources of objects, one for each `i`: some that differ, and some that have one hash besides."""
        maker = self._object_maker(write_class(shape.ref), labelled(shape), words)
        known = colliding(maker, shape.ref, self._knowledge.strides)
        of_line = [each for each in self._knowledge.objects if each.kind == str(shape.ref)]
        steps = [each.over("i") for each in of_line if each.over("i") != each.source]
        links = linked(maker, self._knowledge.links)
        rows = related(maker, self._knowledge.rows)
        return list(dict.fromkeys((*steps, *links, *distinct(maker), *rows, *known)))

    def _object_maker(
        self,
        call: str,
        arguments: Sequence[tuple[str, Shape]],
        words: Vocabulary,
        ends: tuple[str, str] = ("(", ")"),
    ) -> ObjectMaker:
        """What writes objects; tuples if there is no `call`, or mappings by other `ends`."""
        made = [
            MadeArgument(label, each, source_at(self._genes(each, words).plain(), 1))
            for label, each in arguments
        ]
        return ObjectMaker(call, tuple(made), ends)

    def _genes(self, shape: Shape, words: Vocabulary) -> Genes:
        """What makes the parts of an item, a key or an argument."""
        return Genes(shape, words, self._random, knowledge=self._knowledge)

    def _numbers(self) -> list[int]:
        """The numbers to begin with, zero first."""
        return list(dict.fromkeys([0, *(int(each.source) for each in self._knowledge.numbers)]))

    def _samples(self, shape: Shape) -> list[Part]:
        """Some values of a shape, small ones."""
        scribe = Scribe(Sampler(self._random, MODERATE))
        written = dict.fromkeys(str(shape.build(SMALL, scribe, "x")) for _ in range(_OPTIONS))
        return [Fixed(each) for each in written]

    def _wrapped(self, part: Part) -> Part:
        return Wrapped(self._wrap, part) if self._wrap else part

    # -- changing ------------------------------------------------------------------------------

    def _changed(self, part: Pumped, mates: Sequence[Pumped]) -> Pumped:
        random = self._random
        for _ in range(1 + (random.random() < _AGAIN)):
            place = random.choice(_PLACES)
            items, token = part.parts[place], self._token()
            match random.randrange(8):
                case 0:
                    items = token
                case 1:
                    items = joined(items, token)
                case 2:
                    items = joined(token, items)
                case 3:
                    cut = random.randrange(len(items) + 1)
                    items = joined(items[:cut], items[cut + 1 :])
                case 4 if mates:
                    items = random.choice(mates).parts[place]
                case 5:
                    items = part.parts[random.choice(_PLACES)]
                case 6 if items:
                    at = random.randrange(len(items))
                    items = joined(joined(items[:at], token), items[at + 1 :])
                case _:
                    items = joined(token, self._token())
            if len(items) <= _MOST_ITEMS:
                part = part.with_part(place, items)
        return part

    def _grafted(self, part: Pumped) -> Pumped:
        """An attack in the place of its repetition, or behind it: what is around leads to the pattern."""
        before, pump, end = self._random.choice(self._attacks)
        prefix, old, _, _, suffix = map("".join, part.parts)
        kept = old if self._random.random() < 0.5 else ""
        left = self._random.choice((suffix, ""))
        return Pumped(part.kind, (prefix + kept + before, pump, "", "", end + left))

    def _token(self) -> Items:
        """A token; where items are text, now and then one of two words."""
        if not self._words or self._random.random() > _SPELLED:
            return self._random.choice(self._tokens)
        spelled = self._random.choice(self._words) + self._random.choice(self._words)
        assert isinstance(self._shape, Sequences)
        return (repr(spelled if isinstance(self._shape.of, Text) else spelled.encode("latin-1")),)


def _growing_function(source: str) -> list[Part]:
    """What a function without parameters may return at size N in the place of a zero or an empty text."""
    larger = {"lambda: 0": "lambda: N", "lambda: ''": "lambda: 'a' * N"}
    return [Family(larger[source])] if source in larger else []


def _fewest_first(shape: Records) -> list[Records]:
    """Objects with the arguments that they need, then with all: options keep their defaults at first."""
    return list(dict.fromkeys((shape.needed, shape)))


def _admits(shape: Shape, value: float) -> bool:
    return shape.fault(value, None) is None
