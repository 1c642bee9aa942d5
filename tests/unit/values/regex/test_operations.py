"""Operations on symbolic text give what the interpreter gives, and what they decide tells their result."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slowpath.values import calls
from slowpath.values.regex.match import SymMatch
from slowpath.values.text.text import SymStr
from tests.unit.values.regex import generated
from tests.unit.values.text.symbolic import Inputs, check, outcome, same, under


def call(function: Any, *arguments: Any, **options: Any) -> Any:
    """Call a function as the trace build does."""
    return calls.modelled(function)(*arguments, **options)


def seen(match: Any) -> Any:
    """What can be seen of a match, as plain or symbolic values."""
    if match is None:
        return None
    named = sorted(match.groupdict().items())
    return [list(match.regs), match.group(), list(match.groups("")), named, match.lastindex, match.lastgroup]


def located(name: str, pattern: re.Pattern[Any]) -> Callable[[Any], Any]:
    return lambda text: seen(call(getattr(pattern, name), text))


def operations(pattern: re.Pattern[Any]) -> list[Callable[[Any], Any]]:
    shown = "<{}>".format
    return [
        *(located(name, pattern) for name in ("match", "fullmatch", "search")),
        lambda text: call(pattern.findall, text),
        lambda text: call(pattern.split, text),
        lambda text: call(pattern.sub, r"<\g<0>>", text),
        lambda text: call(pattern.sub, lambda match: "[" + match.group() + "]", text),
        lambda text: list(call(pattern.subn, "-", text, 2)),
        lambda text: [seen(match) for match in call(pattern.finditer, text)],
        lambda text: call(pattern.sub, shown("x"), text, count=1),
    ]


@pytest.mark.parametrize("seed", range(3))
def test_generated(seed: int) -> None:
    for rng, pattern in generated.patterns(seed + 100, 24):
        value = generated.text(rng, 5)
        for operation in operations(pattern):
            inputs = Inputs()
            check(inputs, operation, inputs.text(value, generated.TEXT))


@pytest.mark.parametrize("name", ["match", "search", "findall", "split"])
def test_bytes(name: str) -> None:
    pattern = re.compile(rb"(\w+)=(?i:(on|off))?")
    for value in (b"ab=on", b"=", b"a1=OFF c=", b""):
        inputs = Inputs()
        blob = inputs.blob(value, b"ab=onfONF 1c")

        def operation(text: Any, name: str = name) -> Any:
            found = call(getattr(pattern, name), text)
            return found.group() if isinstance(found, re.Match) else found

        check(inputs, operation, blob)


def test_back_references_compare_characters() -> None:
    inputs = Inputs()
    text = inputs.text("abab", "ab")
    found = check(inputs, lambda text: seen(call(re.compile(r"(..)\1").match, text)), text)
    assert found[0] == [(0, 4), (0, 2)]
    assert len(inputs.decisions) == 2  # the dots say nothing: no line feed is in the alphabet
    inputs = Inputs()
    check(inputs, lambda text: seen(call(re.compile(r"(?i)(..)\1").match, text)), inputs.text("abBA", "abAB"))


def test_functions_of_the_module() -> None:
    value, alphabet = "a1,b2", "ab12,"
    for operation in (
        lambda text: seen(call(re.search, r"(\d)", text)),
        lambda text: seen(call(re.match, re.compile("[a-z]"), string=text)),
        lambda text: seen(call(re.fullmatch, ".*", text, re.DOTALL)),
        lambda text: call(re.split, ",", text, maxsplit=1),
        lambda text: call(re.findall, "[a-z]", text, flags=re.IGNORECASE),
        lambda text: [match.end() for match in call(re.finditer, "[a-z]", text)],
        lambda text: call(re.sub, "[a-z]", "", text),
        lambda text: list(call(re.subn, r"(\d)", r"\1\1", text)),
        lambda text: call(re.escape, text),
        lambda text: call(re.sub, "x", text, "axxb"),
        lambda text: call(re.sub, "x", lambda match: text, "axxb", count=1),
    ):
        inputs = Inputs()
        check(inputs, operation, inputs.text(value, alphabet))


def test_positions() -> None:
    pattern = re.compile("^a|b$|a")
    for pos, end in ((0, 2), (1, 3), (-5, 99), (2, 1), (3, 3)):
        for name in ("match", "fullmatch", "search", "findall"):

            def operation(text: Any, pos: int = pos, end: int = end, name: str = name) -> Any:
                found = call(getattr(pattern, name), text, pos, endpos=end)
                return [found.pos, found.endpos, seen(found)] if isinstance(found, re.Match) else found

            inputs = Inputs()
            check(inputs, operation, inputs.text("aba", "ab"))


def test_scanners() -> None:
    def by_scanner(text: Any) -> Any:
        pattern: Any = re.compile(r"\w|(?=,)")
        scanner = call(pattern.scanner, text)
        return [seen(call(scanner.match)), seen(call(scanner.search)), seen(call(scanner.match))]

    def by_lexicon(text: Any) -> Any:
        number = (r"\d+", lambda scanner, text: ["number", text])
        lexicon = re.Scanner([number, (r"[a-z]", lambda scanner, text: scanner.match.span()), (",", None)])  # type: ignore[attr-defined]
        return list(call(lexicon.scan, text))

    for operation in (by_scanner, by_lexicon):
        for value in ("12,a", "a,,", "?1"):
            inputs = Inputs()
            check(inputs, operation, inputs.text(value, "12a,?"))


def test_match_objects() -> None:
    inputs = Inputs()
    text = inputs.text("key = 12", "key =12\n")
    pattern = re.compile(r"(?P<name>\w+)\s*=\s*(?P<value>\d+)(;)?")
    plain = pattern.search("key = 12")
    match = call(pattern.search, text)
    assert plain is not None
    assert type(match) is SymMatch
    assert call(isinstance, match, re.Match)
    assert call(type, match) is re.Match
    assert match.string is text
    assert match.re is pattern
    for name in ("pos", "endpos", "lastindex", "lastgroup", "regs"):
        assert getattr(match, name) == getattr(plain, name)
    for ask in (
        lambda match: match.group(),
        lambda match: match.group("name", 2),
        lambda match: match["value"],
        lambda match: match.groups(),
        lambda match: match.groups("none"),
        lambda match: match.groupdict(default=""),
        lambda match: (match.span("name"), match.start(3), match.end("value")),
        lambda match: match.expand(r"\g<value>:\1\n"),
        repr,
        lambda match: match.group(4),
        lambda match: match["none"],
        lambda match: match.expand(r"\7"),
        pickle.dumps,
    ):
        assert same(under(outcome(ask, match), inputs.model), outcome(ask, plain))
    assert copy.copy(match) is copy.deepcopy(match) is match
    assert type(match["name"]) is SymStr


def test_what_raises_is_what_the_interpreter_raises() -> None:
    pattern: Any = re.compile("a(b)?")
    text = Inputs().text("ab")
    for plain, symbolic in (
        (lambda: pattern.match(b"ab"), lambda: call(pattern.match, Inputs().blob(b"ab"))),
        (lambda: pattern.match(), lambda: call(pattern.match)),
        (lambda: pattern.match("ab", other=1), lambda: call(pattern.match, text, other=1)),
        (lambda: pattern.sub("ab"), lambda: call(pattern.sub, text)),
        (lambda: pattern.sub(r"\2", "ab"), lambda: call(pattern.sub, r"\2", text)),
        (lambda: pattern.sub(lambda m: 1, "ab"), lambda: call(pattern.sub, lambda m: 1, text)),
        (lambda: pattern.split("ab", "x"), lambda: call(pattern.split, text, "x")),
        (lambda: re.search("(", "ab"), lambda: call(re.search, "(", text)),
        (
            lambda: re.search(pattern, "ab", re.IGNORECASE),
            lambda: call(re.search, pattern, text, re.IGNORECASE),
        ),
    ):
        assert outcome(symbolic) == outcome(plain)


def test_a_pattern_that_depends_on_the_input_is_noted() -> None:
    inputs = Inputs()
    assert call(re.search, inputs.text("a"), "ba").span() == (1, 2)
    assert call(re.compile, inputs.text("a+")).pattern == "a+"
    assert inputs.lost == ["a pattern that depends on the input"]


def test_a_replacement_is_asked_for_once() -> None:
    asked = []
    inputs = Inputs()

    def replace(match: Any) -> Any:
        asked.append(match.group())
        return match.group() * 2

    assert call(re.sub, "[a-c]", replace, inputs.text("abxc")) == "aabbxcc"
    assert len(asked) == 3


@settings(max_examples=60)
@given(value=st.text("a\\1gk<>", max_size=4), text=st.text("ab", max_size=3))
def test_templates_that_depend_on_the_input(value: str, text: str) -> None:
    inputs = Inputs()
    template = inputs.text(value, "a\\1gk<>")
    check(inputs, lambda template: call(re.sub, "(?P<k>a)", template, text), template)
    symbolic = inputs.text(text, "ab")
    check(inputs, lambda template, text: call(re.subn, "(?P<k>a)", template, text), template, symbolic)
    assert not inputs.lost
