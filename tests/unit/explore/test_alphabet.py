"""The alphabet that code distinguishes."""

from __future__ import annotations

import importlib.util
import re
import textwrap
from pathlib import Path
from types import ModuleType

from slowpath.explore.alphabet import inferred
from slowpath.model.charset import CharSet
from slowpath.shape.alphabet import ANY
from slowpath.values.regex.classes import asked_by, partition


def module(tmp_path: Path, source: str) -> ModuleType:
    file = tmp_path / "code_read.py"
    file.write_text(textwrap.dedent(source), encoding="utf-8")
    spec = importlib.util.spec_from_file_location("code_read", file)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def alphabet(tmp_path: Path, source: str) -> str:
    return "".join(inferred([module(tmp_path, source)]).representatives)


def test_classes_are_apart_and_all_of_the_domain() -> None:
    sets = [CharSet.of("abc"), CharSet.between("a", "z"), CharSet.of("b")]
    classes = partition(sets, ANY)
    assert sum(map(len, classes)) == len(ANY)
    assert sorted(map(len, classes))[:3] == [1, 2, 23]
    assert partition(sets, CharSet()) == ()


def test_patterns(tmp_path: Path) -> None:
    assert set(asked_by(re.compile("(?m)[ab]$"))) == {CharSet.of("ab"), CharSet.of("\n")}
    code = """
        import re
        WORD = re.compile(r"[a-z]+")
        class Parser:
            number = re.compile(r"[0-9]+").match
        RULES = {"space": [re.compile("<")]}
        def f(text):
            return re.search("(;)?", text)
    """
    assert alphabet(tmp_path, code) == "0;<Aa"


def test_text_that_code_looks_for(tmp_path: Path) -> None:
    code = """
        def f(text):
            "What it says; is not looked for."
            if text.startswith("#") or text in ("+", "-"):
                raise ValueError("nor is this")
            match text:
                case "!":
                    return {"%": 1}
            return text.partition("=")
    """
    assert alphabet(tmp_path, code) == "!#%+-=a"


def test_predicates(tmp_path: Path) -> None:
    code = """
        def f(text):
            return [part.isdigit() for part in text.split()]
    """
    assert alphabet(tmp_path, code) == " 0a"


def test_a_module_that_asks_nothing_has_one_class(tmp_path: Path) -> None:
    assert alphabet(tmp_path, "x = 1") == "a"
