"""A finding gets the redundant work at its hot place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from slowpath.model.find import Finding
from slowpath.model.growth import Growth
from slowpath.model.redundancy import RedundancyKind
from slowpath.model.scenario import Scenario
from slowpath.oracle.rereading import with_redundancy
from slowpath.run.client import Worker
from tests.unit.report.found import FINDING

SOURCE = """
def unique(items):
    seen = []
    for item in items:
        if item not in seen:
            seen.append(item)
    return seen
"""


@pytest.fixture(scope="module")
def worker(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worker]:
    file = tmp_path_factory.mktemp("target") / "lists.py"
    file.write_text(SOURCE)
    with Worker(f"{file}:unique", reads=True) as made:
        yield made


def finding(worker: Worker, line: int, *points: tuple[int, int]) -> Finding:
    growth: Growth = replace(FINDING.growth, points=points)
    place = f"{Path(worker.target.file)}:{line}"
    recipe = {"items": "list(range(N))"}
    return replace(
        FINDING, recipe=recipe, scenario=Scenario(""), growth=growth, site=place, function="elsewhere"
    )


def test_the_redundancy_at_the_hot_place_is_told(worker: Worker) -> None:
    seen = with_redundancy(finding(worker, 5, (16, 100), (128, 900), (4096, 10**9)), worker, 30.0)
    assert seen.redundancy is not None
    assert (seen.redundancy.kind, seen.redundancy.size) == (RedundancyKind.MEMBERSHIP, None)


def test_one_elsewhere_is_not(worker: Worker) -> None:
    assert with_redundancy(finding(worker, 6, (128, 900)), worker, 30.0).redundancy is None


def test_an_input_that_costs_too_much_is_not_looked_at(worker: Worker) -> None:
    given = finding(worker, 5, (128, 10**9))
    assert with_redundancy(given, worker, 30.0) is given


def test_an_input_that_fails_is_passed_over(worker: Worker) -> None:
    given = replace(finding(worker, 5, (128, 900)), recipe={"items": "nosuch"})
    assert with_redundancy(given, worker, 30.0) == given
