"""Symbolic bytearrays do what plain ones do."""

from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.counting import native
from slowpath.values.bytearrays import METHODS, SymByteArray, frozen, made
from slowpath.values.elements import directly
from slowpath.values.hooks import trace_hooks
from tests.unit.values.text.symbolic import Inputs, check, outcome, under

ALPHABET = b"ab "
BYTES = st.binary(max_size=2)
STEPS = st.lists(
    st.one_of(
        st.tuples(
            st.sampled_from(["append", "remove", "count", "find", "__contains__"]),
            st.sampled_from([97, 120, 300]),
        ),
        st.tuples(
            st.sampled_from(["extend", "__iadd__", "__add__", "startswith", "split", "partition"]), BYTES
        ),
        st.tuples(
            st.sampled_from(
                ["pop", "reverse", "clear", "copy", "upper", "strip", "split", "isalpha", "decode"]
            )
        ),
        st.tuples(st.just("insert"), st.integers(-3, 3), st.just(98)),
        st.tuples(st.just("pop"), st.integers(-3, 3)),
        st.tuples(st.just("__getitem__"), st.integers(-3, 3)),
        st.tuples(st.just("__delitem__"), st.integers(-3, 3)),
        st.tuples(st.just("__setitem__"), st.integers(-3, 3), st.just(98)),
        st.tuples(st.just("__setitem__"), st.just(slice(1, 2)), BYTES),
        st.tuples(st.sampled_from(["__eq__", "__lt__", "removeprefix"]), st.just(b"a")),
    ),
    max_size=4,
)


def used(start, steps, more):
    """The results of steps on a bytearray, and what it is in the end; `more` are bytes that enter it."""
    plain = type(start) is bytes and type(more) is bytes
    box = bytearray(start) if plain else made(directly, start)
    log = []
    for step in [*steps, ("extend", more), ("append", more[0] if more else 1), *steps]:
        result = outcome(getattr(box, step[0]), *step[1:])
        log.append(_frozen(box if result is box else result))
    return [*log, bytes_of(box)]


def _frozen(value):
    if isinstance(value, bytearray):
        return bytes_of(value)
    return type(value)(map(_frozen, value)) if type(value) in (list, tuple) else value


def bytes_of(box):
    return list(box)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.sampled_from(ALPHABET), max_size=3), STEPS, st.lists(st.sampled_from(ALPHABET), max_size=1)
)
def test_steps(start, steps, more):
    inputs = Inputs()
    check(
        inputs,
        lambda start, more: used(start, steps, more),
        inputs.blob(bytes(start), ALPHABET),
        inputs.blob(bytes(more), ALPHABET),
        exact=False,
    )


def _method(hooks, name, box, *arguments):
    return hooks["method"](0, name, box)(*arguments)


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=20), st.sampled_from(sorted(METHODS[SymByteArray])), st.binary(max_size=2))
def test_charges(value, name, other):
    work, plain_work = [0], [0]
    count = native.hooks(work, lambda work: None, {})
    traced, counted = {**count, **trace_hooks(count)}, native.hooks(plain_work, lambda work: None, {})
    box = traced["call"](0, bytearray, Inputs().blob(value))
    real = counted["call"](0, bytearray, value)
    for arguments in ((), (other,), (other[:1],)):
        got, want = (
            outcome(_method, traced, name, box, *arguments),
            outcome(_method, counted, name, real, *arguments),
        )
        assert _frozen(got) == _frozen(want)
    assert work == plain_work


def test_looks_like_a_bytearray():
    box = made(directly, Inputs().blob(b"ab"))
    assert isinstance(box, bytearray)
    assert box.__class__ is bytearray
    assert bytes(box) == b"ab"


def test_goes_to_bytes_and_back():
    inputs = Inputs()
    box = made(directly, inputs.blob(b"ab"))
    box.append(7)
    assert under(frozen(directly, box), {0: 1, 1: 2}) == b"\x01\x02\x07"
    assert not inputs.decisions
