"""A path is kept with what each of its conditions adds to the cost, and comes back as it was."""

from __future__ import annotations

from array import array
from typing import Any

import msgspec

from slowpath.expr.comparison import compare
from slowpath.expr.linear import Linear
from slowpath.expr.variable import Variables
from slowpath.model.charset import CharSet
from slowpath.pipeline.leaf import CharLeaf
from slowpath.pipeline.output import Output
from slowpath.pipeline.structure import ValueStructure
from slowpath.pipeline.summary import BarePath, PathNote, Summary, note_of, weighed
from slowpath.values.path import Path
from tests.unit.pipeline.leaves import SMALL
from tests.unit.solve import systems

LOW = compare(Linear.variable(0), "<", 99)
EQUAL = compare(Linear.variable(0), "==", Linear.variable(1))
VARIABLES: Variables = systems.characters(2)


def path(**more: Any) -> Path:
    """A run that asks three questions, of which the first and the last are the same."""
    given: dict[str, Any] = {
        "model": {1: 98, 0: 97},
        "variables": VARIABLES,
        "conditions": [LOW, EQUAL, LOW],
        "taken": bytearray([1, 0, 1]),
        "sites": array("q", [4, 5, 4]),
        "costs": array("q", [3, 10, 30]),
        "cost": 100,
        **more,
    }
    return Path(**given)


def test_a_condition_costs_what_follows_it_until_the_next_decision() -> None:
    conditions, costs = weighed(path())
    assert conditions == [LOW, EQUAL.negated()]
    assert costs == [(10 - 3) + (100 - 30), 30 - 10]
    assert weighed(path(conditions=[], taken=bytearray(), costs=array("q"))) == ([], [])


def test_a_path_is_unpacked_as_it_was() -> None:
    structure = ValueStructure("text", 1)
    leaf = CharLeaf(1, ((-32, SMALL),))
    note = note_of(path(), Output(structure, (leaf,), CharSet.between("A", "H")), "")
    assert (note.weight, note.conditions, note.structure) == (100, 2, structure)
    assert (note.output, note.raises, note.opaque, note.bare) == ("text of length 1", None, False, False)
    assert note.chars == CharSet.between("A", "H")
    unpacked = note.unpack()
    assert (unpacked.weight, unpacked.bare) == (100, False)
    assert unpacked.conditions == (LOW, EQUAL.negated())
    assert unpacked.costs == (77, 20)
    assert unpacked.variables == tuple(VARIABLES)
    assert unpacked.values == (97, 98)  # in the order of the variables
    assert unpacked.leaves == (leaf,)


def test_a_path_whose_output_nobody_can_take_has_no_leaves() -> None:
    lost = {(4, "C code"): 1}
    note = note_of(path(raises="ValueError: no", lost=lost), None, "ValueError: no")
    assert (note.structure, note.alphabet, note.output) == (None, (), "ValueError: no")
    assert (note.raises, note.opaque) == ("ValueError: no", True)
    assert note.unpack().leaves == ()


def test_a_bare_path_keeps_all_but_its_decisions() -> None:
    whole = path(raises="ValueError: no", lost={(4, "C code"): 1}, outside=("json",))
    bare = BarePath.of(whole)
    decisions = ("conditions", "taken", "sites", "costs")
    assert [len(getattr(bare, each)) for each in decisions] == [0] * 4
    for name in set(Path.__dataclass_fields__) - set(decisions):
        assert getattr(bare, name) == getattr(whole, name)
    assert len(whole.conditions) == 3  # untouched
    unpacked = note_of(bare, None, "int").unpack()
    assert (unpacked.bare, unpacked.conditions, unpacked.values) == (True, (), (97, 98))


def test_a_summary_is_kept_as_a_document() -> None:
    lines = ValueStructure("list", 2, (ValueStructure("text", 1),))
    note = note_of(path(), Output(lines, (97, CharLeaf(0, ((0, SMALL),))), SMALL), "")
    made = Summary("a:f", "text(N)", 2, (note,), "beam", True, 7)
    again = msgspec.msgpack.decode(msgspec.msgpack.encode(made), type=Summary)
    assert again == made
    assert isinstance(again.paths[0], PathNote)
    assert again.paths[0].unpack() == note.unpack()
