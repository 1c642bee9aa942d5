"""Load test suites as text, as documents and as files."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

from click import unstyle

from slowpath.model.find import Baseline
from slowpath.model.provenance import Provenance, ShapeNote
from slowpath.model.run import Lost
from slowpath.model.stop import StopReason
from slowpath.model.suite import LoadTest, SuiteReport
from slowpath.report.suite import document, file_name, guard, text
from tests.unit.report.reports import TARGET

REPORT = SuiteReport(
    target=TARGET,
    measure="ops",
    size=4,
    seed=0,
    look_ahead=8,
    constraints=None,
    levels=3,
    runs=1234,
    threshold=4.0,
    tests=(
        LoadTest({"a": "[1, 2]", "x": "9"}, 2000, 5),
        LoadTest({"a": repr(list(range(100))), "x": "0"}, 1000, 5, "ValueError: \x1b[31m"),
    ),
    baseline=Baseline(500, 2),
    stopped_because=StopReason.TIME,
    elapsed=1.5,
    lost=(Lost("N = 4", "a fresh run came to no end: killed", 1),),
    shapes={"a": ShapeNote("ints(N)", Provenance.GUESS)},
)


def test_the_text_has_costs_differences_and_the_baseline() -> None:
    shown = text(REPORT)
    assert "shop:dedupe: ops at N = 4" in shown
    assert "\n  a = ints(N)  (a guess)\n" in shown
    assert "2,000            5  a=[1, 2], x=9" in shown
    assert "raises ValueError: \\x1b[31m" in shown
    assert "2 tests in 1,234 runs and 3 levels of 8 decisions (time budget)" in shown
    assert "2 random inputs: 500; the suite: 4.0 times" in shown
    assert "not sure: N = 4: a fresh run came to no end: killed" in shown
    assert max(map(len, shown.splitlines())) < 140


def test_a_suite_that_was_interrupted_has_no_baseline() -> None:
    short = replace(REPORT, baseline=None, tests=())
    assert "random" not in text(short)
    assert document(short)["baseline"] is None


def test_an_unknown_difference_is_not_claimed() -> None:
    assert "; any two differ by 4 decisions or more" in text(REPORT)
    unknown_difference = replace(REPORT, tests=(replace(REPORT.tests[0], differs=None), REPORT.tests[1]))
    assert "2,000    not known  a=[1, 2], x=9" in text(unknown_difference)
    assert "any two differ" not in text(unknown_difference)
    assert document(unknown_difference)["tests"][0]["differs"] is None


def test_the_document_has_all_of_it() -> None:
    found = document(REPORT)
    assert found["tests"][1]["raises"] == "ValueError: \x1b[31m"
    assert found["baseline"] == {"cost": 500, "runs": 2}
    assert found["lost"][0]["site"] == "N = 4"
    assert found["shapes"] == {"a": "ints(N)  (a guess)"}
    assert list(found)[:4] == ["target", "measure", "size", "seed"]


def test_the_file_holds_every_input_with_its_cost(tmp_path: Path) -> None:
    source = guard(replace(REPORT, scope=("shop",)), tmp_path)
    assigned = {
        node.targets[0].id: node.value
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name)
    }
    assert ast.literal_eval(assigned["TARGET"]) == "shop:dedupe"
    assert ast.literal_eval(assigned["SUITE"]) == [(dict(each.inputs), each.cost) for each in REPORT.tests]
    assert "scope=('shop',)" in source
    assert file_name(REPORT.target.spec) == "test_shop_dedupe_load.py"


def test_a_target_in_a_file_is_found_from_the_test(tmp_path: Path) -> None:
    (tmp_path / "code.py").write_text("def f(x): return x\n")
    found = replace(REPORT, target=replace(TARGET, spec=f"{tmp_path}/code.py:f"))
    source = guard(found, tmp_path / "load")
    assert "Path(__file__).parent / '../code.py'" in source
    assert "from pathlib import Path" in source


def test_a_suite_without_tests_is_inconclusive() -> None:
    empty = replace(REPORT, tests=())
    assert "inconclusive: no run of the target came to its end" in unstyle(text(empty))
    assert document(empty)["inconclusive"] == empty.inconclusive
    assert REPORT.inconclusive is None
