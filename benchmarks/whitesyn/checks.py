"""An independent check of remedies: Hypothesis runs the fixed function against the original.

The strategies are written per subject, by its types; nothing of the prover is used.
"""

from __future__ import annotations

import copy
import math
import types
from collections.abc import Callable
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

INT = st.one_of(st.integers(-3, 8), st.integers())
SMALL = st.integers(-3, 12)
WORD = st.one_of(st.text("ab", max_size=3), st.text(max_size=4))
INTS = st.lists(INT, max_size=9)
SMALLS = st.lists(SMALL, max_size=9)
WORDS = st.lists(WORD, max_size=7)
PAIRS = st.lists(st.tuples(WORD, INT), max_size=7)
KEYED = st.lists(st.tuples(SMALL, WORD), max_size=7)
TEXT = st.one_of(st.text("ab ()\n12", max_size=12), st.text(max_size=12))
LEAF = st.one_of(
    SMALL, st.booleans(), st.sampled_from([1.0, 0.0, -0.0, math.nan]), st.none(), WORD, st.tuples(SMALL)
)
# Items of any type: mixed, equal though of different types, and without a hash.
THING = st.one_of(LEAF, st.lists(SMALL, max_size=2), st.dictionaries(SMALL, SMALL, max_size=1))
THINGS = st.lists(THING, max_size=7)
LEAVES = st.lists(LEAF, max_size=7)
COLLECTIONS = st.one_of(
    THINGS, THINGS.map(tuple), LEAVES.map(set), LEAVES.map(dict.fromkeys), WORD, st.just(range(4))
)
HASHABLES = st.one_of(LEAVES, LEAVES.map(tuple), LEAVES.map(frozenset), WORD)

STRATEGIES: dict[str, dict[str, st.SearchStrategy[Any]]] = {
    "slow.searching:unique": {"items": INTS},
    "slow.searching:shared": {"first": WORDS, "second": WORDS},
    "slow.searching:count_strangers": {"visitors": WORDS, "members": WORDS},
    "slow.searching:reachable": {"graph": st.dictionaries(SMALL, SMALLS, max_size=8), "start": SMALL},
    "slow.searching:first_repeated": {"items": INTS},
    "slow.searching:places": {"items": WORDS, "wanted": WORDS},
    "slow.searching:prices": {"catalogue": PAIRS, "names": WORDS},
    "slow.searching:line_numbers": {"text": TEXT, "offsets": SMALLS},
    "slow.searching:without_pairs": {"text": TEXT},
    "slow.searching:insertion_places": {"limits": INTS, "values": INTS},
    "slow.searching:joined_orders": {"orders": KEYED, "customers": KEYED},
    "slow.searching:totals": {"entries": PAIRS},
    "slow.searching:largest_of_each": {"entries": PAIRS},
    "slow.queues:rotated": {"items": INTS, "steps": SMALL},
    "slow.queues:levels": {
        "children": st.dictionaries(st.integers(0, 9), st.lists(st.integers(10, 30), max_size=5)),
        "root": SMALL,
    },
    "slow.queues:backwards": {"items": WORDS},
    "slow.queues:finished_order": {"jobs": SMALLS},
    "slow.queues:without_leading_zeros": {"digits": st.lists(st.integers(0, 2), max_size=9)},
    "slow.queues:running_medians": {"values": INTS},
    "slow.queues:by_urgency": {"tasks": INTS},
    "slow.queues:ranks": {"scores": INTS},
    "slow.queues:third_largest_so_far": {"values": INTS},
    "slow.queues:appended": {"items": INTS},
    "slow.queues:union": {"groups": st.lists(st.sets(INT, max_size=5), max_size=6)},
    "slow.queues:settings": {"changes": PAIRS},
    "slow.queues:longest_ascent": {"values": INTS},
    "slow.texts:words": {"text": TEXT},
    "slow.texts:blocks": {"data": st.binary(max_size=12), "size": st.integers(1, 14)},
    "slow.texts:expanded": {
        "text": st.one_of(TEXT, st.from_regex(r"([a-c][0-9]){0,6}[a-c]?", fullmatch=True))
    },
    "slow.texts:leading": {"text": TEXT, "letter": st.text("ab ", min_size=1, max_size=2)},
    "slow.texts:without_leading": {
        "items": st.lists(st.integers(0, 2), max_size=9),
        "value": st.integers(0, 2),
    },
    "slow.texts:reversed_lines": {"lines": WORDS},
    "slow.texts:packed": {"values": INTS},
    "slow.texts:as_tuple": {"items": INTS},
    "slow.texts:flat": {"lists": st.lists(INTS, max_size=6)},
    "slow.texts:Transcript.write_all": {"lines": WORDS},
    "slow.texts:mentioned": {"lines": WORDS, "names": WORDS},
    "slow.texts:masked": {"lines": WORDS, "secrets": WORDS},
    "slow.texts:fields": {"lines": st.lists(TEXT, max_size=5), "separators": st.one_of(WORD, TEXT)},
    "slow.texts:known_words": {"candidates": WORDS, "text": TEXT},
    "slow.texts:characters_at": {"text": TEXT, "wanted": SMALLS},
    "slow.texts:allowed": {"requests": WORDS, "allowed_names": WORDS},
    "slow.texts:selected_lines": {"text": TEXT, "numbers": SMALLS},
    "slow.repeated:shares": {"amounts": SMALLS},
    "slow.repeated:above_average": {"values": INTS},
    "slow.repeated:below_best": {"scores": INTS},
    "slow.repeated:signed": {"messages": WORDS, "key": TEXT},
    "slow.repeated:Basket.expensive": {"self.prices": INTS},
    "slow.repeated:fibonacci": {"n": st.integers(-5, 14)},
    "slow.repeated:grid_paths": {"rows": st.integers(-2, 6), "columns": st.integers(-2, 6)},
    "slow.repeated:common_length": {"first": st.text("ab", max_size=6), "second": st.text("ab", max_size=6)},
    "slow.repeated:ways_to_pay": {"amount": st.integers(-3, 11), "smallest": st.integers(1, 12)},
    "subjects.subtraction:difference": {"first": COLLECTIONS, "second": COLLECTIONS},
    "subjects.subtraction:subtract_list": {"first": THINGS, "second": THINGS},
    "subjects.subtraction:subtract_collection": {"first": COLLECTIONS, "second": COLLECTIONS},
    "subjects.ordered:ListOrderedSet.remove_all": {"self.items": COLLECTIONS, "items": COLLECTIONS},
    "subjects.ordered:ListOrderedSet.add_all": {"self.items": COLLECTIONS, "items": COLLECTIONS},
    "subjects.ordered:ListOrderedSet.retain_all": {"self.items": COLLECTIONS, "items": COLLECTIONS},
    "subjects.unique:SetUniqueList.remove_all": {"self.items": HASHABLES, "items": HASHABLES},
    "subjects.unique:SetUniqueList.retain_all": {"self.items": HASHABLES, "items": HASHABLES},
    "subjects.vector:VectorSet.retain_all": {"self.items": HASHABLES, "items": HASHABLES},
    "subjects.linked:CursorableLinkedList.contains_all": {"self.items": COLLECTIONS, "items": COLLECTIONS},
    "subjects.identity:IdentityStack.retain_all": {"stack": THINGS, "others": COLLECTIONS},
    "subjects.identity:IdentityStack.remove_all": {"stack": THINGS, "others": COLLECTIONS},
    "subjects.identity:IdentityStack.contains_all": {"stack": THINGS, "others": COLLECTIONS},
    "subjects.subtraction:remove_all": {"cursor": THINGS, "others": COLLECTIONS},
    "subjects.collection:AbstractCollection.retain_all": {"one": THINGS, "other": COLLECTIONS},
}


class Wrong(AssertionError):
    """The fixed function does something else than the original."""


def check(target: str, original: str, fixed: str, count: int = 1_000) -> int:
    """Run both on so many inputs and return how many were run. Raises Wrong if they differ on one."""
    modules = [_module(text) for text in (original, fixed)]
    names = STRATEGIES[target]
    runs = 0

    @settings(
        max_examples=count,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.fixed_dictionaries(names))
    def both(values: dict[str, Any]) -> None:
        nonlocal runs
        runs += 1
        # Shared objects must stay shared in the copy of all values.
        left, right = (_outcome(module, target, copy.deepcopy(values)) for module in modules)
        if not _same(left, right):
            raise Wrong(f"{target}: {values!r}: {left!r} is not {right!r}")

    both()
    return runs


def applied(diff: str, text: str) -> str:
    """Return a text with a unified diff applied."""
    old, new, place = text.splitlines(keepends=True), [], 0
    for line in diff.splitlines(keepends=True)[2:]:
        if line.startswith("@@"):
            start = int(line.split()[1].split(",")[0][1:]) - 1
            new += old[place:start]
            place = start
        elif line.startswith("+"):
            new.append(line[1:])
        else:
            assert old[place] == line[1:], (old[place], line)
            new += [] if line.startswith("-") else [line[1:]]
            place += 1
    return "".join(new + old[place:])


def _module(text: str) -> types.ModuleType:
    module = types.ModuleType("subject")
    module.__dict__["__name__"] = "subject"
    import sys

    sys.modules["subject"] = module
    exec(compile(text, "subject.py", "exec"), module.__dict__)
    return module


def _outcome(module: types.ModuleType, target: str, values: dict[str, Any]) -> tuple[Any, ...]:
    call, seen = _call(module, target.partition(":")[2], values)
    try:
        result: Any = ("returned", call())
    except Exception as error:
        result = ("raised", type(error).__name__, str(error))
    # Which of the arguments a result is, and the state of all objects after the call.
    same = [
        key for key, value in values.items() if result[-1] is value and isinstance(value, list | dict | set)
    ]
    return result, same, values, {key: _state(each) for key, each in seen.items()}


def _call(module: Any, name: str, values: dict[str, Any]) -> tuple[Callable[[], Any], dict[str, Any]]:
    """The call to make, and the objects to look at after it."""
    if name.startswith("IdentityStack."):
        stack = module.IdentityStack.of(values["stack"])
        return lambda: getattr(stack, name.partition(".")[2])(values["others"]), {"stack": stack}
    if name == "remove_all" and "cursor" in values:
        cursor = module.ListCursor(values["cursor"])
        return lambda: module.remove_all(cursor, values["others"]), {"cursor": cursor}
    if name.startswith("AbstractCollection."):
        one = module.ArrayList(values["one"])
        return lambda: one.retain_all(values["other"]), {"one": one}
    owner, _, method = name.rpartition(".")
    own = {key.removeprefix("self."): value for key, value in values.items() if key.startswith("self.")}
    rest = {key: value for key, value in values.items() if not key.startswith("self.")}
    if owner:
        try:
            receiver = getattr(module, owner)(**own)
        except Exception:
            return (lambda: None), {}
        return lambda: getattr(receiver, method)(**rest), {"self": receiver}
    return lambda: getattr(module, name)(**rest), {}


def _state(thing: Any) -> Any:
    if isinstance(thing, dict):
        return {key: _state(value) for key, value in thing.items()}
    if hasattr(thing, "__iter__") and hasattr(thing, "__dict__"):
        return [*thing], {
            key: value for key, value in vars(thing).items() if isinstance(value, list | set | dict)
        }
    return vars(thing) if hasattr(thing, "__dict__") else thing


def _same(left: Any, right: Any) -> bool:
    """Equal in value and type, at all levels; NaN is NaN."""
    if type(left) is not type(right):
        return False
    if isinstance(left, float):
        return repr(left) == repr(right)
    if isinstance(left, list | tuple):
        return len(left) == len(right) and all(map(_same, left, right))
    if isinstance(left, dict):
        return _same([*left.items()], [*right.items()])
    if isinstance(left, set | frozenset):
        return sorted(map(repr, left)) == sorted(map(repr, right))
    return bool(left == right)
