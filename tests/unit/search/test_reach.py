"""How much of the code runs executed."""

from __future__ import annotations

from pathlib import Path

from slowpath.run.counted import Meter
from slowpath.search.reach import Reach
from slowpath.target.load import load

SOURCE = """
def sign(n: int) -> int:
    if n > 0:
        return 1
    if n < 0:
        return -1
    return 0

def other():
    return 1
"""


def test_blocks_are_those_of_the_functions_that_were_reached(tmp_path: Path) -> None:
    file = tmp_path / "signs.py"
    file.write_text(SOURCE)
    loaded = load(f"{file}:sign")
    meter, reach = Meter(loaded), Reach(loaded.ledger)
    assert reach.blocks == (0, 0)
    told = []
    with meter.installed():
        for number in (1, 2, -1, 0):
            reach.see(meter.run({"n": number}).visits)
            told.append(reach.blocks)
    counts = [count for count, _ in told]
    assert counts[0] == counts[1] < counts[2] < counts[3]  # 2 goes the way of 1
    (whole,) = {whole for _, whole in told}
    assert counts[3] == whole
