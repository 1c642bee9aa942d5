"""`slowpath cost` on targets that behave."""

from __future__ import annotations

import pytest

from tests.functional.command import Cli


def test_document(cli: Cli) -> None:
    answer = cli("cost", "targets:dedupe", "--input", "list(range(N))", "--size", "100", "--json")
    assert (answer.code, answer.err) == (0, "")
    document = answer.document
    assert document["target"] == "targets:dedupe"
    assert document["size"] == 100
    assert document["input"] == {"items": "list(range(N))"}
    assert set(document["cost"]) == {"ops", "memory", "allocated", "calls", "iterations"}
    assert document["cost"]["calls"] == 1
    assert document["cost"]["iterations"] == 100
    assert (document["end"], document["raises"]) == ("returned", None)


def test_lines_add_up_to_ops(cli: Cli) -> None:
    document = cli("cost", "targets:dedupe", "-i", "list(range(300))", "--json").document
    lines = document["lines"]
    assert sum(line["ops"] for line in lines) == pytest.approx(document["cost"]["ops"], abs=len(lines))
    costliest = lines[0]
    assert costliest["source"] == "if item not in seen:"
    assert costliest["function"] == "dedupe"
    assert costliest["hits"] == 300
    assert costliest["native"] > costliest["ops"] / 2
    assert costliest["share"] > 0.5
    assert costliest["file"] == str(cli.folder / "targets.py")


def test_text_shows_the_costliest_line_with_its_source(cli: Cli) -> None:
    answer = cli("cost", "targets.py:dedupe", "-i", "list(range(N))", "--size", "1k", "--lines", "1")
    assert answer.code == 0
    assert "if item not in seen:" in answer.out
    assert "seen.append(item)" not in answer.out
    assert "more lines" in answer.out
    assert "N = 1,000" in answer.out


def test_fresh_processes_give_the_same_cost(cli: Cli) -> None:
    arguments = ("cost", "targets:dedupe", "-i", "[str(i) for i in range(N)]", "--size", "200", "--json")
    assert cli(*arguments).out == cli(*arguments).out


def test_set_order_repeats(cli: Cli) -> None:
    arguments = ("cost", "targets:dedupe", "-i", "list({str(i) for i in range(50)}) * 2", "--json")
    assert cli(*arguments).document == cli(*arguments).document


@pytest.mark.parametrize(
    ("target", "inputs"),
    [
        ("targets:awaited", ["10"]),
        ("targets:produced", ["10"]),
        ("targets:generated", ["10"]),
        ("targets:shapes", ["first=1", "second=2", "rest=[3, 4]", "flag=True", "more={'key': 5}"]),
        ("targets:Box.has", ["3", "items=[1, 2, 3]"]),
        ("targets:Box.has", ["x=3", "items=[1]", "limit=4"]),
        ("targets:Box.filled", ["7"]),
        ("targets:Box.pair", ["a=1", "b=2"]),
        ("targets:Box", ["[]"]),
        ("targets:takes_nothing", []),
        ("heapq:nsmallest", ["n=3", "iterable=range(50)"]),
    ],
)
def test_every_kind_of_target(cli: Cli, target: str, inputs: list[str]) -> None:
    options = [part for text in inputs for part in ("--input", text)]
    answer = cli("cost", target, *options, "--json", "-m", "ops")
    assert (answer.code, answer.err) == (0, "")
    assert answer.document["end"] == "returned", answer.document
    assert answer.document["cost"]["ops"] > 0


def test_generators_are_drained_and_coroutines_awaited(cli: Cli) -> None:
    assert cli("cost", "targets:generated", "-i", "10", "--json").document["cost"]["calls"] == 11
    assert cli("cost", "targets:produced", "-i", "10", "--json").document["cost"]["iterations"] == 10
    assert cli("cost", "targets:awaited", "-i", "10", "--json").document["cost"]["calls"] == 2


def test_measures(cli: Cli) -> None:
    measures = ("calls:total", "iterations", "2*calls+3*iterations", "0.5*ops+0.5*memory", "memory", "ops")
    options = [part for measure in measures for part in ("--measure", measure)]
    cost = cli("cost", "targets:generated", "-i", "5", "--json", *options).document["cost"]
    assert cost["calls:total"] == 5
    assert cost["2*calls+3*iterations"] == 2 * 6 + 3 * cost["iterations"]
    assert cost["0.5*ops+0.5*memory"] == pytest.approx((cost["ops"] + cost["memory"]) / 2)


def test_a_target_that_raises_has_a_cost(cli: Cli) -> None:
    answer = cli("cost", "targets:rejects", "-i", "[1, 2, 3]", "--json")
    assert (answer.code, answer.err) == (0, "")
    assert answer.document["raises"] == "ValueError: bad digit"
    assert answer.document["cost"]["iterations"] == 3


def test_what_the_target_prints_is_not_in_the_document(cli: Cli) -> None:
    answer = cli("cost", "targets:prints", "-i", "2000", "--json")
    assert (answer.code, answer.err) == (0, "")
    assert answer.document["end"] == "returned"


def test_seconds(cli: Cli) -> None:
    document = cli("cost", "targets:total", "-i", "100000", "--seconds", "--json").document
    assert document["seconds"] > 0


def test_local_modules_come_first(cli: Cli) -> None:
    (cli.folder / "heapq.py").write_text("def mine(n):\n    return n\n")
    assert cli("cost", "heapq:mine", "-i", "1", "--json").document["end"] == "returned"


def test_settings_of_the_project(cli: Cli) -> None:
    (cli.folder / "pyproject.toml").write_text("[tool.slowpath]\nmeasure = 'calls'\nallow = ['threads']\n")
    document = cli("cost", "targets:starts_thread", "-i", "3", "--json").document
    assert document["end"] == "returned"
    assert set(document["cost"]) == {"ops", "calls"}


def test_help_and_version(cli: Cli) -> None:
    assert "cost" in cli("--help").out
    for verb in ("cost", "grow"):
        assert "--input" in cli(verb, "--help").out


MEASURE = """
class Blocks:
    def __init__(self):
        self.blocks = self.opened = 0

    def block(self, site):
        self.blocks += 1

    def audit(self, event, arguments):
        self.opened += event == "open"

    def value(self):
        return self.blocks + 1000 * self.opened
"""


def test_a_measure_of_the_users_own(cli: Cli) -> None:
    (cli.folder / "mine.py").write_text(MEASURE)
    (cli.folder / "reader.py").write_text(
        "def read(n):\n    for _ in range(n):\n        open(__file__).close()\n"
    )
    arguments = ("cost", "reader:read", "-i", "5", "--json", "-m", "mine:Blocks")
    cost = cli(*arguments).document["cost"]
    assert 5 <= cost["mine:Blocks"] % 1000 < 20
    assert cost["mine:Blocks"] // 1000 == 5
    broken = cli("cost", "reader:read", "-i", "5", "--json", "-m", "mine:Missing")
    assert broken.code == 2
    assert "mine:Missing" in broken.err


def test_a_reader_that_closes_early(cli: Cli) -> None:
    process = cli.start("cost", "targets:dedupe", "-i", "list(range(100))", "--json")
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    with process.stderr as errors:
        assert errors.read() == ""
    process.wait(20)


def test_a_module_that_prints_and_starts_threads_when_imported(cli: Cli) -> None:
    (cli.folder / "noisy.py").write_text(
        "import threading, time\n"
        "print('x' * 1_000_000)\n"
        "threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()\n"
        "def f(n):\n    return n\n"
    )
    answer = cli("cost", "noisy:f", "-i", "1", "--json")
    assert (answer.code, answer.err) == (0, "")
    assert answer.document["end"] == "returned"
