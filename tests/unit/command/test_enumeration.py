"""What an order of `cases` asks for is settled before anything is explored, and cases travel in batches."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from slowpath.command.enumeration import (
    BATCH_SECONDS,
    CaseBatch,
    CasesOrder,
    policy_of,
    serve,
    serve_driven,
    wanted_by,
)
from slowpath.errors import NotObservable, UsageError
from tests.unit.command.fakes import FakeLink, in_this_process, written

SOURCE = """
def steps(n: int):
    for _ in range(20 if n > 5 else 3 if n > 2 else 0):
        pass
    return n
"""
PATHS = ["n <= 2", "n >= 3 and n <= 5", "n >= 6"]


def order(spec: str = "m:f", **more: Any) -> CasesOrder:
    given: dict[str, Any] = {"measures": ("iterations",), **more}
    return CasesOrder(spec=spec, seconds=20.0, max_ops=9_000, shapes={}, size=3, **given)


def served(folder: Path, **more: Any) -> list[Any]:
    """What a child says of the paths of `steps`."""
    link = FakeLink(order(f"{written(folder, SOURCE)}:steps", **more))
    (serve_driven if link.order.driven else serve)(link)  # type: ignore[arg-type]
    return link.sent


def batches(sent: list[Any]) -> list[list[str]]:
    """The conditions of the cases of each batch."""
    return [[case.condition() for case in each.cases.value] for each in sent if isinstance(each, CaseBatch)]


def test_measures_of_the_policy_join_those_of_the_order() -> None:
    asked = order(measures=("ops", "calls", "ops"), policy="worst and top 2 iterations")
    wanted = wanted_by(asked)
    assert wanted.measures == ("ops", "calls", "iterations")
    assert wanted.policy.measures == ("ops", "iterations")  # the first measure if the policy names none


@pytest.mark.parametrize(
    ("policy", "model", "metered", "early"),
    [
        (None, None, {"memory"}, True),
        ("ops > 3", None, {"memory"}, True),
        ("memory > 3", None, {"memory"}, False),
        ("memory > 3", {"name": "priced"}, set(), True),
    ],
)
def test_a_policy_waits_for_runs_if_only_they_tell_what_it_compares(
    policy: str | None, model: dict[str, Any] | None, metered: set[str], early: bool
) -> None:
    wanted = wanted_by(order(measures=("ops", "memory"), policy=policy, model=model))
    assert (set(wanted.metered), wanted.decides_early) == (metered, early)


def test_a_driven_search_looks_for_the_worst_unless_told_otherwise() -> None:
    assert policy_of(order()) is None
    assert policy_of(order(driven=True)) == "worst"
    assert policy_of(order(driven=True, policy="top 2")) == "top 2"


def test_a_driven_search_compares_memory_only_by_a_cost_model() -> None:
    asked: dict[str, Any] = {"driven": True, "measures": ("ops", "memory"), "policy": "worst memory"}
    with pytest.raises(NotObservable, match="'memory' is metered if no cost model prices it"):
        wanted_by(order(**asked))
    assert wanted_by(order(**asked, model={"name": "priced"})).policy.measures == ("memory",)
    assert wanted_by(order(**{**asked, "policy": "worst ops"})).metered == {"memory"}  # runs tell it later


def test_a_cost_model_without_sense_is_refused() -> None:
    with pytest.raises(UsageError, match="the cost model: a cost model has no 'prices'"):
        wanted_by(order(model={"prices": {}}))


def test_cases_that_come_fast_travel_together(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_this_process(monkeypatch)
    monkeypatch.setattr("slowpath.command.enumeration.time", SimpleNamespace(monotonic=lambda: 5.0))
    (only,) = batches(served(tmp_path))
    assert sorted(only) == PATHS


def test_cases_that_come_slowly_are_not_kept_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    in_this_process(monkeypatch)
    ticks = count()
    clock = SimpleNamespace(monotonic=lambda: BATCH_SECONDS * next(ticks))
    monkeypatch.setattr("slowpath.command.enumeration.time", clock)
    sent = batches(served(tmp_path))
    assert [len(each) for each in sent] == [1, 1, 1]
    assert sorted(condition for each in sent for condition in each) == PATHS


@pytest.mark.parametrize(("naive", "abstraction"), [(True, "naive"), (False, "enhanced")])
def test_a_driven_search_tells_its_abstraction(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, naive: bool, abstraction: str
) -> None:
    in_this_process(monkeypatch)
    sent = served(tmp_path, driven=True, naive=naive, criterion="loop-20")
    assert batches(sent) == [["n >= 6"]]
    assert sent[-1].traces.abstraction == abstraction
