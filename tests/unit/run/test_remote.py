"""Child processes seen from outside: what they say, how they fail, and how they end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import slowpath
from slowpath.errors import TargetImportError, UsageError, WorkerError
from slowpath.run.limits import Limits
from slowpath.run.remote import Remote, hear_each
from tests.unit.run.serving import Said, Say, serve


@pytest.fixture(autouse=True)
def _children_import_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(Path(__file__).parents[3]), prepend=os.pathsep)


def child() -> Remote[Said]:
    return Remote(serve, Said)


def test_a_child_answers_in_order() -> None:
    with child() as remote:
        for word in ("one", "two"):
            remote.ask(Say(word))
            assert remote.hear(20) == Said(word)
        assert remote.hear(0.01) is None
        assert not remote.ended


def test_an_error_of_the_user_is_raised_on_this_side() -> None:
    with child() as remote:
        remote.ask(Say("usage"))
        with pytest.raises(UsageError, match="a mistake") as caught:
            remote.hear(20)
        assert caught.value.hint == "a hint"


def test_a_fault_of_ours_comes_with_its_traceback() -> None:
    with child() as remote:
        remote.ask(Say("bug"))
        with pytest.raises(WorkerError, match="ValueError: ours") as caught:
            remote.hear(20)
        assert "in serve" in caught.value.__notes__[0]


def test_a_child_that_dies_is_told_from_one_that_is_slow() -> None:
    with child() as dead, child() as slow:
        dead.ask(Say("die"))
        slow.ask(Say("hang"))
        assert dead.hear(20) is None
        assert dead.ended
        error = dead.why_silent("m:f", 1, Limits())
        assert isinstance(error, TargetImportError)
        assert "os._exit(3)" in error.message
        assert slow.hear(0.2) is None
        assert "did not end within 1 s" in slow.why_silent("m:f", 1, Limits()).message


def test_an_interrupted_child_answers_with_what_it_has() -> None:
    with child() as remote:
        remote.ask(Say("search"))
        assert remote.hear(20) == Said("searching")
        remote.interrupt()
        assert remote.hear(20) == Said("what it has")


def test_an_interruption_reaches_the_processes_of_a_pool() -> None:
    with child() as remote:
        remote.ask(Say("search in a pool"))
        assert remote.hear(20) == Said("searching")
        time.sleep(0.2)  # until the second process has begun
        remote.interrupt()
        assert [remote.hear(20) for _ in range(3)] == [
            Said("what it has"),
            Said("searching"),
            Said("what it has"),
        ]


def test_several_children_are_heard_side_by_side() -> None:
    with child() as one, child() as two, child() as gone:
        one.ask(Say("one"))
        two.ask(Say("two"))
        gone.ask(Say("die"))
        assert hear_each([one, two, gone], 20) == [Said("one"), Said("two"), None]
        assert "printed one" in one.output


def test_nothing_is_left_running() -> None:
    remote = child()
    remote.ask(Say("hang"))
    remote.close()
    with pytest.raises(ProcessLookupError):
        os.kill(remote.pid, signal.SIG_DFL)
    assert remote.close() == -signal.SIGKILL


@pytest.mark.parametrize(
    ("where", "expected"), [("after_in_child", "True\n"), ("after_in_parent", "interrupted set()\n")]
)
def test_an_interruption_while_a_child_begins_waits_until_it_has(where: str, expected: str) -> None:
    """It shows no traceback, and leaves no process."""
    source = f"""
import os, signal
from slowpath.run.remote import Remote
from tests.unit.children import children
from tests.unit.run.serving import Said, serve

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may start it with SIGINT ignored
os.register_at_fork({where}=lambda: os.kill(os.getpid(), signal.SIGINT))
try:
    with Remote(serve, Said) as remote:
        print(remote.hear(20) is None and remote.ended)
except KeyboardInterrupt:
    print("interrupted", children())
"""
    home = os.pathsep.join([str(Path(slowpath.__file__).parents[1]), str(Path(__file__).parents[3])])
    done = subprocess.run(
        [sys.executable, "-c", source],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": home},
        timeout=60,
        check=False,
    )
    assert (done.stdout, done.stderr) == (expected, "")
