"""For each slow function, a family of inputs on which it is slow: what a search hands over to a remedy."""

from __future__ import annotations

from dataclasses import dataclass, field

_TEXTS = "[str(i) for i in range(N)]"
_OTHERS = "[str(-i - 1) for i in range(N)]"
_NUMBERS = "list(range(N))"
_MORE = "list(range(N, 2 * N))"
_PAIRS = "[(str(i), i) for i in range(N)]"
_NAMES = "['a' + str(i) for i in range(N)]"


@dataclass(frozen=True)
class Family:
    """Expressions in N by parameter, which may use what `setup` makes."""

    inputs: dict[str, str]
    setup: str = field(default="")


SLOW: dict[str, Family] = {
    "slow.searching:unique": Family({"items": _NUMBERS}),
    "slow.searching:shared": Family({"first": _TEXTS, "second": _OTHERS}),
    "slow.searching:count_strangers": Family({"visitors": _TEXTS, "members": _OTHERS}),
    "slow.searching:reachable": Family({"graph": "{i: [i + 1] for i in range(N)}", "start": "0"}),
    "slow.searching:first_repeated": Family({"items": _NUMBERS}),
    "slow.searching:places": Family({"items": _TEXTS, "wanted": f"{_TEXTS}[::-1]"}),
    "slow.searching:prices": Family({"catalogue": _PAIRS, "names": _TEXTS}),
    "slow.searching:line_numbers": Family({"text": "'\\n' * N", "offsets": "[N] * N"}),
    "slow.searching:without_pairs": Family({"text": "'(' * N + ')' * N"}),
    "slow.searching:insertion_places": Family({"limits": _NUMBERS, "values": "[N] * N"}),
    "slow.searching:joined_orders": Family(
        {"orders": "[(i, 'x') for i in range(N)]", "customers": "[(i, 'y') for i in range(N)]"}
    ),
    "slow.searching:totals": Family({"entries": _PAIRS}),
    "slow.searching:largest_of_each": Family({"entries": _PAIRS}),
    "slow.queues:rotated": Family({"items": _NUMBERS, "steps": "N"}),
    "slow.queues:levels": Family({"children": "{0: list(range(1, N))}", "root": "0"}),
    "slow.queues:backwards": Family({"items": _TEXTS}),
    "slow.queues:finished_order": Family({"jobs": "[2] * N"}),
    "slow.queues:without_leading_zeros": Family({"digits": "[0] * N"}),
    "slow.queues:running_medians": Family({"values": _NUMBERS}),
    "slow.queues:by_urgency": Family({"tasks": _NUMBERS}),
    "slow.queues:ranks": Family({"scores": _NUMBERS}),
    "slow.queues:third_largest_so_far": Family({"values": _NUMBERS}),
    "slow.queues:appended": Family({"items": _NUMBERS}),
    "slow.queues:union": Family({"groups": "[{i} for i in range(N)]"}),
    "slow.queues:settings": Family({"changes": _PAIRS}),
    "slow.queues:longest_ascent": Family({"values": _NUMBERS}),
    "slow.texts:words": Family({"text": "'a ' * N"}),
    "slow.texts:blocks": Family({"data": "bytes(N)"}),
    "slow.texts:expanded": Family({"text": "'a1' * N"}),
    "slow.texts:leading": Family({"text": "'a' * N"}),
    "slow.texts:without_leading": Family({"items": "[0] * N"}),
    "slow.texts:reversed_lines": Family({"lines": "['a'] * N"}),
    "slow.texts:packed": Family({"values": _NUMBERS}),
    "slow.texts:as_tuple": Family({"items": _NUMBERS}),
    "slow.texts:flat": Family({"lists": "[[0]] * N"}),
    "slow.texts:Transcript.write_all": Family({"lines": "['a'] * N"}),
    "slow.texts:mentioned": Family({"lines": "['b'] * N", "names": _NAMES}),
    "slow.texts:masked": Family({"lines": "['b'] * N", "secrets": _NAMES}),
    "slow.texts:fields": Family(
        {"lines": "['b'] * N", "separators": "''.join(chr(1000 + i) for i in range(N))"}
    ),
    "slow.texts:known_words": Family({"candidates": "['b'] * N", "text": "'a ' * N"}),
    "slow.texts:characters_at": Family({"text": "'a' * N", "wanted": "[0] * N"}),
    "slow.texts:allowed": Family({"requests": "['b'] * N", "allowed_names": _NAMES}),
    "slow.texts:selected_lines": Family({"text": "'\\n' * N", "numbers": "[0] * N"}),
    "slow.repeated:shares": Family({"amounts": "[1] * N"}),
    "slow.repeated:above_average": Family({"values": "[1] * N"}),
    "slow.repeated:below_best": Family({"scores": "[1] * N"}),
    "slow.repeated:signed": Family({"messages": "['b'] * N", "key": "'a' * N"}),
    "slow.repeated:Basket.expensive": Family({"prices": "[1] * N"}),
    "slow.repeated:fibonacci": Family({"n": "N"}),
    "slow.repeated:grid_paths": Family({"rows": "N", "columns": "N"}),
    "slow.repeated:common_length": Family({"first": "'a' * N", "second": "'b' * N"}),
    "slow.repeated:ways_to_pay": Family({"amount": "N"}),
}


def _own(owner: str, items: str = _MORE) -> Family:
    """Items of an object of a class, and others."""
    return Family({f"{owner}.items": _NUMBERS, "items": items})


_IDENTITY = "stack = IdentityStack.of([object() for i in range(N)])\nothers = [object() for i in range(N)]"

REDUNDANT: dict[str, Family] = {
    "subjects.subtraction:difference": Family({"first": _NUMBERS, "second": _MORE}),
    "subjects.subtraction:subtract_list": Family({"first": _NUMBERS, "second": _MORE}),
    "subjects.ordered:ListOrderedSet.remove_all": _own("ListOrderedSet"),
    "subjects.unique:SetUniqueList.remove_all": _own("SetUniqueList"),
    "subjects.ordered:ListOrderedSet.add_all": _own("ListOrderedSet"),
    "subjects.subtraction:subtract_collection": Family({"first": _NUMBERS, "second": _MORE}),
    "subjects.ordered:ListOrderedSet.retain_all": _own("ListOrderedSet"),
    "subjects.unique:SetUniqueList.retain_all": _own("SetUniqueList"),
    "subjects.linked:CursorableLinkedList.contains_all": _own("CursorableLinkedList", f"{_NUMBERS}[::-1]"),
    "subjects.vector:VectorSet.retain_all": _own("VectorSet"),
    "subjects.identity:IdentityStack.retain_all": Family({"self": "stack", "others": "others"}, _IDENTITY),
    "subjects.identity:IdentityStack.remove_all": Family({"self": "stack", "others": "others"}, _IDENTITY),
    "subjects.identity:IdentityStack.contains_all": Family(
        {"self": "stack", "others": "others"},
        "others = [object() for i in range(N)]\nstack = IdentityStack.of(others)",
    ),
    "subjects.subtraction:remove_all": Family(
        {"cursor": "cursor", "unwanted": _MORE}, "cursor = ListCursor(list(range(N)))"
    ),
    "subjects.collection:AbstractCollection.retain_all": Family(
        {"self": "one", "items": "other"},
        "one = ArrayList(range(N))\nother = ArrayList(range(N, 2 * N))",
    ),
}
