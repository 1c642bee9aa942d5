from __future__ import annotations

import stat
from pathlib import Path

import pytest

from slowpath.errors import UsageError
from slowpath.pipeline.shell.catalogue import SPECS
from slowpath.pipeline.shell.parsing import parse_shell
from slowpath.pipeline.shell.replay import missing, replay
from slowpath.pipeline.shell.stage import Form, ShellStage, StreamKind


@pytest.fixture(autouse=True)
def _real_commands() -> None:
    if absent := missing(parse_shell("sort | grep a | head | uniq | xargs | tr a b")):
        pytest.skip(f"this machine has no {absent}")


def test_the_real_commands_run_and_are_timed() -> None:
    done = replay(parse_shell("grep -v b | sort -r | uniq -c"), ["a", "b", "c", "a"])
    assert done.output == b"      1 c\n      2 a\n"
    assert [command.argv[0] for command in done.commands] == ["grep", "sort", "uniq"]
    assert all(command.seconds >= 0 and command.code == 0 for command in done.commands)
    assert done.cpu == sum(command.seconds for command in done.commands)
    assert done.seconds > 0


def test_a_pipeline_that_ends_early_or_finds_nothing_did_not_fail() -> None:
    assert replay(parse_shell("cat | head -n 1"), "x\n" * 300_000).output == b"x\n"
    assert replay(parse_shell("grep nothing | sort"), ["a"]).output == b""


def test_words_reach_the_commands_as_they_are(tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    done = replay(parse_shell(f"grep -F '; touch {trap}' | tr '|' '$'"), [f"; touch {trap} |", "x"])
    assert done.output == f"; touch {trap} $\n".encode()
    assert not trap.exists()


def test_a_tree_is_made_for_find() -> None:
    tree = [("/dir", 0, stat.S_IFDIR), ("/dir/a.txt", 20_000, stat.S_IFREG), ("/dir/b.txt", 5, stat.S_IFREG)]
    done = replay(parse_shell("find /dir -size +10k -type f | sort"), tree)
    assert done.output == b"dir/a.txt\n"
    with pytest.raises(UsageError, match=r"leaves the tree"):
        replay(parse_shell("find /dir"), [("/dir/../../x", 1, stat.S_IFREG)])


def test_a_pipeline_ends_at_its_limit() -> None:
    sleeper = ShellStage(Form("text", "text_of", StreamKind.LINES, StreamKind.TEXT), (), ("sleep", "60"))
    done = replay([sleeper], ["a"], limit=0.1)
    assert done.output is None
    assert done.commands[0].code == -9


def test_mistakes() -> None:
    with pytest.raises(UsageError, match="no byte"):
        replay(parse_shell("sort"), ["\u20ac"])
    broken = ShellStage(SPECS["sort"].forms[0], (), ("sort", "--no-such-option"))
    with pytest.raises(UsageError, match="sort failed with exit code 2"):
        replay([broken], ["a"])
    absent = ShellStage(SPECS["sort"].forms[0], (), ("no-such-command",))
    with pytest.raises(UsageError, match="no command no-such-command"):
        replay([absent], ["a"])
