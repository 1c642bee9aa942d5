"""What tests can ask: the cost of a call, counted in a fresh process."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from slowpath.counting.model import CostModel, Size
from slowpath.errors import InputError, UsageError
from slowpath.testing import Counter, assert_ends, assert_growth, assert_iterations

EXAMPLES = Path(__file__).parents[2] / "examples"
VECTOR = f"{EXAMPLES / 'vector.py'}:multiples"
FIELDS = CostModel("fields", {"object": Size(0, 4), "list": Size(0, 4)}, {"both": "memory + 1000*calls:add"})


def test_a_cost_model_prices_allocations() -> None:
    with Counter(VECTOR, measures=["memory", "calls:realloc", "both"], model=FIELDS) as counter:
        run = counter.run({"ns": "[2, 4, 6, 8]", "div": "2", "icap": "1"})
        assert (run.costs, run.raises) == ({"memory": 40, "calls:realloc": 2, "both": 4040}, None)
        run = counter.run({"ns": "[2]", "div": "0", "icap": "5"})
        assert run.costs["memory"] == 12 + 20
        assert run.raises is not None
        assert run.raises.startswith("ZeroDivisionError")


def test_a_document_is_a_model_and_N_the_size() -> None:
    document = FIELDS.document()
    with Counter(VECTOR, measures=["memory"], size=7, model=document) as counter:
        assert counter.run({"ns": "[]", "div": "1", "icap": "N"}).costs == {"memory": 12 + 28}


def test_without_a_model_memory_is_metered() -> None:
    with Counter(VECTOR, measures=["memory"]) as counter:
        low, high = (counter.run({"ns": "[]", "div": "1", "icap": icap}).costs["memory"] for icap in "19")
    assert high - low == 8 * 8


def test_mistakes() -> None:
    with Counter(VECTOR) as counter, pytest.raises(InputError, match="no input for 'icap'"):
        counter.run({"ns": "[]", "div": "1"})


DEDUPE = f"{EXAMPLES / 'dedupe.py'}:dedupe"


def test_growth_that_is_allowed() -> None:
    inputs = {"items": "['a'] * N"}
    ratio = assert_growth(DEDUPE, inputs, size=64)
    assert 1.9 < ratio < 2
    assert assert_growth(DEDUPE, inputs, size=64, ratio=ratio) == ratio


def test_growth_that_is_not_allowed() -> None:
    with pytest.raises(AssertionError) as caught:
        assert_growth(DEDUPE, {"items": "[str(i) for i in range(N)]"}, size=500)
    first, recipe, small, large, where = str(caught.value).splitlines()
    ratio = float(first.split()[2])
    assert 3.5 < ratio < 4
    assert first.endswith("times the work on an input of twice the size; 2.5 times is allowed")
    assert recipe == "  items = [str(i) for i in range(N)]"
    costs = [int(line.split()[3].replace(",", "")) for line in (small, large)]
    assert (small.split()[2], large.split()[2]) == ("500", "1,000")
    assert costs[1] / costs[0] == pytest.approx(ratio, abs=0.005)
    assert where.endswith("--input 'items=[str(i) for i in range(N)]' --size 1000")


def test_growth_that_is_not_followed_to_its_end(tmp_path: Path) -> None:
    (tmp_path / "explosive.py").write_text("def f(n):\n    for _ in range(2**n): pass\n")
    with pytest.raises(AssertionError, match=r"40\.00 times the work(.|\n)* more than "):
        assert_growth(f"{tmp_path / 'explosive.py'}:f", {"n": "N"}, size=30 // 2)


def test_growth_of_functions_and_of_what_raises() -> None:
    ratio = assert_growth(textwrap.dedent, {"text": "' a\\n' * N"}, size=32)
    assert ratio < 2.5
    with pytest.raises(AssertionError):
        assert_growth("posixpath:join", {"a": "'a'", "p": "['b'] * N + [1]"}, size=64, ratio=1.1)


def test_growth_that_makes_no_sense(tmp_path: Path) -> None:
    (tmp_path / "deep.py").write_text("def f(n):\n    return n and f(n - 1)\n")
    with pytest.raises(UsageError, match="nothing grows"):
        assert_growth(DEDUPE, {"items": "['a']"}, size=8)
    with pytest.raises(UsageError, match="more than zero"):
        assert_growth(DEDUPE, {"items": "['a'] * N"}, size=0)
    with pytest.raises(UsageError, match="N = 1,200 ends with RecursionError"):
        assert_growth(f"{tmp_path / 'deep.py'}:f", {"n": "N"}, size=600)


def test_what_has_to_end(tmp_path: Path) -> None:
    (tmp_path / "waits.py").write_text(
        "def f(text):\n    while text != 'go': pass\n    raise KeyError(text)\n"
    )
    spec = f"{tmp_path / 'waits.py'}:f"
    assert assert_ends(spec, {"text": "'go'"}, ops=1000) < 100
    with pytest.raises(AssertionError, match="does not end within 1,000 ops\n  text = 'x' \\* N"):
        assert_ends(spec, {"text": "'x' * N"}, size=1, ops=1000)


def test_a_setup_builds_what_the_inputs_use() -> None:
    target, setup = f"{EXAMPLES / 'dedupe.py'}:dedupe", "xs = []\nfor i in range(N): xs.append(i)"
    with Counter(target, size=50, setup=setup) as counter:
        assert counter.run({"items": "xs"}) == counter.run({"items": "list(range(N))"})
    assert assert_growth(target, {"items": "xs"}, size=100, ratio=4.5, setup=setup) > 3
    with pytest.raises(AssertionError, match=r"--setup 'xs = \[\]") as error:
        assert_growth(target, {"items": "xs"}, size=100, ratio=2, setup=setup)
    assert "  for i in range(N): xs.append(i)" in str(error.value)
    assert assert_ends(target, {"items": "xs"}, size=10, ops=100_000, setup=setup) > 0
    with pytest.raises(InputError, match="not Python"):
        assert_ends(target, {"items": "xs"}, size=10, ops=100_000, setup="xs =")


def test_iterations_of_nested_loops_are_asserted(tmp_path: Path) -> None:
    (tmp_path / "pairs.py").write_text(
        textwrap.dedent(
            """
            def inner(x, ys):
                for y in ys:
                    x += y
                return x

            def outer(xs, ys):
                return [inner(x, ys) for x in xs]
            """
        )
    )

    def asserted(iterations: int, depth: int = 2) -> int:
        return assert_iterations(
            f"{tmp_path / 'pairs.py'}:outer",
            {"xs": "range(N)", "ys": "more"},
            size=30,
            function="inner",
            depth=depth,
            iterations=iterations,
            setup="more = list(range(N))",
        )

    assert asserted(30) == 30
    with pytest.raises(AssertionError, match=r"loop of inner inside 1 others makes 30 iterations at N = 30"):
        asserted(31)
    with pytest.raises(AssertionError, match=r"a loop of inner inside 2 others makes 0 iterations"):
        asserted(1, depth=3)
    with pytest.raises(UsageError, match="more than zero"):
        asserted(0)


SEQUENCE = """
    reader = Reader()
    for i in range(N):  # measured
        reader.feed("a")
    reader.close()  # measured
"""


def test_a_program_may_stand_in_the_place_of_inputs(tmp_path: Path) -> None:
    file = tmp_path / "reader.py"
    file.write_text(
        "class Reader:\n    def __init__(self):\n        self.kept = ''\n\n"
        "    def feed(self, data):\n        self.kept = self.kept + data\n"
        "        return self.kept.count('<')\n\n"
        "    def close(self):\n        return [each for each in self.kept]\n"
    )
    target = f"{file}:Reader.feed"
    with Counter(target, size=50, measures=["ops", "calls"]) as counter:
        assert counter.run(SEQUENCE).costs["calls"] == 51
        assert counter.run("Reader().feed('a' * N)").costs["calls"] == 1
        assert counter.run({"data": "'a' * N"}).costs["calls"] == 1
        with pytest.raises(InputError, match="no call of"):
            counter.run("Reader().close()")
    with pytest.raises(AssertionError) as caught:
        assert_growth(target, SEQUENCE, size=2000, ratio=2)
    assert "\n      reader.feed(" in str(caught.value)
    assert "--program 'reader = Reader()" in str(caught.value)
    with pytest.raises(UsageError, match="no room for a setup"):
        assert_ends(target, SEQUENCE, ops=1000, size=1, setup="x = 1")
    with pytest.raises(UsageError, match="nothing grows"):
        assert_growth(target, "Reader().feed('a')", size=10)
