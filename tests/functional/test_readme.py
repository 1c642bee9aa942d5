"""What README.md shows is what the commands print.

Costs differ between versions of Python, so sessions are compared on the version they were made with.
`python -m tests.functional.test_readme` writes the present output into README.md.
"""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
SESSION = re.compile(r"```console\n\$ (slowpath [^\n]*)\n(.*?)```", re.DOTALL)
PYTHON = re.compile(r"```python\n(.*?)```", re.DOTALL)
SHOWN_ON = (3, 11)


def sessions() -> list[tuple[str, str]]:
    return SESSION.findall(README.read_text(encoding="utf-8"))


def output(command: str) -> str:
    words = shlex.split(command)
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True
    )
    return done.stdout


@pytest.mark.skipif(sys.version_info[:2] != SHOWN_ON, reason="README shows the costs of Python 3.11")
@pytest.mark.parametrize(("command", "shown"), sessions(), ids=[command[:40] for command, _ in sessions()])
def test_a_session_is_real(command: str, shown: str) -> None:
    assert output(command) == shown


def test_the_library_example_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for block in PYTHON.findall(README.read_text(encoding="utf-8")):
        exec(compile(block, str(README), "exec"), {})


def rewrite() -> None:
    """Write what the commands print now into README.md."""
    text = README.read_text(encoding="utf-8")
    fresh = SESSION.sub(lambda found: f"```console\n$ {found[1]}\n{output(found[1])}```", text)
    README.write_text(fresh, encoding="utf-8")


if __name__ == "__main__":
    rewrite()
