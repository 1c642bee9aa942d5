"""What the text of a function says for sure: what a loop binds or changes, and what has no side effects."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import libcst as cst

from slowpath.oracle.remedy.loop import SourceLoop, around
from slowpath.oracle.remedy.source import FunctionSource, is_name, method_of, read, walk

# Functions that read their arguments and do nothing else, if these are builtin values.
PURE = frozenset(
    [
        "abs",
        "all",
        "any",
        "ascii",
        "bin",
        "bool",
        "bytes",
        "chr",
        "complex",
        "dict",
        "divmod",
        "enumerate",
        "float",
        "format",
        "frozenset",
        "hash",
        "hex",
        "int",
        "isinstance",
        "issubclass",
        "len",
        "list",
        "max",
        "min",
        "oct",
        "ord",
        "pow",
        "range",
        "repr",
        "reversed",
        "round",
        "set",
        "slice",
        "sorted",
        "str",
        "sum",
        "tuple",
        "type",
        "zip",
        "map",
        "filter",
    ]
)
# Methods of builtin types that change nothing, and none of a name that other types use for a change.
PURE_METHODS = frozenset(
    [
        "capitalize",
        "casefold",
        "center",
        "count",
        "copy",
        "decode",
        "difference",
        "encode",
        "endswith",
        "expandtabs",
        "find",
        "format",
        "format_map",
        "fromhex",
        "get",
        "hex",
        "index",
        "intersection",
        "isalnum",
        "isalpha",
        "isascii",
        "isdecimal",
        "isdigit",
        "isdisjoint",
        "isidentifier",
        "islower",
        "isnumeric",
        "isprintable",
        "isspace",
        "issubset",
        "issuperset",
        "istitle",
        "isupper",
        "items",
        "join",
        "keys",
        "ljust",
        "lower",
        "lstrip",
        "maketrans",
        "partition",
        "removeprefix",
        "removesuffix",
        "replace",
        "rfind",
        "rindex",
        "rjust",
        "rpartition",
        "rsplit",
        "rstrip",
        "split",
        "splitlines",
        "startswith",
        "strip",
        "swapcase",
        "symmetric_difference",
        "title",
        "translate",
        "union",
        "upper",
        "values",
        "zfill",
    ]
)
PURE_MODULES = frozenset(("re", "math", "operator", "itertools", "string"))
# Methods of builtin containers that change them, and nothing else.
CHANGING = frozenset(
    [
        "add",
        "append",
        "appendleft",
        "clear",
        "discard",
        "extend",
        "extendleft",
        "insert",
        "intersection_update",
        "difference_update",
        "pop",
        "popitem",
        "popleft",
        "remove",
        "reverse",
        "rotate",
        "setdefault",
        "sort",
        "symmetric_difference_update",
        "update",
    ]
)
_DEEPEST = 6  # calls of functions of the module that are followed


def bound(parts: Iterable[cst.CSTNode]) -> set[str]:
    """The names that some parts bind."""
    names: set[str] = set()
    for part in parts:
        for node in walk(part):
            names |= {each.value for target in _targets(node) for each in _names(target)}
    return names


def targets(target: cst.CSTNode) -> set[str]:
    """The names that the target of a loop binds."""
    return {each.value for each in _names(target)}


def _targets(node: cst.CSTNode) -> list[cst.CSTNode]:
    if isinstance(node, cst.AssignTarget | cst.AnnAssign | cst.AugAssign | cst.NamedExpr):
        return [node.target]
    if isinstance(node, cst.For | cst.CompFor):
        return [node.target]
    if isinstance(node, cst.AsName):
        return [node.name]
    if isinstance(node, cst.Del):
        return [node.target]
    if isinstance(node, cst.FunctionDef | cst.ClassDef):
        return [node.name]
    return []


def _names(target: cst.CSTNode) -> Iterator[cst.Name]:
    """The names that a target binds; those in subscripts and attributes are only read."""
    if isinstance(target, cst.Name):
        yield target
    elif isinstance(target, cst.Tuple | cst.List):
        for each in target.elements:
            yield from _names(each.value)
    elif isinstance(target, cst.StarredElement):
        yield from _names(target.value)


def root(node: cst.CSTNode) -> str | None:
    """The name at the start of `a`, `a.b` and `a[i].b`."""
    while isinstance(node, cst.Attribute | cst.Subscript):
        node = node.value
    return node.value if isinstance(node, cst.Name) else None


def is_invariant(expression: cst.CSTNode, loop: SourceLoop, source: FunctionSource) -> bool:
    """Whether an expression without side effects has the same value in all rounds of a loop, by the text.

    What another name for the same object could change is not seen: a trial has to show that.
    """
    inner = bound([expression])  # a comprehension binds names of its own
    names = {each.value for each in read(expression, source)} - inner
    if names & (bound(loop.rounds) | _own(loop)):
        return False
    attributes = _attributes(expression)
    for name in list(attributes):
        method = own_method(source, name)
        if method is not None:
            attributes |= _attributes(method.body)
    return not any(
        _may_change(node, names, attributes, source) for part in loop.rounds for node in walk(part)
    )


def _attributes(node: cst.CSTNode) -> set[str]:
    """The names of the attributes that a part reads or binds."""
    return {
        each.attr.value
        for each in walk(node)
        if isinstance(each, cst.Attribute) and root(each) not in PURE_MODULES
    }


def _own(loop: SourceLoop) -> set[str]:
    """The names that the head of a loop binds."""
    if isinstance(loop.node, cst.For):
        return targets(loop.node.target)
    clause = getattr(loop.node, "for_in", None)
    return set() if clause is None else targets(clause.target)


def _may_change(node: cst.CSTNode, names: set[str], attributes: set[str], source: FunctionSource) -> bool:
    """Whether a part may change what some names or attributes stand for."""
    if isinstance(node, cst.AssignTarget | cst.AugAssign | cst.AnnAssign | cst.Del):
        for target in walk(node.target):
            if isinstance(target, cst.Subscript) and root(target) in names:
                return True
            if isinstance(target, cst.Attribute) and target.attr.value in attributes:
                return True
        return False
    if isinstance(node, cst.Assign | cst.NamedExpr):
        return is_name(node.value) and root(node.value) in names  # by another name it may change
    if not isinstance(node, cst.Call) or is_pure_call(node, source):
        return False
    if attributes - _METHOD_NAMES and not _is_local_change(node):
        return True  # unknown code may assign any attribute
    called = method_of(node)
    if called is not None and called[1] in CHANGING and root(called[0]) not in names:
        return False
    given = [each.value for each in node.args]
    receiver = [called[0]] if called is not None else []
    return any(is_name(each) and root(each) in names for each in (*given, *receiver)) or (
        called is not None and root(called[0]) in names
    )


_METHOD_NAMES = PURE_METHODS | CHANGING


def _is_local_change(call: cst.Call) -> bool:
    """Whether a call changes a builtin container that a plain name stands for, by its method."""
    called = method_of(call)
    return called is not None and called[1] in CHANGING and isinstance(called[0], cst.Name)


def is_pure(expression: cst.CSTNode, source: FunctionSource, depth: int = 0) -> bool:
    """Whether evaluating an expression changes nothing, by its text."""
    for node in walk(expression):
        if isinstance(node, cst.Await | cst.Yield | cst.NamedExpr | cst.Lambda):
            return False
        if isinstance(node, cst.Call) and not is_pure_call(node, source, depth):
            return False
    return True


def is_pure_call(call: cst.Call, source: FunctionSource, depth: int = 0) -> bool:
    """Whether a call itself changes nothing: a builtin, a method of a builtin type, or a function of the
    module of which that can be said."""
    if isinstance(call.func, cst.Name):
        name = call.func.value
        if name in _defined(source):
            function = module_function(source.module, name)
            return function is not None and is_pure_function(function, source, depth + 1)
        return name in PURE
    called = method_of(call)
    if called is None:
        return False
    receiver, name = called
    if isinstance(receiver, cst.Name) and receiver.value in PURE_MODULES:
        return receiver.value not in _assigned_in_module(source)
    if is_name(receiver, "self") and source.owner is not None:
        method = own_method(source, name)
        return method is not None and is_pure_function(method, source, depth + 1)
    return name in PURE_METHODS


def is_pure_function(function: cst.FunctionDef, source: FunctionSource, depth: int = 0) -> bool:
    """Whether calls of a function change nothing and read nothing but their arguments and what the module
    never changes."""
    if depth > _DEEPEST or function.asynchronous is not None or function.decorators:
        return False
    local = bound([function.body]) | {
        each.name.value for each in walk(function.params) if isinstance(each, cst.Param)
    }
    parameters = {each.name.value for each in walk(function.params) if isinstance(each, cst.Param)}
    own = local - parameters
    for node in walk(function.body):
        if isinstance(
            node, cst.Global | cst.Nonlocal | cst.Yield | cst.Await | cst.Del | cst.With | cst.Import
        ):
            return False
        if isinstance(node, cst.AssignTarget | cst.AugAssign | cst.AnnAssign):
            target = node.target
            if isinstance(target, cst.Attribute):
                return False
            if isinstance(target, cst.Subscript) and root(target) not in own:
                return False
            if isinstance(node, cst.AugAssign) and root(target) in parameters:
                return False
        if isinstance(node, cst.Call) and not _is_harmless(node, function, own, source, depth):
            return False
    return not (_free(function, source) - local) & _variable(source)


def is_pure_property(attribute: cst.CSTNode, source: FunctionSource) -> bool:
    """Whether an expression is an attribute of `self` that a property of the class computes, and changes
    nothing."""
    if not isinstance(attribute, cst.Attribute) or not is_name(attribute.value, "self"):
        return False
    method = own_method(source, attribute.attr.value)
    if method is None or len(method.decorators) != 1:
        return False
    plain = method.with_changes(decorators=())
    return is_name(method.decorators[0].decorator, "property") and is_pure_function(plain, source, 1)


def _is_harmless(
    call: cst.Call, function: cst.FunctionDef, own: set[str], source: FunctionSource, depth: int
) -> bool:
    if is_name(call.func, function.name.value):
        return True  # recursion: the rest of the body tells
    called = method_of(call)
    if called is not None and called[1] in CHANGING and root(called[0]) in own:
        return isinstance(called[0], cst.Name)
    return is_pure_call(call, source, depth)


def _free(function: cst.FunctionDef, source: FunctionSource) -> set[str]:
    return {each.value for each in read(function.body, source)}


def _variable(source: FunctionSource) -> set[str]:
    """The names of the module that are bound more than once, by a function, or to what can be changed."""
    changed: set[str] = set()
    for node in walk(source.module):
        if isinstance(node, cst.Global):
            changed |= {each.name.value for each in node.names}
    counts: dict[str, int] = {}
    for statement in source.module.body:
        if not isinstance(statement, cst.SimpleStatementLine):
            continue
        for part in statement.body:
            if isinstance(part, cst.Assign | cst.AnnAssign | cst.AugAssign):
                for name in bound([part]):
                    counts[name] = counts.get(name, 0) + 1
                    if not _is_constant(part.value):
                        changed.add(name)
    return changed | {name for name, count in counts.items() if count > 1}


def _is_constant(value: cst.CSTNode | None) -> bool:
    """Whether a value can never change: numbers, texts, tuples of these, and compiled patterns."""
    if isinstance(value, cst.Tuple):
        return all(_is_constant(each.value) for each in value.elements)
    if isinstance(value, cst.UnaryOperation):
        return _is_constant(value.expression)
    called = method_of(value)
    if called is not None and is_name(called[0], "re") and called[1] == "compile":
        return True
    if is_name(value):
        return value.value in ("None", "True", "False")  # type: ignore[union-attr]
    return isinstance(value, cst.BaseNumber | cst.SimpleString | cst.ConcatenatedString)


def _defined(source: FunctionSource) -> set[str]:
    """The names that the module binds at its top."""
    names = {
        each.name.value for each in source.module.body if isinstance(each, cst.FunctionDef | cst.ClassDef)
    }
    return names | _assigned_in_module(source)


def _assigned_in_module(source: FunctionSource) -> set[str]:
    lines = [each for each in source.module.body if isinstance(each, cst.SimpleStatementLine)]
    return bound(lines)


def module_function(module: cst.Module, name: str) -> cst.FunctionDef | None:
    """The function of a name at the top of a module, if there is one only."""
    found = [each for each in module.body if isinstance(each, cst.FunctionDef) and each.name.value == name]
    return found[0] if len(found) == 1 else None


def own_method(source: FunctionSource, name: str) -> cst.FunctionDef | None:
    """The method of a name in the function's class; None if a class of the module has another one for
    objects of this class."""
    if source.owner is None:
        return None
    others = [
        each for each in walk(source.module) if isinstance(each, cst.ClassDef) and each is not source.owner
    ]
    heirs = _heirs(source.owner.name.value, others)
    for heir in heirs:
        if any(isinstance(each, cst.FunctionDef) and each.name.value == name for each in heir.body.body):
            return None
    found = [
        each
        for each in source.owner.body.body
        if isinstance(each, cst.FunctionDef) and each.name.value == name
    ]
    return found[0] if len(found) == 1 else None


def _heirs(name: str, classes: list[cst.ClassDef]) -> list[cst.ClassDef]:
    direct = [each for each in classes if any(is_name(base.value, name) for base in each.bases)]
    return direct + [heir for each in direct for heir in _heirs(each.name.value, classes)]


def hoistable(
    expression: cst.CSTNode, source: FunctionSource, at: cst.CSTNode | None = None
) -> SourceLoop | None:
    """The outermost loop in front of which a pure expression can be evaluated once; None if there is none.

    It stands where `at` does, if it comes from another function of the same object.
    """
    if not is_pure(expression, source) or not read(expression, source):
        return None
    last = None
    for loop in around(source, expression if at is None else at):
        if not is_invariant(expression, loop, source):
            break
        last = loop
    return last


def may_be_caught(source: FunctionSource, statement: cst.CSTNode) -> bool:
    """Whether the function may go on after an exception that a statement raises: what stands behind the
    statement is then left out."""
    inner = statement
    for each in source.above(statement):
        if isinstance(each, cst.With):
            return True
        if isinstance(each, cst.Try | cst.TryStar) and inner in (each.body, each.orelse):
            return True
        inner = each
    return False
