"""CPython's own tests of `re` pass with symbolic text standing for the plain one.

Each call of the tests is made as the trace build makes it, and where it gives a pattern a text to look at, a
symbolic text of that value is given instead.
"""

from __future__ import annotations

import ast
import importlib
import importlib.util
import re
import sys
import unittest
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from slowpath.values import calls
from slowpath.values.regex.operations import FUNCTION_PARAMETERS, METHOD_PARAMETERS
from tests.conformance.subjects import has_tests
from tests.unit.values.text.symbolic import Inputs

pytestmark = pytest.mark.skipif(
    not has_tests(), reason="this Python comes without its tests (the package `test`)"
)

NAME = "symbolic_test_re"
LONGEST = 60  # characters of a symbolic text


class Standing:
    """Calls functions with symbolic texts in the place of plain ones."""

    def __init__(self) -> None:
        self.inputs = Inputs()
        self.made = 0

    def __call__(self, function: Any, *arguments: Any, **options: Any) -> Any:
        owner, name = getattr(function, "__self__", None), getattr(function, "__name__", "")
        if type(owner) is re.Pattern and name in METHOD_PARAMETERS:
            names = METHOD_PARAMETERS[name]
        elif getattr(function, "__module__", "") == "re" and function is getattr(re, name, None):
            names = FUNCTION_PARAMETERS.get(name, ())
        else:
            return calls.modelled(function)(*arguments, **options)
        given = [
            self._text(value) if parameter == "string" else value
            for parameter, value in zip([*names, *[""] * len(arguments)], arguments, strict=False)
        ]
        if "string" in options:
            options = {**options, "string": self._text(options["string"])}
        return calls.modelled(function)(*given, **options)

    def _text(self, value: Any) -> Any:
        if type(value) not in (str, bytes) or not 0 < len(value) <= LONGEST:
            return value
        self.made += 1
        return self.inputs.text(value) if type(value) is str else self.inputs.blob(value)


class Calls(ast.NodeTransformer):
    """Lets all calls go through one function, but for those that look at the frame of their caller.

    Which file a warning points to is not checked: the function stands between.
    """

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="super" | "locals" | "globals" | "eval" | "exec")):
                return node
            case ast.Call(args=[ast.Attribute(attr="filename"), ast.Name(id="__file__")]):
                return ast.copy_location(ast.Constant(None), node)
        name = ast.copy_location(ast.Name("standing_call", ast.Load()), node)
        return ast.copy_location(ast.Call(name, [node.func, *node.args], node.keywords), node)


def _module(standing: Standing) -> ModuleType:
    spec = importlib.util.find_spec("test.test_re")
    assert spec is not None
    assert spec.origin is not None
    with open(spec.origin, encoding="utf-8") as file:
        tree = ast.fix_missing_locations(Calls().visit(ast.parse(file.read())))
    module = sys.modules[NAME] = ModuleType(NAME)
    module.__dict__.update(standing_call=standing, __file__=spec.origin)
    exec(compile(tree, spec.origin, "exec"), module.__dict__)
    return module


STANDING = Standing()


def _cases() -> Iterator[unittest.TestCase]:
    if not has_tests():
        return
    module = _module(STANDING)
    for kind in (module.ReTests, module.ExternalTests):
        for name in unittest.defaultTestLoader.getTestCaseNames(kind):
            yield kind(name)


@pytest.mark.parametrize(
    "case", list(_cases()), ids=lambda case: f"{type(case).__name__}.{case._testMethodName}"
)
def test_case(case: unittest.TestCase) -> None:
    STANDING.inputs = Inputs()
    result = unittest.TestResult()
    case.run(result)
    problems = [text for _, text in result.failures + result.errors]
    assert not problems, problems[0]
    assert not [reason for reason in STANDING.inputs.lost if "another result" in reason]


def test_texts_were_symbolic() -> None:
    before = STANDING.made
    for case in _cases():
        if case._testMethodName == "test_re_match":
            case.run(unittest.TestResult())
    assert STANDING.made > before + 20
