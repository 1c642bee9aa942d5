"""Containers that grow in their place."""

from __future__ import annotations

import pytest

from slowpath.oracle.remedy.rules.copying import CopyingRule
from tests.unit.oracle.remedy.rules.proposing import body, proposed

SOURCE = """
def target(items):
    made = {start}
    for item in items:
        made = {value}
    return {result}
"""


@pytest.mark.parametrize(
    ("start", "value", "grown"),
    [
        ("[]", "made + [item]", "made.append(item)"),
        ("[]", "[*made, item]", "made.append(item)"),
        ("[]", "made + item", "made += item"),
        ("set()", "made | item", "made |= item"),
        ("{}", "{**made, item: 1}", "made[item] = 1"),
        ("[]", "made.copy() if item else []", "made = made if item else []"),
    ],
)
def test_a_copy_with_more_becomes_a_change(start: str, value: str, grown: str) -> None:
    (text,) = proposed(CopyingRule, SOURCE.format(start=start, value=value, result="made"))
    assert grown in body(text)


def test_copies_that_are_kept_stay_copies() -> None:
    source = SOURCE.format(start="[]", value="made + [item]", result="made")
    assert proposed(CopyingRule, source.replace("    return", "        items.append(made)\n    return")) == []
    assert proposed(CopyingRule, source.replace("    return", "        other = made\n    return")) == []
