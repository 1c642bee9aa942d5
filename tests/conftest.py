"""Set-up for all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# Generated examples are the same in every run, so that a test that passes keeps passing until the code or
# the test changes. `HYPOTHESIS_PROFILE=searching make test` looks for new ones.
settings.register_profile("steady", derandomize=True, deadline=None)
settings.register_profile("searching", deadline=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))
