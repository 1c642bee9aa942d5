"""`slowpath cases`, as users run it."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.functional.command import Cli, wait_for

EXAMPLES = Path(__file__).parents[2] / "examples"
VECTOR = f"{EXAMPLES / 'vector.py'}:multiples"
LISTS = ("-a", "ns=ints(upto(N))")

PROGRAMS = """
def collatz(n: int) -> int:
    steps = 0
    while n > 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def sign(n: int) -> int:
    if n < 0:
        raise ValueError(n)
    return 1 if n else 0


def deadly(n: int) -> int:
    if n == 3:
        import os
        os._exit(5)
    return 0


def endless(n: int) -> int:
    open("begun.txt", "w").close()
    return collatz(n)


def scribble(n: int) -> None:
    open("scribbled.txt", "w").close()


def factorial(n: int) -> int:
    return 1 if n <= 1 else n * factorial(n - 1)


def filled(n: int) -> list[int]:
    if n < 0:
        raise ValueError(n)
    small = [0] * n
    return small if n < 3 else [1] * n


class Box:
    def __init__(self, room: int, held: int):
        if room < 0:
            raise ValueError("no room")
        self.room = room
        self.held = held

    def take(self, count: int) -> int:
        if count > self.room:
            raise KeyError(count)
        while self.held > 2:
            self.held -= 1
        return self.held
"""

MODEL = """
name = "items"

[sizes]
list = {each = 10}

[weights]
burden = "2*memory"
"""


@pytest.fixture
def project(cli: Cli) -> Cli:
    (cli.folder / "programs.py").write_text(PROGRAMS)
    return cli


def test_the_document(project: Cli) -> None:
    answer = project("cases", "programs:sign", "-m", "ops", "--json")
    assert answer.code == 0, answer.err
    document = answer.document
    assert document["target"] == "programs:sign"
    assert document["complete"] is True
    assert document["found"] == 3
    by_condition = {case["condition"]: case for case in document["cases"]}
    assert set(by_condition) == {"n <= -1", "n == 0", "n >= 1"}
    assert by_condition["n <= -1"]["raises"].startswith("ValueError: -1")
    assert by_condition["n == 0"]["input"] == {"n": "0"}
    for case in document["cases"]:
        counted = project("cost", "programs:sign", "-i", case["input"]["n"], "-m", "ops", "--json")
        assert counted.document["cost"]["ops"] == case["cost"]["ops"]
    costs = [case["cost"]["ops"] for case in document["cases"]]
    assert costs == sorted(costs, reverse=True)


def test_the_table(cli: Cli) -> None:
    answer = cli(
        "cases", VECTOR, *LISTS, "--size", "2", "--loops", "2", "-m", "calls:realloc", "--policy", "worst"
    )
    assert answer.code == 0, answer.err
    assert "calls:realloc" in answer.out
    assert "where len(ns) == 2 and icap == 1" in answer.out
    assert "1 of 13 cases (12 dropped); stopped because: every path was explored" in answer.out
    assert answer.err == ""  # no progress display in a pipe


def test_a_cost_model_and_a_policy(cli: Cli) -> None:
    model = str(EXAMPLES / "jvm.toml")
    policy = "returns and memory > 48"
    answer = cli(
        "cases", VECTOR, *LISTS, "--size", "2", "--loops", "2", "--model", model, "--policy", policy, "--json"
    )
    assert answer.code == 0, answer.err
    for case in answer.document["cases"]:
        assert (case["cost"]["memory"], case["under"]) == ("12 + 4*icap", "icap >= 10")
        assert case["at"]["memory"] == 12 + 4 * int(case["input"]["icap"]) > 48
    assert len(answer.document["cases"]) == 7


def test_metered_memory_grows_with_the_input(cli: Cli) -> None:
    answer = cli("cases", VECTOR, *LISTS, "--size", "1", "--loops", "1", "-m", "memory", "--json")
    shown = [case["cost"]["memory"] for case in answer.document["cases"] if case["raises"] is None]
    assert all(str(text).endswith(" + 8*icap") for text in shown)
    case = answer.document["cases"][0]
    inputs = [part for name, text in case["input"].items() for part in ("-i", f"{name}={text}")]
    counted = cli("cost", VECTOR, *inputs, "-m", "memory", "--json")
    assert counted.document["cost"]["memory"] == case["at"]["memory"]


def test_the_pytest_file_passes_and_fails_when_the_cost_changes(project: Cli) -> None:
    answer = project("cases", "programs:sign", "-o", "test_sign.py")
    assert answer.code == 0, answer.err
    assert "3 tests written" in answer.err
    assert _pytest(project.folder, "test_sign.py") == 0
    source = (project.folder / "programs.py").read_text()
    (project.folder / "programs.py").write_text(
        source.replace("return 1 if n else 0", "return 1 + 0 * n if n else 0")
    )
    assert _pytest(project.folder, "test_sign.py") == 1


def _pytest(folder: Path, *files: str) -> int:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *files]
    return subprocess.run(command, cwd=folder, capture_output=True, timeout=60, check=False).returncode


def test_recursion_is_bounded(project: Cli) -> None:
    arguments = ("programs:factorial", "--recursions", "3", "-m", "calls:factorial", "--json")
    answer = project("cases", *arguments, "-o", "test_factorial.py")
    assert answer.code == 0, answer.err
    assert answer.document["complete"]
    shown = {case["condition"]: case["cost"]["calls:factorial"] for case in answer.document["cases"]}
    assert shown == {"n == 4": 4, "n == 3": 3, "n == 2": 2, "n <= 1": 1}
    driven = project("cases", *arguments, "--driven", "--policy", "calls:factorial >= 0")
    assert driven.code == 0, driven.err
    assert {case["condition"] for case in driven.document["cases"]} == set(shown)
    assert _pytest(project.folder, "test_factorial.py") == 0


def test_a_method_with_the_object_it_belongs_to(project: Cli) -> None:
    arguments = ("programs:Box.take", "--loops", "2", "-m", "iterations")
    answer = project("cases", *arguments, "-a", "held=integer(0, 9)", "-o", "test_box.py", "--json")
    assert answer.code == 0, answer.err
    document = answer.document
    assert document["complete"]
    assert document["rejected"] == 1  # the constructor refuses it
    shown = {(case["cost"]["iterations"], case["raises"]) for case in document["cases"]}
    assert shown == {(0, "KeyError: 1"), (0, None), (1, None), (2, None)}
    by_cost = {case["cost"]["iterations"]: case for case in document["cases"]}
    assert by_cost[2]["input"]["held"] == "4"
    assert "held == 4" in by_cost[2]["condition"]
    assert _pytest(project.folder, "test_box.py") == 0


def test_a_threshold_holds_always_never_or_under_a_condition(project: Cli) -> None:
    (project.folder / "items.toml").write_text(MODEL)
    arguments = ("programs:filled", "--model", "items.toml", "-m", "memory", "--json")

    def under(policy: str, *more: str) -> dict[str, str | None]:
        answer = project("cases", *arguments, "--policy", policy, *more)
        assert answer.code == 0, answer.err
        for case in answer.document["cases"]:
            factor = 20 if case["cost"]["memory"] == "20*n" else 10
            assert case["at"]["memory"] == factor * int(case["input"]["n"])
        return {case["cost"]["memory"]: case["under"] for case in answer.document["cases"]}

    assert under("memory >= 20 and returns") == {"20*n": None, "10*n": "n >= 2"}
    assert under("memory > 100 and returns", "-o", "test_filled.py") == {"20*n": "n >= 6"}
    assert under("burden > 200 and returns") == {"20*n": "n >= 6"}
    assert under("memory < 60 and returns and memory > 20") == {}
    assert under("memory > 100 and returns", "--driven") == {"20*n": "n >= 6"}
    assert _pytest(project.folder, "test_filled.py") == 0


@pytest.mark.parametrize(
    ("policy", "tried", "jobs"), [("worst", 1, "1"), ("top 3", 3, "1"), ("instructions > 300", 8, "2")]
)
def test_driven_finds_the_same_as_all_paths(cli: Cli, policy: str, tried: int, jobs: str) -> None:
    arguments = ("cases", VECTOR, *LISTS, "--loops", "4", "-m", "instructions", "--policy", policy, "--json")
    aware = cli(*arguments).document
    answer = cli(*arguments, "--driven", "--jobs", jobs)
    assert answer.code == 0, answer.err
    driven = answer.document
    assert (aware["mode"], aware["traces"], driven["mode"]) == ("aware", None, "driven")
    assert [case["cost"] for case in driven["cases"]] == [case["cost"] for case in aware["cases"]]
    assert driven["complete"]
    assert driven["stopped_because"] == "no other trace can be wanted"
    traces = driven["traces"]
    assert (traces["abstraction"], traces["count"]) == ("enhanced", aware["found"])
    assert traces["tried"] == traces["feasible"] == tried


def test_driven_wants_the_worst_where_no_policy_is_given(cli: Cli) -> None:
    model = ("--model", str(EXAMPLES / "jvm.toml"))
    answer = cli("cases", VECTOR, *LISTS, "--loops", "4", *model, "-m", "memory", "--driven")
    assert answer.code == 0, answer.err
    assert "policy worst, driven, cost model jvm" in answer.out
    assert "12 + 4*icap" in answer.out
    assert "under icap >= 10" in answer.out
    assert "of 63 enhanced traces followed" in answer.out


def test_driven_by_naive_traces(project: Cli) -> None:
    answer = project("cases", "programs:sign", "-m", "instructions", "--driven", "--naive", "--json")
    assert answer.code == 0, answer.err
    assert answer.document["traces"]["abstraction"] == "naive"
    assert len(answer.document["cases"]) == 1


def test_driven_within_a_budget(cli: Cli) -> None:
    arguments = ("cases", VECTOR, *LISTS, "--size", "8", "--loops", "8", "-m", "instructions", "--driven")
    answer = cli(*arguments, "--naive", "--budget", "1s", "--json")
    assert answer.code == 0, answer.err
    assert answer.document["stopped_because"] == "time budget"
    assert not answer.document["complete"]


def test_settings_of_the_project_and_several_processes(project: Cli) -> None:
    (project.folder / "pyproject.toml").write_text('[tool.slowpath]\nmeasure = "calls:sign"\n')
    answer = project("cases", "programs:sign", "--jobs", "2", "--seed", "3", "--json")
    assert answer.code == 0, answer.err
    assert [case["cost"] for case in answer.document["cases"]] == [{"calls:sign": 1}] * 3


def test_interrupted_it_reports_what_it_has(project: Cli) -> None:
    process = project.start("cases", "programs:endless", "-m", "ops", "--allow", "files", "--json")
    assert wait_for((project.folder / "begun.txt").exists, 30)
    assert wait_for(lambda: len(project.processes()) >= 3, 30)  # itself, one that explores, one that counts
    time.sleep(2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert '"stopped_because": "interrupted"' in out


def test_the_budget_ends_it(project: Cli) -> None:
    answer = project("cases", "programs:collatz", "-m", "ops", "--budget", "1s", "--json")
    assert answer.code == 0, answer.err
    assert answer.document["stopped_because"] == "time budget"
    assert answer.document["complete"] is False
    assert answer.document["found"] > 3


LIBRARY = """
import ast, json

def loads(s: str):
    return json.loads(s)

def literal(s: str):
    return ast.literal_eval(s)
"""


def test_a_module_that_sees_the_input_joins_the_scope(cli: Cli) -> None:
    (cli.folder / "library.py").write_text(LIBRARY)
    arguments = ("library:loads", "-a", "s=text(N, '1[]')", "--size", "2", "-m", "ops")
    answer = cli("cases", *arguments, "--json")
    assert answer.code == 0, answer.err
    document = answer.document
    assert document["scope"] == ["json"]
    assert document["complete"]
    assert not document["lost"]
    assert "'[]'" in [case["input"]["s"] for case in document["cases"]]
    assert len(document["cases"]) > 2
    worst = document["cases"][0]
    counted = cli("cost", "library:loads", "-i", worst["input"]["s"], "--scope", "json", "--json")
    assert counted.document["cost"]["ops"] == worst["cost"]["ops"]
    shown = cli("cases", *arguments, "-o", "test_loads.py")
    assert "counted in json too" in shown.out
    assert "SCOPE = ('json',)" in (cli.folder / "test_loads.py").read_text()


def test_what_is_lost_is_not_complete(cli: Cli) -> None:
    (cli.folder / "library.py").write_text(LIBRARY)
    arguments = ("library:literal", "-a", "s=text(N, '1a')", "--size", "1", "-m", "ops")
    document = cli("cases", *arguments, "--json").document
    assert not document["complete"]
    assert [each["reason"] for each in document["lost"]] == ["ast.literal_eval() outside the scope"]
    shown = cli("cases", *arguments).out
    assert "every path that is known was explored, others may exist" in shown
    assert "not complete: see below" in shown


def test_a_target_that_ends_the_process(project: Cli) -> None:
    answer = project("cases", "programs:deadly", "-m", "ops", "--json")
    assert answer.code == 3, answer.err
    assert answer.document["inconclusive"]
    assert answer.document["stopped_because"] == "the exploring process ended"
    assert not answer.document["complete"]


def test_a_target_writes_no_files(project: Cli) -> None:
    answer = project("cases", "programs:scribble", "-m", "ops", "--json")
    assert answer.code == 3, answer.err
    assert answer.document["inconclusive"]
    assert not (project.folder / "scribbled.txt").exists()
    assert "a fresh run ended otherwise" in answer.document["lost"][0]["reason"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("programs:sign", "--policy", "memori > 3"), "no measure 'memori'"),
        (("programs:sign", "--policy", "often"), "no clause of a policy"),
        (("programs:sign", "--criterion", "branch-3"), "no criterion"),
        (("programs:sign", "--arg", "n"), "names no parameter"),
        (("programs:sign", "--arg", "m=integer()"), "no parameter 'm'"),
        (("programs:sign", "--requires", "m > 3"), "which is no parameter"),
        (("programs:sign", "--model", "none.toml"), "cannot read the cost model"),
        (("programs:sign", "-o", "none/test.py"), "no folder"),
        (("programs:nothing",), "no 'nothing'"),
        (("programs:sign", "--naive"), "Add --driven"),
        (("programs:sign", "--driven", "-m", "memory"), "is metered if no cost model prices it"),
        (("programs:sign", "--driven", "--policy", "ops > 3 and calls > 0"), "traces are weighed by 'ops'"),
        (("programs:sign", "--driven", "-m", "2*ops+calls"), "is a sum of measures"),
        (("programs:collatz", "--driven", "-m", "instructions"), "Give a criterion, such as loop-3"),
        (("programs:Box.take", "--driven", "-m", "calls"), "leave --driven out"),
        (("targets:dedupe", "--driven", "-m", "ops", "-a", "items=ints(N)"), "ops is not observable"),
        (
            ("programs:scribble", "--driven", "-m", "calls"),
            "programs.py:29: ",
        ),
    ],
)
def test_mistakes(project: Cli, arguments: tuple[str, ...], words: str) -> None:
    answer = project("cases", *arguments)
    assert answer.code == 2
    assert answer.out == ""
    assert words in answer.err
    assert "Traceback" not in answer.err


WRAPPED = """
from contextlib import contextmanager
from dataclasses import dataclass

@dataclass
class Item:
    price: int

@contextmanager
def opened(number: int):
    yield number + 1

def assigned(price: int) -> bool:
    item = Item(0)
    item.price = price
    return item.price > 3

def entered(number: int) -> bool:
    with opened(number) as next:
        return next > 3
"""


@pytest.mark.parametrize("name", ["assigned", "entered"])
def test_a_wrapper_of_the_standard_library_hides_nothing(cli: Cli, name: str) -> None:
    """The `__repr__` of a dataclass, say: it names the module of the class as its own."""
    (cli.folder / "wrapped.py").write_text(WRAPPED)
    document = cli("cases", f"wrapped:{name}", "-m", "ops", "--json").document
    assert document["complete"]
    assert not document["lost"]
    assert len(document["cases"]) == 2
