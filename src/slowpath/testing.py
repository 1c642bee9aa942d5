"""What tests need: the exact cost of a call, counted in a fresh process, and how it grows.

from slowpath.testing import Counter, assert_ends, assert_growth, assert_iterations

def test_parsing_stays_linear():
    assert_growth("mypkg.parser:parse", {"text": "'a' * N"}, size=500, ratio=2.5)

def test_parsing_stays_cheap():
    with Counter("mypkg.parser:parse", measures=["ops"]) as counter:
        assert counter.run({"text": "'a' * 1000"}).costs["ops"] <= 60_000
"""

from __future__ import annotations

import shlex
import textwrap
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from slowpath.counting.model import CostModel, from_document
from slowpath.errors import UsageError, WorkerError
from slowpath.model.cost import Costs, Number
from slowpath.model.run import End, Run
from slowpath.model.scenario import Scenario
from slowpath.oracle.verdict import LINEAR
from slowpath.recipe.parsing import split
from slowpath.recipe.use import inputs_of
from slowpath.run import inputs as run_inputs
from slowpath.run import setup as run_setup
from slowpath.run.client import Worker
from slowpath.target.locate import spec_of

_SMALLER_OPS = 500_000_000  # what the run at N may cost
_BEYOND = 16  # how far beyond the allowed ratio the run at 2N is followed


@dataclass(frozen=True, slots=True)
class Counted:
    """What a call costs by each measure, and the exception it raises, as text."""

    costs: Costs
    raises: str | None


Given = Mapping[str, str] | str  # expressions by parameter, or a program


class Counter:
    """Counts what calls of a target cost, each in a fresh process. A context manager.

    `model` is a cost model, or the document of one; without it, memory is metered. `setup` is code in N that
    runs before each call, apart from its cost: inputs may use what it names.
    """

    def __init__(
        self,
        target: str,
        *,
        measures: Sequence[str] = ("ops",),
        size: int | None = None,
        scope: Sequence[str] = (),
        model: CostModel | Mapping[str, Any] | None = None,
        setup: str = "",
    ) -> None:
        run_setup.check(setup)
        if model is not None and not isinstance(model, CostModel):
            model = from_document(model, "the cost model")
        self._measures = tuple(measures)
        self._size = size
        self._setup = setup
        self._worker = Worker(target, measures=self._measures, scope=scope, model=model)

    def __enter__(self) -> Self:
        self._worker.__enter__()
        return self

    def __exit__(self, *exception: Any) -> None:
        self._worker.__exit__(*exception)

    def run(self, inputs: Given) -> Counted:
        """Run the target on inputs, Python expressions by parameter, or by a program, and return what it
        costs."""
        _check(inputs, self._setup)
        worker, named = _ready(self._worker, inputs, self._setup)
        run = worker.run(named, self._size)
        if run.end not in (End.RETURNED, End.RAISED):
            raise WorkerError(f"the run did not finish: {run.detail}")
        return Counted({name: run.costs[name] for name in self._measures if name in run.costs}, run.raises)


def assert_growth(
    target: str | Callable[..., Any],
    inputs: Given,
    *,
    size: int,
    ratio: float = LINEAR,
    measure: str = "ops",
    scope: Sequence[str] = (),
    allow: Sequence[str] = (),
    setup: str = "",
) -> float:
    """Assert that twice the size costs at most `ratio` times as much; return how many times it does.

    What it costs is counted by a `measure`: "ops", "memory" or another one of `slowpath cost`. `inputs` are
    Python expressions in N by parameter, which may use what `setup`, code in N, makes first. Both runs are
    counted in fresh processes, so the answer is the same every time. A run at 2N that costs far more than it
    may is not followed to its end.
    """
    if size < 1 or ratio <= 0:
        raise UsageError("size and ratio must be more than zero")
    _check(inputs, setup)
    if not _uses_size(inputs, setup):
        raise UsageError("no input depends on N, so nothing grows", "Use N in it: \"'a' * N\".")
    spec = spec_of(target)
    with Worker(spec, measures=(measure,), scope=scope, allow=allow) as fresh:
        worker, named = _ready(fresh, inputs, setup)
        smaller = worker.run(named, size, _SMALLER_OPS)
        ops, cost = _cost(smaller, size), _cost(smaller, size, measure)
        most = int(_BEYOND * ratio * ops)
        run = worker.run(named, 2 * size, most)
    if run.end is End.BUDGET:
        raise AssertionError(
            _complaint(
                spec,
                _shown(inputs, named),
                (size, ops),
                f"more than {most:,}",
                most / ops,
                ratio,
                "ops",
                setup,
            )
        )
    larger = _cost(run, 2 * size, measure)
    if larger > ratio * cost:
        raise AssertionError(
            _complaint(
                spec, _shown(inputs, named), (size, cost), f"{larger:,}", larger / cost, ratio, measure, setup
            )
        )
    return larger / cost


def assert_ends(
    target: str | Callable[..., Any],
    inputs: Given,
    *,
    ops: int,
    size: int | None = None,
    scope: Sequence[str] = (),
    allow: Sequence[str] = (),
    setup: str = "",
) -> Number:
    """Assert that a call comes to its end, by a return or an exception, within so many ops; return its ops.

    `inputs` are Python expressions by parameter, in N if there is a `size`. They may use what `setup` makes.
    """
    _check(inputs, setup)
    spec = spec_of(target)
    with Worker(spec, scope=scope, allow=allow) as fresh:
        worker, named = _ready(fresh, inputs, setup)
        run = worker.run(named, size, ops)
    if run.end is End.BUDGET:
        told = _lines(_shown(inputs, named), setup)
        raise AssertionError("\n".join([f"{spec} does not end within {ops:,} ops", *told]))
    return _cost(run, size or 0)


def assert_iterations(
    target: str | Callable[..., Any],
    inputs: Given,
    *,
    size: int,
    function: str,
    iterations: int,
    depth: int = 1,
    scope: Sequence[str] = (),
    allow: Sequence[str] = (),
    setup: str = "",
) -> int:
    """Assert that a loop of a function goes round so many times in a run; return how many times it does.

    `function` is the qualified name of the function that has the loop. With a `depth` of 2, the loop stands
    inside another one, and makes so many iterations in each iteration of that, which makes as many; and so
    on. Loops of C code, as that of `x in xs`, count as well.
    """
    if size < 1 or depth < 1 or iterations < 1:
        raise UsageError("size, depth and iterations must be more than zero")
    _check(inputs, setup)
    spec = spec_of(target)
    with Worker(spec, scope=scope, allow=allow, loops=True) as fresh:
        worker, named = _ready(fresh, inputs, setup)
        run = worker.nests(named, size, depth, iterations, _SMALLER_OPS)
    _cost(run, size)
    own = [each for each in run.nests if len(each.nest) == depth and each.function == function]
    most = max((each.guaranteed for each in own), default=0)
    if most < iterations:
        nested = f" inside {depth - 1} others" if depth > 1 else ""
        raise AssertionError(
            f"a loop of {function}{nested} makes {most:,} iterations at N = {size:,}, not {iterations:,}"
        )
    return most


def _check(inputs: Given, setup: str) -> None:
    """Raise if something is no Python, or if a program has a setup besides."""
    run_setup.check(setup)
    if not isinstance(inputs, str):
        run_inputs.check_syntax(inputs)
    elif setup:
        raise UsageError("a program leaves no room for a setup", "Write it into the program.")
    else:
        split(inputs)


def _uses_size(inputs: Given, setup: str) -> bool:
    if isinstance(inputs, str):
        return run_setup.uses_size(textwrap.dedent(inputs))
    return run_inputs.needs_size(inputs) or run_setup.uses_size(setup)


def _ready(worker: Worker, inputs: Given, setup: str) -> tuple[Worker, dict[str, str]]:
    """The worker that follows a program or a setup, and the inputs by parameter."""
    if not isinstance(inputs, str):
        return worker.with_scenario(Scenario(setup)), run_inputs.resolve(worker.target, inputs)
    named, scenario = inputs_of(inputs, worker.target)
    return worker.with_scenario(scenario), run_inputs.resolve(worker.target, named)


def _cost(run: Run, size: int, measure: str = "ops") -> Number:
    """What a run costs that came to its end; one that was cut off by a limit tells nothing."""
    if run.end not in (End.RETURNED, End.RAISED):
        raise WorkerError(f"the run at N = {size:,} did not finish: {run.detail}")
    if run.exception == RecursionError.__name__:
        raise UsageError(f"the run at N = {size:,} ends with {run.raises}", "Choose a smaller size.")
    if measure not in run.costs:
        raise WorkerError(f"{measure} of the run at N = {size:,} is not known")
    return run.costs[measure]


def _shown(inputs: Given, named: Mapping[str, str]) -> Given:
    """What was given, as messages show it: a program as it is, else an expression for each parameter."""
    return textwrap.dedent(inputs).strip("\n") if isinstance(inputs, str) else named


def _lines(inputs: Given, setup: str) -> list[str]:
    """The lines of a message that say what was run."""
    source = f"{setup}\n{inputs}" if isinstance(inputs, str) else setup
    named = {} if isinstance(inputs, str) else inputs
    lines = [*source.strip("\n").splitlines(), *(f"{name} = {each}" for name, each in named.items())]
    return [f"  {line}" for line in lines]


def _options(inputs: Given, setup: str) -> str:
    """The same as options of a command."""
    if isinstance(inputs, str):
        return f"--program {shlex.quote(inputs)}"
    made = f"--setup {shlex.quote(setup)} " if setup else ""
    return made + " ".join(f"--input {shlex.quote(f'{name}={source}')}" for name, source in inputs.items())


def _complaint(
    spec: str,
    inputs: Given,
    smaller: tuple[int, Number],
    larger: str,
    measured: float,
    allowed: float,
    measure: str,
    setup: str,
) -> str:
    size, cost = smaller
    unit = "bytes" if measure == "memory" else measure
    needs = (
        f"takes {measured:.2f} times the {measure}"
        if measure != "ops"
        else f"does {measured:.2f} times the work"
    )
    wide = max(len(larger), len(f"{cost:,}"))
    return "\n".join(
        [
            f"{spec} {needs} on an input of twice the size; {allowed:g} times is allowed",
            *_lines(inputs, setup),
            f"  N = {size:<8,} {cost:>{wide},} {unit}",
            f"  N = {2 * size:<8,} {larger:>{wide}} {unit}",
            f"Where: slowpath cost {shlex.quote(spec)} {_options(inputs, setup)} --size {2 * size}",
        ]
    )
