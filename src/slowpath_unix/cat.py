"""cat: what comes in goes out, with numbers if asked for."""

from __future__ import annotations


def cat(text: str, *, number: bool = False) -> str:
    """Return the text; if `number`, each line begins with its number."""
    if not number:
        return text
    result = []
    count = 0
    begins = True
    for character in text:
        if begins:
            count += 1
            result.append(f"{count:6d}\t")
        result.append(character)
        begins = character == "\n"
    return "".join(result)


def cat_lines(lines: list[str], *, number: bool = False) -> list[str]:
    """Return the lines; if `number`, each begins with its number."""
    result: list[str] = []
    for line in lines:
        result.append(f"{len(result) + 1:6d}\t{line}" if number else line)
    return result
