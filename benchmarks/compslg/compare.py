"""A composed suite of a pipeline beside a search of the whole pipeline, and beside random inputs.

    python benchmarks/compslg/compare.py --size 100 --tests 10 --seconds 60 [STAGE ...]

The whole pipeline is one function of the generated module, searched by `suite` with the seconds that it is
given. One JSON line: mean cost of the tests, seconds, with summaries made anew and with all of them from the
library.
"""

from __future__ import annotations

import argparse
import json
import os
import tempfile
from pathlib import Path
from statistics import mean

import slowpath
from slowpath.config import Settings
from slowpath.pipeline.glue import PARAMETER, PIPELINE

GREP_SORT = ("slowpath_unix.grep:grep(_, pattern='[0-9]{10}', extended=True)", "slowpath_unix.sort:sort")


def main() -> None:
    """Measure, and print one line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("stages", nargs="*", default=GREP_SORT)
    parser.add_argument("--shape", default="lists(text(10), N)")
    parser.add_argument("--size", type=int, default=100)
    parser.add_argument("--tests", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=60.0)
    chosen = parser.parse_args()
    settings = Settings(budget=chosen.seconds)
    told: dict[str, object] = {"stages": chosen.stages, "size": chosen.size, "load": os.getloadavg()[0]}
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "store.sqlite"
        for reuse in ("none", "full"):
            report = slowpath.pipe(
                chosen.stages,
                shape=chosen.shape,
                size=chosen.size,
                tests=chosen.tests,
                reuse=reuse,
                store=store,
                settings=settings,
            )
            told[reuse] = {
                "tests": len(report.tests),
                "mean": mean(test.cost for test in report.tests),
                "best": report.tests[0].cost,
                "relaxed": [list(test.relaxed) for test in report.tests],
                "seconds": round(report.composing, 1),
                "random": None if report.baseline is None else [report.baseline.cost, report.baseline.runs],
                "single": list(report.single),
            }
        file = Path(folder) / "whole_pipeline.py"
        file.write_text(report.glue, encoding="utf-8")
        whole = slowpath.suite(
            f"{file}:{PIPELINE}",
            shapes={PARAMETER: chosen.shape, "stages": f"const({len(report.stages)})"},
            size=chosen.size,
            tests=chosen.tests,
            settings=Settings(budget=chosen.seconds, scope=report.scope),
        )
        told["whole"] = {
            "tests": len(whole.tests),
            "mean": mean(test.cost for test in whole.tests),
            "best": whole.tests[0].cost,
            "seconds": round(whole.elapsed, 1),
            "stopped": whole.stopped_because,
        }
    print(json.dumps(told))


if __name__ == "__main__":
    main()
