"""What a run of other people's tests came to, and what it must come to."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from slowpath.cost.ledger import Ledger

ROOT = Path(__file__).parents[2]
SECONDS = 400


@dataclass(frozen=True)
class Outcome:
    """`left_out`: tests on the skip list. `blocks`: executions of blocks counted, per source file."""

    run: int
    failed: list[str]
    left_out: int
    blocks: dict[str, int]

    def write(self, file: str) -> None:
        Path(file).write_text(json.dumps(asdict(self)))

    def counted(self, home: Path) -> int:
        """Return how many executions of blocks were counted in a source file or below a folder."""
        return sum(count for file, count in self.blocks.items() if Path(file).is_relative_to(home))


def blocks(ledger: Ledger) -> dict[str, int]:
    """Return what a ledger counted, per source file."""
    counted: dict[str, int] = {}
    for site, count in zip(ledger.sites, ledger.counts, strict=True):
        counted[site.file] = counted.get(site.file, 0) + count
    return counted


def in_process(arguments: list[str], folder: Path, answer: Path, path: Iterable[Path] = ()) -> Outcome:
    """Run `python -m ARGUMENTS` in a folder; it writes its outcome to `answer`."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment["PYTHONPATH"] = os.pathsep.join(map(str, (ROOT, *path)))
    done = subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        timeout=SECONDS,
        check=False,
    )
    print(done.stdout)  # pytest shows it if the test fails
    assert answer.exists(), (
        f"no answer: the process ended with status {done.returncode}\n{done.stdout[-2000:]}"
    )
    return Outcome(**json.loads(answer.read_text()))


def conforming(run: Callable[[bool], Outcome], homes: Iterable[Path]) -> Outcome:
    """Return the outcome of a run on copies; fail if a test fails on copies only, or nothing is counted.

    `run(True)` runs the same tests on the plain modules: what fails there as well (no network, no
    such locale) says nothing about the copies.
    """
    outcome = run(False)
    failed = set(outcome.failed)
    if failed:
        failed -= set(run(True).failed)
    assert not failed, f"{len(failed)} tests pass on the plain modules only: {', '.join(sorted(failed))}"
    for home in homes:
        assert outcome.counted(home) > 0, f"no block of {home} was counted"
    return outcome
