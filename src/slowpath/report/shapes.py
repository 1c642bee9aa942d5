"""The shapes of parameters, and what told them, as text."""

from __future__ import annotations

from collections.abc import Mapping

from slowpath.model.provenance import ShapeNote


def shape_texts(notes: Mapping[str, ShapeNote]) -> dict[str, str]:
    """Return, by parameter, its shape and what told it: "ints(N)  (hint list[int])"."""
    return {name: _text(note) for name, note in notes.items()}


def _text(note: ShapeNote) -> str:
    words = note.told_by.value
    return f"{note.shape}  ({words} {note.detail})" if note.detail else f"{note.shape}  ({words})"
