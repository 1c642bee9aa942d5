from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random

import msgspec
import pytest

from slowpath.command.kept import KIND
from slowpath.command.scan import ScanOrder, run
from slowpath.model.find import FindReport
from slowpath.model.scan import ScanReport
from slowpath.model.stop import StopReason
from slowpath.run.link import Link
from slowpath.store.documents import DocumentStore
from slowpath.target.locate import parse
from tests.unit.children import children
from tests.unit.command import scanning
from tests.unit.command.test_kept import Memory

LONG = 600.0  # seconds: no budget ends these scans


def scanned(folder: Path, names: list[str], **options: object) -> ScanReport:
    (folder / "shop.py").write_text("".join(f"def {name}(x): ...\n" for name in names))
    given: dict[str, object] = {"seconds": LONG, "max_ops": 1, "per_target": 20.0, **options}
    return run(ScanOrder(spec="shop.py", **given), search=scanning.serve)  # type: ignore[arg-type]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[3]), prepend=os.pathsep)
    return tmp_path


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_target_is_searched_and_every_failure_named(folder: Path, jobs: int) -> None:
    report = scanned(folder, ["clean", "slow", "slower", "refuses", "fails", "dies"], jobs=jobs)
    assert (report.targets, report.searched) == (6, 3)
    why = {parse(each.target).qualname: each.inconclusive for each in report.scans if each.inconclusive}
    assert why.keys() == {"refuses", "fails", "dies"}
    assert why["refuses"] == "nothing returned"
    assert why["fails"] == "importing it fails"
    assert "ended" in str(why["dies"])
    (site,) = report.findings
    assert site.entries == ("shop.py:slow", "shop.py:slower")
    assert {each.target.spec for each in report.reports} == set(site.entries)
    assert report.stopped_because is StopReason.NOTHING_LEFT


def test_a_module_of_the_current_folder_is_found_as_its_searches_find_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.path", [each for each in sys.path if each not in ("", str(folder))])
    (folder / "drawers.py").write_text("def slow(n): ...\n")
    order = ScanOrder(spec="drawers", seconds=LONG, max_ops=1, per_target=20.0)
    assert [each.target for each in run(order, search=scanning.serve).scans] == ["drawers:slow"]


def test_what_had_more_to_try_is_searched_longer(folder: Path) -> None:
    report = scanned(folder, ["clean_more", "clean"])
    tried = {parse(each.target).qualname: each.tried for each in report.scans}
    assert tried == {"clean_more": 10, "clean": 5}
    assert all(each.is_over for each in report.scans)


def test_later_searches_know_what_earlier_ones_learnt(folder: Path) -> None:
    """A target that refuses its inputs is searched again with the example that another one has."""
    report = scanned(folder, ["shows", "learns"])
    learnt = next(each for each in report.scans if each.target.endswith("learns"))
    assert learnt.inconclusive is None
    assert (report.searched, learnt.tried) == (2, 10)


def test_the_budget_ends_it(folder: Path) -> None:
    report = scanned(folder, ["clean", "slow"], seconds=0.5)
    assert report.stopped_because is StopReason.TIME
    assert (report.targets, report.scans) == (2, ())


def test_ctrl_c_keeps_what_was_found(folder: Path) -> None:
    """The first target has answered when the second one's search is interrupted; that one answers then."""

    def interrupt_at(doing: str) -> None:
        if "1 of 2" in doing and doing.endswith("hangs"):
            raise KeyboardInterrupt

    (folder / "shop.py").write_text("def clean(x): ...\ndef hangs(x): ...\n")
    order = ScanOrder(spec="shop.py", seconds=LONG, max_ops=1, per_target=20.0)
    threads, processes = threading.active_count(), children()
    report = run(order, interrupt_at, search=scanning.serve)
    assert report.stopped_because is StopReason.INTERRUPTED
    assert "shop.py:clean" in {each.target for each in report.scans}
    assert threading.active_count() <= threads
    assert children() <= processes


@pytest.mark.parametrize("per_target", [20.0, 2.0])
def test_a_scan_goes_on_where_an_earlier_one_ended(folder: Path, per_target: float) -> None:
    documents = Memory()
    (folder / "shop.py").write_text("def clean(x): ...\ndef slow(x): ...\n")
    order = ScanOrder(spec="shop.py", seconds=LONG, max_ops=1, per_target=per_target)
    first = run(order, documents=documents, search=scanning.serve)
    again = run(order, documents=documents, search=_unserved)
    assert (first.resumed, again.resumed) == (0, 2)
    assert again.findings == first.findings
    (folder / "shop.py").write_text("def clean(x): ...\ndef slow(y): ...\n")
    assert run(order, documents=documents, search=scanning.serve).resumed == 0


KILLED = """
import sys
from pathlib import Path
from slowpath.command.scan import ScanOrder, run
from slowpath.store.documents import DocumentStore
from tests.unit.command import scanning

def tell(doing):
    print(doing.partition(" of ")[0], flush=True)

with DocumentStore(Path("store.sqlite")) as documents:
    order = ScanOrder(spec="shop.py", seconds=600.0, max_ops=1, per_target=20.0)
    report = run(order, tell, documents, scanning.serve)
print(report.resumed, len(report.scans), len(report.findings), len(report.reports), flush=True)
"""


def test_kill_9_loses_no_finding_and_doubles_none(folder: Path) -> None:
    """A scan is killed just after it told of a result, and at a random moment later; then it goes on."""
    names = ["slow", "slow_more", "clean", "slower"]
    (folder / "shop.py").write_text("".join(f"def {name}(x): ...\n" for name in names))
    chance, known = Random(0), 0
    for wanted in (1, 2):
        with subprocess.Popen([sys.executable, "-c", KILLED], stdout=subprocess.PIPE, text=True) as scan:
            assert scan.stdout is not None
            for line in scan.stdout:
                known = max(known, int(line.split()[0]))
                if known >= wanted:
                    time.sleep(chance.uniform(0, 0.3))
                    break
            scan.kill()
            known = max([known, *(int(line) for line in scan.stdout if line.strip().isdigit())])
    done = subprocess.run([sys.executable, "-c", KILLED], capture_output=True, text=True, check=True)
    resumed, scans, findings, reports = map(int, done.stdout.splitlines()[-1].split())
    assert 2 <= known <= resumed
    assert (scans, findings, reports) == (4, 1, 3)
    with DocumentStore(folder / "store.sqlite") as documents:
        kept = [msgspec.msgpack.decode(each, type=FindReport) for _, each in documents.all(KIND)]
    assert sorted(each.target.spec for each in kept) == sorted(f"shop.py:{name}" for name in names)


def _unserved(link: Link) -> None:
    raise AssertionError("nothing is searched again")
