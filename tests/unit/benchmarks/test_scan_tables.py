"""What the scripts about scans judge by."""

from __future__ import annotations

import ast
import importlib
import sys
from collections.abc import Iterator
from math import inf
from pathlib import Path
from types import ModuleType

import pytest

SCAN = Path(__file__).parents[3] / "benchmarks" / "scan"
SCRIPTS = ("known", "rivals", "library", "precision", "throughput", "fleet", "run")


@pytest.fixture(autouse=True)
def on_path(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(sys, "path", [str(SCAN), str(SCAN.parent / "known"), *sys.path])
    monkeypatch.delitem(sys.modules, "known", raising=False)
    yield
    for name in SCRIPTS:
        sys.modules.pop(name, None)


def script(name: str) -> ModuleType:
    return importlib.import_module(name)


@pytest.mark.parametrize("name", SCRIPTS[:-1])
def test_each_script_loads_and_says_what_it_measures(name: str) -> None:
    assert script(name).__doc__


@pytest.mark.parametrize(
    ("growth", "power"),
    [
        *(("O(n^2)", 2.0), ("O(n^2 log n)", 2.0), ("O(n^1.5)", 1.5), ("O(2^n)", inf), ("O(1.62^n)", inf)),
        *(("about n^2.4", 2.4), ("about n^5.8 by the clock", 5.8), ("O(n)", 0.0), ("O(n log n)", 0.0)),
        *(("O(n^n)", inf), ("not enough evidence", 0.0)),
    ],
)
def test_the_power_of_a_class(growth: str, power: float) -> None:
    assert script("library").exponent_of(growth) == power


def test_what_is_gone_or_changed_is_lost() -> None:
    before = {("search", "a"): b"1", ("search", "b"): b"2", ("search", "c"): b"3"}
    after = {("search", "a"): b"1", ("search", "b"): b"other", ("search", "d"): b"4"}
    assert script("library").lost_between(before, after) == 2


def test_internal_errors_are_told_from_those_of_a_target() -> None:
    internal = script("library").INTERNAL
    assert internal.search("Traceback ...\n  File '/home/x/slowpath/search/hunt.py', line 3")
    assert not internal.search("importing m fails:\n  File '/home/x/m.py', line 3\nImportError")


def test_precision_is_told_of_what_was_judged(tmp_path: Path) -> None:
    precision = script("precision")
    file = tmp_path / "judged.toml"
    file.write_text(
        '[[finding]]\npackage = "p"\nfunction = "f"\nclass = "O(n^2)"\ntrue = true\nwhy = "run twice"\n'
        '[[finding]]\npackage = "p"\nfunction = "g"\nclass = "O(n^2)"\ntrue = false\nwhy = "no"\n'
    )
    known = precision.judgements(file)
    findings = [{"function": name, "class": "O(n^2)", "program": f"{name}(N)"} for name in "fgh"]
    found = [precision.judged("p", each, known) for each in findings]
    assert [each.true for each in found] == [True, False, None]
    assert precision.share(found) == 0.5
    assert precision.share(found[2:]) is None
    assert precision.judgements(tmp_path / "nothing.toml") == {}


def test_the_judgements_are_well_formed() -> None:
    for entry in script("precision").judgements(SCAN / "judged.toml").values():
        assert entry.keys() == {"package", "function", "class", "true", "why"}


SOURCE = """
class Box:
    def put(self, xs):
        for x in xs:
            if x not in self.items:
                self.items.insert(0, x)

def plain(xs):
    for x in xs:
        print(x)

WORD = re.compile("(a+)+$")
"""


def test_rules_flag_what_stands_in_a_loop(tmp_path: Path) -> None:
    file = tmp_path / "boxes.py"
    file.write_text(SOURCE)
    rivals = script("rivals")
    flags = set(rivals.loops([file]))
    assert flags == {(file, 5), (file, 6)}
    assert {rivals.function_at(*flag) for flag in flags} == {"Box.put"}
    assert rivals.function_at(file, 12) == ""
    assert "WORD" in rivals.text_at(file, 12)


@pytest.mark.parametrize(
    ("code", "is_suspicious"),
    [("s += 'a'", True), ("n += 1", False), ("x in (1, 2)", False), ("x in ys", True), ("xs.pop()", False)],
)
def test_what_a_rule_flags(code: str, is_suspicious: bool) -> None:
    nodes = [each for each in ast.walk(ast.parse(code)) if isinstance(each, ast.expr | ast.stmt)]
    assert any(map(script("rivals").is_suspicious, nodes)) is is_suspicious


def test_what_regexploit_prints_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    rivals = script("rivals")
    told = "Vulnerable regex in /a b/m.py #12\nPattern: (a+)+$\nContext: X = 1 #3\n---\nProcessed 1 regexes\n"
    monkeypatch.setattr(rivals, "output", lambda *arguments: told)
    assert list(rivals.regexploit([])) == [(Path("/a b/m.py"), 12)]


def test_what_a_fleet_takes_is_a_product() -> None:
    fleet = script("fleet")
    figures = fleet.Figures(order_bytes=1000, example_bytes=500, answer_bytes=3000, order_ms=10.0)
    first = fleet.total(100.0, 720.0, 1000, figures)
    assert (first.searches, first.hours, first.cpu_hours) == (100_000, 200, 400)
    assert (first.gigabytes, first.scheduler_hours) == (0.4, 0.28)
    every = fleet.total(100.0, 720.0, 1000, figures, 3)  # 1 + 2 + 4 + 8 times as long
    assert (every.searches, every.hours, every.gigabytes) == (400_000, 3000, 1.75)


def test_the_sample_is_planned_from_its_source(tmp_path: Path) -> None:
    fleet = script("fleet")
    for name, source in (("one_of_two", "def f(x): ...\n"), ("two_of_two", "def f(x): ...\ndef g(x): ...\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text(source)
    plans = fleet.sample(tmp_path, 20.0)
    assert plans == {"one_of_two": (1, 5.0), "two_of_two": (2, 10.0)}
    assert fleet.typical(plans, "mean") == (1.5, 7.5)
    assert fleet.described(plans)["targets_most"] == 2
