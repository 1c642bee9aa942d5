"""Conditions as Python text over the names of variables: `x - y <= 3`, `'a' <= s[2] <= 'z'`."""

from __future__ import annotations

import operator
from collections.abc import Callable

from slowpath.expr.condition import EQ, LE, All, Compare, Condition, Constant, Member, Ranked, Some
from slowpath.expr.linear import Linear, Parts
from slowpath.expr.term import Operand, Term, descending
from slowpath.expr.variable import Characters, Variable, Variables, without_options
from slowpath.model.charset import LAST, CharSet

# Characters that are listed one by one; the ten digits and a few signs still are. More are shown as spans.
FEW = 12
# Characters of a shown term; the middle of a longer one is left out. Terms share parts: the text of one
# with 60 terms can be exponentially long. Nobody reads more than a screen.
LONGEST = 2_000

LAST_BYTE = 255  # conditions on bytes are shown as numbers up to this one

_HOLDS: dict[str, Callable[[int, int], bool]] = {
    "<=": operator.le,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
_FUNCTIONS = frozenset({"abs", "min", "max", "int", "float", "round"})
_MATH = frozenset({"floor", "ceil", "sqrt"})


Texts = dict[Term, str]  # of terms that were written before


def shown(condition: Condition, variables: Variables, texts: Texts | None = None) -> str:
    """A condition as a Python expression. Conditions of a path share terms: `texts` keeps what they are."""
    texts = {} if texts is None else texts
    if isinstance(condition, Constant):
        return str(condition.truth)
    if isinstance(condition, Compare):
        return _compare(condition, variables)
    if isinstance(condition, Member):
        return _member(variables[condition.index], condition.chars)
    if isinstance(condition, All):
        return " and ".join(_inner(part, variables, texts) for part in condition.parts)
    if isinstance(condition, Some):
        return " or ".join(_inner(part, variables, texts) for part in condition.parts)
    left, right = (shown_value(side, variables, texts) for side in (condition.left, condition.right))
    if isinstance(condition, Ranked) or condition.truth:
        return f"{left} {condition.op} {right}"
    return f"{left} != {right}" if condition.op == EQ else f"not {left} {condition.op} {right}"


def shown_value(expression: Operand, variables: Variables, texts: Texts | None = None) -> str:
    """The value of an expression as a Python expression."""
    texts = {} if texts is None else texts
    if not isinstance(expression, Term):
        return _leaf(expression, variables, texts)
    for term in descending(expression, texts):
        text = _term(term, texts, variables)
        if len(text) > LONGEST:
            text = f"{text[: LONGEST // 2]}...{text[-LONGEST // 2 :]}"
        texts[term] = text
    return texts[expression]


def _term(term: Term, texts: Texts, variables: Variables) -> str:
    if term.operator == "real":
        return variables[term.operands[0]].shown  # type: ignore[index]
    parts = [
        texts[each] if isinstance(each, Term) else _leaf(each, variables, texts) for each in term.operands
    ]
    if term.operator in _FUNCTIONS:
        return f"{term.operator}({', '.join(parts)})"
    if term.operator in _MATH:
        return f"math.{term.operator}({', '.join(parts)})"
    wrapped = [part if _is_simple(part) else f"({part})" for part in parts]
    if term.operator == "if":
        return f"{wrapped[1]} if {parts[0]} else {wrapped[2]}"
    if term.operator == "neg":
        return f"-{wrapped[0]}"
    return f"{wrapped[0]} {term.operator} {wrapped[1]}"


def _is_simple(text: str) -> bool:
    return " " not in text and not text.startswith("-")


def _leaf(operand: Operand, variables: Variables, texts: Texts) -> str:
    if isinstance(operand, Linear):
        text = _sum(operand.parts, variables)
        if not operand.constant:
            return text
        return f"{text} {'+' if operand.constant > 0 else '-'} {abs(operand.constant)}"
    if isinstance(operand, int | float | Term):
        return repr(operand)
    return shown(operand, variables, texts)


def _compare(condition: Compare, variables: Variables) -> str:
    parts, limit, op = condition.parts, -condition.constant, condition.op
    if all(factor < 0 for _, factor in parts):
        parts, limit = tuple([(index, -factor) for index, factor in parts]), -limit
        op = ">=" if op == LE else op
    if len(parts) == 1 and parts[0][1] == 1:
        return _single(variables, parts[0][0], op, limit)
    if len(parts) == 2 and limit in (0, -1) and sorted(factor for _, factor in parts) == [-1, 1]:
        (small, _), (large, _) = sorted(parts, key=lambda part: -part[1])
        if limit == 0:
            return _pair(variables, small, op, large)
        if op == LE:
            return _pair(variables, small, "<", large)
    return _rows(parts, op, limit, variables)


def _rows(parts: Parts, op: str, limit: int, variables: Variables) -> str:
    return f"{_sum(sorted(parts, key=lambda part: part[1] < 0), variables)} {op} {limit}"


def _single(variables: Variables, index: int, op: str, limit: int) -> str:
    variable = variables[index]
    if variable.meaning:
        return _meant(variable, op, limit)
    if _is_text(variable) and 0 <= limit <= LAST:
        return f"{variable.shown} {op} {chr(limit)!r}"
    return f"{variable.shown} {op} {limit}"


def _meant(variable: Variable, op: str, limit: int) -> str:
    """What the values that compare so with a limit stand for."""
    texts = [without_options(text) for value, text in enumerate(variable.meaning) if _HOLDS[op](value, limit)]
    if len(texts) == len(variable.meaning):
        return "True"
    return " or ".join(texts) or "False"


def _is_text(variable: Variable) -> bool:
    return isinstance(variable.domain, Characters) and not variable.domain.octets


def _pair(variables: Variables, left: int, op: str, right: int) -> str:
    both = [variables[left], variables[right]]
    if all(_is_text(each) for each in both):
        return f"{both[0].shown} {op} {both[1].shown}"
    return f"{_name(variables, left)} {op} {_name(variables, right)}"


def _name(variables: Variables, index: int) -> str:
    variable = variables[index]
    return f"ord({variable.shown})" if _is_text(variable) else variable.shown


def _sum(parts: Parts | list[tuple[int, int]], variables: Variables) -> str:
    text = ""
    for index, factor in parts:
        name = _name(variables, index)
        product = name if abs(factor) == 1 else f"{abs(factor)} * {name}"
        if not text:
            text = f"-{product}" if factor < 0 else product
        else:
            text += f" {'-' if factor < 0 else '+'} {product}"
    return text or "0"


def _member(variable: Variable, chars: CharSet) -> str:
    name, text = variable.shown, _is_text(variable)
    every = CharSet.between(0, LAST if text else LAST_BYTE)
    chars = every & chars
    missing = every & ~chars
    if len(chars) <= FEW:
        return _listed(name, chars, text, "==", "in")
    if not missing:
        return "True"
    if len(missing) <= FEW:
        return _listed(name, missing, text, "!=", "not in")
    last = every.highest
    negated = len(missing.spans) < len(chars.spans) and missing.lowest > 0 and missing.highest < last
    texts = [_span(name, low, high, last, text) for low, high in (missing if negated else chars).spans]
    joined = " or ".join(texts)
    if negated:
        return f"not {joined}" if len(texts) == 1 else f"not ({joined})"
    return joined


def _listed(name: str, chars: CharSet, text: bool, one: str, several: str) -> str:
    listed = "".join(chars) if text else tuple(map(ord, chars))
    if len(listed) == 1:
        return f"{name} {one} {listed[0]!r}"
    return f"{name} {several} {listed!r}"


def _span(name: str, low: int, high: int, last: int, text: bool) -> str:
    least, most = (repr(chr(low)), repr(chr(high))) if text else (str(low), str(high))
    if low == high:
        return f"{name} == {least}"
    if low == 0:
        return f"{name} <= {most}"
    return f"{name} >= {least}" if high == last else f"{least} <= {name} <= {most}"


def _inner(condition: Condition, variables: Variables, texts: Texts) -> str:
    text = shown(condition, variables, texts)
    return f"({text})" if " or " in text or " and " in text else text
