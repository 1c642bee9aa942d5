"""`slowpath loops`, as users run it."""

from __future__ import annotations

import signal
import subprocess
import sys
import time

import pytest

from tests.functional.command import Cli, wait_for

SOURCE = """
class Box:
    def __init__(self):
        self._items = []

    def put(self, item):
        self._items.append(item)

    def has(self, item):
        for each in self._items:
            if each == item:
                return True
        return False


def common(xs: list[int], ys: list[int]) -> int:
    found = 0
    for x in xs:
        for y in ys:
            if x == y:
                found += 1
    return found


def constant(xs: list[int]) -> int:
    total = 0
    for x in xs:
        for _ in range(3):
            total += x
    return total


def plain(x: int) -> int:
    return x + 1
"""
EASY = """
def total(xs: list[int]) -> int:
    return sum(x for x in xs)


def lengths(words: list[str]) -> int:
    found = 0
    for word in words:
        found += len(word)
    return found


def places(xs: list[int], x: int) -> list[int]:
    return [place for place, each in enumerate(xs) if each == x]
"""
KEYS = {"target", "goals", "reached", "kept", "feasible", "unreachable", "algorithm", "seed", "elapsed"}
GOAL = {"site", "function", "depth", "wanted", "iterations", "program", "blocked_by", "raises"}


@pytest.fixture
def loops(cli: Cli) -> Cli:
    (cli.folder / "boxes.py").write_text(SOURCE)
    return cli


def test_two_loops_are_driven_and_the_program_runs_as_it_is(loops: Cli) -> None:
    answer = loops("loops", "boxes:common", "--iterations", "300", "--budget", "60s", "--json")
    assert answer.code == 0, answer.err
    document = answer.document
    assert set(document) == {*KEYS, "stopped_because", "notices"}
    (goal,) = document["goals"]
    assert set(goal) == GOAL
    assert (goal["function"], goal["depth"], goal["wanted"], goal["iterations"]) == ("common", 2, 300, 300)
    assert goal["blocked_by"] is None
    assert goal["site"].endswith("boxes.py:19")
    assert (document["reached"], document["feasible"], document["unreachable"]) == (1, 1, 0)
    assert document["stopped_because"] == "every goal is reached"
    counted = f"import boxes\nfrom boxes import *\n{goal['program']}"
    subprocess.run([sys.executable, "-c", counted], cwd=loops.folder, check=True, timeout=60)


def test_all_public_callables_of_a_module_are_searched(loops: Cli) -> None:
    asked = ("--depth", "1", "--iterations", "20", "--budget", "10s", "--jobs", "2")
    answer = loops("loops", "boxes.py", *asked)
    assert answer.code == 0, answer.err
    assert "boxes.py:10 in Box.has: 20 iterations" in answer.out
    assert "x.has(" in answer.out
    assert "boxes.py:27 in constant: 20 iterations" in answer.out
    assert "boxes.py:28 in constant: 3 iterations of 20" in answer.out
    assert "blocked by: " in answer.out


def test_tests_are_written_that_pass(loops: Cli) -> None:
    answer = loops("loops", "boxes:Box", "--depth", "1", "--iterations", "50", "-o", "guards")
    assert answer.code == 0, answer.err
    (written,) = (loops.folder / "guards").glob("test_*.py")
    assert written.name == "test_boxes_box_has_loops.py"
    pytest_run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(written)]
    tested = subprocess.run(pytest_run, cwd=loops.folder, capture_output=True, text=True, timeout=120)
    assert tested.returncode == 0, tested.stdout


def test_the_same_seed_gives_the_same_programs_whatever_the_number_of_jobs(loops: Cli) -> None:
    (loops.folder / "easy.py").write_text(EASY)
    asked = ("loops", "easy", "--depth", "1", "--iterations", "99", "--seed", "4", "--fresh", "--json")
    one, two = (loops(*asked, "--jobs", jobs).document for jobs in "12")
    assert one["goals"] == two["goals"]
    assert one["reached"] == one["feasible"] == 3


def test_the_same_command_goes_on_where_the_last_one_ended(loops: Cli) -> None:
    asked = ("loops", "boxes:common", "--iterations", "40", "--budget", "60s", "--json")
    first, again = (loops(*asked).document for _ in range(2))
    assert (first["reached"], first["kept"]) == (1, 0)
    assert (again["kept"], again["goals"]) == (1, first["goals"])
    assert again["elapsed"] == first["elapsed"]  # it is the answer that was kept
    (loops.folder / "boxes.py").write_text(SOURCE + "\n# other code\n")
    assert loops(*asked).document["kept"] == 0


def test_what_is_left_is_searched_again(loops: Cli) -> None:
    asked = ("loops", "boxes:constant", "--depth", "1", "--iterations", "20", "--budget", "4s", "--json")
    first, again = (loops(*asked).document for _ in range(2))
    assert (first["reached"], first["kept"], first["feasible"]) == (1, 0, 2)
    assert (again["reached"], again["kept"], again["feasible"], again["seed"]) == (1, 1, 2, first["seed"])
    assert again["elapsed"] != first["elapsed"]
    assert [goal["blocked_by"] is None for goal in again["goals"]] == [
        goal["blocked_by"] is None for goal in first["goals"]
    ]


def test_a_target_without_loops_has_no_goals(loops: Cli) -> None:
    answer = loops("loops", "boxes:plain")
    assert answer.code == 0, answer.err
    assert "no loop of that depth can be reached" in answer.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["nosuch"], "no module 'nosuch'"),
        (["boxes:missing"], "no 'missing' in boxes"),
        (["boxes", "--depth", "0"], "--depth must be more than zero"),
        (["boxes", "--algorithm", "best"], "'best' is not one of"),
        (["boxes", "--without", "luck"], "'luck' is not one of"),
        (["boxes:common", "-o", "boxes.py"], "is a file"),
    ],
)
def test_mistakes_are_told(loops: Cli, arguments: list[str], told: str) -> None:
    answer = loops("loops", *arguments)
    assert answer.code == 2
    assert told in answer.err


def test_ctrl_c_reports_the_best_so_far(loops: Cli) -> None:
    process = loops.start("loops", "boxes:constant", "--budget", "10m")
    wait_for(lambda: len(loops.processes()) > 2, seconds=30.0)
    time.sleep(3.0)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert "interrupted" in out
    assert not loops.left_running()
