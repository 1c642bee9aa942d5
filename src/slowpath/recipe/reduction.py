"""The smallest program that still does what a larger one does."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TypeVar

from slowpath.recipe.expression import Argument, Call, Expression, Value, parsed
from slowpath.recipe.minimise import greedy
from slowpath.recipe.parsing import value_of
from slowpath.recipe.plainer import plainer
from slowpath.recipe.program import Program
from slowpath.recipe.statement import Assign, Do, Import, Repeat, Statement, binds, uses

Body = tuple[Statement, ...]
Item = TypeVar("Item")


def reduced(program: Program, still: Callable[[Program], bool], most: int = 200) -> Program:
    """Return a program with as little in it as `still` allows; it is asked `most` times at most.

    Statements are dropped, repetitions are carried out once, arguments are dropped or made plainer, and
    references are replaced by those to values that were made earlier.
    """
    return greedy(program, _smaller, still, most)


def _smaller(program: Program) -> Iterator[Program]:
    """Programs with something left out, or made plainer: the largest steps first."""
    needed = program.needs
    used = needed.union(*map(uses, program.statements))
    if (body := imported_only(program.statements, used)) != program.statements:
        yield replace(program, statements=body)
    for left in _without_one(program.closing):
        yield replace(program, closing=left)
    for body in dropped(program.statements, needed):
        yield replace(program, statements=body)
    for body in unrolled(program.statements):
        yield replace(program, statements=body)
    known: list[str] = []
    yield from (replace(program, statements=body) for body in _changed(program.statements, known))
    if program.rounds is not None:
        for items in plainer(program.rounds.items):
            yield replace(program, rounds=replace(program.rounds, items=items))
        for feed in () if program.rounds.feed is None else _values(program.rounds.feed, ()):
            if isinstance(feed, Call) and feed.arguments:
                yield replace(program, rounds=replace(program.rounds, feed=feed))
    for value in _values(program.measured, known):
        if isinstance(value, Call):
            yield replace(program, measured=value)


def imported_only(body: Body, used: frozenset[str]) -> Body:
    """The body without the imported names that nothing uses, unless an import has no other."""
    return tuple(each.only(used) if isinstance(each, Import) else each for each in body)


def dropped(body: Body, needed: frozenset[str]) -> Iterator[Body]:
    """Yield the body without one statement, the last first; one that binds a name which is used later
    stays."""
    for place in reversed(range(len(body))):
        rest = (*body[:place], *body[place + 1 :])
        later = needed.union(*map(uses, body[place + 1 :]))
        elsewhere = frozenset[str]().union(*map(binds, rest))
        if not (binds(body[place]) & later) - elsewhere:
            yield rest
    for place, each in enumerate(body):
        if isinstance(each, Repeat):
            around = needed.union(*map(uses, body[place:]))
            for inner in dropped(each.body, around):
                if inner:
                    yield (*body[:place], Repeat(inner), *body[place + 1 :])
        elif isinstance(each, Assign) and len(each.targets) > 1:
            yield from (
                (*body[:place], replace(each, targets=targets), *body[place + 1 :])
                for targets in _without_one(each.targets)
            )


def unrolled(body: Body) -> Iterator[Body]:
    """The body with one repetition carried out once; its number is not known there."""
    for place, each in enumerate(body):
        if isinstance(each, Repeat):
            yield (*body[:place], *each.body, *body[place + 1 :])


def _changed(body: Body, known: list[str]) -> Iterator[Body]:
    """The body with one value made plainer. `known` gets the names that it binds, in their order."""
    for place, each in enumerate(body):
        for other in _changed_statement(each, known):
            yield (*body[:place], other, *body[place + 1 :])
        known += sorted(binds(each) - set(known))


def _changed_statement(each: Statement, known: list[str]) -> Iterator[Statement]:
    match each:
        case Repeat(body=body):
            yield from map(Repeat, _changed(body, list(known)))
        case Assign(value=value) | Do(value=value):
            yield from (replace(each, value=other) for other in _values(value, known))
        case Import():
            return


def _values(value: Value, known: Sequence[str]) -> Iterator[Value]:
    """The value with an argument left out, made plainer, or referring to what was made earlier."""
    if isinstance(value, Expression):
        yield from (value_of(parsed(each.source)) for each in plainer(value))
        return
    for left in _without_one(value.arguments):
        yield replace(value, arguments=left)
    for place, each in enumerate(value.arguments):
        for other in _arguments(each, known):
            yield replace(value, arguments=(*value.arguments[:place], other, *value.arguments[place + 1 :]))


def _arguments(each: Argument, known: Sequence[str]) -> Iterator[Argument]:
    for other in plainer(each.value):
        yield replace(each, value=other)
    if each.value.source in known:
        for name in known[: known.index(each.value.source)]:
            yield replace(each, value=Expression(name))


def _without_one(items: tuple[Item, ...]) -> Iterator[tuple[Item, ...]]:
    """The items without one of them, the last first."""
    for place in reversed(range(len(items))):
        yield (*items[:place], *items[place + 1 :])
