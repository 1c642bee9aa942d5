"""Programs are put together from what can be made and done."""

from __future__ import annotations

from pathlib import Path

from slowpath.run.counted import Meter
from slowpath.search.programs.assembly import Assembly
from slowpath.search.programs.workshop import Workshop
from slowpath.target.load import load
from tests.unit.search.programs import ordered
from tests.unit.search.programs.trees import written

SETTINGS = """
class Settings:
    def __init__(self):
        self.sections = {}

    def begin(self, name: str):
        if name in self.sections:
            raise KeyError(name)
        self.sections[name] = {}

    def put(self, section: str, key: str, value: str):
        if value.count("%") % 2:
            raise ValueError(value)
        self.sections[section][key] = value

    def get(self, section: str, key: str):
        value, found = self.sections[section][key], []
        while "%" in value:
            found.append(value[:2])
            value = value[2:]
        return found
"""

READER = """
class Reader:
    def __init__(self):
        self.text = ""
        self.asked = 0

    def feed(self, data: str):
        self.text += data

    def line(self):
        self.asked += 1
        line, newline, rest = self.text.partition("\\n")
        if newline:
            self.text = rest
        return line if newline else None

    def lines(self):
        self.asked += 1
        return self.text.count("\\n")
"""


def assembled(folder: Path, name: str, words: tuple[str, ...] = (), file: Path | None = None) -> list[str]:
    meter = Meter(load(f"{file or written(folder)}:{name}"), max_ops=100_000)
    workshop = Workshop(meter, {})
    workshop.learn_objects()
    return [each.source for each in Assembly(meter, workshop, words).programs()]


def test_a_receiver_is_filled_chained_and_nested(tmp_path: Path) -> None:
    found = assembled(tmp_path, "Node.depths")
    base, called = "x = Node('a')\n", "\nx.depths()  # measured"
    assert f"{base}for i in range(N):\n    x.add(Node('a')){called}" in found
    assert f"{base}y = x\nfor i in range(N):\n    y = child(y, 'a'){called}" in found
    nested = "y = x\nfor i in range(N):\n    z = Node('a')\n    y.add(z)\n    y = z"
    assert f"{base}{nested}{called}" in found
    assert f"{base}{nested}\ny.depths()  # measured" in found


def test_an_object_is_filled_before_it_is_handed_over(tmp_path: Path) -> None:
    found = assembled(tmp_path, "Node.adopt")
    filled = "z = Node('a')\nfor i in range(N):\n    z.add(Node('a'))\n"
    assert f"x = Node('a')\n{filled}x.adopt(z)  # measured" in found
    assert any(each.count("for i") == 2 for each in found)


def test_a_step_makes_other_things_possible(tmp_path: Path) -> None:
    found = assembled(tmp_path, "Table.repeated", ("%",))
    base = "x = Table()\nx.section('a')\n"
    assert f"{base}for i in range(N):\n    x.put('a', 'a')\nx.repeated('a')  # measured" in found
    assert f"{base}x.put('a', '%' * N)\nx.repeated('a')  # measured" in found


def test_an_object_that_is_handed_to_a_function(tmp_path: Path) -> None:
    found = assembled(tmp_path, "child")
    assert "z = Node('a')\nfor i in range(N):\n    z.add(Node('a'))\nchild(z, 'a')  # measured" in found


def test_a_method_and_the_target_in_turns_if_the_target_takes_something(tmp_path: Path) -> None:
    file = tmp_path / "reader.py"
    file.write_text(READER)
    fed = "x = Reader()\nfor i in range(N):  # measured\n    x.feed('a')\n    x.{}()"
    assert fed.format("line") in assembled(tmp_path, "Reader.line", ("\n",), file)
    found = assembled(tmp_path, "Reader.lines", ("\n",), file)
    assert "x = Reader()\nfor i in range(N):\n    x.feed('a')\nx.lines()  # measured" in found
    assert fed.format("lines") not in found


def test_a_step_that_cannot_be_done_twice_and_a_text_that_needs_pairs(tmp_path: Path) -> None:
    file = tmp_path / "settings.py"
    file.write_text(SETTINGS)
    found = assembled(tmp_path, "Settings.get", (*"abcdefghijklmnopqrs", "%"), file)
    begun = "x = Settings()\nx.begin('a')\n"
    assert f"{begun}x.put('a', 'a', '%' * N)\nx.get('a', 'a')  # measured" in found


CHAIN = """
import inspect

class Node:
    def __init__(self, data):
        self.data = data
        self.next = None

class Chain:
    def __init__(self):
        self.head = None

    def push(self, data):
        node = Node(data)
        node.next = self.head
        self.head = node

    def append(self, data):
        last = self.head
        while last.next is not None:
            last = last.next
        last.next = Node(data)

    def top(self):
        return self.head.data
"""


def test_a_target_that_adds_is_called_again_and_again_after_a_step(tmp_path: Path) -> None:
    file = tmp_path / "chain.py"
    file.write_text(CHAIN)
    found = assembled(tmp_path, "Chain.append", file=file)
    again = "x = Chain()\nx.push('a')\nfor i in range(N):  # measured\n    x.append('a')"
    assert again in [each.split("\n\n")[-1] for each in found]
    assert not [each for each in found if "_empty" in each]  # a parameter without a hint has this one
    asked = assembled(tmp_path, "Chain.top", file=file)
    assert not [each for each in asked if "    x.top()" in each]


def test_what_is_filled_in_two_ways_is_closed_before_it_is_used(tmp_path: Path) -> None:
    found = assembled(tmp_path, "Order.marked", file=ordered.written(tmp_path))
    both = "for i in range(N):\n    x.line(f'a{i}')\n    x.mark(f'a{i}', Kind.PART)\nx.close()\n"
    assert f"x = Order()\n{both}x.marked()  # measured" in found
    assert f"x = Order(limit=N)\n{both}x.marked()  # measured" in found


def test_a_receiver_is_led_to_where_it_can_be_filled(tmp_path: Path) -> None:
    found = assembled(tmp_path, "Session.flush", file=ordered.written(tmp_path))
    led = "x = Session('a')\nx.connect()\nx.login('aaaa')\n"
    assert f"{led}for i in range(N):\n    x.send('a')\nx.flush()  # measured" in found


def test_what_was_put_in_is_asked_for_in_a_list(tmp_path: Path) -> None:
    found = assembled(tmp_path, "Names._View.has_all", file=ordered.written(tmp_path))
    filled = "w = Names()\nfor i in range(N):\n    w.put(f'a{i}')\nx = w.view()\n"
    assert f"{filled}x.has_all([f'a{{i}}' for i in range(N)])  # measured" in found
