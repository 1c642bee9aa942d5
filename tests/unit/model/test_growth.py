"""A growth in words: its class, or what the sizes that were run show."""

from __future__ import annotations

import pytest

from slowpath.model.growth import Growth


def growth(costs: list[float], klass: str | None = None, exponent: float | None = 2.9) -> Growth:
    points = tuple((place + 8, cost) for place, cost in enumerate(costs))
    return Growth(points=points, klass=klass, exponent=exponent, confidence=0.0)


@pytest.mark.parametrize(
    ("shown", "words"),
    [
        (growth([1.0, 2.0], "O(n^2)", 1.97), "O(n^2)"),
        (growth([1.0, 2.0], "O(2^n)", None), "O(2^n)"),
        (growth([8.0**3, 9.0**3, 10.0**3]), "about n^2.9"),
        (growth([2.0**8, 2.0**9, 2.0**10]), "faster than n^2.9"),  # two to the n: the slope has no limit
        (growth([]), "about n^2.9"),
        (growth([], exponent=None), "growth unknown"),
    ],
)
def test_words(shown: Growth, words: str) -> None:
    assert shown.words == words


def test_what_explodes() -> None:
    assert growth([1.0], "O(2^n)", None).explodes
    assert not growth([1.0], "O(n^9)", 9.0).explodes
    assert not growth([1.0], None, None).explodes
