"""What `scale` answers at a size, beside the truth by a formula or by all inputs."""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest

from slowpath.scaling.path.subject import ScaledTarget, subject
from slowpath.search.effort import effort
from slowpath.search.ways.attempt import Attempt, By
from slowpath.search.ways.attempts import attempts
from slowpath.search.ways.plan import within
from slowpath.shape.base import Shape
from slowpath.shape.formula import N
from slowpath.shape.library import integer, ints

PROGRAMS = """
def copied_sort(xs):
    ys = list(xs)
    for i in range(1, len(ys)):
        x, j = ys[i], i
        while j > 0 and ys[j - 1] > x:
            ys[j] = ys[j - 1]
            j -= 1
        ys[j] = x
    return ys


def gcd(a, b):
    while b:
        a, b = b, a % b  # hot: gcd
    return a


def pairs(xs):
    positive = sum(1 for x in xs if x > 0)
    count = 0
    for _ in range(positive):
        for _ in range(len(xs) - positive):
            count += 1  # hot: pairs
    return count


def table(keys):
    buckets = [[] for _ in range(13)]
    for key in keys:
        bucket = buckets[(31 * key + 7) % 13]
        for other in bucket:
            if other == key:  # hot: table
                break
        else:
            bucket.append(key)


def halvings(xs):
    count = 0
    for x in xs:
        left = len(xs)
        while left:
            left //= 2
            count += 1
        if x > 0:
            count += 1
    return count


def roots(xs):
    count = 0
    for i in range(int(len(xs) ** 0.5)):
        for x in xs:
            if x != i:
                count += 1
    return count
"""
SHAPES: dict[str, dict[str, Shape]] = {
    "copied_sort": {"xs": ints(N)},
    "gcd": {"a": integer(0, N), "b": integer(0, N)},
    "pairs": {"xs": ints(N)},
    "table": {"keys": ints(N)},
    "halvings": {"xs": ints(N)},
    "roots": {"xs": ints(N)},
}


@pytest.fixture
def target(tmp_path: Path, request: pytest.FixtureRequest) -> ScaledTarget:
    name = request.param
    file = tmp_path / "scaled.py"
    file.write_text(PROGRAMS)
    lines = PROGRAMS.splitlines()
    hot = [number for number, line in enumerate(lines, 1) if line.endswith(f"# hot: {name}")]
    return subject(f"{file}:{name}", SHAPES[name], hot=hot[0] if hot else None)


def tried(
    target: ScaledTarget, size: int, seconds: float = 6.0, clock: Callable[[], float] | None = None
) -> list[Attempt]:
    """What each way came to. Without a clock the seconds are those of work, whatever else runs."""
    return [each for each in attempts(target, size, within(seconds), clock or effort()) if each.worst]


def best(found: list[Attempt]) -> Attempt:
    return max(found, key=lambda each: each.worst.cost if each.worst else -1)


@pytest.mark.parametrize("target", ["copied_sort"], indirect=True)
def test_native_work_does_not_spoil_a_promise(target: ScaledTarget) -> None:
    found = best(tried(target, 60)).worst
    assert found is not None
    assert found.cost == target.cost({"xs": list(range(60, 0, -1))})
    assert (found.expected, found.proven) == (found.cost, True)


@pytest.mark.parametrize("target", ["pairs"], indirect=True)
def test_a_bound_of_two_loops_is_promised_as_it_is(target: ScaledTarget) -> None:
    found = best(tried(target, 100)).worst
    assert found is not None
    assert found.cost == 50 * 50
    assert found.expected is not None
    assert not found.proven or found.expected == 50 * 50


@pytest.mark.parametrize("target", ["gcd"], indirect=True)
def test_a_logarithm_is_not_promised_to_be_linear(target: ScaledTarget) -> None:
    found = tried(target, 500)
    assert not any(each.reached for each in found)
    # 12 steps for 233 and 377, and one for the order of the two.
    assert all(each.worst is not None and each.worst.cost <= 13 for each in found)


@pytest.mark.parametrize("target", ["halvings", "roots"], indirect=True)
def test_a_form_of_a_few_sizes_in_a_row_is_no_promise(target: ScaledTarget) -> None:
    """Both costs are linear between the sizes at which a whole logarithm or root grows."""
    found = best(tried(target, 150)).worst
    assert found is not None
    assert found.cost == max(target.cost({"xs": [number] * 150}) for number in (-1, 1))
    assert found.expected is None or not found.proven


@pytest.mark.parametrize("target", ["gcd"], indirect=True)
def test_a_size_that_was_explored_has_its_worst_input(target: ScaledTarget) -> None:
    truth = max(target.cost({"a": a, "b": b}) for a, b in product(range(4), repeat=2))
    found = tried(target, 3)
    assert found[0].by is By.EXPLORED
    assert best(found).worst is not None
    assert best(found).worst.cost == truth  # type: ignore[union-attr]


@pytest.mark.parametrize("target", ["table"], indirect=True)
def test_known_orders_run_at_the_size_itself(target: ScaledTarget) -> None:
    found = best(tried(target, 300, 10.0)).worst
    assert found is not None
    assert found.cost >= target.cost({"keys": list(range(300))})


@pytest.mark.parametrize("target", ["gcd", "table"], indirect=True)
def test_the_time_is_kept_where_solvers_take_long(target: ScaledTarget) -> None:
    began = time.monotonic()
    tried(target, 200, 4.0, time.monotonic)
    assert time.monotonic() - began < 1.2 * 4 + 2
