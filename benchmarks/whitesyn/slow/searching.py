"""Something is looked for from the start, in a list, for each of many items."""

from __future__ import annotations


def unique(items: list[int]) -> list[int]:
    """Return the different items in the order of their first occurrence."""
    seen: list[int] = []
    for item in items:
        if item not in seen:
            seen.append(item)
    return seen


def shared(first: list[str], second: list[str]) -> list[str]:
    """Return the words of the first list that the second has too."""
    return [word for word in first if word in second]


def count_strangers(visitors: list[str], members: list[str]) -> int:
    """Return how many visitors are not members."""
    count = 0
    for visitor in visitors:
        if visitor not in members:
            count += 1
    return count


def reachable(graph: dict[int, list[int]], start: int) -> list[int]:
    """Return the nodes that can be reached from a node, in the order of a depth-first search."""
    visited: list[int] = []
    stack = [start]
    while stack:
        node = stack.pop()
        if node in visited:
            continue
        visited.append(node)
        stack.extend(graph.get(node, []))
    return visited


def first_repeated(items: list[int]) -> int | None:
    """Return the first item that stood before, or None."""
    for place, item in enumerate(items):
        if item in items[:place]:
            return item
    return None


def places(items: list[str], wanted: list[str]) -> list[int]:
    """Return the place of each wanted item; one that is missing is a ValueError."""
    return [items.index(each) for each in wanted]


def prices(catalogue: list[tuple[str, int]], names: list[str]) -> list[int | None]:
    """Return the price of each name, or None."""
    found: list[int | None] = []
    for name in names:
        price = None
        for article, cost in catalogue:
            if article == name:
                price = cost
                break
        found.append(price)
    return found


def line_numbers(text: str, offsets: list[int]) -> list[int]:
    """Return the number of the line in which each offset of a text is."""
    return [text.count("\n", 0, offset) + 1 for offset in offsets]


def without_pairs(text: str) -> str:
    """Remove `()` until there is none left."""
    while "()" in text:
        place = text.index("()")
        text = text[:place] + text[place + 2 :]
    return text


def joined_orders(orders: list[tuple[int, str]], customers: list[tuple[int, str]]) -> list[tuple[str, str]]:
    """Return the customer's name beside what was ordered, for all orders of known customers."""
    return [(name, item) for key, item in orders for number, name in customers if key == number]


def totals(entries: list[tuple[str, int]]) -> dict[str, int]:
    """Return the sum of the amounts of each name."""
    return {name: sum(amount for other, amount in entries if other == name) for name, _ in entries}


def largest_of_each(entries: list[tuple[str, int]]) -> list[tuple[str, int]]:
    """Return the entries whose amount no other entry of the same name exceeds."""
    return [
        (name, amount)
        for name, amount in entries
        if all(amount >= more for other, more in entries if other == name)
    ]


def insertion_places(limits: list[int], values: list[int]) -> list[int]:
    """Return for each value how many of the sorted limits are below it."""
    found = []
    for value in values:
        place = 0
        while place < len(limits) and limits[place] < value:
            place += 1
        found.append(place)
    return found
