"""What a module offers besides functions, classes and methods: properties, objects that can be called, and
compiled patterns, by its source. Nothing is imported."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from slowpath.errors import TargetSyntaxError
from slowpath.target.natives import PATTERNS
from slowpath.target.questions import last_name

_READ_AS_VALUE = {"property", "cached_property"}  # decorators
_CALL = "__call__"
_REPLACING = {"sub", "subn"}  # methods of a pattern that need more than a text: findall goes over it alike
_ALL_OF_IT = "findall"
_USUAL = "search"  # if the module does not use its pattern itself

_Statement = ast.stmt


@dataclass(frozen=True, slots=True)
class Offer:
    """A target. `code` is the spec of the function that it runs; empty for a pattern."""

    spec: str
    code: str = ""


@dataclass(slots=True)
class _Module:
    """What the source of a module tells about names."""

    name: str
    private: bool
    compilers: set[str] = field(default_factory=set)  # "re.compile", as the module spells it
    callers: set[str] = field(default_factory=set)  # classes whose objects can be called
    uses: dict[str, str] = field(default_factory=dict)  # name -> the method of a pattern that is used first

    def hides(self, name: str) -> bool:
        return name.startswith("__" if self.private else "_")


def offers(name: str, file: Path, *, private: bool = False) -> list[Offer]:
    """Return what a module offers besides functions, classes and methods; private names too if they are asked
    for. Raises TargetSyntaxError if its source does not compile."""
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError) as error:
        raise TargetSyntaxError(f"{file} does not compile: {error}", "Fix the syntax error first.") from None
    module = _Module(name, private)
    for node in ast.walk(tree):
        _note(node, module)
    found = {each.spec: each for each in _in_body(tree.body, module, "")}
    return list(found.values())


def _note(node: ast.AST, module: _Module) -> None:
    match node:
        case ast.Import(names=names):
            module.compilers |= {f"{each.asname or each.name}.compile" for each in names if each.name == "re"}
        case ast.ImportFrom(module="re", names=names):
            module.compilers |= {each.asname or each.name for each in names if each.name == "compile"}
        case ast.ClassDef(name=name, body=body):
            if any(isinstance(each, ast.FunctionDef) and each.name == _CALL for each in body):
                module.callers.add(name)
        case ast.Attribute(value=ast.Name() | ast.Attribute() as owner, attr=method) if method in PATTERNS:
            module.uses.setdefault(last_name(owner), _ALL_OF_IT if method in _REPLACING else method)


def _in_body(body: Iterable[_Statement], module: _Module, around: str) -> Iterator[Offer]:
    for each in body:
        match each:
            case ast.ClassDef(name=name, body=inner) if not module.hides(name):
                yield from _in_body(inner, module, f"{around}{name}.")
            case ast.FunctionDef(name=name, decorator_list=decorators) if around:
                is_value = any(last_name(decorator) in _READ_AS_VALUE for decorator in decorators)
                if (is_value and not module.hides(name)) or name == _CALL:
                    spec = f"{module.name}:{around}{name}"
                    yield Offer(spec, spec)
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if not module.hides(name):
                yield from _assigned(around + name, value, module)
            case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value) if not module.hides(name):
                yield from _assigned(around + name, value, module)
            case ast.If() | ast.Try():
                inside = (one for one in ast.walk(each) if isinstance(one, ast.stmt) and one is not each)
                direct = [one for one in inside if not isinstance(one, ast.If | ast.Try)]
                yield from _in_body(_outermost(direct), module, around)


def _outermost(statements: list[_Statement]) -> list[_Statement]:
    """Statements that stand in no function or class among them."""
    within = {
        id(inner)
        for each in statements
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        for inner in ast.walk(each)
        if inner is not each
    }
    return [each for each in statements if id(each) not in within]


def _assigned(qualname: str, value: ast.expr, module: _Module) -> Iterator[Offer]:
    """The target that an assignment makes of a name, if it makes one."""
    spec, name = f"{module.name}:{qualname}", qualname.rpartition(".")[2]
    match value:
        case ast.Call(func=func) if ast.unparse(func) in module.compilers:
            yield Offer(f"{spec}.{module.uses.get(name, _USUAL)}")
        case ast.Call(func=ast.Name(id=made)) if made in module.callers and "." not in qualname:
            yield Offer(spec, f"{module.name}:{made}.{_CALL}")
        case ast.Call(func=func, args=[ast.Name(id=inner), *_]) if last_name(func) == "partial":
            if "." not in qualname:
                yield Offer(spec, f"{module.name}:{inner}")
        case ast.Lambda():
            if "." not in qualname:
                yield Offer(spec, spec)
