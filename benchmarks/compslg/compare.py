"""A composed suite of a pipeline beside a search of the whole pipeline, and beside random inputs.

    python benchmarks/compslg/compare.py --size 1000 --seconds 120 --whole 300 [NAME or STAGE ...]

NAME is a pipeline of `subjects`. The whole pipeline is one function of the generated module, searched by
`suite` with the seconds of `--whole`; 0 leaves it out. Random inputs are drawn and run for as many CPU
seconds as composing took, and the costliest kept, as many as there are tests. One JSON line: mean cost of
the tests, seconds and CPU seconds of all processes, with summaries made anew and with all of them from the
library. With a shell pipeline, the CPU seconds of the real commands are told too, of the tests and of the
random inputs.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import resource
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from statistics import mean
from typing import Any

import slowpath
from slowpath.config import Settings
from slowpath.model.pipe import PipeReport
from slowpath.pipeline.glue import PARAMETER, PIPELINE
from slowpath.pipeline.shell.parsing import parse_shell
from slowpath.pipeline.shell.replay import replay
from slowpath.run.counted import Meter
from slowpath.shape.sampler import Sampler
from slowpath.shape.syntax import parse_shape
from slowpath.target.load import load

GREP = "slowpath_unix.grep:grep(_, pattern='[0-9]{10}', extended=True)"
SORT = "slowpath_unix.sort:sort"
MOST_OPS = 2_000_000_000  # of a run
REPEATS = 5  # of the real commands: the least of them counts, the others were disturbed


def main() -> None:
    """Measure, and print one line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("stages", nargs="*", default=(GREP, SORT))
    parser.add_argument("--shape")
    parser.add_argument("--size", type=int, default=100)
    parser.add_argument("--tests", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--whole", type=float, default=0.0)
    parser.add_argument("--store", type=Path, help="a library of summaries, for incremental reuse")
    chosen = parser.parse_args()
    print(json.dumps(measured(chosen)))


def measured(chosen: argparse.Namespace) -> dict[str, Any]:
    """What the treatments cost and reach."""
    told: dict[str, Any] = {
        "name": _name(chosen.stages),
        "stages": chosen.stages,
        "size": chosen.size,
        "load": os.getloadavg()[0],
    }
    asked, shape = _asked(chosen.stages, chosen.shape)
    settings = Settings(budget=chosen.seconds, max_ops=MOST_OPS, scope=asked["scope"])
    with tempfile.TemporaryDirectory() as folder:
        store = chosen.store or Path(folder) / "store.sqlite"
        for reuse in ("incremental" if chosen.store else "none", "full"):
            before = _cpu()
            report = slowpath.pipe(
                asked["stages"],
                shell=asked["shell"],
                shape=shape,
                size=chosen.size,
                tests=chosen.tests,
                reuse=reuse,
                store=store,
                settings=settings,
            )
            told[reuse] = {**_told(report), "cpu": round(_cpu() - before, 1)}
            if reuse != "full":
                told["random"] = _random(report, chosen, Path(folder), told[reuse]["cpu"])
            if asked["shell"]:
                told[reuse]["real"] = _real(asked["shell"], [test.input for test in report.tests])
        drawn = told["random"].pop("inputs")
        if asked["shell"]:
            told["random"]["real"] = _real(asked["shell"], drawn)
        if chosen.whole:
            told["whole"] = _whole(report, shape or report.shape, chosen, Path(folder))
    return told


def _name(stages: Sequence[str]) -> str:
    """A pipeline in a few words: its own name, or those of its functions."""
    return " | ".join(stage.partition("(")[0].rpartition(":")[2] or stage for stage in stages)


def _asked(stages: Sequence[str], shape: str | None) -> tuple[dict[str, Any], str | None]:
    """What `pipe` is given: stages, or the shell line of a pipeline of the studies."""
    from subjects import PIPELINES

    if len(stages) == 1 and stages[0] in PIPELINES:
        pipeline = PIPELINES[stages[0]]
        line = pipeline.stages if isinstance(pipeline.stages, str) else None
        stages = () if line else pipeline.stages
        return {"stages": stages, "shell": line, "scope": pipeline.scope}, shape or pipeline.shape
    return {"stages": tuple(stages), "shell": None, "scope": ()}, shape or "lists(text(10), N)"


def _told(report: PipeReport) -> dict[str, Any]:
    return {
        "tests": len(report.tests),
        "mean": mean(test.cost for test in report.tests),
        "best": report.tests[0].cost,
        "stages": [mean(test.stages[place] for test in report.tests) for place in range(len(report.stages))],
        "relaxed": [list(test.relaxed) for test in report.tests],
        "promised": [test.promised for test in report.tests],
        "seconds": round(report.composing, 1),
        "summaries": [[each.stage, each.strategy, round(each.seconds, 1)] for each in report.summaries],
        "single": list(report.single),
        "replay": None
        if report.replay is None
        else [[each.seconds, each.random_seconds] for each in report.replay],
        "notices": list(report.notices),
    }


def _cpu() -> float:
    """The CPU seconds of this process and of those that it started and that ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in used)


def _random(report: PipeReport, chosen: argparse.Namespace, folder: Path, seconds: float) -> dict[str, Any]:
    """The costliest of random inputs, drawn and run for some CPU seconds."""
    file = folder / "random_pipeline.py"
    file.write_text(report.glue, encoding="utf-8")
    meter = Meter(load(f"{file}:{PIPELINE}", scope=report.scope), max_ops=MOST_OPS)
    shape, sampler = parse_shape(report.shape), Sampler(Random(1))
    kept: list[tuple[int, str]] = []
    end, runs = time.process_time() + seconds, 0
    with meter.installed():
        while time.process_time() < end:
            value = shape.build(chosen.size, sampler, PARAMETER)
            source = shape.render(value)
            cost = meter.run({PARAMETER: value, "stages": len(report.stages)}).cost
            kept = sorted([*kept, (cost, source)], reverse=True)[: chosen.tests]
            runs += 1
    return {"mean": mean(cost for cost, _ in kept), "runs": runs, "inputs": [source for _, source in kept]}


def _real(line: str, inputs: Sequence[str]) -> list[float | None]:
    """CPU seconds of the real commands, by input."""
    stages = parse_shell(line)
    found: list[float | None] = []
    for source in inputs:
        runs = [replay(stages, ast.literal_eval(source)) for _ in range(REPEATS)]
        totals = [sum(each.seconds for each in run.commands) for run in runs if run.output is not None]
        found.append(min(totals, default=None))
    return found


def _whole(report: PipeReport, shape: str, chosen: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """A search of the pipeline as one function."""
    before = _cpu()
    file = folder / "whole_pipeline.py"
    file.write_text(report.glue, encoding="utf-8")
    whole = slowpath.suite(
        f"{file}:{PIPELINE}",
        shapes={PARAMETER: shape, "stages": f"const({len(report.stages)})"},
        size=chosen.size,
        tests=chosen.tests,
        settings=Settings(budget=chosen.whole, scope=report.scope, max_ops=MOST_OPS),
    )
    return {
        "tests": len(whole.tests),
        "mean": mean(test.cost for test in whole.tests),
        "best": whole.tests[0].cost,
        "seconds": round(whole.elapsed, 1),
        "cpu": round(_cpu() - before, 1),
        "stopped": whole.stopped_because,
    }


if __name__ == "__main__":
    main()
