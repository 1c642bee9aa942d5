"""The tables of benchmarks/whitesyn, from answers that were not measured."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

WHITESYN = Path(__file__).parents[3] / "benchmarks" / "whitesyn"
MODULES = {path.stem for path in WHITESYN.iterdir()} | {"run"}


@pytest.fixture(autouse=True)
def on_path(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the scripts import each other as they do when they are run, and leave nothing behind."""
    monkeypatch.setattr(sys, "path", [str(WHITESYN), *sys.path])
    yield
    for name in [each for each in sys.modules if each.partition(".")[0] in MODULES]:
        del sys.modules[name]


def module(name: str) -> Any:
    return importlib.import_module(name)


def document(*goals: dict[str, Any]) -> dict[str, Any]:
    return {"target": "t", "goals": list(goals), "reached": 0, "feasible": len(goals), "unreachable": 2}


def goal(place: Any, iterations: int, wanted: int = 16, blocked_by: str | None = None) -> dict[str, Any]:
    return {
        "site": f"/somewhere/subjects/{place.file}:{place.line}",
        "function": place.function,
        "depth": 2,
        "wanted": wanted,
        "iterations": iterations,
        "program": "f(N)",
        "blocked_by": blocked_by,
        "more": "of what later versions tell",
    }


def subject(name: str) -> Any:
    catalogue = module("catalogue")
    everything = (*catalogue.LOOPS, *catalogue.REDUNDANT, *catalogue.HIDDEN)
    return next(each for each in everything if each.name == name)


def test_an_answer_is_read_and_its_goal_found_by_file_and_line() -> None:
    wanted, other = subject("contains").inner, subject("perfsyn_3").inner
    answer = module("answer").answer_of(document(goal(wanted, 3), goal(wanted, 16), goal(other, 99)), 1.5)
    assert answer.at(wanted).iterations == 16
    assert answer.at(subject("perfsyn_20").inner) is None
    assert answer.reached == 2
    assert (answer.unreachable, answer.seconds, answer.note) == (2, 1.5, "")


def test_what_is_reported_is_counted_again() -> None:
    loops = module("loops")
    assert loops.recount(subject("containsAll"), "ArrayList([0] * N + [1]).contains_all([1] * N)", 16) == 16
    assert loops.recount(subject("containsAll"), "ArrayList([0] * N).contains_all([0] * N)", 16) == 0
    imported = "from subjects.collection import ArrayList as A\nA([0] * N).contains(1)"
    assert loops.recount(subject("contains"), imported, 16) == 16


def test_a_program_that_cannot_run_shows_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert module("loops").recount(subject("contains"), "missing(N)", 16) == 0
    assert "NameError" in capsys.readouterr().err


def test_successes_are_counted_by_seed_and_only_if_the_counter_agrees() -> None:
    loops = module("loops")
    outcomes = [
        loops.Outcome("perfsyn_11", 16, 0, 16, 16, 1.0, "p", ""),
        loops.Outcome("perfsyn_11", 16, 1, 16, 4, 3.0, "p", ""),
        loops.Outcome("perfsyn_3", 16, 0, 16, 17, 2.0, "p", ""),
        loops.Outcome("perfsyn_3", 16, 1, 9, None, 2.0, "p", "no last key"),
    ]
    assert loops.successes(16, (0, 1), outcomes) == [2, 0]
    assert loops.row(subject("perfsyn_11"), (16,), outcomes).split()[2:4] == ["1/2", "(yes)"]
    assert "the own counter disagrees" in loops.row(subject("perfsyn_11"), (16,), outcomes)
    assert "no last key" in loops.row(subject("perfsyn_3"), (16,), outcomes)
    assert "1 of 2 (0 to 2 with 2 seeds); reported 1.5; the thesis 17" in loops.summary(
        2, (16,), (0, 1), outcomes, loops.PAPER_LOOPS
    )


def test_a_figure_is_drawn(tmp_path: Path) -> None:
    loops = module("loops")
    outcomes = [loops.Outcome("contains", each, 0, each, each, 1.0, "p", "") for each in (16, 256)]
    loops.draw(tmp_path / "figure.svg", (16, 256), (0,), outcomes, loops.PAPER_LOOPS)
    assert (tmp_path / "figure.svg").read_text().startswith("<?xml")


def test_shares_are_of_the_goals_and_what_is_left_has_its_reason() -> None:
    place = subject("contains").inner
    answer = module("answer").answer_of(
        document(goal(place, 7, 7), goal(place, 2, 7, "raises KeyError")), 9.0
    )
    assert module("bundle").share(answer) == 0.5
    assert module("bundle").share(module("answer").Answer("t", (), 1.0)) == 0
    shown = module("bundle").shown("subjects, depth 2", answer)
    assert "1 of 2 goals at 7 iterations (50%), 2 proven unreachable, 9 s" in shown
    assert "ArrayList.index_of: 2; raises KeyError" in shown
    assert "1 raises KeyError" in module("packages").row("boltons", 1, answer)


def test_subjects_that_ask_the_same_are_searched_once() -> None:
    algorithms, catalogue = module("algorithms"), module("catalogue")
    names = [each.name for each in algorithms.different((*catalogue.LOOPS, *catalogue.REDUNDANT))]
    assert len(names) == len(set(names)) == 31
    assert "perfsyn_12" in names
    assert "409" not in names
    tried = [
        algorithms.Tried("mosa", "a", 16, 0, 16, 2.0, ""),
        algorithms.Tried("mosa", "b", 16, 0, 3, 9.0, ""),
    ]
    assert algorithms.row("mosa", [16], tried).split() == ["mosa", "16:", "1", "of", "2,", "2.0", "s"]


def test_the_lists_are_those_of_the_study() -> None:
    assert len({each.entry for each in module("objects").TARGETS}) == 15
    assert len(module("packages").PACKAGES) == 8


def test_loops_of_generated_tests_are_observed_even_if_a_test_fails(tmp_path: Path) -> None:
    tests = tmp_path / "test_generated.py"
    tests.write_text(
        "import subjects.ordered as m\n"
        "def test_a():\n    m.ListOrderedSet(range(9)).add_all(range(20, 30))\n    raise SystemExit\n"
        "def test_b():\n    m.ListOrderedMap().remove(1)\n"
    )
    observed = module("observed").places("subjects.ordered", tests, 2, 7)
    assert {(Path(each.rpartition(":")[0]).name, int(each.rpartition(":")[2])) for each in observed} == {
        (place.file, place.line) for place in [subject("perfsyn_15").inner]
    }
    assert not module("observed").places("subjects.ordered", tests, 3, 7)


def test_a_comparison_is_one_line() -> None:
    row = module("pynguin").Row("subjects.arrays", 1, 0, 4, 3, 1, 12)
    assert module("pynguin").shown(row).split()[5:11] == ["4", "goals", "slowpath", "3", "Pynguin", "1"]
    assert len(module("pynguin").MODULES) >= 6
