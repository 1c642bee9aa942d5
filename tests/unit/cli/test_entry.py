"""The command exits with the code of its run; an interruption while it starts shows no traceback."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from slowpath.cli import main as command_line
from slowpath.cli.entry import main


@pytest.mark.parametrize("code", [0, 1, 2, 130])
def test_the_exit_code_is_that_of_the_run(monkeypatch: pytest.MonkeyPatch, code: int) -> None:
    monkeypatch.setattr(command_line, "run", lambda: code)
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == code


def test_ctrl_c_before_the_run_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted() -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(command_line, "run", interrupted)
    with pytest.raises(SystemExit) as caught:
        main()
    assert caught.value.code == 130


def test_ctrl_c_in_code_from_text_ends_with_the_code_of_an_interruption(tmp_path: Path) -> None:
    """CPython notes it, and ends `python -m` by a signal although the interruption was caught."""
    (tmp_path / "interrupted.py").write_text("""
from slowpath.cli import entry, main
def run():
    try:
        exec("raise KeyboardInterrupt")
    except KeyboardInterrupt:
        return 130
main.run = run
entry.main()
""")
    done = subprocess.run([sys.executable, "-m", "interrupted"], cwd=tmp_path, check=False)
    assert done.returncode == 130
