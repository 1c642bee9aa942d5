"""Programs put together from what a workshop knows: an object is made, filled N times, and used."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence

from slowpath.errors import InputError
from slowpath.model.run import End
from slowpath.model.target import TargetKind
from slowpath.recipe.parsing import parse_program
from slowpath.recipe.program import Program
from slowpath.recipe.use import use_of
from slowpath.run.counted import Meter
from slowpath.search.programs.variants import longer
from slowpath.search.programs.workshop import RESULT, VALUE, Action, Workshop, parameters_of

_MOST_RECEIVERS = 5  # ways to make the receiver: each is filled in dozens of ways
_MOST_STEPS = 3  # things to do first that make others possible, as a section before its options
_MOST_FILLED = 60  # fillings on which the measured call is tried: only a filled object may have what it asks
_FIRST = 4  # choices of arguments that are tried there: plain ones
_MOST_HANDED = 4  # kinds of objects that are handed to the measured call and filled
_MOST_PAIRS = 120  # programs that fill both the receiver and an argument
_SIZE = 2  # of trials
_HANDED = "z"  # an object that is handed over
_LOOP = "for i in range(N):"

Lines = tuple[str, ...]


class Assembly:
    """Puts programs together that use a method, or a function whose arguments are objects.

    In what they are made of, `x` is the receiver, `y` the last of a chain that begins with it, and `z` an
    object that is handed to a call.
    """

    def __init__(self, meter: Meter, workshop: Workshop, words: Sequence[str] = ()) -> None:
        """`words` are texts that the code reacts to."""
        self._words = words
        self._known: dict[Lines, list[Action]] = {}  # what can be done, by how the receiver is made
        self._meter = meter
        self._workshop = workshop
        self._target = meter.loaded.target
        self._is_method = self._target.kind is TargetKind.METHOD
        self._name = self._target.qualname.rpartition(".")[2]
        self._called = f"{VALUE}.{self._name}" if self._is_method else self._target.qualname

    @property
    def actions(self) -> list[Action]:
        """What can be done with the receivers that were made so far."""
        return [each for actions in self._known.values() for each in actions]

    def programs(self) -> Iterator[Program]:
        """Yield programs that grow with N, the plainest first."""
        if not self._is_method:
            yield from self._using((), ())
            return
        owner = self._meter.loaded.owner
        assert owner is not None
        receivers: dict[type, Lines] = {}
        for source in self._workshop.makers(owner):
            base = (f"{VALUE} = {source}",)
            kind = self._workshop.made("\n".join(base), VALUE)
            if kind is not None and kind not in receivers and len(receivers) < _MOST_RECEIVERS:
                receivers[kind] = base
                yield from self._with_receiver(base, kind)
        for known in receivers.values():
            yield from self._using(known, self._growing(known, self._longer(self._known[known])))

    def _with_receiver(self, base: Lines, kind: type) -> Iterator[Program]:
        """Programs with one receiver: as it is, and after a step that makes other things possible."""
        first = self._known[base] = self._actions(base, kind)
        yield from self._using(base, self._growing(base, self._repeated(first, kind)))
        known = {each.source for each in first}
        steps = [each.source for each in first if self._workshop.changes("\n".join(base), each.source)]
        for step in dict.fromkeys(_renamed(each, "i", "0") for each in steps[:_MOST_STEPS]):
            longer_base = (*base, step)
            more = [each for each in self._actions(longer_base, kind) if each.source not in known]
            found = [*self._repeated(more, kind), *self._longer(more)]
            yield from self._using(longer_base, self._growing(longer_base, found))

    def _actions(self, base: Lines, kind: type) -> list[Action]:
        return list(self._workshop.actions("\n".join(base), kind))

    def _growing(self, base: Lines, fillings: Iterable[Lines]) -> list[Lines]:
        """The ways to fill an object that make it hold more if N is more."""
        return [lines for lines in fillings if self._workshop.grows("\n".join((*base, *lines)))]

    def _repeated(self, actions: Sequence[Action], kind: type) -> list[Lines]:
        """What can be done N times."""
        return [lines for each in actions for lines in self._fillings(each, kind)]

    def _longer(self, actions: Sequence[Action]) -> Iterator[Lines]:
        """What can be done once with a text or a list that is N times as long."""
        for each in actions:
            call = parse_program(_renamed(each.source, "i", "0")).measured
            yield from ((value.source,) for value in longer(call, self._words))

    def _using(self, base: Lines, fillings: Sequence[Lines]) -> Iterator[Program]:
        """Programs that fill the receiver, an object that is handed over, or both."""
        calls: dict[str, None] = {}
        reached: set[int] = set()
        calls |= dict.fromkeys(self._calls(base, reached))
        for lines in fillings[:_MOST_FILLED]:
            calls |= dict.fromkeys(self._calls((*base, *lines), reached, _FIRST))
        for lines, call in itertools.product(fillings, calls):
            yield from self._program(*base, *lines, call)
            yield from self._at_the_end(base, lines, call)
        handed = list(self._handed(base, list(calls)))
        for lines, call in handed:
            yield from self._program(*base, *lines, call)
        for (lines, call), more in itertools.islice(itertools.product(handed, fillings), _MOST_PAIRS):
            yield from self._program(*base, *more, *lines, call)
            yield from self._at_the_end(base, (*more, *lines), call)

    def _at_the_end(self, base: Lines, lines: Lines, call: str) -> Iterator[Program]:
        """The same with the last of a chain in the place of the first, if there is a chain."""
        if lines[:1] == (f"{RESULT} = {VALUE}",):
            yield from self._program(*base, *lines, _renamed(call, VALUE, RESULT))

    def _fillings(self, action: Action, kind: type) -> Iterator[Lines]:
        """The ways to do it N times: to one value, to the last that it gave, to the last given to it."""
        yield (_LOOP, f"    {action.source}")
        chained = _renamed(action.source, VALUE, RESULT)
        if _is_akin(action.result, kind):
            yield (f"{RESULT} = {VALUE}", _LOOP, f"    {RESULT} = {chained}")
        for argument in action.arguments:
            made = next((each for each, source in self._workshop.objects.items() if source == argument), None)
            if made is not None and _is_akin(made, kind):
                call = chained.replace(_renamed(argument, VALUE, RESULT), _HANDED, 1)
                nested = (f"    {_HANDED} = {argument}", f"    {call}", f"    {RESULT} = {_HANDED}")
                yield (f"{RESULT} = {VALUE}", _LOOP, *nested)

    def _calls(self, base: Lines, reached: set[int], most: int | None = None) -> Iterator[str]:
        """Measured calls that return and reach what no call before reached; the round is the last one.

        `most` is how many choices of arguments are tried.
        """
        parameters = parameters_of(self._meter.loaded.function)[1 if self._is_method else 0 :]
        chosen = dict.fromkeys(self._workshop.arguments(self._name, parameters))
        for arguments in itertools.islice(chosen, most):
            call = f"{self._called}({_renamed(arguments, 'i', '(N - 1)')})"
            blocks = set() if self._workshop.is_over else self._blocks(*base, call)
            if blocks - reached:
                reached |= blocks
                yield call

    def _handed(self, base: Lines, calls: Sequence[str]) -> Iterator[tuple[Lines, str]]:
        """Objects that are filled before they are handed to the measured call."""
        objects = [
            (kind, source, call)
            for call in calls
            for kind, source in self._workshop.objects.items()
            if f"({source}" in call or f" {source}" in call
        ]
        for kind, source, call in objects[:_MOST_HANDED]:
            made = (*base, f"{VALUE} = {source}")
            for lines in self._growing(made, self._repeated(self._actions(made, kind), kind)):
                if lines[0] == _LOOP:
                    filled = (lines[0], _renamed(lines[1], VALUE, _HANDED))
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
            yield parse_program("\n".join(lines))
        except InputError:
            return


def _is_akin(one: type, other: type) -> bool:
    """Whether values of two types are of one family: a class in Python is a base of both."""
    shared = set(one.__mro__) & set(other.__mro__)
    return any(base.__module__ != "builtins" for base in shared)


def _renamed(source: str, old: str, new: str) -> str:
    return re.sub(rf"\b{old}\b", new, source)
