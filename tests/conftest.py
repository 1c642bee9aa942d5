"""Set-up for all tests."""

from __future__ import annotations

import compileall
import os
from pathlib import Path

import pytest
from hypothesis import settings

SOURCE = Path(__file__).parents[1] / "src"

# Generated examples are the same in every run, so that a test that passes keeps passing until the code or
# the test changes. `HYPOTHESIS_PROFILE=searching make test` looks for new ones.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("searching", deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))


def pytest_configure(config: pytest.Config) -> None:
    """Compile slowpath once, before the first test.

    Tests start hundreds of processes. Under PYTHONDONTWRITEBYTECODE each of them would compile it again.
    """
    if not hasattr(config, "workerinput"):
        compileall.compile_dir(SOURCE, quiet=2)
