"""The abstract machine: from a state, every way to the next block or to the end."""

from __future__ import annotations

from dataclasses import dataclass

from slowpath.abstract.bounds import Bounds
from slowpath.abstract.code import StackOp
from slowpath.abstract.instructions import EXECUTE
from slowpath.abstract.state import AbstractState, Debt, thawed
from slowpath.abstract.step import AbstractStep, Raising, Setting
from slowpath.abstract.store import Store
from slowpath.abstract.value import Thrown

MOST_INSTRUCTIONS = 100_000  # between two blocks: no straight code is as long, so it does not terminate


@dataclass(frozen=True, slots=True)
class TraceEnd:
    """How a trace ends: the class of what it raises, if it does, and what its cost still depends on."""

    raises: str | None
    store: Store
    debts: tuple[Debt, ...]


@dataclass(frozen=True, slots=True)
class Edge:
    """A way from a state: to the next block, or to the end."""

    block: int | None
    cost: int
    to: AbstractState | TraceEnd


class AbstractMachine:
    """Executes the abstraction of a target."""

    def __init__(self, setting: Setting, bounds: Bounds) -> None:
        self.setting = setting
        self._bounds = bounds

    def edges(self, state: AbstractState) -> list[Edge]:
        """The different ways that leave a state."""
        found: dict[Edge, None] = {}
        scripts: list[tuple[int, ...]] = [()]
        while scripts:
            step = AbstractStep(self.setting, thawed(state), scripts.pop())
            edge = self._run(step)
            scripts += step.others
            if edge is not None:
                found[edge] = None
        return list(found)

    def _run(self, step: AbstractStep) -> Edge | None:
        """Execute up to the next mark; None where that goes beyond the bounds."""
        for _ in range(MOST_INSTRUCTIONS):
            frame = step.frame
            instruction = frame.code.instructions[frame.pc]
            frame.pc += 1
            step.at = instruction.at or step.at
            try:
                if instruction.op is StackOp.MARK:
                    return self._marked(step, instruction.arg)
                if instruction.op is StackOp.RETURN:
                    if _returned(step):
                        return _ended(step, None)
                else:
                    EXECUTE[instruction.op](step, instruction)
            except Raising as error:
                if not _caught(step, Thrown(error.kind)):
                    return _ended(step, error.kind.__name__ if error.kind else "Exception")
        raise step.refuse("a loop without blocks")

    def _marked(self, step: AbstractStep, block: int) -> Edge | None:
        if not self._bounds.admit(step.work, block):
            return None
        cost = step.work.cost + self.setting.weighing.units[block]
        return Edge(block, cost, step.work.frozen())


def _ended(step: AbstractStep, raises: str | None) -> Edge:
    work = step.work
    return Edge(None, work.cost, TraceEnd(raises, work.store, tuple(sorted(work.debts, key=repr))))


def _returned(step: AbstractStep) -> bool:
    """Leave the present call; tell whether it was the first."""
    done = step.work.frames.pop()
    if not step.work.frames:
        return True
    step.frame.stack.append(done.stack[-1] if done.made is None else done.made)
    return False


def _caught(step: AbstractStep, thrown: Thrown) -> bool:
    """Go to the handler of an exception; tell whether there is one."""
    while step.work.frames:
        frame = step.frame
        if frame.handlers:
            place, height = frame.handlers.pop()
            del frame.stack[height:]
            frame.stack.append(thrown)
            frame.pc = place
            return True
        step.work.frames.pop()
    return False
