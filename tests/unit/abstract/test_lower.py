"""Statements do in the abstraction what they do in Python."""

from __future__ import annotations

import pytest

from slowpath.errors import NotAbstracted
from tests.unit.abstract.agreement import agree, found

PROGRAMS = {
    "branches": """
def f(a):
    if a > 2:
        b = 1
    elif a == 0:
        b = 2
    else:
        b = 3
    if b == 2:
        raise KeyError
""",
    "while else": """
def f(a):
    while a > 0:
        a -= 2
        if a == 1:
            break
        if a == 2:
            continue
    else:
        raise KeyError
""",
    "for else": """
def f(a):
    for i in range(3):
        if i == a:
            break
    else:
        return 1
    if i == 2:
        raise KeyError
""",
    "try finally": """
def f(a):
    done = 0
    for i in range(2):
        try:
            if a == i:
                break
            if a == 3:
                continue
            if a == 4:
                raise ValueError
            done += 1
        except ValueError:
            done += 10
        finally:
            done += 100
    if done == 202:
        raise IndexError
    if done == 220:
        raise KeyError
    if done == 200:
        raise TypeError
""",
    "nested finally": """
def f(a):
    left = 0
    try:
        try:
            if a > 0:
                return 1
            raise KeyError
        finally:
            left += 1
    except KeyError as error:
        left += 1
        if a == 0:
            raise
    if left == 2:
        raise IndexError
""",
    "try else": """
def f(a):
    try:
        1 // a
    except (ValueError, ZeroDivisionError):
        b = 1
    else:
        b = 2
    if b == 1:
        raise KeyError
""",
    "nested loops": """
def f(a):
    steps = 0
    for i in [1, 2]:
        for j in (3, 4, 5):
            if j == a + i:
                break
            steps += 1
        else:
            steps += 10
    if steps == 26:
        raise KeyError
    if steps == 3:
        raise IndexError
""",
    "assert": """
def f(a):
    assert a != 2, "two"
    assert a
""",
    "augmented": """
def f(a):
    xs = [1, 2]
    xs[0] += a
    i = 0
    b, (c, *d) = 1, [xs[0], 4, 5]
    e = g = len(d)
    if c == 3:
        raise KeyError
    if e + g == 4 and b == 1:
        raise IndexError
""",
    "delete": """
def f(a):
    b = 1
    if a > 0:
        del b
    return b
""",
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_traces_are_what_runs_do(name: str) -> None:
    agree(PROGRAMS[name])


@pytest.mark.parametrize(
    ("statement", "what"),
    [
        ("with a: pass", "with"),
        ("import os", "import"),
        ("global c", "a generator, or a variable of another function"),
        ("yield a", "a generator, or a variable of another function"),
        ("del a.b", "delete"),
        ("print(*[a])", "arguments that are spread"),
        ("{**{}}", "dict"),
        ("lambda: a", "lambda"),
    ],
)
def test_what_cannot_be_followed_is_refused_with_its_line(statement: str, what: str) -> None:
    with pytest.raises(NotAbstracted, match=rf":\d+: .*cannot follow this: {what}") as caught:
        found(f"def f(a):\n    b = 1\n    {statement}\n")
    if "generator" not in what:
        assert "agreeing.py:3:" in caught.value.message


def test_what_is_never_reached_is_not_refused() -> None:
    agree("""
def f(a):
    if a > 99:
        with a:
            pass
""")
