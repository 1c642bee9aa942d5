"""The pytest file of `find`: what it claims, at which sizes, and that no text breaks out of it."""

from __future__ import annotations

import ast
import textwrap
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from slowpath.model.find import FindReport, Unended
from slowpath.model.growth import Growth
from slowpath.model.scenario import Scenario
from slowpath.recipe.writing import written_program
from slowpath.report.guard import guard, steep_size
from tests.unit.report import found, reports


def calls(source: str, name: str = "assert_growth") -> list[tuple[Any, dict[str, Any]]]:
    """The inputs and the keywords of each call of what asserts."""
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    return [
        (
            ast.literal_eval(node.args[1]),
            {each.arg or "": ast.literal_eval(each.value) for each in node.keywords},
        )
        for node in nodes
        if isinstance(node.func, ast.Name) and node.func.id == name
    ]


def written(report: FindReport, *more: Any) -> str:
    source = guard(report, *more)
    assert source is not None
    return source


def test_each_finding_is_expected_to_fail() -> None:
    other = replace(found.FINDING, recipe={"xs": "[N] * N"})
    source = written(found.report(found.FINDING, other))
    assert source.count("@pytest.mark.xfail(\n    strict=True,\n    raises=AssertionError,\n") == 2
    assert "O(n^2) at /src/shop.py:4 in dedupe; drop this mark when it is fixed" in source
    assert [each for each, _ in calls(source)] == [{"xs": "list(range(N))"}, {"xs": "[N] * N"}]
    functions = [node.name for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    assert functions == ["test_dedupe_1", "test_dedupe_2"]
    assert 'TARGET = "shop:dedupe"' in source


def test_a_fixed_target_may_cost_as_much_as_the_input_holds() -> None:
    steep = replace(found.QUADRATIC, points=tuple((2**k, 16**k) for k in range(3, 8)))
    large = replace(found.FINDING, growth=steep, input=found.QUADRATIC)
    ((_, keywords),) = calls(written(found.report(large)))
    assert keywords["ratio"] == 6.25  # 2.5 for each of its two powers


def test_an_input_without_end_is_expected_to_have_none() -> None:
    stuck = Unended({"xs": "[7] * N"}, 20_000_000, 4.0)
    source = written(replace(found.report(), unended=(stuck,)))
    assert calls(source, "assert_ends") == [({"xs": "[7] * N"}, {"size": 1, "ops": 20_000_000})]
    assert not calls(source)
    assert "from slowpath.testing import assert_ends\n" in source
    both = written(replace(found.report(found.FINDING), unended=(stuck,)))
    assert "from slowpath.testing import assert_ends, assert_growth\n" in both
    assert len(calls(both)) == len(calls(both, "assert_ends")) == 1


def test_without_a_finding_the_best_recipe_is_expected_to_hold() -> None:
    source = written(found.report())
    assert "xfail" not in source
    assert "import pytest" not in source
    assert calls(source) == [({"xs": "[0] * N"}, {"size": 1024, "ratio": 2.5})]


def test_what_grows_faster_is_held_where_it_is() -> None:
    ((_, keywords),) = calls(written(found.report(growth=found.QUADRATIC)))
    assert keywords == {"size": 256, "ratio": 4.4}


def test_nothing_that_grows_nothing_to_guard() -> None:
    single = replace(found.LINEAR, points=((8, 59),))
    assert guard(found.report(growth=single)) is None
    assert guard(found.report(recipe=None, growth=None)) is None


@pytest.mark.parametrize(
    ("points", "size"),
    [
        ([(8, 64), (16, 256), (32, 1024)], 16),  # the largest with its double
        ([(512, 10**6), (1024, 4 * 10**6), (2048, 16 * 10**6)], 512),  # none is quick: the smallest
        ([(8, 800), (16, 1600), (32, 6400)], 16),  # only where it is steep
        ([(8, 64), (16, 256), (1024, 10**6), (2048, 4 * 10**6)], 8),  # a quick one
        ([(7, 10), (9, 300), (11, 10**5)], 5),  # no doubles
    ],
)
def test_the_size_of_a_finding(points: list[tuple[int, int]], size: int) -> None:
    assert steep_size(Growth(tuple(points), None, None, 0.0)) == size


def test_what_the_search_was_allowed_is_allowed_in_the_test() -> None:
    ((_, keywords),) = calls(written(replace(found.report(found.FINDING), scope=("json",)), ".", ["files"]))
    assert keywords == {"size": 256, "ratio": 2.5, "scope": ("json",), "allow": ("files",)}


def test_a_file_is_found_from_where_the_test_is(tmp_path: Path) -> None:
    file = tmp_path / "it's.py"
    file.write_text("def f(): pass\n")
    target = replace(reports.TARGET, spec=f"{file}:f")
    source = written(replace(found.report(), target=target), tmp_path / "tests" / "slow")
    head = source[: source.index("def test_")]
    names: dict[str, Any] = {"__file__": str(tmp_path / "tests" / "slow" / "test_x.py")}
    exec(head, names)
    path, _, name = names["TARGET"].rpartition(":")
    assert (Path(path).resolve(), name) == (file.resolve(), "f")


def test_no_text_breaks_out() -> None:
    source = written(found.hostile())
    assert source.isascii()
    body = ast.parse(source).body
    kinds = [type(node) for node in body]
    assert kinds == [ast.Expr, ast.Import, ast.ImportFrom, ast.Assign, ast.FunctionDef]
    ((inputs, _),) = calls(source)
    assert inputs == found.hostile().findings[0].recipe


@pytest.mark.parametrize("text", ["a", "\\n", '"' * 3, "ß", "\\\\"])
def test_a_program_is_code(text: str) -> None:
    scenario = Scenario(f"x = Box('{text}')\nfor i in range(N):\n    x.add(i)")
    made = replace(found.FINDING, scenario=scenario, recipe={"xs": "x"})
    source = guard(found.report(made))
    assert source is not None
    ((program, _),) = calls(source)
    written = written_program(found.report().target, made.recipe, scenario)
    assert textwrap.dedent(program).strip() == written
    if text == "a":
        assert "        for i in range(N):\n            x.add(i)\n" in source
    passing = guard(
        replace(found.report(), growth=made.growth, recipe={"xs": "x"}, scenario=Scenario("x = N"))
    )
    assert passing is not None
    assert "x = N\n" in calls(passing)[0][0]
