"""A program: a short piece of Python in which N is the size. Its last statement is the call that is measured.

    root = node = Element('a')
    for i in range(N):
        node = SubElement(node, 'a')
    root.findall('//a')  # measured

It says what one expression for each parameter cannot: that other calls build what the target works on. What
is measured may also be a loop whose body is the call, and calls that end it:

    parser = HTMLParser()
    for data in ['<', 'a'] * N:  # measured
        parser.feed(data)
    parser.close()  # measured
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from slowpath.recipe.expression import INDEXES, SIZE, Call, Expression, expressions, parsed
from slowpath.recipe.statement import Assign, Do, Import, Repeat, Statement, lines
from slowpath.recipe.writing import INDENT, MEASURED


@dataclass(frozen=True, slots=True)
class MeasuredLoop:
    """A loop around the measured call: `for names in items`."""

    names: Expression
    items: Expression


@dataclass(frozen=True, slots=True)
class Program:
    """Statements that build, and the call that is measured.

    With `rounds`, the call is made once for each item. `closing` are methods of its receiver that are called
    at the end, without arguments. That is measured too.
    """

    statements: tuple[Statement, ...]
    measured: Call
    rounds: MeasuredLoop | None = None
    closing: tuple[str, ...] = ()

    @property
    def setup(self) -> str:
        """The source of the statements that build."""
        return "\n".join(lines(self.statements))

    @property
    def source(self) -> str:
        """The whole program."""
        measured = [f"{self.measured.source}  {MEASURED}"]
        if self.rounds is not None:
            head = f"for {self.rounds.names.source} in {self.rounds.items.source}:"
            measured = [f"{head}  {MEASURED}", INDENT + self.measured.source]
        receiver = self.measured.receiver
        ends = [f"{receiver.source}.{each}()  {MEASURED}" for each in self.closing] if receiver else []
        return "\n".join([*lines(self.statements), *measured, *ends])

    @property
    def needs(self) -> frozenset[str]:
        """The names that what is measured uses."""
        if self.rounds is None:
            return self.measured.names
        return (self.measured.names - self.rounds.names.names) | self.rounds.items.names

    @property
    def weight(self) -> int:
        """How hard it is to read: the nodes of its syntax tree, and the characters that are spelled out."""
        return sum(
            1 + (len(node.value) if isinstance(node, ast.Constant) and isinstance(node.value, str) else 0)
            for node in ast.walk(ast.parse(self.source))
        )

    def length(self, size: int) -> int:
        """About how many values, characters and items it makes at a size: what its cost is compared with."""
        given = [each.value for each in self.measured.arguments]
        given += [] if self.rounds is None else [self.rounds.items]
        return _length(self.statements, size, 1) + sum(_items(each, size) for each in given)

    @property
    def swelling(self) -> int:
        """The power of N by which grows what it makes: 2 if a value of size N is made N times; 1 at least."""
        calls = max((_power(each.value) for each in self.measured.arguments), default=0)
        calls += 0 if self.rounds is None else _power(self.rounds.items)
        return max(1, calls, _powers(self.statements, 0))


def _length(statements: Iterable[Statement], size: int, times: int) -> int:
    total = 0
    for each in statements:
        match each:
            case Repeat(body=body):
                total += _length(body, size, times * size)
            case Import():
                continue
            case Assign(value=value) | Do(value=value):
                total += times * (1 + sum(_items(inner, size) for inner in expressions(value)))
    return total


def _items(each: Expression, size: int) -> int:
    """About how many items an expression has."""
    return size ** _power(each) if _power(each) else 0


def _powers(statements: Iterable[Statement], depth: int) -> int:
    """The power of N by which grows what statements make that are inside so many repetitions."""
    powers = [0]
    for each in statements:
        match each:
            case Repeat(body=body):
                powers.append(_powers(body, depth + 1))
            case Assign(value=value) | Do(value=value):
                powers.append(depth + max(map(_power, expressions(value))))
    return max(powers)


def _power(each: Expression) -> int:
    """The power of N in the size of what an expression makes.

    N counts wherever it stands, the number of a round only where it multiplies or bounds a range: `str(i)`
    hardly grows.
    """
    if not each.names & {SIZE, *INDEXES}:
        return 0
    powers = [0]
    for node in ast.walk(parsed(each.source)):
        match node:
            case ast.Name(id="N"):
                powers.append(1)
            case ast.BinOp(op=ast.Mult()) if _factors(node) > 1:
                powers.append(_factors(node))
            case ast.BinOp(op=ast.Mult()) | ast.Call(func=ast.Name(id="range")) if _has_index(node):
                powers.append(1)
            case ast.GeneratorExp() | ast.ListComp() | ast.SetComp() | ast.DictComp():
                powers.append(sum(_has(inner.iter, lambda name: name == SIZE) for inner in node.generators))
    return max(powers)


def _factors(tree: ast.AST) -> int:
    """How often N is a factor of a product: twice in `'a' * N * N`."""
    if isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Mult):
        return _factors(tree.left) + _factors(tree.right)
    return int(_has(tree, lambda name: name == SIZE))


def _has_index(tree: ast.AST) -> bool:
    return _has(tree, lambda name: name in INDEXES)


def _has(tree: ast.AST, wanted: Callable[[str], bool]) -> bool:
    return any(isinstance(node, ast.Name) and wanted(node.id) for node in ast.walk(tree))
