"""Symbolic bytes give what plain bytes give, and their conditions tell why."""

import copy
import pickle

from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.values.blob import SymBytes
from slowpath.values.text import calls
from tests.unit.values.text.symbolic import Inputs, check, method

ALPHABETS = [b"ab", b"a \n\r", b"aZ1_", b"\x00\xff a", b"\t x", b"+-0", b"\xc3\xa9a", b"\xe2\x82\xac\xed"]
PLAIN = [
    "isalpha",
    "isalnum",
    "isascii",
    "isdigit",
    "islower",
    "isspace",
    "istitle",
    "isupper",
    "lower",
    "upper",
    "capitalize",
    "swapcase",
    "title",
    "split",
    "rsplit",
    "splitlines",
    "strip",
    "lstrip",
    "rstrip",
]
PAIRED = [
    "find",
    "rfind",
    "index",
    "rindex",
    "count",
    "startswith",
    "endswith",
    "split",
    "rsplit",
    "partition",
    "rpartition",
    "strip",
    "lstrip",
    "rstrip",
    "removeprefix",
    "removesuffix",
    "__contains__",
    "__eq__",
    "__ne__",
    "__lt__",
    "__le__",
    "__gt__",
    "__ge__",
    "__add__",
]


@st.composite
def blobs(draw, most=4):
    alphabet = draw(st.sampled_from(ALPHABETS))
    value = bytes(draw(st.lists(st.sampled_from(alphabet), max_size=most)))
    inputs = Inputs()
    return inputs, alphabet, inputs.blob(value, alphabet)


@settings(max_examples=150, deadline=None)
@given(blobs(), st.sampled_from(PLAIN))
def test_methods_without_arguments(drawn, name):
    inputs, _, blob = drawn
    check(inputs, lambda blob: getattr(blob, name)(), blob)


@settings(max_examples=200, deadline=None)
@given(st.data(), st.sampled_from(PAIRED))
def test_methods_of_two(data, name):
    inputs, alphabet, blob = data.draw(blobs())
    value = bytes(data.draw(st.lists(st.sampled_from(alphabet + b"x"), max_size=2)))
    other = inputs.blob(value, alphabet + b"x") if data.draw(st.booleans()) else value
    check(inputs, lambda blob, other: method(blob, name, other), blob, other)


@settings(max_examples=60, deadline=None)
@given(blobs(), st.sampled_from(["find", "count", "__contains__", "rindex"]), st.integers(-1, 256))
def test_a_byte_as_an_int(drawn, name, value):
    inputs, _, blob = drawn
    check(inputs, lambda blob: getattr(blob, name)(value), blob)


@settings(max_examples=60, deadline=None)
@given(blobs(), st.integers(-5, 5), st.integers(-5, 5))
def test_items_are_numbers(drawn, first, last):
    inputs, _, blob = drawn
    check(inputs, lambda blob: blob[first:last], blob)
    check(inputs, lambda blob: blob[first], blob)
    check(inputs, lambda blob: [number + 1 for number in blob], blob)
    assert not inputs.decisions


@settings(max_examples=150, deadline=None)
@given(
    blobs(), st.sampled_from(["utf-8", "latin-1", "ascii"]), st.sampled_from(["strict", "replace", "ignore"])
)
def test_decoding(drawn, encoding, errors):
    inputs, _, blob = drawn
    check(inputs, lambda blob: blob.decode(encoding, errors), blob)


@settings(max_examples=60, deadline=None)
@given(blobs(), st.binary(max_size=2), st.binary(max_size=2), st.integers(-1, 2))
def test_replacing(drawn, old, new, most):
    inputs, _, blob = drawn
    check(inputs, lambda blob: blob.replace(old, new, most), blob)
    check(inputs, lambda blob: method(blob, "join", [old, blob, new]), blob)


@settings(max_examples=40, deadline=None)
@given(blobs(), st.binary(max_size=2))
def test_translating(drawn, delete):
    inputs, _, blob = drawn
    table = bytes.maketrans(b"ab", b"xy")
    check(inputs, lambda blob: blob.translate(table, delete), blob)


def test_bytes_of_numbers_are_symbolic():
    inputs = Inputs()
    blob = inputs.blob(b"ab")
    made = calls.to_bytes([blob[0] + 1, 7, blob[1]])
    assert type(made) is SymBytes
    assert made == b"b\x07b"
    check(inputs, lambda blob: calls.to_bytes([number ^ 1 for number in blob]), blob)


def test_looks_like_bytes():
    blob = Inputs().blob(b"ab")
    assert isinstance(blob, bytes)
    assert blob.__class__ is bytes
    assert type(pickle.loads(pickle.dumps(blob))) is bytes
    assert copy.deepcopy(blob) is blob
    assert bytes(memoryview(blob)) == b"ab"
