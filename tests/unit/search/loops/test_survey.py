"""One look at all targets of a module."""

from __future__ import annotations

from pathlib import Path

from slowpath.search.loops.bench import LoopBench
from slowpath.search.loops.survey import Surveyed
from slowpath.target.graph.goals import goals_of

STACKS = Path(__file__).with_name("stacks.py")
# The loop of `scan` runs only if there is much to scan, that of `refuse` ends with an exception.
SOURCE = """
class Store:
    def __init__(self):
        self.items = []
    def put(self, item):
        self.items.append(item)
    def scan(self):
        if len(self.items) > 100:
            for each in self.items:
                pass


def refuse(items):
    for each in list(items):
        pass
    raise ValueError(each)
"""


def _survey(file: Path, names: tuple[str, ...], depth: int, iterations: int) -> list[Surveyed]:
    bench = LoopBench(depth=depth, iterations=iterations, max_ops=50_000_000)
    specs = [f"{file}:{name}" for name in names]
    numbers: dict[object, int] = {}
    for spec in specs:
        found = goals_of(bench.graph(spec), depth, iterations).goals
        bench.goals[spec] = {numbers.setdefault(goal.loop.key, len(numbers)): goal for goal in found}
    assert bench.module(specs[0]) == bench.load(specs[0]).target.module
    assert bench.home(0) == bench.module(specs[0])
    return list(bench.survey(specs, range(len(numbers)), lambda: False).run())


def _reached(found: list[Surveyed]) -> dict[int, str]:
    return {
        goal: attempt.use.program.source
        for each in found
        for goal, attempt in each.attempts.items()
        if attempt.reaches
    }


def test_loops_of_methods_and_functions_are_reached_and_programs_are_small() -> None:
    found = _survey(STACKS, ("Stack.has", "Stack.has_all", "total"), 1, 30)
    reached = _reached(found)
    assert set(reached) == {0, 1, 2}
    lines = reached[0].splitlines()
    assert lines[1] == "for i in range(N):"
    assert ".has(" in lines[3]
    assert len(lines) == 4
    assert reached[2].startswith("total(")
    assert found[0].is_begun
    assert sum(each.runs for each in found) > 3


def test_large_sizes_are_tried_and_a_run_that_raises_counts(tmp_path: Path) -> None:
    file = tmp_path / "stores.py"
    file.write_text(SOURCE)
    found = _survey(file, ("Store.scan", "refuse"), 1, 7)
    reached = _reached(found)
    assert "x.scan()" in reached[0]
    (size,) = {each.attempts[0].size for each in found if 0 in each.attempts and each.attempts[0].reaches}
    assert size > 100
    assert reached[1].startswith("refuse(")


def test_a_target_that_is_left_is_told_what_programs_are_made_of() -> None:
    found = _survey(STACKS, ("Stack.has_all",), 2, 10**6)  # too many for the budget of a run
    material = found[-1].material
    assert material is not None
    assert "Stack()" in material.makers
    assert any(each.startswith("x.push(") for each in material.actions)
    assert material.starts
