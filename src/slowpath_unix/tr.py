"""tr: characters are replaced, deleted, or squeezed to one."""

from __future__ import annotations

from slowpath_unix.characters import Span, complement_of, has, members_of, size_of, spans_of

Shift = tuple[str, str, int]  # characters from the first to the second move by that much


def tr(
    text: str,
    *,
    first: str,
    second: str = "",
    delete: bool = False,
    squeeze: bool = False,
    complement: bool = False,
) -> str:
    """Return the text with the characters of the set `first` replaced by those of `second`.

    If `delete`, they are deleted; if `squeeze`, equal neighbours that the last set holds become one.
    """
    chosen = spans_of(first)
    if complement:
        chosen = complement_of(chosen)
    others = spans_of(second, classes=("upper", "lower") if not delete else None)
    check(chosen, others, second, delete=delete, squeeze=squeeze)
    if delete:
        text = deleted(text, chosen)
    elif second:
        text = translated(text, shifts(chosen, others))
    if squeeze:
        text = squeezed(text, others if second else chosen)
    return text


def check(chosen: list[Span], others: list[Span], second: str, *, delete: bool, squeeze: bool) -> None:
    """Raise ValueError if the sets do not fit the options."""
    if delete and second and not squeeze:
        raise ValueError("tr -d takes one set; two only with -s")
    if delete and squeeze and not second:
        raise ValueError("tr -d -s takes two sets: what is deleted, and what is squeezed")
    if not delete and not squeeze and not size_of(others) and size_of(chosen):
        raise ValueError("tr takes two sets, unless -d or -s is given")


def deleted(text: str, chosen: list[Span]) -> str:
    """Return the text without the characters of a set."""
    kept = []
    for character in text:
        if not has(chosen, character):
            kept.append(character)
    return "".join(kept)


def squeezed(text: str, chosen: list[Span]) -> str:
    """Return the text with one character for each run of a character of a set."""
    kept: list[str] = []
    for character in text:
        if not kept or kept[-1] != character or not has(chosen, character):
            kept.append(character)
    return "".join(kept)


def translated(text: str, moves: list[Shift]) -> str:
    """Return the text with each character moved as the first shift that holds it says."""
    result = []
    for character in text:
        for low, high, by in moves:
            if low <= character <= high:
                character = chr(ord(character) + by)
                break
        result.append(character)
    return "".join(result)


def shifts(chosen: list[Span], others: list[Span]) -> list[Shift]:
    """Return how the characters of one set move to those of another; its last one is repeated if it is short.

    Of a character that the first set names twice, the last place counts.
    """
    targets = members_of(others)
    moves: dict[str, int] = {}
    for i, character in enumerate(members_of(chosen)):
        moves[character] = ord(targets[i] if i < len(targets) else targets[-1]) - ord(character)
    result: list[Shift] = []
    for character in sorted(moves):
        by = moves[character]
        if result and result[-1][2] == by and ord(character) == ord(result[-1][1]) + 1:
            result[-1] = (result[-1][0], character, by)
        else:
            result.append((character, character, by))
    return result
