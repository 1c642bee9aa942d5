"""`slowpath pipe`, as users run it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time

import pytest

from slowpath import pipe
from slowpath.config import Settings
from slowpath.errors import SlowpathError
from tests.functional.command import Cli, wait_for

STAGES = """
import os
import re
import time


def grep(lines: list[str], pattern: str) -> list[str]:
    found = re.compile(pattern)
    return [line for line in lines if found.search(line)]


def sort(lines: list[str]) -> list[str]:
    out: list[str] = []
    for line in lines:
        place = len(out)
        while place and out[place - 1] > line:
            place -= 1
        out.insert(place, line)
    return out


def numbered(lines):
    for number, line in enumerate(lines):
        if line:
            yield line


def joined(lines: list[str]) -> str:
    return "\\n".join(lines)


def upper(text: str) -> str:
    return text.upper()


def lower(text):
    return text.lower()


def nothing(lines: list[str]) -> list[str]:
    return [line for line in lines if len(line) > 99]


def table(lines: list[str]) -> set[str]:
    return set(lines)


def clock(lines: list[str]) -> int:
    return sum(i for i in range(time.monotonic_ns() % 97))


def ranked(lines: list[str]) -> list[str]:
    return sort([line for line in lines if line.isdigit()])[:1]


async def later(lines: list[str]) -> list[str]:
    return lines
"""
LINES = "lists(text(3), N)"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("pipe")
    (folder / "stages.py").write_text(STAGES)
    return folder


@pytest.fixture(scope="module")
def cli(folder):
    return Cli(folder)


def compose(folder, *stages, size=6, tests=2, budget=4.0, **options):
    """Compose tests of some stages of the file."""
    return pipe(
        [f"{folder / 'stages.py'}:{stage}" for stage in stages],
        shape=options.pop("shape", LINES),
        size=size,
        tests=tests,
        store=folder / "store.sqlite",
        settings=Settings(budget=budget),
        **options,
    )


@pytest.fixture(scope="module")
def answer(cli):
    return cli(
        *("pipe", "stages.py:grep(_, '[0-9]{3}')", "stages.py:sort", "-a", LINES, "--size", "10"),
        *("--tests", "3", "--budget", "12", "--json", "-o", "load", "--store", "first.sqlite"),
    )


def test_the_document_has_what_the_contract_says(answer):
    assert answer.code == 0, answer.err
    document = answer.document
    assert document["stages"] == ["stages.py:grep(_, '[0-9]{3}')", "stages.py:sort"]
    assert 1 <= len(document["tests"]) <= 3  # a busy machine does not come to all
    for test in document["tests"]:
        assert sum(test["stages"]) == test["cost"]
        assert len(test["relaxed"]) == 2
        assert test["raises"] is None
    assert document["baseline"]["runs"] >= 1
    assert len(document["single"]) == 2
    assert document["tests"][0]["cost"] >= max(cost or 0 for cost in document["single"])
    assert {each["stage"] for each in document["summaries"]} == set(document["stages"])
    assert not any(each["reused"] for each in document["summaries"])
    assert document["replay"] is None


def test_a_composed_test_loads_both_stages(answer):
    """Lines that match, so that grep looks at all characters and sort has something to do."""
    best = answer.document["tests"][0]
    lines = eval(best["input"])
    assert sum(line.isdecimal() and line.isascii() for line in lines) >= 5
    assert best["stages"][1] > best["cost"] / 5
    assert best["cost"] > answer.document["baseline"]["cost"]


def test_the_pytest_file_passes(answer, folder):
    assert (folder / "load" / "slowpath_pipeline.py").exists()
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "load"]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert f"{len(answer.document['tests'])} passed" in done.stdout


def test_summaries_are_used_again(folder):
    first = compose(folder, "grep(_, 'a')", "sort")
    assert not any(each.reused for each in first.summaries)
    second = compose(folder, "grep(_, 'a')", "sort", reuse="full")
    assert all(each.reused for each in second.summaries)
    assert {test.input for test in second.tests} >= {test.input for test in first.tests}
    other = compose(folder, "grep(_, 'a')", "joined")
    assert other.summaries[0].reused
    assert not other.summaries[-1].reused
    with pytest.raises(SlowpathError, match=r"no summary of stage 1, .*grep\(_, 'b'\)"):
        compose(folder, "grep(_, 'b')", "sort", reuse="full")


def test_lazy_stages_and_texts(folder):
    report = compose(folder, "numbered", "joined", "upper")
    assert report.tests
    assert all(sum(test.stages) == test.cost for test in report.tests)
    assert "iterators(text(3), N)" in {each.input for each in report.summaries}


def test_a_caller_and_the_function_that_it_calls(folder):
    """The input is one of the caller, whose lines get through it and are the worst for what it calls."""
    report = compose(folder, "ranked@sort", "sort", shape="lists(text(1, digits | 'x'), N)", budget=12.0)
    best = report.tests[0]
    lines = eval(best.input)
    assert lines == sorted(lines, reverse=True)
    assert all(line.isdigit() for line in lines)
    assert best.stages[1] > best.stages[0]  # of the whole, what the call and the rest behind it add


def test_a_split_pipeline(folder):
    place = f"{folder / 'stages.py'}"
    report = pipe(
        [f"{place}:sort", f"{{{place}:joined | {place}:upper, {place}:sort}}"],
        shape=LINES,
        size=4,
        tests=1,
        store=folder / "store.sqlite",
        settings=Settings(budget=5.0),
    )
    assert len(report.tests[0].stages) == 4
    assert sum(report.tests[0].stages) == report.tests[0].cost


@pytest.mark.parametrize(
    ("stages", "message"),
    [
        (("sort", "upper"), r"stage 2, .*upper, takes str by its hint, but stage 1, .*sort, puts out list"),
        (("sort", "lower"), r"stage 2, .*lower, raises on what stage 1 puts out: AttributeError"),
        (("nothing", "sort"), r"stage 1, .*nothing, puts out nothing for stage 2: an empty list"),
        (("table", "sort"), r"stage 1, .*table, puts out set, which no other stage can be given"),
        (("sort", "clock"), r"stage 2, .*clock, is not deterministic: one input cost"),
        (("ranked@sorted", "sort"), r"stage 1, .*: its module has no function 'sorted'"),
        (("sort", "later"), r"stage 2, .*later: it is asynchronous"),
        (("sort", "missing"), r"stage 2, .*missing: no 'missing' in"),
        (("sort", "grep"), r"stage 2, .*grep: its arguments do not fit: missing a required argument"),
        (("grep(_, 'a', wrong=1)",), r"stage 1, .*: its arguments do not fit: got an unexpected keyword"),
    ],
)
def test_mistakes_name_stage_and_cause(folder, stages, message):
    with pytest.raises(SlowpathError, match=message):
        compose(folder, *stages, size=3, tests=1, budget=2.0)


def test_bad_options_are_no_traceback(cli):
    for arguments in (
        ("pipe", "stages.py:sort", "--reuse", "some"),
        ("pipe", "stages.py:sort", "-a", "lists(text(3)"),
        ("pipe", "stages.py:sort(_, _)"),
        ("pipe", "stages.py:sort", "--size", "0"),
    ):
        told = cli(*arguments)
        assert told.code == 2
        assert "Traceback" not in told.err


def test_a_shell_pipeline_on_the_command_line(cli):
    """The text tells what the real commands took."""
    told = cli(
        "pipe",
        "--shell",
        "sort | uniq",
        "-a",
        "lists(text(1, lower), N)",
        "--size",
        "3",
        "--tests",
        "1",
        "--budget",
        "3",
    )
    assert told.code == 0, told.err
    assert "the real uniq: " in told.out
    assert "slowpath_unix.sort:sort(_) | slowpath_unix.uniq:uniq(_)   N = 3" in told.out


def test_a_shell_pipeline_is_replayed_on_the_real_commands(folder):
    report = pipe(
        [],
        shell="grep -E '[0-9]{2}' | sort",
        size=4,
        tests=1,
        shape="lists(text(2, printable), N)",
        store=folder / "store.sqlite",
        settings=Settings(budget=4.0),
    )
    assert report.stages[1] == "slowpath_unix.sort:sort(_)"
    assert report.replay is not None
    assert [each.command for each in report.replay] == ["grep -E '[0-9]{2}'", "sort"]
    assert all(each.seconds >= 0 for each in report.replay)


@pytest.mark.parametrize("line", ["unknown -x", "sort --magic", "grep 'a", "find . -name x"])
def test_unknown_commands_and_options_are_told(line):
    with pytest.raises(SlowpathError):
        pipe([], shell=line, size=3, tests=1)


def test_ctrl_c_gives_the_best_so_far(cli):
    process = cli.start("pipe", "stages.py:sort", "stages.py:sort", "-a", LINES, "--budget", "10m", "--json")
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert "interrupted" in (json.loads(out)["stopped_because"] if out else err)
    assert wait_for(lambda: not cli.processes())
