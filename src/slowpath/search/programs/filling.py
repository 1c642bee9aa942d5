"""Ways to make an object hold more: what can be done with it N times, or once with something N times as long.

They depend on how the object is made, not on the target, so they are learnt once for each way to make one.
"""

from __future__ import annotations

import ast
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from slowpath.recipe.expression import Expression
from slowpath.recipe.parsing import parse_program
from slowpath.recipe.place import free_names
from slowpath.search.programs.unlocking import Unlocking
from slowpath.search.programs.variants import longer
from slowpath.search.programs.workshop import RESULT, VALUE, Action, Workshop, is_akin

_HANDED = "z"  # an object that is handed over
_HOLDER = "w"  # an object that gives the one at hand
_MOST_GIVING = 2  # calls that give a value of one class: each is tried after all that fills its holder
_NUMBERED = re.compile(r"f'(\w+)\{i\}'")  # a text with the number of the round at its end
LOOP = "for i in range(N):"
_APART = "(3 * i)"  # neither the same nor next to another one

Lines = tuple[str, ...]


class Filling:
    """Finds ways to fill objects. In them, `x` is the object and `y` the last of a chain that begins with
    it."""

    def __init__(self, workshop: Workshop, words: Sequence[str] = ()) -> None:
        """`words` are texts that the code reacts to."""
        self._workshop = workshop
        self._words = words
        self._known: dict[Lines, list[Action]] = {}
        self._wrapped: dict[Lines, list[Lines]] = {}
        self._unlocked: dict[Lines, list[tuple[Lines, list[Lines]]]] = {}

    @property
    def known(self) -> list[Action]:
        """What can be done with the objects that were asked for so far."""
        return [each for actions in self._known.values() for each in actions]

    def actions(self, base: Lines, kind: type) -> list[Action]:
        """Return what can be done with the object that some lines make."""
        if base not in self._known:
            self._known[base] = list(self._workshop.actions("\n".join(base), kind))
        return self._known[base]

    def growing(self, base: Lines, fillings: Iterable[Lines]) -> list[Lines]:
        """Return the ways to fill an object that make it hold more if N is more."""
        found = (self._growing(base, lines) for lines in fillings)
        return [lines for lines in found if lines is not None]

    def _growing(self, base: Lines, lines: Lines) -> Lines | None:
        """A way to fill an object, with numbers further apart if only that makes it hold more: an interval
        joins its neighbours. None if it never holds more."""
        apart = tuple(renamed(line, "i", _APART) for line in lines[1:])
        for each in dict.fromkeys((lines, (*lines[:1], *apart)) if lines[0] == LOOP else (lines,)):
            if self._workshop.grows("\n".join((*base, *each))):
                return each
        return None

    def repeated(self, actions: Sequence[Action], kind: type) -> list[Lines]:
        """Return what can be done N times."""
        return [lines for each in actions for lines in self._fillings(each, kind)]

    def wrapped(self, base: Lines, kind: type) -> list[Lines]:
        """Return how the object is put into another one of its kind in each round, which stands for it."""
        if base not in self._wrapped:
            sources = [each.source for each in self._workshop.wrappers("\n".join(base), kind)]
            fillings = [(LOOP, f"    {VALUE} = {source}") for source in sources]
            self._wrapped[base] = self.growing(base, fillings)
        return self._wrapped[base]

    @staticmethod
    def together(fillings: Sequence[Lines]) -> Iterator[Lines]:
        """Yield what two calls of different names do in each round: what fills an object in two ways."""
        # One for each name, with equal values and with distinct ones.
        bodies: dict[tuple[str, bool], str] = {}
        for lines in fillings:
            if lines[0] == LOOP and len(lines) == 2:
                key = lines[1].partition("(")[0], renamed(lines[1], "i", "") != lines[1]
                bodies.setdefault(key, lines[1])
        pairs = list(itertools.combinations(bodies, 2))
        pairs.sort(key=lambda pair: sum(not is_distinct for _, is_distinct in pair))
        yield from ((LOOP, bodies[one], bodies[other]) for one, other in pairs if one[0] != other[0])

    def unlocked(self, base: Lines, kind: type) -> list[tuple[Lines, list[Lines]]]:
        """Return steps that are done once, and ways to fill the object that they make possible."""
        if base not in self._unlocked:
            unlocking = Unlocking(self._workshop, base, kind, self.actions(base, kind), done_once)
            self._unlocked[base] = []
            for each in unlocking.found():
                turns = [(LOOP, *(f"    {line}" for line in both)) for both in each.turns]
                fillings = [*turns, *self.repeated(each.actions, kind), *self.longer(each.actions)]
                self._unlocked[base].append((each.steps, self.growing((*base, *each.steps), fillings)))
        return self._unlocked[base]

    def reached(self, owner: type) -> Iterator[Lines]:
        """Yield ways to get a value of a class from an object of another one, plain and filled before: a view
        of a mapping, a node of a tree. Their class may be private, or stand inside another one."""
        for kind, source in list(self._workshop.objects.items()):
            if issubclass(kind, owner) or renamed(source, VALUE, "") != source:
                continue
            base: Lines = (f"{VALUE} = {source}",)
            actions = self.actions(base, kind)
            giving = [each for each in actions if issubclass(each.result, owner)][:_MOST_GIVING]
            filling = [lines for lines in self.repeated(actions, kind) if len(lines) == 2] if giving else []
            filled = [(*base, *lines) for lines in self.growing(base, filling)]
            for way, each in itertools.product((base, *filled), giving):
                held = (renamed(line, VALUE, _HOLDER) for line in way)
                yield (*held, f"{VALUE} = {renamed(done_once(each.source), VALUE, _HOLDER)}")

    def longer(self, actions: Sequence[Action]) -> Iterator[Lines]:
        """Yield what can be done once with a text or a list that is N times as long."""
        for each in actions:
            call = parse_program(done_once(each.source)).measured
            yield from ((value.source,) for value in longer(call, self._words))

    def _fillings(self, action: Action, kind: type) -> Iterator[Lines]:
        """The ways to do it N times: to one value, to the last that it gave, to the last given to it."""
        yield (LOOP, f"    {action.source}")
        chained = renamed(action.source, VALUE, RESULT)
        if is_akin(action.result, kind):
            yield (f"{RESULT} = {VALUE}", LOOP, f"    {RESULT} = {chained}")
        for argument in action.arguments:
            made = next((each for each, source in self._workshop.objects.items() if source == argument), None)
            if made is not None and is_akin(made, kind):
                call = chained.replace(renamed(argument, VALUE, RESULT), _HANDED, 1)
                nested = (f"    {_HANDED} = {argument}", f"    {call}", f"    {RESULT} = {_HANDED}")
                yield (f"{RESULT} = {VALUE}", LOOP, *nested)


def done_once(source: str) -> str:
    """Return what is done in each round as it is done once: names have no number, as plain arguments have
    none, so that others find them."""
    return renamed(_NUMBERED.sub(r"'\1'", source), "i", "0")


def of_every_round(arguments: str) -> str:
    """Return arguments of a call after N rounds: a list of one value that depends on the round has those of
    all rounds, and what else depends on it is of the last one."""
    call = parse_program(f"f({arguments})").measured
    return ", ".join(
        replace(each, value=Expression(_of_every_round(each.value.source))).source for each in call.arguments
    )


def _of_every_round(source: str) -> str:
    match ast.parse(source, mode="eval").body:
        case ast.List(elts=[item]) if "i" in free_names(ast.unparse(item)):
            return f"[{ast.unparse(item)} for i in range(N)]"
    return renamed(source, "i", "(N - 1)")


def renamed(source: str, old: str, new: str) -> str:
    """Return source with a name replaced."""
    return re.sub(rf"\b{old}\b", new, source)
