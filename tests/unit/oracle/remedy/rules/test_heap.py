"""Heaps in the place of lists that are sorted again."""

from __future__ import annotations

from slowpath.oracle.remedy.rules.heap import HeapRule
from tests.unit.oracle.remedy.rules.proposing import body, proposed

SOURCE = """
def target(tasks):
    waiting = list(tasks)
    done = []
    while waiting:
        waiting.sort(reverse=True)
        task = waiting.pop()
        done.append(task)
        if task > 1:
            waiting.append(task // 2)
    return done
"""


def test_the_smallest_item_is_taken_from_a_heap() -> None:
    (text,) = proposed(HeapRule, SOURCE)
    assert "import heapq" in text
    assert "heapq.heapify(waiting)" in body(text)
    assert "task = heapq.heappop(waiting)" in body(text)
    assert "heapq.heappush(waiting, task // 2)" in body(text)
    assert "sort" not in body(text)


def test_the_largest_item_is_not() -> None:
    assert proposed(HeapRule, SOURCE.replace("reverse=True", "")) == []


def test_a_list_that_is_looked_at_stays_sorted() -> None:
    assert proposed(HeapRule, SOURCE.replace("done.append(task)", "done.append(waiting[0])")) == []
