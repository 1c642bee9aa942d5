"""A small music database, and a template of queries on it."""

from __future__ import annotations

from typing import Any

COUNTRIES = ("BR", "CA", "DE", "FR", "JP", "ML", "SE", "US")
TABLES: dict[str, list[dict[str, Any]]] = {
    "music_artists": [
        {"artist_id": i, "name": f"artist {i}", "country": COUNTRIES[i % 8]} for i in range(1, 37)
    ],
    "music_tracks": [{"track_id": i, "name": f"track {i}", "artist_id": 1 + i % 36} for i in range(1, 109)],
    "music_events": [
        {"event_id": i, "place": f"hall {i % 5}", "artist_id": 1 + i % 36} for i in range(1, 61)
    ],
    "music_collection": [
        {"item_id": i, "shelf": f"shelf {i % 6}", "track_id": 1 + i % 108} for i in range(1, 61)
    ],
}
NAMES = tuple(TABLES)
FIELDS = tuple(tuple(rows[0]) for rows in TABLES.values())
JOINS = ("=", "<>", "<", ">")
TESTS = ("= 5", "> 5", "< 40", "<> 7", "IS NULL", "IS NOT NULL")

# The template's original query: the tracks on the shelves, beyond the first.
BASELINE = {
    "left": 1, "right": 3, "first": 1, "second": 0, "on_left": 0, "on_right": 2, "join": 0,
    "field": 0, "test": 1, "other_field": 0, "other_test": 0,
}  # fmt: skip


def query(
    left: int,
    right: int,
    first: int,
    second: int,
    on_left: int,
    on_right: int,
    join: int,
    field: int,
    test: int,
    other_field: int,
    other_test: int,
) -> str:
    """The template with its tables, fields and conditions filled in, each by its number."""
    ours, theirs = FIELDS[left], FIELDS[right]
    return (
        f"SELECT l.{ours[first]}, l.{ours[second]} AS second FROM {NAMES[left]} AS l "
        f"JOIN {NAMES[right]} AS r ON l.{ours[on_left]} {JOINS[join]} r.{theirs[on_right]} "
        f"WHERE l.{ours[field]} {TESTS[test]} OR l.{ours[other_field]} {TESTS[other_test]}"
    )
