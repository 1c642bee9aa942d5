"""What the code of a function does with one of its parameters."""

from __future__ import annotations

import ast
import builtins
import inspect
import textwrap
from abc import ABCMeta
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import lru_cache
from types import CodeType, ModuleType
from typing import Any

from slowpath.shape.annotations import constructor, has_python_constructor, signature_of
from slowpath.shape.foreign import classes_of

# Functions whose trees are kept: each parameter of a target asks a dozen times, and follows calls.
_MOST_BODIES = 256
_TABLES = (dict, set, frozenset, list, tuple)
_TEXT_CALLS = frozenset({"index", "count", "remove", "append", "insert", "startswith"})


@dataclass(frozen=True, slots=True)
class Body:
    """The code of a function, asked about parameters by name."""

    tree: ast.AST
    function: Any
    nodes: tuple[ast.AST, ...]  # all of the tree

    def methods(self, name: str) -> set[str]:
        """The methods that are called on the parameter."""
        return {
            node.func.attr
            for node in self.nodes
            if isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and _is(node.func.value, name)
        }

    @property
    def calls_itself(self) -> bool:
        """Whether the function is called by its name."""
        name = getattr(self.function, "__name__", None)
        return any(_is(node.func, name) for node in self._calls() if name)

    def attributes(self, name: str) -> set[str]:
        """The attributes of the parameter that are read, and the methods that are called on it.

        Names that are assigned the parameter itself stand for it: `node = head`.
        """
        names = {name, *self._aliases(name)}
        return {
            node.attr
            for node in self.nodes
            if isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Load)
            and isinstance(node.value, ast.Name)
            and node.value.id in names
        }

    def _aliases(self, name: str) -> Iterator[str]:
        for node in self.nodes:
            if isinstance(node, ast.Assign) and _is(node.value, name):
                yield from (each.id for each in node.targets if isinstance(each, ast.Name))

    def called_with(self, name: str) -> int | None:
        """How many arguments the parameter itself is called with, at most; None where it is not called."""
        calls = [len(node.args) + len(node.keywords) for node in self._calls() if _is(node.func, name)]
        return max(calls, default=None)

    def is_divided(self, name: str) -> bool:
        """Whether a loop goes on while the parameter is not zero, and takes digits or bits off it."""
        loops = [node for node in self.nodes if isinstance(node, ast.While) and _has(node.test, name)]
        return any(_divides(each, name) for loop in loops for each in ast.walk(loop))

    def is_tested(self, name: str) -> bool:
        """Whether the function asks for the type of the parameter, or for an attribute of it."""
        return any(
            isinstance(node.func, ast.Name)
            and node.func.id in ("isinstance", "hasattr")
            and any(_is(each, name) for each in node.args[:1])
            for node in self._calls()
        )

    def tested_types(self, name: str) -> list[type]:
        """The types that the function asks for with `isinstance`, in the order of the code; not those that
        it refuses."""
        refused = [
            id(node.test)
            for node in self.nodes
            if isinstance(node, ast.If) and isinstance(node.body[0], ast.Raise)
        ]
        asked = [
            node.args[1]
            for node in self._calls()
            if _is(node.func, "isinstance")
            and len(node.args) == 2
            and _is(node.args[0], name)
            and id(node) not in refused
        ]
        return list(dict.fromkeys(each for tree in asked for each in self._types(tree)))

    def _types(self, tree: ast.expr) -> Iterator[type]:
        """The types that the second argument of `isinstance` stands for."""
        match tree:
            case ast.Tuple(elts=parts):
                for part in parts:
                    yield from self._types(part)
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                yield from self._types(left)
                yield from self._types(right)
            case _:
                named = self._named(tree)
                if named is None and isinstance(tree, ast.Name):
                    named = vars(builtins).get(tree.id)
                several = named if type(named) is tuple else (named,)
                yield from (each for each in several if type(each) in (type, ABCMeta))

    def is_compared_with_text(self, name: str) -> bool:
        """Whether the parameter, or a part of it, is compared with text."""
        return any(
            isinstance(node, ast.Compare)
            and any(_is_text(each) for each in (node.left, *node.comparators))
            and _has(node, name)
            for node in self.nodes
        )

    def compared_words(self, name: str) -> list[str]:
        """The texts that the parameter as a whole is compared with, or is a key among."""
        found: dict[str, None] = {}
        for node in self.nodes:
            match node:
                case ast.Compare(left=left, ops=[ast.Eq() | ast.NotEq()], comparators=[right]):
                    others = [right] if _is(left, name) else [left] if _is(right, name) else []
                case ast.Compare(left=left, ops=[ast.In() | ast.NotIn()], comparators=[right]):
                    others = self._listed(right) if _is(left, name) else []
                case ast.Subscript(value=table, slice=key) if _is(key, name):
                    others = self._listed(table)
                case ast.Match(subject=subject, cases=cases) if _is(subject, name):
                    others = [each for case in cases for each in _matched(case.pattern)]
                case _:
                    others = []
            found.update({text: None for each in others if (text := self.text(each)) is not None})
        return list(found)

    def is_only_compared(self, name: str) -> bool:
        """Whether the parameter is nowhere but in comparisons, keys of tables and messages."""
        waiting: list[ast.AST] = list(getattr(self.tree, "body", [self.tree]))
        while waiting:
            node = waiting.pop()
            if isinstance(node, ast.Compare | ast.Raise | ast.JoinedStr) or _is(
                getattr(node, "slice", node), name
            ):
                continue
            if _is(node, name):
                return False
            waiting += [
                each for each in ast.iter_child_nodes(node) if each is not getattr(node, "subject", None)
            ]
        return True

    def is_taken_apart(self, name: str) -> bool:
        """Whether the function looks into the parameter: at its attributes, its items, or what is in it."""
        return bool(self.attributes(name)) or any(_takes_apart(node, name) for node in self.nodes)

    def is_table(self, name: str) -> bool:
        """Whether items of items of the parameter are asked for, or the length of an item: `rows[0][1]`."""
        for node in self.nodes:
            match node:
                case ast.Subscript(value=ast.Subscript(value=ast.Name(id=asked))):
                    found = asked == name
                case ast.Call(func=ast.Name(id="len"), args=[ast.Subscript(value=ast.Name(id=asked))]):
                    found = asked == name
                case _:
                    found = False
            if found:
                return True
        return False

    def is_index(self, name: str) -> bool:
        """Whether the parameter is part of an index, or of a range."""
        for node in self.nodes:
            match node:
                case ast.Subscript(slice=place) if _has(place, name):
                    return True
                case ast.Call(func=ast.Name(id="range"), args=ends) if any(_has(each, name) for each in ends):
                    return True
        return False

    def is_compared(self, name: str) -> bool:
        """Whether the parameter is compared with something else than a literal."""
        for node in self.nodes:
            match node:
                case ast.Compare(left=left, comparators=[right]) if _is(left, name) or _is(right, name):
                    if not isinstance(left, ast.Constant) and not isinstance(right, ast.Constant):
                        return True
        return False

    def is_number(self, name: str) -> bool:
        """Whether the parameter is an operand of arithmetic."""
        return any(
            isinstance(node, ast.BinOp)
            and isinstance(node.op, ast.Sub | ast.Div | ast.Mult | ast.FloorDiv)
            and any(_is(each, name) for each in (node.left, node.right))
            for node in self.nodes
        )

    def is_changed(self, name: str) -> bool:
        """Whether items of the parameter are replaced or deleted, or it is made a list first."""
        for node in self.nodes:
            match node:
                case ast.Subscript(value=ast.Name(id=changed), ctx=ast.Store() | ast.Del()) if (
                    changed == name
                ):
                    return True
                case ast.Call(func=ast.Name(id="list"), args=[ast.Name(id=changed)]) if changed == name:
                    return True
        return False

    def has_text_items(self, name: str) -> bool:
        """Whether text is looked for among the items of the parameter, or put there."""
        return self.is_compared_with_text(name) or any(
            isinstance(node.func, ast.Attribute)
            and node.func.attr in _TEXT_CALLS
            and _is(node.func.value, name)
            and any(map(_is_text, node.args))
            for node in self._calls()
        )

    def keys(self, name: str) -> list[str]:
        """The texts that the parameter is asked for as a mapping, in the order of the code."""
        found: dict[str, None] = {}
        for node in self.nodes:
            match node:
                case ast.Subscript(value=ast.Name(id=asked), slice=key) if asked == name:
                    text = self.text(key)
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id=asked), attr="get" | "pop"), args=[key, *_]
                ) if asked == name:
                    text = self.text(key)
                case _:
                    continue
            if text is not None:
                found[text] = None
        return list(found)

    def _listed(self, tree: ast.expr) -> list[ast.expr]:
        """The items of a display, or the keys of a table of the module."""
        if isinstance(tree, ast.Set | ast.Tuple | ast.List):
            return tree.elts
        if isinstance(tree, ast.Dict):
            return [each for each in tree.keys if each is not None]
        known = self._named(tree)
        texts = [each for each in known if type(each) is str] if type(known) in _TABLES else []
        return [ast.Constant(each) for each in texts]

    def _named(self, tree: ast.AST) -> Any:
        """What a name of the module, or of a module that it imports, stands for."""
        names = getattr(self.function, "__globals__", {})
        match tree:
            case ast.Name(id=name):
                return names.get(name)
            case ast.Attribute(value=ast.Name(id=name), attr=member) if type(names.get(name)) is ModuleType:
                return vars(names[name]).get(member)
        return None

    def text(self, tree: ast.AST) -> str | None:
        """The text that an expression stands for: a literal, a default of a parameter, or a constant."""
        if isinstance(tree, ast.Constant):
            return tree.value if isinstance(tree.value, str) else None
        if isinstance(tree, ast.Attribute):
            named = self._named(tree)
            return named if type(named) is str else None
        if not isinstance(tree, ast.Name):
            return None
        signature = signature_of(self.function)
        parameter = None if signature is None else signature.parameters.get(tree.id)
        names = getattr(self.function, "__globals__", {})
        value = names.get(tree.id) if parameter is None else parameter.default
        return value if type(value) is str else None

    def classes(self) -> list[type]:
        """The classes of its own package that the function knows by name, those of its module first,
        and known ones of the libraries that its module imports."""
        names = getattr(self.function, "__globals__", {})
        own = str(names.get("__name__"))
        # The types of objects are asked: a lazy object may do work when it is looked at.
        found = [each for each in names.values() if issubclass(type(each), type)]
        near = [each for each in found if each.__module__.partition(".")[0] == own.partition(".")[0]]
        modules = [each for each in names.values() if type(each) is ModuleType]
        known = classes_of({each.__name__.partition(".")[0] for each in modules})
        return [*sorted(near, key=lambda each: each.__module__ != own), *known]

    def passed_to(self, name: str) -> Iterator[tuple[Any, str]]:
        """The functions of the same package that the parameter is handed to, each with its name there."""
        for node in self._calls():
            if not any(_is(each, name) for each in (*node.args, *(kept.value for kept in node.keywords))):
                continue
            called = self._called(node.func)
            signature = signature_of(called) if _is_known(called) else None
            if signature is None or any(isinstance(each, ast.Starred) for each in node.args):
                continue
            parameters = list(signature.parameters)
            for place, argument in enumerate(node.args[: len(parameters)]):
                if _is(argument, name):
                    yield called, parameters[place]
            for keyword in node.keywords:
                if keyword.arg in parameters and _is(keyword.value, name):
                    yield called, keyword.arg

    def _called(self, tree: ast.expr) -> Any:
        """The function behind a name of the module, or of a module of its package that it imports."""
        names = getattr(inspect.unwrap(self.function), "__globals__", {})
        match tree:
            case ast.Name(id=name):
                return names.get(name)
            case ast.Attribute(value=ast.Name(id=name), attr=member) if type(names.get(name)) is ModuleType:
                package = str(names.get("__name__")).partition(".")[0]
                near = names[name].__name__.partition(".")[0] == package
                return inspect.unwrap(vars(names[name]).get(member)) if near else None
        return None

    def _calls(self) -> Iterator[ast.Call]:
        return (node for node in self.nodes if isinstance(node, ast.Call))


def body_of(function: Any) -> Body | None:
    """Return the code of a function, or of the constructor of a class; None where there is none to read."""
    plain: Any = inspect.unwrap(function)
    plain = constructor(plain) if isinstance(plain, type) else plain
    code = getattr(plain, "__code__", None)
    nodes = _nodes_of(code) if isinstance(code, CodeType) else _nodes(plain)
    return Body(nodes[0], plain, nodes) if nodes else None


@lru_cache(_MOST_BODIES)
def _nodes_of(code: CodeType) -> tuple[ast.AST, ...]:
    return _nodes(code)


def _nodes(thing: Any) -> tuple[ast.AST, ...]:
    """The syntax tree of what has a source, with all its nodes; nothing if it cannot be read."""
    try:
        return tuple(ast.walk(ast.parse(textwrap.dedent(inspect.getsource(thing)))))
    except (OSError, TypeError, SyntaxError, ValueError):
        return ()


def keepers(cls: type, name: str) -> Iterator[tuple[Body, str]]:
    """The methods of a class that read what its constructor keeps of a parameter, say `self.rows`, each with
    the name that this has in the body."""
    body = body_of(cls)
    if body is None:
        return
    stored = [node for node in body.nodes if isinstance(node, ast.Assign) and _is(node.value, name)]
    kept = {each.attr: None for node in stored for each in node.targets if isinstance(each, ast.Attribute)}
    others = (each for each in vars(cls).values() if inspect.isfunction(each) and each is not body.function)
    for read in filter(None, map(body_of, others)):
        for attribute in kept:
            renamed = _Renamed(attribute)
            tree = renamed.visit(deepcopy(read.tree))
            if renamed.name:
                yield Body(tree, read.function, tuple(ast.walk(tree))), renamed.name


class _Renamed(ast.NodeTransformer):
    """Makes an attribute of `self` a name; `name` is empty if there is none."""

    def __init__(self, attribute: str) -> None:
        self._attribute = attribute
        self.name = ""

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        if not _is(node.value, "self") or node.attr != self._attribute:
            return self.generic_visit(node)
        self.name = f"self.{node.attr}"
        return ast.Name(self.name, node.ctx)


def offered(cls: type) -> set[str]:
    """Return the attributes of the objects of a class: its own, and those that its code assigns."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(cls)))
    except (OSError, TypeError, SyntaxError, ValueError):
        return set(dir(cls))
    made = {"self", *(name for node in ast.walk(tree) for name in _made_in(node))}
    stored = (node for node in ast.walk(tree) if isinstance(node, ast.Attribute))
    return {
        *dir(cls),
        *getattr(cls, "__dataclass_fields__", ()),
        *(
            node.attr
            for node in stored
            if isinstance(node.ctx, ast.Store) and isinstance(node.value, ast.Name) and node.value.id in made
        ),
    }


def _made_in(node: ast.AST) -> Iterator[str]:
    """The names that `__new__` returns: what it assigns to them are attributes of the object."""
    if isinstance(node, ast.FunctionDef) and node.name == "__new__":
        for each in ast.walk(node):
            if isinstance(each, ast.Return) and isinstance(each.value, ast.Name):
                yield each.value.id


def _matched(pattern: ast.pattern) -> Iterator[ast.expr]:
    """The constants that a pattern of `match` matches."""
    return (node.value for node in ast.walk(pattern) if isinstance(node, ast.MatchValue))


def _is_known(called: Any) -> bool:
    """Whether this is a function, or a class whose constructor is."""
    return inspect.isfunction(called) or (isinstance(called, type) and has_python_constructor(called))


def _divides(node: ast.AST, name: str) -> bool:
    match node:
        case ast.AugAssign(target=ast.Name(id=changed), op=ast.FloorDiv() | ast.RShift() | ast.BitXor()):
            return changed == name
        case ast.Assign(value=ast.Call(func=ast.Name(id="divmod"), args=[ast.Name(id=divided), *_])):
            return divided == name
        case ast.Assign(
            targets=[ast.Name(id=changed)],
            value=ast.BinOp(left=ast.Name(id=divided), op=ast.FloorDiv() | ast.RShift()),
        ):
            return changed == divided == name
    return False


def _takes_apart(node: ast.AST, name: str) -> bool:
    match node:
        case ast.For(iter=taken) | ast.comprehension(iter=taken) | ast.Subscript(value=taken):
            return _is(taken, name)
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[taken]):
            return _is(taken, name)
    return False


def _is(tree: ast.AST, name: str) -> bool:
    return isinstance(tree, ast.Name) and tree.id == name


def _has(tree: ast.AST, name: str) -> bool:
    return any(_is(node, name) for node in ast.walk(tree))


def _is_text(tree: ast.AST) -> bool:
    return isinstance(tree, ast.Constant) and isinstance(tree.value, str)
