"""Jumps of a draft go where their labels were placed."""

from __future__ import annotations

from slowpath.abstract.code import JUMPS, Draft, StackOp


def test_labels_get_their_places_at_the_end() -> None:
    draft = Draft()
    ahead, back = draft.label(), draft.label()
    draft.place(back)
    draft.emit(StackOp.UNLESS, ahead)
    draft.emit(StackOp.CONST, ahead)  # a number, not a label
    draft.emit(StackOp.JUMP, back)
    draft.place(ahead)
    draft.emit(StackOp.RETURN)
    assert [(each.op, each.arg) for each in draft.finished()] == [
        (StackOp.UNLESS, 3),
        (StackOp.CONST, ahead),
        (StackOp.JUMP, 0),
        (StackOp.RETURN, None),
    ]


def test_every_operation_that_names_a_place_is_a_jump() -> None:
    draft = Draft()
    for op in JUMPS:
        draft.emit(op, draft.label())
    for label in range(len(JUMPS)):
        draft.place(label)
    assert {each.arg for each in draft.finished()} == {len(JUMPS)}
