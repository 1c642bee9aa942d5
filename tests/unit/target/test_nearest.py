"""In a scope that is too large, what is near the target is counted."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest

from slowpath.model.target import Build
from slowpath.target.copies import Copies
from slowpath.target.nearest import nearest
from slowpath.target.scope import scope_of

SOURCES = {
    "__init__": "from . import far",
    "near": "from .middle import step\nimport json\n\ndef near(n):\n    return step(n) + 1\n",
    "middle": "def step(n):\n    from large_pack.inner import deep\n    return deep.sink(n)\n",
    "far": "def lost(n):\n    return n\n",
    "inner/__init__": "",
    "inner/deep": "from ..far import lost\n\ndef sink(n):\n    return lost(n)\n",
    "tests/__init__": "x = 0\n" * 500,
}


@pytest.fixture
def pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "large_pack"
    for name, source in SOURCES.items():
        file = folder / f"{name}.py"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(source)
    monkeypatch.syspath_prepend(str(tmp_path))
    return folder


def names(found: frozenset[str] | None) -> set[str]:
    assert found is not None
    return {name.removeprefix("large_pack.") for name in found}


def test_the_nearest_come_first(pack: Path) -> None:
    scope = scope_of("large_pack.near")
    assert names(nearest(["large_pack.near"], scope, large=1, near=1)) == {"near"}
    assert names(nearest(["large_pack.near"], scope, large=1, near=100)) == {"near", "middle"}
    every = {"near", "middle", "inner", "inner.deep", "far"}
    assert names(nearest(["large_pack.near"], scope, large=1, near=10_000)) == every


def test_a_scope_that_is_not_large_is_near_as_a_whole(pack: Path) -> None:
    assert nearest(["large_pack.near"], scope_of("large_pack.near"), large=1_000) is None


def test_far_modules_are_copied_and_not_counted(pack: Path) -> None:
    near = frozenset({"large_pack.near", "large_pack.middle"})
    copies = Copies(scope_of("large_pack.near"), Build.COUNT, near=near)
    with copies.installed():
        module = importlib.import_module("large_pack.near")
        assert module.near(3) == 4
    assert {Path(site.file).stem for site in copies.ledger.sites} == {"near", "middle"}
    assert "large_pack.far" in copies.far
    assert "large_pack.far" in copies.modules
    assert not list(pack.rglob("*.pyc"))
