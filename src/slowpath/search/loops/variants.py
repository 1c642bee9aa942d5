"""Programs that differ from one in what their lists hold.

A loop that looks for something ends at once if the first element is what it looks for. The same program with
other elements goes through the whole list.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping

_MOST = 8  # variants of one program: two for each of a few lists
_FAR = 1_000_003  # no program that was found has elements so large


def variants(inputs: Mapping[str, str], setup: str) -> Iterator[tuple[dict[str, str], str]]:
    """Yield inputs and setups in which one list of equal constants holds another one, or different ones."""
    made = 0
    for name, source in {**inputs, "": setup}.items():
        for changed in _changed(source):
            if made == _MOST:
                return
            made += 1
            yield ({**inputs, name: changed}, setup) if name else (dict(inputs), changed)


def _changed(source: str) -> Iterator[str]:
    lists = sum(_element(node) is not None for node in ast.walk(ast.parse(source)))
    for place in range(lists):
        for distinct in (False, True):
            tree = _Changing(place, distinct).visit(ast.parse(source))
            yield ast.unparse(ast.fix_missing_locations(tree))


def _element(node: ast.AST) -> int | str | None:
    """What a list of equal constants holds: 1 in `[1] * N`; None for everything else."""
    match node:
        case ast.BinOp(left=ast.List(elts=[ast.Constant(value=int() | str() as value)]), op=ast.Mult()):
            return None if isinstance(value, bool) else value
    return None


class _Changing(ast.NodeTransformer):
    """Changes the list with a number, in the order of the source."""

    def __init__(self, place: int, distinct: bool) -> None:
        self._left = place
        self._distinct = distinct

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        value = _element(node)
        if value is not None:
            self._left -= 1
            if self._left == -1:
                return _another(value, ast.unparse(node.right), self._distinct)
        self.generic_visit(node)
        return node


def _another(value: int | str, count: str, distinct: bool) -> ast.expr:
    if not distinct:
        changed = value + _FAR if isinstance(value, int) else f"{value}_"
        source = f"[{changed!r}] * ({count})"
    elif isinstance(value, int):
        source = f"list(range({count}))"
    else:
        source = f"[str(each) for each in range({count})]"
    return ast.parse(source, mode="eval").body
