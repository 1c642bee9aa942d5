"""The commands that keep what they learn in a store, called by programs: what becomes of their arguments."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

import pytest

import slowpath
from slowpath.config import Settings
from slowpath.errors import UsageError
from slowpath.store.documents import DocumentStore


class Ordered:
    """Stands in the place of `run`: keeps the order, and the store that comes with it."""

    def __init__(self) -> None:
        self.order: Any = None
        self.file: Path | None = None

    def __call__(self, order: Any, listener: Any, documents: DocumentStore) -> None:
        self.order, self.file = order, documents.file


def ordered(monkeypatch: pytest.MonkeyPatch, verb: str) -> Ordered:
    run = Ordered()
    monkeypatch.setattr(f"slowpath.command.{verb}.run", run)
    return run


def test_stages_may_be_functions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = ordered(monkeypatch, "pipe")
    settings = Settings(budget=3.0)
    slowpath.pipe([textwrap.dedent, "m:f(_)"], size=7, store=tmp_path / "kept", settings=settings, seed=2)
    assert list(run.order.stages) == ["textwrap:dedent", "m:f(_)"]
    assert (run.order.size, run.order.seconds, run.order.seed) == (7, 3.0, 2)
    assert run.file == tmp_path / "kept"


def test_loops_go_without_what_either_leaves_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = ordered(monkeypatch, "loops")
    settings = Settings(knowledge=False)
    slowpath.loops("m:f", without=("usages",), store=tmp_path / "kept", settings=settings, fresh=True)
    assert run.order.without == ("knowledge", "usages")
    assert run.order.fresh


def test_a_scan_selects_targets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = ordered(monkeypatch, "scan")
    slowpath.scan("pkg", include=["*.parser:*"], private=True, jobs=3, store=tmp_path / "kept")
    assert (run.order.spec, run.order.jobs) == ("pkg", 3)
    assert (run.order.selection.include, run.order.selection.private) == (("*.parser:*",), True)
    with pytest.raises(UsageError, match="is no cluster"):
        slowpath.scan("pkg", cluster="nowhere")
