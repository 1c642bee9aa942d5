"""Programs put together from what a workshop knows: an object is made, filled N times, and used."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence

from slowpath.errors import InputError
from slowpath.model.run import End
from slowpath.model.target import TargetKind
from slowpath.recipe.parsing import parse_program
from slowpath.recipe.program import Program
from slowpath.recipe.use import use_of
from slowpath.recipe.writing import INDENT, MEASURED
from slowpath.run.counted import Meter
from slowpath.search.programs.filling import LOOP, Filling, Lines, done_once, of_every_round, renamed
from slowpath.search.programs.steps import candidates, sequences
from slowpath.search.programs.variants import mixed
from slowpath.search.programs.workshop import (
    RESULT,
    VALUE,
    Action,
    CallTemplate,
    Workshop,
    imported,
    parameters_of,
)

_MOST_RECEIVERS = 5  # ways to make the receiver: each is filled in dozens of ways
_MOST_REACHED = 12  # ways to get it from another object, each with a few calls
_MOST_STEPS = 3  # things to do first that make others possible, as a section before its options
_MOST_FILLED = 60  # fillings on which the measured call is tried: only a filled object may have what it asks
# Pairs of fillings in each round, and fillings that something is done after: each is tried with all calls.
_MOST_TOGETHER, _MOST_FINISHED = 6, 6
_FIRST = 4  # choices of arguments that are tried there: plain ones
_MOST_HANDED = 4  # kinds of objects that are handed to the measured call and filled
# Ways to fill one of them by a single long text: a few words in each argument.
_MOST_LONGER = 120
_MOST_PAIRS = 120  # programs that fill both the receiver and an argument: there are products of both
_SIZE = 2  # of trials: the second round shows what cannot be done twice
_REPEATED = re.compile(r"'[^']*' \* N")  # a word N times
_HANDED = "z"  # an object that is handed over


class Assembly:
    """Puts programs together that use a method, or a function whose arguments are objects.

    In what they are made of, `x` is the receiver, `y` the last of a chain that begins with it, and `z` an
    object that is handed to a call.
    """

    def __init__(self, meter: Meter, workshop: Workshop, words: Sequence[str] = ()) -> None:
        """`words` are texts that the code reacts to."""
        self._filling = Filling(workshop, words)
        self._words = words
        self._meter = meter
        self._workshop = workshop
        self._target = meter.loaded.target
        self._is_method = self._target.kind is TargetKind.METHOD
        self._taking = False  # whether the target was seen to take something out of its receiver
        self._name = self._target.qualname.rpartition(".")[2]
        self._called = f"{VALUE}.{self._name}" if self._is_method else self._target.qualname

    @property
    def actions(self) -> list[Action]:
        """What can be done with the receivers that were made so far."""
        return self._filling.known

    def programs(self) -> Iterator[Program]:
        """Yield programs that grow with N, the plainest first."""
        if not self._is_method:
            yield from self._using((), ())
            return
        owner = self._meter.loaded.owner
        assert owner is not None
        receivers: dict[Lines, type] = {}
        for source in self._workshop.makers(owner):
            kind = self._workshop.made(f"{VALUE} = {source}", VALUE)
            if kind is None or kind in receivers.values() or len(receivers) >= _MOST_RECEIVERS:
                continue
            for each in filter(None, (source, self._workshop.sized(kind, source))):
                base = (f"{VALUE} = {each}",)
                receivers[base] = kind
                yield from self._with_receiver(base, kind)
        for way in itertools.islice(self._filling.reached(owner), _MOST_REACHED):
            for call in self._calls(way, set(), _FIRST):
                yield from self._program(*way, call)
        for known, kind in receivers.items():
            actions = self._filling.actions(known, kind)
            yield from self._using(known, self._filling.growing(known, self._filling.longer(actions)))
        self._workshop.learn_products()
        for known, kind in receivers.items():
            yield from self._after_steps(known, kind)

    def _with_receiver(self, base: Lines, kind: type) -> Iterator[Program]:
        """Programs with one receiver: as it is, and after a step that makes other things possible."""
        filling = self._filling
        first = filling.actions(base, kind)
        calls = list(self._calls(base, set(), _FIRST))
        ways = itertools.chain(filling.repeated(first, kind), filling.longer(first))
        for lines, call in itertools.product(itertools.islice(ways, _MOST_FILLED), calls):
            self._takes(base, lines, call)
        repeated = filling.growing(base, filling.repeated(first, kind))
        yield from self._using(base, [*repeated, *filling.wrapped(base, kind)])
        known = {each.source for each in first}
        steps = [each.source for each in first if self._workshop.changes("\n".join(base), each.source)]
        for step in dict.fromkeys(map(done_once, steps[:_MOST_STEPS])):
            longer_base = (*base, step)
            more = [each for each in filling.actions(longer_base, kind) if each.source not in known]
            found = [*filling.repeated(more, kind), *filling.longer(more)]
            yield from self._again(longer_base)
            yield from self._using(longer_base, filling.growing(longer_base, found))
        for row, fillings in filling.unlocked(base, kind):
            yield from self._using((*base, *row), fillings)

    def _again(self, base: Lines) -> Iterator[Program]:
        """The measured call N times, if it changes its receiver: what adds to it may go through all of it."""
        for call in self._calls(base, set(), _FIRST):
            if self._workshop.changes("\n".join(base), call):
                yield from self._program(*base, f"{LOOP}  {MEASURED}", INDENT + call)

    def _after_steps(self, base: Lines, kind: type) -> Iterator[Program]:
        """Programs whose receiver is led, step by step, to code that a new one does not reach. They grow in
        what a step is given, and by calls in turns."""
        filling, reached = self._filling, set[int]()
        actions = filling.actions(base, kind)
        feeds = filling.growing(base, filling.repeated(actions, kind))
        texts = [*self._workshop.products, *self._words, *(each.encode() for each in self._words)]
        calls = list(self._calls(base, reached))
        for lines, call in sequences(
            candidates(actions, texts), calls, lambda after: self._blocks(*base, *after), reached
        ):
            for program in self._program(*base, *lines, call):
                yield from mixed(program)
            for feed in feeds:
                yield from self._in_turns((*base, *lines), feed, call)

    def _using(self, base: Lines, fillings: Sequence[Lines]) -> Iterator[Program]:
        """Programs that fill the receiver, an object that is handed over, or both."""
        calls: dict[str, None] = {}
        reached: set[int] = set()
        calls |= dict.fromkeys(self._calls(base, reached))
        both = list(itertools.islice(self._filling.together(fillings), _MOST_TOGETHER))
        fillings = [*fillings, *both]
        for lines in _by_kind(fillings)[:_MOST_FILLED]:
            calls |= dict.fromkeys(self._calls((*base, *lines), reached, _FIRST))
        if not calls:
            yield from self._finished(base, [*both[: _MOST_FINISHED // 2], *fillings][:_MOST_FINISHED])
        for lines, call in itertools.product(fillings, calls):
            yield from self._program(*base, *lines, call)
            yield from self._at_the_end(base, lines, call)
            yield from self._in_turns(base, lines, call)
        handed: list[tuple[Lines, str]] = []
        for lines, call in self._handed(base, list(calls)):
            handed.append((lines, call))
            yield from self._program(*base, *lines, call)
        for (lines, call), more in itertools.islice(itertools.product(handed, fillings), _MOST_PAIRS):
            yield from self._program(*base, *more, *lines, call)
            yield from self._at_the_end(base, (*more, *lines), call)

    def _finished(self, base: Lines, fillings: Sequence[Lines]) -> Iterator[Program]:
        """Programs in which something is done once after the receiver is filled, and before the measured
        call, which does not return without it: an archive is closed, a tree is built."""
        kind = self._meter.loaded.owner
        if not self._is_method or kind is None:
            return
        for lines in fillings:
            filled = (*base, *lines)
            for callee in self._workshop.callees(kind):
                step = self._workshop.once("\n".join(filled), callee)
                if step is None:
                    continue
                done = (*filled, done_once(step))
                for call in self._calls(done, set(), 1):
                    yield from self._program(*done, call)

    def _at_the_end(self, base: Lines, lines: Lines, call: str) -> Iterator[Program]:
        """The same with the last of a chain in the place of the first, if there is a chain."""
        if lines[:1] == (f"{RESULT} = {VALUE}",):
            yield from self._program(*base, *lines, renamed(call, VALUE, RESULT))

    def _in_turns(self, base: Lines, lines: Lines, call: str) -> Iterator[Program]:
        """The same with the measured call after each call that fills the receiver, if it has one argument: a
        parser may look at all that it was fed each time it is asked. A call that never takes anything out
        would be asked once, when all is there."""
        if lines[0] != LOOP or not lines[1].startswith(f"{INDENT}{VALUE}.") or not self._is_method:
            return
        for program in self._program(*base, f"{LOOP}  {MEASURED}", lines[1], INDENT + call):
            if program.rounds is not None and self._takes(base, lines, call):
                yield program

    def _takes(self, base: Lines, lines: Lines, call: str) -> bool:
        """Whether the target takes something out of a filled receiver, here or in a program before."""
        self._taking = self._taking or self._workshop.takes("\n".join((*base, *lines)), call)
        return self._taking

    def _calls(self, base: Lines, reached: set[int], most: int | None = None) -> Iterator[str]:
        """Measured calls that return and reach what no call before reached; the round is the last one.

        `most` is how many choices of arguments are tried.
        """
        function = self._meter.loaded.function
        parameters = tuple(parameters_of(function)[1 if self._is_method else 0 :])
        plain = self._workshop.arguments(self._name, parameters)
        expected = self._workshop.expected(CallTemplate(self._name, function, parameters))
        chosen = itertools.chain(itertools.islice(plain, most), itertools.islice(expected, most))
        for arguments in dict.fromkeys(chosen):
            last = f"{self._called}({renamed(arguments, 'i', '(N - 1)')})"
            blocks = set() if self._workshop.is_over else self._blocks(*base, last)
            if blocks - reached:
                reached |= blocks
                yield last
            every = of_every_round(arguments)
            if blocks and "for i in" in every:  # what C code finds, or not, is no other block
                yield f"{self._called}({every})"

    def _handed(self, base: Lines, calls: Sequence[str]) -> Iterator[tuple[Lines, str]]:
        """Objects that are filled before they are handed to the measured call."""
        objects = [
            (kind, source, call)
            for call in calls
            for kind, source in self._workshop.objects.items()
            if f"({source}" in call or f" {source}" in call
        ]
        filling = self._filling
        for kind, source, call in objects[:_MOST_HANDED]:
            made = (*base, f"{VALUE} = {source}")
            actions = filling.actions(made, kind)
            repeated = [lines for lines in filling.repeated(actions, kind) if lines[0] == LOOP]
            repeated += filling.wrapped(made, kind)
            longer = _by_kind(list(filling.longer(actions)))[:_MOST_LONGER]
            for lines in (*repeated, *longer):
                for each in filling.growing(made, [lines]):
                    filled = (renamed(line, VALUE, _HANDED) for line in each)
                    yield (f"{_HANDED} = {source}", *filled), call.replace(source, _HANDED, 1)

    def _blocks(self, *lines: str) -> set[int]:
        """The blocks that the measured call of a program executes; none if it does not return."""
        self._workshop.trials += 1
        for program in self._program(*lines):
            use = use_of(program, self._target)
            if use is not None:
                sample = self._meter.run(use.values(_SIZE))
                return set(sample.executed) if sample.end is End.RETURNED else set()
        return set()

    def _program(self, *lines: str) -> Iterator[Program]:
        """The program of these lines, if it is one."""
        try:
            yield parse_program("\n".join(imported(*lines)))
        except InputError:
            return


def _by_kind(fillings: Sequence[Lines]) -> list[Lines]:
    """Fillings in an order in which each kind comes once before any comes again. Those of a kind differ in
    the word that is repeated."""
    seen: Counter[Lines] = Counter()
    ranks: list[tuple[int, int]] = []
    for place, lines in enumerate(fillings):
        kind = tuple(_REPEATED.sub("* N", line) for line in lines)
        ranks.append((seen[kind], place))
        seen[kind] += 1
    return [fillings[place] for _, place in sorted(ranks)]
