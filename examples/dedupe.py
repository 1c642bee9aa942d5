"""Remove duplicates and keep the order: right, and slow on long lists of distinct items."""


def dedupe(items: list[str]) -> list[str]:
    seen: list[str] = []
    for item in items:
        if item not in seen:
            seen.append(item)
    return seen
