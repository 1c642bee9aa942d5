"""The expressions of a program. They are kept as `ast.unparse` writes them, so equal ones are equal texts."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

SIZE = "N"
INDEXES = ("i", "j", "k")  # the number of the round, in a repetition and in those inside it


@dataclass(frozen=True, slots=True)
class Expression:
    """An expression in N, in the numbers of the rounds, and in values that were made before."""

    source: str

    @property
    def names(self) -> frozenset[str]:
        """The names that it uses."""
        return _names(self.source)

    @property
    def is_reference(self) -> bool:
        """Whether it is one name, and nothing else."""
        return self.source.isidentifier()


@dataclass(frozen=True, slots=True)
class Argument:
    """An argument of a call. `name` is that of the parameter, empty by position, or the stars that spread."""

    value: Expression
    name: str = ""

    @property
    def source(self) -> str:
        """The argument as it is written."""
        stars = not self.name.strip("*")
        return f"{self.name}{self.value.source}" if stars else f"{self.name}={self.value.source}"


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a function, of a constructor or of a method: `function` says of what."""

    function: Expression
    arguments: tuple[Argument, ...] = ()

    @property
    def source(self) -> str:
        """The call as it is written."""
        return f"{self.function.source}({', '.join(each.source for each in self.arguments)})"

    @property
    def names(self) -> frozenset[str]:
        """The names that it uses."""
        return self.function.names.union(*(each.value.names for each in self.arguments))

    @property
    def receiver(self) -> Expression | None:
        """What a method is called on; None if this is no call of a method."""
        tree = parsed(self.function.source)
        return Expression(ast.unparse(tree.value)) if isinstance(tree, ast.Attribute) else None


Value = Expression | Call


def expression(source: str) -> Expression:
    """Return an expression, as it is always written. Raises SyntaxError."""
    return Expression(ast.unparse(ast.parse(source, mode="eval").body))


def expressions(value: Value) -> Iterator[Expression]:
    """Yield the expressions of a value: itself, or the function and the arguments of a call."""
    if isinstance(value, Call):
        yield value.function
        yield from (each.value for each in value.arguments)
    else:
        yield value


@lru_cache(maxsize=4096)
def parsed(source: str) -> ast.expr:
    """Return the tree of an expression, which is not to be changed."""
    return ast.parse(source, mode="eval").body


@lru_cache(maxsize=4096)
def _names(source: str) -> frozenset[str]:
    return frozenset(node.id for node in ast.walk(parsed(source)) if isinstance(node, ast.Name))
