"""Why a cost grows: a sentence from what two runs executed how often."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from slowpath.model.cost import LineCost, PatternCost

_FLAT = 0.4  # an exponent up to which something hardly grows: below the square root of the size
_BEHIND = 0.25  # how much slower than the whole a line may grow that explains the growth of the whole
_SHARE = 0.05  # of the cost, below which a line is not the reason
_ALIKE = 0.5  # of the cost of a line, that its caller must have to be named instead: else it is a detail
_STEEP = 1.5  # the exponent from which work grows faster than its input
_NEAR = 0.3  # of a whole power: lower terms hide as much at the sizes that are compared
# Special methods, and what stands in code that calls them.
_OPERATORS = {
    **dict.fromkeys(("eq", "ne"), r"[!=]=|\bin\b"),
    **dict.fromkeys(("lt", "le", "gt", "ge"), r"[<>]"),
    **dict.fromkeys(("add", "radd", "iadd"), r"\+|\bsum\("),
    **dict.fromkeys(("iter", "next"), r"\b(?:for|in|next)\b|\("),
    "hash": r"\bin\b|\[|\(",
    "len": r"\blen\(|\b(?:if|while|not|and|or)\b",
    "contains": r"\bin\b",
}
_SPECIAL = re.compile(rf"\b__({'|'.join(_OPERATORS)})__$")
_LONGEST = 80  # characters of a regular expression that are shown


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a cost grows: a sentence that names a line, and that line; None if none stands out."""

    sentence: str
    line: LineCost | None = None


@dataclass(frozen=True, slots=True)
class _Grown:
    """A line at the larger size, and the exponents of its cost, its executions and the cost of one.

    `method` is the special method that its native work calls, if that is what costs.
    """

    line: LineCost
    ops: float
    hits: float
    method: str = ""

    @property
    def each(self) -> float:
        return self.ops - self.hits


def reason(
    smaller: Sequence[LineCost],
    larger: Sequence[LineCost],
    factor: float,
    pattern: PatternCost | None = None,
) -> Reason:
    """Say which line explains the growth between two sizes that differ by a factor, and how.

    The line grows as fast as the whole, and the words say what of it grows: how often it is executed, the
    work of one execution, or both. `pattern` is the regular expression that cost the most at the larger size.
    """
    culprit = _culprit(smaller, larger, factor)
    if culprit is None:
        return Reason("no single line stands out")
    line = culprit.line
    total = sum(each.ops for each in larger) or 1
    where = f"line {line.line} of {line.function or 'the module'}"
    ops = line.ops + sum(each.ops for each in larger if culprit.method and each.function == culprit.method)
    share = f"{ops / total:.0%} of the cost" + (f" with {culprit.method}" if culprit.method else "")
    elsewhere = sum(each.native for each in larger) - line.native
    told = f"{where} {_how(culprit)}: {share}{_by_pattern(line, pattern, elsewhere)}"
    return Reason(told, line)


def _how(culprit: _Grown) -> str:
    """What of a line grows."""
    line = culprit.line
    work = "native work" if line.native > line.ops // 2 else "work"
    if not line.hits:
        return f"keeps what is called elsewhere; the {work} of the calls grows {_power(culprit.each)}"
    times = "once" if line.hits == 1 else f"{line.hits:,} times"
    if culprit.each <= _FLAT:
        return f"is executed {times}, which grows {_power(culprit.hits)}"
    if culprit.hits > _FLAT:
        grows = "with the input" if culprit.each < _STEEP else _power(culprit.each)
        return f"is executed {times}, and the {work} of each grows {grows}"
    if line.hits == 1 and line.native > line.ops // 2:
        # Not "does": an iterator that the call returns may do it later, as that of `finditer` does.
        return f"is executed once, and the native work that it begins grows {_power(culprit.each)}"
    return f"is executed {times}, and the {work} of each grows {_power(culprit.each)}"


def _culprit(smaller: Sequence[LineCost], larger: Sequence[LineCost], factor: float) -> _Grown | None:
    """The costliest of the lines that grow as fast as the whole, or None."""
    before = {(line.file, line.line): line for line in smaller}
    total = sum(line.ops for line in larger) or 1
    whole = _exponent(total, sum(line.ops for line in smaller), factor)
    grown = []
    for line in larger:
        first = before.get((line.file, line.line))
        if first is None or line.ops < _SHARE * total or not first.ops:
            continue
        # A method of a pattern that was taken before the run is charged to the line that took it.
        each = _Grown(line, _exponent(line.ops, first.ops, factor), _exponent(line.hits, first.hits, factor))
        if each.ops >= whole - _BEHIND:
            grown.append(each)
    costliest = max(grown, key=lambda each: each.line.ops, default=None)
    return None if costliest is None else _caller(costliest, grown)


def _caller(culprit: _Grown, grown: Sequence[_Grown]) -> _Grown:
    """The line of another function that calls the culprit's, if that is executed too often and the call is
    what makes it so: the caller is executed as often, and costs about as much itself.

    A special method is called by native code, as `max` calls `__gt__`: by the line whose native work grows.
    If there is none, a line with its operator calls it.
    """
    if culprit.each > _FLAT:
        return culprit
    if _SPECIAL.search(culprit.line.function):
        native = [each for each in grown if _is_native(each) and not _SPECIAL.search(each.line.function)]
        costliest = max(native, key=lambda each: each.line.ops, default=None)
        if costliest is not None:
            return replace(costliest, method=culprit.line.function)
    callers = [each for each in grown if _is_caller(each.line, culprit.line)]
    return max(callers, key=lambda each: each.line.ops, default=culprit)


def _is_caller(line: LineCost, of: LineCost) -> bool:
    """Whether a line of another function calls that of a line: it is executed as often, and has an operator
    that calls it, or names it and costs about as much itself."""
    if line.function == of.function or line.hits != of.hits:
        return False
    special = _SPECIAL.search(of.function)
    if special:
        is_other = not _SPECIAL.search(line.function)
        return is_other and re.search(_OPERATORS[special[1]], line.source) is not None
    name = of.function.rpartition(".")[2]
    if line.ops < _ALIKE * of.ops or not name.isidentifier():
        return False
    return re.search(rf"(?<!def )\b{re.escape(name)}\(", line.source) is not None


def _is_native(each: _Grown) -> bool:
    """Whether a line costs what it does because of native work that grows with each execution."""
    return each.each > _FLAT and each.line.native > each.line.ops // 2


def _exponent(larger: int, smaller: int, factor: float) -> float:
    return math.log(max(1.0, larger / max(smaller, 1))) / math.log(factor)


def _by_pattern(line: LineCost, pattern: PatternCost | None, elsewhere: int) -> str:
    """Name the regular expression that does most of a line's work, unless the line itself spells it.

    What a pattern costs is known for the whole run: what exceeds the native work of all other lines, which is
    `elsewhere`, was done in this line.
    """
    if pattern is None or line.native <= line.ops // 2 or pattern.ops - elsewhere <= line.native // 2:
        return ""
    source = pattern.source
    inside = source[source.index(source[-1]) + 1 : -1]
    if inside in line.source:
        return ""
    quote = source[-1]
    told = source if len(source) <= _LONGEST else f"{source[: _LONGEST - 4]}...{quote}"
    return f", in the pattern {told}"


def _power(exponent: float) -> str:
    if exponent > 5:
        return "beyond every power of the size"
    names = {1: "in proportion to the size", 2: "with the square of the size", 3: "with its cube"}
    if round(exponent) in names and abs(exponent - round(exponent)) <= _NEAR:
        return names[round(exponent)]
    return f"like the size to the power {exponent:.1f}"
