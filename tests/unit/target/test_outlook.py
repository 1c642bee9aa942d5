from __future__ import annotations

from pathlib import Path

from slowpath.target.outlook import Outlook, outlooks, reaching

SOURCE = """
import re

def flat(x):
    return x + 1

def once(xs):
    for x in xs:
        flat(x)

def member(xs, ys):
    return [x for x in xs if x in ys]

def caller(xs):
    for x in xs:
        once(xs)

def matched(text):
    return re.match("a*b", text)

def fibonacci(n):
    return fibonacci(n - 1) + fibonacci(n - 2)

def even(n):
    return odd(n - 1)

def odd(n):
    return even(n - 1)

def joined(words):
    text = ""
    for word in words:
        text += word
    return text

def counted(words):
    number = 0
    for word in words:
        number += 1
    return number

def prefixed(words):
    text = ""
    for word in words:
        text = word + "," + text
    return text

def formatted(words):
    text = ""
    for word in words:
        text = f"{word},{text}"
    return text

def added(words):
    number = 0
    for word in words:
        number = 1 + number
    return number

def cut(text):
    while text:
        text = text[1:]

class Box:
    def __init__(self, items):
        self.items = [item for item in items for other in items]
    def get(self):
        return self.items
"""


def seen(tmp_path: Path) -> dict[str, Outlook]:
    file = tmp_path / "shop.py"
    file.write_text(SOURCE)
    return {spec.partition(":")[2]: each for spec, each in outlooks([("shop", file)]).items()}


def test_loops_are_counted_inside_one_another_in_c_code_and_through_calls(tmp_path: Path) -> None:
    found = seen(tmp_path)
    depths = {name: found[name].depth for name in ("flat", "once", "member", "caller", "Box", "Box.get")}
    assert depths == {"flat": 0, "once": 1, "member": 2, "caller": 2, "Box": 2, "Box.get": 0}


def test_patterns_recursion_and_building(tmp_path: Path) -> None:
    found = seen(tmp_path)
    assert {name for name, each in found.items() if each.patterns} == {"matched"}
    assert {name for name, each in found.items() if each.recursive} == {"fibonacci", "even", "odd"}
    assert {name for name, each in found.items() if each.building} == {
        "joined",
        "prefixed",
        "formatted",
        "cut",
    }


def test_more_speaks_for_more_promise(tmp_path: Path) -> None:
    found = seen(tmp_path)
    order = ["flat", "once", "joined", "member"]
    assert sorted(order, key=lambda name: found[name].promise) == order


def test_a_name_that_many_functions_have_is_not_followed(tmp_path: Path) -> None:
    many = "".join(
        f"class C{i}:\n    def get(self, xs): return [y for x in xs for y in xs]\n" for i in range(5)
    )
    file = tmp_path / "many.py"
    file.write_text(f"{many}\ndef caller(box):\n    return box.get(1)\n")
    assert outlooks([("many", file)])["many:caller"].depth == 0


def test_a_module_that_does_not_compile_has_none(tmp_path: Path) -> None:
    file = tmp_path / "broken.py"
    file.write_text("def f(:\n")
    assert outlooks([("broken", file)]) == {}


def test_what_reaches_a_function_is_told_by_names(tmp_path: Path) -> None:
    file = tmp_path / "shop.py"
    file.write_text(SOURCE)
    found = reaching(["shop:flat"], [("shop", file)])
    assert found == {"shop:flat", "shop:once", "shop:caller"}
    assert reaching(["shop:Box.__init__"], [("shop", file)]) == {"shop:Box.__init__", "shop:Box"}
    assert reaching(["shop:flat"], [("shop", file)], most=0) == {"shop:flat"}
