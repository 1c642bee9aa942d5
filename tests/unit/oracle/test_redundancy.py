"""Redundant work is named by its kind, and what does nothing twice is left alone."""

from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from slowpath.model.redundancy import RedundancyKind
from tests.unit.benchmarks.test_whitesyn_kinds import QUIET, SLOW, WHITESYN
from tests.unit.oracle.read_runs import Reads

FEW_CALLS = {"repeated:fibonacci", "repeated:grid_paths", "repeated:common_length", "repeated:ways_to_pay"}


@pytest.fixture(autouse=True)
def on_path(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.syspath_prepend(str(WHITESYN))
    yield
    for name in [each for each in sys.modules if each in ("slow", "quiet", "kinds")]:
        del sys.modules[name]


def reads_of(package: str, entry: str) -> Reads:
    path = WHITESYN / package / f"{entry.partition(':')[0]}.py"
    return Reads(path.read_text(encoding="utf-8"), str(path))


@pytest.mark.parametrize("entry", sorted(SLOW))
def test_slow_functions_are_named_with_their_kind(entry: str) -> None:
    import kinds  # type: ignore[import-not-found]

    expected = next(kind for kind, targets in kinds.KINDS.items() if f"slow.{entry}" in targets)
    found = reads_of("slow", entry).redundancies(SLOW[entry][0], 500 if entry in FEW_CALLS else 64)
    assert found
    assert found[0].kind == expected
    assert found[0].repeats >= 7


@pytest.mark.parametrize("entry", sorted(QUIET))
def test_quiet_functions_are_left_alone(entry: str) -> None:
    assert reads_of("quiet", entry).redundancies(QUIET[entry][0], 128) == ()


# Loops inside loops that read an element more than once and do nothing twice; inputs that share objects.
MORE_QUIET = {
    "products of pairs, from a generator": (
        "def f(xs, ys):\n    for x in xs:\n        for y in ys:\n            yield x * y\n",
        "list(f(range(N), list(range(N))))",
    ),
    "a matrix product whose rows are one object": (
        "def f(a, b):\n"
        "    n = len(a)\n"
        "    return [[sum(a[i][k] * b[k][j] for k in range(n)) for j in range(n)] for i in range(n)]\n",
        "f([[1] * (N // 4)] * (N // 4), [[1] * (N // 4)] * (N // 4))",
    ),
    "the greatest of each row, rows are one object": (
        "def f(rows):\n    return [max(row) for row in rows]\n",
        "f([[1] * N] * N)",
    ),
    "words of equal lines": (
        "def f(lines):\n    n = 0\n    for line in lines:\n        for word in line.split():\n"
        "            if word == 'b':\n                n += 1\n    return n\n",
        "f(['a ' * N] * N)",
    ),
    "equal lines that are fresh": (
        "def f(text):\n    n = 0\n    for line in text.split('\\n'):\n        parts = line.split()\n"
        "        for part in parts:\n            n += len(part)\n    return n\n",
        "f(('a ' * N + '\\n') * N)",
    ),
    "shortest paths of all pairs": (
        "def f(d):\n    n = len(d)\n    for k in range(n):\n        for i in range(n):\n"
        "            for j in range(n):\n                if d[i][k] + d[k][j] < d[i][j]:\n"
        "                    d[i][j] = d[i][k] + d[k][j]\n    return d\n",
        "f([[i + j for j in range(N // 4)] for i in range(N // 4)])",
    ),
    "distances of texts": (
        "def f(a, b):\n    row = list(range(len(b) + 1))\n    for i, x in enumerate(a):\n"
        "        before, row[0] = row[0], i + 1\n        for j, y in enumerate(b):\n"
        "            before, row[j + 1] = row[j + 1], min(row[j] + 1, row[j + 1] + 1, before + (x != y))\n"
        "    return row[-1]\n",
        "f('ab' * N, 'ba' * N)",
    ),
    "parts of a text from where the last one ended": (
        "def f(text):\n    at, found = 0, []\n    while at < len(text):\n        end = text.find(',', at)\n"
        "        found.append(text[at:end])\n        at = end + 1\n    return found\n",
        "f('abcdefgh,' * N)",
    ),
    "equal lines of a file": (
        "def f(lines):\n    return sum(len(line.split()) for line in lines)\n",
        "f(line for line in [('a ' * N) for _ in range(N)])",
    ),
    "a memo": (
        "def f(n, memo):\n    if n not in memo:\n"
        "        memo[n] = n if n < 2 else f(n - 1, memo) + f(n - 2, memo)\n"
        "    return memo[n]\n",
        "f(N, {})",
    ),
    "a text that grows in place": (
        "def f(n):\n    s = ''\n    for i in range(n):\n        s += 'abc'\n    return s\n",
        "f(N)",
    ),
    "blocks whose width is the number of blocks": (
        "def f(xs, size):\n    return [xs[i : i + size] for i in range(0, len(xs), size)]\n",
        "f(list(range(N * N)), N)",
    ),
    "blocks that are turned round": (
        "def f(xs, size):\n    for i in range(0, len(xs) - size, size):\n"
        "        xs[i : i + size] = xs[i : i + size][::-1]\n    return xs\n",
        "f(list(range(N * N)), N)",
    ),
    "the rests of different lines": (
        "def f(lines):\n    for line in lines:\n        first, *rest = line.split()\n        yield rest\n",
        "list(f(['a ' * N] * N))",
    ),
    "the greatest value of each table": (
        "def f(tables):\n    return [max(each.values()) for each in tables]\n",
        "f([dict.fromkeys(range(N), 1)] * N)",
    ),
    "windows of one width": (
        "def f(xs):\n    return [sum(xs[i : i + 8]) for i in range(len(xs))]\n",
        "f(list(range(N)))",
    ),
    "a table of lists by name": (
        "def f(groups, names):\n    n = 0\n    for name in names:\n        for each in groups[name]:\n"
        "            n += each\n    return n\n",
        "f({i: [0] * N for i in range(N)}, range(N))",
    ),
}


@pytest.mark.parametrize("name", sorted(MORE_QUIET))
def test_reads_of_other_data_are_left_alone(name: str) -> None:
    source, call = MORE_QUIET[name]
    assert Reads(source).redundancies(call) == ()


NODES = """
class Node:
    def __init__(self, value, next=None, parent=None):
        self.value, self.next, self.parent = value, next, parent

class Chain:
    def __init__(self, n=0):
        self.head = None
        for i in range(n):
            self.head = Node(i, self.head)
    def get(self, i):
        node = self.head
        for _ in range(i):
            node = node.next
        return node.value
    def append(self, value):
        last = self.head
        if last is None:
            self.head = Node(value)
            return
        while last.next is not None:
            last = last.next
        last.next = Node(value)

def grown(n):
    nodes, parent = [], None
    for i in range(n):
        parent = Node(i, None, parent)
        nodes.append(parent)
    return nodes

def heap(n):
    nodes = [Node(0)]
    for i in range(1, n):
        nodes.append(Node(i, None, nodes[(i - 1) // 2]))
    return nodes

def depth(node):
    steps = 0
    while node.parent is not None:
        node = node.parent
        steps += 1
    return steps

class Box:
    def __init__(self, items):
        self.items = items
    @property
    def total(self):
        return sum(self.items)
    def __getattr__(self, name):
        for each in self.items:
            if each == name:
                return each
        return None

class Room:
    def __init__(self, items):
        self.box = Box(items)
"""
ATTRIBUTES = {
    "the elements of a chain by their numbers": ("[chain.get(i) for i in range(n)]", "Chain(N), N", "links"),
    "appending to a chain without its end": (
        "any(chain.append(i) for i in range(n))",
        "Chain(), N",
        "links",
    ),
    "the depth of each node": ("[depth(node) for node in chain]", "grown(N), N", "links"),
    "a property": ("[chain.box.total for _ in range(n)]", "Room([1] * N), N", "runs Box.total"),
    "a missing attribute": (
        "[chain.box.missing for _ in range(n)]",
        "Room([1] * N), N",
        "runs Box.__getattr__",
    ),
}
NO_ATTRIBUTES = {
    "attributes that are only read": ("[len(chain.box.items) for _ in range(n)]", "Room([1] * N), N"),
    "a long way to an attribute": (
        "[chain.box.items.append(chain.box.items[-1]) for _ in range(n)]",
        "Room([1] * N), N",
    ),
    "chains of their own": ("[each.get(n - 1) for each in chain]", "[Chain(N) for _ in range(N)], N"),
    "one walk": ("depth(chain[-1])", "grown(N), N"),
    "the depth of each node of a flat tree": ("[depth(node) for node in chain]", "heap(8 * N), N"),
    "properties of other objects": ("[each.total for each in chain]", "[Box([1] * N) for _ in range(N)], N"),
}


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_attributes_that_are_worked_out_again_are_named(name: str) -> None:
    expression, arguments, told = ATTRIBUTES[name]
    source = f"{NODES}\ndef f(chain, n):\n    return {expression}\n"
    (found,) = Reads(source).redundancies(f"f({arguments})")
    assert found.kind is RedundancyKind.ATTRIBUTES
    assert told in found.reason
    assert found.repeats >= 7


@pytest.mark.parametrize("name", NO_ATTRIBUTES)
def test_attributes_that_cost_little_are_left_alone(name: str) -> None:
    expression, arguments = NO_ATTRIBUTES[name]
    source = f"{NODES}\ndef f(chain, n):\n    return {expression}\n"
    assert Reads(source).redundancies(f"f({arguments})") == ()


def test_a_chain_that_is_read_for_its_data_is_no_chain_of_links() -> None:
    source = f"""{NODES}
def place(node, value):
    for i in range(1000):
        if node is None or node.value == value:
            return i
        node = node.next

def f(chain, n):
    return [place(chain.head, -i) for i in range(1, n)]
"""
    (found,) = Reads(source).redundancies("f(Chain(N), N)")
    assert found.kind is RedundancyKind.RESCAN  # its text, which would show a search, is in no file


def test_the_places_and_the_share_are_told() -> None:
    source = """\
        def f(xs, ys):
            n = 0
            for x in xs:
                for y in ys:
                    n += x == y
            return n
    """
    (found,) = Reads(source, "m.py").redundancies("f([1] * N, list(range(N)))")
    assert (found.outer, found.inner, found.function) == ("m.py:3", "m.py:4", "f")
    assert found.kind is RedundancyKind.RESCAN
    assert found.share > 0.9
    assert "the same 64 elements" in found.reason
    assert "line 3" in found.reason


def test_an_inner_loop_in_another_function_belongs_to_the_loop_that_calls_it() -> None:
    found = Reads("""
        def f(xs, ys):
            return [x for x in xs if g(x, ys)]
        def g(x, ys):
            for y in ys:
                if x == y:
                    return True
            return False
    """).redundancies("f(list(range(N)), [-1] * N)")
    assert [(each.outer, each.inner, each.function) for each in found] == [
        ("<slowpath>:3", "<slowpath>:5", "g")
    ]


def test_a_text_that_another_module_cuts_is_followed() -> None:
    found = Reads("""
        import re
        cut = re.compile("([ ]+)").split
        def f(text):
            n = 0
            while text:
                n += len(text[2:])
                word, *rest = cut(text, 1)
                text = "".join(rest).lstrip()
            return n
    """).redundancies("f('abcd ' * N)", 512)
    assert RedundancyKind.CUTTING in [each.kind for each in found if each.inner == "<slowpath>:7"]


def test_an_outer_loop_may_be_a_recursion() -> None:
    (found,) = Reads("""
        def f(n, seen):
            if n and n not in seen:
                seen.append(n)
                f(n - 1, seen)
    """).redundancies("f(N, [])", 128)
    assert (found.kind, found.outer, found.inner) == (
        RedundancyKind.MEMBERSHIP,
        "<slowpath>:2",
        "<slowpath>:3",
    )


def test_fewer_rounds_than_asked_for_are_no_rereading() -> None:
    reads = Reads("def f(xs, ys):\n    return [x in ys for x in xs]\n")
    assert reads.run("f([1] * 8, [2] * 8)", 1, least=8).rereadings
    assert not reads.run("f([1] * 8, [2] * 8)", 1, least=9).rereadings
    assert not reads.run("f([1] * 7, [2] * 8)", 1, least=8).rereadings


def test_the_memory_is_bounded_and_that_is_said() -> None:
    reads = Reads("def f(xs, ys):\n    return [x for x in xs if any(x == y for y in ys)]\n")
    assert not reads.run("f(list(range(10)), [-1] * 10)", 1).sampled
    run = reads.run("f(list(range(200)), [-1] * 200)", 1)
    assert run.sampled
    reading = reads.copies.reading
    assert reading is not None
    kept = [each for passages in reading.passages.values() for each in passages]
    assert len(kept) < 200
    assert max(len(each.symbols) for each in kept) < 200
