"""The hot lines of a page stand under their functions, and what explains nothing is folded away."""

from __future__ import annotations

import re

import pytest

from slowpath.model.cost import LineCost, Ops
from slowpath.report.hot import hot_lines


def line(
    ops: int, number: int = 1, function: str = "f", source: str = "pass", file: str = "/m.py"
) -> LineCost:
    return LineCost(file, number, function, Ops(ops), Ops(ops // 2), 1_000, source)


def split(page: str) -> tuple[str, str]:
    """What is shown, and what is folded."""
    shown, _, rest = page.partition("<details")
    return shown, rest


def numbers(text: str) -> list[int]:
    """The line numbers of the rows of a table."""
    return [int(each) for each in re.findall(r"<td>(\d+)</td><td><code>", text)]


def test_lines_stand_in_source_order_under_the_costliest_function_first() -> None:
    page = hot_lines([line(60, 9), line(30, 2, "g"), line(10, 7)])
    assert numbers(page) == [7, 9, 2]
    assert re.findall(r"<b>([a-z]\w*)</b>", page) == ["f", "g"]
    assert re.findall(r"<b>([\d.]+%)</b>", page) == ["10.0%", "60.0%", "30.0%"]
    assert re.findall(r"width:(\d+)%", page) == ["10", "60", "30"]
    assert 'title="60 ops, 30 of them in C code"' in page
    assert page.count("<td>1,000</td>") == 3
    assert "<details" not in page


@pytest.mark.parametrize(
    ("count", "told"), [(1, "1 more line with 0.4% of the cost"), (2, "2 more lines with 0.8% of the cost")]
)
def test_lines_that_explain_nothing_are_folded(count: int, told: str) -> None:
    rest = [line(4, 10 + number) for number in range(count)]
    shown, folded = split(hot_lines([line(1_000 - 4 * count, 5), *rest]))
    assert numbers(shown) == [5]
    assert numbers(folded) == [10 + number for number in range(count)]
    assert told in folded


def test_no_more_than_a_few_lines_are_hot() -> None:
    shown, folded = split(hot_lines([line(10, number) for number in range(1, 101)]))
    assert (len(numbers(shown)), len(numbers(folded))) == (16, 84)
    assert "84 more lines with 84.0% of the cost" in folded
    shown, folded = split(hot_lines([line(10_000), *(line(1, number) for number in range(1_000))]))
    assert (len(numbers(shown)), len(numbers(folded))) == (1, 200)
    assert "1,000 more lines with 9.1% of the cost" in folded


def test_the_indent_that_all_lines_of_a_function_share_is_left_out() -> None:
    lines = [
        line(5, 1, source="    for x in xs:\n"),
        line(5, 2, source="        x += 1\n"),
        line(5, 3, source="  \n"),
        line(5, 4, "g", source="        y\n"),
    ]
    page = hot_lines(lines)
    assert re.findall("<code>(.*?)</code>", page) == ["for x in xs:", "    x += 1", "", "y"]


def test_text_from_outside_is_no_markup() -> None:
    page = hot_lines([line(5, 1, "<lambda>", "x = '<script>' & y", "/<b>.py"), line(5, 2, "")])
    assert "<script>" not in page
    assert "x = &#x27;&lt;script&gt;&#x27; &amp; y" in page
    assert "&lt;lambda&gt;" in page
    assert "&lt;module&gt;" in page  # code outside of functions
    assert "/&lt;b&gt;.py" in page


def test_without_lines_there_is_no_table() -> None:
    assert hot_lines([]) == hot_lines([line(0)]) == ""


def test_if_no_line_is_hot_all_are_folded() -> None:
    shown, folded = split(hot_lines([line(1, number) for number in range(1, 301)]))
    assert "Where the cost is" in shown
    assert "<table" not in shown
    assert numbers(folded) == list(range(1, 201))
    assert ">300 lines with 100.0% of the cost together<" in folded
