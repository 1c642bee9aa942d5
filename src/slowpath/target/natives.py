"""Native loops: operations in C that go round once per element of an operand.

The text of the code says which operations may be such loops, and which operand they go over; the objects of a
run say whether they are. The number of iterations is the size of the operand.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, ModuleType, WrapperDescriptorType
from typing import Any, Final

from slowpath.counting.native.table import TABLE
from slowpath.target.questions import is_short, last_name

RECEIVER: Final = -1
# The operand by the name of the operation: the receiver, or the argument with that number.
METHODS: Final[Mapping[str, int]] = {
    **dict.fromkeys(
        """
        index count remove insert reverse sort copy find rfind rindex replace split rsplit partition
        rpartition splitlines translate encode decode lower upper title capitalize swapcase casefold strip
        lstrip rstrip removeprefix removesuffix expandtabs hex union intersection difference
        symmetric_difference issubset isdisjoint rotate tolist
        """.split(),  # noqa: SIM905
        RECEIVER,
    ),
    **dict.fromkeys("join extend extendleft update issuperset fromkeys".split(), 0),  # noqa: SIM905
}
PATTERNS: Final[Mapping[str, int]] = {
    **dict.fromkeys("match fullmatch search findall finditer split".split(), 0),  # noqa: SIM905
    **dict.fromkeys(("sub", "subn"), 1),
}
FUNCTIONS: Final[Mapping[str, int]] = {
    **dict.fromkeys(
        """
        sorted min max sum any all list tuple set frozenset dict bytes bytearray deque Counter OrderedDict
        fsum prod heapify copy deepcopy
        """.split(),  # noqa: SIM905
        0,
    ),
    **dict.fromkeys("reduce nlargest nsmallest".split(), 1),  # noqa: SIM905
    **{name: operand + 1 for name, operand in PATTERNS.items()},
}
# What answers `in` without going over its elements; a range does so for every number.
HASHED: Final[tuple[type[Any], ...]] = (set, frozenset, dict, type(TABLE.keys()), range)
_NOT_CONSUMING = frozenset({"copy", "deepcopy"})  # they copy an iterator and do not go over it
_ONE_ARGUMENT = frozenset({"min", "max"})  # with several arguments they do not go over the first one
_LAZY = (ast.GeneratorExp, ast.ListComp, ast.SetComp, ast.DictComp)  # loops themselves
_Arguments = tuple[Any, ...]
_METHOD_NAMES = METHODS.keys() | PATTERNS.keys() | FUNCTIONS.keys()


def is_native_loop(node: ast.AST) -> bool:
    """Tell whether an operation may be a loop in C code, as far as its text tells."""
    match node:
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[box]):
            return not is_short(box) and not isinstance(box, _LAZY)
        case ast.Subscript(slice=ast.Slice() as part, ctx=ast.Load()):
            return not _is_bounded(part)
        case ast.Call(func=ast.Attribute(value=receiver, attr=name)):
            return name in _METHOD_NAMES and not _is_settled(node, METHODS.get(name, RECEIVER), receiver)
        case ast.Call(func=ast.Name(id=name)):
            return name in FUNCTIONS and not _is_settled(node, FUNCTIONS[name], None)
    return False


def _is_settled(node: ast.Call, operand: int, receiver: ast.expr | None) -> bool:
    """Tell whether the text of a call says that it is no loop over an operand of any size."""
    arguments = node.args
    if last_name(node.func) in _ONE_ARGUMENT and len(arguments) != 1:
        return True
    if operand == RECEIVER:
        return receiver is not None and is_short(receiver)
    if len(arguments) <= operand:
        return not any(isinstance(each, ast.Starred) for each in arguments)
    return is_short(arguments[operand]) or isinstance(arguments[operand], _LAZY)


def _is_bounded(part: ast.Slice) -> bool:
    """Tell whether a slice has a few elements at most: `[:3]`, `[1:2]`."""
    match part:
        case ast.Slice(lower=None | ast.Constant(value=int()), upper=ast.Constant(value=int())):
            return True
        case ast.Slice(lower=ast.UnaryOp(op=ast.USub(), operand=ast.Constant()), upper=None):
            return True
    return False


def has_formula(function: Any) -> bool:
    """Tell whether a function or type is an operation with a formula for its native work."""
    return isinstance(function, BuiltinFunctionType | FunctionType | type) and function in TABLE


class Operands:
    """Tells a listener the size of the operand of each native loop that is about to run."""

    def __init__(self, hear: Callable[[int, int], None]) -> None:
        self._hear = hear
        self._native: dict[tuple[type, str], bool] = {}

    def contains(self, site: int, box: Any) -> Any:
        """Hear of `... in box`; return the box, or what goes over an iterator and counts its items."""
        return box if type(box) in HASHED else self._noted(site, box)

    def made(self, site: int, result: Any) -> Any:
        """Hear of a slice; return it."""
        self._note(site, result)
        return result

    def method(self, site: int, name: str, receiver: Any, find: Callable[..., Any]) -> Any:
        """Return what `find` gives for `receiver.name`; if that is a native loop, each call is heard of."""
        method = find(site, name, receiver)
        if type(receiver) is ModuleType:
            function = getattr(receiver, name, None)
            if not has_formula(function):
                return method
            hear = partial(self._function, site, function)
        elif self._is_native(receiver if isinstance(receiver, type) else type(receiver), name):
            hear = partial(self._method, site, receiver, name)
        else:
            return method

        def heard(*arguments: Any, **options: Any) -> Any:
            return method(*hear(arguments), **options)

        return heard

    def call(self, site: int, function: Any, *arguments: Any) -> tuple[Any, ...]:
        """Hear of `function(*arguments)`; return what was given."""
        if isinstance(function, BuiltinFunctionType):
            receiver = function.__self__
            if receiver is not None and type(receiver) is not ModuleType:
                return (site, function, *self._method(site, receiver, function.__name__, arguments))
        return (site, function, *self._function(site, function, arguments))

    def _method(self, site: int, receiver: Any, name: str, arguments: _Arguments) -> _Arguments:
        if isinstance(receiver, type):
            receiver_type = receiver  # a class method, such as dict.fromkeys
        else:
            receiver_type = type(receiver)
        if not self._is_native(receiver_type, name):
            return arguments
        operands = PATTERNS if receiver_type.__name__ == "Pattern" else METHODS
        operand = operands.get(name)
        if operand == RECEIVER:
            self._note(site, receiver)
            return arguments
        return self._replaced(site, operand, arguments)

    def _function(self, site: int, function: Any, arguments: _Arguments) -> _Arguments:
        if not has_formula(function):
            return arguments
        if function.__name__ in _NOT_CONSUMING:
            self._note(site, arguments[0] if arguments else None)
            return arguments
        return self._replaced(site, FUNCTIONS.get(function.__name__), arguments)

    def _replaced(self, site: int, operand: int | None, arguments: _Arguments) -> _Arguments:
        """The arguments of a call with the operand noted."""
        if operand is None or operand >= len(arguments):
            return arguments
        return (*arguments[:operand], self._noted(site, arguments[operand]), *arguments[operand + 1 :])

    def _is_native(self, kind: type, name: str) -> bool:
        """Tell whether a method of a type is one of the operations in C that have a formula."""
        known = self._native.get((kind, name))
        if known is None:
            method = getattr(kind, name, None)
            native = isinstance(method, MethodDescriptorType | BuiltinFunctionType)
            known = self._native[kind, name] = native and method in TABLE
        return known

    def _noted(self, site: int, operand: Any) -> Any:
        """Tell the size of an operand, and return it. Of an iterator in C, what goes over it is returned and
        tells how many items it gave."""
        if self._note(site, operand):
            return operand
        is_iterator = isinstance(getattr(type(operand), "__next__", None), WrapperDescriptorType)
        return self._counted(site, operand) if is_iterator else operand

    def _note(self, site: int, operand: Any) -> bool:
        """Tell the size of an operand; one that would run Python code to tell its size has none."""
        is_sized = isinstance(getattr(type(operand), "__len__", None), WrapperDescriptorType)
        if is_sized:
            self._hear(site, len(operand))
        return is_sized

    def _counted(self, site: int, iterator: Iterator[Any]) -> Iterator[Any]:
        count = 0
        try:
            for item in iterator:
                count += 1
                yield item
        finally:
            self._hear(site, count)
