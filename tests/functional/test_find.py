"""`slowpath find` with no driver and no hints: what it answers, writes and leaves behind."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import slowpath
from slowpath.cli.answer import exit_code
from slowpath.report.document import find as find_document
from slowpath.report.finding import text
from tests.functional.command import Cli, wait_for

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples"
# One process searches if a test asks what is reported of a finding, and other places may stay unseen: tests
# run side by side. Tests that nothing is found, and those of interrupts, let as many search as users do.
ALONE = ("-j", "1", "--patience", "500ms")


@pytest.fixture
def cli(tmp_path: Path) -> Iterator[Cli]:
    shutil.copy(HERE / "find_targets.py", tmp_path / "targets.py")
    cli = Cli(tmp_path)
    yield cli
    assert cli.left_running() == []


def pytest_of(folder: Path, *files: str) -> tuple[int, str]:
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rxXs", *files]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120, check=False)
    return run.returncode, run.stdout


def evaluated(inputs: dict[str, str], size: int) -> dict[str, Any]:
    """The values of expressions, which know nothing but builtins and N."""
    return {name: eval(source, {"N": size}) for name, source in inputs.items()}


def test_the_document_of_an_example(cli: Cli) -> None:
    shutil.copy(EXAMPLES / "dedupe.py", cli.folder)
    # It ends by itself, some seconds after its last finding; a busy machine takes longer to find one.
    answer = cli("find", "dedupe.py:dedupe", "--budget", "25s", "--json", "--tests", "2")
    assert answer.code == 1, answer.err
    assert answer.err == ""
    document = answer.document
    assert set(document) >= {
        "target",
        "measure",
        "seed",
        "elapsed",
        "stopped_because",
        "strategies",
        "cases",
        "baseline",
        "growth",
        "findings",
        "large_results",
        "inconclusive",
        "lost",
    }
    assert (document["large_results"], document["inconclusive"]) == ([], None)
    finding = document["findings"][0]
    assert finding["evidence"] == "counted and timed"
    assert finding["largest_size"] == max(finding["seconds"][-1][0], finding["growth"]["points"][-1][0])
    assert finding["beyond"] is None
    assert finding["natural"] is True
    assert (document["target"], document["measure"], document["seed"]) == ("dedupe.py:dedupe", "ops", 0)
    assert all(set(each) == {"name", "runs", "solves", "best", "seconds"} for each in document["strategies"])
    growth = document["growth"]
    assert growth["class"] == "O(n^2)"
    assert growth["exponent"] >= 1.5
    assert set(growth) >= {"points", "class", "exponent", "confidence", "recipe"}
    assert growth["recipe"] == document["findings"][0]["recipe"]
    assert len(evaluated(growth["recipe"], 40)["items"]) >= 40
    assert 1 <= len(document["cases"]) <= 2
    case = document["cases"][0]
    assert set(case) == {"size", "input", "setup", "program", "cost", "seconds", "raises", "path", "found_by"}
    assert case["setup"] is None
    assert evaluated(case["input"], case["size"])
    assert document["baseline"]["cost"] < case["cost"]
    assert document["baseline"]["runs"] > 0
    # What is reported can be repeated to the op.
    given = [part for name, text in case["input"].items() for part in ("-i", f"{name}={text}")]
    again = cli("cost", "dedupe.py:dedupe", *given, "--size", str(case["size"]), "-m", "ops", "--json")
    assert again.document["cost"]["ops"] == case["cost"]


def test_the_files_of_a_finding_and_what_becomes_of_them(cli: Cli) -> None:
    answer = cli("find", "targets.py:dedupe", "--budget", "10s", "-o", "slow")
    assert answer.code == 1, answer.err
    assert "O(n^2)" in answer.out
    guard, page = (
        cli.folder / "slow" / "test_targets_dedupe_growth.py",
        cli.folder / "slow" / "targets_dedupe.html",
    )
    assert [str(path.relative_to(cli.folder)) in answer.err for path in (guard, page)] == [True, True]
    assert "if item not in seen:" in page.read_text()

    code, out = pytest_of(cli.folder / "slow", guard.name)
    assert code == 0, out
    assert re.search(r"= \d+ xfailed in", out), out  # one for each way that was found in the time

    source = cli.folder / "targets.py"
    mended = source.read_text().replace(
        "    seen = []\n    for item in items:\n        if item not in seen:\n            seen.append(item)\n"
        "    return seen",
        "    return sorted(items)",
    )
    assert mended != source.read_text()
    source.write_text(mended)
    code, out = pytest_of(cli.folder, str(guard))
    assert code == 1
    assert "[XPASS(strict)]" in out
    assert "drop this mark when it is fixed" in out

    guard.write_text(re.sub(r"@pytest\.mark\.xfail.*?(?=def test_)", "", guard.read_text(), flags=re.DOTALL))
    code, out = pytest_of(cli.folder, str(guard))
    assert code == 0, out
    assert re.search(r"= \d+ passed in", out), out

    # The guard was edited: it is not taken away.
    again = cli("find", "targets.py:dedupe", "--budget", "5s", "-o", "slow")
    assert (again.code, again.out) == (2, "")
    assert "was edited since" in again.err
    assert "--force" in again.err


def test_a_target_that_is_fast_enough(cli: Cli) -> None:
    answer = cli("find", "targets:letters", "--budget", "4s", "-o", ".", "--json")
    assert answer.code == 0, answer.err
    document = answer.document
    assert document["findings"] == []
    assert (cli.folder / "targets_letters.html").exists()
    guard = cli.folder / "test_targets_letters_growth.py"
    if document["growth"] is None:
        assert not guard.exists()
    else:
        assert pytest_of(cli.folder, guard.name)[0] == 0


def test_a_driver_is_searched_in_the_package_that_it_drives(cli: Cli) -> None:
    cli.folder.joinpath("drive.py").write_text(
        "from xml.dom.minidom import Document\n"
        "def nested(depth: list[int]):\n"
        "    document = node = Document()\n"
        "    for _ in depth:\n"
        "        node = node.appendChild(document.createElement('a'))\n"
    )
    answer = cli("find", "drive.py:nested", "--budget", "30s", *ALONE, "-o", "out")
    assert answer.code == 1, answer.err
    assert "counted in xml too" in answer.out
    assert "_in_document" in answer.out
    assert "scope=('xml',)" in next((cli.folder / "out").glob("*.py")).read_text()
    assert "--scope xml" in next((cli.folder / "out").glob("*.html")).read_text()


def test_what_is_imported_and_cannot_be_copied_is_left_alone(cli: Cli) -> None:
    cli.folder.joinpath("once.py").write_text(
        "import sys\nassert not hasattr(sys, 'seen_once')\nsys.seen_once = True\ndef f(x): return x\n"
    )
    cli.folder.joinpath("drive.py").write_text(
        "import once\ndef pairs(xs: list[int]):\n    return sum(once.f(x) for x in xs for y in xs)\n"
    )
    answer = cli("find", "drive.py:pairs", "--budget", "30s", *ALONE, "--json")
    assert (answer.code, answer.err) == (1, "")
    assert answer.document["scope"] == []
    assert answer.document["findings"]


def test_an_input_that_does_not_terminate(cli: Cli) -> None:
    answer = cli("find", "targets.py:tags", "--budget", "30s", *ALONE, "-o", "out")
    assert answer.code == 1, answer.err
    assert "does not terminate  text='<' * N  at N = 1" in answer.out
    assert "did not finish within 10,000,000 ops or 4 s of the plain function" in answer.out
    assert "stopped because: " in answer.out
    assert "An input that does not terminate" in next((cli.folder / "out").glob("*.html")).read_text()
    code, said = pytest_of(cli.folder, "out")
    assert (code, "1 xfailed" in said) == (0, True), said


def test_a_target_that_explodes_at_once(cli: Cli) -> None:
    options = ("--budget", "15s", *ALONE, "--json", "-o", "slow", "--fail-on", "never")
    answer = cli("find", "targets:subsets", *options)
    assert answer.code == 0, answer.err
    assert answer.document["growth"]["class"] == "O(2^n)"
    assert answer.document["growth"]["exponent"] is None
    code, out = pytest_of(cli.folder, "slow")
    assert (code, "xfailed" in out) == (0, True), out


def test_a_cost_in_proportion_to_the_result_is_no_finding(cli: Cli) -> None:
    answer = cli("find", "targets:indented", "--budget", "8s", "--json", "-o", "out")
    assert answer.code == 0, answer.err
    document = answer.document
    assert document["findings"] == []
    large = document["large_results"][0]
    assert set(large["recipe"]) == {"text", "by"}
    assert (large["growth"]["class"], large["result"]["class"]) == ("O(n^2)", "O(n^2)")
    size, volume = large["result"]["points"][-1]
    assert volume >= size**2
    assert "A large result" in next((cli.folder / "out").glob("*.html")).read_text()


def test_a_finding_beside_a_large_result(cli: Cli) -> None:
    answer = cli("find", "targets:indented_once", "--budget", "20s", *ALONE, "--json")
    assert answer.code == 1, answer.err
    assert {each["function"] for each in answer.document["findings"]} == {"indented_once"}
    assert "if line not in seen" in answer.document["findings"][0]["lines"][0]["source"]


def test_an_explosion_of_results_is_a_finding(cli: Cli) -> None:
    answer = cli("find", "targets:words", "--budget", "15s", *ALONE, "--json")
    assert answer.code == 1, answer.err
    assert answer.document["findings"][0]["growth"]["exponent"] is None
    assert answer.document["large_results"] == []


def test_what_the_recursion_limit_ends_is_told(cli: Cli) -> None:
    # One search for both of its answers: the document and the text.
    report = slowpath.find(f"{cli.folder / 'targets.py'}:depth", settings=slowpath.Settings(budget=15.0))
    assert exit_code(report.stopped_because, found=bool(report.findings)) == 1
    shown = text(report, "")
    finding = find_document(report)["findings"][0]
    beyond = finding["beyond"]
    assert beyond["raises"] == "RecursionError"
    assert finding["largest_size"] < min(1_000, beyond["size"])
    sizes = [size for size, _ in (*finding["growth"]["points"], *finding["seconds"])]
    assert max(sizes) == finding["largest_size"]
    # All of it can be repeated where the recursion limit is the usual one.
    given = [part for name, text in finding["recipe"].items() for part in ("-i", f"{name}={text}")]
    for size, end in ((finding["largest_size"], "returned"), (beyond["size"], "raised")):
        again = cli("cost", "targets:depth", *given, "--size", str(size), "--json")
        assert again.document["end"] == end
    assert re.search(r"  counted( and timed)?, up to N = [\d,]+; from N = [\d,]+ on: RecursionError", shown)


def test_what_is_raised_at_every_size_is_a_way_to_end(cli: Cli) -> None:
    answer = cli("find", "targets:refuses", "--budget", "15s", *ALONE, "--json")
    assert answer.code == 1, answer.err
    finding = answer.document["findings"][0]
    assert finding["raises"].startswith("ValueError")
    assert (finding["evidence"], finding["beyond"]) == ("counted and timed", None)


@pytest.mark.parametrize(
    ("target", "advice"),
    [
        ("endless", "even a random input of length 1 is stopped by the cost budget"),
        ("always_raises", "random inputs all raise, the last one ValueError: not what I want"),
        ("constant", "random inputs of lengths 1 to 64 all cost"),
        ("nothing", "no parameters to vary"),
        ("switch", "no parameter has inputs of growing size"),
        ("reads", "FileNotFoundError"),
        ("writes", "allow it with --allow files"),
        ("connects", "allow it with --allow network"),
        ("exits_hard", "a run of the target ended its process"),
        ("sleeps", "its first runs took all the time"),
    ],
)
def test_targets_in_which_nothing_can_be_found(cli: Cli, target: str, advice: str) -> None:
    # The cost budget of one run is some seconds of a busy machine.
    answer = cli("find", f"targets:{target}", "--budget", "4s" if target == "endless" else "1s", "--json")
    document = answer.document
    # A cost that never changes was seen by many runs; of the others hardly any input was accepted.
    assert (answer.code, bool(document["inconclusive"])) == (
        (0, False) if target == "constant" else (3, True)
    )
    assert (document["findings"], document["cases"]) == ([], [])
    assert advice in document["advice"]
    early = ("the searching process ended",) if target == "exits_hard" else ()
    assert document["stopped_because"] in ("time budget", "nothing new to try", *early)
    assert answer.err == ""
    assert {path.name for path in cli.folder.iterdir()} <= {"targets.py", "__pycache__"}


def test_the_path_that_a_target_writes_to_is_that_of_a_file(cli: Cli) -> None:
    answer = cli("find", "targets:writes_to", "--budget", "1s", "--json")
    assert answer.document["shapes"]["path"].startswith("file(text(N))")
    assert {path.name for path in cli.folder.iterdir()} <= {"targets.py", "__pycache__"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "Missing argument 'TARGET'"),
        (("targets:missing",), "no 'missing'"),
        (("missing:f",), "no module 'missing'"),
        (("targets:dedupe", "--budget", "soon"), "--budget must be a duration"),
        (("targets:dedupe", "--arg", "nope=ints(N)"), "no parameter 'nope'"),
        (("targets:dedupe", "--arg", "items=wat(N)"), "wat"),
        (("targets:dedupe", "--fail-on", "sometimes"), "--fail-on"),
        (("targets:dedupe", "-o", "targets.py"), "it is a file"),
        (("math:sqrt",), "written in C"),
    ],
)
def test_mistakes(cli: Cli, arguments: tuple[str, ...], words: str) -> None:
    answer = cli("find", *arguments, "--json")
    assert (answer.code, answer.out) == (2, "")
    assert words in answer.err
    assert "Traceback" not in answer.err


def test_an_interrupted_search_reports_the_best_so_far(cli: Cli) -> None:
    process = cli.start("find", "targets:letters", "--budget", "300s", "--json")
    assert wait_for(lambda: len(cli.processes()) >= 4, 30)  # itself, counting, timing, searching
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert '"stopped_because": "interrupted"' in out
    assert "Traceback" not in err
    assert cli.left_running() == []


@pytest.mark.parametrize("processes", [2, 3, 4])
def test_an_interrupt_in_the_first_second(cli: Cli, processes: int) -> None:
    process = cli.start("find", "targets:letters", "--budget", "300s", "--json")
    assert wait_for(lambda: len(cli.processes()) >= processes, 30)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130, err
    assert "interrupted" in out + err
    assert "Traceback" not in err
    assert cli.left_running() == []
