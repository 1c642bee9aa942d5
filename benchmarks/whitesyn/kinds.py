"""What each function of `slow` does again and again: the kinds of redundant work."""

from __future__ import annotations

KINDS: dict[str, tuple[str, ...]] = {
    "membership in a list": (
        "slow.searching:unique",
        "slow.searching:shared",
        "slow.searching:count_strangers",
        "slow.searching:reachable",
        "slow.searching:first_repeated",
    ),
    "search from the start": (
        "slow.searching:places",
        "slow.searching:prices",
        "slow.searching:line_numbers",
        "slow.searching:without_pairs",
        "slow.searching:insertion_places",
    ),
    "nested comprehension as a join": (
        "slow.searching:joined_orders",
        "slow.searching:totals",
        "slow.searching:largest_of_each",
    ),
    "pop or insert at the start": (
        "slow.queues:rotated",
        "slow.queues:levels",
        "slow.queues:backwards",
        "slow.queues:finished_order",
        "slow.queues:without_leading_zeros",
    ),
    "sorting again": (
        "slow.queues:running_medians",
        "slow.queues:by_urgency",
        "slow.queues:ranks",
        "slow.queues:third_largest_so_far",
    ),
    "copying a growing container": (
        "slow.queues:appended",
        "slow.queues:union",
        "slow.queues:settings",
        "slow.queues:longest_ascent",
    ),
    "cutting from the front": (
        "slow.texts:words",
        "slow.texts:blocks",
        "slow.texts:expanded",
        "slow.texts:leading",
        "slow.texts:without_leading",
    ),
    "concatenation": (
        "slow.texts:reversed_lines",
        "slow.texts:packed",
        "slow.texts:as_tuple",
        "slow.texts:flat",
        "slow.texts:Transcript.write_all",
    ),
    "making a pattern again": (
        "slow.texts:mentioned",
        "slow.texts:masked",
        "slow.texts:fields",
    ),
    "conversion of the same value": (
        "slow.texts:known_words",
        "slow.texts:characters_at",
        "slow.texts:allowed",
        "slow.texts:selected_lines",
    ),
    "pure function of the same arguments": (
        "slow.repeated:shares",
        "slow.repeated:above_average",
        "slow.repeated:below_best",
        "slow.repeated:signed",
        "slow.repeated:Basket.expensive",
    ),
    "recursion on the same arguments": (
        "slow.repeated:fibonacci",
        "slow.repeated:grid_paths",
        "slow.repeated:common_length",
        "slow.repeated:ways_to_pay",
    ),
}
