"""Test modules of CPython whose literals are symbolic values, in the trace build."""

from __future__ import annotations

import ast
import importlib.util
import unittest
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from slowpath.expr.linear import Linear
from slowpath.expr.term import real
from slowpath.expr.variable import Integers, Reals
from slowpath.model.target import Build
from slowpath.target.load import Loaded, load
from slowpath.values.hooks import trace_hooks
from slowpath.values.integer import SymInt
from slowpath.values.real import SymFloat
from tests.unit.values.text.symbolic import Inputs

MOST = 150  # variables of a test; it goes on with plain values
LONGEST = 12  # characters of a symbolic text
HEAD = "from tests.conformance.literals import standing"
TAIL = """
def run_case(case, method):
    import unittest
    result = unittest.TestResult()
    globals()[case](method).run(result)
    return result
"""


class Run:
    """The variables of one test."""

    inputs = Inputs()


def standing(value: Any) -> Any:
    """A symbolic value in the place of a plain one."""
    inputs = Run.inputs
    if len(inputs.model) >= MOST:
        return value
    if isinstance(value, str):
        return inputs.text(value)
    if isinstance(value, bytes):
        return inputs.blob(value)
    return _number(inputs, value)


def _number(inputs: Inputs, value: Any) -> Any:
    trace = inputs.trace
    if isinstance(value, int):
        index = trace.variable(f"i{len(inputs.model)}", Integers()).index
        inputs.model[index] = value
        return SymInt(value, Linear.variable(index), trace)
    index = trace.variable(f"r{len(inputs.model)}", Reals()).index
    inputs.model[index] = value
    return SymFloat(value, real(index), trace)


@dataclass(frozen=True, slots=True)
class Literals:
    """The types of literals that are made symbolic; those of other types stay."""

    kinds: tuple[type, ...] = (int, float)

    def concern(self, value: object) -> bool:
        if type(value) not in self.kinds:
            return False
        return not isinstance(value, str | bytes) or 0 < len(value) <= LONGEST


@dataclass
class _Symbolic(ast.NodeTransformer):
    """Calls `standing` for the literals in the tests of a module."""

    literals: Literals
    inside: bool = field(default=False)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        outer, self.inside = self.inside, self.inside or node.name.startswith("test")
        node.body = [self.visit(statement) for statement in node.body]
        self.inside = outer
        return node

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if not self.inside or not self.literals.concern(node.value):
            return node
        return ast.copy_location(ast.Call(ast.Name("standing", ast.Load()), [node], []), node)

    def visit_Expr(self, node: ast.Expr) -> ast.AST:
        return node if isinstance(node.value, ast.Constant) else self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.AST:
        return self.generic_visit(node)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> ast.AST:
        return node

    def visit_match_case(self, node: ast.match_case) -> ast.AST:
        node.body = [self.visit(statement) for statement in node.body]
        return node


def symbolic_copy(module: str, folder: Path, literals: Literals) -> Loaded:
    """Load a test module whose tests get symbolic literals."""
    spec = importlib.util.find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    changed = ast.unparse(ast.fix_missing_locations(_Symbolic(literals).visit(tree)))
    head = "from __future__" in changed.partition("import")[0]
    assert not head, f"{module} begins with a future statement"
    file = folder / f"symbolic_{module.rpartition('.')[2]}.py"
    file.write_text(f"{HEAD}\n{changed}\n{TAIL}", encoding="utf-8")
    return load(f"{file}:run_case", build=Build.TRACE, more=trace_hooks)


def methods(module: str, case: str) -> Iterator[str]:
    """The names of the tests of a class, where this version of Python has it."""
    if importlib.util.find_spec(module) is None:
        return
    found = getattr(importlib.import_module(module), case, None)
    if found is not None:
        yield from unittest.defaultTestLoader.getTestCaseNames(found)


def problems(copy: Loaded, case: str, method: str) -> list[str]:
    """Run a test with new symbolic values; return what failed."""
    Run.inputs = Inputs()
    with copy.copies.installed():
        copy.ledger.start(None)
        try:
            result = copy.function(case, method)
        finally:
            copy.ledger.stop()
    return [text for _, text in (*result.failures, *result.errors)]
