"""Why a cost grows: a sentence from what two runs executed how often."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from slowpath.model.cost import LineCost, PatternCost

_STEEP = 1.4  # an exponent from which something grows faster than the input
_FLAT = 0.4  # one up to which it hardly grows
_SHARE = 0.05  # of the cost, below which a line is not the reason
_LONGEST = 80  # characters of a regular expression that are told


@dataclass(frozen=True, slots=True)
class _Grown:
    """A line at the larger size, and the exponents of its executions and of the cost of one."""

    line: LineCost
    hits: float
    each: float


def reason(
    smaller: Sequence[LineCost],
    larger: Sequence[LineCost],
    factor: float,
    pattern: PatternCost | None = None,
) -> str:
    """Say what makes the cost grow between two sizes that differ by a factor. `pattern` is the regular
    expression that cost the most at the larger."""
    culprit = _culprit(smaller, larger, factor)
    if culprit is None:
        return "no single line stands out"
    line = culprit.line
    total = sum(each.ops for each in larger) or 1
    where = f"line {line.line} of {line.function or 'the module'}"
    share = f"{line.ops / total:.0%} of the cost"
    code = f" ({line.source.strip()})" if line.source.strip() else ""
    if line.native > line.ops // 2:
        if not line.hits:
            how = f"keeps what is called elsewhere; the native work of the calls grows {_power(culprit.each)}"
        elif culprit.hits <= _FLAT:
            how = f"does it in a single native call whose work grows {_power(culprit.each)}"
        else:
            how = f"is executed {line.hits:,} times, and the native work of each grows with the input"
        return f"{where}{code} {how}: {share}{_by_pattern(line, pattern)}"
    if culprit.hits >= _STEEP:
        return f"{where}{code} is executed {line.hits:,} times, which grows {_power(culprit.hits)}: {share}"
    return f"{where}{code} takes {share}"


def _culprit(smaller: Sequence[LineCost], larger: Sequence[LineCost], factor: float) -> _Grown | None:
    """The costliest of the lines that grow fastest."""
    before = {(line.file, line.line): line for line in smaller}
    total = sum(line.ops for line in larger) or 1
    grown = []
    for line in larger:
        first = before.get((line.file, line.line))
        if first is None or line.ops < _SHARE * total or not first.ops:
            continue
        # A method of a pattern that was taken before the run is charged to the line that took it.
        hits = math.log(max(1.0, line.hits / max(first.hits, 1))) / math.log(factor)
        ops = math.log(max(1.0, line.ops / first.ops)) / math.log(factor)
        grown.append((ops, _Grown(line, hits, ops - hits)))
    steep = [each for ops, each in grown if ops >= _STEEP] or [each for _, each in grown]
    return max(steep, key=lambda each: each.line.ops, default=None)


def _by_pattern(line: LineCost, pattern: PatternCost | None) -> str:
    """Name the regular expression that does most of a line's work, unless the line itself spells it."""
    if pattern is None or pattern.ops <= line.native // 2:
        return ""
    source = pattern.source
    inside = source[source.index(source[-1]) + 1 : -1]
    if inside in line.source:
        return ""
    told = source if len(source) <= _LONGEST else f"{source[: _LONGEST - 3]}..."
    return f", in the pattern {told}"


def _power(exponent: float) -> str:
    if exponent > 5:
        return "beyond every power of the size"
    names = {1: "in proportion to the size", 2: "with the square of the size", 3: "with its cube"}
    return names.get(round(exponent), f"like the size to the power {exponent:.1f}")
