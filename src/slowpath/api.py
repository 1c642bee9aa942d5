"""What programs call: the commands as functions.

An input is a Python expression, given as text, in which N stands for the size; any other value is
given as itself where its `repr` is a literal. Text as an input is a quoted expression: repr(text).
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from slowpath.command.order import silent
from slowpath.config import (
    CASES_BUDGET,
    CASES_MAX_OPS,
    CASES_MEASURES,
    CASES_SIZE,
    COST_MAX_OPS,
    COST_MEASURES,
    DIFF_DELTA,
    DIFF_SIZE,
    FIND_BUDGET,
    FIND_MAX_OPS,
    FIND_TESTS,
    GROW_BUDGET,
    GROW_MAX_OPS,
    GROW_MEASURE,
    OBSERVE_STEPS,
    SCALE_BUDGET,
    SCALE_FIRST,
    SCALE_SIZE,
    SUITE_BUDGET,
    SUITE_MAX_OPS,
    SUITE_SIZE,
    SUITE_TESTS,
    Settings,
)
from slowpath.counting.model import CostModel
from slowpath.counting.model import read as read_model
from slowpath.errors import InputError, UsageError
from slowpath.model.diff import DiffReport
from slowpath.model.find import FindReport
from slowpath.model.report import CasesReport, CostReport, GrowthReport
from slowpath.model.run import End
from slowpath.model.scale import ScaleReport
from slowpath.model.suite import SuiteReport
from slowpath.run import inputs as run_inputs
from slowpath.run.client import Worker, search_path
from slowpath.scaling.series import INTERRUPTED, OnPoint, Series
from slowpath.target.locate import spec_of

DRIVER = "slowpath.abstract.driving"  # runs in a process of its own


def cost(
    target: str | Callable[..., Any],
    /,
    *,
    inputs: Mapping[str, Any] | None = None,
    size: int | None = None,
    measures: Sequence[str] | None = None,
    settings: Settings | None = None,
    seconds: bool = False,
    **values: Any,
) -> CostReport:
    """Return what one run of the target costs, in total and per line.

    The input is given by keyword, or by `inputs` where a parameter has the name of an option here or
    is one of a receiver's constructor ("self.name"). With `seconds`, the plain target is timed too.
    """
    settings = settings or Settings()
    spec, expressions = spec_of(target), _expressions(inputs, values)
    run_inputs.check_size(size, expressions)
    asked = tuple(measures or settings.measures)
    with Worker(
        spec,
        measures=asked or COST_MEASURES,
        scope=settings.scope,
        limits=settings.limits,
        allow=settings.allow,
        timed=seconds,
    ) as worker:
        named = run_inputs.resolve(worker.target, expressions)
        run = worker.run(
            named,
            size,
            settings.max_ops or COST_MAX_OPS,
            settings.budget,
            # Memory that nobody asked for is not worth a long wait.
            observe_up_to=None if asked else OBSERVE_STEPS,
        )
        complete = run.end in (End.RETURNED, End.RAISED)
        timed = worker.seconds(named, size) if seconds and complete else None
        return CostReport(worker.target, size, named, run, timed)


def grow(
    target: str | Callable[..., Any],
    /,
    *,
    inputs: Mapping[str, Any] | None = None,
    measure: str | None = None,
    start: int | None = None,
    to: int | None = None,
    settings: Settings | None = None,
    seconds: bool = False,
    on_point: OnPoint | None = None,
    **values: Any,
) -> GrowthReport:
    """Return how the target's cost grows when N doubles, from `start` up to `to`.

    A start that is not given may be lowered, so that an exponential target shows its growth.
    No size is begun after `settings.budget` seconds, and all runs together cost `settings.max_ops` at
    most. Ctrl-C ends the series; the report is then of the sizes so far.
    """
    from slowpath.scaling.growth import fit

    settings = settings or Settings()
    spec, expressions = spec_of(target), _expressions(inputs, values)
    _check_series(start, to, expressions)
    measure = measure or (settings.measures or (GROW_MEASURE,))[0]
    with Worker(
        spec,
        measures=(measure,),
        scope=settings.scope,
        limits=settings.limits,
        allow=settings.allow,
        timed=seconds,
    ) as worker:
        recipe = run_inputs.resolve(worker.target, expressions)
        budget = settings.budget or GROW_BUDGET
        series = Series(worker, recipe, measure, settings.max_ops or GROW_MAX_OPS, budget, on_point)
        stopped = series.extend(start, to)
        timed = series.seconds() if seconds and stopped != INTERRUPTED else ()
        return GrowthReport(
            target=worker.target,
            measure=measure,
            growth=fit(series.points),
            recipe=recipe,
            stopped_because=stopped,
            lost=series.lost,
            raises=series.raises,
            seconds=timed,
        )


def cases(
    target: str | Callable[..., Any],
    /,
    *,
    shapes: Mapping[str, str] | None = None,
    size: int = CASES_SIZE,
    criterion: str | None = None,
    policy: str | None = None,
    requires: str | None = None,
    measures: Sequence[str] | None = None,
    model: CostModel | str | Path | None = None,
    settings: Settings | None = None,
    seed: int = 0,
    jobs: int = 1,
    driven: bool = False,
    naive: bool = False,
    on_cases: Callable[[int], None] | None = None,
) -> CasesReport:
    """Return every path of the target within a criterion that a policy keeps, with an input and its cost.

    `shapes` are texts as --arg takes them, by parameter. Without a cost model, given as such or as a TOML
    file, memory is metered. `on_cases` hears how many cases have been found. Ctrl-C ends the exploration;
    the report is then of the cases so far.

    A `driven` search follows only the traces that may meet the policy (`worst` where none is given),
    costliest first. Where the traces cannot tell the measure, it raises NotObservable; where the target's
    text cannot be abstracted, NotAbstracted. `naive` traces tell nothing but control flow.
    """
    from slowpath.explore.gathering import Gathering, gathered

    settings = settings or Settings()
    run_inputs.check_size(size, {})
    if naive and not driven:
        raise UsageError("only a driven search has traces that may be naive", "Add --driven.")
    asked = tuple(measures or settings.measures or CASES_MEASURES)
    return gathered(
        Gathering(
            spec=spec_of(target),
            shapes=dict(shapes or {}),
            size=size,
            criterion=criterion,
            policy=policy,
            requires=requires,
            measures=asked,
            model=read_model(model) if isinstance(model, str | Path) else model,
            scope=settings.scope,
            allow=settings.allow,
            limits=settings.limits,
            seconds=settings.budget or CASES_BUDGET,
            max_ops=settings.max_ops or CASES_MAX_OPS,
            seed=seed,
            jobs=jobs,
            driver=DRIVER if driven else None,
            naive=naive,
        ),
        on_cases,
    )


def find(
    target: str | Callable[..., Any],
    /,
    *,
    shapes: Mapping[str, str] | None = None,
    seed: int = 0,
    tests: int = FIND_TESTS,
    jobs: int | None = None,
    settings: Settings | None = None,
    on_progress: Callable[[str], None] | None = None,
) -> FindReport:
    """Return inputs that make the target slow, a recipe of them for any size, and the reason.

    `shapes` are texts as --arg takes them, by parameter; what is left out is inferred or guessed. The search
    takes `settings.budget` seconds at most, and less where the answer is certain. It goes on in `jobs`
    processes where the first does not find anything soon, two where there are two cores. Ctrl-C ends it with
    the best so far.
    """
    from slowpath.command import find as command

    settings = settings or Settings()
    order = command.FindOrder(
        spec=spec_of(target),
        shapes=dict(shapes or {}),
        scope=settings.scope,
        allow=settings.allow,
        limits=settings.limits,
        seconds=settings.budget or FIND_BUDGET,
        max_ops=FIND_MAX_OPS,
        seed=seed,
        tests=tests,
        jobs=jobs or command.usual_jobs(),
        without=settings.without,
    )
    return command.run(order, on_progress or silent)


def diff(
    old: str | Callable[..., Any],
    new: str | Callable[..., Any],
    /,
    *,
    shapes: Mapping[str, str] | None = None,
    size: int = DIFF_SIZE,
    by: str = "ratio",
    delta: float | None = None,
    tests: int = FIND_TESTS,
    requires: str | None = None,
    measure: str | None = None,
    settings: Settings | None = None,
    seed: int = 0,
) -> DiffReport:
    """Return inputs on which the costs of two implementations are far apart, or their results differ.

    The search drives up `by`, the "ratio" new / old or the "difference" new - old of the costs. Findings
    are the inputs where that is more than `delta`, and those with other results.
    """
    from slowpath.search.diff_process import Order, compared

    settings = settings or Settings()
    run_inputs.check_size(size, {})
    if by not in ("ratio", "difference"):
        raise UsageError(f"no way to compare costs is called {by!r}", "Use 'ratio' or 'difference'.")
    return compared(
        Order(
            old=spec_of(old),
            new=spec_of(new),
            scope=settings.scope,
            path=search_path(),
            shapes=dict(shapes or {}),
            size=size,
            measure=measure or (settings.measures or ("ops",))[0],
            by=by,
            delta=delta if delta is not None else (DIFF_DELTA if by == "ratio" else 0.0),
            tests=tests,
            requires=requires,
            seconds=settings.budget or FIND_BUDGET,
            max_ops=settings.max_ops or CASES_MAX_OPS,
            seed=seed,
            allow=settings.allow,
            limits=settings.limits,
        )
    )


def scale(
    target: str | Callable[..., Any],
    /,
    *,
    shapes: Mapping[str, str] | None = None,
    size: int = SCALE_SIZE,
    first: int = SCALE_FIRST,
    hot: int | None = None,
    requires: str | None = None,
    settings: Settings | None = None,
    on_progress: Callable[[str], None] | None = None,
) -> ScaleReport:
    """Return the costliest input of a large size that follows from the worst cases of small sizes.

    Small sizes are explored from `first` on. The cost is ops, or how often the line `hot` of the target's
    module is executed. Ctrl-C ends the search; the report is then of the best so far.
    """
    from slowpath.search.scale_process import Order, Scaling

    settings = settings or Settings()
    run_inputs.check_size(size, {})
    if size <= first:
        raise UsageError(f"the size, {size}, is not above the first small size, {first}", "Make it larger.")
    order = Order(
        spec=spec_of(target),
        scope=settings.scope,
        path=search_path(),
        shapes=dict(shapes or {}),
        size=size,
        first=first,
        hot=hot,
        requires=requires,
        seconds=settings.budget or SCALE_BUDGET,
        max_ops=settings.max_ops or COST_MAX_OPS,
        allow=settings.allow,
        limits=settings.limits,
    )
    return Scaling(order, on_progress).report()


def suite(
    target: str | Callable[..., Any],
    /,
    *,
    shapes: Mapping[str, str] | None = None,
    size: int = SUITE_SIZE,
    tests: int = SUITE_TESTS,
    look_ahead: int | None = None,
    constraints: int | None = None,
    measure: str | None = None,
    requires: str | None = None,
    settings: Settings | None = None,
    seed: int = 0,
    jobs: int = 1,
    on_progress: Callable[[str], None] | None = None,
) -> SuiteReport:
    """Return a load test suite: costly inputs of one size, each on another path.

    `look_ahead` is how many decisions a level of the search adds; a pilot chooses it where it is not given.
    With `constraints` the search goes in steps of that many conditions, for inputs of any length. Every
    input was run again in a fresh process. Ctrl-C ends the search; the report is then of the best so far.
    """
    from slowpath.counting.measures import parse
    from slowpath.search.suite_process import Order, Suiting

    settings = settings or Settings()
    run_inputs.check_size(size, {})
    for name, number in (("tests", tests), ("look_ahead", look_ahead), ("constraints", constraints)):
        if number is not None and number < 1:
            raise UsageError(f"{name} must be at least 1, not {number}")
    measure = measure or (settings.measures or ("ops",))[0]
    parse(measure)
    order = Order(
        spec=spec_of(target),
        scope=settings.scope,
        path=search_path(),
        shapes=dict(shapes or {}),
        size=size,
        measure=measure,
        tests=tests,
        look_ahead=look_ahead,
        constraints=constraints,
        requires=requires,
        seconds=settings.budget or SUITE_BUDGET,
        max_ops=settings.max_ops or SUITE_MAX_OPS,
        seed=seed,
        jobs=jobs,
        allow=settings.allow,
        limits=settings.limits,
    )
    return Suiting(order, on_progress).report()


def _expressions(inputs: Mapping[str, Any] | None, values: Mapping[str, Any]) -> dict[str, str]:
    """Return an expression for each input, or raise where one cannot be written as text."""
    expressions = {}
    for name, value in (*(inputs or {}).items(), *values.items()):
        expressions[name] = value if isinstance(value, str) else _literal(name, value)
    run_inputs.check_syntax(expressions)
    return expressions


def _literal(name: str, value: Any) -> str:
    text = repr(value)
    try:
        if ast.literal_eval(text) == value:
            return text
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        pass
    raise InputError(
        f"the input {name!r} is a {type(value).__qualname__}, which cannot be written as a literal",
        "Give an expression as text; it may use builtins and N.",
    )


def _check_series(start: int | None, limit: int | None, expressions: Mapping[str, str]) -> None:
    for name, size in (("first", start), ("last", limit)):
        if size is not None and size < 1:
            raise UsageError(f"the {name} size must be at least 1, not {size}")
    if start is not None and limit is not None and limit < start:
        raise UsageError(f"the last size, {limit}, is below the first, {start}")
    if not run_inputs.needs_size(expressions):
        raise InputError("no input depends on N, so nothing grows", "Use N in it: --input 'list(range(N))'.")
