"""CPython's own tests of str and bytes pass on symbolic text and bytes that stand for plain ones."""

from __future__ import annotations

import importlib
import unittest
from collections.abc import Iterator
from fnmatch import fnmatchcase
from typing import Any

import pytest

from slowpath.values.text import calls
from tests.conformance.subjects import has_tests
from tests.unit.values.text.symbolic import Inputs

pytestmark = pytest.mark.skipif(
    not has_tests(), reason="this Python comes without its tests (the package `test`)"
)

_TYPE = "asks for the type itself, which the trace build answers by a hook"
_C = "reaches the concrete value through the C API, or pickles an iterator"
_SUBCLASS = "makes subclasses of the type"
LONGEST, MOST = 100, 300  # characters of a symbolic text, and of all of a test
SKIPS = {
    "*.test_fixtype": _TYPE,
    "SymbolicBytes.test__bytes__": _TYPE,
    "SymbolicBytes.test_basics": _TYPE,
    "SymbolicBytes.test_imod": _TYPE,
    "SymbolicBytes.test_mod": _TYPE,
    "SymbolicBytes.test_check_encoding_errors": "writes the name of the type into a program",
    "SymbolicBytes.test_free_after_iterating": _SUBCLASS,
    "SymbolicBytes.test_iterator_pickling": _C,
    "SymbolicBytes.test_sq_item": _C,
}


class Standing(type):
    """Calling it makes a symbolic value that stands for one of its base."""

    inputs = Inputs()

    def __call__(cls, *arguments: Any, **options: Any) -> Any:
        return standing(cls.__bases__[0](*arguments, **options))

    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, cls.__bases__[0])


def standing(value: Any) -> Any:
    """A symbolic value in the place of a plain one; tests that make very many go on with plain ones."""
    inputs = Standing.inputs
    if len(value) > LONGEST or len(inputs.model) > MOST:
        return value
    return inputs.text(value) if isinstance(value, str) else inputs.blob(value)


class StandingBytes(bytes, metaclass=Standing):
    pass


class Symbolic:
    """Replaces plain values by symbolic ones before each call."""

    type2test: Any = str

    def setUp(self) -> None:
        Standing.inputs = Inputs()

    def tearDown(self) -> None:
        lost = [reason for reason in Standing.inputs.lost if "another result" in reason]
        assert not lost, lost

    def fixtype(self, value: Any) -> Any:
        if type(value) is str:
            return standing(value)
        if type(value) in (list, tuple):
            return type(value)(map(self.fixtype, value))
        if type(value) is dict:
            return {self.fixtype(key): self.fixtype(each) for key, each in value.items()}
        return value


class PlainReceiver(Symbolic):
    """Leaves receivers plain, so that models serve them as the trace build has them do."""

    def checkequal(self, result: Any, value: Any, name: str, *arguments: Any, **options: Any) -> None:
        given = self.fixtype(arguments)
        model = calls.method(value, name) if calls.is_textual(given) else None
        got = getattr(value, name)(*given, **options) if model is None else model(value, *given, **options)
        assert result == got


def _classes() -> Iterator[type[unittest.TestCase]]:
    if not has_tests():
        return
    shared = importlib.import_module("test.string_tests")
    names = ("StringLikeTest", "CommonTest", "MixinStrUnicodeUserStringTest", "MixinStrUnicodeTest")
    bases = [getattr(shared, name) for name in reversed(names) if hasattr(shared, name)]
    bases = [
        base for base in bases if not any(base is not other and issubclass(other, base) for other in bases)
    ]
    cases = [each for each in bases if issubclass(each, unittest.TestCase)] or [*bases, unittest.TestCase]
    yield type("SymbolicText", (Symbolic, *dict.fromkeys((*bases, *cases))), {})
    yield type("SymbolicArguments", (PlainReceiver, *dict.fromkeys((*bases, *cases))), {})
    blobs = importlib.import_module("test.test_bytes")
    yield type("SymbolicBytes", (Symbolic, blobs.BytesTest), {"type2test": StandingBytes})


def _cases() -> list[unittest.TestCase]:
    return [
        kind(name)
        for kind in _classes()
        for name in unittest.defaultTestLoader.getTestCaseNames(kind)
        if not any(fnmatchcase(f"{kind.__name__}.{name}", skip) for skip in SKIPS)
    ]


@pytest.mark.parametrize("case", _cases(), ids=lambda case: f"{type(case).__name__}.{case._testMethodName}")
def test_case(case: unittest.TestCase) -> None:
    result = unittest.TestResult()
    case.run(result)
    problems = [text for _, text in result.failures + result.errors]
    assert not problems, problems[0]
