from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from slowpath.model.loops import GoalResult, LoopInput, LoopsReport
from slowpath.model.stop import StopReason
from slowpath.report.loops import document, files, text

RUN = LoopInput("pkg.box:Box.has", {"self": "x", "item": "N - 1"}, "x = Box()\nx.put(1)", 1024)
REACHED = GoalResult("pkg/box.py:11", "Box.has", 2, 1024, 1024, "N = 1024\nx.has(0)  # measured", None, RUN)
BLOCKED = GoalResult(
    "pkg/box.py:20", "Box.has", 2, 1024, 3, None, "line 19 of Box.has is not reached\x1b[0m", None
)
REPORT = LoopsReport(
    "pkg.box",
    (BLOCKED, REACHED),
    1,
    2,
    4,
    "mosa",
    7,
    elapsed=1.23456,
    stopped_because=StopReason.TIME,
    runs=1_234,
)


def test_the_document_has_what_users_read() -> None:
    shown = document(REPORT)
    assert shown["goals"][1] == {
        "site": "pkg/box.py:11",
        "function": "Box.has",
        "depth": 2,
        "wanted": 1024,
        "iterations": 1024,
        "program": "N = 1024\nx.has(0)  # measured",
        "blocked_by": None,
        "raises": None,
    }
    assert {name: shown[name] for name in shown if name != "goals"} == {
        "target": "pkg.box",
        "reached": 1,
        "kept": 0,
        "feasible": 2,
        "unreachable": 4,
        "algorithm": "mosa",
        "seed": 7,
        "elapsed": 1.235,
        "stopped_because": "time budget",
        "notices": [],
    }


def test_what_earlier_searches_reached_is_told() -> None:
    told = text(replace(REPORT, kept=1, notices=("the store is new",))).splitlines()
    assert "1 of these were reached by earlier searches of this code; --fresh begins anew" in told
    assert told[-1] == "the store is new"


def test_the_text_shows_what_is_reached_first() -> None:
    assert text(REPORT).splitlines() == [
        "pkg.box",
        "",
        "pkg/box.py:11 in Box.has: 1,024 iterations of each of 2 loops",
        "    N = 1024",
        "    x.has(0)  # measured",
        "",
        "pkg/box.py:20 in Box.has: 3 iterations of 1,024",
        "  blocked by: line 19 of Box.has is not reached\\x1b[0m",
        "",
        "1 of 2 goals reached in 1,234 runs (mosa, time budget)",
        "4 more can be reached by no run",
    ]


def test_a_search_that_could_not_begin_says_so() -> None:
    shown = text(replace(REPORT, goals=(), feasible=0, inconclusive="pkg.box:Box: no memory"))
    assert "inconclusive: pkg.box:Box: no memory" in shown
    assert "no loop of that depth can be reached" in shown


def test_a_run_that_raises_is_told() -> None:
    shown = text(replace(REPORT, goals=(replace(REACHED, raises="ValueError: no"),)))
    assert "  the run ends with ValueError: no" in shown


def test_a_file_for_each_target_that_reaches_a_goal(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "box.py").write_text("")
    other = replace(REACHED, input=replace(RUN, target=f"{tmp_path}/lib/box.py:f", setup=""))
    found = files(replace(REPORT, goals=(REACHED, other, BLOCKED)), tmp_path / "tests")
    assert len(found) == 2
    source = found["test_pkg_box_box_has_loops.py"]
    compile(source, "test", "exec")
    assert "TARGET = 'pkg.box:Box.has'" in source
    assert "def test_box_has_line_11():" in source
    assert "'x = Box()\\n'" in source
    by_file = next(each for name, each in found.items() if name != "test_pkg_box_box_has_loops.py")
    compile(by_file, "test", "exec")
    assert "TARGET = str(Path(__file__).parent / '../lib/box.py') + ':f'" in by_file
    assert "setup=" not in by_file
