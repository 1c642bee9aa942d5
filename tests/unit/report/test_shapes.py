"""Shapes as text, with what told them."""

from __future__ import annotations

import pytest

from slowpath.model.provenance import Provenance, ShapeNote
from slowpath.report import document, finding, suite
from slowpath.report.shapes import shape_texts
from tests.unit.report import found
from tests.unit.report.test_suite import REPORT


@pytest.mark.parametrize(
    ("note", "text"),
    [
        (ShapeNote("ints(N)", Provenance.ARG), "ints(N)  (--arg)"),
        (ShapeNote("ints(N)", Provenance.HINT, "list[int]"), "ints(N)  (hint list[int])"),
        (ShapeNote("ints(N)", Provenance.DOCTEST, "median"), "ints(N)  (doctest of median)"),
        (ShapeNote("ints(N)", Provenance.CALL, "shop.py:12"), "ints(N)  (call at shop.py:12)"),
        (ShapeNote("integer()", Provenance.DEFAULT, "3"), "integer()  (default 3)"),
        (ShapeNote("text(N)", Provenance.USE, "line.split()"), "text(N)  (use of line.split())"),
        (ShapeNote("text(N)", Provenance.GUESS), "text(N)  (a guess)"),
        (ShapeNote("text(N)", Provenance.SPARE), "text(N)  (a guess; it may be left out)"),
    ],
)
def test_each_source_has_its_words(note: ShapeNote, text: str) -> None:
    assert shape_texts({"x": note}) == {"x": text}


def test_all_reports_show_the_same_words() -> None:
    hinted = "ints(N)  (hint list[int])"
    assert document.find(found.report())["shapes"] == {"xs": hinted}
    assert f"\n  xs = {hinted}\n" in finding.text(found.report())
    assert suite.document(REPORT)["shapes"] == {"a": "ints(N)  (a guess)"}
    assert "\n  a = ints(N)  (a guess)\n" in suite.text(REPORT)
