"""The counting matcher finds what `re` finds: CPython's table and tests of `re`, and random patterns and
texts."""

from __future__ import annotations

import ast
import importlib
import io
import re
import sys
import unittest
import warnings
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.conformance.subjects import has_tests

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"
TEXTS_PER_PATTERN = 12
PAIRS = 4_000


@pytest.fixture
def patterns(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The module of the benchmarks that compares the engines."""
    before = set(sys.modules)
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    yield importlib.import_module("subjects.patterns")
    for name in set(sys.modules) - before:
        if name.partition(".")[0] == "subjects":
            del sys.modules[name]


def told(patterns: Any, pair: Any) -> str | None:
    try:
        answer: str | None = patterns.difference(pair)
    except TimeoutError:
        return None
    return answer


@pytest.mark.skipif(not has_tests(), reason="this Python comes without its tests (the package `test`)")
def test_the_table_of_cpython(patterns: Any) -> None:
    tests = importlib.import_module("test.re_tests").tests

    compared = 0
    for source, text, *_ in tests:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                flags = (0, re.IGNORECASE, re.MULTILINE | re.DOTALL)
                variants = [re.compile(source, each) for each in flags]
                in_bytes = re.compile(source.encode("ascii"))
            except (re.error, UnicodeEncodeError):
                continue
        pairs = [patterns.Pair(each, text, 0, len(text)) for each in variants]
        if text.isascii():
            pairs.append(patterns.Pair(in_bytes, text.encode(), 0, len(text)))
        for pair in pairs:
            assert told(patterns, pair) is None
            compared += 1
    assert compared > 1_000


@pytest.mark.skipif(not has_tests(), reason="this Python comes without its tests (the package `test`)")
def test_the_patterns_that_cpythons_tests_compile(patterns: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module("test.test_re")
    seen: dict[tuple[type, Any, int], re.Pattern[Any]] = {}
    compile_one = re._compile  # type: ignore[attr-defined]

    def recording(source: Any, flags: Any) -> Any:
        pattern = compile_one(source, flags)
        if pattern.pattern is not None and not pattern.flags & re.DEBUG:
            seen[type(pattern.pattern), bytes_or_text(pattern.pattern), pattern.flags] = pattern
        return pattern

    monkeypatch.setattr(re, "_compile", recording)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cases = unittest.defaultTestLoader.loadTestsFromTestCase(module.ReTests)
        result = unittest.TextTestRunner(stream=io.StringIO()).run(cases)
    monkeypatch.undo()
    assert result.testsRun > 100
    texts = constants(Path(module.__file__ or "").read_text("utf-8"))
    rng, compared = Random(0), 0
    for pattern in seen.values():
        kind = str if isinstance(pattern.pattern, str) else bytes
        fitting = [text for text in texts if isinstance(text, kind)]
        for text in rng.sample(fitting, TEXTS_PER_PATTERN):
            assert told(patterns, patterns.Pair(pattern, text, 0, len(text))) is None
            compared += 1
    assert compared > 4_000


def bytes_or_text(source: Any) -> str | bytes:
    return source if isinstance(source, str) else bytes(source)


def constants(source: str) -> list[str | bytes]:
    """The texts that a program writes out, in order."""
    found = (node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant))
    return sorted({each for each in found if isinstance(each, str | bytes)}, key=repr)


def test_random_patterns_and_texts(patterns: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    for pair in islice(patterns.pairs(2026), PAIRS):
        assert told(patterns, pair) is None
