"""`--setup` and `--input` of searches: what the user gives is not searched."""

from __future__ import annotations

import pytest

from tests.functional.command import Cli

SOURCE = """
class Stack:
    def __init__(self):
        self.items = []

    def push(self, x):
        self.items.append(x)

    def pairs(self):
        return sum(1 for x in self.items for y in self.items if x is y)

    def find(self, x: int):
        for each in self.items:
            if each == x:
                return True
        return False

    def count(self, xs: list[int]):
        return sum(1 for x in xs if x in self.items)


def made(n):
    stack = Stack()
    for i in range(n):
        stack.push(i)
    return stack
"""
GIVEN = ("--setup", "s = made(N)", "--input", "self=s")


@pytest.fixture
def stack(cli: Cli) -> Cli:
    (cli.folder / "stack.py").write_text(SOURCE)
    return cli


def test_find_sees_growth_over_n_if_nothing_else_varies(stack: Cli) -> None:
    options = ("--budget", "20s", "--jobs", "1", "--patience", "500ms")
    answer = stack("find", "stack:Stack.pairs", *GIVEN, *options, "--json")
    assert answer.code == 1, answer.err
    assert answer.document["shapes"] == {}
    (finding,) = answer.document["findings"]
    assert finding["growth"]["class"] == "O(n^2)"
    assert (finding["recipe"], finding["setup"]) == ({"self": "s"}, "s = made(N)")
    assert finding["program"] == "s = made(N)\ns.pairs()  # measured"
    again = stack("grow", "stack:Stack.pairs", "--program", finding["program"], "--to", "64", "--json")
    points = dict(map(tuple, finding["growth"]["points"]))
    assert all(points.get(size, cost) == cost for size, cost in again.document["growth"]["points"])


def test_suite_searches_the_rest(stack: Cli) -> None:
    options = ("--size", "6", "--tests", "2", "--budget", "10s", "-o", "load", "--json")
    answer = stack("suite", "stack:Stack.find", *GIVEN, *options)
    assert answer.code == 0, answer.err
    assert answer.document["setup"] == "s = made(N)"
    assert list(answer.document["shapes"]) == ["x"]
    for test in answer.document["tests"]:
        assert test["input"]["self"] == "s"
        assert test["program"] == f"s = made(N)\ns.find({test['input']['x']})  # measured"
    (written,) = (stack.folder / "load").iterdir()
    assert "setup='s = made(N)'" in written.read_text()


def test_scale_makes_the_setup_at_each_size(stack: Cli) -> None:
    options = ("--size", "20", "--budget", "10s", "--json")
    answer = stack("scale", "stack:Stack.count", *GIVEN, *options)
    assert answer.code == 0, answer.err
    document = answer.document
    assert document["setup"] == "s = made(N)"
    assert document["input"]["self"] == "s"
    assert document["program"].startswith("s = made(N)\ns.count(")
    first, second, third, *_ = (each["cost"] for each in document["small"])
    assert third - second > second - first  # what is searched grows with N, and so does the stack
    assert document["lost"] == []  # fresh runs cost what the search said


@pytest.mark.parametrize("verb", ["find", "suite", "scale"])
@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-s", "s = (", "-i", "self=s"], "the setup is not Python: '(' was never closed"),
        (["-s", "s = made(N)\nt = nothing", "-i", "self=s"], "line 2: t = nothing"),
        (["-s", "s = 1", "-i", "self=s"], "is of type int"),
        ([*GIVEN, "-i", "xss=[1]"], "no parameter 'xss' (did you mean 'xs'?)"),
        (["-s", "s = made(N)"], "no input uses the setup"),
        (["-i", "[1]"], "needs a name"),
        ([*GIVEN, "-i", "xs=[1]", "-a", "xs=ints(N)"], "'xs' has an input"),
    ],
)
def test_mistakes(stack: Cli, verb: str, options: list[str], message: str) -> None:
    answer = stack(verb, "stack:Stack.count", *options, "--budget", "2s")
    assert answer.code == 2
    assert message in answer.err
    assert "Traceback" not in answer.err
