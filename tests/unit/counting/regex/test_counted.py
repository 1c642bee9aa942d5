"""What stands for a pattern's method, or a function of `re`: it charges its calls, and else is as that."""

from __future__ import annotations

import copy
import functools
import gc
import inspect
import pickle
import re
import types
import weakref
from typing import Any

import pytest

from tests.unit.counting.native.meter import SITE, Meter

PATTERN = re.compile(r"(\w)\w*")
TEXT = "one two " * 20
METHODS = ("match", "fullmatch", "search", "findall", "split")


@pytest.fixture
def meter() -> Meter:
    return Meter()


@pytest.mark.parametrize("name", METHODS)
def test_calls_are_charged_whoever_makes_them(meter: Meter, name: str) -> None:
    plain = getattr(PATTERN, name)
    called = meter.charged("call", plain, TEXT)
    taken = meter.taken(plain)
    before = meter.work[SITE]
    assert repr(list(map(taken, [TEXT]))) == repr([plain(TEXT)])
    assert meter.work[SITE] - before == called > 0
    assert repr(functools.partial(taken, TEXT)()) == repr(plain(TEXT))
    assert meter.work[SITE] - before == 2 * called


def test_a_hook_charges_where_it_is_called(meter: Meter) -> None:
    taken = meter.hooks["taken"](5, PATTERN.search)
    assert meter.charged("call", taken, TEXT) == meter.charged("call", PATTERN.search, TEXT)
    meter.pick(taken)(TEXT)
    assert meter.work[5] == 0
    taken(TEXT)
    assert meter.work[5] * 3 == meter.work[SITE]


def test_functions_descriptors_and_scanners(meter: Meter) -> None:
    scanner: Any = re.Scanner([(r"\w+", None), (" ", None)])  # type: ignore[attr-defined]
    for function, arguments in [
        (re.sub, (r"\w", "-", TEXT)),
        (re.Pattern.findall, (PATTERN, TEXT)),
        (scanner.scan, (TEXT,)),
    ]:
        called = meter.charged("call", function, *arguments)
        before = meter.work[SITE]
        assert meter.taken(function)(*arguments) == function(*arguments)
        assert meter.work[SITE] - before == called > 0


def test_anything_else_stays_what_it_is(meter: Meter) -> None:
    for value in ("text".split, len, re.compile, print, None, 3, re.match("a", "a")):
        assert meter.taken(value) is value
    taken = meter.taken(PATTERN.match)
    assert meter.taken(taken) is taken


def test_a_method_is_seen_as_one(meter: Meter) -> None:
    plain, taken = PATTERN.match, meter.taken(PATTERN.match)
    assert taken == plain
    assert plain == taken == meter.taken(PATTERN.match)
    assert taken != PATTERN.search
    assert taken != meter.taken(PATTERN.search)
    assert hash(taken) == hash(plain)
    assert repr(taken) == repr(plain)
    assert taken.__self__ is PATTERN
    assert (taken.__name__, taken.__qualname__, taken.__doc__) == ("match", "Pattern.match", plain.__doc__)
    assert isinstance(taken, types.BuiltinMethodType)
    assert inspect.isbuiltin(taken)
    assert inspect.signature(taken) == inspect.signature(plain)
    assert dir(taken) == dir(plain)
    assert weakref.ref(taken)() is taken
    with pytest.raises(AttributeError):
        getattr(taken, "other")  # noqa: B009
    with pytest.raises(AttributeError):
        setattr(taken, "other", 3)  # noqa: B010
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.dumps(taken, protocol) == pickle.dumps(plain, protocol)
    assert copy.copy(taken) == copy.deepcopy(taken) == plain


def test_a_function_is_seen_as_one(meter: Meter) -> None:
    taken = meter.taken(re.match)
    assert taken == re.match
    assert re.match == taken
    assert taken != re.search
    assert taken is meter.taken(re.match)
    assert {re.match: 1}[taken] == 1
    assert repr(taken) == repr(re.match)
    assert inspect.isfunction(taken)
    assert inspect.signature(taken) == inspect.signature(re.match)
    assert pickle.loads(pickle.dumps(taken)) is re.match
    assert copy.copy(taken) is copy.deepcopy(taken) is re.match
    holder = type("Holder", (), {"function": taken, "method": meter.taken(PATTERN.match)})()
    assert holder.method("one").group() == "one"  # not bound to what holds it
    with pytest.raises(TypeError, match="first argument must be string or compiled pattern"):
        holder.function("one")


def test_errors_are_the_interpreters_own(meter: Meter) -> None:
    with pytest.raises(TypeError, match="cannot use a string pattern on a bytes-like object"):
        list(map(meter.taken(PATTERN.match), [b"a"]))
    with pytest.raises(TypeError, match="required argument"):
        meter.taken(PATTERN.match)()


def test_what_is_taken_goes_with_its_owner() -> None:
    meter = Meter()
    pattern = re.compile("a{7}")
    watch = weakref.ref(pattern)
    re.purge()
    taken = [meter.taken(pattern.match)]
    taken.append(meter.taken(re.match))
    taken[0].__self__  # noqa: B018
    del pattern
    gc.collect()
    assert watch() is not None
    taken.clear()
    gc.collect()
    assert watch() is None
