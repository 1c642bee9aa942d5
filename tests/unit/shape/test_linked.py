"""Objects that hold each other, by what code reads of them."""

from __future__ import annotations

from random import Random
from typing import Any

from slowpath.shape.linked import linked_objects
from slowpath.shape.sampler import Sampler


class Leaf:
    """A node of a tree, for `depth`."""

    def __init__(self, key: int, left: Any = None, right: Any = None) -> None:
        self.key, self.left, self.right = key, left, right


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


def test_items_of_a_list_may_be_such_objects() -> None:
    assert widths(made(widths, "spans", 3)) == [0, 0, 0]


def test_methods_tell_more_than_attributes() -> None:
    assert linked_objects(shout, "word") is None
