"""Which kinds of values a caller would give."""

from __future__ import annotations

import io
from collections import deque
from typing import Any

import pytest

from slowpath.knowledge.catalogue import NONE
from slowpath.model.provenance import Provenance
from slowpath.model.slot import for_each
from slowpath.shape import library as lib
from slowpath.shape.base import Shape
from slowpath.shape.infer import Inferred
from slowpath.shape.natural import Kind, contradicting, kind_of, natural_kinds, suits

TEXT, SEQUENCE = frozenset({Kind.TEXT}), frozenset({Kind.SEQUENCE})


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("a", Kind.TEXT),
        (io.StringIO("a"), Kind.TEXT),
        (b"a", Kind.BYTES),
        ([1], Kind.SEQUENCE),
        (deque([1]), Kind.SEQUENCE),
        (iter("a"), Kind.SEQUENCE),
        ({}, Kind.MAPPING),
        (7, None),
        (None, None),
        (len, None),
    ],
)
def test_the_kind_of_a_value(value: Any, expected: Kind | None) -> None:
    assert kind_of(value) is expected


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        (lib.text(), TEXT),
        (lib.blob(), {Kind.BYTES}),
        (lib.ints(), SEQUENCE),
        (lib.matrix(), SEQUENCE),
        (lib.dicts(lib.text(), lib.text()), {Kind.MAPPING}),
        (lib.optional(lib.text()), TEXT),
        (lib.literal("a", b"b"), {Kind.TEXT, Kind.BYTES}),
        (lib.const(set()), SEQUENCE),
        (lib.const(float("inf")), None),
        (lib.integer(), None),
        (lib.records("io:StringIO", lib.text()), None),
    ],
)
def test_what_examples_and_use_show(shape: Shape, expected: Any) -> None:
    for told_by in (Provenance.DOCTEST, Provenance.CALL, Provenance.USE, Provenance.DEFAULT):
        assert natural_kinds({"x": Inferred(shape, told_by)}).get("x") == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("s1", TEXT),
        ("Box.text", TEXT),
        ("text", TEXT),
        ("list", SEQUENCE),
        ("nums", SEQUENCE),
        ("a", None),
        ("data", None),
        ("process", None),
    ],
)
def test_what_names_leave_no_doubt_about(name: str, expected: Any) -> None:
    guessed = {name: Inferred(lib.blob(), Provenance.GUESS)}
    assert natural_kinds(guessed).get(name) == expected
    assert natural_kinds(guessed, NONE) == {}


@pytest.mark.parametrize("told_by", [Provenance.ARG, Provenance.HINT])
def test_what_a_person_wrote_down_is_not_in_doubt(told_by: Provenance) -> None:
    assert natural_kinds({"text": Inferred(lib.ints(), told_by)}) == {}


def test_values_that_contradict() -> None:
    natural = {"s": TEXT, "xs": SEQUENCE}
    assert contradicting({"s": "a", "xs": [1], "n": 3}, natural) == {}
    assert contradicting({"s": [0], "xs": "a"}, natural) == {"s": TEXT, "xs": SEQUENCE}
    assert contradicting({"s": None}, natural) == {}  # it may be left out
    assert contradicting({for_each("s"): ["a", "b"]}, natural) == {}
    assert contradicting({for_each("s"): [[0], [1]]}, natural) == {for_each("s"): TEXT}


@pytest.mark.parametrize(
    ("shape", "value", "expected"),
    [
        (lib.text(), "a", True),
        (lib.text(), ["a"], False),
        (lib.integer(0, 9), 100, True),  # bounds are not looked at
        (lib.integer(), 1.5, False),
        (lib.real(), 1, True),
        (lib.boolean(), 1, False),
        (lib.lists(lib.text()), ["a", []], False),
        (lib.lists(lib.lists(lib.integer())), [[1], ["a"]], False),
        (lib.lists(lib.lists(lib.integer())), [[1], []], True),
        (lib.dicts(lib.text(), lib.integer()), {"a": 1}, True),
        (lib.dicts(lib.text(), lib.integer()), {"a": "b"}, False),
        (lib.optional(lib.text()), None, True),
        (lib.optional(lib.text()), 0, False),
        (lib.literal("a", "b"), "c", True),
        (lib.literal("a", "b"), 1, False),
        (lib.const(len), 1, True),
        (lib.records("io:StringIO", lib.text()), 1, False),
        (lib.records("io:StringIO", lib.text()), io.BytesIO(), False),
        (lib.records("io:StringIO", lib.text()), io.StringIO(), True),
        (lib.records("decimal:Decimal", lib.integer()), [1], False),
        (lib.records("decimal:Decimal", lib.integer()), bool, False),
        (lib.optional(lib.records("decimal:Decimal", lib.integer())), None, True),
    ],
)
def test_what_suits_a_shape(shape: Shape, value: Any, expected: bool) -> None:
    assert suits(value, shape) is expected
