"""What CONTRIBUTING.md promises to who adds something: how many files it takes, and that it then works.

Each test adds one thing to a copy of the package, and uses it by the command line of that copy.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import zlib
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.functional.command import SOURCE, Answer

PACKAGE = Path(SOURCE, "slowpath")
GUIDE = Path(__file__).parents[2] / "CONTRIBUTING.md"
KEY = "sesame"
TARGETS = f"""
import math
import zlib

def total(n):
    result = 0
    for i in range(n):
        result += i
    return result

def ways(n: int):
    return "many" if math.factorial(n) > 20 else "few"

def opens(text: str):
    if zlib.crc32(text[:{len(KEY)}].encode()) == {zlib.crc32(KEY.encode())}:
        return subsets(text[{len(KEY)}:])
    return 0

def subsets(text):
    return subsets(text[1:]) + subsets(text[1:]) if text else 1
"""


@dataclass(frozen=True)
class Copy:
    """A copy of the package in a folder that also has `targets.py`."""

    folder: Path

    @property
    def package(self) -> Path:
        return self.folder / "slowpath"

    def add(self, file: str, source: str) -> None:
        path = self.package / file
        assert not path.exists()
        path.write_text(source)

    def edit(self, file: str, *replacements: tuple[str, str]) -> None:
        path = self.package / file
        text = path.read_text()
        for old, new in replacements:
            assert text.count(old) == 1, old
            text = text.replace(old, new)
        path.write_text(text)

    def touched(self) -> list[str]:
        """The files that differ from those of the original, which has all others too."""
        ours, theirs = _files(self.package), _files(PACKAGE)
        assert ours >= theirs
        return sorted(
            name
            for name in ours
            if name not in theirs or (self.package / name).read_bytes() != (PACKAGE / name).read_bytes()
        )

    def __call__(self, *arguments: str) -> Answer:
        run = subprocess.run(
            [sys.executable, "-m", "slowpath", *arguments],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder)},
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        return Answer(run.returncode, run.stdout, run.stderr)


def _files(package: Path) -> set[str]:
    files = (path for path in package.rglob("*") if path.is_file() and path.parent.name != "__pycache__")
    return {str(path.relative_to(package)) for path in files}


@pytest.fixture
def copy(tmp_path: Path) -> Copy:
    shutil.copytree(PACKAGE, tmp_path / "slowpath")
    (tmp_path / "targets.py").write_text(TARGETS)
    return Copy(tmp_path)


def guide(thing: str) -> list[str]:
    """The files that the guide tells to touch, tests and documentation left out."""
    section = GUIDE.read_text().partition(f"### ... {thing}\n")[2].partition("\n### ")[0]
    return sorted(re.findall(r"^\| `src/slowpath/(\S+)` \|", section, re.MULTILINE))


def test_a_measure_takes_one_file(copy: Copy) -> None:
    copy.edit(
        "counting/measures.py",
        ('    "calls": Build.COUNT,\n', '    "calls": Build.COUNT,\n    "blocks": Build.COUNT,\n'),
        (
            '        case "memory":\n',
            '        case "blocks":\n'
            "            return sum(count for _, count in ledger.reached(SiteKind.BLOCK))\n"
            '        case "memory":\n',
        ),
    )
    assert copy.touched() == guide("a measure")
    assert len(copy.touched()) <= 1
    answer = copy("cost", "targets.py:total", "-i", "n=7", "-m", "blocks", "-m", "2*blocks+calls", "--json")
    assert answer.code == 0, answer.err
    # The body of the function once, that of its loop seven times.
    assert answer.document["cost"] == {
        "ops": answer.document["cost"]["ops"],
        "blocks": 8,
        "2*blocks+calls": 17,
    }


def test_a_strategy_takes_one_file(copy: Copy) -> None:
    copy.add(
        "search/strategies/password.py",
        f'''"""Passwords: texts that begin with the one that is known."""

from __future__ import annotations

from collections.abc import Iterator

from slowpath.recipe.part import PartKind, pumped
from slowpath.recipe.recipe import recipe
from slowpath.search.strategy import Proposal, Scene, Strategy


class Password(Strategy, place=5):
    """Proposes the password, and anything behind it."""

    def propose(self, scene: Scene) -> Iterator[Proposal | None]:
        for name in scene.parts.growing:
            known = pumped(PartKind.TEXT, {KEY!r}, "a")
            yield Proposal(recipe({{**scene.parts.plain, name: known}}))
''',
    )
    assert copy.touched() == [each.replace("NAME", "password") for each in guide("a strategy")]
    assert len(copy.touched()) <= 1
    found = copy("find", "targets.py:opens", "--budget", "4s", "-j", "1", "--json").document
    assert found["findings"][0]["found_by"] == "password"
    assert found["growth"]["recipe"] == {"text": f"'{KEY}' + 'a' * N"}
    figures = {each["name"]: each for each in found["strategies"]}
    assert figures["password"]["runs"] >= 3
    assert figures["password"]["best"] > 0
    without = copy("find", "targets.py:opens", "--without", "password", "--budget", "1s", "--json").document
    assert "password" not in [each["name"] for each in without["strategies"]]
    assert without["findings"] == []


def test_a_value_model_takes_two_files(copy: Copy) -> None:
    command = ("cases", "targets.py:ways", "-a", "n=integer(0, 5)", "-m", "calls", "--json")
    before = copy(*command).document
    assert len(before["cases"]) == 1
    assert "factorial" in before["lost"][0]["reason"]
    copy.add(
        "values/factorials.py",
        '''"""`math.factorial` of symbolic numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from slowpath.values.elements import Perform
from slowpath.values.items import settled


def factorial(perform: Perform, /, *arguments: Any) -> Any:
    """`math.factorial(n)`: which number it is given is decided."""
    return perform(math.factorial, *map(settled, arguments))


FUNCTIONS: Mapping[Any, Callable[..., Any]] = {math.factorial: factorial}
''',
    )
    copy.edit(
        "values/calls.py",
        ("    bytearrays,\n    files,\n", "    bytearrays,\n    factorials,\n    files,\n"),
        ("    **numeric.FUNCTIONS,\n", "    **numeric.FUNCTIONS,\n    **factorials.FUNCTIONS,\n"),
    )
    assert copy.touched() == sorted(each.replace("NAME", "factorials") for each in guide("a value model"))
    assert len(copy.touched()) <= 2
    after = copy(*command).document
    assert after["lost"] == []
    assert after["complete"]
    assert sorted(case["input"]["n"] for case in after["cases"]) == ["0", "1", "2", "3", "4", "5"]


def test_a_report_takes_two_files(copy: Copy) -> None:
    copy.add(
        "report/table.py",
        '''"""The growth of a cost as comma-separated values."""

from __future__ import annotations

from slowpath.model.report import GrowthReport


def table(report: GrowthReport) -> str:
    """Return a row for each size, under a heading."""
    rows = [("size", report.measure), *report.growth.points]
    return "\\n".join(f"{size},{cost}" for size, cost in rows)
''',
    )
    copy.edit(
        "cli/grow.py",
        (
            "@options.settings_options\n",
            '@click.option("--csv", is_flag=True, help="Print comma-separated values.")\n'
            "@options.settings_options\n",
        ),
        ("    plot: str | None,\n", "    plot: str | None,\n    csv: bool,\n"),
        ("lambda: terminal.growth(", "lambda: table(report) if csv else terminal.growth("),
        (
            "from slowpath.report import document, terminal\n",
            "from slowpath.report import document, terminal\nfrom slowpath.report.table import table\n",
        ),
    )
    names = {"NAME": "table", "VERB": "grow"}
    assert copy.touched() == sorted(
        re.sub("NAME|VERB", lambda found: names[found[0]], each) for each in guide("a report")
    )
    assert len(copy.touched()) <= 2
    answer = copy(
        "grow", "targets.py:total", "-i", "N", "--from", "8", "--to", "9", "-m", "iterations", "--csv"
    )
    assert answer.code == 0, answer.err
    assert answer.out == "size,iterations\n8,8\n9,9\n"


def test_a_verb_takes_three_files(copy: Copy) -> None:
    copy.add(
        "command/double.py",
        '''"""`double`: what a run costs, and one of twice the size."""

from __future__ import annotations

from slowpath.command.cost import CostOrder
from slowpath.command.cost import run as run_once
from slowpath.command.order import InputOrder, Listener, silent
from slowpath.model.report import CostReport


class DoubleOrder(InputOrder, frozen=True, kw_only=True):
    """Run two inputs, of `size` and of twice that."""

    size: int


def run(order: DoubleOrder, listener: Listener = silent) -> tuple[CostReport, CostReport]:
    """Return what the two runs cost."""
    orders = [
        CostOrder(
            spec=order.spec, seconds=order.seconds, max_ops=order.max_ops,
            inputs=order.inputs, size=size, measures=("iterations",),
        )
        for size in (order.size, 2 * order.size)
    ]
    first, second = (run_once(each, listener) for each in orders)
    return first, second
''',
    )
    copy.add(
        "report/double.py",
        '''"""What a run costs, and one of twice the size, as a JSON document and as text."""

from __future__ import annotations

from typing import Any

from slowpath.model.report import CostReport


def document(reports: tuple[CostReport, CostReport]) -> dict[str, Any]:
    """Return the document of `slowpath double`."""
    return {"target": reports[0].target.spec, "cost": [dict(each.costs) for each in reports]}


def text(reports: tuple[CostReport, CostReport]) -> str:
    """Return a line for each size."""
    return "\\n".join(f"{each.size}: {each.costs['iterations']}" for each in reports)
''',
    )
    copy.add(
        "cli/double.py",
        '''"""`slowpath double`"""

from __future__ import annotations

import click

from slowpath.cli import options
from slowpath.cli.answer import show
from slowpath.cli.progress import progress
from slowpath.command.double import DoubleOrder, run
from slowpath.report import double as report
from slowpath.run import inputs as run_inputs


@click.command()
@options.TARGET
@options.INPUTS
@click.option("--size", type=int, required=True)
@options.JSON
def double(target: str, inputs: tuple[str, ...], size: int, as_json: bool) -> int:
    """Count what a run of TARGET costs, and one of twice the size."""
    order = DoubleOrder(
        spec=target, seconds=10.0, max_ops=1_000_000, inputs=run_inputs.parse(inputs), size=size
    )
    with progress(target) as on_progress:
        costs = run(order, on_progress)
    show(as_json, lambda: report.document(costs), lambda: report.text(costs))
    return 0
''',
    )
    assert copy.touched() == sorted(each.replace("NAME", "double") for each in guide("a verb"))
    assert len(copy.touched()) <= 3
    assert re.search(r"^  double +Count what a run of TARGET costs", copy("--help").out, re.MULTILINE)
    answer = copy("double", "targets.py:total", "-i", "n=N", "--size", "5")
    assert answer.code == 0, answer.err
    assert answer.out == "5: 5\n10: 10\n"
