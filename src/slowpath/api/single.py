"""The commands on one target, as functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from slowpath import config
from slowpath.arguments import common_fields, expressions, first_measure, found_by
from slowpath.command.order import Listener, silent
from slowpath.config import Settings
from slowpath.counting.model import CostModel
from slowpath.counting.model import read as read_model
from slowpath.model.diff import DiffReport
from slowpath.model.find import FindReport
from slowpath.model.redundancy import RedundantReport
from slowpath.model.report import CasesReport, CostReport, GrowthReport
from slowpath.model.scale import ScaleReport
from slowpath.model.suite import SuiteReport
from slowpath.target.locate import spec_of


def cost(
    target: str | Callable[..., Any],
    /,
    *,
    inputs: Mapping[str, Any] | None = None,
    setup: str = "",
    program: str = "",
    size: int | None = None,
    measures: Sequence[str] | None = None,
    settings: Settings | None = None,
    seconds: bool = False,
    on_progress: Listener | None = None,
    **values: Any,
) -> CostReport:
    """Return what one run of the target costs, in total and per line.

    The input is given by keyword, or by `inputs` if a parameter has the name of an option here. A method also
    takes the parameters of the constructor that makes its receiver. `setup` is code in N that runs first and
    is not part of the cost: inputs may use what it names ("self" is the object that a method is called on).
    A `program` is all of that in one piece, as `find` reports it. With `seconds`, the plain target is timed
    too.
    """
    from slowpath.command.cost import CostOrder, run

    settings = settings or Settings()
    asked = tuple(measures or settings.measures)
    order = CostOrder(
        **common_fields(target, settings, settings.limits.time, config.COST_MAX_OPS),
        inputs=expressions(inputs, values),
        setup=setup,
        program=program,
        size=size,
        measures=asked or config.COST_MEASURES,
        # Memory that nobody asked for is not worth a long wait.
        observe_up_to=None if asked else config.OBSERVE_STEPS,
        timed=seconds,
    )
    return run(order, on_progress or silent)


def grow(
    target: str | Callable[..., Any],
    /,
    *,
    inputs: Mapping[str, Any] | None = None,
    setup: str = "",
    program: str = "",
    measure: str | None = None,
    start: int | None = None,
    to: int | None = None,
    settings: Settings | None = None,
    seconds: bool = False,
    on_progress: Listener | None = None,
    **values: Any,
) -> GrowthReport:
    """Return how the target's cost grows when N doubles, from `start` up to `to`.

    `setup` is code in N that runs before each call and is not part of the cost: inputs may use what it names.
    A `program` is all of that in one piece, as `find` reports it. A start that is not given may be lowered,
    so that an exponential target shows its growth. No size is begun after `settings.budget` seconds, and all
    runs together cost `settings.max_ops` at most. Ctrl-C ends the series; the report is then of the sizes so
    far.
    """
    from slowpath.command.grow import GrowOrder, run

    order = GrowOrder(
        **common_fields(target, settings, config.GROW_BUDGET, config.GROW_MAX_OPS),
        inputs=expressions(inputs, values),
        setup=setup,
        program=program,
        measure=measure or first_measure(settings, config.GROW_MEASURE),
        start=start,
        to=to,
        timed=seconds,
    )
    return run(order, on_progress or silent)


def cases(
    target: str | Callable[..., Any],
    /,
    *,
    shapes: Mapping[str, str] | None = None,
    size: int = config.CASES_SIZE,
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
    on_progress: Listener | None = None,
) -> CasesReport:
    """Return every path of the target within a criterion that a policy keeps, with an input and its cost.

    `shapes` are texts as --arg takes them, by parameter. Without a cost model, given as such or as a TOML
    file, memory is metered. Ctrl-C ends the exploration; the report is then of the cases so far.

    A `driven` search follows only the traces that may meet the policy (`worst` if none is given),
    costliest first. If the traces cannot tell the measure, it raises NotObservable; if the target's
    text cannot be abstracted, NotAbstracted. `naive` traces tell nothing but control flow.
    """
    from slowpath.command.cases import run
    from slowpath.command.enumeration import CasesOrder

    settings = settings or Settings()
    priced = read_model(model) if isinstance(model, str | Path) else model
    order = CasesOrder(
        **common_fields(target, settings, config.CASES_BUDGET, config.CASES_MAX_OPS, seed),
        shapes=dict(shapes or {}),
        size=size,
        criterion=criterion,
        policy=policy,
        requires=requires,
        measures=tuple(measures or settings.measures or config.CASES_MEASURES),
        model=None if priced is None else priced.document(),
        jobs=jobs,
        driven=driven,
        naive=naive,
    )
    return run(order, on_progress or silent)


def find(
    target: str | Callable[..., Any],
    /,
    *,
    shapes: Mapping[str, str] | None = None,
    inputs: Mapping[str, Any] | None = None,
    setup: str = "",
    measure: str | None = None,
    seed: int = 0,
    tests: int = config.FIND_TESTS,
    jobs: int | None = None,
    remedy: bool = False,
    patience: float | None = None,
    settings: Settings | None = None,
    on_progress: Listener | None = None,
) -> FindReport:
    """Return inputs that make the target slow or take much memory, a recipe of them for any size, and why.

    `shapes` are texts as --arg takes them, by parameter; what is left out is inferred or guessed. `inputs`
    are not searched: expressions in N, which may use what the code of `setup` names ("self" is the object
    that a method is called on). `measure` is what shall grow too fast: "ops" (which stands for time) or
    "memory"; without it both are watched. The search takes `settings.budget` seconds at most; after a
    finding it ends if nothing new comes for `patience` seconds (None: 15 % of the budget, 4 to 15 s). It goes
    on in `jobs` processes after a moment, two if there are two cores. With `remedy`, which needs libcst, a
    share of the time goes to changes of the source that help. Ctrl-C ends it with the best so far.
    """
    from slowpath.command.find import FindOrder, run, usual_jobs

    settings = settings or Settings()
    order = FindOrder(
        **common_fields(target, settings, config.FIND_BUDGET, config.FIND_MAX_OPS, seed),
        measure=found_by((measure,) if measure else settings.measures),
        shapes=dict(shapes or {}),
        inputs=expressions(inputs, {}),
        setup=setup,
        tests=tests,
        jobs=jobs or usual_jobs(),
        remedy=remedy,
        patience=patience,
    )
    return run(order, on_progress or silent)


def diff(
    old: str | Callable[..., Any],
    new: str | Callable[..., Any],
    /,
    *,
    shapes: Mapping[str, str] | None = None,
    size: int = config.DIFF_SIZE,
    by: str = "ratio",
    delta: float | None = None,
    tests: int = config.FIND_TESTS,
    requires: str | None = None,
    measure: str | None = None,
    settings: Settings | None = None,
    seed: int = 0,
    on_progress: Listener | None = None,
) -> DiffReport:
    """Return inputs on which the costs of two implementations are far apart, or their results differ.

    The search drives up `by`, the "ratio" new / old or the "difference" new - old of the costs. Findings
    are the inputs on which that is more than `delta`, and those with other results. Ctrl-C ends the search;
    the report is then of the best so far.
    """
    from slowpath.command.diff import DiffOrder, run

    order = DiffOrder(
        **common_fields(old, settings, config.FIND_BUDGET, config.CASES_MAX_OPS, seed),
        new=spec_of(new),
        shapes=dict(shapes or {}),
        size=size,
        measure=measure or first_measure(settings),
        by=by,
        delta=delta if delta is not None else (config.DIFF_DELTA if by == "ratio" else 0.0),
        tests=tests,
        requires=requires,
    )
    return run(order, on_progress or silent)


def scale(
    target: str | Callable[..., Any],
    /,
    *,
    shapes: Mapping[str, str] | None = None,
    inputs: Mapping[str, Any] | None = None,
    setup: str = "",
    size: int = config.SCALE_SIZE,
    first: int = config.SCALE_FIRST,
    hot: int | None = None,
    requires: str | None = None,
    settings: Settings | None = None,
    on_progress: Listener | None = None,
) -> ScaleReport:
    """Return the costliest input of a large size that follows from the worst cases of small sizes.

    Small sizes are explored from `first` on. `inputs` are not searched: expressions in N, which may use what
    the code of `setup` names ("self" is the object that a method is called on). The cost is ops, or how often
    the line `hot` of the target's module is executed. Ctrl-C ends the search; the report is then of the best
    so far.
    """
    from slowpath.command.scale import ScaleOrder, run

    order = ScaleOrder(
        **common_fields(target, settings, config.SCALE_BUDGET, config.COST_MAX_OPS),
        shapes=dict(shapes or {}),
        inputs=expressions(inputs, {}),
        setup=setup,
        size=size,
        first=first,
        hot=hot,
        requires=requires,
    )
    return run(order, on_progress or silent)


def suite(
    target: str | Callable[..., Any],
    /,
    *,
    shapes: Mapping[str, str] | None = None,
    inputs: Mapping[str, Any] | None = None,
    setup: str = "",
    size: int = config.SUITE_SIZE,
    tests: int = config.SUITE_TESTS,
    look_ahead: int | None = None,
    constraints: int | None = None,
    measure: str | None = None,
    requires: str | None = None,
    settings: Settings | None = None,
    seed: int = 0,
    jobs: int = 1,
    on_progress: Listener | None = None,
) -> SuiteReport:
    """Return a load test suite: costly inputs of one size, each on another path.

    `inputs` are not searched: expressions in N, which may use what the code of `setup` names ("self" is the
    object that a method is called on). `look_ahead` is how many decisions a level of the search adds; a pilot
    chooses it if it is not given. With `constraints` the search goes in steps of that many conditions, for
    inputs of any length. Every input was run again in a fresh process. Ctrl-C ends the search; the report is
    then of the best so far.
    """
    from slowpath.command.suite import SuiteOrder, run

    order = SuiteOrder(
        **common_fields(target, settings, config.SUITE_BUDGET, config.SUITE_MAX_OPS, seed),
        shapes=dict(shapes or {}),
        inputs=expressions(inputs, {}),
        setup=setup,
        size=size,
        measure=measure or first_measure(settings),
        tests=tests,
        look_ahead=look_ahead,
        constraints=constraints,
        requires=requires,
        jobs=jobs,
    )
    return run(order, on_progress or silent)


def redundant(
    target: str | Callable[..., Any],
    /,
    *,
    inputs: Mapping[str, Any] | None = None,
    setup: str = "",
    size: int | None = None,
    shapes: Mapping[str, str] | None = None,
    iterations: int = config.REDUNDANT_ITERATIONS,
    settings: Settings | None = None,
    seed: int = 0,
    jobs: int = 1,
    remedy: bool = False,
    on_progress: Listener | None = None,
    **values: Any,
) -> RedundantReport:
    """Return the work that a target does again and again.

    The input is given as for `cost`; without one, programs that drive nested loops are searched. An inner
    loop is redundant if it reads the same in so many `iterations` of an outer one, and its cost grows faster
    than the input. Every finding showed in two fresh runs. `shapes` are texts as --arg takes them, by
    parameter: what a search gives to the target. With `remedy`, a change of the source is looked for and
    proven that helps against the costliest findings; it needs the extra `remedy`. Ctrl-C ends the search; the
    report is then of what is known.
    """
    from slowpath.command.redundant import RedundantOrder, run

    order = RedundantOrder(
        **common_fields(target, settings, config.REDUNDANT_BUDGET, config.REDUNDANT_MAX_OPS, seed),
        inputs=expressions(inputs, values),
        setup=setup,
        size=size,
        shapes=dict(shapes or {}),
        iterations=iterations,
        jobs=jobs,
        remedy=remedy,
    )
    return run(order, on_progress or silent)
