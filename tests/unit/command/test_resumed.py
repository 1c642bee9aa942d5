"""What earlier searches for loops came to is used again, if nothing that it depends on changed."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from slowpath.command.loops import LoopsOrder
from slowpath.command.resumed import KIND, NOTHING_KEPT, KeptGoal, KeptLoops, ResumedLoops
from slowpath.model.loops import GoalResult, LoopInput
from tests.unit.command.test_kept import Memory

RESULT = GoalResult("shop.py:3", "f", 1, 7, 7, "N = 7\nf(N)", None, LoopInput("shop:f", {"n": "N"}, "", 7))
KEPT = KeptLoops(2, 300, (KeptGoal(("shop.py", 4), RESULT),))


@pytest.fixture
def order(tmp_path: Path) -> LoopsOrder:
    file = tmp_path / "shop.py"
    file.write_text("def f(n): ...\n")
    return LoopsOrder(spec=f"{file}:f", seconds=5.0, max_ops=1, depth=1, iterations=7)


def test_what_is_kept_is_found_again(order: LoopsOrder) -> None:
    documents = Memory()
    assert ResumedLoops(documents, order.question).find() == NOTHING_KEPT
    ResumedLoops(documents, order.question).keep(KEPT)
    found = ResumedLoops(documents, order.question).find()
    assert found == KEPT
    assert found.by_loop["shop.py", 4].is_reached


@pytest.mark.parametrize(
    ("changes", "is_found"),
    [
        ({"seconds": 60.0, "jobs": 2, "fresh": True, "path": ("/x",)}, True),
        ({"seed": 1}, False),
        ({"depth": 2}, False),
        ({"iterations": 8}, False),
        ({"algorithm": "mio"}, False),
        ({"without": ("usages",)}, False),
        ({"max_ops": 2}, False),
    ],
)
def test_only_time_and_processes_may_differ(
    order: LoopsOrder, changes: dict[str, object], is_found: bool
) -> None:
    documents = Memory()
    ResumedLoops(documents, order.question).keep(KEPT)
    other = msgspec.structs.replace(order, **changes)
    assert (ResumedLoops(documents, other.question).find() == KEPT) is is_found


def test_other_code_is_searched_anew(order: LoopsOrder) -> None:
    documents = Memory()
    ResumedLoops(documents, order.question).keep(KEPT)
    file = Path(order.spec.rpartition(":")[0])
    (file.parent / "beside.py").write_text("")
    assert ResumedLoops(documents, order.question).find() == NOTHING_KEPT


def test_what_cannot_be_read_is_told_and_what_has_no_code_is_not_kept(order: LoopsOrder) -> None:
    documents = Memory()
    ResumedLoops(documents, order.question).keep(KEPT)
    ((kind, key),) = documents.kept
    assert kind == KIND
    documents.kept[kind, key] = b"\xc1"
    assert ResumedLoops(documents, order.question).find() == NOTHING_KEPT
    assert "cannot be read" in documents.notices[0]
    missing = msgspec.structs.replace(order, spec="nosuchmodule:f")
    ResumedLoops(documents, missing.question).keep(KEPT)
    assert len(documents.kept) == 1


def test_modules_are_looked_for_where_the_search_looks(order: LoopsOrder) -> None:
    documents = Memory()
    folder = str(Path(order.spec.rpartition(":")[0]).parent)
    named = msgspec.structs.replace(order, spec="shop:f").question
    ResumedLoops(documents, named).keep(KEPT)
    assert not documents.kept
    ResumedLoops(documents, named, [folder]).keep(KEPT)
    assert ResumedLoops(documents, named, [folder]).find() == KEPT
