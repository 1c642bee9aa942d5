"""Whatever users type, slowpath answers with a value or with an error of its own, never with a traceback."""

from __future__ import annotations

import contextlib
import sys
from random import Random
from typing import Any
from unittest import mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath import api
from slowpath.cli.main import run, verbs
from slowpath.counting import measures
from slowpath.errors import InputRejected, SlowpathError
from slowpath.explore import policy
from slowpath.run import inputs
from slowpath.shape.library import EXAMPLES
from slowpath.shape.sampler import Sampler
from slowpath.shape.syntax import parse_shape
from slowpath.target import locate

# Numbers within shapes are small: a text of a billion characters is admissible, and takes its time.
NUMBERS = st.one_of(
    st.integers(-3, 12).map(str),
    st.floats(-3, 12).map(repr),
    st.sampled_from(["N", "N - 1", "2 * N", "N ** N", "N // 0", "upto(N)", "between(1, N)", "1e400", "-N"]),
)
ATOMS = st.one_of(
    NUMBERS,
    st.text(max_size=4).map(repr),
    st.sampled_from(["None", "True", "[]", "{}", "'json:JSONDecoder'", "'no.such:Thing'", "lambda x: x"]),
)
WORDS = [
    "text",
    "ints",
    "lists",
    "sets",
    "dicts",
    "records",
    "members",
    "matrix",
    "family",
    "tuples",
    "const",
]
NAMES = st.sampled_from([*EXAMPLES, *WORDS])


def calls(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    arguments = st.lists(st.one_of(parts, ATOMS), max_size=3).map(", ".join)
    return st.builds("{}({})".format, NAMES, arguments)


SHAPES = st.one_of(st.recursive(NAMES.map("{}()".format), calls, max_leaves=4), st.text(max_size=20))
QUANTITIES = st.one_of(
    NUMBERS,
    st.integers().map(str),
    st.floats().map(repr),
    st.text(max_size=6),
    st.sampled_from(["1s", "5MB", "1_000", "_5", "1__0k"]),
)
OPTIONS = st.tuples(
    st.sampled_from(
        [
            "--size", "--budget", "--seed", "--tests", "--jobs", "--max-ops", "--memory", "--cpu", "--time",
            "--recursion", "--loops", "--measure", "--without", "--allow", "--scope", "--arg", "--input",
            "--to", "--setup", "--delta", "--hot", "--lines", "--fail-on", "-a", "-i", "--policy",
            "--constraints",
        ]
    ),
    st.one_of(QUANTITIES, st.text(max_size=8), SHAPES.map("x={}".format)),
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(SHAPES)
def test_shapes(text: str) -> None:
    with contextlib.suppress(SlowpathError, InputRejected):
        parse_shape(text).build(3, Sampler(Random(0)), "x")


@settings(max_examples=150, deadline=None)
@given(
    st.one_of(
        st.text(max_size=20),
        st.lists(
            st.one_of(
                NUMBERS,
                st.sampled_from(
                    ["ops", "memory", "calls:f", "iterations:3", "*", "+", " > ", "worst", "top ", " and "]
                ),
            ),
            max_size=6,
        ).map("".join),
    )
)
def test_measures_and_policies(text: str) -> None:  # fmt: skip
    for parse in (measures.parse, policy.parse, locate.parse, lambda each: inputs.parse([each])):
        with contextlib.suppress(SlowpathError):
            parse(text)


@settings(max_examples=150, deadline=None)
@given(st.sampled_from(verbs()), st.lists(OPTIONS, max_size=4))
def test_options(verb: str, options: list[tuple[str, str]]) -> None:
    """The API is not called: only what comes before it is tried."""
    words = [word for option in options for word in option]
    reached: list[Any] = []

    def stop(*given: Any, **named: Any) -> None:
        reached.append(given)
        raise KeyboardInterrupt

    targets = ["targets:one", "targets:two"] if verb == "diff" else ["targets:one"]
    with contextlib.ExitStack() as stack:
        stack.enter_context(mock.patch.object(sys, "argv", ["slowpath", verb, *targets, *words]))
        for name in verbs():
            if hasattr(api, name):
                stack.enter_context(mock.patch.object(api, name, stop))
        assert run() in ((130,) if reached else (0, 2))


@pytest.mark.parametrize("text", ["a\udcff", "\ud800"])
def test_bytes_that_are_no_text(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    with mock.patch.object(sys, "argv", ["slowpath", "find", text]):
        assert run() == 2
    assert "are not valid" in capsys.readouterr().err
