"""States of the abstraction between two blocks: what the rest of a trace depends on.

States are equal where their futures are, as far as it is cheap to tell: variables that are not read any
more are dropped, and so are cells of the heap that nothing refers to; the others are numbered in the order
in which they are reached. An iteration over a list that nothing else refers to knows only what is left.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from slowpath.abstract.code import Code
from slowpath.abstract.heap import Cell, Instance, Listed, Ongoing
from slowpath.abstract.iteration import Pairing, Walking
from slowpath.abstract.store import Store
from slowpath.abstract.value import Method, Ref, Tup, Value


@dataclass(frozen=True, slots=True)
class Debt:
    """A part of the cost that depends on a size which is no number yet: `factor` times the value of `of`,
    rounded down after division by `divisor`."""

    factor: int
    divisor: int
    of: Value


@dataclass(frozen=True, slots=True)
class FrozenFrame:
    """A `Frame` inside a state: it cannot change, so states can be compared and looked up."""

    code: Code
    pc: int
    variables: tuple[tuple[str, Value], ...]
    stack: tuple[Value, ...]
    handlers: tuple[tuple[int, int], ...]
    iterations: tuple[tuple[int, int], ...]
    made: Value | None


@dataclass(frozen=True, slots=True)
class AbstractState:
    """Right after the mark of a block. `counts` are executions of blocks, where the criterion bounds them."""

    frames: tuple[FrozenFrame, ...]
    heap: tuple[Cell, ...]
    store: Store
    debts: tuple[Debt, ...] = ()
    counts: tuple[tuple[int, int], ...] = ()
    _hash: list[int] = field(default_factory=list, compare=False, repr=False)

    def __hash__(self) -> int:
        """Computed once: states are looked up often, and their parts are many."""
        if not self._hash:
            self._hash.append(hash((self.frames, self.heap, self.store, self.debts, self.counts)))
        return self._hash[0]


@dataclass(slots=True)
class Frame:
    """A call that is executed. `handlers` are where exceptions go, with the height of the stack there;
    `iterations` those of the loops it is in, by block; `made` is the object that a constructor makes."""

    code: Code
    pc: int = 0
    variables: dict[str, Value] = field(default_factory=dict)
    stack: list[Value] = field(default_factory=list)
    handlers: list[tuple[int, int]] = field(default_factory=list)
    iterations: dict[int, int] = field(default_factory=dict)
    made: Value | None = None

    def copy(self) -> Frame:
        return Frame(
            self.code,
            self.pc,
            self.variables.copy(),
            self.stack.copy(),
            self.handlers.copy(),
            self.iterations.copy(),
            self.made,
        )


@dataclass(slots=True)
class Work:
    """A state that is executed; `cost` is that since the last mark."""

    frames: list[Frame]
    heap: list[Cell]
    store: Store
    debts: list[Debt]
    counts: dict[int, int]
    cost: int = 0

    def copy(self) -> Work:
        return Work(
            [frame.copy() for frame in self.frames],
            self.heap.copy(),
            self.store,
            self.debts.copy(),
            self.counts.copy(),
            self.cost,
        )

    @property
    def frame(self) -> Frame:
        return self.frames[-1]

    def new(self, cell: Cell) -> Ref:
        self.heap.append(cell)
        return Ref(len(self.heap) - 1)

    def frozen(self) -> AbstractState:
        """The state, canonical."""
        for frame in self.frames:
            alive = frame.code.live[frame.pc]
            if not frame.variables.keys() <= alive:
                frame.variables = {name: each for name, each in frame.variables.items() if name in alive}
        move = _Moving(self.heap, self._shared())
        frames = tuple([_frozen(frame, move) for frame in self.frames])
        heap = tuple(move.cells())
        debts = tuple(sorted(self.debts, key=repr))
        return AbstractState(frames, heap, self.store, debts, tuple(sorted(self.counts.items())))

    def _shared(self) -> set[int]:
        """The addresses of the cells that more than an iterator may refer to."""
        found: set[int] = set()
        values = [value for frame in self.frames for value in (*frame.variables.values(), *frame.stack)]
        values += [frame.made for frame in self.frames if frame.made is not None]
        walked: set[int] = set()
        for cell in self.heap:
            if isinstance(cell, Instance):
                values += [value for _, value in cell.fields]
            elif isinstance(cell, Ongoing):
                values.append(cell.left)
            else:
                values += [*(cell.items or ()), cell.item]
        while values:
            match values.pop():
                case Ref(address=address):
                    found.add(address)
                case Tup(items=items):
                    values += items
                case Method(receiver=receiver):
                    values.append(receiver)
                case Walking(over=Ref(address=address)):
                    if address in walked:
                        found.add(address)
                    walked.add(address)
                case Pairing(parts=parts):
                    values += parts
        return found


def thawed(state: AbstractState) -> Work:
    """A state to execute."""
    frames = [
        Frame(
            each.code,
            each.pc,
            dict(each.variables),
            list(each.stack),
            list(each.handlers),
            dict(each.iterations),
            each.made,
        )
        for each in state.frames
    ]
    return Work(frames, list(state.heap), state.store, list(state.debts), dict(state.counts))


def _frozen(frame: Frame, move: _Moving) -> FrozenFrame:
    return FrozenFrame(
        frame.code,
        frame.pc,
        tuple([(name, move.value(frame.variables[name])) for name in sorted(frame.variables)]),
        tuple([move.value(value) for value in frame.stack]),
        tuple(frame.handlers),
        tuple(sorted(frame.iterations.items())),
        None if frame.made is None else move.value(frame.made),
    )


class _Moving:
    """Gives the cells that are reached new addresses, in the order in which they are."""

    def __init__(self, heap: list[Cell], shared: set[int]) -> None:
        self._heap = heap
        self._shared = shared
        self._addresses: dict[int, int] = {}
        self._order: list[int] = []

    def value(self, value: Value) -> Value:
        match value:
            case Ref(address=address):
                if address not in self._addresses:
                    self._addresses[address] = len(self._order)
                    self._order.append(address)
                return Ref(self._addresses[address])
            case Tup(items=items):
                return Tup(tuple([self.value(each) for each in items]))
            case Walking(over=Ref(address=address), at=at) if address not in self._shared:
                cell = self._heap[address]
                if isinstance(cell, Listed) and cell.items is not None:
                    return Walking(self.value(Tup(cell.items[at:])), 0)
                return Walking(self.value(Ref(address)), at)
            case Walking(over=over, at=at):
                return Walking(self.value(over), at)
            case Pairing(parts=parts):
                return Pairing(tuple([self.value(each) for each in parts]))
            case Method(function=function, receiver=receiver):
                return Method(function, self.value(receiver))
        return value

    def cells(self) -> list[Cell]:
        """The cells in their new order: those that cells refer to come behind."""
        cells: list[Cell] = []
        while len(cells) < len(self._order):
            cells.append(self._cell(self._heap[self._order[len(cells)]]))
        return cells

    def _cell(self, cell: Cell) -> Cell:
        if isinstance(cell, Instance):
            return Instance(cell.kind, tuple([(name, self.value(value)) for name, value in cell.fields]))
        if isinstance(cell, Ongoing):
            return Ongoing(self.value(cell.left))
        items = None if cell.items is None else tuple([self.value(each) for each in cell.items])
        return Listed(cell.length, items, self.value(cell.item))
