"""What has the same value in all rounds of a loop."""

from __future__ import annotations

import libcst as cst
import pytest

from slowpath.oracle.remedy.invariance import hoistable
from slowpath.oracle.remedy.source import FunctionSource


@pytest.mark.parametrize(
    ("line", "is_same"),
    [
        ("pass", True),
        ("b.append(1)", True),
        ("a = 1", False),
        ("a.append(1)", False),
        ("a[0] = 1", False),
        ("del a[0]", False),
        ("unknown(a)", False),
        ("b = a", False),
        ("for a in b: pass", False),
    ],
)
def test_an_expression_is_hoisted_if_no_line_changes_it(line: str, is_same: bool) -> None:
    text = f"def f(a, b, c):\n    for each in c:\n        {line}\n        sum(a)\n"
    source = FunctionSource(text, "f")
    call = next(each for each in source.inside(cst.Call) if source.code(each) == "sum(a)")
    assert (hoistable(call, source) is not None) == is_same


def test_an_attribute_may_be_changed_by_any_unknown_call() -> None:
    text = "def f(self, c):\n    for each in c:\n        {}\n        sum(self.items)\n"
    for line, is_same in (("c.append(1)", True), ("self.update(each)", False), ("self.items = []", False)):
        source = FunctionSource(text.format(line), "f")
        call = next(each for each in source.inside(cst.Call) if source.code(each) == "sum(self.items)")
        assert (hoistable(call, source) is not None) == is_same
