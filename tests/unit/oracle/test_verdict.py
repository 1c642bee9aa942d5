"""When growth is a finding, and which finding is the worst."""

from __future__ import annotations

from dataclasses import replace

import pytest

from slowpath.model.find import OPS_A_SECOND, Beyond, Evidence, Finding, Measured
from slowpath.model.growth import Growth
from slowpath.oracle.verdict import LARGEST, is_superlinear, one_per_site, slope, time_agrees, worst_first

SIZES = (64, 128, 256)


def growth(exponent: float | None, factor: float = 1.0) -> Growth:
    points = tuple((size, factor * size ** (exponent or 3.0)) for size in SIZES)
    return Growth(points, "O(2^n)" if exponent is None else "O(n^x)", exponent, 1.0)


def finding(recipe: str, exponent: float | None, factor: float = 1.0) -> Finding:
    return Finding({"x": recipe}, growth(exponent, factor), (), None, "", "a.py:1", "f", (), None, "evolve")


def order(*findings: Finding) -> list[str]:
    return [each.recipe["x"] for each in worst_first(findings)]


@pytest.mark.parametrize(("exponent", "expected"), [(1.0, False), (1.49, False), (1.5, True), (None, True)])
def test_from_which_growth_on(exponent: float | None, expected: bool) -> None:
    assert is_superlinear(growth(exponent)) is expected


def test_the_clock_has_to_agree() -> None:
    quadratic = [(size, 1e-6 * size**2) for size in SIZES]
    assert slope(quadratic) == pytest.approx(2.0)
    assert time_agrees(growth(2.0), quadratic)
    assert not time_agrees(growth(2.0), [(size, 1e-4 * size) for size in SIZES])
    assert not time_agrees(growth(2.0), [(size, 1e-9 * size**2) for size in SIZES])  # too short to tell


def test_a_megabyte_that_takes_milliseconds_grows_too_fast_for_nobody() -> None:
    assert not time_agrees(growth(2.0), [(LARGEST // 2, 0.0005), (LARGEST, 0.0024)])
    assert time_agrees(growth(2.0), [(LARGEST // 2, 0.05), (LARGEST, 0.2)])
    assert time_agrees(growth(2.0), [(LARGEST // 4, 0.0005), (LARGEST // 2, 0.0024)])


def test_explosions_come_first_then_the_steepest() -> None:
    assert order(finding("a", 2.0), finding("b", 3.0), finding("c", None)) == ["c", "b", "a"]


def test_of_those_about_as_costly_the_plainest_is_shown() -> None:
    plain, odd = finding("'a' * N", 2.0), finding("[{'a': i} for i in range(N)]", 2.04, factor=6.0)
    assert order(odd, plain) == order(plain, odd) == ["'a' * N", "[{'a': i} for i in range(N)]"]


def test_a_product_of_sizes_comes_behind_a_square_of_one() -> None:
    product = replace(finding("'a' * N", 2.0), product=("x", "y"))
    assert order(product, finding("'ab' * N + 'b' * N", 2.0)) == ["'ab' * N + 'b' * N", "'a' * N"]


def test_a_far_costlier_one_comes_first() -> None:
    assert order(finding("'a' * N", 2.0), finding("'<' * N + 'b'", 2.0, factor=11.0))[0] == "'<' * N + 'b'"


def test_the_seconds_of_a_common_length_count() -> None:
    """Twice as long an input for each step of N takes a quarter of the time at the same length."""
    short = replace(finding("'ab' * N", 2.0), seconds=((100, 0.1), (200, 0.4)), slope=2.0, step=2)
    assert short.seconds_at(400) == pytest.approx(0.4)
    assert short.seconds_at(4_000) == pytest.approx(40.0)
    assert finding("'a' * N", 2.0).seconds_at(256) == pytest.approx(256**2 / OPS_A_SECOND)
    assert finding("'a' * N", None).seconds_at(256) is None


def test_growth_without_a_class_tells_nothing_of_far_larger_inputs() -> None:
    timed = replace(finding("'a' * N", 6.9), seconds=((64, 0.1), (128, 12.0)), slope=6.9)
    unnamed = replace(timed, growth=replace(timed.growth, klass=None))
    assert timed.seconds_at(10_000) is not None
    assert unnamed.seconds_at(10_000) is None
    assert unnamed.seconds_at(1_000) is not None


def test_no_input_takes_longer_than_the_longest_that_returns() -> None:
    timed = replace(finding("'a' * N", 2.0), seconds=((256, 0.1), (512, 0.4)), slope=2.0)
    deep = replace(timed, beyond=Beyond(1_024, "RecursionError"))
    assert timed.seconds_at(10_240) == pytest.approx(160.0)
    assert deep.seconds_at(10_240) == deep.seconds_at(512) == pytest.approx(0.4)


def test_the_first_of_each_place_is_kept() -> None:
    found = [finding("a", 2.0), finding("b", 2.0), replace(finding("c", 2.0), site="a.py:2")]
    assert [each.recipe["x"] for each in one_per_site(found)] == ["a", "c"]


def test_natural_inputs_come_first() -> None:
    assert order(replace(finding("a", None), natural=False), finding("b", 2.0)) == ["b", "a"]


def test_what_a_clock_shows_too_comes_first() -> None:
    counted, timed = finding("a", 3.0), replace(finding("b", 2.0), evidence=Evidence.BOTH)
    assert order(counted, timed) == ["b", "a"]


def test_of_two_squares_the_one_in_which_one_thing_grows_comes_first() -> None:
    product = finding("['a'] * N, 'b' * N", 2.0, factor=5.0)
    square = finding("[str(i) for i in range(N)]", 2.0)
    assert order(product, square) == order(square, product) == [square.recipe["x"], product.recipe["x"]]


def test_what_takes_no_time_is_minor_and_comes_last() -> None:
    slow = replace(finding("'a' * N", 2.0), seconds=((1_000, 0.01), (2_000, 0.04)), slope=2.0)
    small = replace(finding("'b' * N", 3.0), seconds=((50_000, 0.01), (100_000, 0.08)), slope=3.0)
    assert (slow.is_minor, small.is_minor) == (False, True)
    assert order(small, slow) == ["'a' * N", "'b' * N"]


def test_what_ends_early_is_minor_if_its_largest_input_takes_no_time() -> None:
    deep = replace(
        finding("'(' * N", 2.0),
        seconds=((128, 0.01), (256, 0.04)),
        slope=2.0,
        beyond=Beyond(512, "RecursionError"),
    )
    assert deep.is_minor
    assert not replace(deep, beyond=None).is_minor
    assert not replace(deep, seconds=((128, 0.15), (256, 0.6))).is_minor


def test_explosions_and_memory_are_not_minor() -> None:
    assert not finding("'a' * N", None).is_minor
    kept = replace(finding("'a' * N", 2.0), seconds=((50_000, 0.01), (100_000, 0.08)), slope=3.0)
    assert kept.is_minor
    assert not replace(kept, measure=Measured.MEMORY).is_minor
