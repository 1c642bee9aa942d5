"""A project in a temporary folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.unit.target.project import Project


@pytest.fixture
def project(tmp_path: Path) -> Iterator[Project]:
    with Project(tmp_path).open() as project:
        yield project
