"""Charts of a growth."""

from __future__ import annotations

import subprocess
import sys
from itertools import pairwise
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.errors import UsageError
from slowpath.model.growth import Growth
from slowpath.report.plot import image, terminal
from slowpath.scaling.growth import fit

QUADRATIC = fit([(2**i, 3 * 4**i + 90) for i in range(4, 13)])
EXPONENTIAL = fit([(n, 3 * 2**n) for n in range(2, 18, 2)])
NOTHING = fit([(1, 5), (2, 900), (4, 3)])


def points_drawn(chart, mark):
    """(column, row) of every point."""
    lines = chart.splitlines()[:-1]  # the last is the legend
    return [(x, y) for y, line in enumerate(lines) for x, char in enumerate(line) if char == mark]


def test_every_point_is_drawn_on_a_straight_line_for_a_power_of_n():
    chart = terminal(QUADRATIC, width=72, height=16)
    drawn = sorted(points_drawn(chart, "●"))
    assert len(drawn) == 9
    assert [y for _, y in drawn] == sorted((y for _, y in drawn), reverse=True)
    gaps = [b[0] - a[0] for a, b in pairwise(drawn)]
    assert max(gaps) - min(gaps) <= 1  # doubling sizes are evenly spaced on a logarithmic axis


def test_the_legend_names_the_class_and_the_axes():
    assert "O(n^2)" in terminal(QUADRATIC)
    assert "both axes logarithmic" in terminal(QUADRATIC)
    assert "O(2^n)" in terminal(EXPONENTIAL)
    assert "cost logarithmic" in terminal(EXPONENTIAL)


def test_sizes_stand_under_the_axis():
    line = terminal(QUADRATIC).splitlines()[-2]
    assert line.split() == ["16", "32", "64", "128", "256", "512", "1024", "2048", "4096"]


def test_without_unicode_the_chart_is_ascii():
    chart = terminal(QUADRATIC, unicode=False)
    assert chart.isascii()
    assert len(points_drawn(chart, "o")) == 9


def test_without_a_class_only_the_points_are_drawn():
    chart = terminal(NOTHING)
    assert len(points_drawn(chart, "●")) == 3
    assert not any("\u2801" <= char <= "\u28ff" for char in chart)


@pytest.mark.parametrize("points", [(), ((4, 7),), ((4, 0), (8, 0))])
def test_too_few_points_make_no_chart(points):
    assert terminal(Growth(points, None, None, 0.0)) == ""


@settings(max_examples=100, deadline=None)
@given(
    st.integers(30, 160),
    st.integers(6, 50),
    st.dictionaries(st.integers(1, 10**6), st.integers(1, 10**15), min_size=2, max_size=12),
    st.booleans(),
)
def test_a_chart_keeps_its_width_and_height(width, height, costs, unicode):
    lines = terminal(
        Growth(tuple(sorted(costs.items())), None, None, 0.0), width=width, height=height, unicode=unicode
    ).splitlines()
    assert len(lines) == height
    assert max(map(len, lines[:-1])) <= width


def test_an_svg_holds_the_points_the_class_and_the_title(tmp_path):
    path = tmp_path / "growth.svg"
    image(QUADRATIC, path, title="mod:func, $ops$")
    text = path.read_text(encoding="utf-8")
    ET.fromstring(text)
    assert "mod:func, $ops$" in text
    assert "size N" in text
    assert "confidence" in text


def test_equal_growths_give_equal_svg_files(tmp_path):
    for name in ("a.svg", "b.svg"):
        image(EXPONENTIAL, tmp_path / name, title="t")
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


@pytest.mark.parametrize("growth", [QUADRATIC, EXPONENTIAL, NOTHING, Growth((), None, None, 0.0, why="none")])
def test_a_png_is_written(tmp_path, growth):
    path = tmp_path / "growth.PNG"
    image(growth, path)
    assert path.read_bytes().startswith(b"\x89PNG")


def test_another_suffix_is_a_usage_error(tmp_path):
    with pytest.raises(UsageError, match=r"\.png or \.svg"):
        image(QUADRATIC, tmp_path / "growth.pdf")


def test_a_folder_that_does_not_exist_is_a_usage_error(tmp_path):
    with pytest.raises(UsageError, match="cannot write"):
        image(QUADRATIC, tmp_path / "missing" / "growth.svg")


def test_a_missing_matplotlib_is_a_usage_error_with_the_next_step(tmp_path, monkeypatch):
    monkeypatch.setattr("slowpath.report.plot.find_spec", lambda name: None)
    with pytest.raises(UsageError, match=r"pip install 'slowpath\[plot\]'"):
        image(QUADRATIC, tmp_path / "growth.svg")


def test_a_terminal_chart_needs_no_plotting_library():
    code = (
        "import sys; from slowpath.report.plot import terminal; from slowpath.scaling.growth import fit;"
        "assert terminal(fit([(2**i, 4**i) for i in range(4, 12)]));"
        "print([name for name in ('matplotlib', 'numpy', 'plotext') if name in sys.modules])"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "[]"
