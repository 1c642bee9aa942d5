"""Each build runs the same function, and tells the measures that are its own."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from slowpath.errors import BudgetExceeded
from slowpath.run.builds import LoadedBuild, Plain, load
from slowpath.run.messages import COUNT, MAKING, OBSERVE, PLAIN, SECONDS
from tests.unit.run import targets
from tests.unit.run.targets import FILE


def loaded(build: str, name: str = "exits_at") -> LoadedBuild:
    return load(f"{FILE}:{name}", (), build)


def ran(subject: LoadedBuild, measures: tuple[str, ...], *arguments: int, max_ops: int | None = None) -> Any:
    subject.prepare(measures)
    with subject.installed():
        subject.start(max_ops)
        try:
            return subject.function(*arguments)
        finally:
            subject.stop()


@pytest.mark.parametrize("build", [COUNT, OBSERVE, PLAIN])
def test_every_build_returns_what_the_function_does(build: str) -> None:
    subject = loaded(build)
    assert ran(subject, (), 7, 0) == targets.exits_at(7, 0)
    assert [each.name for each in subject.target.parameters] == ["n", "at"]


def test_the_count_build_counts_iterations_and_calls() -> None:
    subject = loaded(COUNT)
    ran(subject, ("iterations", "calls:exits_at", "memory"), 7, 0)
    assert subject.costs() == {"iterations": 7, "calls:exits_at": 1}
    ran(subject, ("iterations",), 9, 0)
    assert subject.costs() == {"iterations": 9}  # nothing is left of the run before


def test_the_lines_of_the_count_build_have_their_source() -> None:
    subject = loaded(COUNT)
    ran(subject, ("ops",), 7, 0)
    text = FILE.read_text().splitlines()
    lines = subject.lines()
    assert [line.source for line in lines] == [text[line.line - 1].rstrip() for line in lines]
    assert sum(line.ops for line in lines) == subject.costs()["ops"]


def test_tabs_of_a_line_are_shown_as_blanks(tmp_path: Path) -> None:
    file = tmp_path / "tabs.py"
    file.write_text("def f(n):\n\tif n:\n\t\treturn n\n")
    subject = load(f"{file}:f", (), COUNT)
    ran(subject, ("ops",), 7)
    assert [line.source for line in subject.lines() if line.line > 1] == ["    if n:", "        return n"]


def test_the_observe_build_sees_memory_alone() -> None:
    subject = loaded(OBSERVE)
    ran(subject, ("0.5*ops + 0.5*allocated",), 1_000, 0)
    (cost,) = subject.costs().values()
    assert cost >= 8 * 1_000  # the list that is returned
    assert list(subject.costs()) == ["allocated"]
    assert subject.lines() == ()


def test_the_plain_build_has_seconds_and_the_module_itself() -> None:
    subject = loaded(PLAIN)
    assert isinstance(subject, Plain)
    ran(subject, ("ops",), 7, 0)
    assert list(subject.costs()) == [SECONDS, MAKING]
    assert all(cost >= 0 for cost in subject.costs().values())
    assert (subject.lines(), subject.lost(), subject.pattern(), subject.state()) == ((), (), None, None)


@pytest.mark.parametrize("build", [COUNT, PLAIN])
def test_random_numbers_start_anew(build: str) -> None:
    subject = loaded(build, "shuffles")

    def shuffled() -> Any:
        subject.seed_random()
        return ran(subject, (), 50)

    assert shuffled() == shuffled()
    assert shuffled() != ran(subject, (), 50)


@pytest.mark.parametrize("build", [COUNT, OBSERVE, PLAIN])
def test_a_setup_runs_in_the_build(build: str) -> None:
    subject = loaded(build)
    names: dict[str, Any] = {"start": 2}
    with subject.installed():
        cost = subject.build("import random\nxs = [start for _ in range(9)]", names, None)
    assert names["xs"] == [2] * 9
    assert (cost is not None) == (build == COUNT)


def test_a_setup_has_a_budget() -> None:
    subject = loaded(COUNT)
    with subject.installed(), pytest.raises(BudgetExceeded):
        subject.build("while True: pass", {}, 1000)


@pytest.mark.parametrize(
    ("text", "is_loaded"),
    [("import re\n", True), ("from re import compile\nP = compile('a')\n", True), ("", False)],
)
def test_a_target_that_has_patterns_at_hand_shares_what_counts_them(
    text: str, is_loaded: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "patterned.py"
    file.write_text(f"{text}def function(x):\n    return x\n")
    monkeypatch.delitem(sys.modules, "slowpath.counting.regex.machines", raising=False)
    load(f"{file}:function", (), COUNT)
    assert ("slowpath.counting.regex.machines" in sys.modules) is is_loaded
