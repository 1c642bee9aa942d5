"""The class of growth of exact cost functions, and the refusal to name one."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.scaling.growth import fit

DOUBLING = [2**i for i in range(4, 13)]
SMALL = list(range(2, 18))


def grown(cost, sizes=DOUBLING):
    return fit([(n, int(cost(n))) for n in sizes])


def coefficient(low: float, high: float):
    """Numbers between 10^low and 10^high, every order of magnitude alike."""
    return st.floats(low, high).map(lambda exponent: 10**exponent)


few = settings(max_examples=30, deadline=None)


@few
@given(coefficient(0, 9))
def test_a_constant_is_constant(a):
    growth = grown(lambda n: a)
    assert growth.klass == "O(1)"
    assert growth.exponent == 0
    assert growth.confidence > 0.9


@few
@given(coefficient(-1, 4), coefficient(0, 4))
def test_linear_with_a_constant(a, b):
    assert grown(lambda n: a + b * n).klass == "O(n)"


@few
@given(coefficient(0, 2), coefficient(1, 3))
def test_logarithmic_with_a_constant(a, b):
    assert grown(lambda n: a + b * math.log2(n)).klass == "O(log n)"


@few
@given(coefficient(-1, 4), coefficient(0, 2), coefficient(1, 3))
def test_n_log_n_with_a_linear_part(a, b, c):
    assert grown(lambda n: a + b * n + c * n * math.log2(n)).klass == "O(n log n)"


@few
@given(coefficient(-1, 4), coefficient(0, 4), coefficient(-1, 3))
def test_quadratic_with_lower_terms(a, b, c):
    """Named as soon as the quadratic part is a twentieth of the largest cost; never taken for more."""
    growth = grown(lambda n: a + b * n + c * n * n)
    visible = c * 4096 > 0.06 * (b + a / 4096)
    assert growth.klass == "O(n^2)" if visible else growth.klass in {"O(n^2)", "O(n)"}


@few
@given(coefficient(-1, 4), coefficient(0, 4), coefficient(0, 3), coefficient(-1, 2))
def test_cubic_with_lower_terms(a, b, c, d):
    assert grown(lambda n: a + b * n + c * n * n + d * n**3).klass == "O(n^3)"


@few
@given(coefficient(-1, 3), coefficient(0, 2), st.sampled_from([1.25, 1.4, 1.5, 1.7, 2.3, 2.58, 2.8]))
def test_a_broken_power_is_fitted(a, c, k):
    assert grown(lambda n: a + c * n**k).klass == f"O(n^{k})"


@few
@given(coefficient(0, 2), coefficient(0, 3), st.sampled_from([2, 3]), st.sampled_from([1, 2]))
def test_exponential_with_a_linear_part(a, c, base, step):
    growth = grown(lambda n: a * n + c * base**n, SMALL[::step])
    assert growth.klass == f"O({base}^n)"
    assert growth.exponent is None


def test_exponential_sizes_may_span_less():
    growth = grown(lambda n: 5 * 2**n + 30 * n + 7, [4, 6, 8, 10, 12])
    assert growth.klass == "O(2^n)"


def test_a_base_that_is_no_whole_number():
    assert grown(lambda n: 7 * 1.4142**n + 3, range(4, 40, 4)).klass == "O(1.41^n)"


def test_factorial():
    assert grown(lambda n: 5 * math.factorial(n) + 9, range(1, 10)).klass == "O(n!)"


def test_the_fourth_power():
    assert grown(lambda n: 3 * n**4 + 5 * n**3 + 10, [4, 8, 16, 32, 64, 128]).klass == "O(n^4)"


@few
@given(st.integers(1, 10**6), st.integers(0, 10**4))
def test_the_answer_does_not_depend_on_the_unit_of_cost(factor, shift):
    points = [(n, (n * (n - 1) // 2 + shift) * factor) for n in DOUBLING]
    plain = fit([(n, n * (n - 1) // 2 + shift) for n in DOUBLING])
    scaled = fit(points)
    assert scaled.klass == plain.klass
    assert scaled.confidence == pytest.approx(plain.confidence, abs=0.01)


@few
@given(st.permutations(DOUBLING))
def test_the_order_of_the_points_does_not_matter(sizes):
    assert fit([(n, 3 * n + 5) for n in sizes]) == fit([(n, 3 * n + 5) for n in DOUBLING])


@few
@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 10**12)), max_size=12))
def test_any_points_get_an_answer_that_is_consistent(points):
    growth = fit(points)
    assert 0 <= growth.confidence <= 1
    if growth.klass is None:
        assert growth.why.startswith("not enough evidence: ")
        assert growth.confidence == 0
        assert growth.terms == ()
    else:
        assert growth.residual is not None
        assert growth.terms


@pytest.mark.parametrize("seed", range(30))
def test_noise_gets_no_confident_answer(seed):
    rng = random.Random(seed)
    assert fit([(n, 10 ** rng.uniform(0, 5)) for n in DOUBLING]).klass is None
    assert fit([(n, n * rng.uniform(1, 20)) for n in DOUBLING]).confidence < 0.2


@pytest.mark.parametrize(
    ("points", "reason"),
    [
        ([], "0 sizes"),
        ([(1, 4), (2, 4)], "2 sizes"),
        ([(16, 3), (32, 6), (64, 12)], "3 sizes"),
        ([(n, n * n) for n in (100, 120, 140, 160)], "span a factor of 1.6"),
        ([(n, 10**6 // n) for n in DOUBLING], "falls"),
        ([(n, (n * 7919) % 1009) for n in DOUBLING], "falls"),
        ([(n, float("inf")) for n in DOUBLING], "finite"),
        ([(16, 16), (32, 32), (64, 4000), (128, 4001), (256, 10**6), (512, 10**6)], "no class fits"),
    ],
)
def test_too_little_evidence_is_said(points, reason):
    growth = fit(points)
    assert growth.klass is None
    assert reason in growth.why


def test_a_change_of_method_at_a_threshold_leaves_the_small_sizes_out():
    growth = fit([(2**i, 2**i + max(0, 2**i - 300) ** 2) for i in range(4, 14)])
    assert growth.klass == "O(n^2)"
    assert "smallest sizes" in growth.why


def test_steps_lower_the_confidence_and_keep_the_simple_class():
    def appended(n):
        return n + 2 ** (n - 1).bit_length()

    growth = fit([(n, appended(n)) for n in (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)])
    assert growth.klass == "O(n)"
    assert growth.confidence < 0.5


def test_what_explodes_only_beyond_some_size():
    # A pattern that is not tried on texts shorter than its shortest match.
    points = [(2, 58), (3, 58), (4, 58), (8, 9048), (16, 3069332)]
    points += [(17, 6141655), (18, 12286305), (19, 24575610), (20, 49154226)]
    growth = fit(points)
    assert growth.klass == "O(2^n)"
    assert "smallest size" in growth.why


def test_a_slope_that_is_reached_is_preferred_to_a_doubtful_one_that_is_far():
    # A pattern with four repetitions of blanks, which are all tried.
    points = [(8, 3799), (12, 19735), (16, 48370), (32, 583523), (64, 8245963), (75, 15265255)]
    points += [(85, 24863632), (94, 36844396), (99, 45130479)]
    growth = fit(points)
    assert growth.klass == "O(n^4)"
    assert "O(n^5) fits as well" in growth.why


def test_n_log_n_and_a_small_power_are_told_apart_with_less_confidence():
    clear = grown(lambda n: n * n)
    near = grown(lambda n: 10 * n**1.1)
    assert near.klass == "O(n^1.1)"
    assert near.confidence < clear.confidence


def test_evidence_is_reported():
    growth = fit([(n, n * n) for n in DOUBLING])
    assert growth.ratios == (4.0,) * 8
    assert growth.exponent == pytest.approx(2)
    assert growth.residual == pytest.approx(0, abs=1e-9)
    assert growth.terms[0].shape == "n^2"
    assert growth.terms[0].factor == pytest.approx(1)


def test_the_fitted_terms_reproduce_the_points():
    growth = fit([(n, 7 * n * n + 30 * n + 11) for n in DOUBLING])
    for size, cost in growth.points:
        assert sum(term.at(size) for term in growth.terms) == pytest.approx(cost, rel=0.005)


def test_the_largest_cost_of_a_size_counts():
    points = [(n, n) for n in DOUBLING] + [(n, n * n) for n in DOUBLING]
    assert fit(points).klass == "O(n^2)"


def test_costs_of_zero_are_constant():
    assert grown(lambda n: 0).klass == "O(1)"


def test_a_jump_at_the_largest_size_is_no_higher_class() -> None:
    """The memory of a table of n * n numbers, of which those above 256 take 32 bytes more."""
    squares = [(size, 8.2 * size * size + 300) for size in (8, 16, 32, 64, 128, 256)]
    assert fit(squares).klass == "O(n^2)"
    growth = fit([*squares, (512, 16.1 * 512 * 512)])
    assert growth.klass is None
    assert growth.why.startswith("not enough evidence: the largest size alone speaks for")


def test_a_cost_that_rises_at_every_second_size_is_exponential() -> None:
    sizes = (4, 6, 8, 12, 16, 24, 32, 33, 34)
    growth = fit([(n, 40 * 2 ** (n // 2) + 7) for n in sizes])
    assert growth.klass == "O(1.41^n)"
    assert growth.exponent is None
    assert growth.why == "it holds at multiples of 2: the cost rises in steps"
    assert fit([(n, 40 * 2 ** (n // 4)) for n in (*range(4, 40, 4), 38, 39)]).klass == "O(1.19^n)"


def test_a_size_between_that_costs_more_than_the_next_is_no_step() -> None:
    points = [(n, 40 * 2 ** (n // 2)) for n in (4, 6, 8, 12, 16, 24, 32, 34)]
    assert fit([*points, (33, 10**9)]).klass is None
