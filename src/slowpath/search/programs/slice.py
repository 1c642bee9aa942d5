"""The statements of a piece of code that matter for one call: a backward slice, as a program."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from slowpath.errors import InputError
from slowpath.recipe.expression import INDEXES, SIZE, Call
from slowpath.recipe.parsing import statements_of, value_of
from slowpath.recipe.program import Program
from slowpath.recipe.statement import Assign, Do, Import, Repeat, Statement, binds, uses

_LONGEST = 12  # statements of a program: what takes more to build is no example to begin with
Known = dict[str, Import | Assign]  # what the code around binds, by name


def programs_in(body: Sequence[ast.stmt], name: str, around: Known) -> Iterator[Program]:
    """Yield a program for each call of a function or method of some name in a body."""
    flat = list(_flattened(body))
    for place, tree in enumerate(flat):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _called(node) == name:
                program = _sliced(flat[:place], node, around)
                if program is not None:
                    yield program


def value_in(body: Sequence[ast.stmt], name: str, around: Known) -> Program | None:
    """Return what builds the value that a body calls by a name, with all that is done to it; the call of the
    program is a mere mention of the name."""
    mention = ast.Call(ast.Name("print", ast.Load()), [ast.Name(name, ast.Load())], [])
    return _sliced(list(_flattened(body)), mention, around)


def bound_in(body: Sequence[ast.stmt]) -> set[str]:
    """Return the names that the assignments of a body bind."""
    targets = (each.targets for each in _flattened(body) if isinstance(each, ast.Assign))
    return {each.id for some in targets for each in some if isinstance(each, ast.Name)}


def called_in(body: Sequence[ast.stmt]) -> set[str]:
    """Return the names of what a body calls."""
    nodes = (node for tree in _flattened(body) for node in ast.walk(tree))
    return {_called(node) for node in nodes if isinstance(node, ast.Call)}


def known_in(tree: ast.Module, home: str = "") -> Known:
    """Return what the imports and the plain assignments of a module bind.

    If the module can be imported by the name `home`, its functions and classes are known too: what a test
    makes up for itself can be imported from there.
    """
    known: Known = {}
    for each in tree.body:
        match each:
            case ast.Import() | ast.ImportFrom() | ast.Assign():
                for statement in _statements(_absolute(each, home)):
                    if isinstance(statement, Import) or (isinstance(statement, Assign) and _tells(statement)):
                        known |= dict.fromkeys(binds(statement), statement)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) if home:
                known[name] = Import(f"from {home} import {name}")
    return known


def _absolute(tree: ast.stmt, home: str) -> ast.stmt:
    """An import that does not depend on the module in which it stands, if the name of that is known."""
    if isinstance(tree, ast.ImportFrom) and tree.level and home.count(".") >= tree.level:
        package = home.rsplit(".", tree.level)[0]
        return ast.ImportFrom(".".join(filter(None, (package, tree.module))), tree.names, 0)
    return tree


def _tells(statement: Assign) -> bool:
    """Whether a name is given a value that says what it is: None is filled in later."""
    return isinstance(statement.value, Call) or statement.value.source != "None"


def _called(node: ast.Call) -> str:
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _flattened(body: Sequence[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a body in their order: what a `with` or a `try` encloses stands for itself."""
    for each in body:
        match each:
            case ast.With(items=items, body=inner):
                for item in items:
                    if item.optional_vars is not None:
                        yield ast.copy_location(ast.Assign([item.optional_vars], item.context_expr), each)
                yield from _flattened(inner)
            case ast.Try(body=inner):
                yield from _flattened(inner)
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                continue
            case _:
                yield each


def _sliced(before: Sequence[ast.stmt], node: ast.Call, around: Known) -> Program | None:
    """The call, and what it needs of the statements before it; None if that is no program."""
    call = value_of(node)
    assert isinstance(call, Call)
    needed, kept = set(call.names), list[Statement]()
    for tree in reversed(before):
        for each in reversed(_statements(tree)):
            if binds(each) & needed or _changed(each) & needed:
                kept.insert(0, each)
                needed |= uses(each)
    bound = frozenset[str]().union(*map(binds, kept))
    before_all = _binding(needed - bound, around)
    kept = [*before_all, *(each for each in kept if each not in before_all)]
    return Program(tuple(kept), call) if len(kept) <= _LONGEST else None


def _binding(names: AbstractSet[str], around: Known) -> list[Statement]:
    """The statements of the code around that bind names, each behind those that it needs itself."""
    found: dict[Statement, None] = {}
    for name in sorted(names & around.keys()):
        statement = around[name]
        inner = {other: each for other, each in around.items() if other != name}
        only = statement.only(frozenset(names)) if isinstance(statement, Import) else statement
        found |= dict.fromkeys((*_binding(uses(statement), inner), only))
    return list(found)


def _statements(tree: ast.stmt) -> Sequence[Statement]:
    """A statement of other code as one of a program; nothing if there is none."""
    try:
        return statements_of([_counted(tree)])
    except InputError:
        return ()


def _counted(tree: ast.stmt) -> ast.stmt:
    """A loop over a range, or over a list of which the items are not used, as one over N."""
    match tree:
        case ast.For(
            target=ast.Name(id=index), iter=ast.Call(func=ast.Name(id="range")), body=body, orelse=[]
        ):
            renamed = [_renamed(each, index) for each in body]
            over = ast.parse(f"range({SIZE})", mode="eval").body
            return ast.copy_location(ast.For(ast.Name(INDEXES[0], ast.Store()), over, renamed, []), tree)
    return tree


def _renamed(tree: ast.stmt, index: str) -> ast.stmt:
    copied = ast.parse(ast.unparse(tree)).body[0]
    for node in ast.walk(copied):
        if isinstance(node, ast.Name) and node.id == index:
            node.id = INDEXES[0]
    return copied


def _changed(statement: Statement) -> frozenset[str]:
    """The names whose values a statement may change: what it is called on, and what is handed to it."""
    match statement:
        case Assign():
            return statement.changes
        case Do(value=Call() as call):
            handed = [each.value.source for each in call.arguments if each.value.is_reference]
            receiver = call.receiver
            return frozenset(handed) | (receiver.names if receiver is not None else frozenset())
        case Repeat(body=body):
            return frozenset().union(*map(_changed, body))
    return frozenset()
