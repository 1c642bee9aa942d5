"""Numbers from symbolic text and text from symbolic numbers."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.expr.linear import Linear
from slowpath.expr.variable import Integers
from slowpath.values.integer import SymInt
from slowpath.values.text import calls
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


def _number(inputs: Inputs, value: int) -> SymInt:
    index = inputs.trace.variable("n", Integers()).index
    inputs.model[index] = value
    return SymInt(value, Linear.variable(index), inputs.trace)


@pytest.mark.parametrize("value", [0, 7, 10, -3, 999, -1000, 12345])
def test_text_of_a_number(value):
    inputs = Inputs()
    number = _number(inputs, value)
    shown = calls.to_str(number)
    assert shown == str(value)
    for other in range(-1100, 1100):
        model = {0: other}
        if all(
            c.holds(model) is bool(taken)
            for c, taken in zip(inputs.trace.conditions, inputs.trace.taken, strict=True)
        ):
            assert under(shown, model) == str(other)


@pytest.mark.parametrize("specification", ["", "d", "5", "05", "<5", "^7d", "x", ",", "+d"])
def test_formatting_of_a_number(specification):
    number = _number(Inputs(), -42)
    assert calls.formatted(number, -1, specification) == format(-42, specification)
    assert calls.formatted(number, ord("r"), "") == "-42"
    with pytest.raises(ValueError):
        calls.formatted(number, -1, "q")
