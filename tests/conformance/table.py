"""Print the tables of docs/explanation/conformance.md: `python -m tests.conformance.table [BUILD]`."""

from __future__ import annotations

import os
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from functools import partial
from pathlib import Path

from slowpath.model.target import Build
from tests.conformance.outcome import Outcome
from tests.conformance.packages import PACKAGES, Package, source
from tests.conformance.skips import SKIPS
from tests.conformance.subjects import Subject, subjects
from tests.conformance.test_cpython import run_subject
from tests.conformance.test_packages import run_package


def main(build: Build = Build.COUNT) -> None:
    chosen: list[Subject | Package] = [*subjects().values(), *PACKAGES]
    with ThreadPoolExecutor(os.cpu_count()) as pool, redirect_stdout(sys.stderr):
        outcomes = list(pool.map(partial(_run, build), chosen))
    print("| subject | tests of | run | left out | blocks counted |\n|---|---|---:|---:|---:|")
    for subject, outcome in zip(chosen, outcomes, strict=True):
        counted = f"{sum(outcome.blocks.values()):,}"
        print(f"| {subject.name} | {_origin(subject)} | {outcome.run} | {outcome.left_out} | {counted} |")
    print(f"\n{sum(outcome.run for outcome in outcomes):,} tests.\n")
    print("| left out | reason |\n|---|---|")
    for skip in SKIPS:
        if build in skip.builds:
            print(f"| `{skip.tests}` | {skip.reason} |")


def _run(build: Build, subject: Subject | Package) -> Outcome:
    with tempfile.TemporaryDirectory() as answers:
        if isinstance(subject, Package):
            return run_package(subject, source(subject), build, Path(answers))
        return run_subject(subject, build, Path(answers))


def _origin(subject: Subject | Package) -> str:
    if isinstance(subject, Package):
        return f"{subject.name} {subject.version}"
    return ", ".join(name.removeprefix("test.") for name in subject.tests)


if __name__ == "__main__":
    main(*map(Build, sys.argv[1:]))
