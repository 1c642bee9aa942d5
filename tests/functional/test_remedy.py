"""`slowpath find --remedy`: what it shows and writes, and that the guard passes once the change is made."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from tests.functional.command import Cli

# One process searches until it has an answer: tests run side by side.
ALONE = ("-j", "1", "--patience", "500ms")
SOURCE = """
def shared(first: list[int], second: list[int]) -> list[int]:
    # items of both
    return [item for item in first if item in second]
"""


def pytest_of(folder: Path, file: Path) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rxXs", str(file)]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    return run.returncode, run.stdout


def test_a_remedy_is_shown_written_and_passes_the_guard(cli: Cli) -> None:
    source = cli.folder / "lists.py"
    source.write_text(SOURCE)
    answer = cli("find", "lists.py:shared", "--remedy", "--budget", "25s", *ALONE, "-o", "slow", "--json")
    assert answer.code == 1, answer.err
    (found, *_) = answer.document["findings"]
    remedy = found["remedy"]
    assert set(remedy) == {"diff", "checked", "before", "after"}
    assert remedy["diff"].startswith("--- a/lists.py\n+++ b/lists.py\n")
    assert "+    second_set = set(second)" in remedy["diff"]
    assert " # items of both" in remedy["diff"]
    assert (remedy["before"], remedy["after"]) == ("O(n^2)", "O(n)")
    told = re.fullmatch(
        r"equal on ([\d,]+) inputs(, on every path up to size \d)?; O\(n\^2\) -> O\(n\)", remedy["checked"]
    )
    assert told is not None
    assert int(told[1].replace(",", "")) >= 100

    written = cli.folder / "slow" / "lists_shared.diff"
    assert remedy["diff"] in written.read_text()
    page = (cli.folder / "slow" / "lists_shared.html").read_text()
    assert "second_set = set(second)" in page
    assert f"qual on {told[1]} inputs" in page

    patched = subprocess.run(
        ["git", "apply", "--unsafe-paths", str(written)],
        cwd=cli.folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert patched.returncode == 0, patched.stderr
    assert "second_set" in source.read_text()
    guard = cli.folder / "slow" / "test_lists_shared_growth.py"
    guard.write_text(re.sub(r"@pytest\.mark\.xfail.*?(?=def test_)", "", guard.read_text(), flags=re.DOTALL))
    code, out = pytest_of(cli.folder, guard)
    assert code == 0, out


def test_the_terminal_shows_the_change(cli: Cli) -> None:
    (cli.folder / "lists.py").write_text(SOURCE)
    answer = cli("find", "lists.py:shared", "--remedy", "--budget", "20s", *ALONE)
    assert answer.code == 1, answer.err
    assert "remedy  equal on" in answer.out
    assert "+    second_set = set(second)" in answer.out


def test_a_comparison_has_no_remedy(cli: Cli) -> None:
    answer = cli("find", "targets.py:total", "--remedy", "--against", "targets.py:total")
    assert answer.code == 2
    assert "looks for no remedy" in answer.err
