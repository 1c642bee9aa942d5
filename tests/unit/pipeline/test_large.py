"""Paths of a size at which only what counted runs choose is traced."""

from __future__ import annotations

from dataclasses import replace

import pytest

from slowpath.explore.cases import metered
from slowpath.knowledge.catalogue import NONE
from slowpath.pipeline.glue import PARAMETER, stage_name
from slowpath.pipeline.large import grown_paths
from slowpath.pipeline.subject import StageSearch, Subject
from slowpath.pipeline.summary import BarePath
from slowpath.shape.syntax import parse_shape
from slowpath.target.load import load
from tests.unit.pipeline.glued import INSERTION_SORT, glued

STAGES = f"""
def kept(lines):
    return [line for line in lines if line.isdigit()]

{INSERTION_SORT}
"""
SIZE = 40


@pytest.fixture(scope="module")
def glue(tmp_path_factory):
    return glued(tmp_path_factory.mktemp("large"), "large_stages", STAGES, "kept", "sort")


def search(glue, place, shape, feeds):
    spec, scope = f"{glue}:{stage_name(place)}", ("large_stages",)
    target, counted = metered(spec, scope), load(spec, scope=scope)
    subject = Subject(
        target, PARAMETER, parse_shape(shape), SIZE, 2 * SIZE, feeds, 10**7, lambda: counted, 10_000
    )
    return StageSearch(subject, 3)


def until(search, seconds=30.0):
    return search.clock() + seconds


def test_the_worst_order_of_an_insertion_sort_is_found_and_kept_bare_if_it_decides_much(glue):
    given = search(glue, 1, "lists(text(2, digits), N)", feeds=False)
    given = replace(given, subject=replace(given.subject, conditions=200))
    best = max(grown_paths(given, until(given)), key=lambda path: path.cost)
    lines = [str(line) for line in best.result[1]]
    codes = [chr(int(best.model[place])) for place in range(2 * SIZE)]
    given_lines = ["".join(codes[at : at + 2]) for at in range(0, 2 * SIZE, 2)]
    assert given_lines == sorted(given_lines, reverse=True)
    assert lines == given_lines[::-1]
    assert isinstance(best, BarePath)
    assert not best.conditions


def test_a_stage_that_feeds_is_searched_for_what_it_puts_out(glue):
    given = search(glue, 0, "lists(text(2), N)", feeds=True)
    most = max(len(path.result[1]) for path in grown_paths(given, until(given)))
    assert most == SIZE


def test_its_conditions_are_kept_if_they_are_few(glue):
    given = search(glue, 0, "lists(text(2, 'a1'), N)", feeds=True)
    for path in grown_paths(given, until(given)):
        assert not isinstance(path, BarePath)
        assert len(path.conditions) >= SIZE


def test_recipes_of_a_text_know_nothing_if_knowledge_is_switched_off(glue, monkeypatch):
    told = []

    def starts(*arguments, knowledge):
        told.append(knowledge)
        return []

    monkeypatch.setattr("slowpath.pipeline.large.starts", starts)
    given = replace(search(glue, 0, "text(N, 'a1')", feeds=False), knowledge=NONE)
    list(grown_paths(given, until(given, 5.0)))
    assert told == [NONE]
