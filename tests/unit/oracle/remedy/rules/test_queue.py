"""Deques in the place of lists that are used at their start."""

from __future__ import annotations

import pytest

from slowpath.oracle.remedy.rules.queue import QueueRule
from tests.unit.oracle.remedy.rules.proposing import body, proposed

SOURCE = """
def target(items):
    queue: list[int] = list(items)
    while queue and queue[0] < 3:
        first = queue.pop(0)
        queue.append(first + 1)
    {}
"""


def test_all_uses_are_those_of_a_deque() -> None:
    plain, careful = proposed(QueueRule, SOURCE.format("return queue"))
    assert "from collections import deque" in plain
    assert "queue: deque[int] = deque(items)" in plain
    assert "first = queue.popleft()" in plain
    assert body(plain).endswith("return list(queue)")
    assert 'raise IndexError("pop from empty list")' in careful


@pytest.mark.parametrize(
    "use",
    ["return queue[1:]", "return queue == []", "return [queue]", "return items + queue", "other = queue"],
)
def test_a_use_that_a_deque_does_not_have_refuses_it(use: str) -> None:
    assert proposed(QueueRule, SOURCE.format(use)) == []


def test_a_list_of_the_caller_stays_a_list() -> None:
    assert proposed(QueueRule, "def target(queue):\n    while queue:\n        queue.pop(0)\n") == []


def test_a_name_that_means_something_else_is_not_imported() -> None:
    assert proposed(QueueRule, "deque = 3\n" + SOURCE.format("return queue")) == []


def test_a_local_queue_of_a_generator_may_be_a_deque() -> None:
    source = SOURCE.replace("queue.append(first + 1)", "yield first")
    assert "first = queue.popleft()" in proposed(QueueRule, source.format("return"))[0]
