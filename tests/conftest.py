"""Set-up for all tests."""

from __future__ import annotations

import compileall
import gc
import os
import sys
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
    """Compile slowpath once, before the first test, and collect tests without collecting garbage.

    Tests start hundreds of processes. Under PYTHONDONTWRITEBYTECODE each of them would compile it again, and
    pytest would rewrite the tests in each run and each of its processes, which is most of their collection.
    """
    gc.disable()
    sys.dont_write_bytecode = False
    if not hasattr(config, "workerinput"):
        compileall.compile_dir(SOURCE, quiet=2)


def pytest_collection_finish() -> None:
    """Let garbage collections look at nothing that was there before the first test.

    These are 270,000 objects, a fifth of a second for each full collection, and some tests make many.
    """
    gc.collect()
    gc.freeze()
    gc.enable()
    sys.dont_write_bytecode = bool(sys.flags.dont_write_bytecode)
