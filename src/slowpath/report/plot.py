"""Charts of a growth: text for the terminal, PNG and SVG for files.

Both axes are logarithmic, so a power of n is a straight line; for an exponential or factorial class
the sizes are linear, so that the exponential is.
"""

from __future__ import annotations

import math
import textwrap
from collections.abc import Callable
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from slowpath.errors import UsageError
from slowpath.model.growth import Growth

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

SUFFIXES = (".png", ".svg")
DOTS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))  # braille bits, by row and column
LINE, POINT, NOTE = "#3b6ea8", "#c8452e", "#6b6b6b"


def check_installed() -> None:
    """Raise a UsageError if what draws images is not installed."""
    if find_spec("matplotlib") is None:
        raise UsageError("a plot needs matplotlib, which is not installed", "pip install 'slowpath[plot]'")


def terminal(growth: Growth, *, width: int = 72, height: int = 16, unicode: bool = True) -> str:
    """Return a chart of the points and the fitted class, `width` by `height` characters at most.

    A growth with fewer than two points of positive size and cost has no chart: the text is empty.
    """
    points = _drawable(growth)
    if len(points) < 2:
        return ""
    across, log_sizes = _axis(growth), not _explosive(growth)
    top, bottom = _decades(points)
    labels = sorted({top, (top + bottom) // 2, bottom})
    margin = max(len(_power(exponent)) for exponent in labels)
    columns, rows = max(8, width - margin - 2), max(3, height - 3)
    left, right = across(points[0][0]), across(points[-1][0])

    def place(size: float, cost: float) -> tuple[int, int]:
        """The column and row of a braille dot."""
        x = (across(size) - left) / (right - left) * (columns * 2 - 1)
        y = (top - math.log10(cost)) / (top - bottom) * (rows * 4 - 1)
        return round(x), min(rows * 4 - 1, max(0, round(y)))

    grid = _curve(growth, points, columns, rows, place, unicode)
    for size, cost in points:
        x, y = place(size, cost)
        grid[y // 4][x // 2] = "●" if unicode else "o"
    marks = {place(1, 10.0**exponent)[1] // 4: _power(exponent) for exponent in labels}
    wall, tick, corner, floor = ("│", "┤", "└", "─") if unicode else ("|", "+", "+", "-")
    lines = [
        f"{marks.get(i, ''):>{margin}} {tick if i in marks else wall}{''.join(row)}".rstrip()
        for i, row in enumerate(grid)
    ]
    lines.append(" " * (margin + 1) + corner + floor * columns)
    lines.append(" " * (margin + 2) + _ticks(points, columns, lambda size: place(size, 1)[0] // 2))
    lines.append(" " * (margin + 2) + _legend(growth, log_sizes, unicode))
    return "\n".join(lines)


def image(growth: Growth, path: str | Path, *, title: str = "") -> None:
    """Write the chart as PNG or SVG, by the suffix of `path`. Equal growths give equal SVG files."""
    path = Path(path)
    if path.suffix.lower() not in SUFFIXES:
        raise UsageError(
            f"cannot write a plot to {path}", f"Name a file that ends in {' or '.join(SUFFIXES)}."
        )
    check_installed()
    import matplotlib as mpl
    from matplotlib.figure import Figure

    # The settings are those of matplotlib itself, not of the user's matplotlibrc.
    with mpl.rc_context({**mpl.rcParamsDefault, "svg.hashsalt": "slowpath", "svg.fonttype": "none"}):
        figure = Figure(figsize=(7.2, 4.6), layout="constrained")
        _draw(figure, growth, title)
        try:
            figure.savefig(path, dpi=150, metadata={"Date": None} if path.suffix.lower() == ".svg" else None)
        except OSError as error:
            raise UsageError(f"cannot write {path}: {error.strerror or error}") from None


def _drawable(growth: Growth) -> list[tuple[int, float]]:
    return [(size, cost) for size, cost in growth.points if size > 0 and 0 < cost < 1e300]


def _explosive(growth: Growth) -> bool:
    return any(term.base > 1 or term.factorials for term in growth.terms[:1])


def _axis(growth: Growth) -> Callable[[float], float]:
    """The position of a size on its axis, in any unit."""
    return (lambda size: size) if _explosive(growth) else math.log


def _decades(points: list[tuple[int, float]]) -> tuple[int, int]:
    """The powers of ten above and below all points."""
    costs = [cost for _, cost in points]
    bottom = math.floor(math.log10(min(costs)))
    return max(bottom + 1, math.ceil(math.log10(max(costs)))), bottom


def _fitted(growth: Growth, size: float) -> float:
    return sum(term.at(size) for term in growth.terms)


def _curve(
    growth: Growth,
    points: list[tuple[int, float]],
    columns: int,
    rows: int,
    place: Callable[[float, float], tuple[int, int]],
    unicode: bool,
) -> list[list[str]]:
    """The fitted class as dots on a grid of characters."""
    dots = [[0] * columns for _ in range(rows)]
    first, last = points[0][0], points[-1][0]
    steps = columns * 6 if growth.terms else 0
    for i in range(steps):
        part = i / (steps - 1)
        size = first + (last - first) * part if _explosive(growth) else first * (last / first) ** part
        cost = _fitted(growth, size)
        if cost > 0:
            x, y = place(size, cost)
            dots[y // 4][x // 2] |= DOTS[y % 4][x % 2]
    return [[(chr(0x2800 + cell) if unicode else ".") if cell else " " for cell in row] for row in dots]


def _ticks(points: list[tuple[int, float]], columns: int, place: Callable[[int], int]) -> str:
    """The sizes under their points, as many as there is room for; the largest always."""
    text = [" "] * columns
    sizes = [size for size, _ in points]
    for size in [sizes[-1], *sizes[:-1]]:
        label = str(size)
        start = min(max(0, place(size) - len(label) // 2), max(0, columns - len(label)))
        if all(char == " " for char in text[max(0, start - 1) : start + len(label) + 1]):
            text[start : start + len(label)] = label
    return "".join(text).rstrip()


def _legend(growth: Growth, log_sizes: bool, unicode: bool) -> str:
    point, line = ("●", "⠤⠤") if unicode else ("o", "..")
    axes = "both axes logarithmic" if log_sizes else "cost logarithmic"
    fitted = f"   {line} {growth.klass}" if growth.klass else ""
    return f"{point} cost{fitted}   by size, {axes}"


def _power(exponent: int) -> str:
    return str(10**exponent) if 0 <= exponent < 4 else f"1e{exponent}"


def _draw(figure: Figure, growth: Growth, title: str) -> None:
    axes: Axes = figure.add_subplot()
    points = _drawable(growth)
    if growth.terms and len(points) > 1:
        sizes = _between(points[0][0], points[-1][0], linear=_explosive(growth))
        curve = [(size, cost) for size in sizes if 0 < (cost := _fitted(growth, size)) < math.inf]
        label = f"${_mathematical(growth.klass or '')}$, confidence {growth.confidence:.2f}"
        axes.plot(*zip(*curve, strict=True), color=LINE, linewidth=2, label=label, zorder=2)
    if points:
        xs, ys = zip(*points, strict=True)
        axes.scatter(
            xs, ys, color=POINT, s=34, edgecolors="white", linewidths=0.8, label="counted cost", zorder=3
        )
        axes.set_yscale("log")
        if not _explosive(growth):
            axes.set_xscale("log", base=2)
            axes.xaxis.set_major_formatter(lambda value, _: f"{value:g}")
        _annotate(axes, points)
    axes.set_xlabel("size N")
    axes.set_ylabel("cost")
    axes.set_title(title, fontsize=11, loc="left", parse_math=False)
    axes.grid(visible=True, which="major", color="#e3e3e3", linewidth=0.8, zorder=0)
    axes.set_axisbelow(True)
    axes.spines[["top", "right"]].set_visible(False)
    if growth.why:
        figure.supxlabel(textwrap.fill(growth.why, 100), color=NOTE, fontsize=8)
    if points:
        axes.legend(frameon=False, loc="lower right")


def _annotate(axes: Axes, points: list[tuple[int, float]]) -> None:
    """Write the quotient of neighbouring costs above the larger one, for at most a dozen points."""
    if len(points) > 12:
        return
    for (_, before), (size, cost) in pairwise(points):
        axes.annotate(
            f"×{cost / before:.3g}",
            (size, cost),
            xytext=(-5, 6),
            textcoords="offset points",
            ha="right",
            fontsize=8,
            color=NOTE,
        )


def _between(first: int, last: int, *, linear: bool) -> list[float]:
    steps = [i / 199 for i in range(200)]
    return [first + (last - first) * part if linear else first * (last / first) ** part for part in steps]


def _mathematical(klass: str) -> str:
    """The class in matplotlib's notation for formulas."""
    text = klass.replace("log", r"\log")
    parts = text.split("^")
    result = parts[0]
    for part in parts[1:]:
        end = next((i for i, char in enumerate(part) if not (char.isalnum() or char == ".")), len(part))
        result += f"^{{{part[:end]}}}{part[end:]}"
    return result.replace(" ", r"\ ")
