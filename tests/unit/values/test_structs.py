"""Layouts of formats of `struct`."""

from __future__ import annotations

from slowpath.values.structs import LARGEST, layout_of


def test_a_layout_tells_where_its_fields_are() -> None:
    layout = layout_of(">2HxI3s")
    assert layout is not None
    assert [(field.code, field.offset, field.size) for field in layout.fields] == [
        ("H", 0, 2),
        ("H", 2, 2),
        ("I", 5, 4),
        ("s", 9, 3),
    ]
    assert layout.size == 12
    assert not layout.little


def test_a_format_beyond_any_input_has_no_layout() -> None:
    assert layout_of(f"{2**62}B") is None
    assert layout_of(f"{LARGEST + 1}B") is None
    assert layout_of("no format") is None
