"""Runs of the loop build: which nests iterate how often, and that nothing else changes."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

import pytest

from slowpath.model.loops import Execution
from slowpath.model.run import End
from slowpath.model.scenario import Scenario
from slowpath.model.site import SiteKind
from slowpath.model.target import Build
from slowpath.run.looped import LoopMeter
from slowpath.run.setup import Unmade
from tests.unit.target.project import Project


class Looped:
    """A module of which the function f is run."""

    def __init__(self, project: Project, depth: int, limit: int) -> None:
        with project.open():
            self.meter = LoopMeter(project.load("looped:f", Build.LOOPS), depth, limit, max_ops=10**7)
        self.lines = {
            key: site.line
            for site, key in zip(self.meter.loaded.ledger.sites, self._keys(), strict=True)
            if site.kind in (SiteKind.LOOP, SiteKind.NATIVE)
        }

    def _keys(self) -> list[tuple[str, int]]:
        return [(site.file, site.index) for site in self.meter.loaded.ledger.sites]

    def nests(self, **values: Any) -> dict[tuple[int, ...], tuple[int, ...]]:
        """The iterations of each nest of a run, by the lines of its loops."""
        return self.by_line(self.meter.observe(values).execution)

    def by_line(self, execution: Execution) -> dict[tuple[int, ...], tuple[int, ...]]:
        return {
            tuple(self.lines[key] for key in nest): rounds
            for nests in execution.nests.values()
            for nest, rounds in nests.items()
        }


@pytest.fixture
def looped(tmp_path: Path) -> Any:
    def load(source: str, depth: int = 2, limit: int = 100) -> Looped:
        project = Project(tmp_path)
        project.write(looped=textwrap.dedent(source).strip())
        return Looped(project, depth, limit)

    return load


def test_nests_reach_across_calls(looped: Any) -> None:
    module = looped("""
        def f(xs, ys):
            for x in xs:
                find(x, ys)
        def find(x, ys):
            for y in ys:
                if x == y:
                    return True
            return False
    """)
    disjoint = module.nests(xs=[1, 2, 3], ys=[4, 5, 6])
    assert disjoint == {(2,): (3,), (5,): (3,), (2, 5): (3, 3)}
    # As in the paper: the inner loop does not complete an iteration if the first element is found.
    assert (2, 5) not in module.nests(xs=["A", "B", "C"], ys=["A", "B", "D"])


def test_native_loops_go_over_their_operand(looped: Any) -> None:
    module = looped("""
        import re
        def f(xs, ys, s):
            for x in xs:
                x in ys
                ys.index(0)
                s.find("b")
                ys[1:]
                sorted(ys)
                re.match("a*", s)
                re.compile("a*").search(s)
                "-".join([*"abc", *s])
                list(ys)
                x in {1, 2, 3}
                min(x, 5)
                ys[:2]
    """)
    nests = module.nests(xs=[1, 2], ys=[0] * 9, s="a" * 7)
    inner = {nest[1]: rounds for nest, rounds in nests.items() if len(nest) == 2}
    assert inner == {
        4: (2, 9),
        5: (2, 9),
        6: (2, 7),
        7: (2, 8),
        8: (2, 9),
        9: (2, 7),
        10: (2, 7),
        11: (2, 10),
        12: (2, 9),
    }


def test_hashed_containers_and_python_methods_are_no_native_loops(looped: Any) -> None:
    module = looped("""
        class Own:
            def index(self, x): return 0
            def __len__(self): raise ValueError
            def __contains__(self, x): return True
        OWN = {1: 2, 3: 4}
        def f(n):
            box = Own()
            numbers = range(n)
            for i in range(n):
                box.index(i)
                i in box
                i in OWN
                i in numbers
    """)
    assert {nest for nest in module.nests(n=3) if len(nest) == 2} == set()


def test_comprehensions_and_generator_expressions_are_loops(looped: Any) -> None:
    module = looped("""
        def f(xs, ys):
            [x
             for x in xs]
            {x: y
             for x in xs for y in ys}
            sum(x in ys
                for x in xs)
            any(x > 1
                for x in xs)
    """)
    nests = module.nests(xs=[1, 2, 3, 4], ys=[5, 6])
    assert nests[2,] == (4,)
    assert nests[4, 4] == (4, 2)
    assert nests[6, 6] == (4, 2)
    assert nests[8,] == (1,)  # the second element ends it


def test_recursion_nests_a_loop_in_itself(looped: Any) -> None:
    module = looped(
        """
        def f(tree):
            for child in tree:
                f(child)
        """,
        depth=3,
    )
    leaf: list[Any] = []
    nests = module.nests(tree=[[[leaf, leaf]] * 3] * 4)
    assert nests == {(2,): (4,), (2, 2): (4, 3), (2, 2, 2): (4, 3, 2)}


def test_generators_stand_beside_their_consumers(looped: Any) -> None:
    module = looped("""
        def f(xs, ys):
            for x in items(xs):
                for y in ys: pass
        def items(xs):
            for x in xs:
                try:
                    yield x
                finally:
                    for x in range(5): pass
    """)
    nests = module.nests(xs=[1, 2, 3], ys=[4, 5])
    assert nests[2, 3] == (3, 2)
    assert nests[5, 9] == (3, 5)
    assert (5, 3) not in nests


def test_a_loop_that_is_broken_off_has_the_iterations_it_completed(looped: Any) -> None:
    module = looped("""
        def f(n):
            for a in range(9):
                if a == n: break
            while True:
                n -= 1
                if n < 0: break
            for b in range(9):
                try:
                    for c in range(9):
                        if c == 4: raise ValueError
                except ValueError:
                    continue
    """)
    assert module.nests(n=3) == {(2,): (3,), (4,): (3,), (7,): (9,), (9,): (4,), (7, 9): (9, 4)}


def test_iterations_count_up_to_the_limit(looped: Any) -> None:
    module = looped("def f(xs):\n    for x in xs:\n        x in xs", limit=5)
    assert module.nests(xs=[0] * 50)[2, 3] == (5, 5)


def test_what_builds_the_input_does_not_count(looped: Any) -> None:
    module = looped("""
        def f(xs):
            for x in xs: pass
        def make(n):
            return [i for i in range(n)]
    """)
    observed = module.meter.observe(Unmade(Scenario("xs = make(N)"), (("xs", "xs"),), 4))
    assert module.by_line(observed.execution) == {(2,): (4,)}


def test_a_run_that_is_refused_has_no_loops(looped: Any) -> None:
    module = looped("def f(xs):\n    for x in xs: pass")
    assert module.nests(xs=[1]) == {(2,): (1,)}
    sample, execution = module.meter.observe(Unmade(Scenario("xs = 1 / 0"), (("xs", "xs"),), 4))
    assert sample.end is End.REFUSED
    assert execution == Execution(frozenset(), {}, 100)


def test_blocks_are_those_that_were_executed(looped: Any) -> None:
    module = looped("""
        def f(n):
            if n == 1:
                n = 2
            elif n == 3:
                n = 4
            else:
                for i in range(n): pass
            return n
    """)
    keys = {
        key: site.line for site, key in zip(module.meter.loaded.ledger.sites, module._keys(), strict=True)
    }

    def lines(n: int) -> set[int]:
        return {keys[key] for key in module.meter.observe({"n": n}).execution.blocks}

    assert lines(1) == {2, 3}
    assert lines(3) == {2, 4, 5}
    assert lines(0) == {2, 4, 7}
    assert lines(5) == {2, 4, 7}


def test_functions_that_look_at_their_variables_see_only_their_own(looped: Any) -> None:
    module = looped("""
        def f(xs):
            for x in xs:
                seen = [y for y in xs]
            raise ValueError(sorted(locals()))
    """)
    assert module.meter.observe({"xs": [1]}).sample.raises == "ValueError: ['seen', 'x', 'xs']"


def test_sites_are_those_of_the_count_build(tmp_path: Path) -> None:
    project = Project(tmp_path)
    project.write(
        looped="""
        def f(xs, s):
            for x in [y + 1 for y in xs if y in xs]:
                while s.find(x) and xs[1:]: s = s.replace(x, max(xs)); f(x, s).index(s)
            return sorted(xs, key=lambda x: x.count(s)), (yield from (x for x in xs))
        def index(x):
            while True:
                if x: break
            return x.index(3)
        """
    )
    with project.open():
        count, loops = (project.load("looped:f", build) for build in (Build.COUNT, Build.LOOPS))
    assert count.ledger.sites == loops.ledger.sites
