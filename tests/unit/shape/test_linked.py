"""Objects that hold each other, by what code reads of them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from slowpath.shape.linked import linked_objects
from slowpath.shape.sampler import Sampler


class Leaf:
    """A node of a tree, for `depth`."""

    def __init__(self, key: int, left: Any = None, right: Any = None) -> None:
        self.key, self.left, self.right = key, left, right


class Link:
    """An item of a list, for `total`."""

    def __init__(self, value: int, next: Any = None) -> None:
        self.value = value
        self.next = next


class Renamed:
    """Its constructor keeps what it is given by another name, for `renamed`."""

    def __init__(self, number: int, next: Any = None) -> None:
        self.number = number
        self.before, self.next = next, None


@dataclass
class Record:
    """A dataclass, for `records`."""

    key: int
    next: Record | None = None


def total(link: Any) -> int:
    count = 0
    while link:
        count, link = count + link.value, link.next
    return count


def records(record: Any) -> int:
    count = 0
    while record:
        count, record = count + record.key, record.next
    return count


def renamed(node: Any) -> int:
    count = 0
    while node:
        count, node = count + node.number, node.next
    return count


def length(head: Any) -> int:
    count, node = 0, head
    while node:
        count, node = count + bool(node.item >= 0), node.following
    return count


def depth(root: Any) -> int:
    return 1 + max(depth(root.left), depth(root.right)) if root and root.key >= 0 else 0


def widths(spans: Any) -> list[int]:
    spans.sort(key=lambda each: each.begin)
    return [span.finish - span.begin for span in spans]


def shout(word: Any) -> Any:
    return word.upper()


def made(function: Any, name: str, size: int) -> Any:
    told = linked_objects(function, name)
    assert told is not None
    return told[0].build(size, Sampler(Random(0)), name)


def test_a_chain_has_so_many_objects() -> None:
    chain, values = made(length, "head", 5), []
    while chain:
        values.append(int(chain.item))
        chain = chain.following
    assert values == [4, 3, 2, 1, 0]


def test_a_class_that_the_code_knows_makes_them() -> None:
    root = made(depth, "root", 4)
    assert type(root) is Leaf
    assert depth(root) == 4


def told(function: Any, name: str) -> str:
    shape = linked_objects(function, name)
    assert shape is not None
    return shape[0].describe()


def test_what_a_constructor_keeps_is_given_to_it() -> None:
    made = "__import__('tests.unit.shape.test_linked', fromlist=['']).{}"
    assert made.format("Leaf(i, left=rest)") in told(depth, "root")
    assert made.format("Link(i, next=rest)") in told(total, "link")
    assert made.format("Record(i, next=rest)") in told(records, "record")
    assert made.format("Renamed(i)") + ", setattr(each, 'next', rest)" in told(renamed, "node")


def test_items_of_a_list_may_be_such_objects() -> None:
    assert widths(made(widths, "spans", 3)) == [0, 0, 0]


def test_methods_tell_more_than_attributes() -> None:
    assert linked_objects(shout, "word") is None
