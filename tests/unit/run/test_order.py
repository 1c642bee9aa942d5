"""What every order has."""

from __future__ import annotations

import os
import sys

import pytest

from slowpath.run.order import Order


def test_the_target_is_looked_for_where_the_command_is_run() -> None:
    order = Order(spec="m:f", seconds=1.0, max_ops=1)
    assert order.path[0] == os.getcwd()
    assert set(order.path) >= set(filter(None, sys.path))


def test_an_order_cannot_be_changed() -> None:
    order = Order(spec="m:f", seconds=1.0, max_ops=1)
    with pytest.raises(AttributeError):
        order.seconds = 2.0  # type: ignore[misc]


def test_an_order_that_is_part_of_another_is_told_the_same_unless_something_else_is_said() -> None:
    order = Order(spec="m:f", seconds=1.0, max_ops=1, seed=5, without=("flip",))
    part = Order(**order.passed_on(seconds=0.5))
    assert (part.spec, part.seconds, part.seed, part.without) == ("m:f", 0.5, 5, ("flip",))
