"""Stages as users write them."""

from __future__ import annotations

from typing import Any

import pytest

from slowpath.errors import UsageError
from slowpath.pipeline.glue import tops, write_glue
from slowpath.pipeline.stage import parse_stages


def test_a_stage_takes_its_input_first_or_at_the_underscore():
    plain, named, fixed = parse_stages(["html:escape", "re:sub('a', 'b', _)", "textwrap:fill(width=5)"])
    assert plain.call("f", "x") == "f(x)"
    assert named.call("f", "x") == "f('a', 'b', x)"
    assert fixed.call("f", "x") == "f(x, width=5)"
    assert [stage.source for stage in (plain, named, fixed)] == [None, 0, 1]


def test_branches_take_the_output_of_the_stage_before_them():
    stages = parse_stages(["a:f", "{b:f('|,'), c:f | d:f}"])
    assert [(stage.spec, stage.source) for stage in stages] == [
        ("a:f", None),
        ("b:f", 0),
        ("c:f", 0),
        ("d:f", 2),
    ]


@pytest.mark.parametrize(
    ("texts", "message"),
    [
        ([], "a pipeline needs a stage"),
        (["a:f(_, _)"], "takes its input twice"),
        (["a:f(_, *x)"], "with a star"),
        (["a:f(_, x)"], "the argument x is no literal"),
        (["a:f(_,"], "is no stage"),
        (["a:f(1 2)"], "do not parse"),
        (["{a:f, b:f}"], "must come last"),
        (["a:f", "{b:f", "c:f"], "must come last"),
        (["a:f", "{b:f"], "has no closing brace"),
    ],
)
def test_mistakes_are_told(texts, message):
    with pytest.raises(UsageError, match=message):
        parse_stages(texts)


def test_the_glue_runs_as_the_stages_do(tmp_path):
    stages = parse_stages(
        ["html:escape", "textwrap:wrap(_, width=3)", "{operator:itemgetter(0), html:unescape}"]
    )
    assert tops(stages) == ("html", "textwrap", "operator")
    linear = stages[:2]
    names: dict[str, Any] = {}
    exec(write_glue(linear), names)
    assert names["pipeline"]("a b c d") == ["a b", "c d"]
    assert names["pipeline"]("<", 1) == "&lt;"
    assert names["stage_1"]("<") == (False, "&lt;")


def test_lazy_stages_stay_lazy(tmp_path):
    file = tmp_path / "lazy_stages.py"
    file.write_text(
        "seen = []\n"
        "def numbers(n):\n    for i in range(n):\n        seen.append(i)\n        yield i\n"
        "def first(items):\n    return next(items)\n"
        "def all_of(items):\n    return sum(items)\n"
    )
    names: dict[str, Any] = {}
    exec(write_glue(parse_stages([f"{file}:numbers", f"{file}:first"])), names)
    assert names["pipeline"](5) == 0
    assert names["module_1"].seen == [0]
    assert names["stage_1"](2) == (True, [0, 1])
    split: dict[str, Any] = {}
    exec(write_glue(parse_stages([f"{file}:numbers", f"{{{file}:all_of, {file}:all_of}}"])), split)
    assert split["pipeline"](5) == 10


def test_a_caller_stands_before_the_function_that_it_calls():
    first, second = parse_stages(["tools:report@rank(_, 3)", "tools:rank"])
    assert (first.spec, first.until, first.arguments) == ("tools:report", "rank", "_, 3")
    assert (second.until, second.source) == ("", 0)
    for wrong in (["a:f@g"], ["a:g", "a:f@g"], ["a:f@g", "a:g", "a:h"], ["a:f@g", "a:g@h"]):
        with pytest.raises(UsageError, match="is a caller"):
            parse_stages(wrong)
