"""CPython's own tests of `operator` pass where the numbers it is given are symbolic."""

from __future__ import annotations

import importlib
import operator
import unittest
from typing import Any

import pytest

from slowpath.values.calls import modelled
from tests.conformance import test_values_containers as containers
from tests.conformance.subjects import has_tests
from tests.unit.values.text.symbolic import Inputs

pytestmark = pytest.mark.skipif(
    not has_tests(), reason="this Python comes without its tests (the package `test`)"
)

_IDENTITY = "asks for the identity of its arguments, of which each is made symbolic anew"
SKIPS = {
    "test___all__": "looks through the names of the module",
    "test_is": _IDENTITY,
    "test_is_not": _IDENTITY,
}


class SymbolicOperator:
    """The module `operator`, whose functions get symbolic numbers in the place of plain ones."""

    def __getattr__(self, name: str) -> Any:
        found = getattr(operator, name)
        if isinstance(found, type) or not callable(found):
            return found
        return lambda *arguments, **options: modelled(found)(*map(containers.standing, arguments), **options)


def _case() -> Any:
    cases: Any = importlib.import_module("test.test_operator")
    bases = (cases.OperatorTestCase, unittest.TestCase)
    return type("SymbolicOperators", bases, {"module": SymbolicOperator()})


def _methods() -> list[str]:
    if not has_tests():
        return []
    names = unittest.defaultTestLoader.getTestCaseNames(_case())
    return [name for name in names if name not in SKIPS]


@pytest.mark.parametrize("method", _methods())
def test_operator(method: str) -> None:
    containers.Run.inputs = Inputs()
    result = unittest.TestResult()
    _case()(method).run(result)
    problems = [text for _, text in (*result.failures, *result.errors)]
    assert not problems, problems[0]
