"""The tests of packages from PyPI pass on instrumented copies."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.outcome import Outcome, run
from tests.conformance.packages import PACKAGES, Package, Unavailable, source


@pytest.mark.parametrize("package", PACKAGES, ids=lambda package: package.name)
def test_package(package: Package, tmp_path: Path) -> None:
    try:
        folder = source(package)
    except Unavailable as reason:
        pytest.skip(str(reason))
    assert run_package(package, folder, tmp_path).run > 0


def run_package(package: Package, folder: Path, answers: Path) -> Outcome:
    """Run the tests of a package, whose source is in a folder, on copies."""
    home = folder / package.root / package.modules[0]
    return run("tests.conformance.package_child", package.name, answers, [home])
