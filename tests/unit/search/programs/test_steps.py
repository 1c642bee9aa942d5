"""Steps that lead an object to other code are found one after the other."""

from __future__ import annotations

from pathlib import Path

from slowpath.run.counted import Meter
from slowpath.search.programs.assembly import Assembly
from slowpath.search.programs.steps import candidates, sequences
from slowpath.search.programs.workshop import Action, Workshop
from slowpath.target.load import load

WIRE = """
class Writer:
    def write(self, name: str) -> bytes:
        return b"begin " + name.encode() + b"\\n\\n"

class Reader:
    def __init__(self):
        self.buffer = bytearray()
        self.state = "new"

    def feed(self, data: bytes):
        self.buffer.extend(data)

    def next(self):
        if self.state == "new" and self.buffer.startswith(b"begin "):
            self.state = "head"
        elif self.state == "head" and b"\\n\\n" in self.buffer:
            self.state = "body"
            rest, found = bytes(self.buffer), []
            while rest:
                found.append(rest[:1])
                rest = rest[1:]
            return found
"""


def test_texts_take_the_place_of_arguments_of_their_type() -> None:
    actions = [Action("x.feed(b'a')", int), Action("x.put(f'a{i}', 1)", int), Action("x.next()", int)]
    assert candidates(actions, ["t", b"t"]) == [
        "x.feed(b'a')",
        "x.put('a', 1)",
        "x.next()",
        "x.feed(b't')",
    ]


def test_a_step_is_kept_if_the_call_executes_something_new_after_it() -> None:
    executed = {
        ("a", "call()"): {1},
        ("b", "call()"): {1, 2},
        ("b", "a", "call()"): {3},
        ("b", "b", "call()"): {2, 3},
    }
    reached = {1}
    found = list(sequences(["a", "b"], ["call()"], lambda lines: executed.get(lines, set()), reached))
    assert found == [(("b",), "call()"), (("b", "a"), "call()")]
    assert reached == {1, 2, 3}


def test_what_a_writer_writes_leads_a_reader_on(tmp_path: Path) -> None:
    file = tmp_path / "wire.py"
    file.write_text(WIRE)
    meter = Meter(load(f"{file}:Reader.next"), max_ops=100_000)
    workshop = Workshop(meter, {})
    workshop.learn_objects()
    found = [each.source for each in Assembly(meter, workshop).programs()]
    assert b"begin a\n\n" in workshop.products
    led = "x = Reader()\nx.feed(b'begin ' + b'a\\n\\n' * N)\nx.next()\nx.next()  # measured"
    assert led in found
