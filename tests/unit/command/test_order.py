"""Orders say all that a verb is told, and travel to its child as they are."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from slowpath.command.cost import CostOrder
from slowpath.command.diff import DiffOrder
from slowpath.command.enumeration import CasesOrder
from slowpath.command.find import FindOrder
from slowpath.command.grow import GrowOrder
from slowpath.command.order import silent
from slowpath.command.scale import ScaleOrder
from slowpath.command.suite import SuiteOrder
from slowpath.run.frames import body, frame
from slowpath.run.limits import Limits
from slowpath.run.order import Order

COMMON: dict[str, Any] = {"spec": "m:f", "seconds": 2.0, "max_ops": 500}
SHAPES: dict[str, Any] = {**COMMON, "shapes": {"xs": "ints(N)"}, "size": 4}


@pytest.mark.parametrize(
    "order",
    [
        CostOrder(**COMMON, inputs={"n": "N"}, size=3, measures=("ops",)),
        GrowOrder(**COMMON, inputs={"n": "N"}, measure="ops", to=64),
        CasesOrder(**SHAPES, measures=("ops", "memory"), model={"name": "m", "sizes": {}}, driven=True),
        FindOrder(**COMMON, without=("flip",), limits=Limits(cpu=3), allow=("files",)),
        ScaleOrder(**SHAPES, first=2, hot=7),
        SuiteOrder(**SHAPES, measure="memory", tests=3, constraints=9),
        DiffOrder(**SHAPES, new="m:g", measure="ops", by="ratio", delta=1.5, tests=2, requires="N > 1"),
    ],
)
def test_an_order_arrives_as_it_was_given(order: Order) -> None:
    document = body(frame(order))
    assert document is not None
    assert msgspec.msgpack.decode(document, type=type(order)) == order


def test_a_silent_listener_prints_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    silent("searching")
    assert capsys.readouterr() == ("", "")
