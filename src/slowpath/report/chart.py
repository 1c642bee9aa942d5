"""A chart of a growth as inline SVG: points, the fitted class, slopes to compare with, the baseline.

Both axes are logarithmic, so a power of n is a straight line; for an exponential class the sizes are linear.
Colours are classes of the page's style sheet, so that the chart follows light and dark mode.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from slowpath.model.find import Baseline
from slowpath.model.growth import Growth
from slowpath.report.visible import markup

WIDTH, HEIGHT = 480, 300  # units of the drawing, which the page scales
_LEFT, _RIGHT, _TOP, _BOTTOM = 46, 16, 14, 34  # margins: numbers stand on the left and below
_STEPS = 60  # pieces of the fitted curve: one for each seven pixels, so that it looks smooth
_SLOPES = ((1, "n"), (2, "n²"), (3, "n³"))


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where a size and a cost stand on the canvas."""

    across: Callable[[float], float]
    sizes: tuple[int, int]
    decades: tuple[int, int]

    def x(self, size: float) -> float:
        left, right = map(self.across, self.sizes)
        return _LEFT + (self.across(size) - left) / (right - left) * (WIDTH - _LEFT - _RIGHT)

    def y(self, cost: float) -> float:
        bottom, top = self.decades
        return _TOP + (top - math.log10(cost)) / (top - bottom) * (HEIGHT - _TOP - _BOTTOM)

    def holds(self, cost: float) -> bool:
        return 10.0 ** self.decades[0] <= cost <= 10.0 ** self.decades[1]


def chart(growth: Growth, baseline: Baseline | None = None) -> str:
    """Return the SVG element, or "" where there are fewer than two points to draw."""
    points = [(size, cost) for size, cost in growth.points if size > 0 and 0 < cost < 1e300]
    if len(points) < 2:
        return ""
    explosive = any(term.base > 1 or term.factorials for term in growth.terms[:1])
    costs = [cost for _, cost in points]
    if baseline is not None and baseline.cost > 0:
        costs.append(baseline.cost)
    bottom = math.floor(math.log10(min(costs)))
    top = max(bottom + 1, math.ceil(math.log10(max(costs))))
    frame = _Frame(
        (lambda size: size) if explosive else math.log, (points[0][0], points[-1][0]), (bottom, top)
    )
    parts = [
        *_axes(frame, [size for size, _ in points]),
        *([] if explosive else _slopes(frame, points[-1])),
        _fitted(frame, growth),
        *(_point(frame, size, cost) for size, cost in points),
        _baseline(frame, baseline),
    ]
    label = f"Counted cost against size{', ' + growth.klass if growth.klass else ''}"
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{markup(label)}">{"".join(parts)}</svg>'
    )


def _axes(frame: _Frame, sizes: list[int]) -> list[str]:
    right, floor = WIDTH - _RIGHT, HEIGHT - _BOTTOM
    bottom, top = frame.decades
    parts = []
    for decade in range(bottom, top + 1, math.ceil((top - bottom) / 6)):
        y = frame.y(10.0**decade)
        parts.append(f'<line class="grid" x1="{_LEFT}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(_text(_LEFT - 6, y + 4, _power(decade), "end"))
    free = right + 99.0
    for size in reversed(sizes):
        x, half = frame.x(size), 4.0 * len(f"{size:,}")
        if x + half + 6 <= free:
            free = x - half
            parts.append(_text(min(x, WIDTH - half), floor + 16, f"{size:,}", "middle"))
    parts.append(_text((_LEFT + right) / 2, HEIGHT - 3, "size N", "middle"))
    parts.append(_text(_LEFT + 4, _TOP - 3, "ops", "start"))
    parts.append(f'<path class="axis" d="M{_LEFT} {_TOP}V{floor}H{right}"/>')
    return parts


def _slopes(frame: _Frame, last: tuple[int, float]) -> list[str]:
    """Lines of the first powers of n through the last point, down to where they leave the frame."""
    size, cost = last
    floor = 10.0 ** frame.decades[0]
    parts = []
    for power, name in _SLOPES:
        start = max(float(frame.sizes[0]), size * (floor / cost) ** (1 / power))
        x, y = frame.x(start), frame.y(cost * (start / size) ** power)
        if frame.x(size) - x < 40:
            continue
        parts.append(
            f'<line class="slope" x1="{x:.1f}" y1="{y:.1f}" '
            f'x2="{frame.x(size):.1f}" y2="{frame.y(cost):.1f}"/>'
        )
        parts.append(_text(x + 14, min(y + 10, HEIGHT - _BOTTOM - 3), name, "start"))
    return parts


def _fitted(frame: _Frame, growth: Growth) -> str:
    first, last = frame.sizes
    linear = frame.across(4) == 4
    places = []
    for step in range(_STEPS + 1 if growth.terms else 0):
        part = step / _STEPS
        size = first + (last - first) * part if linear else first * (last / first) ** part
        cost = sum(term.at(size) for term in growth.terms)
        if cost > 0 and frame.holds(cost):
            places.append(f"{frame.x(size):.1f},{frame.y(cost):.1f}")
    return f'<polyline class="fit" points="{" ".join(places)}"/>' if places else ""


def _point(frame: _Frame, size: int, cost: float) -> str:
    told = markup(f"N = {size:,}: {cost:,} ops")
    x, y = frame.x(size), frame.y(cost)
    return f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="4"><title>{told}</title></circle>'


def _baseline(frame: _Frame, baseline: Baseline | None) -> str:
    if baseline is None or baseline.cost <= 0:
        return ""
    y, right = frame.y(baseline.cost), WIDTH - _RIGHT
    return (
        f'<path class="diamond" d="M{right - 5} {y:.1f}l5 -5l5 5l-5 5z">'
        f"<title>costliest of {baseline.runs} random inputs: {baseline.cost:,} ops</title></path>"
    )


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{markup(text)}</text>'


def _power(exponent: int) -> str:
    digits = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
    return str(10**exponent) if 0 <= exponent < 4 else "10" + str(exponent).translate(digits)
