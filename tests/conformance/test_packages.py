"""The tests of packages from PyPI pass on instrumented copies."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.model.target import Build
from tests.conformance.outcome import Outcome, run
from tests.conformance.packages import PACKAGES, Package, Unavailable, source


@pytest.mark.parametrize(
    ("package", "build"),
    [
        pytest.param(package, build, id=f"{package.name}-{build}")
        for package in PACKAGES
        for build in package.builds
    ],
)
def test_package(package: Package, build: Build, tmp_path: Path) -> None:
    try:
        folder = source(package)
    except Unavailable as reason:
        pytest.skip(str(reason))
    assert run_package(package, folder, build, tmp_path).run > 0


def run_package(package: Package, folder: Path, build: Build, answers: Path) -> Outcome:
    """Run the tests of a package, whose source is in a folder, on copies of a build."""
    home = folder / package.root / package.modules[0]
    return run("tests.conformance.package_child", package.name, build, answers, [home])
