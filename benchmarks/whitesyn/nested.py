"""Counts the iterations of marked loops as the thesis does. Nothing of slowpath is used."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

HOOKS = {"loop": ".loop", "contains": ".contains", "native": ".native"}


class Nested:
    """The best pair of iterations of two loops, (outer, inner in every iteration of the outer): Algorithm 6.

    An iteration counts when it is complete. Without an outer loop, the best execution of the inner counts.
    """

    def __init__(self, outer: str | None, inner: str) -> None:
        self._outer = outer
        self._inner = inner
        self._inside = 0  # the most iterations of the inner loop since the last of the outer one began
        self.best = (0, 0)

    def loop(self, mark: str, items: Iterable[Any]) -> Iterable[Any]:
        """Return the items, with what counts them if the loop is one of the two."""
        if mark == self._outer:
            return self._around(items)
        return self._within(items) if mark == self._inner else items

    def _around(self, items: Iterable[Any]) -> Iterator[Any]:
        least = None
        for count, item in enumerate(items, 1):
            self._inside = 0
            yield item
            least = self._inside if least is None else min(least, self._inside)
            self.best = max(self.best, (count, least), key=min)

    def _within(self, items: Iterable[Any]) -> Iterator[Any]:
        count = 0
        try:
            for item in items:
                yield item
                count += 1
        finally:
            self._note(count)

    def contains(self, mark: str, item: Any, items: Any) -> bool:
        """Answer `in`, and count the items that are passed."""
        if isinstance(items, list | tuple):
            self._at_once(mark, items.index(item) if item in items else len(items))
        return item in items

    def native(self, mark: str, method: Callable[..., Any], *arguments: Any) -> Any:
        """Call `list.remove` or `list.insert`, and count the items that are passed or moved."""
        items = method.__self__
        passed = items.index(*arguments) if method.__name__ == "remove" else len(items) - arguments[0]
        self._at_once(mark, passed)
        return method(*arguments)

    def _at_once(self, mark: str, iterations: int) -> None:
        if mark == self._inner:
            self._note(iterations)

    def _note(self, iterations: int) -> None:
        self._inside = max(self._inside, iterations)
        if self._outer is None:
            self.best = max(self.best, (1, iterations))


def iterations(path: Path, marks: dict[str, int], loops: tuple[str, ...], program: str, size: int) -> int:
    """Run a program in a module whose marked loops count; return the iterations reached by all of `loops`."""
    rewrite = _Rewrite({line: mark for mark, line in marks.items()})
    tree = ast.fix_missing_locations(rewrite.visit(ast.parse(path.read_text(encoding="utf-8"))))
    nested = Nested(loops[0] if len(loops) == 2 else None, loops[-1])
    module = ModuleType(f"{path.parent.name}.{path.stem}")
    names = vars(module)
    names |= {"N": size, **{HOOKS[each]: getattr(nested, each) for each in HOOKS}}
    before = sys.modules.get(module.__name__)
    sys.modules[module.__name__] = module  # for dataclasses, and for a program that imports it
    try:
        exec(compile(tree, str(path), "exec"), names)
        *building, measured = ast.parse(program).body
        exec(compile(ast.Module(building, []), "building", "exec"), names)
        nested.best = (0, 0)  # what is built does not count
        exec(compile(ast.Module([measured], []), "measured", "exec"), names)
    finally:
        del sys.modules[module.__name__]
        sys.modules |= {module.__name__: before} if before else {}
    return nested.best[1] if len(loops) == 1 else min(nested.best)


class _Rewrite(ast.NodeTransformer):
    """Puts a hook into each marked loop: a statement, a comprehension's clause, `in`, or a list's method."""

    def __init__(self, marks: dict[int, str]) -> None:
        self._marks = marks

    def _hook(self, hook: str, line: int, *arguments: ast.expr) -> ast.Call:
        name = ast.Name(HOOKS[hook], ast.Load())
        call = ast.Call(name, [ast.Constant(self._marks.pop(line)), *arguments], [])
        return ast.copy_location(call, arguments[0])

    def visit_For(self, node: ast.For) -> ast.AST:
        if node.lineno in self._marks:
            node.iter = self._hook("loop", node.lineno, node.iter)
        return self.generic_visit(node)

    def visit_While(self, node: ast.While) -> ast.AST:
        if node.lineno not in self._marks:
            return self.generic_visit(node)
        asked = ast.parse("iter(lambda: bool(0), False)", mode="eval").body
        assert isinstance(asked, ast.Call)
        assert isinstance(asked.args[0], ast.Lambda)
        asked.args[0].body.args = [node.test]
        ast.fix_missing_locations(ast.copy_location(asked, node))
        loop = ast.For(
            ast.Name("_", ast.Store()), self._hook("loop", node.lineno, asked), node.body, node.orelse
        )
        return self.generic_visit(ast.copy_location(loop, node))

    def visit_comprehension(self, node: ast.comprehension) -> ast.AST:
        if node.iter.lineno in self._marks:
            node.iter = self._hook("loop", node.iter.lineno, node.iter)
        return self.generic_visit(node)

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        node.generators = [self.visit(each) for each in node.generators]
        node.elt = self.visit(node.elt)
        return node

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        if node.lineno not in self._marks or not isinstance(node.ops[0], ast.In | ast.NotIn):
            return self.generic_visit(node)
        asked = self._hook("contains", node.lineno, node.left, *node.comparators)
        return asked if isinstance(node.ops[0], ast.In) else ast.UnaryOp(ast.Not(), asked)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        called = node.func
        if (
            node.lineno in self._marks
            and isinstance(called, ast.Attribute)
            and called.attr in ("remove", "insert")
        ):
            return self._hook("native", node.lineno, called, *node.args)
        return self.generic_visit(node)
