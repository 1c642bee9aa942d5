from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

from slowpath.recipe.parsing import parse_program
from slowpath.recipe.use import use_of
from slowpath.run.counted import Meter
from slowpath.search.loops.gathering import Gathering, one_call
from slowpath.search.loops.material import Material
from slowpath.target.load import Loaded, load

FILE = Path(__file__).with_name("stacks.py")


@cache
def _loaded(name: str) -> Loaded:
    return load(f"{FILE}:{name}")


def _material(name: str, *, usages: bool = True) -> Material:
    return Gathering(Meter(_loaded(name), max_ops=100_000), Random(0)).material(usages=usages)


def test_a_method_has_programs_that_fill_its_receiver() -> None:
    material = _material("Stack.has")
    sources = [each.source for each in material.starts]
    assert any("for i in range(N):\n    x.push(" in source for source in sources)
    assert "x.push(i)" in material.actions
    assert "Stack()" in material.makers
    assert {"Stack", "range"} <= material.known


def test_usages_are_those_that_the_package_shows() -> None:
    shown = "stack = Stack()\nstack.push('one')\nstack.has('one')  # measured"
    assert shown in [each.source for each in _material("Stack.has").usages]
    assert _material("Stack.has", usages=False).usages == ()


def test_every_start_is_a_use_of_the_target() -> None:
    material = _material("total")
    target = _loaded("total").target
    assert len(material.starts) > 10
    assert all(use_of(each, target) is not None for each in material.starts)
    assert "list(range(N))" in material.arguments["numbers"]


def test_one_argument_may_be_larger_than_the_others() -> None:
    sources = [each.source for each in _material("total").starts]
    assert any("2 * N" in source and ", *" in source for source in sources)


def test_one_call_makes_the_receiver_first() -> None:
    assert one_call(_loaded("Stack.has").target, {"item": "N"}) == parse_program("x = Stack()\nx.has(N)")
    spread = one_call(_loaded("total").target, {"numbers": "[0]", "more": "range(N)"})
    assert spread == parse_program("total([0], *range(N))")
    assert one_call(_loaded("total").target, {"numbers": "["}) is None
