from __future__ import annotations

from itertools import combinations

from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.counting.passage import (
    FIELD,
    ITERATION,
    Passage,
    alike,
    common_length,
    follows_links,
    groups,
    varying,
)

TEXTS = st.text("abc", max_size=7)


def passage(reads: str, *rounds: tuple[int, int, int]) -> Passage:
    return Passage(len(reads), rounds, None, symbols=[(each,) for each in reads])


@settings(max_examples=60)
@given(TEXTS, TEXTS)
def test_the_longest_common_subsequence_is_the_longest(first: str, second: str) -> None:
    parts = [{"".join(part) for n in range(8) for part in combinations(text, n)} for text in (first, second)]
    assert common_length(first, second) == max(map(len, parts[0] & parts[1]))


def test_rounds_are_alike_if_they_share_most_of_the_shorter_one() -> None:
    assert alike(passage("abcde"), passage("abcdefghij"))
    assert alike(passage("abcdefghij"), passage("abxcdefgyh"))
    assert not alike(passage("abcdefghij"), passage("abcdefgxyz"))
    assert not alike(passage("abcde"), passage("vwxyz"))
    assert not alike(passage(""), passage(""))


def test_native_loops_are_alike_if_they_go_over_the_same_data() -> None:
    assert alike(Passage(9, (), None, data=3), Passage(8, (), None, data=3))
    assert not alike(Passage(9, (), None, data=3), Passage(9, (), None, data=4))
    assert not alike(Passage(9, (), None), Passage(9, (), None))


def test_slices_of_the_same_data_are_alike_if_they_overlap() -> None:
    def cut(start: int, stop: int) -> Passage:
        return Passage(size=stop - start, rounds=(), activation=None, data=1, part=range(start, stop))

    assert alike(cut(1, 100), cut(2, 100))
    assert alike(cut(0, 10), cut(0, 90))
    assert not alike(cut(0, 10), cut(10, 20))
    assert not alike(cut(0, 10), cut(6, 16))


def test_reads_that_do_not_change_belong_to_the_loop_around() -> None:
    log = [[(ITERATION, "x"), (1, "outer"), (2, place)] for place in range(3)]
    assert varying(log) == [("x", 0), ("x", 1), ("x", 2)]


def field(owner: int, value: object, name: str = "next") -> tuple[object, ...]:
    return FIELD, owner, name, value if value is None or isinstance(value, str) else (object, value)


def test_links_lead_from_object_to_object() -> None:
    assert follows_links([(field(1, 2),), (field(2, 3),), (field(3, 4),), ()])
    assert follows_links([(field(1, 2), field(1, 2)), (field(2, 3), field(2, 3))])  # asked for, then followed
    assert follows_links([(field(1, 2), field(2, 3)), (field(3, 4), field(4, 5))])  # two at once
    assert not follows_links([(field(1, 2), field(1, 9, "value")), (field(2, 3), field(2, 9, "value"))])
    assert not follows_links([(field(1, 2), field(1, "data", "name")), (field(2, 3),)])
    assert not follows_links([(field(1, 2),), (field(7, 8),)])  # objects that do not lead to each other
    assert not follows_links([((1, 0, "x"),), ((1, 1, "y"),)])  # items
    assert not follows_links([(field(1, 2), (5, 6))])
    assert not follows_links([(), ()])


def test_the_outer_loop_is_the_innermost_one_with_enough_rounds() -> None:
    inner = [passage("abcdefg", (5, 50 + n, 0), (4, 40, n)) for n in range(8)]
    found = groups(inner, 7)
    assert found is not None
    assert (found.outer, found.execution, len(found.passages)) == (4, 40, 8)
    deeper = [passage("abcdefg", (5, 50, n), (4, 40, 0)) for n in range(8)]
    found = groups(deeper, 7)
    assert found is not None
    assert found.outer == 5
    assert groups(deeper, 9) is None


def test_rounds_of_different_executions_are_not_compared() -> None:
    assert groups([passage("abcdefg", (5, n, 0)) for n in range(20)], 7) is None


def test_only_one_execution_in_each_iteration_counts() -> None:
    assert groups([passage("abcdefg", (5, 50, n // 4)) for n in range(20)], 7) is None
