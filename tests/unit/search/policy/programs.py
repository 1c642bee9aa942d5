"""Programs for policies. A comment marks the line that is counted."""

from __future__ import annotations


def climb(xs: list[int]) -> int:
    """New maxima, of which bounds allow only a few."""
    top, found = -1, 0
    for x in xs:
        if x > top:
            top = x
            found += 1  # hot: climb
    return found


def looked_up(xs: list[int]) -> int:
    """Each number says where the next one is compared: values decide, not answers alone."""
    steps = [1, 2, 3, 4]
    level, found = 0, 0
    for x in xs:
        if x > level:
            level = steps[x] - 1
            found += 1  # hot: looked_up
    return found
