"""The operands of set operations, and their elements in an order that does not depend on the input."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from slowpath.values.elements import Elements, take
from slowpath.values.keys import PLAIN, KeySearch, Quiet
from slowpath.values.recording import SymDict, trace_among, trace_in
from slowpath.values.sets import is_set, order_of, table
from slowpath.values.trace import Trace


class Operand:
    """An operand of a set operation: its elements in an order that does not depend on the input."""

    def __init__(self, value: Any) -> None:
        self.value = value
        self.is_set = is_set(value)
        self.is_dict = type(value) in (dict, SymDict)  # C code looks at the exact type
        self._taken: Elements | None = None
        if self.is_set:
            self.elements = order_of(value)
            self.trace = trace_in(value)
            return
        if self.is_dict:
            self.elements = list(dict.keys(value))
        else:
            self._taken = take(value)
            self.elements = self._taken.items
        self.trace = trace_among(self.elements)

    def again(self) -> Any:
        """What C code goes through in its place."""
        if self.is_set:
            return table(self.value)
        if self.is_dict:
            return dict(self.value) if type(self.value) is SymDict else self.value
        assert self._taken is not None
        return self.elements if self._taken.error is None else self._taken.again(self.elements)

    def given(self, elements: list[Any] | None = None) -> Any:
        """The same, or other elements, in an iterable that costs as much as the value itself."""
        if self._taken is not None:
            return self._taken.again(self.elements if elements is None else elements)
        if elements is None:
            return self.again()
        return set(range(len(elements))) if self.is_set else dict.fromkeys(range(len(elements)))


def operands_of(box: Any, others: tuple[Any, ...]) -> tuple[list[Operand], Trace | None]:
    """The other operands of a set operation, and the first trace among all of them, if there is one."""
    operands = [Operand(each) for each in others]
    traces = (trace_in(box), *(each.trace for each in operands))
    return operands, next((trace for trace in traces if trace is not None), None)


class Silence:
    """Quiet where there is a trace."""

    def __init__(self, trace: Trace | None) -> None:
        self._quiet = Quiet(trace) if trace is not None else None

    def __enter__(self) -> None:
        if self._quiet is not None:
            self._quiet.__enter__()

    def __exit__(self, *error: Any) -> None:
        if self._quiet is not None:
            self._quiet.__exit__(None, None, None)


def distinct(elements: Iterable[Any], trace: Trace, before: Iterable[Any] = ()) -> list[Any]:
    """Return `before` and the elements that are new, each decided."""
    kept = list(before)
    plain: set[Any] = {each for each in kept if type(each) in PLAIN}
    for each in elements:
        if type(each) in PLAIN and each in plain:
            continue
        if not KeySearch(kept, each, trace).there():
            kept.append(each)
            if type(each) in PLAIN:
                plain.add(each)
    return kept


def among(elements: list[Any], others: list[Any], trace: Trace) -> list[bool]:
    """Decide for each element whether it is among others."""
    return [KeySearch(others, each, trace).there() for each in elements]
