"""What makes two runs alike, and one growth lower than another."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.model.growth import Growth, GrowthTerm
from slowpath.model.run import End, Run
from slowpath.oracle.remedy import trial
from slowpath.oracle.remedy.paths import SizeSeen
from slowpath.oracle.remedy.trial import alike, is_lower
from tests.unit.oracle.remedy.local import remedy


def run(end: End = End.RETURNED, outcome: str | None = "a", exception: str | None = None) -> Run:
    return Run(end, {}, (), (), exception=exception, outcome=outcome)


def test_runs_are_alike_if_they_leave_the_same_behind() -> None:
    assert alike(run(), run()) is True
    assert alike(run(), run(outcome="b")) is False
    assert alike(run(), run(End.RAISED, exception="ValueError")) is False
    assert alike(run(), run(End.BUDGET, None)) is False
    assert alike(run(), run(outcome=None)) is False


def test_a_run_without_an_end_of_its_own_says_nothing() -> None:
    assert alike(run(End.BUDGET), run()) is None
    assert alike(run(End.REFUSED, None), run()) is None
    assert alike(run(outcome=None), run()) is None
    assert alike(run(End.RAISED, exception="RecursionError"), run()) is None
    assert alike(run(), run(End.RAISED, exception="RecursionError")) is False


def growth(klass: str | None, exponent: float | None) -> Growth:
    return Growth(((1, 1),), klass, exponent, 1.0)


@pytest.mark.parametrize(
    ("before", "after", "is_so"),
    [
        (("O(n^2)", 2.0), ("O(n)", 1.0), True),
        (("O(n^2)", 2.0), ("O(n log n)", 1.1), True),
        (("O(n^2 log n)", 2.1), ("O(n^2)", 2.0), False),
        (("O(n^2)", 2.0), ("O(n^2)", 2.0), False),
        (("O(n^2)", 2.0), (None, 1.0), False),
        (("O(2^n)", None), ("O(n^2)", 2.0), True),
        (("O(2^n)", None), ("O(1.6^n)", None), False),
        ((None, 2.0), ("O(n)", 1.0), True),
    ],
)
def test_a_lower_class(
    before: tuple[str | None, float | None], after: tuple[str | None, float | None], is_so: bool
) -> None:
    assert is_lower(growth(*before), growth(*after)) == is_so


@pytest.mark.parametrize(
    ("exponents", "powers", "sure", "is_so"),
    [
        ((1.12, 1.0), (2, 1), 0.8, True),  # a square with a small factor
        ((1.12, 1.0), (2, 1), 0.6, False),
        ((1.12, 1.0), (1, 1), 0.8, False),
        ((1.05, 1.0), (2, 1), 0.8, False),  # the slopes hardly differ
    ],
)
def test_a_lower_leading_term(
    exponents: tuple[float, float], powers: tuple[int, int], sure: float, is_so: bool
) -> None:
    before, after = (
        Growth(((1, 1),), f"O(n^{power})", exponent, sure, terms=(GrowthTerm(0.01, power=power),))
        for exponent, power in zip(exponents, powers, strict=True)
    )
    assert is_lower(before, after) is is_so


SOURCE = """
def target(items: list[int], others: list[int]) -> int:
    return sum(each in others for each in items)
"""
RECIPE = {"items": "list(range(N))", "others": "list(range(N, 2 * N))"}


@pytest.mark.parametrize(
    ("complete", "inputs", "words"),
    [
        (True, ({"items": "[1]", "others": "[1]"},), "on every path up to size 1; O(n^2) -> O(n)"),
        (False, ({"items": "[1]", "others": "[1]"},), "inputs; O(n^2) -> O(n)"),
        # A path on which nothing could be compared is not one on which both agree.
        (True, ({"items": "nothing", "others": "[1]"},), "inputs; O(n^2) -> O(n)"),
    ],
)
def test_every_path_is_claimed_only_if_all_were_seen(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, complete: bool, inputs: tuple[dict[str, str]], words: str
) -> None:
    seen = [SizeSeen(1, inputs, complete)]
    found = remedy(monkeypatch, tmp_path, SOURCE, RECIPE, paths=seen)
    assert found is not None
    assert found.checked.endswith(words)


def test_a_change_that_differs_on_one_path_is_not_shown(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seen = [SizeSeen(1, ({"items": "[[]]", "others": "[1]"},), True)]  # it has no hash
    assert remedy(monkeypatch, tmp_path, SOURCE, RECIPE, paths=seen) is None


def test_a_change_that_does_not_help_is_not_shown(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(trial, "is_lower", lambda before, after: False)
    assert remedy(monkeypatch, tmp_path, SOURCE, RECIPE) is None
