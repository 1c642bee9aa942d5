"""A small music database, and a template of queries on it."""

from __future__ import annotations

from typing import Any

COUNTRIES = ("BR", "CA", "DE", "FR", "JP", "ML", "SE", "US")
ARTISTS, TRACKS, EVENTS, ITEMS = 80, 130, 100, 110
TABLES: dict[str, list[dict[str, Any]]] = {
    "music_artists": [
        {"artist_id": i, "name": f"artist {i}", "country": COUNTRIES[i % 8]} for i in range(1, ARTISTS + 1)
    ],
    "music_tracks": [
        {"track_id": i, "name": f"track {i}", "artist_id": 1 + i % ARTISTS} for i in range(1, TRACKS + 1)
    ],
    "music_events": [
        {"event_id": i, "place": f"hall {i % 5}", "artist_id": 1 + i % ARTISTS} for i in range(1, EVENTS + 1)
    ],
    "music_collection": [
        {"item_id": i, "shelf": f"shelf {i % 6}", "track_id": 1 + i % TRACKS} for i in range(1, ITEMS + 1)
    ],
}
NAMES = tuple(TABLES)
FIELDS = tuple(tuple(rows[0]) for rows in TABLES.values())
KINDS = ("JOIN", "LEFT JOIN", "RIGHT JOIN")
JOINS = ("=", "<>", "<", ">", "IS NOT NULL")
TESTS = ("= 5", "> 5", "< 40", "<> 7", "IS NULL", "IS NOT NULL")
ENDS = ("", "ORDER BY", "GROUP BY")

# The template's original query: the tracks on the shelves, beyond the first.
BASELINE = {
    "left": 1, "right": 3, "kind": 0, "join": 0, "on_left": 0, "on_right": 2, "first": 1, "second": 0,
    "field": 0, "test": 1, "other_field": 0, "other_test": 0, "end": 0,
}  # fmt: skip


def query(
    left: int,
    right: int,
    kind: int,
    join: int,
    on_left: int,
    on_right: int,
    first: int,
    second: int,
    field: int,
    test: int,
    other_field: int,
    other_test: int,
    end: int,
) -> str:
    """The template with its tables, fields and conditions filled in, each by its number."""
    name, other = NAMES[left], NAMES[right]
    ours, theirs = FIELDS[left], FIELDS[right]
    joined, on = KINDS[kind], f"l.{ours[on_left]} {JOINS[join]}"
    if join < 4:
        on += f" r.{theirs[on_right]}"
    one, two = ours[first], ours[second]
    text = (
        f"SELECT l.{one}, l.{two} AS second FROM {name} AS l {joined} {other} AS r ON {on} "
        f"WHERE l.{ours[field]} {TESTS[test]} OR l.{ours[other_field]} {TESTS[other_test]}"
    )
    if end == 1:
        return f"{text} {ENDS[1]} l.{one}"
    return f"{text} {ENDS[2]} l.{one}, l.{two}" if end == 2 else text
