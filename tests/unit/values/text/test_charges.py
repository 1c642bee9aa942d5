"""Operations on symbolic text cost what they cost on plain text."""

from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.counting import native
from slowpath.values.hooks import trace_hooks
from slowpath.values.text.operations import plain
from tests.unit.values.text.symbolic import Inputs, outcome

SITE = 0


class Hooked:
    """The hooks of a build and the work that they were charged."""

    def __init__(self, trace: bool) -> None:
        self.work = [0]
        count = native.hooks(self.work, lambda work: None, {})
        self.hooks = {**count, **trace_hooks(count)} if trace else count

    def __call__(self, name, *arguments):
        return plain(outcome(self._perform, name, *arguments))

    def _perform(self, hook, *arguments):
        if hook == "method":
            name, receiver, *others = arguments
            return self.hooks["method"](SITE, name, receiver)(*others)
        return self.hooks[hook](SITE, *arguments)


def costs_the_same(name, *arguments):
    """Perform a hook on arguments and on their plain copies."""
    traced, counted = Hooked(True), Hooked(False)
    got, want = traced(name, *arguments), counted(name, *map(plain, arguments))
    assert got == want
    assert traced.work == counted.work, (name, arguments)


LONG = st.text("ab \n1é", max_size=40)
METHODS = [
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
    "__add__",
]
PLAIN_METHODS = [
    "split",
    "rsplit",
    "splitlines",
    "strip",
    "lstrip",
    "rstrip",
    "lower",
    "upper",
    "title",
    "capitalize",
    "swapcase",
    "casefold",
    "isalpha",
    "isdigit",
    "isdecimal",
    "isnumeric",
    "isalnum",
    "isspace",
    "isprintable",
    "islower",
    "isupper",
    "istitle",
    "isidentifier",
    "encode",
    "expandtabs",
]


@settings(max_examples=150, deadline=None)
@given(LONG, st.text("ab \n1", max_size=3), st.sampled_from(METHODS), st.booleans(), st.booleans())
def test_methods_of_two_texts(value, other, name, first, second):
    inputs = Inputs()
    text = inputs.text(value) if first else value
    needle = inputs.text(other) if second else other
    costs_the_same("method", name, text, needle)


@settings(max_examples=100, deadline=None)
@given(LONG, st.sampled_from(PLAIN_METHODS))
def test_methods_without_arguments(value, name):
    costs_the_same("method", name, Inputs().text(value))


@settings(max_examples=60, deadline=None)
@given(
    LONG,
    st.text("ab \n1é", max_size=40),
    st.sampled_from(["add", "iadd", "contains", "eq", "ne", "lt", "ge"]),
)
def test_operators(value, other, name):
    inputs = Inputs()
    costs_the_same(name, inputs.text(value), other)
    costs_the_same(name, other, inputs.text(value))


@settings(max_examples=60, deadline=None)
@given(st.lists(LONG, max_size=6), st.text("ab", max_size=2))
def test_joining(values, separator):
    inputs = Inputs()
    texts = [inputs.text(value) if place % 2 else value for place, value in enumerate(values)]
    costs_the_same("method", "join", separator, texts)
    costs_the_same("method", "join", inputs.text(separator), texts)


@settings(max_examples=60, deadline=None)
@given(LONG, LONG)
def test_formatting(value, other):
    inputs = Inputs()
    text = inputs.text(value)
    for template in ("{}", "{}-{}", "<{:>50}>", "{1}{0!r}", "{0}{0}"):
        costs_the_same("method", "format", template, text, other)
        costs_the_same("mod", "%s and %20s", (text, other))
        costs_the_same("mod", "%s!", text)


@settings(max_examples=60, deadline=None)
@given(LONG, LONG, LONG, st.integers(-1, 4))
def test_replacing(value, old, new, most):
    inputs = Inputs()
    costs_the_same("method", "replace", inputs.text(value), old[:2], new, most)
    costs_the_same("call", value.replace, inputs.text(old[:2]), new)


@settings(max_examples=60, deadline=None)
@given(st.text("0123456789+ -x", max_size=30))
def test_numbers(value):
    text = Inputs().text(value)
    for function in (int, float, str, repr, len):
        costs_the_same("call", function, text)


def test_objects_of_the_target_are_shown_once():
    class Thing:
        shown = 0

        def __str__(self):
            Thing.shown += 1
            return "thing"

    inputs = Inputs()
    text = inputs.text("ab")
    traced = Hooked(True)
    assert traced("mod", "%s %s", (text, Thing())) == "ab thing"
    assert traced("method", "format", "{} {}", text, Thing()) == "ab thing"
    assert Thing.shown == 2


def test_items_of_a_join_are_taken_once():
    inputs = Inputs()
    taken = []

    def items():
        for word in ("a", inputs.text("b"), "c"):
            taken.append(word)
            yield word

    assert Hooked(True)("method", "join", "-", items()) == "a-b-c"
    assert len(taken) == 3


def test_short_constants_are_asked_without_a_charge():
    inputs = Inputs()
    traced = Hooked(True)
    inside = traced.hooks["inside"]
    assert inside(inputs.text("b"), "abc")
    assert not inside(inputs.text("x"), "abc")
    assert inside(inputs.blob(b"a")[0], b"abc")
    assert inside(inputs.text("b"), ("a", "b"))
    assert len(inputs.decisions) == 5
    assert traced.work == [0]
