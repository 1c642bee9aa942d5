"""Mutations of a program. Each is a function that returns a changed program, or None if it does not apply.

What it changes, and into what, is chosen by a random source.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import replace
from random import Random

from slowpath.recipe.expression import INDEXES, SIZE, Call, Expression, expression, parsed
from slowpath.recipe.parsing import parse_program, value_of
from slowpath.recipe.place import (
    ArgumentPlace,
    argument_at,
    argument_places,
    bound_names,
    free_names,
    places,
    statement_at,
    with_argument,
    with_statements,
)
from slowpath.recipe.program import Program
from slowpath.recipe.reduction import dropped
from slowpath.recipe.statement import Assign, Do, Import, Repeat, Statement
from slowpath.search.loops.material import Material
from slowpath.search.programs.variants import distinct, longer, repeated
from slowpath.search.programs.workshop import VALUE

Operation = Callable[[Program, Material, Random], Program | None]
_INDEX = INDEXES[0]
_LAST = "(N - 1)"  # the number of the last round
_NUMBERS = ("N", "N - 1", "N + 1", "0", "-1", "1", "2 * N", "N // 2")
_HALVED = "2 ** N"  # what a loop halves N times; that many items are no input in proportion to N
_ARITHMETIC = (ast.Constant, ast.Name, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.Load)
_SIZES = ("2 * N", "3 * N", "N + 1", "N // 2", "N * N")
_NAME = "v{}"  # of a value that a mutation names
_DISJOINT = "(i + N)"  # what stands for the number of a round if no value may be equal to one of another


def insert(program: Program, material: Material, random: Random) -> Program | None:
    """Do something with a value at hand, once or in each round, or make another object."""
    names = [name for name in bound_names(program) if name in _values(program)]
    if material.makers and (not names or random.random() < 0.3):
        return _inserted(program, _made(_unused(program), random.choice(material.makers)), random)
    if not names or not material.actions:
        return None
    source = renamed(random.choice(material.actions), VALUE, random.choice(names))
    statement = Do(parse_program(source).measured)
    if _INDEX not in _words(source) and random.random() < 0.5:
        return _inserted(program, statement, random)
    inside = [place for place in range(len(program.statements)) if _is_repeat(program, place)]
    if inside and random.random() < 0.5:
        place = random.choice(inside)
        loop = program.statements[place]
        assert isinstance(loop, Repeat)
        body = with_statements(program.statements, (place,), [Repeat((*loop.body, statement))])
        return replace(program, statements=body)
    return _inserted(program, Repeat((statement,)), random)


def delete(program: Program, material: Material, random: Random) -> Program | None:
    """Leave a statement out that nothing needs."""
    bodies = list(dropped(program.statements, program.measured.names))
    return replace(program, statements=random.choice(bodies)) if bodies else None


def change(program: Program, material: Material, random: Random) -> Program | None:
    """Give another value to an argument."""
    place = _argument(program, random)
    if place is None:
        return None
    values = _suited(program, material, place) if random.random() < 0.8 else material.plain
    known = [each for each in values if place.depth or _INDEX not in _words(each)]
    return with_argument(program, place, random.choice(known)) if known else None


def change_number(program: Program, material: Material, random: Random) -> Program | None:
    """Give another number to an argument that is one: an end, a place, a size."""
    chosen = [place for place in argument_places(program) if _is_number(argument_at(program, place).source)]
    if not chosen:
        return None
    numbers = _NUMBERS if material.is_linear else (*_NUMBERS, _HALVED)
    return with_argument(program, random.choice(chosen), expression(random.choice(numbers)).source)


def resize(program: Program, material: Material, random: Random) -> Program | None:
    """Let an argument be larger or smaller than others of the size N."""
    chosen = [
        place for place in argument_places(program) if SIZE in free_names(argument_at(program, place).source)
    ]
    if not chosen:
        return None
    place = random.choice(chosen)
    source = renamed(argument_at(program, place).source, SIZE, f"({random.choice(_SIZES)})")
    return with_argument(program, place, expression(source).source)


def refer(program: Program, material: Material, random: Random) -> Program | None:
    """Let an argument be a value that was made before, or another one of them."""
    place, names = _argument(program, random), bound_names(program)
    return with_argument(program, place, random.choice(names)) if place is not None and names else None


def copy_argument(program: Program, material: Material, random: Random) -> Program | None:
    """Let an argument be equal to another one."""
    found = argument_places(program)
    if len(found) < 2:
        return None
    one, other = random.sample(found, 2)
    source = argument_at(program, other).source
    return with_argument(program, one, source if one.depth else renamed(source, _INDEX, _LAST))


def share(program: Program, material: Material, random: Random) -> Program | None:
    """Name an argument of the measured call, so that others may refer to the same object."""
    found = [place for place in argument_places(program) if place.statement is None]
    found = [place for place in found if not argument_at(program, place).is_reference]
    if not found:
        return None
    place, name = random.choice(found), _unused(program)
    statement = _made(name, argument_at(program, place).source)
    return with_argument(replace(program, statements=(*program.statements, statement)), place, name)


def wrap(program: Program, material: Material, random: Random) -> Program | None:
    """Repeat a statement, or a run of them, N times."""
    found = list(repeated(program))
    return random.choice(found) if found else None


def unwrap(program: Program, material: Material, random: Random) -> Program | None:
    """Carry a repetition out once, as if it were its first round."""
    found = [place for place in range(len(program.statements)) if _is_repeat(program, place)]
    if not found:
        return None
    place = random.choice(found)
    loop = program.statements[place]
    assert isinstance(loop, Repeat)
    inner = [_rewritten(each, _INDEX, "0") for each in loop.body]
    return replace(program, statements=with_statements(program.statements, (place,), inner))


def make_distinct(program: Program, material: Material, random: Random) -> Program | None:
    """Let the values of a repetition, or the items of a list, differ."""
    found: list[Program] = []
    for place in places(program.statements):
        each = statement_at(program.statements, place)
        if len(place) > 1 and distinct(each) != each:
            body = with_statements(program.statements, place, [distinct(each)])
            found.append(replace(program, statements=body))
    for slot in argument_places(program):
        match = re.fullmatch(r"\[('[^']*'|\d+)\] \* N", argument_at(program, slot).source)
        if match:
            plain = match[1].isdigit()
            text = match[1][:-1].replace("{", "{{").replace("}", "}}")
            source = "list(range(N))" if plain else f"[f{text}{{i}}' for i in range(N)]"
            found.append(with_argument(program, slot, source))
    return random.choice(found) if found else None


def make_equal(program: Program, material: Material, random: Random) -> Program | None:
    """Let the values of a repetition be the same in each round, or the items of a list be equal."""
    found: list[Program] = []
    for place in places(program.statements):
        each = statement_at(program.statements, place)
        if len(place) > 1 and _rewritten(each, _INDEX, "0") != each:
            body = with_statements(program.statements, place, [_rewritten(each, _INDEX, "0")])
            found.append(replace(program, statements=body))
    for slot in argument_places(program):
        if argument_at(program, slot).source == "list(range(N))":
            found.append(with_argument(program, slot, "[0] * N"))
    return random.choice(found) if found else None


def make_disjoint(program: Program, material: Material, random: Random) -> Program | None:
    """Let an argument that depends on the round, or that lists numbers, have none of the values of others."""
    found: list[Program] = []
    for slot in argument_places(program):
        source = argument_at(program, slot).source
        other = source.replace("range(N)", "range(N, 2 * N)")
        if slot.depth and other == source:
            other = renamed(source, _INDEX, _DISJOINT)
        if other != source:
            found.append(with_argument(program, slot, expression(other).source))
    return random.choice(found) if found else None


def use_last(program: Program, material: Material, random: Random) -> Program | None:
    """Let an argument be what the last round of a repetition had in its place, or the end of a list."""
    slots = [slot for slot in argument_places(program) if not slot.depth]
    values: list[str] = []
    for slot in argument_places(program):
        source = argument_at(program, slot).source
        if slot.depth:
            values.append(expression(renamed(source, _INDEX, _LAST)).source)
        elif "range(N)" in source or source.endswith("* N"):
            values.append(expression(f"({source})[-1]").source)
    for each in program.statements:
        if isinstance(each, Repeat):
            values += [
                name for inner in each.body if isinstance(inner, Assign) for name in sorted(inner.binds)
            ]
    if not slots or not values:
        return None
    return with_argument(program, random.choice(slots), random.choice(values))


def use_last_often(program: Program, material: Material, random: Random) -> Program | None:
    """Let an argument be a list of N times what was put somewhere last: it is found, and found late."""
    slots = [slot for slot in argument_places(program) if not slot.depth]
    put = [
        argument_at(program, slot).source for slot in argument_places(program) if slot.statement is not None
    ]
    if not slots or not put:
        return None
    last = renamed(random.choice(put), _INDEX, _LAST)
    return with_argument(program, random.choice(slots), expression(f"[{last}] * N").source)


def keep_last(program: Program, material: Material, random: Random) -> Program | None:
    """Name a value that each round makes, and let an argument be the one of the last round, or N times it.

    It is the very same object, not an equal one.
    """
    inside = [slot for slot in argument_places(program) if slot.depth and slot.statement is not None]
    inside = [slot for slot in inside if not argument_at(program, slot).is_reference]
    outside = [slot for slot in argument_places(program) if slot.statement is None]
    if not inside or not outside:
        return None
    chosen, name = random.choice(inside), _unused(program)
    place = chosen.statement
    assert place is not None
    source = argument_at(program, chosen).source
    asked = random.choice((name, f"[{name}] * N"))
    changed = with_argument(with_argument(program, chosen, name), random.choice(outside), asked)
    both = [_made(name, source), statement_at(changed.statements, place)]
    return replace(changed, statements=with_statements(changed.statements, place, both))


def lengthen(program: Program, material: Material, random: Random) -> Program | None:
    """Let a text or a list be N times as long, or a word N times."""
    place = _argument(program, random)
    if place is None:
        return None
    found = list(longer(argument_at(program, place), material.words))
    return with_argument(program, place, random.choice(found).source) if found else None


def splice_usage(program: Program, material: Material, random: Random) -> Program | None:
    """Begin with what a known usage builds; its call is measured, or this program's on what it built."""
    if not material.usages:
        return None
    usage = random.choice(material.usages)
    keeps = random.random() < 0.5
    statements = (*usage.statements, *program.statements) if keeps else usage.statements
    if not keeps:
        return replace(usage, statements=statements)
    receiver = usage.measured.receiver
    measured = program.measured
    if receiver is not None and measured.receiver is not None and random.random() < 0.5:
        name = measured.function.source.rpartition(".")[2]
        measured = replace(measured, function=Expression(f"{receiver.source}.{name}"))
    return Program(statements, measured)


def splice_solution(program: Program, material: Material, random: Random) -> Program | None:
    """Give the measured call the arguments of an input that the concolic engine found."""
    if not material.solutions:
        return None
    solution = random.choice(material.solutions)
    names = list(material.arguments)
    changed = program
    for slot in argument_places(program):
        if slot.statement is None:
            name = program.measured.arguments[slot.number].name or (
                names[slot.number] if slot.number < len(names) else ""
            )
            if name in solution and random.random() < 0.8:
                changed = with_argument(changed, slot, solution[name])
    return changed if changed != program else None


# The operations by the feature that switches them off, if one does, and how often each is chosen.
OPERATIONS: tuple[tuple[Operation, str, int], ...] = (
    (insert, "", 4),
    (delete, "", 2),
    (change, "", 5),
    (change_number, "", 2),
    (resize, "", 2),
    (refer, "", 2),
    (copy_argument, "", 1),
    (share, "", 1),
    (wrap, "repetition", 3),
    (unwrap, "", 1),
    (make_distinct, "repetition", 2),
    (make_equal, "", 1),
    (make_disjoint, "", 2),
    (use_last, "", 3),
    (use_last_often, "", 2),
    (keep_last, "repetition", 3),
    (lengthen, "", 2),
    (splice_usage, "usages", 2),
    (splice_solution, "concolic", 2),
)


def renamed(source: str, old: str, new: str) -> str:
    """Return source with a name replaced; a comprehension that binds it has its own."""
    if f"for {old} in" in source:
        return source
    return re.sub(rf"\b{old}\b", new, source)


def _rewritten(statement: Statement, old: str, new: str) -> Statement:
    """A statement with a name in its value replaced."""
    if not isinstance(statement, Assign | Do):
        return statement
    value = statement.value
    if isinstance(value, Call):
        arguments = tuple(
            replace(each, value=expression(renamed(each.value.source, old, new))) for each in value.arguments
        )
        return replace(statement, value=replace(value, arguments=arguments))
    return replace(statement, value=expression(renamed(value.source, old, new)))


def _argument(program: Program, random: Random) -> ArgumentPlace | None:
    """The place of an argument; one of the measured call in half of the cases."""
    found = argument_places(program)
    own = [place for place in found if place.statement is None]
    chosen = own if own and random.random() < 0.5 else found
    return random.choice(chosen) if chosen else None


def _suited(program: Program, material: Material, place: ArgumentPlace) -> tuple[str, ...]:
    """The expressions that an argument may be: those of the target's parameter if it is one of its call."""
    if place.statement is not None:
        return material.plain
    argument = program.measured.arguments[place.number]
    if argument.name:
        return material.arguments.get(argument.name, material.plain)
    names = list(material.arguments)
    return material.arguments[names[place.number]] if place.number < len(names) else material.plain


def _values(program: Program) -> set[str]:
    """The names that are bound to values, not to modules."""
    imported = {name for each in program.statements if isinstance(each, Import) for name in each.binds}
    return set(bound_names(program)) - imported


def _unused(program: Program) -> str:
    known = set(bound_names(program))
    return next(name for number in range(len(known) + 1) if (name := _NAME.format(number)) not in known)


def _made(name: str, source: str) -> Statement:
    return Assign((Expression(name),), value_of(parsed(source)))


def _inserted(program: Program, statement: Statement, random: Random) -> Program:
    """The program with one more statement: at the end in half of the cases, where all is made."""
    count = len(program.statements)
    number = count if random.random() < 0.5 else random.randrange(count + 1)
    body = (*program.statements[:number], statement, *program.statements[number:])
    return replace(program, statements=body)


def _is_number(source: str) -> bool:
    """Whether an expression is a number, as far as its text tells: spelled out, or made of N."""
    return (
        all(isinstance(node, _ARITHMETIC) for node in ast.walk(parsed(source)))
        and not any(
            isinstance(node, ast.Constant) and type(node.value) is not int
            for node in ast.walk(parsed(source))
        )
        and free_names(source) <= {SIZE}
    )


def _is_repeat(program: Program, place: int) -> bool:
    return isinstance(program.statements[place], Repeat)


def _words(source: str) -> set[str]:
    return set(re.findall(r"\w+", source)) if f"for {_INDEX} in" not in source else set()
