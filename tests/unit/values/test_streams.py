"""Streams over symbolic content read and write what plain streams do."""

import io

from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.counting import native
from slowpath.values.hooks import trace_hooks
from slowpath.values.text.operations import plain
from tests.unit.values.text.symbolic import Inputs, check, outcome

STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("read"), st.integers(-1, 3)),
        st.tuples(st.just("readline"), st.integers(-1, 3)),
        st.tuples(st.just("readline")),
        st.tuples(st.just("readlines")),
        st.tuples(st.just("__next__")),
        st.tuples(st.just("seek"), st.integers(0, 6)),
        st.tuples(st.just("tell")),
        st.tuples(st.just("write"), st.text("x\n", max_size=2)),
        st.tuples(st.just("truncate"), st.integers(0, 6)),
        st.tuples(st.just("getvalue")),
    ),
    max_size=5,
)


class Build:
    """Calls as one of the builds makes them."""

    def __init__(self, trace: bool) -> None:
        self.work = [0]
        count = native.hooks(self.work, lambda work: None, {})
        self._hooks = {**count, **trace_hooks(count)} if trace else count

    def made(self, kind, *content):
        return self._hooks["call"](0, kind, *content)

    def did(self, stream, step):
        return outcome(lambda: self._hooks["method"](0, step[0], stream)(*step[1:]))


def used(content, steps, kind=io.StringIO, *more):
    """What the steps give in the trace build."""
    build = Build(True)
    stream = build.made(kind, content, *more)
    return [build.did(stream, step) for step in steps]


@settings(max_examples=150, deadline=None)
@given(st.text("a\n", max_size=5), STEPS)
def test_text_streams(content, steps):
    inputs = Inputs()
    check(inputs, lambda content: used(content, steps), inputs.text(content, "a\nb"))


@settings(max_examples=100, deadline=None)
@given(st.text("a\n\r", max_size=4), STEPS)
def test_any_line_end(content, steps):
    inputs = Inputs()
    symbolic = inputs.text(content, "a\n\r")
    assert used(content, steps, io.StringIO, "") == plainly(content, steps)
    check(inputs, lambda content: used(content, steps, io.StringIO, ""), symbolic)


def plainly(content, steps):
    """What the steps give on the builtin stream."""
    stream = io.StringIO(content, "")
    return [outcome(getattr(stream, step[0]), *step[1:]) for step in steps]


@settings(max_examples=60, deadline=None)
@given(st.binary(max_size=4), STEPS)
def test_byte_streams(content, steps):
    inputs = Inputs()
    steps = [
        tuple(each.encode() if isinstance(each, str) and each in ("x", "\n") else each for each in step)
        for step in steps
    ]
    check(inputs, lambda content: used(content, steps, io.BytesIO), inputs.blob(content, b"a\nb" + content))


@settings(max_examples=100, deadline=None)
@given(st.text("a\n", max_size=30), STEPS)
def test_charges(content, steps):
    traced, counted = Build(True), Build(False)
    symbolic, real = traced.made(io.StringIO, Inputs().text(content)), counted.made(io.StringIO, content)
    for step in steps:
        assert plain(traced.did(symbolic, step)) == counted.did(real, step)
    assert traced.work == counted.work


def test_what_is_written_stays_symbolic():
    inputs = Inputs()
    build = Build(True)
    stream = build.made(io.StringIO)
    build.did(stream, ("write", "ab"))
    build.did(stream, ("write", inputs.text("cd")))
    assert build.did(stream, ("getvalue",)) == "abcd"
    assert len(inputs.decisions) == 1
    assert list(stream) == []
    assert isinstance(stream, io.StringIO)


def test_lines_are_decided_character_by_character():
    inputs = Inputs()
    stream = Build(True).made(io.StringIO, inputs.text("ab\nc", "abc\n"))
    assert len(list(stream)) == 2
    assert [taken for _, taken in inputs.decisions] == [False, False, True, False]
