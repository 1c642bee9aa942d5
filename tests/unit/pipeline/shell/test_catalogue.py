"""The options of a command line become keywords that the functions of the command take."""

from __future__ import annotations

import inspect
from typing import Any

import pytest

from slowpath.errors import UsageError
from slowpath.pipeline.shell.catalogue import (
    FIND,
    SPECS,
    XARGS_ECHO,
    XARGS_GREP,
    CommandOption,
    CommandSpec,
    count,
)
from slowpath.pipeline.shell.stage import Form, StreamKind

FORM = Form("text", "text_of", StreamKind.LINES, StreamKind.TEXT)
PAINT = CommandSpec(
    "paint",
    (FORM,),
    (
        CommandOption("w", "wet", "is_wet"),
        CommandOption("c", "coats", "coats", count),
        CommandOption("t", "tint", "tint", str),
        CommandOption("o", "colour", "colour", str),
    ),
    ("wall", "floor"),
    optional=1,
    numbers="coats",
)


@pytest.mark.parametrize(
    ("line", "keywords"),
    [
        ("north", {"wall": "north"}),
        ("north oak", {"wall": "north", "floor": "oak"}),
        ("-w north", {"is_wet": True, "wall": "north"}),
        ("north -w", {"is_wet": True, "wall": "north"}),  # options may stand behind operands
        ("-wc3 north", {"is_wet": True, "coats": 3, "wall": "north"}),
        ("--wet --coats=3 --tint red north", {"is_wet": True, "coats": 3, "tint": "red", "wall": "north"}),
        ("-c 1 -c 2 north", {"coats": 2, "wall": "north"}),  # the last one counts
        ("-12 north", {"coats": 12, "wall": "north"}),
        ("-- -w", {"wall": "-w"}),
        ("-t -w north", {"tint": "-w", "wall": "north"}),
    ],
)
def test_a_command_line_is_read_as_getopt_does(line: str, keywords: dict[str, Any]) -> None:
    assert PAINT.parse(line.split()) == keywords


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ("-x north", "paint: option -x is not supported", "It takes -w, -c, -t, -o."),
        ("--dry north", "paint: option --dry is not supported", "It takes -w, -c, -t, -o."),
        ("-c", "paint: option -c requires argument", "It takes -w, -c, -t, -o."),
        ("--wet=1 north", "paint: option --wet must not have an argument", "It takes -w, -c, -t, -o."),
        ("-c two north", "paint: option -c: 'two' is no number from 0 up", ""),
        ("north -3", "paint: option -3 is not supported", "It takes -w, -c, -t, -o."),
        ("-\u00b2 north", "paint: option -\u00b2 is not supported", "It takes -w, -c, -t, -o."),
        ("-\u0663 north", "paint: option -\u0663 is not supported", "It takes -w, -c, -t, -o."),
        ("--co north", "paint: option --co is ambiguous", "Write --coats or --colour."),
        ("--c north", "paint: option --c is ambiguous", "Write --coats or --colour."),
        ("--x north", "paint: option --x is not supported", "It takes -w, -c, -t, -o."),
        ("", "paint: has operands [], but takes wall floor", "name no files"),
        ("a b c", "paint: has operands ['a', 'b', 'c'], but takes wall floor", "name no files"),
    ],
)
def test_mistakes_name_the_command_and_what_it_takes(line: str, message: str, hint: str) -> None:
    with pytest.raises(UsageError) as raised:
        PAINT.parse(line.split())
    assert raised.value.message == message
    assert hint in raised.value.hint


def test_a_command_without_options_says_so() -> None:
    with pytest.raises(UsageError) as raised:
        CommandSpec("tee", (FORM,)).parse(["-a"])
    assert raised.value.hint == "It takes no options."
    with pytest.raises(UsageError, match="but takes no operands"):
        CommandSpec("tee", (FORM,)).parse(["file"])


@pytest.mark.parametrize("text", ["", "-1", "1.0", "\u0663", "\u00b2", "1_0", " 1"])
def test_a_count_has_plain_digits_only(text: str) -> None:
    assert (count("0"), count("007")) == (0, 7)
    with pytest.raises(ValueError, match="is no number from 0 up"):
        count(text)


def taken_by(form: Form) -> set[str]:
    """The parameters of a function behind the one that takes the input."""
    _, *rest = inspect.signature(form.resolve()).parameters
    return set(rest)


@pytest.mark.parametrize("spec", SPECS.values(), ids=list(SPECS))
def test_every_function_of_a_command_takes_all_of_its_keywords(spec: CommandSpec) -> None:
    keywords = {option.keyword for option in spec.options} | {*spec.operands} | {spec.numbers} - {""}
    for form in spec.forms:
        assert keywords <= taken_by(form)
    assert len({form.takes for form in spec.forms}) == len(spec.forms)  # what comes before decides


def test_find_and_xargs_take_what_is_read_for_them() -> None:
    assert {"name", "size", "kind"} <= taken_by(FIND)
    assert {"words", "count"} <= taken_by(XARGS_ECHO)
    assert {"pattern", "book", "replaced"} <= taken_by(XARGS_GREP)
