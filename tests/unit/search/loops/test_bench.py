from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.errors import SlowpathError
from slowpath.model.loops import Execution, Goal, Loop
from slowpath.model.run import End
from slowpath.model.site import Site, SiteKind
from slowpath.recipe.parsing import parse_program
from slowpath.recipe.use import Use, use_of
from slowpath.search.loops.bench import LoopBench, blocked_by
from slowpath.search.loops.plan import Unit
from slowpath.search.loops.rating import GoalAttempt, RunOutcome
from slowpath.target.graph.goals import goals_of

FILE = Path(__file__).with_name("stacks.py")
HAS_ALL, HAS = f"{FILE}:Stack.has_all", f"{FILE}:Stack.has"
DEPTH, ITERATIONS = 2, 60


@pytest.fixture
def bench() -> LoopBench:
    bench = LoopBench(depth=DEPTH, iterations=ITERATIONS, max_ops=50_000_000)
    found = goals_of(bench.graph(HAS_ALL), DEPTH, ITERATIONS)
    bench.goals[HAS_ALL] = dict(enumerate(found.goals, 5))
    return bench


def test_a_module_is_loaded_once_for_all_its_targets(bench: LoopBench) -> None:
    assert bench.load(HAS).copies is bench.load(HAS_ALL).copies
    assert bench.load(HAS).target.qualname == "Stack.has"
    assert bench.load(HAS) is bench.load(HAS)


def test_modules_of_a_package_share_their_copies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "shelves").mkdir()
    (tmp_path / "shelves" / "__init__.py").write_text("")
    for name in "ab":
        (tmp_path / "shelves" / f"{name}.py").write_text("def f(x):\n    for each in x:\n        pass\n")
    (tmp_path / "shelves" / "c.py").write_text("raise ImportError('no')")
    monkeypatch.syspath_prepend(str(tmp_path))
    bench = LoopBench(depth=1, iterations=5, max_ops=10_000)
    one, other = bench.load("shelves.a:f"), bench.load("shelves.b:f")
    assert one.copies is other.copies
    bench.goals["shelves.b:f"] = dict(enumerate(goals_of(bench.graph("shelves.b:f"), 1, 5).goals))
    assert bench.home(0) == "shelves.b"
    with pytest.raises(SlowpathError, match="no"):
        bench.load("shelves.c:f")


def test_a_unit_is_searched_for_its_goals(bench: LoopBench) -> None:
    (goal,) = bench.goals[HAS_ALL].values()
    assert goal.loop.function == "Stack.has"
    state = bench.search(Unit(HAS_ALL, (5,)), lambda: False).begin("mio", 0)
    (attempt,) = state.attempts
    assert attempt is not None
    assert attempt.fitness < 0.875  # the loop goes round


def test_what_builds_a_large_input_may_cost_more_than_a_small_run(bench: LoopBench) -> None:
    search = bench.search(Unit(HAS_ALL, (5,)), lambda: False)
    slow = "x = Stack()\nfor i in range(N):\n    x.push(i)\n    x.has(None)\nx.has_all([N - 1] * 8)"
    use = use_of(parse_program(slow), bench.load(HAS_ALL).target)
    assert use is not None
    assert search.observe(use, 1500, large=False).end is End.REFUSED
    assert search.observe(use, 1500, large=True).end is End.RETURNED


def test_sites_are_known_by_their_keys(bench: LoopBench) -> None:
    (goal,) = bench.goals[HAS_ALL].values()
    site = bench.sites(HAS_ALL)[goal.loop.key]
    assert (site.kind, site.line) == (SiteKind.LOOP, goal.loop.line)


KEY = ("m.py", 4)
GOAL = Goal(Loop(("m.py", 9), "m.py", 7, "f"), 1, 50, (), (("m.py", 1), KEY))
SITES = {KEY: Site(4, SiteKind.BLOCK, "m.py", 6, "f", 4)}
NEAR = GoalAttempt(
    Use(parse_program("f(N)"), (("x", "N"),)),
    8,
    RunOutcome(Execution(frozenset(GOAL.path)), End.RETURNED),
    3,
    0.6,
)


@pytest.mark.parametrize(
    ("attempt", "told"),
    [
        (replace(NEAR, fitness=0.0, reaches=True), None),
        (NEAR, "3 iterations are the most that were found"),
        (
            replace(NEAR, why="it makes 3 iterations at N = 8 and at N = 16"),
            "it makes 3 iterations at N = 8 and at N = 16",
        ),
        (
            replace(NEAR, outcome=RunOutcome(Execution(frozenset()), End.RAISED, "ValueError: no")),
            "the run raises ValueError: no",
        ),
        (
            replace(
                NEAR, outcome=RunOutcome(Execution(frozenset({("m.py", 1)})), End.RETURNED), iterations=0
            ),
            "line 6 of f is not reached",
        ),
        (
            replace(NEAR, outcome=replace(NEAR.outcome, end=End.BUDGET)),
            "the run does not finish: cost budget",
        ),
    ],
)
def test_what_blocks_a_goal_is_told(attempt: GoalAttempt, told: str | None) -> None:
    assert blocked_by(GOAL, attempt, SITES) == told
