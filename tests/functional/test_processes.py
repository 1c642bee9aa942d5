"""However a command ends, nothing that it started goes on."""

from __future__ import annotations

import json
import signal

import pytest

from tests.functional.command import Cli, wait_for

BUSY = ("cost", "targets:loops", "-i", "1", "--max-ops", "1000G", "-m", "ops")
ASLEEP = ("cost", "targets:sleeps", "-i", "1", "-m", "ops")


@pytest.mark.parametrize("arguments", [BUSY, ASLEEP], ids=["busy", "asleep"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_a_command_that_is_ended(cli: Cli, arguments: tuple[str, ...], number: signal.Signals) -> None:
    process = cli.start(*arguments)
    assert wait_for(lambda: len(cli.processes()) >= 3)  # the command, the worker, the run
    process.send_signal(number)
    process.communicate(timeout=20)
    assert cli.left_running() == []
    assert process.returncode == (130 if number == signal.SIGINT else -number)


def test_a_command_that_is_ended_while_the_target_is_imported(cli: Cli) -> None:
    (cli.folder / "slow.py").write_text("while True: pass\n")
    process = cli.start("cost", "slow:f", "-m", "ops")
    assert wait_for(lambda: len(cli.processes()) >= 2)
    process.kill()
    process.communicate(timeout=20)
    assert cli.left_running() == []


@pytest.mark.parametrize(
    "verb",
    [
        ["cases", "targets:sleeps"],
        ["suite", "targets:sleeps"],
        ["scale", "targets:sleeps", "--size", "50"],
        ["diff", "targets:sleeps", "targets:sleeps"],
    ],
    ids=lambda verb: verb[0],
)
def test_a_target_that_sleeps_does_not_outlast_the_budget(cli: Cli, verb: list[str]) -> None:
    answer = cli(*verb, "-a", "n=integer(0, 9)", "--budget", "1s", "--json")
    assert answer.code == 3, answer
    assert "--budget" in answer.document["inconclusive"]
    assert answer.document["stopped_because"] == "time budget"
    assert cli.left_running() == []


def test_an_interrupted_series_is_reported(cli: Cli) -> None:
    process = cli.start("grow", "targets:deep", "-i", "N", "--json")
    out, _ = process.communicate(timeout=60)
    assert json.loads(out)["stopped_because"] == "recursion limit"
    (cli.folder / "late.py").write_text(
        "import time\ndef f(n):\n    for _ in range(n): pass\n    if n > 100: time.sleep(1000)\n"
    )
    process = cli.start("grow", "late:f", "-i", "N", "--json")
    assert wait_for(lambda: len(cli.processes()) >= 3)
    assert wait_for(lambda: _asleep(cli))
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=20)
    document = json.loads(out)
    assert process.returncode == 130
    assert document["stopped_because"] == "interrupted"
    assert max(size for size, _ in document["growth"]["points"]) == 64


def _asleep(cli: Cli) -> bool:
    """Tell whether the same run has been there for a while."""
    import time

    before = cli.processes()
    time.sleep(0.5)
    return len(before) >= 3 and cli.processes() == before
