"""Numbers from symbolic text and text from symbolic numbers."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.expr.linear import Linear
from slowpath.expr.variable import Integers
from slowpath.values.integer import SymInt
from slowpath.values.text import calls
from slowpath.values.text.text import by_percent
from tests.unit.values.text.symbolic import Inputs, check, under


@settings(max_examples=150, deadline=None)
@given(st.text(" +-0_7aFx٣", max_size=4), st.sampled_from([10, 10, 2, 8, 16, 36]))
def test_int(value, base):
    inputs = Inputs()
    check(inputs, lambda text: calls.to_int(text, base), inputs.text(value, " -07_aFx٣+"))


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(
        [
            "",
            "1",
            "12.5",
            "-.5",
            "1e2",
            "1E-1",
            " 7 ",
            "inf",
            "-nan",
            "infinity",
            "1_0",
            "1._5",
            "0x1",
            "٣.5",
            ".",
        ]
    )
)
def test_float(value):
    inputs = Inputs()
    check(inputs, calls.to_float, inputs.text(value, CHARS + value))


CHARS = "01.-e _"


@settings(max_examples=100, deadline=None)
@given(st.text("01.-e _", max_size=4))
def test_float_of_any_text(value):
    inputs = Inputs()
    check(inputs, calls.to_float, inputs.text(value, CHARS))


def test_digits_give_a_linear_form():
    inputs = Inputs()
    number = calls.to_int(inputs.text("-12", "-0123456789"))
    assert number == -12
    assert isinstance(number.form, Linear)
    assert len(number.form.parts) == 2


def test_characters_and_their_numbers():
    inputs = Inputs()
    check(inputs, lambda text: calls.to_chr(calls.to_ord(text)), inputs.text("b", "abc"))
    check(inputs, lambda text: calls.to_chr(calls.to_ord(text) + 1).isdigit(), inputs.text("8", "/0589:"))
    check(inputs, lambda text: calls.to_ord(text.upper()), inputs.text("é", "aé1B"))


def _number(inputs: Inputs, value: int) -> Any:
    index = inputs.trace.variable("n", Integers()).index
    inputs.model[index] = value
    return SymInt(value, Linear.variable(index), inputs.trace)


def _tells(inputs, shown, plain, numbers=range(-1100, 1100)):
    """Check what a number is shown as against all numbers that decide the same."""
    for other in numbers:
        model = {0: other}
        if all(
            c.holds(model) is bool(taken)
            for c, taken in zip(inputs.trace.conditions, inputs.trace.taken, strict=True)
        ):
            assert under(shown, model) == plain(other)


@pytest.mark.parametrize("value", [0, 7, 10, -3, 999, -1000, 12345])
def test_text_of_a_number(value):
    inputs = Inputs()
    shown = calls.to_str(_number(inputs, value))
    assert shown == str(value)
    _tells(inputs, shown, str)


@pytest.mark.parametrize(("kind", "plain"), [("x", hex), ("o", oct), ("b", bin)])
@pytest.mark.parametrize("value", [0, 9, 10, 171, -26])
def test_text_of_a_number_in_a_base(kind, plain, value):
    inputs = Inputs()
    shown = calls.to_base(kind)(_number(inputs, value))
    assert shown == plain(value)
    _tells(inputs, shown, plain)


SPECIFICATIONS = ["", "d", "5", "05", "<5", "^7d", "=+6", "x", "X", "04X", "#x", "#06x", "#X", "b", "_b", "o"]
SPECIFICATIONS += [",", "10,", "+d", " d", "*^9", "n"]


@pytest.mark.parametrize("specification", SPECIFICATIONS)
@pytest.mark.parametrize("value", [-42, 0, 171, 1060])
def test_formatting_of_a_number(specification, value):
    inputs = Inputs()
    shown = calls.formatted(_number(inputs, value), -1, specification)
    assert shown == format(value, specification)
    assert not inputs.lost or specification == "n"
    if not inputs.lost:
        _tells(inputs, shown, lambda other: format(other, specification))


@pytest.mark.parametrize(
    "template", ["%d", "%5d|", "%-5d|", "%05d", "%+i", "% d", "%x", "%#x", "%02X", "%#06X", "%o"]
)
@pytest.mark.parametrize("value", [-42, 0, 171])
def test_number_behind_a_percent_sign(template, value):
    inputs = Inputs()
    shown = by_percent(template, _number(inputs, value))
    assert shown == template % value
    assert not inputs.lost
    _tells(inputs, shown, lambda other: template % other)


def test_conversion_of_a_number():
    assert calls.formatted(_number(Inputs(), -42), ord("r"), ">5") == "  -42"
    for conversion, specification in [(-1, "q"), (ord("s"), "d")]:
        with pytest.raises(ValueError):
            calls.formatted(_number(Inputs(), -42), conversion, specification)


@settings(max_examples=150, deadline=None)
@given(st.text("+-0_7xbo٠1", max_size=4))
def test_int_of_the_base_that_its_prefix_tells(value):
    inputs = Inputs()
    check(inputs, lambda text: calls.to_int(text, 0), inputs.text(value, "+-07_xbo٠1"))


@pytest.mark.parametrize("value", ["a", "\t", "\n", "'", "\x7f", "é", "€", "\ud800", "😀", "\x00"])
@pytest.mark.parametrize("shown", [calls.to_ascii, calls.to_repr])
def test_escapes(value, shown):
    inputs = Inputs()
    check(inputs, shown, inputs.text(value, "a\t\n'\"\x7f\x80\xffé€\u2028\ud800😀\U000e0001\x00"))
