"""Chains of paths are chosen by the weight of the whole pipeline, which runs correct."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from msgspec import structs

from slowpath.model.charset import CharSet
from slowpath.pipeline.selection import (
    USED,
    Chain,
    InputKey,
    PathSelection,
    StageInput,
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


def test_a_cheap_path_of_the_first_stage_is_not_lost_behind_many_costly_ones() -> None:
    paths = [note(1000 + number, SHORT) for number in range(30)]
    first = summary(*paths, note(1, LONG))
    given: dict[InputKey, Summary] = {SHORT: summary(*paths), LONG: summary(note(9999, LONG))}
    selection = PathSelection([None, 0, 1, 2], [{None: first}, given, given, given])
    assert weights(selection.next()) == (1, 9999, 9999, 9999)


def test_the_chains_of_a_long_pipeline_come_in_the_order_of_their_weights() -> None:
    digits = [[note(5 * digit * 10**place, LONG) for digit in range(3)] for place in (1, 2, 3)]
    summaries: list[Mapping[InputKey, Summary]] = [{None: summary(*digits[0])}]
    summaries += [{LONG: summary(*each)} for each in digits[1:]]
    selection = PathSelection([None, 0, 1], summaries)
    found = [sum(weights(selection.next()) or ()) for _ in range(27)]
    assert selection.next() is None
    assert len(set(found)) == 27
    assert found[0] == 11100
    assert found[-1] == 0


def test_the_worst_path_of_a_stage_need_not_leave_anything_to_the_next() -> None:
    selection = two_stages()
    assert weights(selection.worst_of(0)) == (50,)
    assert weights(selection.worst_of(1)) == (40, 90)
    selection.next()
    assert weights(selection.worst_of(1)) == (40, 90)  # whatever was chosen


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
        StageInput(LONG, CharSet.of("cd").spans),
        StageInput(SHORT, CharSet.of("a").spans),
        StageInput(middle, CharSet.of("b").spans),
    ]


def test_the_integers_of_an_output_are_those_of_all_paths_that_put_it_out() -> None:
    numbers = ValueStructure("list", 3, (ValueStructure("int"),))
    given = [(0, 9), (-5, 3)]
    paths = [structs.replace(note(9, numbers), bounds=each) for each in given]
    (found,) = inputs_of([summary(*paths)])
    assert found.bounds == (-5, 9)
    shape, size = found.shape()
    assert (shape.describe(), size) == ("ints(N, -5, 9)", 3)
    (open_ended,) = inputs_of([summary(*paths, structs.replace(paths[0], bounds=(1, None)))])
    assert open_ended.bounds == (-5, None)


def test_many_short_items_are_an_output_to_go_on_with_and_what_is_alike_waits() -> None:
    one = ValueStructure("list", 1, (ValueStructure("text", 30),))
    many = ValueStructure("list", 12, (ValueStructure("text", 2),))
    fewer = ValueStructure("list", 11, (ValueStructure("text", 2),))
    few = ValueStructure("list", 2, (ValueStructure("text", 2),))
    paths = [note(9, one), note(8, fewer), note(7, many), note(1, few)]
    assert [each.structure for each in inputs_of([summary(*paths)])] == [one, many, few, fewer]


def test_outputs_without_leaves_are_none_for_the_next_stage() -> None:
    assert inputs_of([summary(note(9, ValueStructure("text", 0)), note(8, ValueStructure("list", 0)))]) == []
