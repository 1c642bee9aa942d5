"""`slowpath scale`, as users run it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

import pytest

from tests.functional.command import Cli, wait_for

SORTS = """
def insertion(xs: list[int]) -> list[int]:
    for i in range(1, len(xs)):
        x, j = xs[i], i - 1
        while j >= 0 and xs[j] > x:
            xs[j + 1] = xs[j]
            j -= 1
        xs[j + 1] = x
    return xs


def squares(xs: list[int]) -> int:
    i = 0
    while i < len(xs) and xs[i] * xs[i] > 4:
        i += 1
    return i


def endless(xs: list[int]) -> int:
    count = 0
    while xs[0] == 0 and xs[1] != 7:
        count += 1
    return count



def refused(xs: list[int]) -> None:
    if len(xs) > 9:
        raise ValueError(len(xs))


def nothing() -> int:
    return 1
"""
HOT = 6  # the line that moves an item


@pytest.fixture
def sorts(cli: Cli) -> Cli:
    (cli.folder / "sorts.py").write_text(SORTS)
    return cli


def test_path_space_predicts_what_a_fresh_run_counts(sorts: Cli) -> None:
    answer = sorts("scale", "sorts:insertion", "--size", "60", "--hot", str(HOT), "--json")
    assert answer.code == 0, answer.err
    assert answer.err == ""
    document = answer.document
    assert document["by"] == "path space"
    assert document["cost"] == document["predicted"] == 60 * 59 // 2
    assert document["measure"] == f"executions of line {HOT}"
    assert document["recipe"] == {"xs": "list(range(N, 0, -1))"}
    assert [(each["size"], each["cost"]) for each in document["small"]][:3] == [(2, 1), (3, 3), (4, 6)]
    assert document["ways"][0]["conditions"] == 60 * 59 // 2
    counted = sorts("cost", "sorts:insertion", "-i", document["input"]["xs"], "--json").document
    (line,) = [each for each in counted["lines"] if each["line"] == HOT]
    assert line["hits"] == document["cost"]
    assert counted["cost"]["ops"] == document["costs"]["ops"]


def test_ops_are_the_cost_where_no_line_is_named(sorts: Cli) -> None:
    document = sorts("scale", "sorts:insertion", "--size", "40", "--json").document
    assert document["measure"] == "ops"
    assert document["cost"] == document["predicted"] == document["costs"]["ops"]
    assert document["stopped_because"] == "the cost that small sizes promise is reached"


def test_what_stopped_a_model_is_told_and_another_way_answers(sorts: Cli) -> None:
    line = 1 + SORTS[: SORTS.index("i += 1")].count("\n")
    answer = sorts("scale", "sorts:squares", "--size", "64", "--hot", str(line))
    assert answer.code == 0, answer.err
    assert "path space           stopped: the operator '*' on the input" in answer.out
    assert "a policy by place    an input that costs 64" in answer.out
    assert "predicted 64, counted in a fresh process 64" in answer.out


def test_a_test_is_written_that_passes(sorts: Cli) -> None:
    answer = sorts("scale", "sorts:insertion", "--size", "30", "-o", "test_sorts.py")
    assert "a test written to test_sorts.py" in answer.err
    source = (sorts.folder / "test_sorts.py").read_text()
    assert "list(range(N, 0, -1))" in source
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_sorts.py"]
    done = subprocess.run(run, cwd=sorts.folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stdout
    (sorts.folder / "sorts.py").write_text(SORTS.replace("j -= 1", "j -= 1; j + 0"))
    done = subprocess.run(run, cwd=sorts.folder, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1, done.stdout


def test_a_target_that_raises_at_the_large_size_says_so(sorts: Cli) -> None:
    document = sorts("scale", "sorts:refused", "--size", "20", "--budget", "10s", "--json").document
    assert document["raises"] == "ValueError: 20"


def test_an_interrupted_search_reports_what_is_known(sorts: Cli) -> None:
    process = sorts.start("scale", "sorts:endless", "--size", "50", "--budget", "300s", "--json")
    assert wait_for(lambda: len(sorts.processes()) >= 2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=40)
    assert process.returncode == 130
    assert "Traceback" not in err
    if out:  # the target was loaded by then
        assert json.loads(out)["stopped_because"] == "interrupted"
    else:
        assert "interrupted" in err


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("sorts:insertion", "--hot", "999"), "no code that can be counted"),
        (("sorts:insertion", "--size", "2"), "not above the first small size"),
        (("sorts:insertion", "-o", "nowhere/test_it.py"), "no folder 'nowhere'"),
        (("sorts:insertion", "-a", "ys=ints(N)"), "no parameter 'ys'"),
        (("sorts:nothing",), "takes no input"),
        (("sorts:absent",), "no 'absent'"),
        (("sorts:insertion", "--requires", "xs["), "no Python expression"),
    ],
)
def test_mistakes_are_told(sorts: Cli, arguments: tuple[str, ...], expected: str) -> None:
    answer = sorts("scale", *arguments)
    assert answer.code == 2
    assert expected in answer.err
    assert "Traceback" not in answer.err
