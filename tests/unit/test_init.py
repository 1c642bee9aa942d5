"""What `import slowpath` offers."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import slowpath


def test_the_public_names() -> None:
    assert set(slowpath.__all__) <= set(dir(slowpath))
    for name in slowpath.__all__:
        assert getattr(slowpath, name) is not None
    with pytest.raises(AttributeError, match="has no attribute 'nothing'"):
        _ = slowpath.nothing


def test_the_folder_and_the_command_share_a_name() -> None:
    code = (
        "import slowpath.counting.ledger as ledger, slowpath\n"
        "assert slowpath.counting.ledger is ledger and callable(slowpath.cost)\n"
        "from slowpath import cost\n"
        "assert callable(cost)\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_import_loads_nothing_heavy() -> None:
    code = (
        "import sys; before = set(sys.modules); import slowpath; "
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}))"
    )
    home = str(Path(slowpath.__file__).parents[1])  # -S leaves out what the environment imports at its start
    done = subprocess.run(
        [sys.executable, "-S", "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": home},
    )
    assert not {"click", "rich", "msgspec", "numpy", "asyncio", "inspect", "ast"} & set(done.stdout.split())
