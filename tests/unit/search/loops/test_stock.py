"""Values for any parameter."""

from __future__ import annotations

import inspect

from slowpath.search.loops.stock import EVERY, StockValue, stock_for

EMPTY = inspect.Parameter.empty


def _parameter(annotation: object = EMPTY, default: object = EMPTY) -> inspect.Parameter:
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    return inspect.Parameter("a", kind, annotation=annotation, default=default)


def test_every_value_can_be_made_at_any_size() -> None:
    for size in (1, 8):
        for each in EVERY:
            names: dict[str, object] = {"N": size}
            exec("\n".join(each.lines), names)
            eval(each.source, names)


def test_hints_and_defaults_come_first_and_objects_before_them() -> None:
    assert stock_for(_parameter(annotation=str))[0].source == "'a' * N"
    assert stock_for(_parameter(annotation="int"))[0].source == "N"
    assert stock_for(_parameter(default=b""))[0].source == "b'a' * N"
    node = StockValue("Node()")
    found = stock_for(_parameter(annotation=str), [node])
    assert found[0] == node
    assert set(EVERY) < set(found)
    assert len(set(found)) == len(found)
