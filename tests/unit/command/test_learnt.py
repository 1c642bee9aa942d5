"""What searches of a scan tell those after them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from slowpath.command.learnt import Learnt, reaching_slow
from slowpath.model.find import Finding, FindReport
from slowpath.model.target import Target
from tests.unit.report.found import FINDING, report

SOURCE = """
def _inner(xs): return [x for x in xs if x in xs]
def outer(xs): return _inner(xs)
def apart(xs): return xs
class Box:
    def __init__(self, xs): self.xs = outer(xs)
"""


def of(spec: str, *usages: str, findings: tuple[Finding, ...] = ()) -> FindReport:
    return replace(report(*findings), target=Target.named(spec), usages=usages)


def learnt(*reports: FindReport) -> Learnt:
    return Learnt({each.target.spec: each for each in reports})


def test_examples_of_the_own_module_come_first_and_others_import() -> None:
    known = learnt(of("shop.far.off:f", "f(1)"), of("shop.boxes:Box", "Box('a')"), of("shop:g", "g(2)"))
    assert known.examples_for("shop.boxes:h") == (
        "Box('a')",
        "from shop import g\ng(2)",
        "from shop.far.off import f\nf(1)",
    )


def test_what_found_something_comes_first() -> None:
    known = learnt(of("shop:a", "a()"), of("shop:b", "b()", findings=(FINDING,)))
    assert known.examples_for("shop:c") == ("b()", "a()")


def test_files_import_each_other_if_they_are_of_one_package(tmp_path: Path) -> None:
    for name in ("__init__.py", "one.py", "two.py", "apart/three.py"):
        file = tmp_path / "shop" / name
        file.parent.mkdir(exist_ok=True, parents=True)
        file.touch()
    shop = tmp_path / "shop"
    known = learnt(of(f"{shop}/one.py:f", "f(1)"))
    assert known.examples_for(f"{shop}/one.py:g") == ("f(1)",)
    assert known.examples_for(f"{shop}/two.py:g") == ("from shop.one import f\nf(1)",)
    assert known.examples_for(f"{shop}/apart/three.py:g") == ()


def test_the_order_of_reports_says_nothing() -> None:
    first, second = of("shop:a", "a()"), of("shop:b", "b()")
    assert learnt(first, second).examples_for("shop:c") == learnt(second, first).examples_for("shop:c")


def test_news_are_what_was_not_shown_before() -> None:
    before, now = learnt(of("shop:a", "a()")), learnt(of("shop:a", "a()"), of("shop:b", "b()"))
    assert now.news_since(before) == {"shop:b"}
    assert now.news_since(now) == set()


def test_what_may_call_a_slow_function_is_known(tmp_path: Path) -> None:
    file = tmp_path / "shop.py"
    file.write_text(SOURCE)
    slow = replace(FINDING, site=f"{file}:2", function="_inner")
    found = reaching_slow([of("shop:outer", findings=(slow,))], [("shop", file)])
    assert found >= {"shop:_inner", "shop:outer", "shop:Box"}
    assert "shop:apart" not in found
