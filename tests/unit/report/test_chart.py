"""A chart has a point where its size and cost belong, and the class as a line through them."""

from __future__ import annotations

import math
import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from slowpath.model.find import Baseline
from slowpath.model.growth import Growth, GrowthTerm
from slowpath.report.chart import HEIGHT, WIDTH, chart
from tests.unit.report.found import HOSTILE, LINEAR, QUADRATIC

EXPONENTIAL = Growth(
    tuple((n, 2**n) for n in range(4, 14)), "O(2^n)", None, 0.9, terms=(GrowthTerm(1.0, base=2.0),)
)


def drawn(growth: Growth, baseline: Baseline | None = None) -> ElementTree.Element:
    return ElementTree.fromstring(chart(growth, baseline))


def dots(growth: Growth, baseline: Baseline | None = None) -> list[tuple[float, float]]:
    return [
        (float(each.attrib["cx"]), float(each.attrib["cy"]))
        for each in drawn(growth, baseline)
        if each.attrib.get("class") == "dot"
    ]


def line(growth: Growth) -> list[tuple[float, float]]:
    (fitted,) = [each for each in drawn(growth) if each.attrib.get("class") == "fit"]
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in fitted.attrib["points"].split())]


def test_a_power_is_a_straight_line_of_its_slope() -> None:
    """Both axes are logarithmic: sizes double from point to point, costs grow by four."""
    for growth, factor in ((QUADRATIC, 4), (LINEAR, 2)):
        found = dots(growth)
        assert len(found) == len(growth.points)
        steps = [b[0] - a[0] for a, b in pairwise(found)]
        assert steps == pytest.approx([steps[0]] * len(steps), abs=0.2)
        decades = [math.log10(b[1]) - math.log10(a[1]) for a, b in pairwise(growth.points)]
        falls = [a[1] - b[1] for a, b in pairwise(found)]
        per_decade = falls[-1] / decades[-1]
        assert per_decade > 0  # more is higher up
        assert falls == pytest.approx([per_decade * each for each in decades], abs=0.2)
        assert decades[-1] == pytest.approx(math.log10(factor), abs=0.01)


def test_sizes_of_an_exponential_class_are_linear() -> None:
    steps = [b[0] - a[0] for a, b in pairwise(dots(EXPONENTIAL))]
    assert steps == pytest.approx([steps[0]] * len(steps), abs=0.2)
    assert "slope" not in chart(EXPONENTIAL)
    assert "slope" in chart(QUADRATIC)


def test_the_fitted_class_goes_through_the_points() -> None:
    curve = line(QUADRATIC)
    for x, y in dots(QUADRATIC):
        near = min(curve, key=lambda place: abs(place[0] - x))
        assert abs(near[1] - y) < 5


def test_everything_is_on_the_canvas() -> None:
    for growth in (QUADRATIC, LINEAR, EXPONENTIAL):
        for x, y in [*dots(growth, Baseline(3, 5)), *line(growth)]:
            assert 0 <= x <= WIDTH
            assert 0 <= y <= HEIGHT


def test_a_baseline_is_a_mark_at_its_cost() -> None:
    (first, *_) = QUADRATIC.points
    picture = drawn(QUADRATIC, Baseline(int(first[1]), 5))
    (random,) = [each for each in picture if each.attrib.get("class") == "diamond"]
    _, _, height = random.attrib["d"].partition("l")[0].partition(" ")
    assert float(height) == pytest.approx(dots(QUADRATIC, Baseline(int(first[1]), 5))[0][1], abs=0.1)
    assert "costliest of 5 random inputs" in chart(QUADRATIC, Baseline(7, 5))
    assert "random" not in chart(QUADRATIC, Baseline(0, 5))


def test_one_point_is_no_chart() -> None:
    assert chart(Growth(((8, 64),), None, None, 0.0)) == ""
    assert chart(Growth(((8, 0), (16, 0), (32, 5)), None, None, 0.0)) == ""


def test_powers_of_ten_are_spelled_for_readers() -> None:
    texts = re.findall(r">([^<>]+)</text>", chart(QUADRATIC))
    assert {"100", "1000", "10⁴"} <= set(texts)


def test_no_text_breaks_out() -> None:
    broken = Growth(QUADRATIC.points, HOSTILE, 2.0, 0.9)
    assert "<script" not in chart(broken)
