"""Processes that search side by side."""

from __future__ import annotations

import time
from pathlib import Path

from slowpath.search.hunting import HuntOrder
from slowpath.search.pack import Pack


def pack(spec: str, jobs: int) -> Pack:
    order = HuntOrder(spec=spec, seconds=30.0, max_ops=1_000_000, shapes={})
    return Pack(order, jobs, time.monotonic() + 30.0, lambda text: None)


def test_the_second_process_sends_out_scouts(tmp_path: Path) -> None:
    file = tmp_path / "plain.py"
    file.write_text("def f(s: str):\n    return [c for c in s if c > 'm']\n")
    with pack(f"{file}:f", 2) as hunters:
        assert hunters.begin()
        assert hunters.join()
        assert not hunters.join()  # there are two
        while "flip" not in {each.name for each in hunters.strategies}:
            hunters.listen(0.05)
        assert next(each.runs for each in hunters.strategies if each.name == "evolve") > 0
        assert not hunters.caught


def test_what_each_catches_is_caught(tmp_path: Path) -> None:
    file = tmp_path / "slow.py"
    file.write_text("def f(s: str):\n    return sum(1 for a in s for b in s if a == b)\n")
    with pack(f"{file}:f", 3) as hunters:
        assert hunters.begin()
        assert hunters.join()
        assert hunters.join()
        while not (all(each.caught for each in hunters._hunters) or hunters.is_over):
            hunters.listen(0.05)
        assert set(hunters.caught) == {name for each in hunters._hunters for name in each.caught}


def test_nothing_joins_where_no_input_grows(tmp_path: Path) -> None:
    file = tmp_path / "small.py"
    file.write_text("def f(flag: bool):\n    return flag\n")
    with pack(f"{file}:f", 2) as hunters:
        assert hunters.begin()
        while not hunters.is_over:
            hunters.listen(0.05)
        assert not hunters.join()


def test_where_the_kind_is_guessed_the_second_searches_another(tmp_path: Path) -> None:
    file = tmp_path / "any_kind.py"
    file.write_text("def f(x):\n    return sum(1 for a in x for b in x if a == b)\n")
    with pack(f"{file}:f", 2) as hunters:
        assert hunters.begin()
        assert hunters.join()
        while len({str(hunters.inferred_for(name)) for name in hunters.caught}) < 2:
            hunters.listen(0.05)
        assert hunters.first.inferred["x"].shape.describe() == "text(N)"
        described = [hunters.inferred_for(name)["x"].shape.describe() for name in hunters.caught]
        kinds = {text.partition("(")[0] for text in described}
        assert kinds == {"text", "ints"}
