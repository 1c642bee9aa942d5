"""Searching programs: lists, trees, tables."""

from __future__ import annotations


def sorted_insert(xs: list[int], x: int) -> list[int]:
    i = 0
    while i < len(xs) and xs[i] < x:
        i += 1  # hot
    xs.insert(i, x)
    return xs


def binary_search(xs: list[int], x: int) -> int:
    low, high = 0, len(xs) - 1
    while low <= high:
        middle = (low + high) // 2
        if xs[middle] == x:  # hot
            return middle
        if xs[middle] < x:
            low = middle + 1
        else:
            high = middle - 1
    return -1


class Node:
    def __init__(self, key: int) -> None:
        self.key = key
        self.left: Node | None = None
        self.right: Node | None = None
        self.parent: Node | None = None
        self.red = True


def tree_search(keys: list[int], x: int) -> bool:
    """Insert keys into a binary tree, then look for one more."""
    root = Node(keys[0])
    for key in keys[1:]:
        node = root
        while True:
            below = _below(node, key)
            if below is None:
                break
            node = below
        if key < node.key:
            node.left = Node(key)
        else:
            node.right = Node(key)
    found: Node | None = root
    while found is not None and found.key != x:
        found = _below(found, x)
    return found is not None


def _below(node: Node, key: int) -> Node | None:
    return node.left if key < node.key else node.right  # hot


def chained_table(keys: list[int], buckets: int) -> int:
    """Insert keys into a hash table with chains; return the length of the longest chain."""
    table: list[list[int]] = [[] for _ in range(buckets)]
    for key in keys:
        chain = table[key % buckets]
        for other in chain:
            if other == key:  # hot
                break
        else:
            chain.append(key)
    return max(len(chain) for chain in table)


def red_black_insert(keys: list[int]) -> int:
    """Insert keys into a red-black tree; return the number of comparisons."""
    root: Node | None = None
    comparisons = 0
    for key in keys:
        new = Node(key)
        parent, node = None, root
        while node is not None:
            parent = node
            comparisons += 1  # hot
            node = node.left if key < node.key else node.right
        new.parent = parent
        if parent is None:
            root = new
        elif key < parent.key:
            parent.left = new
        else:
            parent.right = new
        root = _balanced(root or new, new)
    return comparisons


def _balanced(root: Node, node: Node) -> Node:
    while node.parent is not None and node.parent.red:
        parent = node.parent
        grand = parent.parent
        assert grand is not None
        on_left = parent is grand.left
        uncle = grand.right if on_left else grand.left
        if uncle is not None and uncle.red:
            parent.red = uncle.red = False
            grand.red = True
            node = grand
            continue
        if node is (parent.right if on_left else parent.left):
            root = _rotated(root, parent, on_left)
            node, parent = parent, node
        parent.red = False
        grand.red = True
        root = _rotated(root, grand, not on_left)
    root.red = False
    return root


def _rotated(root: Node, node: Node, to_left: bool) -> Node:
    child = node.right if to_left else node.left
    assert child is not None
    inner = child.left if to_left else child.right
    if to_left:
        node.right, child.left = inner, node
    else:
        node.left, child.right = inner, node
    if inner is not None:
        inner.parent = node
    above = child.parent = node.parent
    node.parent = child
    if above is None:
        return child
    if above.left is node:
        above.left = child
    else:
        above.right = child
    return root
