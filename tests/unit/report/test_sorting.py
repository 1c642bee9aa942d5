"""A click on the head of a column sorts the rows of the table by it, a second one the other way round."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Sequence
from html.parser import HTMLParser
from typing import Any

import pytest

from slowpath.report.element import Cell, sortable
from slowpath.report.sorting import SORTING

# As much of a document as the script uses, of a table that was read before. It prints, after each click, the
# first cell of each row and what the heads are marked with.
BROWSER = """
const [heads, rows, clicks] = JSON.parse(process.argv[1]);
const cells = heads.map((kind) => {
  const marks = {}, button = {addEventListener: (event, heard) => { button[event] = heard; }};
  return {className: kind, firstChild: button, marks, getAttribute: (name) => marks[name] ?? null,
    setAttribute: (name, value) => { marks[name] = value; },
    removeAttribute: (name) => { delete marks[name]; }};
});
const body = {rows: rows.map((keys) => ({cells: keys.map((key) => ({dataset: {key}}))})),
  append: (...sorted) => { body.rows = sorted; }};
const document = {querySelectorAll: (wanted) =>
  wanted === "table.sortable" ? [{tHead: {rows: [{cells}]}, tBodies: [body]}] : []};
"""
SHOW = """
const shown = clicks.map((column) => {
  cells[column].firstChild.click();
  const marks = cells.map((cell) => cell.marks["aria-sort"] ?? "");
  return [body.rows.map((row) => row.cells[0].dataset.key), marks];
});
console.log(JSON.stringify(shown));
"""
ROWS = [
    (Cell("b", "b"), Cell("9", 9), Cell("1.5 s", 1.5)),
    (Cell("C", "C"), Cell("10", 10), Cell("", None)),
    (Cell("a", "a"), Cell("-2", -2), Cell("0.2 s", 0.25)),
]


class TableReader(HTMLParser):
    """Reads the kinds of the heads, whether a button is their first child, and the keys of each row."""

    def __init__(self) -> None:
        super().__init__()
        self.heads: list[str] = []
        self.rows: list[list[str]] = []
        self.before = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if self.before == "th":
            assert tag == "button"
        if tag == "th":
            self.heads.append(given.get("class") or "")
        elif tag == "tr":
            self.rows.append([])
        elif tag == "td":
            self.rows[-1].append(given["data-key"] or "")
        self.before = tag

    def handle_data(self, data: str) -> None:
        assert self.before != "th"


def clicked(columns: Sequence[int]) -> Any:
    """The names of the rows and the marks of the heads, after each click on a column."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("this machine has no node")
    reader = TableReader()
    reader.feed(sortable(("name", "count", "time"), ROWS, text=(0,)))
    given = json.dumps([reader.heads, [row for row in reader.rows if row], list(columns)])
    done = subprocess.run(
        [node, "-e", BROWSER + SORTING + SHOW, given], capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def test_numbers_come_largest_first_and_texts_from_a() -> None:
    by_name, by_count, by_time = clicked([0, 1, 2])
    assert by_name == [["a", "b", "C"], ["ascending", "", ""]]
    assert by_count == [["C", "b", "a"], ["", "descending", ""]]  # 10 is more than 9
    assert by_time == [["b", "a", "C"], ["", "", "descending"]]  # what has no number comes last


def test_a_second_click_sorts_the_other_way_round() -> None:
    shown = clicked([0, 0, 1, 1, 1])
    assert [names for names, _ in shown] == [
        ["a", "b", "C"],
        ["C", "b", "a"],
        ["C", "b", "a"],
        ["a", "b", "C"],
        ["C", "b", "a"],
    ]
    assert [marks for _, marks in shown][1:4] == [
        ["descending", "", ""],
        ["", "descending", ""],
        ["", "ascending", ""],
    ]
