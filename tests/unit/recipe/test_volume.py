"""How much an input holds."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from slowpath import files
from slowpath.recipe.part import Family
from slowpath.recipe.recipe import recipe
from slowpath.recipe.volume import volume


def test_all_levels_count() -> None:
    nested = {"a": ["xy", (1, 2**64), {"k": b"123"}], "f": io.StringIO("abcd"), "none": None, "t": True}
    assert volume(nested) == 1 + 3 + (1 + 1 + 2) + (1 + 2 + 4) + 5 + 1 + 1


def test_what_holds_far_too_much_is_not_counted_out() -> None:
    value: list[object] = []
    for _ in range(60):
        value = [value, value]
    assert volume({"x": value}) >= 1_000_000


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("'ab' * N", False),
        ("list(range(N))", False),
        ("['a' * N, 'b' * N]", False),
        ("[str(i) for i in range(N)]", False),
        ("[i * (2**61 - 1) for i in range(N)]", False),
        ("[[0] * N] * N", True),
        ("[2 ** (N - i) for i in range(N)]", True),
        ("[10 ** (8 * i) for i in range(N)]", True),
        ("['a' * i for i in range(N)]", True),
        ("{str(i): 'a' * N for i in range(N)}", True),
    ],
)
def test_which_recipes_swell(source: str, expected: bool) -> None:
    assert recipe({"x": Family(source)}).swelling == (pytest.approx(2, abs=0.3) if expected else 1)


def test_a_path_holds_what_its_file_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_shelf", files._Shelf())
    files.use(str(tmp_path))
    path = files.file("a" * 500)
    assert volume({"path": path}) == 1 + 500
