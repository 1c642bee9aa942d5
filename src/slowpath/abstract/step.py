"""One way from a block to the next: where the abstraction does not know, a script chooses.

A step runs from a state again for each way that leaves it, with the choices made so far as its script.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from slowpath.abstract.code import Instruction, Position, Variable
from slowpath.abstract.heap import Cell, Listed, Ongoing
from slowpath.abstract.kind import as_form, blurred, is_number, known, whole
from slowpath.abstract.source import Functions
from slowpath.abstract.state import Debt, Frame, Work
from slowpath.abstract.store import NEGATED
from slowpath.abstract.value import KnownValue, Ref, Thing, Top, Tup, Value
from slowpath.abstract.weighing import Weighing
from slowpath.errors import NotAbstracted
from slowpath.expr.linear import Linear

Asked = tuple[Linear, str]  # `form op 0`


class Raising(Exception):
    """An operation of the target raises an exception of a class; None stands for any."""

    def __init__(self, kind: type[BaseException] | None) -> None:
        super().__init__()
        self.kind = kind


@dataclass(slots=True)
class Notes:
    """What the abstraction learns on its way.

    `deciding` are places where one question decides a branch by itself, `others` those that ask more.
    `unobserved` says, by place, why the measure cannot be computed.
    """

    deciding: set[tuple[str, Position]] = field(default_factory=set)
    others: set[tuple[str, Position]] = field(default_factory=set)
    unobserved: dict[tuple[str, int], str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Setting:
    """What all steps share. `kept` are the variables of the enhanced abstraction, None keeps none and no
    length of a list either: the naive one."""

    functions: Functions
    weighing: Weighing
    kept: frozenset[Variable] | None
    notes: Notes = field(default_factory=Notes)


class AbstractStep:
    """An execution from one mark to the next."""

    def __init__(self, setting: Setting, work: Work, script: Sequence[int]) -> None:
        self.setting = setting
        self.work = work
        self.others: list[tuple[int, ...]] = []  # scripts of the ways not taken
        self.at: Position | None = None
        self._script = list(script)
        self._chosen: list[int] = []

    @property
    def frame(self) -> Frame:
        return self.work.frames[-1]

    # -- choices -----------------------------------------------------------------------------

    def choose(self, ways: int) -> int:
        """Return which of some ways to go."""
        place = len(self._chosen)
        if place < len(self._script):
            way = self._script[place]
        else:
            way = 0
            self.others += [(*self._chosen, other) for other in range(1, ways)]
        self._chosen.append(way)
        return way

    def holds(self, asked: Asked) -> bool:
        """Decide a condition, and remember it."""
        form, op = asked
        store = self.work.store
        yes, no = store.assume(form, op), store.assume(form, NEGATED[op])
        if yes is None:
            return False
        if no is None:
            return True
        taken = self.choose(2) == 0
        self.work.store = yes if taken else no
        return taken

    def may_raise(self, kind: type[BaseException] | None) -> None:
        if self.choose(2) == 1:
            raise Raising(kind)

    # -- memory of variables ------------------------------------------------------------------

    def remembered(self, variable: Variable | None, value: Value) -> Value:
        """What a variable remembers of a value that is assigned to it."""
        kept = self.setting.kept
        if variable is not None and variable[1].startswith(".") and ":" not in variable[1]:
            return value  # of the rewriting, not of the source
        if kept is not None and variable is not None:
            function, name = variable
            if (function, name.rpartition(":")[2]) in kept:
                return value
        return blurred(value)

    def cell(self, value: Value) -> Cell | None:
        return self.work.heap[value.address] if isinstance(value, Ref) else None

    def new_list(self, items: Sequence[Value]) -> Value:
        if self.setting.kept is None:
            return self.work.new(Listed(Top("int"), None, joined(items)))
        return self.work.new(Listed(KnownValue(len(items), "int"), tuple(items)))

    # -- cost ----------------------------------------------------------------------------------

    def refuse(self, reason: str) -> NotAbstracted:
        where = f"{self.frame.code.file}:{self.at[0]}" if self.at else self.frame.code.file
        return NotAbstracted(
            f"{where}: the trace abstraction cannot follow {reason}",
            "Enumerate all paths, which has no such limit: leave --driven out.",
        )

    def unobserved(self, reason: str) -> None:
        """Note that the measure cannot be computed here."""
        key = (self.frame.code.file, self.at[0] if self.at else 0)
        self.setting.notes.unobserved.setdefault(key, reason)

    def allocate(self, kind: str, parts: Value) -> None:
        """Add what a new thing of a kind takes."""
        size = self.setting.weighing.size(kind)
        if size is None:
            return
        self.work.cost += size.header
        self.owe(size.each, 1, parts, f"the size of this {kind} is not known")

    def grow(self, kind: str, parts: Value) -> None:
        size = self.setting.weighing.size(kind)
        if size is not None:
            self.owe(size.each, 1, parts, f"what this {kind} grows by is not known")

    def owe(self, factor: int, divisor: int, of: Value, reason: str) -> None:
        """Add `factor * of // divisor` to the cost: now, or when the value is known."""
        if not factor:
            return
        amount = whole(of)
        if amount is not None:
            self.work.cost += factor * amount // divisor
        elif isinstance(of, Linear):
            self.work.debts.append(Debt(factor, divisor, of))
        else:
            self.unobserved(reason)

    def charge(self, perform: Any, *operands: Value) -> None:
        """Add the native work of an operation that depends on the sizes of its operands alone."""
        weighing = self.setting.weighing
        if not weighing.native:
            return
        stand_ins = [self.stand_in(each) for each in operands]
        if None in stand_ins:
            self.unobserved("its native work depends on what is not known")
        else:
            self.work.cost += weighing.work(perform, stand_ins)

    def unpriced(self, what: str) -> None:
        """Note native work that depends on more than sizes."""
        if self.setting.weighing.native:
            self.unobserved(f"the native work of {what} depends on values")

    def stand_in(self, value: Value) -> Any:
        """A real value of the same size, or None."""
        match value:
            case KnownValue(value=constant):
                return constant
            case Top(kind="int" | "bool"):
                return 1
            case Top(kind="float"):
                return 1.0
            case Linear():
                return self.work.store.value(value)
            case Tup(items=items):
                return (1,) * len(items)
            case Ref():
                cell = self.cell(value)
                if isinstance(cell, Listed):
                    length = as_form(cell.length)
                    size = None if length is None else self.work.store.value(length)
                    return None if size is None else [1] * size
                return None if isinstance(cell, Ongoing) else 1
            case Thing():
                return 1
        return None

    def note_guard(self, instruction: Instruction, deciding: bool) -> None:
        """Note the places that an instruction asks at, and whether it is one question, which decides."""
        if instruction.at is not None:
            notes = self.setting.notes
            places = notes.deciding if deciding and instruction.guard else notes.others
            places.update((self.frame.code.file, place) for place in (instruction.at, *instruction.also))

    def note_several(self) -> None:
        """Note a place that may ask more than one question: none of them decides a branch by itself."""
        if self.at is not None:
            self.setting.notes.others.add((self.frame.code.file, self.at))

    def note_check(self) -> None:
        """Note a place that asks one question, and raises after one of the answers.

        Several of them may lead to one handler, whose block does not tell which did.
        """
        if any(frame.handlers for frame in self.work.frames):
            self.note_several()
        elif self.at is not None:
            self.setting.notes.deciding.add((self.frame.code.file, self.at))


def applied(perform: Callable[..., Any], *constants: KnownValue) -> Value:
    """What an operation on constants gives; what it raises, the target raises."""
    try:
        return known(perform(*[each.value for each in constants]))
    except Exception as error:
        raise Raising(type(error)) from None


def joined(values: Sequence[Value]) -> Value:
    """What stands for any of some values."""
    kinds = {blurred(value) for value in values}
    if len(kinds) == 1:
        return kinds.pop()
    if kinds and all(is_number(each) for each in kinds):
        return Top("float" if any(each == Top("float") for each in kinds) else "int")
    return Top()
