"""CPython's own tests of memoryview pass on views of symbolic bytes that stand for plain ones."""

from __future__ import annotations

import importlib
import unittest
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

import pytest

from slowpath.values.calls import modelled
from tests.conformance.subjects import has_tests
from tests.unit.values.text.symbolic import Inputs

pytestmark = pytest.mark.skipif(
    not has_tests(), reason="this Python comes without its tests (the package `test`)"
)

SKIPS = {"*.test_gc": "makes subclasses of the types"}
NAMES = ("BytesMemoryviewTest", "BytesMemorySliceTest", "BytesMemorySliceSliceTest", "OtherTest")


class Standing(type):
    """Calling it makes a view as the trace build does."""

    inputs = Inputs()

    def __call__(cls, *arguments: Any, **options: Any) -> Any:
        return modelled(memoryview)(*arguments, **options)

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, memoryview)


class StandingView(metaclass=Standing):
    pass


def symbolic(value: bytes) -> Any:
    """Symbolic bytes in the place of plain ones."""
    return Standing.inputs.blob(value)


class Symbolic:
    """Replaces bytes and bytearrays by symbolic ones."""

    ro_type = staticmethod(symbolic)
    rw_type = staticmethod(lambda value: modelled(bytearray)(symbolic(value)))

    def setUp(self) -> None:
        Standing.inputs = Inputs()


def _classes() -> Iterator[type[unittest.TestCase]]:
    if not has_tests():
        return
    module = importlib.import_module("test.test_memoryview")
    for name in NAMES:
        yield type(name, (Symbolic, getattr(module, name)), {})


def _cases() -> list[unittest.TestCase]:
    return [
        kind(name)
        for kind in _classes()
        for name in unittest.defaultTestLoader.getTestCaseNames(kind)
        if not any(fnmatchcase(f"{kind.__name__}.{name}", skip) for skip in SKIPS)
    ]


@pytest.mark.parametrize("case", _cases(), ids=lambda case: f"{type(case).__name__}.{case._testMethodName}")
def test_case(case: unittest.TestCase, monkeypatch: pytest.MonkeyPatch) -> None:
    module = importlib.import_module("test.test_memoryview")
    monkeypatch.setattr(module, "memoryview", StandingView, raising=False)
    result = unittest.TestResult()
    case.run(result)
    problems = [text for _, text in result.failures + result.errors]
    assert not problems, problems[0]
