"""Sets of characters as `tr` and bracket expressions write them: ranges, classes, escapes."""

from __future__ import annotations

Span = tuple[str, str]  # from the first character to the second, both included

LAST = "\xff"  # a character is a byte

CLASSES: dict[str, list[Span]] = {
    "alnum": [("0", "9"), ("A", "Z"), ("a", "z")],
    "alpha": [("A", "Z"), ("a", "z")],
    "blank": [("\t", "\t"), (" ", " ")],
    "cntrl": [("\x00", "\x1f"), ("\x7f", "\x7f")],
    "digit": [("0", "9")],
    "graph": [("!", "~")],
    "lower": [("a", "z")],
    "print": [(" ", "~")],
    "punct": [("!", "/"), (":", "@"), ("[", "`"), ("{", "~")],
    "space": [("\t", "\r"), (" ", " ")],
    "upper": [("A", "Z")],
    "xdigit": [("0", "9"), ("A", "F"), ("a", "f")],
}
ESCAPES = {"a": "\a", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t", "v": "\v"}


def spans_of(text: str, classes: tuple[str, ...] | None = None) -> list[Span]:
    """Return the spans of a set of `tr`, in its order. `classes` are those that it may name, if not all."""
    spans: list[Span] = []
    place = 0
    while place < len(text):
        if text.startswith("[:", place) and ":]" in text[place + 2 :]:
            end = text.index(":]", place + 2)
            spans += class_spans(text[place + 2 : end], classes)
            place = end + 2
            continue
        if text.startswith("[=", place) or (text[place] == "[" and text[place + 2 : place + 3] == "*"):
            raise ValueError(f"{text[place : place + 3]!r} is not supported in a set of tr")
        low, place = character_at(text, place)
        high = low
        if text[place : place + 1] == "-" and place + 1 < len(text):
            high, place = character_at(text, place + 1)
        if low > high:
            raise ValueError(f"the range {low}-{high} runs backwards")
        spans.append((low, high))
    return spans


def class_spans(name: str, allowed: tuple[str, ...] | None = None) -> list[Span]:
    """Return the spans of a class such as `digit`."""
    if name not in CLASSES:
        raise ValueError(f"no class [:{name}:]; there are {', '.join(CLASSES)}")
    if allowed is not None and name not in allowed:
        raise ValueError(f"[:{name}:] cannot be what characters are replaced by")
    return CLASSES[name]


def character_at(text: str, place: int) -> tuple[str, int]:
    """Return the character that a set has at a place, escapes read, and the place behind it."""
    if text[place] != "\\" or place + 1 == len(text):
        return text[place], place + 1
    end = place + 1
    while end < len(text) and end < place + 4 and "0" <= text[end] <= "7":
        end += 1
    if end > place + 1:
        if int(text[place + 1 : end], 8) > ord(LAST):  # as GNU: \400 is \40 and 0
            end -= 1
        return chr(int(text[place + 1 : end], 8)), end
    return ESCAPES.get(text[place + 1], text[place + 1]), place + 2


def complement_of(spans: list[Span]) -> list[Span]:
    """Return the spans of the characters that are in none of the spans, in order."""
    result: list[Span] = []
    place = 0
    for low, high in sorted(spans):
        if place < ord(low):
            result.append((chr(place), chr(ord(low) - 1)))
        place = max(place, ord(high) + 1)
    if place <= ord(LAST):
        result.append((chr(place), LAST))
    return result


def members_of(spans: list[Span]) -> list[str]:
    """Return the characters of spans, in order."""
    return [chr(code) for low, high in spans for code in range(ord(low), ord(high) + 1)]


def size_of(spans: list[Span]) -> int:
    """Return how many characters spans name."""
    return sum(ord(high) - ord(low) + 1 for low, high in spans)


def has(spans: list[Span], character: str) -> bool:
    """Whether one of the spans holds a character."""
    for low, high in spans:
        if low <= character <= high:
            return True
    return False
