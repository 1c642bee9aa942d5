"""Bad inputs and targets that misbehave: a clear message, the right exit code, nothing left running."""

from __future__ import annotations

import pytest

from tests.functional.command import Cli


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["targets:dedupe", "-i", "list(range(N))"], "no size is given"),
        (["targets:total", "-i", "N", "--size", "0"], "--size must be more than zero"),
        (["targets:total", "-i", "N", "--size", "-5"], "--size must be more than zero"),
        (["targets:total", "-i", "N", "--size", "many"], "--size must be a whole number"),
        (["targets:total", "-i", "N", "--size", "1.5"], "--size must be a whole number"),
        (["targets:total", "-i", "1", "--budget", "-60s"], "--budget must be more than zero"),
        (["targets:total", "-i", "1", "--budget", "soon"], "--budget must be a duration"),
        (["targets:total", "-i", "1", "--max-ops", "-1"], "--max-ops must be more than zero"),
        (["targets:total", "-i", "1", "--memory", "lots"], "--memory must be a size"),
        (["targets:total", "-i", "1", "--measure", "opps"], "Did you mean 'ops'?"),
        (["targets:total", "-i", "1", "--allow", "everything"], "no permission 'everything'"),
        (["targets:total", "-i", "list(range(3)"], "'(' was never closed"),
        (["targets:total", "-i", "n=import os"], "not a Python expression"),
        (["targets:total", "-i", "nonsense"], "NameError"),
        (["targets:total", "-i", "1/0"], "ZeroDivisionError"),
        (["targets:total", "-i", "[0] * 10**12"], "--memory"),
        (["targets:total"], "Add --input 'n=...'"),
        (["targets:dedupe", "-i", "item=1"], "did you mean 'items'?"),
        (["targets:total", "-i", "1", "-i", "2"], "Name each input"),
        (["targets:Box.has", "-i", "1"], "--input 'items=...'"),
        (["targets:Box.has", "-i", "1", "-i", "items=1", "-i", "limits=1"], "did you mean 'limit'?"),
        (
            ["targets:Box.has", "-i", "1", "-i", "self.items=1"],
            "no parameter 'self.items' (did you mean 'items'?)",
        ),
        (["targets:Box.pair", "-i", "1"], "--input 'a=...' --input 'b=...'"),
        (["targets:takes_nothing", "-i", "1"], "takes no input"),
        (["targets"], "module:function"),
        (["targets:dedup", "-i", "1"], "Did you mean 'dedupe'?"),
        (["target:dedupe", "-i", "1"], "no module 'target'"),
        (["missing.py:dedupe", "-i", "1"], "missing.py"),
        (["math:sqrt", "-i", "1"], "written in C"),
        ([], "Missing argument 'TARGET'"),
        (["targets:total", "--inputs", "1"], "No such option"),
    ],
)
def test_usage_errors(cli: Cli, arguments: list[str], message: str) -> None:
    answer = cli("cost", *arguments, "--json")
    assert answer.code == 2, answer
    assert answer.out == "" or "memory limit" in answer.out
    assert message in answer.err
    assert "Traceback" not in answer.err


@pytest.mark.parametrize(
    ("target", "options", "end", "message"),
    [
        ("loops", ["--max-ops", "1M"], "cost budget", "--max-ops"),
        ("loops", ["--max-ops", "1000G", "--cpu", "1"], "cpu limit", "--cpu"),
        ("stubborn", ["--max-ops", "10k"], "cost budget", "--max-ops"),
        ("sleeps", ["--time", "0.3"], "time limit", "--time"),
        ("sleeps", ["--budget", "300ms"], "time limit", "--budget"),
        ("eats", ["--memory", "100MB"], "memory limit", "--memory"),
        ("exits_hard", [], "died", "os._exit(3)"),
        ("crashes", [], "died", "SIGSEGV"),
        ("starts_thread", [], "refused", "--allow threads"),
        ("starts_process", [], "refused", "--allow processes"),
        ("forks", [], "refused", "--allow processes"),
        ("connects", [], "refused", "--allow network"),
    ],
)
def test_runs_that_are_stopped(cli: Cli, target: str, options: list[str], end: str, message: str) -> None:
    answer = cli("cost", f"targets:{target}", "-i", "1", "--json", *options)
    assert answer.code == 2
    assert answer.document["end"] == end
    assert message in answer.document["detail"]
    assert message in answer.err


@pytest.mark.parametrize(
    ("target", "raises"),
    [
        ("rejects", "TypeError: 'int' object is not iterable"),
        ("recurses", "RecursionError: maximum recursion depth exceeded"),
        ("exits", "SystemExit: 3"),
    ],
)
def test_runs_that_raise(cli: Cli, target: str, raises: str) -> None:
    answer = cli("cost", f"targets:{target}", "-i", "1", "--json")
    assert (answer.code, answer.err) == (0, "")
    assert answer.document["end"] == "raised"
    assert answer.document["raises"].startswith(raises)
    assert answer.document["cost"]["ops"] > 0


def test_a_budget_stops_at_the_same_place(cli: Cli) -> None:
    arguments = ("cost", "targets:loops", "-i", "1", "--max-ops", "1M", "--json", "-m", "iterations")
    first, second = cli(*arguments).document, cli(*arguments).document
    assert first == second
    assert 1_000_000 < first["cost"]["ops"] < 1_100_000
    assert first["lines"][0]["source"] == "n += 1"


def test_recursion_limit(cli: Cli) -> None:
    assert cli("cost", "targets:recurses", "-i", "1", "--json").document["cost"]["calls"] == 1000
    arguments = ("cost", "targets:deep", "-i", "3000", "--json", "-m", "calls")
    assert cli(*arguments).document["raises"].startswith("RecursionError")
    deeper = cli(*arguments, "--recursion", "4000")
    assert deeper.document["end"] == "returned"
    assert deeper.document["cost"]["calls"] == 3001


def test_patched_builtins_do_not_disturb_the_report(cli: Cli) -> None:
    answer = cli("cost", "targets:patches", "-i", "1", "--json")
    assert (answer.code, answer.err) == (0, "")
    assert answer.document["end"] == "returned"
    assert answer.document["cost"]["iterations"] == 7


def test_files_are_written_only_where_allowed(cli: Cli) -> None:
    out = cli.folder / "out.txt"
    refused = cli("cost", "targets:writes", "-i", repr(str(out)), "--json")
    assert refused.code == 2
    assert refused.document["end"] == "refused"
    assert not out.exists()
    allowed = cli("cost", "targets:writes", "-i", repr(str(out)), "--json", "--allow", "files")
    assert allowed.code == 0
    assert out.read_text() == "x"
    assert cli("cost", "targets:removes", "-i", repr(str(out)), "--json").code == 2
    assert out.exists()


@pytest.mark.parametrize("target", ["starts_process", "leaves_process", "forks"])
def test_processes_that_are_allowed_end_with_the_run(cli: Cli, target: str) -> None:
    answer = cli("cost", f"targets:{target}", "-i", "1", "--json", "--allow", "processes")
    assert (answer.code, answer.document["end"]) == (0, "returned")
    assert cli.left_running() == []


def test_threads_that_are_allowed(cli: Cli) -> None:
    answer = cli("cost", "targets:starts_thread", "-i", "1", "--json", "--allow", "threads")
    assert (answer.code, answer.document["end"]) == (0, "returned")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("raise KeyError('no such key')", "KeyError: 'no such key'"),
        ("import missing_module", "No module named 'missing_module'"),
        ("def f(:", "SyntaxError"),
        ("import os; os._exit(4)", "os._exit(4)"),
        ("import sys; sys.exit(4)", "SystemExit: 4"),
        ("while True: pass", "did not end within 5 s"),
        ("held = bytearray(10**10)", "Memory"),
    ],
)
def test_modules_that_cannot_be_imported(cli: Cli, source: str, message: str) -> None:
    (cli.folder / "broken.py").write_text(f"{source}\n\ndef f():\n    pass\n")
    limit = ["--time", "0.5"] if source.startswith("while") else []
    answer = cli("cost", "broken:f", "--json", *limit)
    assert (answer.code, answer.out) == (2, "")
    assert message in answer.err


def test_unknown_settings(cli: Cli) -> None:
    (cli.folder / "pyproject.toml").write_text("[tool.slowpath]\nmeasures = 'ops'\n")
    answer = cli("cost", "targets:total", "-i", "1")
    assert answer.code == 2
    assert "no setting 'measures'" in answer.err
    assert "max-ops" in answer.err
