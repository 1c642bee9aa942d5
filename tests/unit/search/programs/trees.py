"""A small package of objects that are built by calls: nodes, a bag of them, a table with sections."""

from __future__ import annotations

from pathlib import Path

SOURCE = """
class Node:
    def __init__(self, name):
        if not isinstance(name, str):
            raise TypeError(name)
        self.name, self.children = name, []

    def add(self, node):
        if not isinstance(node, Node):
            raise TypeError(node)
        self.children.append(node)

    def size(self):
        return 1 + len(self.children)

    def depths(self):
        found, waiting = [], [(self, ())]
        while waiting:
            node, path = waiting.pop()
            found.append(len(path))
            waiting += [(each, path + (node,)) for each in node.children]
        return found

    def adopt(self, node):
        for each in list(node.children):
            node.children.remove(each)
            self.children.append(each)


class Table:
    def __init__(self):
        self.sections = {}

    @classmethod
    def empty(cls):
        return cls()

    def section(self, name: str):
        self.sections[name] = []

    def put(self, name: str, value):
        self.sections[name].append(value)

    def repeated(self, name: str):
        values = self.sections[name]
        return [value for value in values if values.count(value) > 1]


def child(node, name):
    made = Node(name)
    node.add(made)
    return made


def main(arguments):
    raise SystemExit(2)
"""


def written(folder: Path) -> Path:
    """The file of the package in a folder."""
    file = folder / "trees.py"
    file.write_text(SOURCE)
    return file
