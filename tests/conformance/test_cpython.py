"""CPython's own tests pass on instrumented copies."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from slowpath.model.target import Build
from tests.conformance.outcome import Outcome, run
from tests.conformance.skips import is_skipped
from tests.conformance.subjects import Subject, has_tests, subjects

STANDARD_LIBRARY = Path(os.__file__).parent


@pytest.mark.skipif(not has_tests(), reason="this Python comes without its tests (the package `test`)")
@pytest.mark.parametrize("build", [Build.COUNT, Build.TRACE])
@pytest.mark.parametrize("name", subjects())
def test_subject(name: str, build: Build, tmp_path: Path) -> None:
    subject = subjects()[name]
    if not subject.tests:
        pytest.skip(f"Python {sys.version_info.major}.{sys.version_info.minor} has no such tests")
    assert run_subject(subject, build, tmp_path).run > 0


def run_subject(subject: Subject, build: Build, answers: Path) -> Outcome:
    """Run a subject of CPython's tests on copies of a build."""
    # A test module all of whose tests are skipped counts nothing.
    counted = [each for each in subject.counted if not is_skipped(f"{subject.name}/{each}.all", build)]
    return run("tests.conformance.cpython_child", subject.name, build, answers, map(_home, counted))


def _home(module: str) -> Path:
    """The file or folder of a module of the standard library."""
    place = STANDARD_LIBRARY.joinpath(*module.split("."))
    return place if place.is_dir() else place.with_suffix(".py")
