"""Places in a program: its statements, also those inside repetitions, and the arguments of its calls."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from slowpath.recipe.expression import INDEXES, SIZE, Call, Expression, expressions, parsed
from slowpath.recipe.program import Program
from slowpath.recipe.statement import Assign, Do, Repeat, Statement, binds

Body = tuple[Statement, ...]
Place = tuple[int, ...]  # the number of a statement in its body, behind those of the repetitions around it


@dataclass(frozen=True, slots=True)
class ArgumentPlace:
    """An argument by its number in a call: that of the statement at a place, or the measured one if None."""

    statement: Place | None
    number: int

    @property
    def depth(self) -> int:
        """How many repetitions are around it."""
        return 0 if self.statement is None else len(self.statement) - 1


def places(body: Body) -> Iterator[Place]:
    """Yield the places of all statements, a repetition before what is inside."""
    for number, each in enumerate(body):
        yield (number,)
        if isinstance(each, Repeat):
            yield from ((number, *inner) for inner in places(each.body))


def statement_at(body: Body, place: Place) -> Statement:
    """Return the statement at a place."""
    each = body[place[0]]
    if len(place) == 1:
        return each
    assert isinstance(each, Repeat)
    return statement_at(each.body, place[1:])


def with_statements(body: Body, place: Place, others: Sequence[Statement]) -> Body:
    """Return a body with others in the place of one statement. A repetition of nothing is left out."""
    number, each = place[0], body[place[0]]
    if len(place) > 1:
        assert isinstance(each, Repeat)
        inner = with_statements(each.body, place[1:], others)
        others = (Repeat(inner),) if inner else ()
    return (*body[:number], *others, *body[number + 1 :])


def argument_places(program: Program) -> list[ArgumentPlace]:
    """Return the places of all arguments; those of the measured call come last."""
    found = []
    for place in places(program.statements):
        call = _call(statement_at(program.statements, place))
        found += [ArgumentPlace(place, number) for number in range(len(call.arguments) if call else 0)]
    return found + [ArgumentPlace(None, number) for number in range(len(program.measured.arguments))]


def argument_at(program: Program, place: ArgumentPlace) -> Expression:
    """Return the argument at a place."""
    call = _call_at(program, place)
    return call.arguments[place.number].value


def with_argument(program: Program, place: ArgumentPlace, source: str) -> Program:
    """Return a program with another expression in the place of an argument."""
    call = _call_at(program, place)
    other = replace(call.arguments[place.number], value=Expression(source))
    arguments = (*call.arguments[: place.number], other, *call.arguments[place.number + 1 :])
    changed = replace(call, arguments=arguments)
    if place.statement is None:
        return replace(program, measured=changed)
    statement = statement_at(program.statements, place.statement)
    assert isinstance(statement, Assign | Do)
    body = with_statements(program.statements, place.statement, [replace(statement, value=changed)])
    return replace(program, statements=body)


def _call_at(program: Program, place: ArgumentPlace) -> Call:
    if place.statement is None:
        return program.measured
    call = _call(statement_at(program.statements, place.statement))
    assert call is not None
    return call


def _call(statement: Statement) -> Call | None:
    match statement:
        case Assign(value=Call() as call) | Do(value=Call() as call):
            return call
    return None


def bound_names(program: Program) -> list[str]:
    """Return the names that a program binds, in their order."""
    return list(dict.fromkeys(name for each in program.statements for name in sorted(binds(each))))


def missing_names(program: Program, known: frozenset[str]) -> frozenset[str]:
    """Return the names that a program uses before it binds them, besides those that are known anyway."""
    bound = set(known | {SIZE})
    missing = _missing(program.statements, bound, 0)
    missing |= {name for each in expressions(program.measured) for name in free_names(each.source)} - bound
    return frozenset(missing)


def _missing(body: Body, bound: set[str], depth: int) -> set[str]:
    """The same for a body inside so many repetitions; `bound` gets what it binds."""
    missing: set[str] = set()
    for each in body:
        match each:
            case Repeat(body=inner):
                missing |= _missing(inner, bound, depth + 1)
            case Assign(value=value) | Do(value=value):
                used = {name for one in expressions(value) for name in free_names(one.source)}
                used |= each.changes if isinstance(each, Assign) else frozenset()
                missing |= used - bound - set(INDEXES[:depth])
        bound |= binds(each)
    return missing


@lru_cache(maxsize=4096)
def free_names(source: str) -> frozenset[str]:
    """Return the names that an expression uses and does not bind itself."""
    used: set[str] = set()
    own: set[str] = set()
    for node in ast.walk(parsed(source)):
        match node:
            case ast.Name(id=name, ctx=ast.Load()):
                used.add(name)
            case ast.Name(id=name) | ast.arg(arg=name):
                own.add(name)
    return frozenset(used - own)
