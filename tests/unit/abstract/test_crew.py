"""Traces that are followed in processes of their own give the paths that they give here."""

from __future__ import annotations

import os

import pytest

from slowpath.abstract.crew import followed
from slowpath.errors import WorkerError
from tests.unit.abstract.support import driven


@pytest.mark.parametrize("jobs", [1, 2])
def test_paths_come_in_the_order_of_their_traces(jobs: int) -> None:
    here, there = driven("both"), driven("both")
    traces = list(here.abstraction.graph.traces())
    with here.target.loaded.copies.installed():
        alone = [[path.model for path in here.follower.paths(trace)] for trace in traces]
        made = list(followed(there.follower, iter(traces), jobs))
    assert [trace for trace, _ in made] == traces
    assert [[path.model for path in paths] for _, paths in made] == alone
    assert there.follower.flips == here.follower.flips
    assert there.follower.backtracks == here.follower.backtracks
    assert there.follower.explorer.tally.runs == here.follower.explorer.tally.runs


def test_sites_of_other_processes_have_numbers_here() -> None:
    search = driven("both")
    traces = list(search.abstraction.graph.traces())
    with search.target.loaded.copies.installed():
        paths = [path for _, found in followed(search.follower, iter(traces), 2) for path in found]
    places = search.follower.sites.places()
    assert {places[site][1] for path in paths for site in path.sites} == {"both"}


def test_a_process_that_dies_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    search = driven("both")
    traces = list(search.abstraction.graph.traces())
    follower = search.follower
    monkeypatch.setattr(type(follower), "paths", lambda *_: os._exit(3))
    with pytest.raises(WorkerError, match="followed a trace died"):
        list(followed(follower, iter(traces), 2))
