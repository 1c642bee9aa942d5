"""Which shapes a target takes, where nothing tells."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.model.provenance import Provenance
from slowpath.run.counted import Meter
from slowpath.search.probe import probed
from slowpath.shape.infer import Inferred, explain
from slowpath.shape.library import ints, lists, text
from slowpath.shape.natural import Kind
from slowpath.target.load import load


@pytest.mark.parametrize(
    ("body", "first", "second"),
    [
        ("return x.upper().split('a')", "text(N)", "text(N)"),  # takes nothing else
        ("return [each for each in x if each]", "text(N)", "ints(N)"),
        ("buffer = bytearray(); buffer.extend(x[1:]); return len(buffer)", "ints(N)", "blob(N)"),
        ("return x + 1", "integer()", "integer()"),
    ],
)
def test_the_first_and_the_second_choice(tmp_path: Path, body: str, first: str, second: str) -> None:
    file = tmp_path / "takes.py"
    file.write_text(f"def f(x):\n    {body}\n")
    loaded = load(f"{file}:f")
    meter = Meter(loaded, max_ops=10_000)
    with loaded.copies.installed():
        told = explain(loaded.function, given={}, guess_rest=True)
        chosen = [probed(meter, told, other_kinds=other)["x"].shape.describe() for other in (False, True)]
    assert chosen == [first, second]


def test_natural_kinds_come_first(tmp_path: Path) -> None:
    file = tmp_path / "takes.py"
    file.write_text("def f(x):\n    return max(len(each) + len(each.upper()) for each in x)\n")
    loaded = load(f"{file}:f")
    meter = Meter(loaded, max_ops=10_000)
    with loaded.copies.installed():
        told = {"x": Inferred(ints(), Provenance.GUESS)}
        natural = {"x": frozenset({Kind.SEQUENCE})}
        assert probed(meter, told)["x"].shape == text()
        assert probed(meter, told, natural=natural)["x"].shape == lists(text())


def test_a_type_error_for_a_value_does_not_disprove_a_type_that_code_asks_for(tmp_path: Path) -> None:
    file = tmp_path / "takes.py"
    file.write_text(
        "def f(x):\n"
        "    if isinstance(x, int):\n        return x\n"
        "    if isinstance(x, (float, str)) and str(x).isdecimal():\n        return int(x)\n"
        "    raise TypeError(f'no number: {x}')\n"
    )
    loaded = load(f"{file}:f")
    meter = Meter(loaded, max_ops=10_000)
    with loaded.copies.installed():
        told = explain(loaded.function, given={}, guess_rest=True)
        assert probed(meter, told)["x"] == Inferred(text(), Provenance.TEST, "isinstance(x, str)", True)


def test_arguments_that_are_spread_are_given_one_by_one(tmp_path: Path) -> None:
    file = tmp_path / "takes.py"
    file.write_text(
        "def f(*args):\n    (one,) = args if len(args) == 1 else [None]\n    return one.upper()\n"
    )
    loaded = load(f"{file}:f")
    with loaded.copies.installed():
        told = explain(loaded.function, given={}, guess_rest=True)
        chosen = probed(Meter(loaded, max_ops=10_000), told)
    assert chosen["args"].shape.describe() == "row(text(N))"
