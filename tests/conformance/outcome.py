"""What a run of other people's tests came to, and what it must come to."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

from slowpath.counting.ledger import Ledger
from slowpath.model.target import Build

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

    @staticmethod
    def read(file: str | Path) -> Outcome:
        return Outcome(**json.loads(Path(file).read_text()))

    def counted(self, home: Path) -> int:
        """Return how many executions of blocks were counted in a source file or below a folder."""
        return sum(count for file, count in self.blocks.items() if Path(file).is_relative_to(home))


def blocks(ledger: Ledger) -> dict[str, int]:
    """Return what a ledger counted, per source file."""
    counted: dict[str, int] = {}
    for site, count in zip(ledger.sites, ledger.counts, strict=True):
        counted[site.file] = counted.get(site.file, 0) + count
    return counted


def run(module: str, subject: str, build: Build, answers: Path, homes: Iterable[Path]) -> Outcome:
    """Return the outcome of a subject on copies, by `python -m MODULE SUBJECT BUILD ANSWER [AGAIN]`.

    Fails if a test fails that passes on the plain modules, or if no block is counted in one of `homes`.
    What failed is run AGAIN on the plain modules: if it fails there as well (no network, no such
    locale), it says nothing about the copies.
    """
    answer = answers / "copies.json"
    outcome = _in_process(module, subject, build, answer)
    failed = set(outcome.failed)
    if failed:
        plain = _in_process(module, subject, build, answers / "plain.json", answer)
        failed -= set(plain.failed)
    assert not failed, f"{len(failed)} tests pass on the plain modules only: {', '.join(sorted(failed))}"
    for home in homes:
        assert outcome.counted(home) > 0, f"no block of {home} was counted"
    return outcome


def _in_process(module: str, subject: str, build: Build, answer: Path, *again: Path) -> Outcome:
    folder = answer.with_suffix("")
    folder.mkdir()
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), str(ROOT / "src")])
    done = subprocess.run(
        [sys.executable, "-m", module, subject, build, str(answer), *map(str, again)],
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
    assert answer.exists(), f"no answer: the process ended with status {done.returncode}"
    return Outcome.read(answer)
