"""The source of a function: a tree that keeps formatting and comments, and where its parts stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TypeVar

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider

Node = TypeVar("Node", bound=cst.CSTNode)
Block = cst.IndentedBlock | cst.Module


class ModuleSource:
    """The text of a module, read once for all of its functions."""

    def __init__(self, text: str) -> None:
        """Raises SyntaxError or cst.ParserSyntaxError if the text cannot be read."""
        self.text = text
        self.module = cst.parse_module(text)
        self.parts: list[cst.CSTNode] = []  # all of them, in the order of the text
        self.parents: dict[cst.CSTNode, cst.CSTNode] = {}
        # libcst visits a node to list its children. So this is done once, and no provider looks for parents.
        waiting: list[cst.CSTNode] = [self.module]
        while waiting:
            each = waiting.pop()
            self.parts.append(each)
            inside = each.children
            self.parents.update(dict.fromkeys(inside, each))
            waiting += reversed(inside)

    @cached_property
    def positions(self) -> Mapping[cst.CSTNode, CodeRange]:
        """Where each part stands."""
        # The parser makes each node once, so that the wrapper need not copy them.
        return MetadataWrapper(self.module, unsafe_skip_copy=True).resolve(PositionProvider)

    @cached_property
    def definitions(self) -> list[cst.FunctionDef | cst.ClassDef]:
        """All functions and classes, nested ones too."""
        return [each for each in self.parts if isinstance(each, cst.FunctionDef | cst.ClassDef)]

    @cached_property
    def classes(self) -> list[cst.ClassDef]:
        """All classes, nested ones too."""
        return [each for each in self.definitions if isinstance(each, cst.ClassDef)]

    @cached_property
    def names(self) -> frozenset[str]:
        """All names, whatever they are."""
        return frozenset(each.value for each in self.parts if isinstance(each, cst.Name))

    @cached_property
    def global_names(self) -> frozenset[str]:
        """The names that functions declare as global."""
        declared = [each for each in self.parts if isinstance(each, cst.Global)]
        return frozenset(item.name.value for each in declared for item in each.names)


class FunctionSource:
    """A function or method of a module's text."""

    def __init__(self, text: str | ModuleSource, qualname: str) -> None:
        """Raises LookupError if the text has no such function, SyntaxError or cst.ParserSyntaxError if it
        cannot be read."""
        self.whole = ModuleSource(text) if isinstance(text, str) else text
        self.module = self.whole.module
        self.parents = self.whole.parents
        self.owner: cst.ClassDef | None = None
        self.function = self._found(qualname)

    def _found(self, qualname: str) -> cst.FunctionDef:
        scope: cst.CSTNode = self.module
        inside = self.whole.definitions
        for part in qualname.split("."):
            if part == "<locals>":
                continue
            named = [each for each in inside if each.name.value == part]
            if not named:
                raise LookupError(qualname)
            self.owner = scope if isinstance(scope, cst.ClassDef) else None
            scope = named[-1]
            inside = [
                each
                for each in walk(scope)
                if isinstance(each, cst.FunctionDef | cst.ClassDef) and each is not scope
            ]
        if not isinstance(scope, cst.FunctionDef):
            raise LookupError(qualname)
        return scope

    def code(self, node: cst.CSTNode) -> str:
        """The text of a part."""
        return self.module.code_for_node(node).strip()

    def lines(self, node: cst.CSTNode) -> range:
        """The lines on which a part stands."""
        where = self.whole.positions[node]
        return range(where.start.line, where.end.line + 1)

    def above(self, node: cst.CSTNode) -> Iterator[cst.CSTNode]:
        """What a part stands in, from the inside out, up to the function."""
        while node is not self.function and node in self.parents:
            node = self.parents[node]
            yield node

    def statement(self, node: cst.CSTNode) -> cst.BaseStatement | None:
        """The innermost statement with lines of its own that a part stands in, or is."""
        for each in (node, *self.above(node)):
            if isinstance(each, cst.BaseStatement) and isinstance(self.parents.get(each), Block):
                return each
        return None

    def inside(self, kind: type[Node], within: cst.CSTNode | None = None) -> list[Node]:
        """The parts of a kind in the function's own body, or in a part of it; nested functions excepted."""
        return [each for each in self.parts(within) if isinstance(each, kind)]

    def parts(self, within: cst.CSTNode | None = None) -> Iterator[cst.CSTNode]:
        """All parts of the function's own body, or of a part of it; nested functions excepted."""
        return walk(within if within is not None else self.function.body, into_functions=False)

    def is_within(self, node: cst.CSTNode, around: cst.CSTNode) -> bool:
        """Whether a part stands in another one, or is it."""
        return node is around or any(each is around for each in self.above(node))

    @property
    def parameters(self) -> list[str]:
        """The names of all parameters."""
        return [each.name.value for each in walk(self.function.params) if isinstance(each, cst.Param)]

    @property
    def is_plain(self) -> bool:
        """Whether the function is neither a generator nor a coroutine, and leaves its names to itself."""
        return self.is_own and not any(isinstance(each, cst.Yield) for each in walk(self.function.body))

    @property
    def is_own(self) -> bool:
        """Whether nobody but the function itself changes what its local names stand for. A generator may: but
        whoever it yields to may change its arguments meanwhile."""
        odd = (cst.Await, cst.Global, cst.Nonlocal, cst.FunctionDef, cst.Lambda, cst.ClassDef)
        inside = walk(self.function.body)
        return self.function.asynchronous is None and not any(isinstance(each, odd) for each in inside)


def walk(node: cst.CSTNode, *, into_functions: bool = True) -> Iterator[cst.CSTNode]:
    """Yield a part and all parts of it, in the order of the text."""
    waiting = [node]
    while waiting:
        each = waiting.pop()
        yield each
        if (
            into_functions
            or each is node
            or not isinstance(each, cst.FunctionDef | cst.Lambda | cst.ClassDef)
        ):
            waiting += reversed(each.children)


def is_name(node: cst.CSTNode | None, name: str | None = None) -> bool:
    """Whether a part is a name, or that name."""
    return isinstance(node, cst.Name) and (name is None or node.value == name)


def method_of(node: cst.CSTNode | None) -> tuple[cst.BaseExpression, str] | None:
    """The receiver and the name of the method if a part is a call such as `x.name(...)`."""
    if isinstance(node, cst.Call) and isinstance(node.func, cst.Attribute):
        return node.func.value, node.func.attr.value
    return None


def positional(call: cst.Call, count: int) -> list[cst.BaseExpression] | None:
    """The arguments of a call if there are so many, all given by position."""
    given = [each.value for each in call.args if each.keyword is None and not each.star]
    return given if len(given) == len(call.args) == count else None


def number(node: cst.CSTNode | None) -> int | None:
    """The value of a whole number in the text, with its sign."""
    if isinstance(node, cst.UnaryOperation) and isinstance(node.operator, cst.Minus):
        inner = number(node.expression)
        return None if inner is None else -inner
    if isinstance(node, cst.Integer):
        return int(node.evaluated_value)
    return None


def is_docstring(statement: cst.CSTNode) -> bool:
    """Whether a statement is nothing but a text."""
    if not isinstance(statement, cst.SimpleStatementLine):
        return False
    first = statement.body[0]
    return isinstance(first, cst.Expr) and isinstance(first.value, cst.SimpleString)


def read(node: cst.CSTNode, source: FunctionSource) -> list[cst.Name]:
    """The names that an expression reads; names of attributes and of keyword arguments are none."""
    return [each for each in walk(node) if isinstance(each, cst.Name) and not _is_label(each, source)]


def _is_label(name: cst.Name, source: FunctionSource) -> bool:
    parent = source.parents.get(name)
    if isinstance(parent, cst.Attribute):
        return parent.attr is name
    return isinstance(parent, cst.Arg) and parent.keyword is name


def is_read_outside(source: FunctionSource, part: cst.CSTNode, names: set[str]) -> bool:
    """Whether some names, `_` excepted, occur outside a part of a function."""
    return any(
        each.value in names and not source.is_within(each, part)
        for each in source.inside(cst.Name)
        if not is_name(each, "_")
    )
