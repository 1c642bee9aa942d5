"""Values that any parameter may be given, by what they are: those that grow with N come first."""

from __future__ import annotations

import inspect
from collections.abc import Sequence
from dataclasses import dataclass

Lines = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StockValue:
    """An expression in N, and the lines that make what it uses."""

    source: str
    lines: Lines = ()


# One of each kind that code tells apart: numbers, texts, bytes, pairs, mappings, graphs, lists of lists.
# One is larger than the others: places in it may be N. Of bytes there are letters and those beyond ASCII: the
# top bit says that a number goes on, and the others are set, so that it is not zero.
SIZED = (
    "list(range(N))", "'a' * N", "[f'a{i}' for i in range(N)]", "list(range(2 * N))",
    "{f'a{i}': i for i in range(N)}", "[(i, i) for i in range(N)]", "N", "b'a' * N",
    "[list(range(N)) for i in range(N)]",
    "{i: [i + 1] for i in range(N)}", "'a b\\n' * N", "set(range(N))", "['a' * N] * N",
    "{f'a{i}': ['b'] * N for i in range(N)}", "[(f'a{i}', f'b{i}') for i in range(N)]",
    "[{f'a{i}': i} for i in range(N)]", "iter(range(N))", "[0] * N", "'a,' * N", "'a: b\\n' * N",
    "[[]] * N", "{i: list(range(N)) for i in range(N)}", "b'\\xff' * N",
)  # fmt: skip
PLAIN = (
    "'a'", "1", "0", "None", "True", "-1", "[]", "b'a'", "2", "N // 2", "float(N)", "''", "3", "N - 1",
    "slice(0, N)", "slice(N, 0, -1)",
)  # fmt: skip
FUNCTIONS = ("str", "bool", "lambda *a: a", "lambda *a: None", "lambda a, b: a", "lambda a, *b: -a")
LATE = tuple(map(StockValue, ("N - 1", "N // 2", "slice(0, N)")))  # places far behind the first
STREAMS = (
    StockValue("io.StringIO('a\\n' * N)", ("import io",)),
    StockValue("io.BytesIO(b'a\\n' * N)", ("import io",)),
)
EVERY = (
    *map(StockValue, SIZED[:7]), *map(StockValue, PLAIN[:5]), *map(StockValue, FUNCTIONS[:3]),
    *map(StockValue, SIZED[7:]), *STREAMS, *map(StockValue, FUNCTIONS[3:]), *map(StockValue, PLAIN[5:]),
)  # fmt: skip
# What a parameter asks for by the type of its default, or by its hint: tried before the others.
_FIRST = {
    "str": ("'a' * N", "'a b\\n' * N", "'a,' * N", "'a'"),
    "int": ("N", "1", "0", "2", "-1", "N // 2"),
    "bytes": ("b'a' * N", "b'\\xff' * N", "b'a'"),
    "bool": ("True", "0"),
    "float": ("1", "float(N)", "0"),
    "dict": ("{f'a{i}': i for i in range(N)}", "{i: [i + 1] for i in range(N)}"),
    "Mapping": ("{f'a{i}': i for i in range(N)}", "{i: [i + 1] for i in range(N)}"),
    "Callable": FUNCTIONS,
}


def stock_for(parameter: inspect.Parameter, objects: Sequence[StockValue] = ()) -> list[StockValue]:
    """Return values for a parameter, the likelier first; `objects` are objects that seem to be asked for."""
    hint = str(getattr(parameter.annotation, "__name__", parameter.annotation))
    known = type(parameter.default).__name__ if parameter.default is not parameter.empty else ""
    first = [each for name, values in _FIRST.items() if name in (hint, known) for each in values]
    return list(dict.fromkeys((*objects, *map(StockValue, first), *EVERY)))
