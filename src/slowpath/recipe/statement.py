"""The statements of a program: values are made, changed and named; some of it N times over."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from slowpath.recipe.expression import INDEXES, SIZE, Expression, Value

_INDENT = "    "


@dataclass(frozen=True, slots=True)
class Import:
    """An import."""

    source: str

    @property
    def binds(self) -> frozenset[str]:
        """The names that it binds."""
        (tree,) = ast.parse(self.source).body
        assert isinstance(tree, ast.Import | ast.ImportFrom)
        return frozenset(map(_bound_by, tree.names))

    def only(self, names: frozenset[str]) -> Import:
        """The import of those of its names that are among these; the whole if there are none."""
        (tree,) = ast.parse(self.source).body
        assert isinstance(tree, ast.Import | ast.ImportFrom)
        tree.names = [each for each in tree.names if _bound_by(each) in names] or tree.names
        return Import(ast.unparse(tree))


def _bound_by(alias: ast.alias) -> str:
    return alias.asname or alias.name.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Assign:
    """A value that is given names, or that becomes an attribute or an item of others."""

    targets: tuple[Expression, ...]
    value: Value

    @property
    def binds(self) -> frozenset[str]:
        """The names that it binds."""
        return frozenset().union(*(_stored(each.source) for each in self.targets))

    @property
    def changes(self) -> frozenset[str]:
        """The names whose values it changes: those of which it sets an attribute or an item."""
        return frozenset().union(*(each.names for each in self.targets)) - self.binds


@dataclass(frozen=True, slots=True)
class Do:
    """A call, or another expression, for what it does to values that were made before."""

    value: Value


@dataclass(frozen=True, slots=True)
class Repeat:
    """`for i in range(N)`: the body may use `i`, and what the round before it made."""

    body: tuple[Statement, ...]


Statement = Import | Assign | Do | Repeat


def binds(statement: Statement) -> frozenset[str]:
    """Return the names that a statement binds."""
    match statement:
        case Import() | Assign():
            return statement.binds
        case Repeat(body=body):
            return frozenset().union(*map(binds, body))
    return frozenset()


def uses(statement: Statement) -> frozenset[str]:
    """Return the names that a statement uses; a repetition also those that its own body binds."""
    match statement:
        case Assign(value=value):
            return value.names | statement.changes
        case Do(value=value):
            return value.names
        case Repeat(body=body):
            return frozenset().union(*map(uses, body))
    return frozenset()


def lines(statements: Iterable[Statement], depth: int = 0) -> Iterator[str]:
    """Yield the lines of statements, inside so many repetitions."""
    indent = depth * _INDENT
    for each in statements:
        match each:
            case Import(source=source):
                yield indent + source
            case Assign(targets=targets, value=value):
                yield indent + " = ".join([*(target.source for target in targets), value.source])
            case Do(value=value):
                yield indent + value.source
            case Repeat(body=body):
                yield f"{indent}for {INDEXES[depth]} in range({SIZE}):"
                yield from lines(body, depth + 1)


@lru_cache(maxsize=4096)
def _stored(source: str) -> frozenset[str]:
    """The names that the target of an assignment binds."""
    (tree,) = ast.parse(f"{source} = 0").body
    return frozenset(
        node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )
