"""Inputs on which both versions must agree: small, with equal values, and odd if the shapes allow it."""

from __future__ import annotations

from itertools import islice
from random import Random

import pytest

from slowpath.model.provenance import Provenance
from slowpath.oracle.remedy.material import (
    family_material,
    mutated_material,
    random_material,
    varied_setups,
)
from slowpath.shape.infer import Inferred
from slowpath.shape.syntax import parse_shape


def inputs(shape: str, told_by: Provenance, detail: str = "", source: str = "") -> list[str]:
    inferred = {"x": Inferred(parse_shape(shape), told_by, detail)}
    return [each["x"] for each in islice(random_material(inferred, {"x": "N"}, source, Random(1)), 300)]


def values(texts: list[str]) -> list[object]:
    return [eval(text) for text in texts]


def test_a_hint_is_kept_to() -> None:
    found = values(inputs("ints(N)", Provenance.HINT, "list[int]"))
    assert all(type(each) is list and all(type(item) is int for item in each) for each in found)
    assert [] in found
    assert any(len(set(each)) < len(each) for each in found if isinstance(each, list))


@pytest.mark.parametrize(
    ("told_by", "detail"),
    [
        (Provenance.GUESS, ""),
        (Provenance.HINT, "list[typing.Any]"),
        (Provenance.HINT, "list[~T], assuming T is int"),
    ],
)
def test_an_open_shape_has_mixed_and_unhashable_items(told_by: Provenance, detail: str) -> None:
    items = [
        item for each in values(inputs("ints(N)", told_by, detail)) if type(each) is list for item in each
    ]
    kinds = {type(item) for item in items}
    assert {int, bool, float, str, list, type(None)} <= kinds
    assert any(item != item for item in items)  # NaN


def test_hashable_items_have_a_hash() -> None:
    for each in values(inputs("ints(N)", Provenance.HINT, "list[Hashable]")):
        assert isinstance(each, list)
        set(each)


def test_an_abstract_container_may_be_another_one() -> None:
    found = values(inputs("ints(N)", Provenance.HINT, "collections.abc.Iterable[int]"))
    assert {type(each).__name__ for each in found} >= {"list", "tuple", "list_iterator", "generator", "str"}
    assert all(type(each) is list for each in values(inputs("ints(N)", Provenance.ARG, "Iterable[int]")))


def test_constants_of_the_source_are_among_the_letters() -> None:
    texts = "".join(str(each) for each in values(inputs("text(N)", Provenance.HINT, "str", "s.find(';')")))
    assert ";" in texts


def test_a_family_has_sizes_of_its_own_for_each_parameter() -> None:
    found = list(family_material({"a": "'a' * N", "b": "[0] * N"}, Random(0), 20))
    assert {"a": "'a' * 0", "b": "[0] * 0"} in found
    assert any(each["a"][-1] != each["b"][-1] for each in found)


def test_a_setup_is_varied_and_still_runs() -> None:
    found = list(varied_setups("made = []\nfor i in range(N):\n    made.append(i)\n", Random(0), 10))
    assert len(set(found)) > 2
    for each in found:
        exec(each, {"N": 3})


def test_a_family_is_changed_a_little() -> None:
    inferred = {"x": Inferred(parse_shape("text(N)"), Provenance.HINT, "str")}
    made = mutated_material({"x": "'<' + 'a' * N + '>'"}, inferred, "s == ';{'", Random(0))
    texts = [eval(each["x"]) for each in islice(made, 100)]
    assert any(";" in each for each in texts)
    assert any("{" in each for each in texts)
    assert any(not each.endswith(">") for each in texts)
    assert any(each.startswith("<") and each.endswith(">") for each in texts)


def test_odd_values_meet_in_all_lists() -> None:
    shape = Inferred(parse_shape("ints(N)"), Provenance.HINT, "list[Hashable]")
    made = random_material({"x": shape, "y": shape}, {"x": "N", "y": "N"}, "", Random(0))
    pairs = [(eval(each["x"]), eval(each["y"])) for each in islice(made, 60)]
    assert any(x == [1] and y == [True] and type(y[0]) is bool for x, y in pairs)
    assert any(len(x) == 1 and x[0] != x[0] and y[0] is x[0] for x, y in pairs if x and y)  # the same NaN
