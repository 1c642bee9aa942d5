"""Attributes are found in the abstraction where Python finds them."""

from __future__ import annotations

import pytest

from tests.unit.abstract.agreement import agree

PROGRAMS = {
    "fields and classes": """
class Box:
    size = 5

    def __init__(self):
        self.own = 1

    @staticmethod
    def three():
        return 3

class Sub(Box):
    def own_size(self):
        return self.size

def f(a):
    box = Sub()
    if box.own_size() == 5 and box.three() == 3 and Box.size == 5:
        if a == 1:
            box.size = 6
        if box.size == 6 and Box.size == 5:
            raise KeyError
    if a == 2:
        box.missing
    if a == 3:
        Box.missing
    if a == 4:
        None.missing
""",
    "a class attribute that is None": """
class Box:
    limit = None

class Sub(Box):
    pass

def f(a):
    box = Sub()
    if box.limit is None:
        for _ in range(3 if a > 3 else 2):
            pass
    if a == 1:
        box.limit = a
    if box.limit is not None:
        raise KeyError
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_traces_are_what_runs_do(name: str) -> None:
    agree(PROGRAMS[name])
