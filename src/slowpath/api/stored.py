"""The commands that keep what they learn in a store, as functions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from slowpath import config
from slowpath.arguments import common_fields
from slowpath.command.order import Listener, silent
from slowpath.config import Settings
from slowpath.model.loops import LoopsReport
from slowpath.model.pipe import PipeReport
from slowpath.model.scan import ScanReport
from slowpath.target.locate import spec_of


def pipe(
    stages: Sequence[str | Callable[..., Any]],
    /,
    *,
    shell: str | None = None,
    shape: str | None = None,
    size: int = config.PIPE_SIZE,
    tests: int = config.PIPE_TESTS,
    reuse: str = config.PIPE_REUSE,
    store: str | Path | None = None,
    settings: Settings | None = None,
    seed: int = 0,
    on_progress: Listener | None = None,
) -> PipeReport:
    """Return load tests of a pipeline, composed of what is known about its stages.

    With `shell`, the stages are those of a command line, and the real commands are timed too.

    A stage is a target, or text with other arguments fixed: "bleach:clean(text=_, strip=True)". `shape` says
    what the input of the first one may be. `reuse` says which summaries of stages may come from the library
    in the file `store`: "none", "incremental" (those that are there) or "full" (all of them). Every test was
    run through the whole pipeline in fresh processes. Ctrl-C ends the search; the report is then of the best
    so far.
    """
    from slowpath.command.pipe import PipeOrder, run
    from slowpath.store.documents import store_in

    order = PipeOrder(
        **common_fields("", settings, config.PIPE_BUDGET, config.PIPE_MAX_OPS, seed),
        stages=tuple(map(spec_of, stages)),
        shell=shell,
        shape=shape,
        size=size,
        tests=tests,
        reuse=reuse,
    )
    with store_in(store) as documents:
        return run(order, on_progress or silent, documents)


def loops(
    target: str | Callable[..., Any],
    /,
    *,
    depth: int = config.LOOPS_DEPTH,
    iterations: int = config.LOOPS_ITERATIONS,
    algorithm: str = config.LOOPS_ALGORITHM,
    without: Sequence[str] = (),
    settings: Settings | None = None,
    seed: int = 0,
    jobs: int = 1,
    store: str | Path | None = None,
    fresh: bool = False,
    on_progress: Listener | None = None,
) -> LoopsReport:
    """Return programs that let the loops behind a target go round many times, and what keeps other loops from
    that.

    The target may be a class, a module or a package, as text: then it is all its public callables. A goal is
    a loop inside `depth` - 1 others, each of which is to make so many `iterations`. `without` are features
    that the search goes without: "concolic", "repetition", "usages". Every program was run again in a fresh
    process. A search goes on where an earlier one of the same code and options ended, by what the file
    `store` has kept, unless it is `fresh`. Ctrl-C ends the search; the report is then of the best so far.
    """
    from slowpath.command.loops import LoopsOrder, run
    from slowpath.store.documents import store_in

    common = common_fields(target, settings, config.LOOPS_BUDGET, config.LOOPS_MAX_OPS, seed)
    order = LoopsOrder(
        **{**common, "without": (*common["without"], *without)},
        depth=depth,
        iterations=iterations,
        algorithm=algorithm,
        jobs=jobs,
        fresh=fresh,
    )
    with store_in(store) as documents:
        return run(order, on_progress or silent, documents)


def scan(
    package: str,
    /,
    *,
    per_target: float = config.SCAN_PER_TARGET,
    include: Sequence[str] = (),
    exclude: Sequence[str] = (),
    private: bool = False,
    since: str | None = None,
    seed: int = 0,
    jobs: int | None = None,
    store: str | Path | None = None,
    fresh: bool = False,
    cluster: str = "",
    settings: Settings | None = None,
    on_progress: Listener | None = None,
) -> ScanReport:
    """Return the slow places behind the public callables of a package, a module, a folder or a file.

    Each callable is searched as `find` does it, promising ones first and for `per_target` seconds, others
    shorter; time that is left goes to those that still had something to try. `include` and `exclude` are
    patterns as shells have them, for targets. `since` is a git revision: only callables are searched whose
    code, or a callee's, changed after it. A scan goes on where an earlier one of the same code ended, by what
    the file `store` has kept, unless it is `fresh`. Ctrl-C ends it; the report is then of what was found.
    With a `cluster`, "tcp://host:port" of a Dask scheduler or "local:4", its workers search.
    """
    from slowpath.command.cluster import check_cluster
    from slowpath.command.find import usual_jobs
    from slowpath.command.plan import TargetSelection
    from slowpath.command.scan import ScanOrder, run
    from slowpath.store.documents import store_in

    if cluster:
        check_cluster(cluster, jobs)
    order = ScanOrder(
        **common_fields(package, settings, config.SCAN_BUDGET, config.FIND_MAX_OPS, seed),
        per_target=per_target,
        selection=TargetSelection(tuple(include), tuple(exclude), private, since),
        jobs=jobs or usual_jobs(),
        fresh=fresh,
        cluster=cluster,
    )
    with store_in(store) as documents:
        return run(order, on_progress or silent, documents)
