"""The command exits with the code of its run; an interruption while it starts shows no traceback."""

from __future__ import annotations

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
