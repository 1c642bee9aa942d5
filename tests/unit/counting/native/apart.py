"""Code that may crash or not end runs in a process of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[4]
SECONDS = 60  # none takes two


def run_apart(source: str) -> str:
    """Run source code in a fresh interpreter, which must succeed; return what it prints."""
    done = subprocess.run(
        [sys.executable, "-X", "faulthandler", "-c", source],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=SECONDS,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
