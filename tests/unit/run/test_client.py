from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from slowpath.errors import InputError, MeasureError, TargetNotFound, WorkerError
from slowpath.model.run import End
from slowpath.model.scenario import ONE_CALL, Scenario
from slowpath.run.client import Worker
from slowpath.run.limits import Limits
from slowpath.run.remote import BROKEN
from tests.unit.run.targets import FILE


@pytest.mark.parametrize("function", ["remembers", "cached"])
def test_no_run_sees_what_another_did(function: str) -> None:
    with Worker(f"{FILE}:{function}") as worker:
        runs = [worker.run({"n": "N"}, 100) for _ in range(3)]
    assert runs[0] == runs[1] == runs[2]
    assert runs[0].costs["ops"] > 0


def test_an_input_that_cannot_be_built_among_others() -> None:
    with Worker(f"{FILE}:cached") as worker:
        with pytest.raises(InputError, match="ZeroDivisionError"):
            worker.runs([{"n": "1"}, {"n": "1 / 0"}, {"n": "2"}])
        assert worker.run({"n": "3"}).end is End.RETURNED


def test_random_numbers_repeat() -> None:
    runs = []
    for _ in range(2):
        with Worker(f"{FILE}:shuffles") as worker:
            runs.append(worker.run({"n": "N"}, 500))
    assert runs[0] == runs[1]


def test_a_run_that_dies_costs_one_run() -> None:
    with Worker(f"{FILE}:exits_at") as worker:
        assert [worker.run({"n": "1", "at": "1"}).end for _ in range(2)] == [End.DIED, End.DIED]


def test_a_worker_that_dies_is_replaced() -> None:
    with Worker(f"{FILE}:kills_the_worker", allow=("processes",), limits=Limits(time=5)) as worker:
        runs = [worker.run({"n": "1"}) for _ in range(2)]
        assert [run.end for run in runs] == [End.DIED, End.DIED]
        assert "worker" in runs[0].detail


def test_the_target_is_described() -> None:
    with Worker(f"{FILE}:cached") as worker:
        assert [parameter.name for parameter in worker.target.parameters] == ["n"]
        assert worker.target.qualname == "cached"


def test_errors_cross_the_process_boundary() -> None:
    with Worker(f"{FILE}:cache") as worker, pytest.raises(TargetNotFound) as caught:
        _ = worker.target
    assert "cached" in caught.value.hint
    with Worker(f"{FILE}:cached") as worker, pytest.raises(InputError, match="ZeroDivisionError"):
        worker.run({"n": "1 / 0"})
    with pytest.raises(MeasureError):
        Worker(f"{FILE}:cached", measures=("opps",))


def test_only_what_is_affordable_is_observed() -> None:
    with Worker(f"{FILE}:cached", measures=("memory",)) as worker:
        assert "memory" in worker.run({"n": "10"}, observe_up_to=1000).costs
        run = worker.run({"n": "2000"}, observe_up_to=1000)
    assert "memory" not in run.costs
    assert run.end is End.RETURNED
    assert [lost.site for lost in run.lost] == ["memory"]


def test_the_plain_target_is_timed() -> None:
    with Worker(f"{FILE}:cached", timed=True) as worker:
        seconds = worker.seconds({"n": "100000"}, repeats=3)
        assert seconds is not None
        assert 0 < seconds < 60
        assert worker.run({"n": "100"}).end is End.RETURNED


def test_a_timed_target_may_recur_deeper(tmp_path: Path) -> None:
    file = tmp_path / "deep.py"
    file.write_text(
        "import os\n"
        "def down(n):\n    return n and down(n - 1)\n"
        "def deep(n):\n    try:\n        down(n)\n    except RecursionError:\n        os._exit(1)\n"
    )
    with Worker(f"{file}:deep", timed=True) as worker:
        assert worker.seconds({"n": "3000"}, repeats=1) is None
        assert worker.seconds({"n": "3000"}, repeats=1, recursion=4000) is not None


def test_a_target_that_closes_files_is_told_from_one_that_exits(tmp_path: Path) -> None:
    (tmp_path / "shuts.py").write_text("import os\ndef f(n):\n    os.closerange(3, 99)\n")
    with Worker(f"{tmp_path}/shuts.py:f") as worker:
        run = worker.run({"n": "1"})
    assert (run.end, run.detail) == (End.DIED, "the target closed file descriptors of the process")


def test_nothing_is_left_after_an_error() -> None:
    worker = Worker(f"{FILE}:cached", measures=("memory",))
    pids: list[int] = []

    def fail() -> None:
        with worker:
            pids.extend(process.pid for process in worker._processes.values())
            raise RuntimeError("ours")

    with pytest.raises(RuntimeError, match="ours"):
        fail()
    assert len(pids) == 2
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, signal.SIG_DFL)


def test_a_worker_that_cannot_start_is_no_fault_of_the_target(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("slowpath.run.remote._BOOT", f"import sys; print('why'); sys.exit({BROKEN})")
    with Worker(f"{FILE}:cached") as worker, pytest.raises(WorkerError, match="cannot start: why"):
        _ = worker.target


def test_the_peak_of_what_the_plain_target_allocates(tmp_path: Path) -> None:
    file = tmp_path / "hungry.py"
    file.write_text("def hungry(n):\n    kept = bytearray(n)\n    del kept\n    return n\n")
    with Worker(f"{file}:hungry", timed=True) as worker:
        few, many = (worker.peak({"n": "N"}, size) for size in (10, 100_010))
        returned = worker.run({"n": "N"}, 10)
        assert worker.peak({"n": "''"}, 10, like=returned) is None
        assert "peak" not in worker.plain_run({"n": "N"}, 10).costs  # it slows what is timed
    assert few is not None
    assert many is not None
    assert 100_000 <= many - few <= 101_000


def test_a_setup_is_counted_apart() -> None:
    with Worker(
        f"{FILE}:raises_at", scenario=Scenario("at = sum(i for i in range(N))"), timed=True
    ) as worker:
        run = worker.run({"n": "1", "at": "at"}, 50)
        bare = worker.with_scenario(ONE_CALL).run({"n": "1", "at": "1225"}, 50)
        assert run.building is not None
        assert run.building > 50
        assert bare.building is None
        assert run.costs == bare.costs
        twice = worker.run({"n": "1", "at": "at"}, 100)
        assert twice.building is not None
        assert twice.building > 1.5 * run.building
        assert worker.run({"n": "1", "at": "at"}, 50, max_ops=60).end is End.BUDGET
        assert worker.seconds({"n": "1", "at": "at"}, 50) is not None
        with pytest.raises(InputError, match="line 1: at = nowhere"):
            worker.with_scenario(Scenario("at = nowhere")).run({"n": "1", "at": "at"}, 50)
        assert worker.run({"n": "1", "at": "at"}, 50) == run


def test_outcomes_of_a_changed_source_are_those_of_the_file_unless_it_does_something_else(
    tmp_path: Path,
) -> None:
    source = "def doubled(items):\n    items.sort()\n    return [2 * each for each in items]\n"
    file = tmp_path / "doubling.py"
    file.write_text(source)
    inputs = [{"items": "[2, 1]"}, {"items": "[]"}, {"items": "[1, 'a']"}, {"items": "nothing"}]
    seen = []
    for changed in (
        source,
        source.replace("2 * each", "each + each"),
        source.replace("items.sort()", "pass"),
    ):
        with Worker(f"{file}:doubled", changed={str(file): changed}) as worker:
            seen.append(worker.outcomes(inputs, None, 100_000, 5.0))
    same, also, other = ([run.outcome for run in runs] for runs in seen)
    assert [run.end for run in seen[0]] == [End.RETURNED, End.RETURNED, End.RAISED, End.REFUSED]
    assert same == also
    assert [one == two for one, two in zip(same, other, strict=True)] == [False, True, False, True]
    assert file.read_text() == source
