"""Ways to make an object hold more: what can be done with it N times, or once with something N times as long.

They depend on how the object is made, not on the target, so they are learnt once for each way to make one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from slowpath.recipe.parsing import parse_program
from slowpath.search.programs.variants import longer
from slowpath.search.programs.workshop import RESULT, VALUE, Action, Workshop

_HANDED = "z"  # an object that is handed over
_NUMBERED = re.compile(r"f'(\w+)\{i\}'")  # a text with the number of the round at its end
LOOP = "for i in range(N):"

Lines = tuple[str, ...]


class Filling:
    """Finds ways to fill objects. In them, `x` is the object and `y` the last of a chain that begins with
    it."""

    def __init__(self, workshop: Workshop, words: Sequence[str] = ()) -> None:
        """`words` are texts that the code reacts to."""
        self._workshop = workshop
        self._words = words
        self._known: dict[Lines, list[Action]] = {}

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
        return [lines for lines in fillings if self._workshop.grows("\n".join((*base, *lines)))]

    def repeated(self, actions: Sequence[Action], kind: type) -> list[Lines]:
        """Return what can be done N times."""
        return [lines for each in actions for lines in self._fillings(each, kind)]

    def longer(self, actions: Sequence[Action]) -> Iterator[Lines]:
        """Yield what can be done once with a text or a list that is N times as long."""
        for each in actions:
            call = parse_program(done_once(each.source)).measured
            yield from ((value.source,) for value in longer(call, self._words))

    def _fillings(self, action: Action, kind: type) -> Iterator[Lines]:
        """The ways to do it N times: to one value, to the last that it gave, to the last given to it."""
        yield (LOOP, f"    {action.source}")
        chained = renamed(action.source, VALUE, RESULT)
        if _is_akin(action.result, kind):
            yield (f"{RESULT} = {VALUE}", LOOP, f"    {RESULT} = {chained}")
        for argument in action.arguments:
            made = next((each for each, source in self._workshop.objects.items() if source == argument), None)
            if made is not None and _is_akin(made, kind):
                call = chained.replace(renamed(argument, VALUE, RESULT), _HANDED, 1)
                nested = (f"    {_HANDED} = {argument}", f"    {call}", f"    {RESULT} = {_HANDED}")
                yield (f"{RESULT} = {VALUE}", LOOP, *nested)


def done_once(source: str) -> str:
    """Return what is done in each round as it is done once: names have no number, as plain arguments have
    none, so that others find them."""
    return renamed(_NUMBERED.sub(r"'\1'", source), "i", "0")


def renamed(source: str, old: str, new: str) -> str:
    """Return source with a name replaced."""
    return re.sub(rf"\b{old}\b", new, source)


def _is_akin(one: type, other: type) -> bool:
    """Whether values of two types are of one family: a class in Python is a base of both."""
    shared = set(one.__mro__) & set(other.__mro__)
    return any(base.__module__ != "builtins" for base in shared)
