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

Another method of the receiver may come before the call in each round:

    decoder = Decoder()
    for i in range(N):  # measured
        decoder.feed(b'a')
        decoder.next_event()
"""

from __future__ import annotations

import ast
from dataclasses import dataclass

from slowpath.recipe.expression import Call, Expression
from slowpath.recipe.statement import Assign, Repeat, Statement, lines
from slowpath.recipe.swelling import Known, items, length, power, powers
from slowpath.recipe.writing import INDENT, MEASURED


@dataclass(frozen=True, slots=True)
class MeasuredLoop:
    """A loop around the measured call: `for names in items`. `feed` is a call that comes before it in each
    round, of another method of its receiver with one argument."""

    names: Expression
    items: Expression
    feed: Call | None = None

    @property
    def fed(self) -> Expression | None:
        """The list of what the other method is given."""
        if self.feed is None:
            return None
        given = self.feed.arguments[0].value.source
        return Expression(f"[{given} for {self.names.source} in {self.items.source}]")


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
            feed = [] if self.rounds.feed is None else [INDENT + self.rounds.feed.source]
            measured = [f"{head}  {MEASURED}", *feed, INDENT + self.measured.source]
        receiver = self.measured.receiver
        ends = [f"{receiver.source}.{each}()  {MEASURED}" for each in self.closing] if receiver else []
        return "\n".join([*lines(self.statements), *measured, *ends])

    @property
    def needs(self) -> frozenset[str]:
        """The names that what is measured uses."""
        if self.rounds is None:
            return self.measured.names
        called = (
            self.measured.names if self.rounds.feed is None else self.measured.names | self.rounds.feed.names
        )
        return (called - self.rounds.names.names) | self.rounds.items.names

    @property
    def doubles(self) -> bool:
        """Whether a round puts what the round before it made into one value twice: `x = [x, x]`."""
        return _doubles(self.statements)

    @property
    def weight(self) -> int:
        """How hard it is to read: the nodes of its syntax tree, and the characters that are spelled out."""
        return sum(
            1 + (len(node.value) if isinstance(node, ast.Constant) and isinstance(node.value, str) else 0)
            for node in ast.walk(ast.parse(self.source))
        )

    def length(self, size: int) -> int:
        """About how many values, characters and items it makes at a size: what its cost is compared with."""
        known: Known = {}
        built = length(self.statements, known, size)
        given = [each.value for each in self.measured.arguments]
        given += [] if self.rounds is None else [self.rounds.fed or self.rounds.items]
        return built + sum(items(each, size, known) for each in given)

    @property
    def swelling(self) -> int:
        """The power of N by which grows what it makes: 2 if a value of size N is made N times; 1 at least."""
        known: Known = {}
        built = powers(self.statements, known)
        calls = max((power(each.value, known) for each in self.measured.arguments), default=0)
        calls += 0 if self.rounds is None else power(self.rounds.fed or self.rounds.items, known)
        return max(1, calls, built)


def _doubles(statements: tuple[Statement, ...], *, repeated: bool = False) -> bool:
    for each in statements:
        if isinstance(each, Repeat) and _doubles(each.body, repeated=True):
            return True
        if repeated and isinstance(each, Assign):
            nodes = ast.walk(ast.parse(each.value.source, mode="eval"))
            if any(_parts(node).count(name) > 1 for node in nodes for name in each.binds):
                return True
    return False


def _parts(node: ast.AST) -> list[str]:
    """The names that stand in a display, a call or an operation as they are: `[x, len(x)]` has one of `x`."""
    children = (each.value if isinstance(each, ast.keyword) else each for each in ast.iter_child_nodes(node))
    return [each.id for each in children if isinstance(each, ast.Name)]
