from __future__ import annotations

from itertools import product

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from slowpath.model.charset import CharSet
from slowpath.scaling.path.auxiliary import shortened
from slowpath.scaling.path.census import domains_of
from slowpath.scaling.path.solving import Unsolved, solve
from slowpath.scaling.path.system import Block, Ragged
from slowpath.shape.library import ints, text

COUNT, LOW, HIGH = 4, 0, 4


def block(op: str, *terms: tuple[int, int], constant: int = 0) -> Block:
    """One row."""
    factors = tuple(factor for factor, _ in terms)
    columns = tuple(np.array([variable]) for _, variable in terms)
    return Block(op, factors, columns, np.array([constant]))


def holds(each: Block, values: tuple[int, ...]) -> bool:
    if each.residues is not None:
        modulus, allowed = each.residues
        return values[int(each.columns[0][0])] % modulus in allowed
    total = int(each.constant[0]) + sum(
        factor * values[int(column[0])] for factor, column in zip(each.factors, each.columns, strict=True)
    )
    return {"<=": total <= 0, "==": total == 0, "!=": total != 0}[each.op]


variables = st.lists(st.integers(0, COUNT - 1), min_size=1, max_size=3, unique=True)


@st.composite
def blocks(draw: st.DrawFn) -> Block:
    chosen = draw(variables)
    factors = [draw(st.sampled_from([-2, -1, 1, 1, -1])) for _ in chosen]
    op = draw(st.sampled_from(["<=", "<=", "==", "!="]))
    return block(op, *zip(factors, chosen, strict=True), constant=draw(st.integers(-3, 3)))


@st.composite
def remainders(draw: st.DrawFn) -> Block:
    modulus = draw(st.integers(2, 4))
    allowed = draw(st.frozensets(st.integers(0, modulus - 1), min_size=1))
    column = np.array([draw(st.integers(0, COUNT - 1))])
    return Block("mod", (1,), (column,), np.zeros(1, np.int64), residues=(modulus, allowed))


@given(st.lists(blocks(), max_size=4), st.lists(remainders(), min_size=1, max_size=4))
def test_solutions_have_the_remainders_asked_for(system: list[Block], rests: list[Block]) -> None:
    values = solve(system + rests, domains_of({"xs": ints(COUNT, -20, 20)}, COUNT))
    if not isinstance(values, Unsolved):
        found = tuple(values.tolist())
        assert all(-20 <= value <= 20 for value in found)
        assert all(holds(each, found) for each in system + rests)


def test_equal_remainders_leave_room_for_differences() -> None:
    rest = Block("mod", (1,), (np.arange(COUNT),), np.zeros(COUNT, np.int64), residues=(8, frozenset({3})))
    left, right = np.triu_indices(COUNT, 1)
    apart = Block("!=", (1, -1), (left, right), np.zeros(len(left), np.int64))
    values = solve([rest, apart], domains_of({"xs": ints(COUNT, 0, 30)}, COUNT))
    assert not isinstance(values, Unsolved)
    assert sorted(values.tolist()) == [3, 11, 19, 27]


@given(st.lists(blocks(), min_size=1, max_size=6))
def test_solutions_hold_and_pure_orders_are_never_missed(system: list[Block]) -> None:
    domains = domains_of({"xs": ints(COUNT, LOW, HIGH)}, COUNT)
    values = solve(system, domains)
    if isinstance(values, Unsolved):
        plain = [each for each in system if each.op == "<="]
        if len(plain) == len(system):
            every = product(range(LOW, HIGH + 1), repeat=COUNT)
            assert not any(all(holds(each, some) for each in system) for some in every)
    else:
        found = tuple(values.tolist())
        assert all(LOW <= value <= HIGH for value in found)
        assert all(holds(each, found) for each in system)


def test_members_equalities_and_differences_of_characters() -> None:
    domains = domains_of({"text": text(4, "abcx")}, 4)
    member = Block("in", (1,), (np.array([0, 2]),), np.zeros(2, np.int64), CharSet.of("bx"))
    system = [
        member,
        block("==", (1, 0), (-1, 1)),
        block("!=", (1, 0), (-1, 2)),
        block("!=", (1, 3), constant=-97),
    ]
    values = solve(system, domains)
    assert not isinstance(values, Unsolved)
    shown = "".join(map(chr, values))
    assert set(shown) <= set("abcx")
    assert shown[0] == shown[1] != shown[2]
    assert {shown[0], shown[2]} == {"b", "x"}
    assert shown[3] != "a"


def test_rows_of_different_lengths() -> None:
    """x0 + ... + xi > 10 for each i, over variables that may be negative."""
    rows = np.repeat(np.arange(5), np.arange(1, 6))
    columns = np.concatenate([np.arange(i + 1) for i in range(5)])
    sums = Block("<=", (), (), np.full(5, 11), ragged=(Ragged(-1, rows, columns),))
    values = solve([sums], domains_of({"xs": ints(5)}, 5))
    assert not isinstance(values, Unsolved)
    assert (np.cumsum(values) > 10).all()


def test_long_sums_become_variables() -> None:
    count = 300
    rows = np.repeat(np.arange(count), np.arange(1, count + 1))
    columns = np.concatenate([np.arange(i + 1) for i in range(count)])
    sums = Block("<=", (), (), np.full(count, 11), ragged=(Ragged(-1, rows, columns),))
    blocks, total = shortened([sums], count)
    assert total == count + count + 1
    assert sum(len(each) * len(each.columns) for each in blocks) == 1 + 3 * count + count
    values = solve([sums], domains_of({"xs": ints(count, -3, 5)}, count))
    assert isinstance(values, Unsolved)  # the first alone is at most 5
    values = solve([sums], domains_of({"xs": ints(count, -3, 11)}, count))
    assert not isinstance(values, Unsolved)
    assert len(values) == count
    assert (np.cumsum(values) > 10).all()


def test_sums_that_do_not_begin_alike_are_left() -> None:
    rows = np.repeat(np.arange(10), 10)
    columns = np.concatenate([np.roll(np.arange(10), i) for i in range(10)])
    block = Block("<=", (), (), np.zeros(10, np.int64), ragged=(Ragged(1, rows, columns),))
    assert shortened([block], 10) == ([block], 10)


def test_contradictions_are_no_solutions() -> None:
    domains = domains_of({"xs": ints(COUNT)}, COUNT)
    circle = [block("<=", (1, i), (-1, (i + 1) % 3), constant=1) for i in range(3)]
    assert isinstance(solve(circle, domains), Unsolved)
    assert isinstance(solve([block("<=", (1, 0)), block("<=", (-1, 0), constant=1)], domains), Unsolved)
    assert isinstance(solve([block("<=", (1, COUNT))], domains), Unsolved)  # no such variable


def test_a_million_orders_need_no_object_each() -> None:
    count = 1_500
    low, high = np.triu_indices(count, 1)
    order = Block("<=", (1, -1), (high, low), np.ones(len(low), np.int64))
    values = solve([order], domains_of({"xs": ints(count)}, count))
    assert not isinstance(values, Unsolved)
    assert (np.diff(values) < 0).all()
