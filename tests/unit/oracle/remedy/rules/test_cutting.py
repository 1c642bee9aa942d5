"""Indices in the place of copies of the rest."""

from __future__ import annotations

import pytest

from slowpath.oracle.remedy.rules.cutting import CuttingRule
from tests.unit.oracle.remedy.rules.proposing import body, proposed

SOURCE = """
def target(text):
    found = []
    while text:
        {use}
        text = text[2:]
    return found
"""


@pytest.mark.parametrize(
    ("use", "written"),
    [
        ("found.append(text[0])", "found.append(text[start])"),
        ("found.append(text[1])", "found.append(text[start + 1])"),
        ("found.append(text[:2])", "found.append(text[start:start + 2])"),
        ("found.append(len(text))", "found.append(len(text) - start)"),
        ("found.append(text.startswith('a'))", "found.append(text.startswith('a', start))"),
        ("found.append(text.find('a'))", "found.append(max(text.find('a', start) - start, -1))"),
        ("if not text: break", "if not start < len(text):"),
    ],
)
def test_the_rest_is_the_whole_from_an_index_on(use: str, written: str) -> None:
    plain, bounded = (body(text) for text in proposed(CuttingRule, SOURCE.format(use=use)))
    assert written in plain
    assert "start += 2" in plain
    assert "while start < len(text):" in plain
    assert "start = min(start + 2, len(text))" in bounded


@pytest.mark.parametrize(
    "use", ["found.append(text)", "found.append(text[-1])", "found.append(text.upper())"]
)
def test_other_uses_of_the_rest_refuse_it(use: str) -> None:
    assert proposed(CuttingRule, SOURCE.format(use=use)) == []


def test_the_rest_is_cut_off_behind_the_loop_if_it_is_used_there() -> None:
    plain, bounded = (
        body(text)
        for text in proposed(CuttingRule, SOURCE.format(use="pass").replace("return found", "return text"))
    )
    assert plain.endswith("text = text[start:]\nreturn text")
    assert bounded.endswith("if start:\n    text = text[start:]\nreturn text")


def test_items_that_are_taken_from_the_start_are_deleted_at_once() -> None:
    source = "def target(lines):\n    while lines and not lines[0]:\n        lines.pop(0)\n    return lines\n"
    (text,) = proposed(CuttingRule, source)
    assert body(text) == (
        "start = 0\nwhile start < len(lines) and (not lines[start]):\n    start += 1\n"
        "del lines[:start]\nreturn lines"
    )
    assert proposed(CuttingRule, source.replace("not lines[0]", "lines.count(0)")) == []
    assert proposed(CuttingRule, source.replace("not lines[0]", "not seen(lines[0])")) == []
