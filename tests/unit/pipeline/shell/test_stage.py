"""A stage of a shell pipeline means the same as data, as a call, and as the text that `pipe` takes."""

from __future__ import annotations

from typing import Any

import pytest

from slowpath.pipeline.shell.catalogue import FIND, SPECS, XARGS_ECHO
from slowpath.pipeline.shell.stage import CONVERSIONS, Form, ShellStage, StreamKind
from slowpath.pipeline.stage import parse_stages
from slowpath_unix.grep import grep

KINDS = (StreamKind.LINES, StreamKind.TEXT, StreamKind.BYTES)
SAME: dict[StreamKind, Any] = {
    StreamKind.LINES: ["b\xe4", "", "a"],
    StreamKind.TEXT: "b\xe4\n\na\n",
    StreamKind.BYTES: b"b\xe4\n\na\n",
}


def test_a_stage_calls_its_function_with_its_options() -> None:
    stage = ShellStage(SPECS["grep"].forms[0], (("pattern", "a."), ("invert", True)))
    lines = ["ab", "b", "ba"]
    assert stage.apply(lines) == grep(lines, pattern="a.", invert=True) == ["b", "ba"]
    assert stage.target == "slowpath_unix.grep:grep"


@pytest.mark.parametrize(
    ("stage", "given"),
    [
        (ShellStage(SPECS["sort"].forms[0], (("reverse", True),)), ["a", "b"]),
        (ShellStage(SPECS["grep"].forms[0], (("pattern", "'\"\\n_,|"), ("fixed", True))), ["'\"\\n_,|", "x"]),
        (ShellStage(XARGS_ECHO, (("words", ("a", "_")), ("count", 1))), ["x", "y"]),
        (ShellStage(SPECS["tr"].forms[0], (("first", "a{"), ("second", "()"))), "a{b"),
    ],
    ids=lambda each: each.target if isinstance(each, ShellStage) else "",
)
def test_its_text_is_read_as_a_stage_of_a_pipeline(stage: ShellStage, given: Any) -> None:
    (read,) = parse_stages([stage.describe()])
    assert read.spec == stage.target
    called = eval(read.call("function", "given"), {"function": stage.form.resolve(), "given": given})
    assert called == stage.apply(given)


def test_a_text_of_a_stage_names_its_options() -> None:
    assert ShellStage(FIND).describe() == "slowpath_unix.find:find(_)"
    stage = ShellStage(SPECS["head"].forms[0], (("count", 3),), ("head", "-3"))
    assert stage.describe() == "slowpath_unix.head:head_lines(_, count=3)"


@pytest.mark.parametrize("gives", KINDS)
@pytest.mark.parametrize("takes", KINDS)
def test_what_one_stage_gives_becomes_what_the_next_one_takes(gives: StreamKind, takes: StreamKind) -> None:
    made, flow = SAME[gives], gives
    forms: tuple[Form, ...] = () if gives is takes else CONVERSIONS[gives, takes]
    for form in forms:
        assert form.takes is flow
        made, flow = ShellStage(form).apply(made), form.gives
    assert flow is takes
    assert made == SAME[takes]


def test_nothing_becomes_a_tree() -> None:
    assert not [pair for pair in CONVERSIONS if StreamKind.ENTRIES in pair]
