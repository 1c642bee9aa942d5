"""Code of the copies is told apart at once, and stands for itself."""

from __future__ import annotations

import builtins
import collections
import functools
import string
import textwrap
from types import MethodType
from typing import Any

import pytest

from slowpath.values import functions
from slowpath.values.callees import is_copied
from slowpath.values.calls import TYPES, model_of, modelled
from slowpath.values.recording import SymDict
from slowpath.values.unmodelled import watched

SOURCE = """
class Plain: pass
class Made:
    def __init__(self, x): self.x = x
    def method(self): return self.x
class Derived(Made): pass
class Error(ValueError): pass
class New:
    def __new__(cls): return object.__new__(cls)
class Odd:
    __new__ = object.__new__
class Word(str): pass
class Meta(type): pass
class Other(metaclass=Meta): pass
class Callable:
    def __call__(self): pass
def function(): pass
"""
COPIED: dict[str, Any] = {"__builtins__": dict(vars(builtins)), "__name__": "copied"}
REAL: dict[str, Any] = {"__builtins__": builtins, "__name__": "real"}
exec(SOURCE, COPIED)
exec(SOURCE, REAL)


@pytest.mark.parametrize("name", ["Made", "Derived", "function"])
def test_code_of_the_copies_is_told_from_code_outside(name: str) -> None:
    assert is_copied(COPIED[name])
    assert not is_copied(REAL[name])


def test_a_class_without_a_constructor_runs_no_code() -> None:
    assert is_copied(COPIED["Plain"])
    assert is_copied(REAL["Plain"])


def test_methods_are_the_functions_that_they_call() -> None:
    assert is_copied(COPIED["Made"](1).method)
    assert not is_copied(REAL["Made"](1).method)
    assert is_copied(MethodType(COPIED["Made"], 1))
    assert not is_copied(MethodType(len, ()))


@pytest.mark.parametrize("name", ["Error", "New", "Odd", "Word", "Other"])
def test_classes_that_are_made_in_other_ways_are_not_told_at_once(name: str) -> None:
    assert not is_copied(COPIED[name])


@pytest.mark.parametrize("builtin", [len, int, object, ValueError, [].append, "".join, functools.partial])
def test_builtins_are_no_copies(builtin: Any) -> None:
    assert not is_copied(builtin)


def test_no_class_with_a_model_is_taken_for_a_copy() -> None:
    assert [kind for kind in TYPES if is_copied(kind)] == []


@pytest.mark.parametrize(
    "callee",
    [
        *(each for names in (COPIED, REAL, vars(builtins)) for each in names.values() if callable(each)),
        *(COPIED["Callable"](), REAL["Callable"](), COPIED["Made"](1).method, REAL["Made"](1).method),
        *(textwrap.dedent, string.Template, string.Formatter, collections.Counter, functools.partial(len)),
        *({}.get, "".join, functools.cache(COPIED["function"]), str.join, dict.fromkeys),
    ],
)
def test_what_stands_for_itself_has_no_model_and_loses_nothing(callee: Any) -> None:
    slowly = model_of(callee) is None and watched(callee, functions.modelled(callee)) is callee
    assert (modelled(callee) is callee) == slowly


def test_a_method_of_a_recording_container_stands_for_itself() -> None:
    get = SymDict().get
    assert modelled(get) is get
