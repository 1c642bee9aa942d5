"""What the functional tests share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.functional.command import TARGETS, Cli


@pytest.fixture
def cli(tmp_path: Path) -> Iterator[Cli]:
    (tmp_path / "targets.py").write_text(TARGETS.read_text())
    cli = Cli(tmp_path)
    yield cli
    assert cli.left_running() == []
