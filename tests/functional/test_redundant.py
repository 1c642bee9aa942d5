"""`slowpath redundant`, as users run it."""

from __future__ import annotations

import signal
import time

import pytest

from tests.functional.command import Cli, wait_for

SOURCE = """
def shared(first: list[int], second: list[int]) -> list[int]:
    return [each for each in first if each in second]


def pairs(first: list[int], second: list[int]) -> list[int]:
    return [left * right for left in first for right in second]


class Shelf:
    def __init__(self):
        self._names = []

    def put(self, name: str) -> None:
        self._names.append(name)

    def missing(self, names: list[str]) -> int:
        return sum(not self._has(name) for name in names)

    def _has(self, name):
        for each in self._names:
            if each == name:
                return True
        return False


class Node:
    def __init__(self, value):
        self.value = value
        self.after = None


class Chain:
    def __init__(self):
        self.first = None

    def extend(self, values: list[int]) -> None:
        for value in values:
            if self.first is None:
                self.first = Node(value)
                continue
            last = self.first
            while last.after is not None:
                last = last.after
            last.after = Node(value)


def constant(xs: list[int]) -> int:
    total = 0
    for x in xs:
        for _ in range(3):
            total += x
    return total


def fails(x: int) -> int:
    raise ValueError(x)
"""
KEYS = {"target", "findings", "program", "size", "iterations", "seed", "sampled", "inconclusive"}
FINDING = {
    "kind",
    "outer",
    "inner",
    "function",
    "repeats",
    "share",
    "reason",
    "program",
    "size",
    "remedy",
}


@pytest.fixture
def shelves(cli: Cli) -> Cli:
    (cli.folder / "shelves.py").write_text(SOURCE)
    return cli


def test_redundant_work_is_found_from_the_signature_alone(shelves: Cli) -> None:
    answer = shelves("redundant", "shelves:shared", "--budget", "40s", "--json")
    assert answer.code == 1, answer.err
    document = answer.document
    assert set(document) == {*KEYS, "elapsed", "stopped_because"}
    (finding,) = document["findings"]
    assert set(finding) == FINDING
    assert (finding["kind"], finding["function"]) == ("membership in a list", "shared")
    assert finding["inner"].endswith("shelves.py:3")
    assert finding["repeats"] >= 7
    assert "shared(" in document["program"]


def test_programs_have_arguments_of_the_shapes_that_are_given(shelves: Cli) -> None:
    shapes = ("-a", "first=ints(N, 70, 79)", "-a", "second=ints(N, 80, 89)")
    answer = shelves("redundant", "shelves:shared", *shapes, "--budget", "40s", "--json")
    assert answer.code == 1, answer.err
    (finding,) = answer.document["findings"]
    assert finding["kind"] == "membership in a list"
    call = finding["program"].splitlines()[-1]
    first, second = eval(call, {"N": 100, "shared": lambda first, second: (first, second)})
    assert set(first) <= set(range(70, 80)), call
    assert set(second) <= set(range(80, 90)), call


def test_a_remedy_is_proven_and_written(shelves: Cli) -> None:
    given = ("-i", "first=[1] * N", "-i", "second=[2] * N", "--arg", "first=ints(N, 0, 9)")
    answer = shelves("redundant", "shelves:shared", *given, "-o", "slow", "--budget", "60s", "--json")
    assert answer.code == 1, answer.err
    (finding,) = answer.document["findings"]
    remedy = finding["remedy"]
    assert set(remedy) == {"diff", "checked", "before", "after"}
    assert "+    second_set = set(second)" in remedy["diff"]
    assert (remedy["before"], remedy["after"]) == ("O(n^2)", "O(n)")
    assert remedy["checked"].startswith("equal on ")
    assert remedy["diff"] in (shelves.folder / "slow" / "shelves_shared.diff").read_text()


def test_an_input_and_a_setup_are_looked_at(shelves: Cli) -> None:
    setup = ("-s", "s = Shelf()", "-s", "for i in range(N): s.put(str(i))")
    answer = shelves("redundant", "shelves:Shelf.missing", *setup, "-i", "self=s", "-i", "names=['x'] * N")
    assert answer.code == 1, answer.err
    assert "shelves.py:21 in Shelf._has: search from the start" in answer.out
    assert "the outer loop is at " in answer.out
    assert "    for i in range(N): s.put(str(i))" in answer.out
    assert "1 place with redundant work" in answer.out


def test_links_that_are_followed_again_are_found_from_the_signature_alone(shelves: Cli) -> None:
    answer = shelves("redundant", "shelves:Chain.extend", "--budget", "40s", "--json")
    assert answer.code == 1, answer.err
    (finding,) = answer.document["findings"]
    assert finding["kind"] == "attributes of the same objects"
    assert finding["function"] == "Chain.extend"
    assert finding["share"] > 0.5


def test_what_does_nothing_twice_is_left_alone(shelves: Cli) -> None:
    answer = shelves("redundant", "shelves:pairs", "-i", "first=[1] * N", "-i", "second=[1] * N")
    assert answer.code == 0, answer.err
    assert "no redundant work found" in answer.out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["shelves:missing"], "no 'missing' in shelves"),
        (["shelves:pairs", "--iterations", "0"], "--iterations must be more than zero"),
        (["shelves:pairs", "-i", "first=["], "the input 'first' is not a Python expression"),
        (["shelves:pairs", "-s", "x = ("], "the setup is not Python"),
        (["shelves:pairs", "-a", "third=ints(N)"], "no parameter 'third'"),
        (["shelves:pairs", "-a", "first=nosuch(N)"], "nosuch"),
        (["shelves", "-a", "first=ints(N)"], "'shelves' has several callables"),
        (["shelves:pairs", "-a", "first=ints(N)", "-i", "second=[]"], "nothing is searched"),
        (["shelves:pairs", "-i", "first=nosuch", "-i", "second=[]"], "nosuch"),
    ],
)
def test_mistakes_are_told(shelves: Cli, arguments: list[str], told: str) -> None:
    answer = shelves("redundant", *arguments)
    assert answer.code == 2
    assert told in answer.err
    assert "Traceback" not in answer.err


def test_ctrl_c_reports_what_is_known(shelves: Cli) -> None:
    process = shelves.start("redundant", "shelves:constant", "--budget", "10m")
    wait_for(lambda: len(shelves.processes()) > 2, seconds=30.0)
    time.sleep(2.0)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert "Traceback" not in err
    assert "redundant work" in out or "inconclusive" in out
    assert not shelves.left_running()
