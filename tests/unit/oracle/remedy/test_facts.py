"""What the text of a function says for sure."""

from __future__ import annotations

import libcst as cst
import pytest

from slowpath.oracle.remedy.facts import hoistable, is_pure, is_pure_function, own_method
from slowpath.oracle.remedy.source import FunctionSource

HEAD = """
import re
import time
STEP = 2
TABLE = {{}}

def pure(x):
    made = []
    made.append(STEP * x)
    return sum(made)

def impure(x):
    TABLE[x] = 1

def reads(x):
    return TABLE.get(x)

class Owner:
    def total(self):
        return sum(self.items)

    def target(self):
        return self.total()

class Heir(Owner):
    {}
"""


def expression(text: str) -> tuple[cst.BaseExpression, FunctionSource]:
    source = FunctionSource(f"{HEAD.format('pass')}\ndef f(a, b):\n    return {text}\n", "f")
    (found,) = source.inside(cst.Return)
    assert found.value is not None
    return found.value, source


@pytest.mark.parametrize("text", ["a + b", "sorted(a)", "a.lower().split(b)", "re.escape(a)", "pure(a)"])
def test_reading_is_pure(text: str) -> None:
    assert is_pure(*expression(text))


@pytest.mark.parametrize(
    "text",
    ["a.pop()", "print(a)", "impure(a)", "reads(a)", "time.time()", "unknown(a)", "(c := a)", "next(a)"],
)
def test_what_may_change_something_or_read_what_changes_is_not(text: str) -> None:
    assert not is_pure(*expression(text))


def test_a_method_counts_unless_a_subclass_of_the_module_has_another() -> None:
    source = FunctionSource(HEAD.format("pass"), "Owner.target")
    method = own_method(source, "total")
    assert method is not None
    assert is_pure_function(method, source)
    overridden = "def total(self):\n        return 0"
    assert own_method(FunctionSource(HEAD.format(overridden), "Owner.target"), "total") is None


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
