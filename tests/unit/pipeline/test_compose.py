"""Composing two stages that are known wholly: beside all inputs of the whole pipeline."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from slowpath.explore.cases import metered
from slowpath.explore.example import build_example
from slowpath.expr.condition import Member
from slowpath.model.charset import CharSet
from slowpath.pipeline.compose import compose
from slowpath.pipeline.glue import PARAMETER, PIPELINE, stage_name
from slowpath.pipeline.selection import InputKey, PathSelection, inputs_of
from slowpath.pipeline.structure import ValueStructure, shape_of
from slowpath.pipeline.subject import StageSearch, Subject
from slowpath.pipeline.summarise import summarise
from slowpath.pipeline.summary import PathNote, Summary
from slowpath.run.counted import Meter
from slowpath.shape.library import lists, text
from slowpath.target.load import load
from tests.unit.pipeline.glued import INSERTION_SORT, glued

STAGES = f"""
def grep(lines):
    found = []
    for line in lines:
        for char in line:
            if not "0" <= char <= "2":
                break
        else:
            found.append(line)
    return found

{INSERTION_SORT}
"""
SIZE, WIDTH, LETTERS = 3, 1, "/0123"


@pytest.fixture(scope="module")
def glue(tmp_path_factory):
    return glued(tmp_path_factory.mktemp("compose"), "composed_stages", STAGES, "grep", "sort")


def summary(glue, place, shape, size):
    target = metered(f"{glue}:{stage_name(place)}", ("composed_stages",))
    subject = Subject(target, PARAMETER, shape, size, 1, place == 0, 10**6)
    made = summarise(f"stage {place}", StageSearch(subject, 5), 1000.0)
    assert made.strategy == "explorer"
    assert made.complete
    return made


def test_composed_tests_reach_the_worst_cost_of_the_whole(glue):
    shape = lists(text(WIDTH, LETTERS))
    first = summary(glue, 0, shape, SIZE)
    keys = inputs_of([first])
    assert keys[0][0].leaves == SIZE * WIDTH  # of all that it can put out, the most
    later: dict[InputKey, Summary] = {
        each[0]: summary(glue, 1, *shape_of(each[0], CharSet(each[1]))) for each in keys[:1]
    }
    selection = PathSelection([None, 0], [{None: first}, later])
    loaded = load(f"{glue}:{PIPELINE}", scope=("composed_stages",))
    meter = Meter(loaded, max_ops=10**6)

    def cost(lines):
        return meter.run({PARAMETER: list(lines)}).cost

    best = 0
    for _ in range(3):
        chain = selection.next()
        assert chain is not None
        paths = [path.unpack() for path in chain]
        made = compose(paths, [None, 0], [path.weight for path in chain])
        lines = build_example(made.values, paths[0].variables, {PARAMETER: shape}, SIZE)[PARAMETER]
        best = max(best, cost(lines))
    words = ["".join(each) for each in product(LETTERS, repeat=WIDTH)]
    worst = max(cost(lines) for lines in product(words, repeat=SIZE))
    assert best >= worst


def test_the_stage_before_leaves_its_alphabet_to_the_next(glue):
    first = summary(glue, 0, lists(text(WIDTH)), 2)
    structure, alphabet, _ = inputs_of([first])[0]
    assert CharSet(alphabet) == CharSet.of("012")
    shape, size = shape_of(structure, CharSet(alphabet))
    assert (shape.describe(), size) == ("lists(text(1, '012'), N)", 2)


@pytest.fixture
def two(glue):
    """A path that lets lines of 0, 1 and 2 through, and the worst path of what comes behind, bare."""
    first = summary(glue, 0, lists(text(WIDTH, LETTERS)), SIZE)
    structure, alphabet, _ = inputs_of([first])[0]
    later = summary(glue, 1, *shape_of(structure, CharSet(alphabet)))
    giving = next(path for path in first.paths if path.structure == structure).unpack()
    demands = tuple(Member(place, CharSet.of("012")) for place in range(SIZE))
    worst = later.paths[0].unpack()
    return (
        replace(giving, conditions=demands, costs=(1,) * SIZE),
        replace(worst, bare=True, conditions=(), costs=()),
    )


def test_a_bare_path_is_composed_by_its_values(two):
    """Its conditions are not known, so the input of the pipeline is the one that gives it its own."""
    made = compose(two, [None, 0], [1e9, 1.0])  # however heavy the first one is
    assert tuple(made.values[place] for place in range(SIZE)) == two[1].values
    assert made.values[0] > made.values[1] > made.values[2]  # the worst for an insertion sort
    assert made.relaxed.given_up == (0, 0)


def test_what_the_first_stage_demands_goes_before_the_values_of_a_bare_path(two):
    giving, bare = two
    foreign = replace(bare, values=(ord("3"), *bare.values[1:]))  # no 3 is let through
    made = compose([giving, foreign], [None, 0], [1.0, 1e9])
    assert all(condition.holds(made.values) for condition in giving.conditions)
    assert tuple(made.values[place] for place in range(1, SIZE)) == bare.values[1:]


def test_structures_that_are_nearly_alike_wait():
    def path(length):
        line = ValueStructure("text", 2)
        return PathNote(1, 0, ValueStructure("list", length, (line,)), (), "", None, False, False, b"")

    notes = tuple(path(length) for length in (100, 97, 40))
    keys = inputs_of([Summary("", "", 1, notes, "beam", False, 1)])
    assert [each.structure.length for each in keys] == [100, 40, 97]
