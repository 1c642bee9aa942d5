"""Sorting programs."""

from __future__ import annotations


def insertion_sort(xs: list[int]) -> list[int]:
    for i in range(1, len(xs)):
        x = xs[i]
        j = i - 1
        while j >= 0 and xs[j] > x:
            xs[j + 1] = xs[j]  # hot
            j -= 1
        xs[j + 1] = x
    return xs


def bubble_sort(xs: list[int]) -> list[int]:
    end = len(xs) - 1
    swapped = True
    while swapped:
        swapped = False
        for j in range(end):
            if xs[j] > xs[j + 1]:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]  # hot
                swapped = True
        end -= 1
    return xs


def quicksort(xs: list[int]) -> list[int]:
    _quicksort(xs, 0, len(xs) - 1)
    return xs


def _quicksort(xs: list[int], low: int, high: int) -> None:
    if low >= high:
        return
    pivot, boundary = xs[low], low
    for j in range(low + 1, high + 1):
        if xs[j] < pivot:  # hot
            boundary += 1
            xs[boundary], xs[j] = xs[j], xs[boundary]
    xs[low], xs[boundary] = xs[boundary], xs[low]
    _quicksort(xs, low, boundary - 1)
    _quicksort(xs, boundary + 1, high)


def heap_sort(xs: list[int]) -> list[int]:
    count = len(xs)
    for root in range(count // 2 - 1, -1, -1):
        _sift(xs, root, count)
    for end in range(count - 1, 0, -1):
        xs[0], xs[end] = xs[end], xs[0]
        _sift(xs, 0, end)
    return xs


def _sift(xs: list[int], root: int, end: int) -> None:
    while 2 * root + 1 < end:
        child = 2 * root + 1
        if child + 1 < end and xs[child] < xs[child + 1]:
            child += 1
        if xs[root] >= xs[child]:
            return
        xs[root], xs[child] = xs[child], xs[root]  # hot
        root = child


def merge_sort(xs: list[int]) -> list[int]:
    if len(xs) < 2:
        return xs
    middle = len(xs) // 2
    left, right = merge_sort(xs[:middle]), merge_sort(xs[middle:])
    merged = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:  # hot
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
    return merged + left[i:] + right[j:]


def merge(xs: list[int], ys: list[int]) -> list[int]:
    merged = []
    i = j = 0
    while i < len(xs) and j < len(ys):
        if xs[i] <= ys[j]:  # hot
            merged.append(xs[i])
            i += 1
        else:
            merged.append(ys[j])
            j += 1
    return merged + xs[i:] + ys[j:]


def longest_increasing(xs: list[int]) -> int:
    best = [1] * len(xs)
    for i in range(1, len(xs)):
        for j in range(i):
            if xs[j] < xs[i] and best[j] + 1 > best[i]:
                best[i] = best[j] + 1  # hot
    return max(best)
