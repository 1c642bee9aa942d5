"""What the text of callables promises: how likely a search is to find something slow in them.

Nothing is imported or run. Loops are counted inside one another, also through calls: a call of a name counts
as one of each function of the modules that has this name. That is rough, and enough to choose an order.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from slowpath.target.natives import PATTERNS, is_native_loop
from slowpath.target.questions import last_name

_DEEPEST = 4  # loops inside one another that are told apart: more of them say nothing more
_ROUNDS = 3  # of passing on from callees to callers: more of them make all functions of a package look alike
COMMON = 4  # functions of one name beyond which a call by that name is not followed: as `get`, `decode`

Function = ast.FunctionDef | ast.AsyncFunctionDef
_LOOPS = (ast.For, ast.AsyncFor, ast.While, ast.comprehension)


@dataclass(frozen=True, slots=True)
class Outlook:
    """What speaks for a slow path of a callable.

    `depth` is how many loops may lie inside one another, native loops and those of callees among them;
    `patterns` says whether a regular expression is matched on the way; `recursive` whether it may call
    itself; `building` whether text or a container is built by concatenation or a slice in a loop.
    """

    depth: int = 0
    patterns: bool = False
    recursive: bool = False
    building: bool = False

    @property
    def promise(self) -> float:
        """The larger, the more a search may find: two nested loops outweigh all that is not a loop."""
        return 2.0 * min(self.depth, 3) + 2.0 * self.patterns + 1.5 * self.recursive + 1.0 * self.building


PATTERN = Outlook(depth=1, patterns=True)  # of a compiled pattern that goes over a text


@dataclass(slots=True)
class _Text:
    """What the text of one function says by itself."""

    depth: int = 0
    patterns: bool = False
    building: bool = False
    calls: dict[str, int] = field(default_factory=dict)  # name -> loops around the call, at most


def outlooks(modules: Iterable[tuple[str, Path]]) -> dict[str, Outlook]:
    """Return the outlook of each function and class of some modules by spec; a class is its constructor.

    A module that does not compile has none.
    """
    texts = _texts(modules)
    by_name = {name: specs for name, specs in _by_name(texts).items() if len(specs) <= COMMON}
    found = {spec: Outlook(each.depth, each.patterns, False, each.building) for spec, each in texts.items()}
    for _ in range(_ROUNDS):
        passed_on = {spec: _with_callees(found[spec], each, by_name, found) for spec, each in texts.items()}
        if passed_on == found:
            break
        found = passed_on
    found = {
        spec: Outlook(each.depth, each.patterns, _calls_itself(spec, texts, by_name), each.building)
        for spec, each in found.items()
    }
    constructors = {
        spec.removesuffix(".__init__"): each for spec, each in found.items() if spec.endswith(".__init__")
    }
    return found | constructors


def reaching(
    functions: Iterable[str], modules: Iterable[tuple[str, Path]], most: int | None = None
) -> set[str]:
    """Return some functions of modules with all that may call them, directly or not, by name alone. A name
    that more than `most` functions have is not followed."""
    texts = _texts(modules)
    by_name = {name: one for name, one in _by_name(texts).items() if most is None or len(one) <= most}
    callers: dict[str, set[str]] = {}
    for spec, text in texts.items():
        for callee in {one for name in text.calls for one in by_name.get(name, ())}:
            callers.setdefault(callee, set()).add(spec)
    found, waiting = set(functions), list(functions)
    while waiting:
        new = callers.get(waiting.pop(), set()) - found
        found |= new
        waiting += new
    # A class stands for its constructor.
    return found | {each.removesuffix(".__init__") for each in found}


def _texts(modules: Iterable[tuple[str, Path]]) -> dict[str, _Text]:
    """What the functions of some modules say, by spec."""
    texts: dict[str, _Text] = {}
    for name, file in modules:
        try:
            tree = ast.parse(file.read_bytes())
        except (SyntaxError, ValueError):
            continue
        for qualname, node in _functions(tree.body):
            texts[f"{name}:{qualname}"] = _read(node)
    return texts


def _functions(body: Iterable[ast.stmt], around: str = "") -> Iterator[tuple[str, Function]]:
    for each in body:
        if isinstance(each, Function):
            yield around + each.name, each
        elif isinstance(each, ast.ClassDef):
            yield from _functions(each.body, f"{around}{each.name}.")
        elif isinstance(each, ast.If | ast.Try):
            yield from _functions(
                (one for one in ast.iter_child_nodes(each) if isinstance(one, ast.stmt)), around
            )


def _read(function: Function) -> _Text:
    text = _Text()
    for statement in function.body:
        _read_node(statement, 0, text)
    return text


def _read_node(node: ast.AST, around: int, text: _Text) -> None:
    """Note what a node says that stands in so many loops, and what stands in it."""
    if isinstance(node, ast.Call):
        name = last_name(node.func)
        text.calls[name] = max(around, text.calls.get(name, 0))
        text.patterns |= name in PATTERNS and isinstance(node.func, ast.Attribute)
    if is_native_loop(node):
        text.depth = max(text.depth, around + 1)
    if around and _builds(node):
        text.building = True
    if isinstance(node, ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp):
        around += len(node.generators)
        text.depth = max(text.depth, around)
    elif isinstance(node, _LOOPS) and not isinstance(node, ast.comprehension):
        around += 1
        text.depth = max(text.depth, around)
    for child in ast.iter_child_nodes(node):
        _read_node(child, around, text)


def _builds(node: ast.AST) -> bool:
    """Whether a statement may copy what it builds: `s += t`, `s = t + s + u`, `f"{t}{s}"`, `s = s[k:]`."""
    match node:
        case ast.AugAssign(op=ast.Add(), value=value):
            return not (isinstance(value, ast.Constant) and isinstance(value.value, int | float))
        case ast.Assign(
            targets=[ast.Name(id=name)], value=ast.BinOp(op=ast.Add()) | ast.JoinedStr() as value
        ):
            return name in _joined(value)
        case ast.Assign(
            targets=[ast.Name(id=name)], value=ast.Subscript(value=ast.Name(id=cut), slice=ast.Slice())
        ):
            return name == cut
    return False


def _joined(value: ast.expr) -> set[str]:
    """The names that a sum or a formatted text puts together."""
    match value:
        case ast.Name(id=name):
            return {name}
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            # A number that is added makes a number.
            ends = (left, right)
            if any(isinstance(end, ast.Constant) and isinstance(end.value, int | float) for end in ends):
                return set()
            return _joined(left) | _joined(right)
        case ast.JoinedStr(values=values):
            return {name for each in values for name in _joined(each)}
        case ast.FormattedValue(value=inner):
            return _joined(inner)
    return set()


def _by_name(texts: Mapping[str, _Text]) -> dict[str, list[str]]:
    """The specs of functions by the name that a call of them has; a class is called by its own."""
    names: dict[str, list[str]] = {}
    for spec in texts:
        qualname = spec.rpartition(":")[2].removesuffix(".__init__")
        names.setdefault(qualname.rpartition(".")[2], []).append(spec)
    return names


def _with_callees(
    own: Outlook, text: _Text, by_name: Mapping[str, list[str]], found: Mapping[str, Outlook]
) -> Outlook:
    depth, patterns, building = own.depth, own.patterns, own.building
    for name, around in text.calls.items():
        for spec in by_name.get(name, ()):
            depth = max(depth, min(around + found[spec].depth, _DEEPEST))
            patterns |= found[spec].patterns
            building |= found[spec].building
    return Outlook(depth, patterns, False, building)


def _calls_itself(spec: str, texts: Mapping[str, _Text], by_name: Mapping[str, list[str]]) -> bool:
    seen: set[str] = set()
    waiting = [spec]
    while waiting:
        for name in texts[waiting.pop()].calls:
            for callee in by_name.get(name, ()):
                if callee == spec:
                    return True
                if callee not in seen:
                    seen.add(callee)
                    waiting.append(callee)
    return False
