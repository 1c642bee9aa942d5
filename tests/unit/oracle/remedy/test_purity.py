"""What changes nothing, by the text."""

from __future__ import annotations

import libcst as cst
import pytest

from slowpath.oracle.remedy.names import own_method
from slowpath.oracle.remedy.purity import is_pure, is_pure_function
from slowpath.oracle.remedy.source import FunctionSource

HEAD = """
import re
import time
STEP = 2
TABLE = {}

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
"""


def expression(text: str) -> tuple[cst.BaseExpression, FunctionSource]:
    source = FunctionSource(f"{HEAD}\ndef f(a, b):\n    return {text}\n", "f")
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


def test_a_method_that_only_reads_is_pure() -> None:
    source = FunctionSource(HEAD, "Owner.target")
    method = own_method(source, "total")
    assert method is not None
    assert is_pure_function(method, source)
