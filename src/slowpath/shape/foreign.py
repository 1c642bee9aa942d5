"""Objects of other libraries: how each is made, by the name of its class.

A class is known by its name, so that no library is imported for it: if a target uses one, it is there.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping

from slowpath.model.charset import CharSet
from slowpath.shape import library as lib
from slowpath.shape.alphabet import ANY
from slowpath.shape.base import Shape
from slowpath.shape.choices import either
from slowpath.shape.formula import N

_LARGEST_UUID = 2**128 - 1  # a UUID has 128 bits


def path(ref: str) -> Shape:
    """A path whose text grows; nothing is looked up in the file system."""
    return lib.records(ref, lib.text(N, ANY - CharSet.of("\0")))


def graph() -> Shape:
    """A graph of about N nodes, numbered from 0: its edges grow with N, and are few."""
    made = (f"networkx:{name}_graph" for name in ("path", "star", "cycle", "ladder"))
    return lib.one_of(*(lib.records(each, lib.integer(N, N)) for each in made))


def directed_graph() -> Shape:
    """The same with edges that have a direction: with no cycle, or with one."""
    made = (f"networkx:{name}_graph" for name in ("path", "cycle"))
    empty = lib.records("networkx:DiGraph")
    return lib.one_of(*(lib.records(each, lib.integer(N, N), create_using=empty) for each in made))


def other_graphs() -> list[Shape]:
    """Graphs of special kinds: every node with every other one, trees, and edges with weights."""
    size, directed = lib.integer(N, N), lib.records("networkx:DiGraph")
    each = "{'weight': 1, 'capacity': 1}"
    path = lib.family(f"{{i: {{i + 1: {each}}} for i in range(N)}}")
    whole = lib.family(f"{{i: {{j: {each} for j in range(N) if j != i}} for i in range(N)}}")
    return [
        lib.records("networkx:complete_graph", size),
        lib.records("networkx:complete_graph", size, create_using=directed),
        lib.records("networkx:Graph", path),
        lib.records("networkx:DiGraph", path),
        lib.records("networkx:Graph", whole),
        lib.records("networkx:DiGraph", whole),
        lib.records("networkx:path_graph", size, create_using=lib.records("networkx:MultiGraph")),
        lib.records("networkx:complete_bipartite_graph", size, size),
    ]


def any_graph() -> Shape:
    """A graph of either kind."""
    return either([graph(), directed_graph()])


def array(of: Shape | None = None) -> Shape:
    """An array of N numbers."""
    return lib.records("numpy:array", lib.floats() if of is None else of)


def series() -> Shape:
    """A series of N numbers."""
    return lib.records("pandas:Series", lib.floats())


def frame() -> Shape:
    """A table of N rows with one column."""
    return lib.records("pandas:DataFrame", lib.entries(a=lib.floats()))


KNOWN: Mapping[str, Callable[[], Shape]] = {
    "uuid:UUID": lambda: lib.records("uuid:UUID", int=lib.integer(0, _LARGEST_UUID)),
    "random:Random": lambda: lib.records("random:Random", lib.const(0)),  # the same numbers in every run
    "pathlib:PurePath": lambda: path("pathlib:PurePath"),
    "pathlib:PurePosixPath": lambda: path("pathlib:PurePosixPath"),
    "pathlib:PureWindowsPath": lambda: path("pathlib:PureWindowsPath"),
    "pathlib:Path": lambda: path("pathlib:Path"),
    "pathlib:PosixPath": lambda: path("pathlib:Path"),
    "numpy:ndarray": array,
    "pandas.core.series:Series": series,
    "pandas.core.frame:DataFrame": frame,
    "pandas:Series": series,  # from pandas 3 on
    "pandas:DataFrame": frame,
    "networkx.classes.graph:Graph": graph,
    "networkx.classes.multigraph:MultiGraph": graph,
    "networkx.classes.digraph:DiGraph": directed_graph,
    "networkx.classes.multidigraph:MultiDiGraph": directed_graph,
}


def shape_of_class(cls: type) -> Shape | None:
    """Return how objects of a class are made, if that is known."""
    # Python 3.13 has paths in modules below pathlib.
    module = "pathlib" if cls.__module__.startswith("pathlib.") else cls.__module__
    known = KNOWN.get(f"{module}:{cls.__qualname__}")
    return None if known is None else known()


def classes_of(packages: Collection[str]) -> list[type]:
    """Return the known classes of some packages that are loaded."""
    found = []
    for name in KNOWN:
        module, _, qualname = name.partition(":")
        if module.partition(".")[0] in packages and module in sys.modules:
            found.append(getattr(sys.modules[module], qualname, None))
    return [each for each in found if isinstance(each, type)]
