"""What expressions may be, by the text of small modules."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest

from slowpath.target.graph.source import Library
from slowpath.target.graph.symbols import ClassSymbol, FunctionSymbol, Symbols
from slowpath.target.graph.types import Foreign, InstanceOf, Types
from tests.unit.target.project import Project

SHOP = """
    from __future__ import annotations
    from typing import Optional
    from pkg import parts
    from pkg.parts import Wheel as Round

    class Car:
        seats = []
        def __init__(self, engine: parts.Engine, spare: "Optional[Round]" = None):
            self.engine = engine
            self.wheels = [Round()]
            self.front = Round()
            self.made = set()
        def drive(self): return self
        @classmethod
        def small(cls): return cls(parts.Engine())
        @property
        def lead(self) -> Round: return self.front

    class Van(Car):
        def drive(self): return super().drive()

    def make(kind, *, other=parts.Engine):
        car = Car(parts.Engine())
        if isinstance(kind, Van):
            pass
        local = lambda: parts.Wheel()
        return car

    def f(): return make(1)
"""
PARTS = """
    class Engine:
        pass
    class Wheel:
        def turn(self) -> "Wheel": return self
"""


@pytest.fixture
def types(tmp_path: Path) -> Types:
    project = Project(tmp_path)
    project.write(pkg__init="", pkg__shop=SHOP, pkg__parts=PARTS)
    with project.open():
        loaded = project.load("pkg.shop:f")
    return Types(Symbols(Library(loaded.copies), "pkg"))


def shown(kind: Any) -> str:
    match kind:
        case InstanceOf(symbol):
            return f"a {symbol.qualname}"
        case ClassSymbol() | FunctionSymbol():
            return kind.qualname
        case Foreign(name):
            return f"<{name}>"
    return kind.name if hasattr(kind, "name") else str(kind)


@pytest.mark.parametrize(
    ("function", "text", "expected"),
    [
        ("f", "make(1)", {"a Car"}),
        ("f", "make(1).engine", {"a Engine"}),
        ("f", "make(1).front.turn().turn()", {"a Wheel"}),
        ("f", "make(1).lead", {"a Wheel"}),
        ("f", "make(1).wheels", {"<list>"}),
        ("f", "make(1).made", {"<set>"}),
        ("f", "Car.small()", {"a Car"}),
        ("f", "make(1).drive", {"Car.drive", "Van.drive"}),
        ("f", "Van.small().front", {"a Wheel"}),
        ("f", "parts.Wheel", {"Wheel"}),
        ("f", "Round() if 1 else ''", {"a Wheel", "<str>"}),
        ("make", "kind", {"a Van"}),
        ("make", "other", {"Engine"}),
        ("make", "local()", {"a Wheel"}),
        ("f", "unheard_of", set()),
        ("f", "unheard_of.name()", set()),
    ],
)
def test_an_expression_is_what_the_text_says(
    types: Types, function: str, text: str, expected: set[str]
) -> None:
    module = types.symbols.module("pkg.shop")
    assert module is not None
    [scope] = module.functions[function]
    node = ast.parse(text, mode="eval").body
    assert {shown(kind) for kind in types.of(node, scope)} == expected


def test_modules_outside_the_target_are_not_read(types: Types) -> None:
    assert types.symbols.module("typing") is None
    assert types.dotted("typing.Optional") == {Foreign("typing.Optional")}
