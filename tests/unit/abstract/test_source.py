"""The functions of the scope are found by their code, and no others."""

from __future__ import annotations

from pathlib import Path
from types import FunctionType
from typing import Any

import pytest

from slowpath.abstract.source import Functions
from slowpath.explore.cases import metered

SOURCE = """
import functools
import textwrap

LIMIT = 3

def plain(a):
    return a

def outer():
    def inner():
        return 1
    kept = 2
    def closed():
        return kept
    return inner, closed

class Box:
    def method(self):
        return 1

    @staticmethod
    @functools.wraps(plain)
    def decorated():
        return 1

first = lambda a: a
outside = textwrap.dedent
"""


@pytest.fixture
def names(tmp_path: Path) -> tuple[Functions, dict[str, Any]]:
    file = tmp_path / "sourced.py"
    file.write_text(SOURCE)
    loaded = metered(f"{file}:plain").loaded
    return Functions(loaded.copies), loaded.function.__globals__


def test_functions_of_the_scope_have_code(names: tuple[Functions, dict[str, Any]]) -> None:
    functions, found = names
    inner, closed = found["outer"]()
    code = functions.code(found["plain"])
    assert code is not None
    assert (code.name, code.parameters) == ("plain", ("a",))
    assert functions.code(found["plain"]) is code  # lowered once
    method = functions.code(found["Box"].method)
    assert method is not None
    assert method.name == "Box.method"
    assert functions.code(inner) is not None
    assert functions.code(closed) is None  # has variables of another function


def test_other_things_have_none(names: tuple[Functions, dict[str, Any]]) -> None:
    functions, found = names
    for other in (found["outside"], found["first"], found["Box"], len, 3):
        assert functions.code(other) is None


def test_a_function_sees_the_names_of_its_module(names: tuple[Functions, dict[str, Any]]) -> None:
    functions, found = names
    code = functions.code(found["plain"])
    assert code is not None
    assert functions.names(code)["LIMIT"] == 3


def test_every_function_has_its_qualified_name(names: tuple[Functions, dict[str, Any]]) -> None:
    functions, found = names
    assert isinstance(found["plain"], FunctionType)
    listed = dict(functions.named(found["plain"]))
    inner, closed = found["outer"]()
    for function in (found["plain"], inner, closed, found["Box"].method, found["outer"]):
        assert listed[function.__qualname__].name == function.__name__
    assert "Box.decorated" in listed
