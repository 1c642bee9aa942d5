"""The count build charges what reaches the engine of regular expressions, and stops it at the budget."""

from __future__ import annotations

import re
import signal
from collections.abc import Iterator
from typing import Any

import pytest

from slowpath.counting.ledger import Ledger
from slowpath.counting.native import hooks
from slowpath.counting.native.units import UNITS
from slowpath.counting.regex import machines
from slowpath.counting.regex.machine import Mode, machine
from slowpath.counting.regex.program import parsed
from slowpath.errors import BudgetExceeded
from slowpath.model.site import Site, SiteKind
from tests.unit.counting.native.meter import SITE, Meter

ALL = 1 << 62


@pytest.fixture
def meter() -> Meter:
    return Meter()


def expected(pattern: str, text: str, mode: Mode, call: str, count: int = 1, found: int = 0) -> int:
    cost = machine(parsed(pattern)).cost(text, mode, 0, ALL, count)
    return (cost + UNITS[call] + found * UNITS["regex.found"]) // 1000


def test_methods_functions_and_bound_methods(meter: Meter) -> None:
    pattern, text = re.compile(r"\w+"), "one two " * 20
    search = expected(r"\w+", text, Mode.SEARCH, "regex.call", found=1)
    assert meter.charged("method", "search", pattern, text) == search
    assert meter.charged("call", pattern.search, text) == search
    assert meter.charged("call", re.Pattern.search, pattern, text) == search
    assert meter.charged("call", pattern.search, string=text, pos=0) == search
    function = expected(r"\w+", text, Mode.SEARCH, "regex.function", found=1)
    assert meter.charged("call", re.search, r"\w+", text) == function
    assert meter.charged("call", re.search, pattern, text) == function
    assert meter.lost == {}


@pytest.mark.parametrize(
    ("name", "arguments", "found"),
    [("findall", (), 40), ("split", (), 40), ("split", (3,), 3), ("sub", ("-",), 40), ("subn", ("-",), 40)],
)
def test_loops_count_every_match(meter: Meter, name: str, arguments: tuple[Any, ...], found: int) -> None:
    pattern, text = re.compile(r"\s"), "one two " * 20
    operands = (*arguments, text) if name.startswith("sub") else (text, *arguments)
    count = 3 if arguments == (3,) else 0
    wanted = expected(r"\s", text, Mode.SEARCH, "regex.call", count, found)
    assert meter.charged("method", name, pattern, *operands) == wanted


def test_finditer_charges_each_match_as_it_is_made(meter: Meter) -> None:
    found = meter.method("finditer", re.compile("a+"), "a b aa c aaa")
    charges = []
    texts = []
    for each in found:
        texts.append(each.group())
        charges.append(meter.work[SITE])
    assert texts == ["a", "aa", "aaa"]
    assert charges[0] < charges[1] < charges[2]
    assert next(found, None) is None


def test_scanners(meter: Meter) -> None:
    scanner = meter.method("scanner", re.compile("a"), "aab")
    before = meter.work[SITE]
    assert scanner.match().span() == (0, 1)
    assert scanner.search().span() == (1, 2)
    assert scanner.match() is None
    assert meter.work[SITE] > before
    lexer = re.Scanner([(r"\d+", lambda self, text: int(text)), (" ", None)])  # type: ignore[attr-defined]
    before = meter.work[SITE]
    assert meter.call(type(lexer).scan, lexer, "1 22 x") == ([1, 22], "x")
    charge = meter.work[SITE] - before
    assert charge > 0
    assert meter.charged("call", lexer.scan, "1 22 x") == charge
    assert meter.charged("call", lexer.scan, string="1 22 x") == charge
    assert meter.charged("method", "scan", lexer, "1 22 x") == charge
    assert meter.pick(lexer.scan)("1 22 x") == ([1, 22], "x")
    assert meter.lost == {}


def test_methods_that_c_code_calls_are_noted(meter: Meter) -> None:
    pattern, texts = re.compile("a"), ["aa", "a"]
    assert meter.call(max, texts, key=pattern.findall) == "aa"
    assert meter.method("sort", texts, key=pattern.findall) is None
    assert meter.method("append", [], pattern.search) is None
    assert {name: count for (_, name), count in meter.lost.items()} == {"re.Pattern.findall": 2}


def test_flags_are_heeded(meter: Meter) -> None:
    plain = meter.charged("call", re.findall, "a", "A" * 100)
    assert meter.call(re.findall, "a", "AA", re.IGNORECASE) == ["A", "A"]
    assert meter.charged("call", re.findall, "a", "A" * 100, re.IGNORECASE) > plain
    assert meter.charged("call", re.findall, "a", "A" * 100, flags=re.IGNORECASE) > plain


def test_errors_are_the_interpreters_own(meter: Meter) -> None:
    with pytest.raises(re.error, match="unterminated"):
        meter.call(re.match, "(a", "a")
    with pytest.raises(TypeError, match="cannot use a string pattern on a bytes-like object"):
        meter.method("match", re.compile("a"), b"a")
    with pytest.raises(TypeError, match="expected string or bytes-like"):
        meter.method("match", re.compile("a"), 3)
    with pytest.raises(TypeError):
        meter.method("match", re.compile("a"))
    assert meter.lost == {}


@pytest.mark.parametrize("budget", [0, 20_000, 5_000_000])
def test_a_catastrophic_pattern_ends_at_the_budget(budget: int) -> None:
    ledger = Ledger()
    ledger.extend([Site(0, SiteKind.NATIVE, "file.py", 1, "f", 0)])
    native = hooks(ledger.work, ledger.heavy, ledger.uncounted, ledger.left)
    ledger.start(budget)
    with pytest.raises(BudgetExceeded):
        native["method"](0, "match", re.compile("(a+)+$"))("a" * 60 + "b")
    assert ledger.ops() == budget + 1
    ledger.start(budget + 1_000)
    walk = native["method"](0, "finditer", re.compile("(a+)+b"))("ab" + "a" * 60)
    assert next(walk).group() == "ab"
    with pytest.raises(BudgetExceeded):
        next(walk)


def test_what_finditer_and_scanner_give_has_what_the_plain_ones_have(meter: Meter) -> None:
    pattern: Any = re.compile("a")
    found, scanner = meter.method("finditer", pattern, "aab"), meter.method("scanner", pattern, "aab")
    for given, plain in ((found, pattern.finditer("aab")), (scanner, pattern.scanner("aab"))):
        for name in ("match", "search", "__iter__", "__next__", "pattern", "__reduce__"):
            assert hasattr(given, name) == hasattr(plain, name), name
        assert type(given).__name__ == type(plain).__name__
        assert isinstance(given, Iterator) == isinstance(plain, Iterator)
    with pytest.raises(TypeError, match="object is not iterable"):
        iter(scanner)


def test_a_signal_ends_a_match_that_is_counted(meter: Meter) -> None:
    class Rung(Exception):
        pass

    def ring(*_: object) -> None:
        raise Rung

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        with pytest.raises(Rung):
            meter.method("match", re.compile("(a+)+$"), "a" * 60 + "b")
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_a_scanner_whose_phrases_have_groups_is_counted_if_there_is_room_for_them() -> None:
    for phrases in (["(a)"], ["(a)(b)"], ["x", "y", "(a)(b)(c)"], ["(?:a)"]):
        lexer: Any = re.Scanner([(phrase, None) for phrase in phrases])  # type: ignore[attr-defined]
        machine = machines.enter({}, "key", lexer, None)
        groups = max(re.compile(phrase).groups for phrase in phrases)
        assert (machine is None) == (groups > len(phrases))
