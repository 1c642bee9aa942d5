"""The tests of one package from PyPI in this process, by pytest, against private copies of its modules.

`python -m tests.conformance.package_child NAME BUILD ANSWER [AGAIN]`; the outcome goes to ANSWER. With AGAIN,
the answer of such a run, what failed in it runs on the plain modules.
"""

from __future__ import annotations

import os
import sys
from contextlib import nullcontext

import pytest

from slowpath.model.target import Build
from tests.conformance.outcome import ROOT, Outcome, blocks
from tests.conformance.packages import PACKAGES, Package, source
from tests.conformance.skips import is_skipped
from tests.conformance.visible import VisibleCopies


def main(name: str, build: str, answer: str, again: str = "") -> None:
    [package] = [package for package in PACKAGES if package.name == name]
    _stand_in(package)
    copies = VisibleCopies(() if again else package.modules, Build(build))
    watch = _Watch(name, copies, Outcome.read(again).failed if again else None)
    options = ["-q", "-p", "no:cacheprovider", "-p", "no:xdist", "--continue-on-collection-errors"]
    with nullcontext() if again else copies.installed():
        status = pytest.main([*options, *package.tests], plugins=[watch])
    if status > pytest.ExitCode.TESTS_FAILED:
        sys.exit(f"pytest ended with {status!r}")
    Outcome(watch.run, sorted(watch.failed), watch.left_out, blocks(copies.ledger)).write(answer)


def _stand_in(package: Package) -> None:
    """Let this process be as if started in the package's source: its tests are called `tests`, too."""
    folder = source(package)
    os.chdir(folder)
    ours = [str(folder), str(folder / package.root)]
    sys.path[:] = ours + [place for place in sys.path if place != str(ROOT)]
    os.environ["CI"] = "1"  # Hypothesis then has no deadlines and the same examples every time
    os.environ["PYTHONPATH"] = os.pathsep.join(ours)
    for module in [name for name in sys.modules if name.partition(".")[0] == "tests"]:
        del sys.modules[module]


class _Watch:
    """A pytest plugin that leaves out tests on the skip list and notes how the others end."""

    def __init__(self, subject: str, copies: VisibleCopies, only: list[str] | None) -> None:
        self._subject = subject
        self._copies = copies
        self._only = only
        self.run = 0
        self.failed: set[str] = set()
        self.left_out = 0

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        wanted = [
            item for item in items if not is_skipped(f"{self._subject}/{item.nodeid}", self._copies.build)
        ]
        self.left_out = len(items) - len(wanted)
        items[:] = [item for item in wanted if self._only is None or item.nodeid in self._only]
        self._copies.start()

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.run += report.when == "call" and not report.skipped
        if report.failed:
            self.failed.add(report.nodeid)


if __name__ == "__main__":
    main(*sys.argv[1:])
