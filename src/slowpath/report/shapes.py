"""Shapes as text: those of parameters with what told them, and the reference of all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from slowpath.model.provenance import ShapeNote
from slowpath.model.shapes import ShapesReport

_LENGTHS = """\
A length is a number or an expression in N (7, N // 2, min(N, 100)), or a range: upto(4), between(2, N).
An alphabet is text, span("a", "z") or a name; join them with | and take them apart with -. The names:"""


def shape_texts(notes: Mapping[str, ShapeNote]) -> dict[str, str]:
    """Return, by parameter, its shape and what told it: "ints(N)  (hint list[int])"."""
    return {name: _text(note) for name, note in notes.items()}


def _text(note: ShapeNote) -> str:
    words = note.told_by.value
    return f"{note.shape}  ({words} {note.detail})" if note.detail else f"{note.shape}  ({words})"


def reference(report: ShapesReport) -> str:
    """Return the shapes with an example each, and how lengths and alphabets are written."""
    entries = [line for each in report.shapes for line in (each.example, *_indented(each.admits))]
    return "\n".join([*entries, "", _LENGTHS, f"  {', '.join(report.alphabets)}"])


def _indented(text: str) -> list[str]:
    return [f"    {line}".rstrip() for line in text.splitlines()]


def document(report: ShapesReport) -> dict[str, Any]:
    """Return the shapes as a JSON document."""
    return asdict(report)
