"""What text costs the engine, in calls: all of Unicode as little as ASCII, plain text next to nothing."""

import sys

import pytest

from slowpath.counting import native
from slowpath.expr.condition import Member
from slowpath.model.charset import CharSet
from slowpath.values.hooks import trace_hooks
from slowpath.values.text.operations import plain
from tests.unit.values.text.symbolic import Inputs

ASCII, UNICODE = CharSet.between(0, 127), CharSet.everything()
OPERATIONS = {
    "split": lambda text: text.split(),
    "strip": lambda text: text.strip(),
    "find": lambda text: text.find("zz"),
    "isalnum": lambda text: text.isalnum(),
    "isidentifier": lambda text: text.isidentifier(),
    "splitlines": lambda text: text.splitlines(),
    "equality": lambda text: text == "other text here!",
    "order": lambda text: text < "m",
    "membership": lambda text: [c in "aeiou" for c in text],
    "translate": lambda text: text.translate({97: "x"}),
}


def calls(operation, alphabet):
    """How many functions are entered for an operation on a text, the second time."""
    entered = 0

    def enter(frame, event, argument):
        nonlocal entered
        entered += 1

    for _ in range(2):  # the first time computes the classes of characters
        text = Inputs().text("some words, 12345", alphabet)
        entered = 0
        before = sys.getprofile()
        sys.setprofile(enter)
        try:
            operation(text)
        finally:
            sys.setprofile(before)
    return entered


@pytest.mark.parametrize("name", OPERATIONS)
def test_all_of_unicode_takes_as_many_calls_as_ascii(name):
    assert calls(OPERATIONS[name], UNICODE) <= 1.2 * calls(OPERATIONS[name], ASCII) + 10


@pytest.mark.parametrize("name", OPERATIONS)
def test_all_of_unicode_takes_as_many_questions_as_ascii(name):
    counts = []
    for alphabet in (ASCII, UNICODE):
        inputs = Inputs()
        OPERATIONS[name](inputs.text("some words, 12345", alphabet))
        counts.append(len(inputs.decisions))
    assert counts[0] == counts[1]


def test_a_class_of_all_of_unicode_is_a_few_spans():
    inputs = Inputs()
    inputs.text("a").isspace()
    (condition,) = inputs.trace.conditions
    assert isinstance(condition, Member)
    assert len(condition.chars.spans) < 20


LONG = "a" * 10_000_000


@pytest.mark.parametrize(
    ("name", "arguments"), [("find", ("b",)), ("split", (",",)), ("strip", ()), ("upper", ())]
)
def test_ten_megabytes_of_one_plain_line(name, arguments):
    """The models are for symbolic text: the builtin does plain text, in a few calls."""
    count = native.hooks([0], lambda work: None, {})
    hooks = {**count, **trace_hooks(count)}
    entered = 0

    def enter(frame, event, argument):
        nonlocal entered
        entered += 1

    sys.setprofile(enter)
    try:
        found = hooks["method"](0, name, LONG)(*arguments)
    finally:
        sys.setprofile(None)
    assert found == getattr(LONG, name)(*arguments)
    assert entered < 100


@pytest.mark.parametrize("value", ["\ud800", "\udfff a", "\x00", "a\x00b", "\ud83d\ude00"])
def test_surrogates_and_nulls(value):
    for operation in (
        *OPERATIONS.values(),
        repr,
        str.upper,
        lambda text: text.encode("utf-8", "surrogatepass"),
    ):
        inputs = Inputs()
        assert plain(operation(inputs.text(value))) == operation(value)
