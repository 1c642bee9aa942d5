"""Names, and the functions that they stand for."""

from __future__ import annotations

import libcst as cst
import pytest

from slowpath.oracle.remedy.names import bound, module_function, own_method, root
from slowpath.oracle.remedy.source import FunctionSource

CLASSES = """
class Owner:
    def total(self):
        return sum(self.items)

    def target(self):
        return self.total()

class Heir(Owner):
    {}
"""


def test_a_method_counts_unless_a_subclass_of_the_module_has_another() -> None:
    assert own_method(FunctionSource(CLASSES.format("pass"), "Owner.target"), "total") is not None
    overridden = "def total(self):\n        return 0"
    assert own_method(FunctionSource(CLASSES.format(overridden), "Owner.target"), "total") is None


def test_what_is_defined_twice_stands_for_no_function() -> None:
    once, twice = (cst.parse_module(times * "def f(): pass\n") for times in (1, 2))
    assert module_function(once, "f") is once.body[0]
    assert module_function(twice, "f") is None


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a, (b, *c) = x", {"a", "b", "c"}),
        ("a[i].b = x", set()),
        ("for a in x:\n    with y as b: pass\n", {"a", "b"}),
        ("f(a := 1)", {"a"}),
        ("def f(): pass", {"f"}),
    ],
)
def test_names_that_are_bound(text: str, names: set[str]) -> None:
    assert bound(cst.parse_module(text).body) == names


def test_the_name_at_the_start() -> None:
    assert root(cst.parse_expression("a[i].b")) == "a"
    assert root(cst.parse_expression("f(a).b")) is None
