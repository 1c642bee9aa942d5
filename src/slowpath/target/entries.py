"""The public callables of a class, a module or a package, by their source: nothing is imported."""

from __future__ import annotations

import ast
import pkgutil
from collections.abc import Iterable, Iterator
from importlib.machinery import ModuleSpec
from pathlib import Path

from slowpath.errors import TargetNotFound, TargetSyntaxError, UsageError
from slowpath.target.locate import find_module, parse

_FORM = "Write module:function, module:Class.method, module:Class, a module, a package or a file."
# What a decorator makes of a function that is then no callable of its own.
_NO_CALLABLE = {"property", "cached_property", "overload", "setter", "getter", "deleter", "abstractmethod"}
_TESTS = ("test", "tests", "testing", "conftest", "__main__")

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def entries(text: str) -> list[str]:
    """Return the specs of the public callables that a text names, in the order of the source.

    A function or a method is its only entry. Those of a class are itself, which is its constructor, and its
    methods. Modules whose names are private, and tests, are left out of a package.
    """
    place, colon, qualname = text.rpartition(":")
    if colon and place and qualname:
        spec = parse(text)
        file = Path(spec.file) if spec.file else _file(find_module(spec.module))
        found = _defined(_definitions(file), qualname) if file is not None else None
        return list(_of_class(place, found, qualname)) if isinstance(found, ast.ClassDef) else [text]
    listed = [each for name, file in modules(text) for each in callables(name, file)]
    if not listed:
        raise UsageError(f"no public function or class in '{text}'", _FORM)
    return listed


def modules(text: str, *, private: bool = False) -> Iterator[tuple[str, Path]]:
    """Yield the modules of a package, a folder or a file that have source, as specs spell them, with their
    files. Tests are left out, and so are `private` modules unless they are asked for."""
    yield from ((name, file) for name, file in _modules(text, private) if file is not None)


def callables(name: str, file: Path, *, private: bool = False) -> list[str]:
    """Return the specs of the public callables of a module, or of all of them; raises if its source does not
    compile."""
    return [f"{name}:{each}" for each in _public(_definitions(file), private)]


def _modules(text: str, private: bool) -> Iterator[tuple[str, Path | None]]:
    """The modules that a text names, as specs spell them, with their files."""
    if text.endswith(".py") or "/" in text or (Path(text).is_dir() and not _is_module(text)):
        path = Path(text)
        if not path.exists():
            raise TargetNotFound(f"no file '{text}'", "Check the path, relative to the current folder.")
        files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
        yield from (
            (str(file), file) for file in files if not path.is_dir() or _is_wanted(file, path, private)
        )
        return
    spec = find_module(text)
    yield text, _file(spec)
    for folder in spec.submodule_search_locations or ():
        for each in pkgutil.iter_modules([folder]):
            if _is_name_wanted(each.name, private):
                yield from _modules(f"{text}.{each.name}", private)


def _is_module(text: str) -> bool:
    if not all(map(str.isidentifier, text.split("."))):
        return False
    try:
        find_module(text)
    except TargetNotFound:
        return False
    return True


def _is_wanted(file: Path, root: Path, private: bool) -> bool:
    parts = [*file.relative_to(root).parts[:-1], file.stem]
    return all(part == "__init__" or _is_name_wanted(part, private) for part in parts)


def _is_name_wanted(name: str, private: bool) -> bool:
    """Whether a module of that name is part of what a package offers: no test, and not private."""
    return name not in _TESTS and not name.startswith("test_") and (private or not name.startswith("_"))


def _file(spec: ModuleSpec) -> Path | None:
    """The source of a module; None if it has none."""
    return Path(spec.origin) if spec.origin is not None and spec.origin.endswith(".py") else None


def _definitions(file: Path) -> list[Definition]:
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError) as error:
        raise TargetSyntaxError(f"{file} does not compile: {error}", "Fix the syntax error first.") from None
    return list(_found(tree.body))


def _found(body: Iterable[ast.stmt]) -> Iterator[Definition]:
    """The definitions of a body, also those under a condition."""
    for each in body:
        match each:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield each
            case ast.If(body=inner, orelse=other):
                yield from _found([*inner, *other])
            case ast.Try(body=inner, handlers=handlers):
                yield from _found([*inner, *(one for handler in handlers for one in handler.body)])


def _defined(definitions: Iterable[Definition], qualname: str) -> Definition | None:
    """What a qualified name is defined as; None if that is not seen in the source."""
    first, _, rest = qualname.partition(".")
    for each in definitions:
        if each.name == first:
            return _defined(_found(each.body), rest) if rest else each
    return None


def _public(definitions: Iterable[Definition], private: bool = False, around: str = "") -> Iterator[str]:
    """The qualified names of public callables, each once; of private ones too if that is asked for."""
    seen = set()
    for each in definitions:
        hidden = each.name.startswith("__" if private else "_")
        if hidden or each.name in seen or not _is_callable(each):
            continue
        seen.add(each.name)
        yield around + each.name
        if isinstance(each, ast.ClassDef):
            yield from _public(_found(each.body), private, f"{around}{each.name}.")


def _of_class(place: str, found: ast.ClassDef, qualname: str) -> Iterator[str]:
    yield f"{place}:{qualname}"
    yield from (f"{place}:{name}" for name in _public(_found(found.body), around=f"{qualname}."))


def _is_callable(each: Definition) -> bool:
    names = {getattr(node, "attr", getattr(node, "id", "")) for node in each.decorator_list}
    return not _NO_CALLABLE & names
