"""Lists that are used as queues, copied while they grow, or sorted again after each change."""

from __future__ import annotations


def rotated(items: list[int], steps: int) -> list[int]:
    """Return the items turned to the left by some steps."""
    turned = list(items)
    for _ in range(steps):
        turned.append(turned.pop(0))
    return turned


def levels(children: dict[int, list[int]], root: int) -> list[int]:
    """Return the nodes of a tree, the upper levels first."""
    order: list[int] = []
    queue = [root]
    while queue:
        node = queue.pop(0)
        order.append(node)
        queue.extend(children.get(node, []))
    return order


def backwards(items: list[str]) -> list[str]:
    """Return the items, the last first."""
    result: list[str] = []
    for item in items:
        result.insert(0, item)
    return result


def finished_order(jobs: list[int]) -> list[int]:
    """Return the numbers of jobs in the order in which they finish if each gets one unit of time by turns."""
    waiting = list(enumerate(jobs))
    done: list[int] = []
    while waiting:
        number, left = waiting.pop(0)
        if left <= 1:
            done.append(number)
        else:
            waiting.append((number, left - 1))
    return done


def without_leading_zeros(digits: list[int]) -> list[int]:
    """Return the digits without the zeros at the start."""
    rest = list(digits)
    while rest and rest[0] == 0:
        del rest[0]
    return rest


def running_medians(values: list[int]) -> list[int]:
    """Return the median of all values so far, after each value."""
    seen: list[int] = []
    medians: list[int] = []
    for value in values:
        seen.append(value)
        seen = sorted(seen)
        medians.append(seen[len(seen) // 2])
    return medians


def by_urgency(tasks: list[int]) -> list[int]:
    """Return the tasks in the order in which they are done; half of a task that is done comes back."""
    waiting = list(tasks)
    done: list[int] = []
    while waiting:
        waiting.sort(reverse=True)
        task = waiting.pop()
        done.append(task)
        if task > 1 and len(done) < len(tasks):
            waiting.append(task // 2)
    return done


def ranks(scores: list[int]) -> list[int]:
    """Return the place of each score among all scores in ascending order."""
    return [sorted(scores).index(score) for score in scores]


def third_largest_so_far(values: list[int]) -> list[int | None]:
    """Return after each value the third largest so far, or None."""
    found: list[int | None] = []
    for end in range(1, len(values) + 1):
        best = sorted(values[:end])[-3:]
        found.append(best[0] if len(best) == 3 else None)
    return found


def appended(items: list[int]) -> list[int]:
    """Return the squares of the items."""
    squares: list[int] = []
    for item in items:
        squares = squares + [item * item]
    return squares


def union(groups: list[set[int]]) -> set[int]:
    """Return all members of all groups."""
    members: set[int] = set()
    for group in groups:
        members = members | group
    return members


def settings(changes: list[tuple[str, int]]) -> dict[str, int]:
    """Return the settings after all changes."""
    current: dict[str, int] = {}
    for name, value in changes:
        current = {**current, name: value}
    return current


def longest_ascent(values: list[int]) -> int:
    """Return the length of the longest run of values that ascend."""
    best = 0
    run: list[int] = []
    for value in values:
        run = run.copy() if run and value > run[-1] else []
        run.append(value)
        best = max(best, len(run))
    return best
