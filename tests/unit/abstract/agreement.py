"""Whether the traces of a function are what its runs do: how they end, and how many instructions they take.

Every variable is kept, so traces are told apart by conditions on the input alone.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from slowpath.abstract.bounds import bounds
from slowpath.abstract.graph import StateGraph
from slowpath.abstract.inputs import inputs
from slowpath.abstract.machine import AbstractMachine
from slowpath.abstract.source import Functions
from slowpath.abstract.state import Frame, Work
from slowpath.abstract.step import AbstractStep, Notes, Raising, Setting
from slowpath.abstract.store import Store
from slowpath.abstract.weighing import weighing
from slowpath.explore.cases import Metered, metered
from slowpath.run.builds import load
from slowpath.run.messages import COUNT
from slowpath.shape.base import Shape
from slowpath.shape.library import integer
from tests.unit.abstract.support import target

SPAN = range(-3, 5)  # of every parameter

Ending = tuple[str | None, float]  # the class of what is raised, and the instructions


class Everything(frozenset[Any]):
    """Holds every variable."""

    def __contains__(self, variable: object) -> bool:
        return True


def agree(source: str) -> None:
    """Assert that the function `f` of a source has the traces of its runs, and no others.

    A trace knows an input that takes it: the run of that one ends as the trace does.
    """
    runs, traces = ran(source), found(source)
    assert {ending for _, ending in traces} == set(runs.values())
    for values, ending in traces:
        assert runs[values] == ending


def ran(source: str) -> dict[tuple[int, ...], Ending]:
    """How the run of `f` ends on every input."""
    with TemporaryDirectory() as folder:
        subject = load(f"{_written(source, folder)}:f", (), COUNT)
        names = [each.name for each in subject.target.parameters]
        subject.prepare(("instructions",))
        endings: dict[tuple[int, ...], Ending] = {}
        with subject.installed():
            for values in product(SPAN, repeat=len(names)):
                subject.start(None)
                raised = None
                try:
                    subject.function(*values)
                except Exception as error:
                    raised = type(error).__name__
                subject.stop()
                endings[values] = (raised, float(subject.costs()["instructions"]))
    return endings


def found(source: str) -> list[tuple[tuple[int, ...], Ending]]:
    """How the traces of `f` end, each with an input that the abstraction allows."""
    with TemporaryDirectory() as folder:
        made = metered(f"{_written(source, folder)}:f")
        names = [each.name for each in made.loaded.target.parameters]
        shapes: dict[str, Shape] = {name: integer(SPAN[0], SPAN[-1]) for name in names}
        return [
            (tuple([int(trace.hint[index]) for index in range(len(names))]), (trace.raises, trace.least))
            for trace in traced(made, shapes).traces()
        ]


def traced(made: Metered, shapes: dict[str, Shape], criterion: str | None = None) -> StateGraph:
    """The traces of a target that keeps every variable."""
    loaded = made.loaded
    functions = Functions(loaded.copies)
    code = functions.code(loaded.function)
    assert code is not None
    setting = Setting(functions, weighing("instructions", loaded.ledger), Everything())
    roots = []
    with loaded.copies.installed():
        for given in inputs(shapes, 3):
            given.work.frames.append(Frame(code, variables=dict(given.arguments)))
            roots.append((given.chosen, given.work.frozen()))
        return StateGraph(AbstractMachine(setting, bounds(criterion, loaded.ledger)), roots)


def _written(source: str, folder: str) -> Path:
    file = Path(folder) / "agreeing.py"
    file.write_text(textwrap.dedent(source))
    return file


# -- one step ----------------------------------------------------------------------------------------------


@cache
def _functions() -> Functions:
    return Functions(target("branches").loaded.copies)


def stepping(
    *,
    kept: bool = True,
    measure: str = "instructions",
    store: Store | None = None,
    script: tuple[int, ...] = (),
) -> AbstractStep:
    """A step in a function, where nothing has happened yet."""
    loaded = target("branches").loaded
    code = _functions().code(loaded.function)
    assert code is not None
    setting = Setting(_functions(), weighing(measure, loaded.ledger), Everything() if kept else None, Notes())
    return AbstractStep(setting, Work([Frame(code)], [], store or Store(), [], {}), script)


def ways(
    act: Callable[[AbstractStep], Any], store: Store | None = None, **options: Any
) -> list[tuple[Any, Store]]:
    """What an operation comes to on each way: a value or what it raises, and what is known of the input."""
    waiting: list[tuple[int, ...]] = [()]
    made: list[tuple[Any, Store]] = []
    while waiting:
        step = stepping(store=store, script=waiting.pop(), **options)
        result: Any
        try:
            result = act(step)
        except Raising as error:
            result = error.kind
        waiting += step.others
        made.append((result, step.work.store))
    return made


def between(low: int, high: int) -> Store:
    """What is known of a first variable that has these bounds."""
    return Store().with_range(0, (low, high, frozenset()))


def admits(store: Store, value: int) -> bool:
    low, high, holes = store.of(0)
    return (low is None or low <= value) and (high is None or value <= high) and value not in holes
