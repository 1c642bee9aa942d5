"""What verbs know before they start can be switched off."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from slowpath.command import cases, diff, scale, suite
from slowpath.command.diff import DiffOrder
from slowpath.command.enumeration import CasesOrder
from slowpath.command.scale import ScaleOrder
from slowpath.command.suite import SuiteOrder
from slowpath.errors import ShapeError
from slowpath.knowledge.catalogue import ALL, NONE
from slowpath.run.order import Order
from tests.unit.command.fakes import FakeLink, in_this_process, written

# Nothing but its name tells what the parameter may be.
SOURCE = "def same(nums):\n    return nums\n"


def order(kind: type[Order], folder: Path, *without: str, **more: Any) -> Any:
    spec = f"{written(folder, SOURCE)}:same"
    common: dict[str, Any] = {"spec": spec, "seconds": 2.0, "max_ops": 9_000, "size": 3, "shapes": {}}
    return kind(**common, without=without, **more)


def comparison(folder: Path, *without: str) -> Any:
    spec = f"{written(folder, SOURCE)}:same"
    return order(DiffOrder, folder, *without, new=spec, measure="ops", by="ratio", delta=1.5, tests=1)


ORDERS: list[tuple[Any, Callable[..., Any]]] = [
    (cases, lambda folder, *without: order(CasesOrder, folder, *without, measures=("ops",))),
    (scale, lambda folder, *without: order(ScaleOrder, folder, *without, first=2)),
    (diff, comparison),
]


@pytest.fixture(autouse=True)
def _here(monkeypatch: pytest.MonkeyPatch) -> None:
    in_this_process(monkeypatch)


def test_an_order_tells_what_is_known(tmp_path: Path) -> None:
    assert order(ScaleOrder, tmp_path, first=2).knowledge is ALL
    assert order(ScaleOrder, tmp_path, "flip", first=2).knowledge is ALL
    assert order(ScaleOrder, tmp_path, "flip", "knowledge", first=2).knowledge is NONE


@pytest.mark.parametrize(("verb", "made"), ORDERS)
def test_a_name_suggests_nothing_without_knowledge(
    tmp_path: Path, verb: Any, made: Callable[..., Any]
) -> None:
    hints = []
    for without in ((), ("knowledge",)):
        with pytest.raises(ShapeError, match="the type of 'nums' of same is unknown") as caught:
            verb.serve(FakeLink(made(tmp_path, *without)))
        hints.append(caught.value.hint)
    assert hints == [
        "Say it, for example: --arg 'nums=ints(N)'",
        "Say it, for example: --arg 'nums=text(N)'",
    ]


@pytest.mark.parametrize(("without", "shape"), [((), "ints(N)"), (("knowledge",), "text(N)")])
def test_a_suite_guesses_otherwise_without_knowledge(
    tmp_path: Path, without: tuple[str, ...], shape: str
) -> None:
    link = FakeLink(order(SuiteOrder, tmp_path, *without, measure="ops", tests=1))
    suite.serve(link)  # type: ignore[arg-type]
    assert link.sent[0].inferred.value["nums"].shape.describe() == shape


class Reached(Exception):
    """The search would begin."""


def test_recipes_are_searched_without_knowledge(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[Any] = []

    def search(*arguments: Any, knowledge: Any, **options: Any) -> Any:
        given.append(knowledge)
        raise Reached

    def attempts(
        subject: Any, size: int, plan: Any, clock: Any, on_size: Any, knowledge: Any
    ) -> Iterator[Any]:
        given.append(knowledge)
        return iter(())

    monkeypatch.setattr("slowpath.search.beam.suite.suite", search)
    monkeypatch.setattr("slowpath.search.ways.attempts.attempts", attempts)
    with pytest.raises(Reached):
        suite.serve(FakeLink(order(SuiteOrder, tmp_path, "knowledge", measure="ops", tests=1)))  # type: ignore[arg-type]
    told = order(ScaleOrder, tmp_path, "knowledge", first=2)
    told = msgspec.structs.replace(told, shapes={"nums": "ints(N)"})
    scale.serve(FakeLink(told))  # type: ignore[arg-type]
    assert given == [NONE, NONE]
