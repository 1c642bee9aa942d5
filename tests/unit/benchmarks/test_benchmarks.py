"""The benchmarks' definitions load and run, at sizes too small to time."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from slowpath.target.scope import Scope, scope_of

BENCHMARKS = Path(__file__).parents[3] / "benchmarks"
MODULES = ("loops", "library", "containers", "texts", "ints")


@pytest.fixture(autouse=True)
def on_path(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let `import overhead` work as it does for a script, and leave no module behind."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    yield
    for name in set(sys.modules) - before:
        if name.partition(".")[0] in ("subjects", "overhead", "fidelity", "startup", "hooks"):
            del sys.modules[name]


def benchmark(name: str) -> Any:
    return importlib.import_module(name)


def test_workloads_run_on_both_sides() -> None:
    workloads = [
        each for each in benchmark("subjects.workloads").WORKLOADS if each.module in ("bisect", "heapq")
    ]
    for workload in workloads:
        pair = benchmark("subjects.pairs").Pair(workload.module, scope_of(workload.module))
        assert pair.plain_seconds(workload.run) >= 0
        assert pair.counted_seconds(workload.run) >= 0
        assert pair.counted_copies.ledger.ops() > 1000
    assert workloads


def test_the_plain_side_is_the_same_pure_python_code() -> None:
    pair = benchmark("subjects.pairs").Pair("heapq", scope_of("heapq"))
    assert pair.plain.heappush.__code__.co_name == "heappush"
    assert pair.plain.heappush.__code__.co_filename == pair.counted.heappush.__code__.co_filename
    assert pair.plain is not sys.modules["heapq"]
    assert pair.plain_copies.ledger.sites == []


def test_workloads_are_enough_and_named_once() -> None:
    names = [each.name for each in benchmark("subjects.workloads").WORKLOADS]
    assert len(names) == len(set(names)) >= 12


def test_a_family_is_counted_and_timed() -> None:
    fidelity, families = benchmark("fidelity"), benchmark("subjects.families")
    pair = benchmark("subjects.pairs").Pair("subjects.containers", Scope(families.SCOPE))
    family = next(each for each in families.families() if each.function == "dedupe")
    found = fidelity.measure(family, pair, repeats=1, sizes=(100, 200, 400))
    assert 1.8 < found.by_ops < 2.1
    assert found.native > 0.5


@pytest.mark.parametrize("module", MODULES)
def test_every_family_runs_at_its_least_size(module: str) -> None:
    families = benchmark("subjects.families")
    code = benchmark(f"subjects.{module}")
    chosen = [each for each in families.families() if each.module == f"subjects.{module}"]
    assert chosen
    for family in chosen:
        assert family.sizes == tuple(sorted(set(family.sizes)))
        size = family.sizes[0] if family.sizes[0] < 100 or "size:" in family.name else 20
        getattr(code, family.function)(*family.make(size))


def test_families_are_named_once() -> None:
    names = [each.name for each in benchmark("subjects.families").families()]
    assert len(names) == len(set(names))


def test_summary_names_the_families_that_are_off() -> None:
    fidelity = benchmark("fidelity")
    points = tuple(fidelity.Point(size, size**2, size**2 * 1e-9, 1.0) for size in (10, 20, 40))
    good = fidelity.Fidelity("good", points, by_ops=2.0, by_seconds=2.1, ns_per_op=1.0, native=1.0)
    bad = fidelity.Fidelity("bad", points, by_ops=2.0, by_seconds=1.8, ns_per_op=1.0, native=1.0)
    summary = fidelity.summarize([good] * 20)
    assert summary.correlation == pytest.approx(1.0)
    assert summary.passes
    assert fidelity.summarize([*[good] * 20, bad]).off == ("bad",)
    assert not fidelity.summarize([*[good] * 20, bad]).passes


def test_exponent_is_the_slope_of_the_logarithms() -> None:
    assert benchmark("fidelity").exponent([1, 2, 4], [3, 24, 192]) == pytest.approx(3.0)


def test_the_mean_of_ratios_is_geometric() -> None:
    assert benchmark("overhead").geometric_mean([1.0, 4.0]) == pytest.approx(2.0)


def test_hooks_in_python_charge_as_those_in_c() -> None:
    hooks = benchmark("hooks")
    names = hooks.namespace()
    for operation in hooks.OPERATIONS:
        plain, python, native = (
            eval(text, names) for text in (operation.plain, operation.python, operation.native)
        )
        assert plain == python == native
    assert len(hooks.measure(number=10, repeats=1)) == len(hooks.OPERATIONS)


def test_start_up_is_measured_in_fresh_processes() -> None:
    startup = benchmark("startup")
    assert min(startup.inside("import slowpath")) > 0
    assert startup.EXAMPLE.is_file()


def test_rounds_go_on_until_the_least_has_settled() -> None:
    settled_least = benchmark("subjects.pairs").settled_least
    disturbed = iter([5.0, 5.0, 3.0, 3.1, 3.0, 2.99, 1.0])
    steady = iter([1.0] * 7)
    assert settled_least([disturbed.__next__, steady.__next__], repeats=2) == [2.99, 1.0]
    assert next(disturbed) == 1.0
