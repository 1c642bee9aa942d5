"""What public modules pass on from private ones of their package, by their source: nothing is imported.

Many packages define what they offer in `_core.py`, and import it in `__init__.py`: there it is public.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from slowpath.errors import TargetSyntaxError
from slowpath.target.entries import callables
from slowpath.target.offers import Offer, offers

_EVERYTHING = "*"
_Module = tuple[str, Path]  # a name, as specs spell it, and a file
_Origin = tuple[Path, str]  # a file, and a name in it


def passed_on(public: Iterable[_Module], known: Iterable[_Module]) -> Iterator[Offer]:
    """Yield what public modules import from private ones, under the name that it has there, each once.

    `known` are all modules of the package. The `code` of an offer is its spec in the private module. Modules
    that do not compile pass nothing on.
    """
    names = {file.resolve(): name for name, file in known}
    listed = [(name, file.resolve()) for name, file in public]
    shown = {file for _, file in listed}
    package = _Package(names)
    inside: dict[Path, dict[str, list[str]]] = {}
    seen: set[str] = set()
    for name, file in listed:
        for alias in package.passed(file):
            origin, original = package.origin(file, alias)
            if origin in shown or alias.startswith("_"):
                continue
            if origin not in inside:
                inside[origin] = _by_name(names[origin], origin)
            for spec in inside[origin].get(original, ()):
                if spec not in seen:
                    seen.add(spec)
                    rest = spec.rpartition(":")[2].removeprefix(original)
                    yield Offer(f"{name}:{alias}{rest}", spec)


def _by_name(module: str, file: Path) -> dict[str, list[str]]:
    """The specs of what there is to search in a module, by the name at its top level."""
    found: dict[str, list[str]] = {}
    try:
        offered = [each.spec for each in offers(module, file, private=True)]
        specs = [*callables(module, file, private=True), *offered]
    except TargetSyntaxError:
        return {}
    for spec in specs:
        first, _, rest = spec.rpartition(":")[2].partition(".")
        if not any(part.startswith("_") for part in rest.split(".")):
            found.setdefault(first, []).append(spec)
    return found


@dataclass(slots=True)
class _Names:
    """What a module defines, what it imports from modules of its package, and from which it imports all.
    `listed` is what `__all__` has."""

    own: set[str] = field(default_factory=set)
    imported: dict[str, _Origin] = field(default_factory=dict)
    stars: list[Path] = field(default_factory=list)
    listed: set[str] | None = None


class _Package:
    """Follows names through the modules of a package, each of which is read once."""

    def __init__(self, names: Mapping[Path, str]) -> None:
        self._files = names
        self._read: dict[Path, _Names] = {}

    def passed(self, file: Path) -> list[str]:
        """The names that a module imports from others, of those that it lists if it does."""
        names = self._names(file)
        found = [*names.imported, *(each for star in names.stars for each in self._public(star, {file}))]
        return [each for each in dict.fromkeys(found) if names.listed is None or each in names.listed]

    def origin(self, file: Path, name: str) -> _Origin:
        """Where a name of a module is defined, as far as its imports tell."""
        seen: set[_Origin] = set()
        while (file, name) not in seen:
            seen.add((file, name))
            names = self._names(file)
            if name in names.imported:
                file, name = names.imported[name]
            elif name not in names.own:
                file = next((each for each in names.stars if name in self._public(each, {file})), file)
        return file, name

    def _public(self, file: Path, seen: set[Path]) -> list[str]:
        """The names that `import *` takes from a module; `seen` are those on the way, which grows."""
        if file in seen:
            return []
        seen.add(file)
        names = self._names(file)
        if names.listed is not None:
            return sorted(names.listed)
        taken = [each for star in names.stars for each in self._public(star, seen)]
        return [each for each in (*sorted(names.own), *names.imported, *taken) if not each.startswith("_")]

    def _names(self, file: Path) -> _Names:
        if file not in self._read:
            self._read[file] = self._names_in(file)
        return self._read[file]

    def _names_in(self, file: Path) -> _Names:
        tree = _parsed(file)
        found = _Names(listed=_listed(tree))
        for each in _statements(tree.body):
            match each:
                case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                    found.own.add(name)
                case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
                    found.own.add(name)
                case ast.ImportFrom(names=aliases) if (origin := _file_of(each, file)) in self._files:
                    assert origin is not None
                    for alias in aliases:
                        if alias.name == _EVERYTHING:
                            found.stars.append(origin)
                        else:
                            found.imported[alias.asname or alias.name] = origin, alias.name
        return found


def _listed(tree: ast.Module) -> set[str] | None:
    """What `__all__` has, if it is a list of texts."""
    for each in _statements(tree.body):
        match each:
            case ast.Assign(targets=[ast.Name(id="__all__")], value=ast.List() | ast.Tuple() as value):
                texts = [one.value for one in value.elts if isinstance(one, ast.Constant)]
                return (
                    {text for text in texts if isinstance(text, str)}
                    if len(texts) == len(value.elts)
                    else None
                )
    return None


def _file_of(node: ast.ImportFrom, file: Path) -> Path | None:
    """The file of the module from which a statement imports, if it is in the package of a file."""
    if node.level:
        folder = file.parents[node.level - 1] if node.level <= len(file.parents) else None
    else:
        folder = next(each for each in file.parents if not (each / "__init__.py").exists())
    if folder is None:
        return None
    place = folder.joinpath(*(node.module or "").split("."))
    inner, module = place / "__init__.py", place.with_name(f"{place.name}.py")
    return inner if inner.exists() else module if module.exists() else None


def _parsed(file: Path) -> ast.Module:
    try:
        return ast.parse(file.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return ast.Module([], [])


def _statements(body: Iterable[ast.stmt]) -> Iterator[ast.stmt]:
    """The statements of a body, also those under a condition."""
    for each in body:
        yield each
        if isinstance(each, ast.If | ast.Try):
            yield from _statements(one for one in ast.iter_child_nodes(each) if isinstance(one, ast.stmt))
