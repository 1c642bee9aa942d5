"""Without libcst, the command says what to install."""

from __future__ import annotations

import importlib.util

import pytest

from slowpath.errors import UsageError
from slowpath.oracle.remedy.extra import is_available, require


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert is_available()
    require()
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(UsageError, match="libcst") as raised:
        require()
    assert "slowpath[remedy]" in raised.value.hint
