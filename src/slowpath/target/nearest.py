"""Where to count in a scope that is too large to instrument as a whole: near the target.

Some packages import all of themselves, tens of thousands of lines, before the first function can be called.
What a target does it mostly does in the modules that its own imports, and in those that they import.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from importlib.machinery import PathFinder
from pathlib import Path

from slowpath.target.scope import Scope, is_standard

# Bytes of source in the packages of a scope that are instrumented as a whole. A megabyte takes 2 s, so
# that a package which imports all of itself (sympy has 26 MB) would take a minute. Django has less than
# this.
LARGE = 6_000_000
NEAR = 1_000_000  # bytes of source of the modules that are near: 2 to 4 s, when they are first instrumented
_IMPORT = re.compile(
    r"^[ \t]*(?:from[ \t]+([\w.]+)[ \t]+import[ \t]+(\([^)]*\)|[^\n]*)|import[ \t]+([^\n]+))", re.MULTILINE
)
_NAME = re.compile(r"[\w.]+")


def nearest(
    modules: Iterable[str], scope: Scope, large: int = LARGE, near: int = NEAR
) -> frozenset[str] | None:
    """Return the modules of a scope that are near to some: themselves, those that they import, those that
    these import, up to `near` bytes of source. None, for all, where the scope has less than `large`.

    Imports inside functions count as well.
    """
    homes = {top: _folder(top) for top in scope.tops if not is_standard(top)}
    if sum(map(_size, homes.values())) <= large:
        return None
    waiting = deque(modules)
    found: set[str] = set()
    while waiting and near > 0:
        module = waiting.popleft()
        file = _file(module, homes.get(module.partition(".")[0]))
        if module in found or file is None:
            continue
        found.add(module)
        near -= file.stat().st_size
        waiting.extend(_imported(module, file))
    return frozenset(found)


def _folder(top: str) -> Path | None:
    spec = PathFinder.find_spec(top)
    places = list(spec.submodule_search_locations or ()) if spec is not None else []
    return Path(places[0]) if places else None


def _size(folder: Path | None) -> int:
    """The bytes of a package's source, without its tests."""
    if folder is None:
        return 0
    files = (file for file in folder.rglob("*.py") if not {"test", "tests"} & set(file.parts))
    return sum(file.stat().st_size for file in files)


def _file(module: str, folder: Path | None) -> Path | None:
    if folder is None:
        return None
    place = folder.joinpath(*module.split(".")[1:])
    options = (
        (place / "__init__.py", place.with_suffix(".py")) if place != folder else (place / "__init__.py",)
    )
    return next((file for file in options if file.is_file()), None)


def _imported(module: str, file: Path) -> Iterator[str]:
    """The names under which a module may import others; some are no modules.

    They are read off the lines: parsing megabytes of source takes longer than what it is here to save.
    """
    package = module.split(".") if file.name == "__init__.py" else module.split(".")[:-1]
    for base, names, plain in _IMPORT.findall(file.read_text(encoding="utf-8", errors="replace")):
        if plain:
            yield from _NAME.findall(plain)
            continue
        name = base.lstrip(".")
        level = len(base) - len(name)
        above = package[: len(package) - level + 1] if level else []
        whole = ".".join([*above, *([name] if name else [])])
        yield from (f"{whole}.{each}" for each in _NAME.findall(names))
        yield whole
