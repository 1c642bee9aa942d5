"""A variable is live if some way from here reads it before it is stored."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from slowpath.abstract.code import JUMPS, Instruction, StackOp
from slowpath.abstract.liveness import live

LOAD, STORE, JUMP, UNLESS = StackOp.LOAD, StackOp.STORE, StackOp.JUMP, StackOp.UNLESS


def code(*pairs: tuple[StackOp, object]) -> list[Instruction]:
    return [Instruction(op, arg) for op, arg in pairs]


def following(instructions: list[Instruction], place: int) -> Iterator[int]:
    each = instructions[place]
    if each.op is StackOp.RETURN:
        return
    if each.op in JUMPS:
        yield each.arg
    if each.op is not JUMP:
        yield place + 1


def reads(instructions: list[Instruction], place: int, name: str, seen: frozenset[int] = frozenset()) -> bool:
    """Whether a walk from a place comes to a load of a name before a store, by trying all walks."""
    if place in seen or place == len(instructions):
        return False
    each = instructions[place]
    if each.arg == name and each.op in (LOAD, STORE):
        return each.op is LOAD
    return any(reads(instructions, other, name, seen | {place}) for other in following(instructions, place))


@pytest.mark.parametrize("seed", range(40))
def test_live_variables_are_those_that_a_walk_reads(seed: int) -> None:
    random = Random(seed)
    some: list[tuple[StackOp, object]] = [(LOAD, "x"), (LOAD, "y"), (STORE, "x"), (STORE, "y")]
    jumps: list[tuple[StackOp, object]] = [(op, place) for op in (JUMP, UNLESS) for place in range(9)]
    chosen = [random.choice(random.choice([some, jumps])) for _ in range(8)]
    instructions = code(*chosen, (StackOp.RETURN, None))
    found = live(instructions)
    for place in range(len(instructions)):
        assert found[place] == {name for name in "xy" if reads(instructions, place, name)}


def test_what_a_handler_reads_is_live_everywhere() -> None:
    instructions = code(
        (StackOp.TRY, 4),
        (STORE, "x"),
        (StackOp.END_TRY, None),
        (JUMP, 5),
        (LOAD, "x"),
        (StackOp.RETURN, None),
    )
    assert all("x" in names for names in live(instructions)[:5])
