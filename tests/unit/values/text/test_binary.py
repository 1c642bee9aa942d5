"""Hexadecimal digits and base64 of symbolic bytes, their text, and bytes behind a %."""

import binascii

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.values.blob import by_percent
from slowpath.values.text import binary
from tests.unit.values.text.symbolic import Inputs, check

BYTES = st.binary(max_size=4)
SOME = b"\x00\x0f\x3f\x40\x9a\xff'az"


def given_bytes(value):
    inputs = Inputs()
    return inputs, inputs.blob(value, SOME + value)


@settings(max_examples=100, deadline=None)
@given(BYTES, st.sampled_from([(), (":",), ("-", 2), ("-", -2), ("a", 3), ("::",)]))
def test_hex(value, grouping):
    inputs, blob = given_bytes(value)
    check(inputs, lambda blob: blob.hex(*grouping), blob)
    check(inputs, lambda blob: binary.hexlify(blob, *grouping), blob)


def test_hex_of_bytes_of_a_character():
    inputs = Inputs()
    check(inputs, lambda text: text.encode().hex(), inputs.text("é", "aé€"))


@settings(max_examples=150, deadline=None)
@given(st.text("0aF g\n", max_size=4))
def test_bytes_of_digits(value):
    inputs = Inputs()
    check(inputs, binary.from_hex, inputs.text(value, "0aF9 g\n"))
    check(inputs, binary.unhexlify, inputs.text(value, "0aF9 g\n"))


@settings(max_examples=100, deadline=None)
@given(BYTES, st.booleans())
def test_base64(value, newline):
    inputs, blob = given_bytes(value)
    check(inputs, lambda blob: binary.to_base64(blob, newline=newline), blob)


@settings(max_examples=200, deadline=None)
@given(
    st.one_of(
        st.text("Az0+/=\n-", max_size=6),
        st.binary(max_size=4).map(lambda each: binascii.b2a_base64(each).decode()),
    )
)
def test_bytes_of_base64(value):
    inputs = Inputs()
    check(inputs, binary.from_base64, inputs.text(value, "Az0+/=\n-" + value))


def test_strict_base64_is_lost():
    inputs = Inputs()
    check(inputs, lambda text: binary.from_base64(text, strict_mode=True), inputs.text("YWI="), exact=False)
    assert inputs.lost == ["binascii.a2b_base64()"]


@settings(max_examples=100, deadline=None)
@given(BYTES)
def test_text_of_bytes(value):
    inputs, blob = given_bytes(value)
    check(inputs, repr, blob)


@pytest.mark.parametrize("template", [b"%s", b"a%bc%%", b"%-5s|", b"%.1s", b"%d", b"%a"])
def test_percent(template):
    inputs, blob = given_bytes(b"ab\x00")
    check(inputs, lambda blob: by_percent(template, (blob,)), blob, exact=False)
    assert not inputs.lost or template == b"%a"
