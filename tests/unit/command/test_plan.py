from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.command.plan import PlannedSearch, TargetSelection, plan_more, plan_scan
from slowpath.errors import UsageError
from slowpath.model.scan import TargetScan

SOURCE = """
def flat(x): return x
def nested(xs): return [x for x in xs if x in xs]
def _hidden(xs): return [x for x in xs if x in xs]
class Box:
    def put(self, item): self.item = item
"""


@pytest.fixture(autouse=True)
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "shop.py").write_text(SOURCE)
    (tmp_path / "whole").mkdir()
    (tmp_path / "whole" / "good.py").write_text(SOURCE)
    (tmp_path / "whole" / "bad.py").write_text("def f(:\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_promising_first_and_longer() -> None:
    plan = plan_scan("shop.py", 20.0)
    assert [(each.target, each.seconds) for each in plan.searches] == [
        ("shop.py:nested", 10.0),
        ("shop.py:Box", 5.0),
        ("shop.py:flat", 5.0),
        ("shop.py:Box.put", 5.0),
    ]


def test_no_search_is_too_short_to_load_its_target() -> None:
    assert {each.seconds for each in plan_scan("shop.py", 0.5).searches} == {1.0}


def test_include_exclude_and_private() -> None:
    def targets(**options: object) -> set[str]:
        searches = plan_scan("shop.py", 20.0, TargetSelection(**options)).searches  # type: ignore[arg-type]
        return {each.target.partition(":")[2] for each in searches}

    assert targets(include=("*:Box*",)) == {"Box", "Box.put"}
    assert targets(exclude=("*:Box*",)) == {"flat", "nested"}
    assert targets(private=True) == {"flat", "nested", "_hidden", "Box", "Box.put"}
    with pytest.raises(UsageError, match="nothing to search") as caught:
        targets(include=("nothing",))
    assert "--include" in caught.value.hint


def test_patterns_that_admit_nothing_are_a_mistake_though_a_module_cannot_be_read() -> None:
    with pytest.raises(UsageError, match="nothing to search"):
        plan_scan("whole", 20.0, TargetSelection(include=("nothing",)))
    assert plan_scan("whole/bad.py", 20.0).searches == ()


def test_a_module_that_cannot_be_read_is_told() -> None:
    plan = plan_scan("whole", 20.0)
    assert len(plan.searches) == 4
    ((name, why),) = plan.unread
    assert name == str(Path("whole", "bad.py"))
    assert "does not compile" in why


def test_only_what_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("slowpath.command.plan.changed_since", lambda revision, files: {f"{revision}:flat"})
    assert [
        each.target for each in plan_scan("shop.py", 20.0, TargetSelection(since="shop.py")).searches
    ] == ["shop.py:flat"]
    assert plan_scan("shop.py", 20.0, TargetSelection(since="other")).searches == ()


def test_properties_and_patterns_are_searched_too(shop: Path) -> None:
    more = "    @property\n    def size(self): return [x for x in self.items if x in self.items]\n"
    (shop / "more.py").write_text(f"import re\nWORDS = re.compile('a+')\n{SOURCE}{more}")
    found = {each.target: each.seconds for each in plan_scan("more.py", 20.0).searches}
    assert found["more.py:Box.size"] == found["more.py:WORDS.search"] == 10.0
    assert "more.py:Box.size" in {each.target for each in plan_scan("more.py:Box", 20.0).searches}


def test_a_pattern_changes_with_what_is_outside_functions(
    shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (shop / "more.py").write_text("import re\nWORDS = re.compile('a+')\n")
    monkeypatch.setattr("slowpath.command.plan.changed_since", lambda revision, files: {"more.py:WORDS"})
    assert [each.target for each in plan_scan("more.py", 20.0, TargetSelection(since="x")).searches] == [
        "more.py:WORDS.search"
    ]


def test_a_class() -> None:
    assert [each.target for each in plan_scan("shop.py:Box", 20.0).searches] == [
        "shop.py:Box",
        "shop.py:Box.put",
    ]


def test_time_goes_to_those_that_have_more_to_try() -> None:
    searches = [PlannedSearch(name, 5.0, promise) for name, promise in (("a", 1.0), ("b", 4.0), ("c", 2.0))]
    done = {
        "a": TargetScan("a", findings=1, is_over=False),
        "b": TargetScan("b", is_over=False),
        "c": TargetScan("c", is_over=True),
    }
    assert plan_more(searches, done) == [PlannedSearch("a", 10.0, 1.0), PlannedSearch("b", 10.0, 4.0)]


def test_the_code_of_a_scan_is_the_whole_package_or_what_lies_beside_a_file(
    shop: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A change of any of it makes kept results useless, also of what is private."""
    package = shop / "boxes_to_scan"
    package.mkdir()
    for name in ("__init__.py", "one.py", "_inner.py"):
        (package / name).write_text("def f(): ...\n")
    monkeypatch.syspath_prepend(shop)
    for text in ("boxes_to_scan", "boxes_to_scan.one", "boxes_to_scan/", "boxes_to_scan.one:f"):
        names = {file.name for file in plan_scan(text, 20.0).files}
        assert names == {"__init__.py", "one.py", "_inner.py"}
    assert {file.name for file in plan_scan("shop.py", 20.0).files} == {"shop.py"}
    (shop / "beside.py").write_text("")
    assert {file.name for file in plan_scan("shop.py:Box", 20.0).files} == {"shop.py", "beside.py"}


def planned_again(scans: list[TargetScan], **options: object) -> list[str]:
    searches = [PlannedSearch(each.target, 1.0) for each in scans]
    done = {each.target: each for each in scans}
    return [each.target for each in plan_more(searches, done, **options)]  # type: ignore[arg-type]


def test_what_refused_its_inputs_is_searched_again_once_others_show_how() -> None:
    scans = [
        TargetScan("a", tried=9, inconclusive="refuses"),
        TargetScan("b", inconclusive="fails"),
        TargetScan("c"),
    ]
    assert planned_again(scans) == []
    assert planned_again(scans, taught=("a", "b", "c")) == ["a"]


def test_what_reaches_a_slow_function_is_searched_first_again() -> None:
    scans = [
        TargetScan("open", is_over=False),
        TargetScan("found", findings=1, is_over=False),
        TargetScan("reaches", tried=9),
        TargetScan("known", findings=1),
    ]
    taught = ("open", "reaches", "known")
    again = planned_again(scans, taught=taught, reaching=("reaches", "known"))
    assert again == ["reaches", "found", "open"]


def test_what_a_public_module_passes_on_is_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    (tmp_path / "passing").mkdir()
    (tmp_path / "passing" / "_core.py").write_text(f"import re\nWORD = re.compile('a')\n{SOURCE}")
    (tmp_path / "passing" / "__init__.py").write_text("from ._core import nested, flat, WORD\n")
    plan = plan_scan("passing", 20.0)
    assert [(each.target, each.seconds) for each in plan.searches] == [
        ("passing:nested", 10.0),
        ("passing:WORD.search", 10.0),
        ("passing:flat", 5.0),
    ]
    assert {name for name, _ in plan.modules} == {"passing", "passing._core"}
    everything = {each.target for each in plan_scan("passing", 20.0, TargetSelection(private=True)).searches}
    assert "passing._core:nested" in everything
    assert "passing:nested" not in everything
