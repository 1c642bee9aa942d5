"""Which classes have what a protocol asks for."""

from __future__ import annotations

import sys
from typing import Protocol

import pytest

from slowpath.shape.protocols import classes_fitting


class Renders(Protocol):
    def render(self) -> str: ...


class Page:
    def render(self) -> str:
        return ""


class Silent:
    pass


def test_classes_of_the_module_that_have_what_is_asked_for() -> None:
    found = list(classes_fitting(Renders))
    assert Page in found
    assert Silent not in found


def test_a_module_that_is_gone_has_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Renders, "__module__", "gone.long.ago")
    assert "gone.long.ago" not in sys.modules
    assert list(classes_fitting(Renders)) == []
