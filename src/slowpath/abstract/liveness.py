"""Which local variables the rest of a function may still read: the others tell no states apart."""

from __future__ import annotations

from collections.abc import Sequence

from slowpath.abstract.code import JUMPS, Instruction, StackOp

Names = frozenset[str]


def live(instructions: Sequence[Instruction]) -> tuple[Names, ...]:
    """The variables that may be read from each instruction on, before they are stored."""
    count = len(instructions)
    found: list[Names] = [frozenset()] * (count + 1)
    handlers = [each.arg for each in instructions if each.op is StackOp.TRY]
    changed = True
    while changed:
        changed = False
        # An exception may come from anywhere: what a handler reads is live everywhere.
        caught = frozenset[str]().union(*(found[place] for place in handlers))
        for place in range(count - 1, -1, -1):
            new = _before(instructions[place], place, found) | caught
            if new != found[place]:
                found[place] = new
                changed = True
    return tuple(found)


def _before(instruction: Instruction, place: int, found: list[Names]) -> Names:
    op = instruction.op
    if op in (StackOp.RETURN, StackOp.RAISE, StackOp.REFUSE):
        return frozenset()
    after = frozenset() if op is StackOp.JUMP else found[place + 1]
    if op in JUMPS:
        after |= found[instruction.arg]
    if op is StackOp.LOAD:
        return after | {instruction.arg}
    return after - {instruction.arg} if op in (StackOp.STORE, StackOp.DELETE) else after
