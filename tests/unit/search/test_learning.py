"""What refusals teach: constraints with which a target returns."""

from __future__ import annotations

from itertools import count
from pathlib import Path

import pytest

from slowpath.knowledge.catalogue import NONE
from slowpath.model.provenance import Provenance
from slowpath.run.counted import Meter
from slowpath.search.learning import learned, returns
from slowpath.search.probe import probed
from slowpath.shape import library as lib
from slowpath.shape.infer import Inferred, explain
from slowpath.target.load import load

SCHEDULE = """
def f(jobs):
    busy = []
    for job in sorted(jobs, key=lambda each: each["start"]):
        busy.append([job])
    return [each[-1]["end"] for each in busy] + [each[-1]["room"] for each in busy]
"""
GRAPH = """
def f(graph, start):
    seen = [start]
    for node in seen:
        for each in graph[node]:
            if each not in seen:
                seen.append(each)
    return seen
"""
BOARD = """
def f(board):
    assert len(board) == 9 and all(len(row) == 9 for row in board)
    return sum(board[i][j] for i in range(9) for j in range(9))
"""
SORTED = """
def f(xs: list[int]) -> int:
    if any(xs[i] >= xs[i + 1] for i in range(len(xs) - 1)):
        raise ValueError("not sorted")
    return xs[0]
"""
LETTERS = """
VALUES = {"I": 1, "V": 5, "X": 10}
def f(s: str):
    return sum(VALUES[each] for each in s)
"""
PARSER = """
def f(s: str):
    if s.strip(" "):
        raise ValueError("no document")
    return 0
"""
NODES = """
class Net:
    def __init__(self, size: int):
        self.links = {i: [i + 1] for i in range(size)} | {size: []}

    def links_of(self, node):
        if node not in self.links:
            raise ValueError(node)
        return self.links[node]

def f(net: Net, source, others):
    for each in others:
        net.links_of(each)
    return net.links_of(source)
"""
COLOURS = """
class Net:
    def __init__(self, marks: list[int]):
        self.nodes = list(range(len(marks)))

class Many:
    def __init__(self, marks: list[int]):
        self.nodes = list(range(3 * len(marks)))

class More(Many):
    pass

class Most(Many):
    pass

def f(net: Net | Many | More | Most, colours):
    if sorted(colours.keys()) != net.nodes or len(set(colours.values())) != len(net.nodes):
        raise KeyError("a node has no colour of its own")
"""
COSTLY = """
def f(xs: list[int]):
    for i in range(200 ** len(xs)):
        pass
    if xs[0] != 0:
        raise ValueError(xs)
"""
OPTIONS = """
def f(xs: list[int], low: int = 10, high: int = 100):
    if not 10 <= low < high <= 100:
        raise ValueError("bounds")
    return sum(xs)
"""
ALIKE = """
def f(one: int, other: int, third: int):
    if one % 2 or other % 2 or third % 2:
        raise ValueError("not even")
    return one + other + third
"""
TABLE = """
def f(n: int, low: int = 2):
    if low != 2:
        raise ValueError(low)
    for i in range(2_000):
        n += 1
    return n
"""
FLAGGED = """
def f(expr: str, simplify=False):
    if simplify:
        len(expr)
    if expr.strip(" "):
        raise ValueError("no expression")
    return 0

def g():
    return f("", simplify=True)
"""
STEPS = """
def f(xs: list[int], i: int):
    if all(x > 0 for x in xs):
        len(xs)
    if not 0 < i < 3:
        raise ValueError(i)
    return sum(xs)
"""
LATER = """
def f(lines: list[str], kind: int, backend: str = "best"):
    if kind != 3:
        raise ValueError(kind)
    if backend != "b" + "est":
        raise RuntimeError(backend)
    if len(lines) == 2:
        raise ValueError(lines)
    return lines
"""
REFUSES = """
def f(x):
    raise ValueError(x)
"""


def taught(folder: Path, source: str, name: str = "f", **options: object) -> dict[str, Inferred]:
    file = folder / "takes.py"
    file.write_text(source)
    loaded = load(f"{file}:{name}")
    meter = Meter(loaded, max_ops=10_000)
    ticks = count()
    with loaded.copies.installed():
        told = probed(meter, explain(loaded.function, given={}, guess_rest=True))
        return learned(
            meter,
            told,
            loaded.function,
            clock=lambda: next(ticks) * 1e-4,
            **options,  # type: ignore[arg-type]
        )


@pytest.mark.parametrize("source", [GRAPH, BOARD, SORTED, LETTERS], ids=range(4))
def test_a_target_returns_with_what_was_learnt(tmp_path: Path, source: str) -> None:
    assert Provenance.RUNS in {each.told_by for each in taught(tmp_path, source).values()}


def test_neighbours_are_nodes_and_the_start_is_one(tmp_path: Path) -> None:
    shapes = taught(tmp_path, GRAPH)
    assert "family" in shapes["graph"].shape.describe()
    assert shapes["start"].shape.describe() == "const(0)"


def test_a_hint_is_kept_to(tmp_path: Path) -> None:
    assert taught(tmp_path, SORTED)["xs"].shape.describe() == "family('list(range(N))')"


def test_a_hint_that_tells_no_items_leaves_them_open(tmp_path: Path) -> None:
    product = """
def f(one: list, other: list) -> list:
    if len(one[0]) != len(other):
        raise ValueError("these do not fit")
    return [[sum(a * b for a, b in zip(row, column)) for column in zip(*other)] for row in one]
"""
    shapes = taught(tmp_path, product)
    assert [each.told_by for each in shapes.values()] == [Provenance.RUNS] * 2
    narrow = taught(
        tmp_path, product.replace("list,", "list[int],").replace("other: list)", "other: list[int])")
    )
    assert [each.told_by for each in narrow.values()] == [Provenance.HINT] * 2


def test_letters_are_those_of_a_table(tmp_path: Path) -> None:
    assert taught(tmp_path, LETTERS)["s"].shape.describe() == "text(N, 'IVX')"


def test_a_board_has_the_size_that_the_code_spells(tmp_path: Path) -> None:
    assert "matrix(9, 9" in taught(tmp_path, BOARD)["board"].shape.describe()


READERS = """
import os
from pathlib import Path

def text(f):
    with open(f) as stream:
        return stream.read().split()

def data(f: str):
    with open(f, "rb") as stream:
        return stream.read().split()

def path(f: Path):
    return f.read_text()

def folder(f: str):
    return [path(Path(f, each)) for each in os.listdir(f)]

def picky(f, rest):
    with open(f) as stream:
        if "x" in stream.read():
            return rest
    raise ValueError

def writer(f):
    if not os.path.exists(f):
        raise PermissionError("elsewhere")
    return len(f)
"""


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        ("text", "file(text(N))"),
        ("data", "file(text(N))"),
        ("path", 'file(text(N), "", "Path")'),
        ("folder", "tree(N, text(16))"),
        ("picky", "file(text(N))"),
        ("writer", "file(text(N))"),
    ],
)
def test_the_path_of_nothing_becomes_that_of_a_file(tmp_path: Path, name: str, shape: str) -> None:
    shapes = taught(tmp_path, READERS, name)
    assert shapes.pop("f").shape.describe() == shape
    assert "file" not in "".join(each.shape.describe() for each in shapes.values())


def test_a_change_that_is_not_needed_is_undone(tmp_path: Path) -> None:
    shapes = taught(tmp_path, STEPS)
    assert {name: each.told_by for name, each in shapes.items()} == {
        "xs": Provenance.HINT,
        "i": Provenance.RUNS,
    }


def test_a_flag_that_calls_show_stays_a_flag(tmp_path: Path) -> None:
    assert taught(tmp_path, FLAGGED)["simplify"].shape == lib.boolean()


def test_what_returns_stays_as_it_is(tmp_path: Path) -> None:
    shapes = taught(tmp_path, "def f(xs: list[int]):\n    return sum(xs)\n")
    assert shapes["xs"].told_by is Provenance.HINT


def test_what_nothing_helps_stays_as_it_is(tmp_path: Path) -> None:
    assert taught(tmp_path, REFUSES)["x"].told_by is Provenance.GUESS


def test_structures_are_knowledge(tmp_path: Path) -> None:
    assert "family" not in taught(tmp_path, GRAPH, knowledge=NONE)["graph"].shape.describe()


def test_options_that_must_fit_each_other_keep_their_defaults(tmp_path: Path) -> None:
    assert list(taught(tmp_path, OPTIONS, optional=["low", "high"])) == ["xs"]
    assert list(taught(tmp_path, REFUSES.replace("x)", "x=1)"), optional=["x"])) == ["x"]


SPECIFIERS = """
from collections.abc import Iterable

class Spec:
    def __init__(self, text: str = "", pre: bool | None = None):
        if text and not text.startswith("=="):
            raise ValueError(text)

class Specs:
    def __init__(self, specs: str | Iterable[Spec] = "", pre: bool | None = None):
        if isinstance(specs, str):
            specs = [Spec(each) for each in specs.split(",") if each]
        self.specs = tuple(specs)

def f(specs: str | Iterable[Spec] = "", pre: bool | None = None):
    return Specs(specs, pre)
"""

WORDS = """
class Step:
    def __call__(self, words):
        raise NotImplementedError

class Split(Step):
    def __call__(self, words):
        return words.split()

def f(text: str = None, step: Step = Split(), count: int = 3):
    if text is None:
        raise ValueError("no text")
    return step(text)[:count]
"""


def test_options_that_are_objects_keep_their_defaults(tmp_path: Path) -> None:
    shapes = taught(tmp_path, WORDS, optional=["text", "step", "count"])
    assert list(shapes) == ["text", "count"]


def test_options_stay_if_nothing_would_be_left_to_vary(tmp_path: Path) -> None:
    source = "def f(*args):\n    if len(args) > 1:\n        raise ValueError\n    return len(args)\n"
    assert list(taught(tmp_path, source, optional=["args"])) == ["args"]


def test_options_that_are_all_refused_stay(tmp_path: Path) -> None:
    shapes = taught(tmp_path, SPECIFIERS, optional=["specs", "pre"])
    assert "specs" in shapes


def test_options_keep_their_defaults_once_other_parameters_fit(tmp_path: Path) -> None:
    shapes = taught(tmp_path, LATER, optional=["backend"])
    assert {name: each.told_by for name, each in shapes.items()} == {
        "lines": Provenance.HINT,
        "kind": Provenance.RUNS,
    }


def test_options_keep_their_defaults_if_even_the_smallest_run_takes_long(tmp_path: Path) -> None:
    assert list(taught(tmp_path, TABLE, optional=["low"])) == ["n"]


def test_parameters_that_are_alike_change_together(tmp_path: Path) -> None:
    shapes = taught(tmp_path, ALIKE)
    assert {each.told_by for each in shapes.values()} == {Provenance.RUNS}
    assert len({each.shape for each in shapes.values()}) == 1


def test_text_that_a_parser_refuses_is_not_narrowed(tmp_path: Path) -> None:
    assert taught(tmp_path, PARSER)["s"].told_by is not Provenance.RUNS


def test_guesses_beside_an_object_are_parts_of_it(tmp_path: Path) -> None:
    shapes = taught(tmp_path, NODES)
    assert shapes["source"].told_by is Provenance.RUNS
    assert shapes["source"].shape.describe() == "const(0)"
    assert shapes["others"].told_by is Provenance.RUNS


def test_a_mapping_beside_one_of_several_objects_has_a_key_for_each_part(tmp_path: Path) -> None:
    shapes = taught(tmp_path, COLOURS)
    assert shapes["colours"].shape.describe() == "family('{i: i for i in range(N)}')"
    assert "Many" not in shapes["net"].shape.describe()


def test_inputs_are_small_if_larger_ones_cost_too_much(tmp_path: Path) -> None:
    assert taught(tmp_path, COSTLY)["xs"].told_by is Provenance.RUNS


def test_whether_a_target_returns_at_all(tmp_path: Path) -> None:
    for source, expected in (("def f(xs: list[int]):\n    return sum(xs)\n", True), (REFUSES, False)):
        (tmp_path / "takes.py").write_text(source)
        loaded = load(f"{tmp_path / 'takes.py'}:f")
        told = explain(loaded.function, given={}, guess_rest=True)
        with loaded.copies.installed():
            assert returns(Meter(loaded, max_ops=10_000), told) is expected


def test_a_text_that_is_looked_up_in_vain_becomes_a_key(tmp_path: Path) -> None:
    found = taught(tmp_path, SCHEDULE)["jobs"]
    assert found.shape.describe() == "lists(entries(start=text(N), end=text(N), room=text(N)), N)"
    assert found.told_by is Provenance.RUNS
