from __future__ import annotations

import pytest

import slowpath.values.hooks  # noqa: F401  # gives recording containers their methods
from tests.unit.values.symbols import Symbols


@pytest.fixture
def symbols() -> Symbols:
    return Symbols()
