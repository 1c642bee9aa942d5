"""Chains of paths are chosen by the weight of the whole pipeline, which runs correct."""

from __future__ import annotations

from itertools import product

import pytest

from slowpath.model.charset import CharSet
from slowpath.pipeline.selection import (
    LEAST_WIDTH,
    MOST_CHAINS,
    USED,
    Chain,
    InputKey,
    PathSelection,
    inputs_of,
)
from slowpath.pipeline.structure import ValueStructure
from slowpath.pipeline.summary import PathNote, Summary

LONG, SHORT = ValueStructure("text", 100), ValueStructure("text", 10)


def note(weight: int, structure: ValueStructure | None = None, chars: str = "") -> PathNote:
    return PathNote(weight, 0, structure, CharSet.of(chars).spans, "", None, False, False, b"")


def summary(*paths: PathNote) -> Summary:
    return Summary("", "", 1, paths, "beam", False, 1)


def weights(chain: Chain | None) -> tuple[int, ...] | None:
    return None if chain is None else tuple(path.weight for path in chain)


def two_stages() -> PathSelection:
    """The costliest path of the first stage leaves little to the second one."""
    first = summary(note(50, SHORT), note(40, LONG), note(30))
    later: dict[InputKey, Summary] = {LONG: summary(note(90), note(20)), SHORT: summary(note(5))}
    return PathSelection([None, 0], [{None: first}, later])


def test_the_whole_weight_decides_and_no_chain_comes_twice() -> None:
    selection = two_stages()
    found = [weights(selection.next()) for _ in range(5)]
    assert found == [(40, 90), (40, 20), (50, 5), None, None]  # 30 puts out nothing


def test_a_path_that_was_used_counts_less() -> None:
    first = summary(note(100, LONG), note(99, LONG))
    later: dict[InputKey, Summary] = {LONG: summary(note(100), note(99))}
    selection = PathSelection([None, 0], [{None: first}, later])
    found = [weights(selection.next()) for _ in range(4)]
    # Of (100, 99) and (99, 100) one half was used by the first chain. What is wholly new comes next.
    assert USED * 100 < 99
    assert found[:2] == [(100, 100), (99, 99)]
    assert set(found) == set(product((100, 99), repeat=2))


def test_what_a_run_cost_corrects_the_weight_of_its_paths() -> None:
    selection = two_stages()
    chain = selection.next()
    assert weights(chain) == (40, 90)
    assert chain is not None
    selection.correct(chain, [40.0, 0.0])
    selection.correct(chain, [80.0, -3.0])  # a weight is never more than the summary says, nor less than 0
    assert [selection.factors[id(path)] for path in chain] == [1.0, 0.0]
    selection.correct(chain, [20.0, 90.0])
    assert [selection.factors[id(path)] for path in chain] == [0.75, 0.5]
    selection.correct(chain, [0.0, 0.0])
    assert weights(selection.next()) == (50, 5)  # 40 counts 15 now: 15 and 20 are less than 55


@pytest.mark.parametrize(("stages", "width"), [(2, 20), (4, 4), (9, LEAST_WIDTH)])
def test_the_longer_a_pipeline_the_fewer_paths_of_its_later_stages_are_tried(stages: int, width: int) -> None:
    assert width == LEAST_WIDTH or width**stages <= MOST_CHAINS < (width + 1) ** stages
    paths = [note(100 - number, LONG) for number in range(30)]
    later: dict[InputKey, Summary] = {LONG: summary(*paths)}
    rest = [{LONG: summary(paths[0])}] * (stages - 2)
    sources = [None, *range(stages - 1)]
    selection = PathSelection(sources, [{None: summary(paths[0])}, later, *rest])  # type: ignore[list-item]
    found = 0
    while selection.next() is not None:
        found += 1
    assert found == width


def test_branches_take_the_output_of_one_stage() -> None:
    first = summary(note(9, SHORT), note(8, LONG))
    given = [{LONG: summary(note(5)), SHORT: summary(note(1))}, {LONG: summary(note(7))}]
    selection = PathSelection([None, 0, 0], [{None: first}, *given])  # type: ignore[list-item]
    assert weights(selection.next()) == (8, 5, 7)
    assert selection.next() is None  # the third stage has no summary for short texts


def test_the_next_stage_is_summarised_for_the_longest_and_the_costliest_output() -> None:
    middle = ValueStructure("text", 50)
    paths = [note(9, SHORT, "a"), note(7, middle, "b"), note(5, LONG, "c"), note(1, LONG, "d")]
    assert inputs_of([summary(*paths[:2]), summary(*paths[2:], note(99))]) == [
        (LONG, CharSet.of("cd").spans),
        (SHORT, CharSet.of("a").spans),
    ]


def test_outputs_without_leaves_are_none_for_the_next_stage() -> None:
    assert inputs_of([summary(note(9, ValueStructure("text", 0)), note(8, ValueStructure("list", 0)))]) == []
