"""Sequences that are passed once, by one, two or many indices."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Iterator


def pair_with_sum(ordered: list[int], total: int) -> tuple[int, int] | None:
    """Return two items of an ordered list with a sum, or None: two indices that meet."""
    low, high = 0, len(ordered) - 1
    while low < high:
        while low < high and ordered[low] + ordered[high] > total:
            high -= 1
        if low < high and ordered[low] + ordered[high] == total:
            return ordered[low], ordered[high]
        low += 1
    return None


def merged(first: list[int], second: list[int]) -> list[int]:
    """Return the items of two ordered lists in order."""
    result: list[int] = []
    place = 0
    for item in first:
        while place < len(second) and second[place] < item:
            result.append(second[place])
            place += 1
        result.append(item)
    result.extend(second[place:])
    return result


def window_maxima(values: list[int], width: int) -> list[int]:
    """Return the greatest value in each window of a width; every value enters and leaves a queue once."""
    waiting: deque[int] = deque()
    result: list[int] = []
    for place, value in enumerate(values):
        while waiting and values[waiting[-1]] <= value:
            waiting.pop()
        waiting.append(place)
        if waiting[0] <= place - width:
            waiting.popleft()
        if place >= width - 1:
            result.append(values[waiting[0]])
    return result


def next_greater(values: list[int]) -> list[int | None]:
    """Return for each value the next one that is greater, or None: a stack from which each is taken once."""
    result: list[int | None] = [None] * len(values)
    stack: list[int] = []
    for place, value in enumerate(values):
        while stack and values[stack[-1]] < value:
            result[stack.pop()] = value
        stack.append(place)
    return result


def longest_distinct(text: str) -> int:
    """Return the length of the longest part of a text without a repeated character: a window that slides."""
    inside: set[str] = set()
    start = best = 0
    for end, character in enumerate(text):
        while character in inside:
            inside.remove(text[start])
            start += 1
        inside.add(character)
        best = max(best, end - start + 1)
    return best


def run_lengths(text: str) -> list[tuple[str, int]]:
    """Return the runs of equal characters with their lengths."""
    runs: list[tuple[str, int]] = []
    place = 0
    while place < len(text):
        end = place
        while end < len(text) and text[end] == text[place]:
            end += 1
        runs.append((text[place], end - place))
        place = end
    return runs


def merged_intervals(intervals: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the intervals with those joined that touch."""
    ordered = sorted(intervals)
    result: list[tuple[int, int]] = []
    place = 0
    while place < len(ordered):
        start, end = ordered[place]
        while place < len(ordered) and ordered[place][0] <= end:
            end = max(end, ordered[place][1])
            place += 1
        result.append((start, end))
    return result


def chunks(items: list[int], size: int) -> list[list[int]]:
    """Return the items in lists of a size."""
    result: list[list[int]] = []
    for start in range(0, len(items), size):
        part: list[int] = []
        for place in range(start, min(start + size, len(items))):
            part.append(items[place])
        result.append(part)
    return result


def flattened(lists: list[list[int]]) -> list[int]:
    """Return the items of all lists."""
    result: list[int] = []
    for each in lists:
        for item in each:
            result.append(item)
    return result


def round_robin(lists: list[list[int]]) -> list[int]:
    """Return the first items of all lists, then the second ones, and so on."""
    result: list[int] = []
    for place in range(max(map(len, lists), default=0)):
        for each in lists:
            if place < len(each):
                result.append(each[place])
    return result


def merged_many(lists: list[list[int]]) -> list[int]:
    """Return the items of ordered lists in order, by a heap of their first items."""
    heap = [(items[0], number, 0) for number, items in enumerate(lists) if items]
    heapq.heapify(heap)
    result: list[int] = []
    while heap:
        item, number, place = heapq.heappop(heap)
        result.append(item)
        if place + 1 < len(lists[number]):
            heapq.heappush(heap, (lists[number][place + 1], number, place + 1))
    return result


def inversions(values: list[int]) -> int:
    """Return how many pairs are in the wrong order, by merging."""
    count, width = 0, 1
    while width < len(values):
        result: list[int] = []
        for start in range(0, len(values), 2 * width):
            left, right = values[start : start + width], values[start + width : start + 2 * width]
            place = 0
            for item in left:
                while place < len(right) and right[place] < item:
                    result.append(right[place])
                    place += 1
                count += place
                result.append(item)
            result.extend(right[place:])
        values, width = result, 2 * width
    return count


def found_places(ordered: list[int], wanted: list[int]) -> list[int]:
    """Return for each wanted value where it belongs in an ordered list, by halving."""
    result: list[int] = []
    for value in wanted:
        low, high = 0, len(ordered)
        while low < high:
            middle = (low + high) // 2
            if ordered[middle] < value:
                low = middle + 1
            else:
                high = middle
        result.append(low)
    return result


def occurrences(text: str, pattern: str) -> list[int]:
    """Return where a pattern occurs, by a table of how far to fall back (Knuth, Morris and Pratt)."""
    if not pattern:
        return list(range(len(text) + 1))
    back = [0] * len(pattern)
    matched = 0
    for place in range(1, len(pattern)):
        while matched and pattern[place] != pattern[matched]:
            matched = back[matched - 1]
        matched += pattern[place] == pattern[matched]
        back[place] = matched
    return list(_matches(text, pattern, back))


def _matches(text: str, pattern: str, back: list[int]) -> Iterator[int]:
    matched = 0
    for place, character in enumerate(text):
        while matched and (matched == len(pattern) or character != pattern[matched]):
            matched = back[matched - 1]
        matched += character == pattern[matched]
        if matched == len(pattern):
            yield place - matched + 1


def bucket_sorted(values: list[int]) -> list[int]:
    """Return values from 0 to 99 in order, by a list for each."""
    buckets: list[list[int]] = [[] for _ in range(100)]
    for value in values:
        buckets[value].append(value)
    result: list[int] = []
    for bucket in buckets:
        for value in bucket:
            result.append(value)
    return result
