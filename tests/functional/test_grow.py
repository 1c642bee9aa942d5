"""`slowpath grow`"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.functional.command import Cli


@pytest.mark.parametrize(
    ("target", "recipe", "klass"),
    [
        ("targets:total", "N", "O(n)"),
        ("targets:dedupe", "list(range(N))", "O(n^2)"),
        ("targets:dedupe", "[0] * N", "O(n)"),
    ],
)
def test_class(cli: Cli, target: str, recipe: str, klass: str) -> None:
    document = cli("grow", target, "-i", recipe, "--max-ops", "20M", "--json").document
    growth = document["growth"]
    assert growth["class"] == klass
    assert list(growth["recipe"].values()) == [recipe]
    sizes = [size for size, _ in growth["points"]]
    assert sizes == sorted(sizes)
    assert sizes[0] == 8
    assert document["stopped_because"] in ("cost budget", "size limit")


def test_exponential_targets_show_their_growth(cli: Cli) -> None:
    document = cli("grow", "targets:exponential", "-i", "N", "--max-ops", "5M", "--json").document
    assert "^n" in document["growth"]["class"], document


def test_text_has_table_class_evidence_and_plot(cli: Cli) -> None:
    answer = cli("grow", "targets:dedupe", "-i", "list(range(N))", "--to", "512")
    assert (answer.code, answer.err) == (0, "")
    for wanted in ("size", "ops", "ratio", "O(n^2)", "confidence", "stopped because: size limit", "512"):
        assert wanted in answer.out
    assert answer.out.count("\n") > 20


def test_not_enough_evidence(cli: Cli) -> None:
    arguments = ("grow", "targets:total", "-i", "N", "--from", "8", "--to", "8")
    answer = cli(*arguments)
    assert answer.code == 0
    assert "not enough evidence" in answer.out
    growth = cli(*arguments, "--json").document["growth"]
    assert growth["class"] is None
    assert growth["words"].startswith(("about n^", "faster than n^", "growth unknown"))
    assert growth["why"]


def test_sizes_stay_within_bounds(cli: Cli) -> None:
    points = cli("grow", "targets:total", "-i", "N", "--from", "100", "--to", "1000", "--json").document
    sizes = [size for size, _ in points["growth"]["points"]]
    assert min(sizes) == 100
    assert max(sizes) <= 1000


def test_plot_file(cli: Cli) -> None:
    pytest.importorskip("matplotlib")
    answer = cli("grow", "targets:total", "-i", "N", "--to", "256", "--plot", "chart.svg", "--json")
    assert answer.code == 0
    assert answer.document["growth"]["class"] == "O(n)"
    assert Path(cli.folder, "chart.svg").read_text().lstrip().startswith("<?xml")


@pytest.mark.parametrize("name", ["chart.txt", "missing/chart.svg"])
def test_plot_file_that_cannot_be(cli: Cli, name: str) -> None:
    answer = cli("grow", "targets:total", "-i", "N", "--plot", name)
    assert answer.code == 2
    assert "cannot write a plot" in answer.err


def test_other_measures(cli: Cli) -> None:
    document = cli("grow", "targets:total", "-i", "N", "-m", "iterations", "--to", "128", "--json").document
    assert document["measure"] == "iterations"
    assert all(size == cost for size, cost in document["growth"]["points"])


def test_a_target_that_raises_at_every_size(cli: Cli) -> None:
    answer = cli("grow", "targets:rejects", "-i", "[0] * N", "--to", "4096")
    assert answer.code == 0
    assert "raises ValueError: bad digit at every size" in answer.out
    assert "O(n)" in answer.out


def test_sizes_that_the_target_rejects_do_not_count(cli: Cli) -> None:
    document = cli("grow", "targets:rejects_large", "-i", "N", "--json").document
    assert max(size for size, _ in document["growth"]["points"]) <= 100
    assert document["raises"] is None


def test_recursion_limit_ends_the_series(cli: Cli) -> None:
    document = cli("grow", "targets:deep", "-i", "N", "--json").document
    assert document["stopped_because"] == "recursion limit"
    assert max(size for size, _ in document["growth"]["points"]) < 1000
    assert document["growth"]["class"] == "O(n)"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["targets:dedupe", "-i", "[1, 2]"], "no input depends on N"),
        (["targets:total", "-i", "N", "--from", "0"], "--from must be more than zero"),
        (["targets:total", "-i", "N", "--from", "9", "--to", "8"], "below the first"),
        (["targets:total", "-i", "N", "--budget", "-1s"], "--budget must be more than zero"),
        (["targets:total", "-i", "N", "--max-ops", "0"], "--max-ops must be more than zero"),
        (["targets:loops", "-i", "N", "--max-ops", "100k"], "no size could be run to its end"),
        (["targets:exits_hard", "-i", "N"], "os._exit(3)"),
        (["targets:writes", "-i", "f'x{N}'"], "--allow files"),
        (["targets:total", "-i", "N // 0"], "ZeroDivisionError"),
    ],
)
def test_what_makes_no_sense(cli: Cli, arguments: list[str], message: str) -> None:
    answer = cli("grow", *arguments, "--json")
    assert answer.code == 2
    assert answer.out == ""
    assert message in answer.err
