"""Values of the abstraction are equal only if they are the same to a run."""

from __future__ import annotations

from typing import Any

import pytest

from slowpath.abstract.value import FALSE, NONE, TRUE, KnownValue, Method, Ref, Thing, Top, Tup, Value
from slowpath.expr.linear import Linear


class AlwaysEqual:
    """Says that it equals everything, and cannot be hashed."""

    __hash__ = None  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return True


@pytest.mark.parametrize("make", [list, AlwaysEqual])
def test_a_thing_is_known_by_identity(make: Any) -> None:
    one, other = make(), make()
    assert Thing(one) == Thing(one)
    assert hash(Thing(one)) == hash(Thing(one))
    assert Thing(one) != Thing(other)
    assert len({Thing(one), Thing(other), Thing(one)}) == 2
    assert Thing(one) != one


def test_a_method_has_a_function_and_a_receiver() -> None:
    def double(x: int) -> int:
        return 2 * x

    def other(x: int) -> int:
        return 2 * x

    method = Method(double, Ref(0))
    assert method == Method(double, Ref(0))
    assert hash(method) == hash(Method(double, Ref(0)))
    assert method not in (Method(other, Ref(0)), Method(double, Ref(1)), Thing(double), Ref(0))
    assert Method(AlwaysEqual(), Ref(0)) != Method(AlwaysEqual(), Ref(0))


def test_values_of_different_kinds_differ() -> None:
    x = Linear.variable(0)
    values: list[Value] = [
        NONE,
        TRUE,
        FALSE,
        KnownValue(1, "int"),
        KnownValue(0, "int"),
        KnownValue(1.0, "float"),
        Top(),
        Top("int"),
        Ref(1),
        x,
        x + 1,
        Tup(()),
        Tup((KnownValue(1, "int"),)),
        Tup((TRUE,)),
        Thing(int),
    ]
    assert len(set(values)) == len(values)
