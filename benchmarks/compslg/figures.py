"""Cost and effect of the treatments, as Figures 6 and 7 of the paper: one panel for each pipeline.

    python benchmarks/compslg/figures.py benchmarks/results/compslg.jsonl docs/studies/compslg.svg

Each line of the file is what `compare` printed. Across: CPU seconds that the tests took to make. Upwards:
mean cost of the tests. Triangles are composed tests, open if every summary was made anew, filled if all came
from the library; diamonds the worst inputs of single stages, circles random inputs of the same time, squares
a search of the whole pipeline.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from matplotlib.figure import Figure


def main() -> None:
    """Draw the figure."""
    parser = argparse.ArgumentParser()
    parser.add_argument("results", type=Path)
    parser.add_argument("image", type=Path)
    chosen = parser.parse_args()
    rows = [json.loads(line) for line in chosen.results.read_text().splitlines() if line.strip()]
    figure = Figure(figsize=(4 * len(rows), 3.6), layout="constrained")
    for panel, row in zip(figure.subplots(1, len(rows), squeeze=False)[0], rows, strict=True):
        _draw(panel, row)
    figure.savefig(chosen.image)


def _draw(panel: Any, row: dict[str, Any]) -> None:
    first = next(row[name] for name in ("none", "incremental") if name in row)
    panel.plot(first["cpu"], first["mean"], "k^", fillstyle="none", label="composed, no reuse")
    panel.plot(row["full"]["cpu"], row["full"]["mean"], "k^", label="composed, full reuse")
    panel.plot(first["cpu"], row["random"]["mean"], "o", fillstyle="none", label="random, same time")
    for number, cost in enumerate(each for each in first["single"] if each is not None):
        panel.plot(first["cpu"], cost, "D", color="gray", label="" if number else "single stages")
    if "whole" in row:
        panel.plot(row["whole"]["cpu"], row["whole"]["mean"], "s", label="whole pipeline")
    panel.set_ylim(bottom=0)
    panel.set_xlim(left=0)
    panel.set_title(f"{row['name']}, N = {row['size']:,}")
    panel.set_xlabel("CPU seconds")
    panel.set_ylabel("ops, mean of the tests")
    panel.legend(fontsize="x-small")


if __name__ == "__main__":
    main()
