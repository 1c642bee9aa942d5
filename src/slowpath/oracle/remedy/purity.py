"""What changes nothing when it is evaluated or called, as far as the text of a module says it for sure."""

from __future__ import annotations

import libcst as cst

from slowpath.oracle.remedy.names import bound, module_function, own_method, root
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
_DEEPEST = 6  # calls of functions of the module that are followed: what is longer is refused, which is safe


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
    changed = set(source.whole.global_names)
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
