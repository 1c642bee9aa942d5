"""`slowpath suite`, as users run it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from itertools import pairwise

import pytest

from tests.functional.command import Cli, wait_for

TARGETS = """
def insertion(xs: list[int]) -> list[int]:
    for i in range(1, len(xs)):
        x, j = xs[i], i - 1
        while j >= 0 and xs[j] > x:
            xs[j + 1] = xs[j]
            j -= 1
        xs[j + 1] = x
    return xs


def hoard(flags: list[bool]) -> int:
    kept = []
    for flag in flags:
        if flag:
            kept.append([0] * 1000)
    return len(kept)


def fragile(xs: list[int]) -> int:
    large = 0
    for x in xs:
        if x > 3:
            large += 1
    if large == len(xs):
        raise ValueError("too large")
    return large


def reading(flags: list[bool]) -> int:
    total = 0
    for flag in flags:
        if flag:
            with open("/dev/null") as file:
                total += len(file.read())
        else:
            total += sum([1] * 1000)
    return total


def runs(data: bytes) -> list[tuple[int, int]]:
    found = []
    i = 0
    while i < len(data):
        j = i
        while j < len(data) and data[j] == data[i]:
            j += 1
        found.append((data[i], j - i))
        i = j
    return found


def distinct(items):
    found = []
    for each in items:
        if each not in found:
            found.append(each)
    return found
"""

MEASURES = """
class OpenFiles:
    def __init__(self):
        self.opened = self.blocks = 0

    def block(self, site):
        self.blocks += 1

    def audit(self, event, arguments):
        if event == "open":
            self.opened += 1

    def value(self):
        return 1000 * self.opened + self.blocks
"""


@pytest.fixture
def loads(cli: Cli) -> Cli:
    (cli.folder / "loads.py").write_text(TARGETS)
    (cli.folder / "measures.py").write_text(MEASURES)
    return cli


def test_a_suite_holds_the_worst_input_and_others_that_differ(loads: Cli) -> None:
    answer = loads("suite", "loads:insertion", "--size", "7", "--tests", "3", "--look-ahead", "6", "--json")
    assert answer.code == 0, answer.err
    document = answer.document
    assert document["look_ahead"] == 6
    costs = [test["cost"] for test in document["tests"]]
    assert len(costs) == 3
    assert costs == sorted(costs, reverse=True)
    first = eval(document["tests"][0]["input"]["xs"])
    assert all(one > other for one, other in pairwise(first))
    assert all(test["differs"] >= 2 for test in document["tests"])
    assert costs[0] > document["baseline"]["cost"]
    assert document["baseline"]["runs"] == 3


def test_what_nothing_tells_is_guessed_and_said(loads: Cli) -> None:
    arguments = ("suite", "loads:distinct", "--size", "4", "--tests", "1", "--budget", "3s")
    assert "  items = ints(N)  (a guess)\n" in loads(*arguments).out
    given = loads(*arguments, "-a", "items=text(N)", "--json").document
    assert given["shapes"] == {"items": "text(N)  (--arg)"}


def test_costs_are_those_of_slowpath_cost(loads: Cli) -> None:
    found = loads("suite", "loads:insertion", "--size", "5", "--tests", "2", "--look-ahead", "4", "--json")
    for test in found.document["tests"]:
        alone = loads("cost", "loads:insertion", "--input", test["input"]["xs"], "--json")
        assert alone.document["cost"]["ops"] == test["cost"]


def test_the_measure_decides_what_is_costly(loads: Cli) -> None:
    answer = loads(
        "suite", "loads:hoard", "--size", "6", "--tests", "2", "--look-ahead", "4", "-m", "memory", "--json"
    )
    assert answer.document["tests"][0]["input"]["flags"] == str([True] * 6)


def test_a_measure_of_the_users_own_drives_the_search(loads: Cli) -> None:
    asked = ("suite", "loads:reading", "--size", "6", "--tests", "2", "--look-ahead", "4", "--json")
    by_files, by_ops = loads(*asked, "-m", "measures:OpenFiles"), loads(*asked)
    assert by_files.code == 0, by_files.err
    worst = by_files.document["tests"][0]
    assert worst["input"]["flags"] == str([True] * 6)
    assert 6000 < worst["cost"] < 7000
    assert by_ops.document["tests"][0]["input"]["flags"] == str([False] * 6)


def test_steps_of_a_few_conditions(loads: Cli) -> None:
    answer = loads(
        *("suite", "loads:insertion", "--size", "9", "--tests", "2", "--look-ahead", "6"),
        *("--constraints", "12", "--json"),
    )
    assert answer.code == 0, answer.err
    assert answer.document["constraints"] == 12
    assert answer.document["tests"][0]["cost"] > answer.document["baseline"]["cost"]


@pytest.mark.parametrize(("size", "more"), [("150", []), ("4000", ["--constraints", "50"])])
def test_no_suite_is_below_random_inputs(loads: Cli, size: str, more: list[str]) -> None:
    arguments = ("loads:runs", "-a", "data=blob(N)", "--size", size, "--tests", "3", "--budget", "6s")
    began = time.monotonic()
    document = loads("suite", *arguments, *more, "--json").document
    assert time.monotonic() - began < 1.2 * 6 + 2 + 4  # to start three processes on a busy machine
    assert document["tests"][0]["cost"] >= document["baseline"]["cost"]
    assert document["stopped_because"] == "time budget"


def test_any_number_of_jobs_finds_the_same_suite(loads: Cli) -> None:
    asked = ("suite", "loads:insertion", "--size", "6", "--tests", "3", "--look-ahead", "4", "--json")
    one, two = loads(*asked), loads(*asked, "--jobs", "2")
    assert one.document["tests"] == two.document["tests"]


def test_a_written_suite_passes_and_fails_when_the_target_gets_slower(loads: Cli) -> None:
    answer = loads(
        *("suite", "loads.py:insertion", "--size", "6", "--tests", "2", "--look-ahead", "4"),
        *("-o", "written/load"),
    )
    assert answer.code == 0, answer.err
    assert "any two differ by" in answer.out
    (path,) = (loads.folder / "written/load").iterdir()
    assert path.name == "test_loads_insertion_load.py"

    def tested() -> int:
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(path)]
        return subprocess.run(command, cwd=loads.folder, capture_output=True, check=False).returncode

    assert tested() == 0
    source = (loads.folder / "loads.py").read_text()
    (loads.folder / "loads.py").write_text(source.replace("j -= 1", "j -= 1; sum((1, 2, 3))"))
    assert tested() == 1


def test_exceptions_of_the_target_belong_to_the_suite(loads: Cli) -> None:
    answer = loads("suite", "loads:fragile", "--size", "3", "--tests", "3", "--look-ahead", "4", "--json")
    assert answer.code == 0, answer.err
    raised = [test["raises"] for test in answer.document["tests"]]
    assert sorted(raised, key=str) == [None, None, "ValueError: too large"]


def test_inputs_meet_the_precondition(loads: Cli) -> None:
    answer = loads(
        *("suite", "loads:insertion", "--size", "4", "--tests", "3", "--look-ahead", "4"),
        *("--requires", "xs[0] < xs[1]", "--json"),
    )
    for test in answer.document["tests"]:
        xs = eval(test["input"]["xs"])
        assert xs[0] < xs[1]


@pytest.mark.parametrize("seconds", [0, 4])
def test_ctrl_c_reports_the_best_so_far(loads: Cli, seconds: int) -> None:
    process = loads.start("suite", "loads:insertion", "--size", "24", "--budget", "10m", "--json")
    assert wait_for(lambda: len(loads.processes()) >= 2, 30)  # itself, and the one that searches
    time.sleep(seconds)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    if out or seconds:  # nothing is printed if the target was not loaded yet
        document = json.loads(out)
        assert document["stopped_because"] == "interrupted"
        assert document["tests"] or not seconds
    else:
        assert "interrupted" in err
    assert loads.left_running() == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["loads:nothing"], "nothing"),
        (["loads:insertion", "--look-ahead", "0"], "--look-ahead"),
        (["loads:insertion", "--constraints", "many"], "--constraints"),
        (["loads:insertion", "-m", "nonsense"], "nonsense"),
        (["loads:insertion", "-m", "measures:Nothing"], "measures:Nothing"),
        (["loads:insertion", "-m", "seconds"], "seconds"),
        (["loads:insertion", "-a", "ys=ints(N)"], "ys"),
        (["loads:insertion", "--size", "3", "--requires", "xs[0] > xs[0]"], "--requires"),
        (["loads:insertion", "-o", "loads.py"], "is a file"),
    ],
)
def test_mistakes_are_told(loads: Cli, arguments: list[str], told: str) -> None:
    answer = loads("suite", *arguments)
    assert answer.code == 2
    assert told in answer.err
    assert "Traceback" not in answer.err
