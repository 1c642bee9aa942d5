"""The code of the abstraction: what a function does, as instructions for a stack machine."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import Any

Position = tuple[int, int, int, int]  # line, last line, column, last column: as code objects tell it
Variable = tuple[str, str]  # a function and its variable; "" and the name of a field


class StackOp(Enum):
    """What an instruction does: operands come from the stack, the last one on top; results go there."""

    MARK = auto()  # block: one execution of it
    CONST = auto()  # value
    LOAD = auto()  # name
    STORE = auto()  # name
    DELETE = auto()  # name
    ATTR = auto()  # name; object -> value
    SETATTR = auto()  # name; object, value ->
    ITEM = auto()  # container, key -> value
    SETITEM = auto()  # variable of the contents; container, key, value ->
    SLICE = auto()  # start, stop, step -> slice
    BINARY = auto()  # operator, site or None; left, right -> value
    GROWN = auto()  # site; old, added -> added: a charge for what an assignment in place does next
    UNARY = auto()  # operator; operand -> value
    COMPARE = auto()  # operator; left, right -> truth
    CONTAINS = auto()  # site or None; item, container -> truth
    MADE = auto()  # site; value -> value: a charge for a new container
    LIST = auto()  # number of items, whether it counts as allocated
    TUPLE = auto()  # number of items, whether it counts as allocated
    OPAQUE = auto()  # kind, number of operands: a value of which nothing else is known
    UNPACK = auto()  # targets before a starred one, targets behind it or None
    APPEND = auto()  # variable of the contents; list, item ->: of a comprehension
    CALL = auto()  # Call; callee, arguments -> result
    ITER = auto()  # iterable -> iterator
    NEXT = auto()  # where to go at the end; iterator -> iterator, item
    LEAVE = auto()  # block of a loop that is left
    JUMP = auto()  # where to
    UNLESS = auto()  # where to go where a value is false
    WHEN = auto()  # where to go where a value is true
    UNLESS_KEEP = auto()  # the same, but the value stays where it is false
    WHEN_KEEP = auto()
    DUP = auto()  # the top again; a number: so many from the top
    POP = auto()
    DIG = auto()  # depth: takes a value from below to the top
    TRY = auto()  # where to go with an exception
    END_TRY = auto()
    MATCH = auto()  # exception, class -> truth
    RAISE = auto()
    RETURN = auto()
    REFUSE = auto()  # reason


@dataclass(frozen=True, slots=True)
class CallArguments:
    """How a call passes its arguments: `site` is that of its native work; `contents` the variable that
    stands for the items of the receiver."""

    count: int
    names: tuple[str, ...] = ()
    site: int | None = None
    contents: Variable | None = None


@dataclass(frozen=True, slots=True)
class Instruction:
    """An operation of the stack machine, its argument, and the place in the source it comes from."""

    op: StackOp
    arg: Any = None
    at: Position | None = None
    guard: bool = False  # the value decides a branch by itself
    also: tuple[Position, ...] = ()  # other places that ask the same


@dataclass(frozen=True, slots=True, eq=False)
class Code:
    """The instructions of a function. Local variables are parameters and what it stores; `live` are those
    that may be read from each instruction on."""

    name: str
    file: str
    parameters: tuple[str, ...]
    instructions: tuple[Instruction, ...]
    locals: frozenset[str]
    live: tuple[frozenset[str], ...]


@dataclass(slots=True)
class Draft:
    """Instructions as they are made; jumps go to labels, which get their places at the end."""

    instructions: list[Instruction] = field(default_factory=list)
    _labels: list[int | None] = field(default_factory=list)

    def label(self) -> int:
        self._labels.append(None)
        return len(self._labels) - 1

    def place(self, label: int) -> None:
        self._labels[label] = len(self.instructions)

    def emit(
        self,
        op: StackOp,
        arg: Any = None,
        at: Position | None = None,
        guard: bool = False,
        also: tuple[Position, ...] = (),
    ) -> None:
        self.instructions.append(Instruction(op, arg, at, guard, also))

    def finished(self) -> tuple[Instruction, ...]:
        return tuple(self._resolved())

    def _resolved(self) -> Iterable[Instruction]:
        for each in self.instructions:
            if each.op in JUMPS:
                yield replace(each, arg=self._labels[each.arg])
            else:
                yield each


JUMPS = frozenset(
    {
        StackOp.NEXT,
        StackOp.JUMP,
        StackOp.UNLESS,
        StackOp.WHEN,
        StackOp.UNLESS_KEEP,
        StackOp.WHEN_KEEP,
        StackOp.TRY,
    }
)
