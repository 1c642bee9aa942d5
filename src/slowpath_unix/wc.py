"""wc: how many lines, words and bytes there are."""

from __future__ import annotations


def wc(text: str, *, newlines: bool = False, words: bool = False, characters: bool = False) -> str:
    """Return the counts that are asked for, all three if none is, as one line."""
    ends = 0
    count = 0
    within = False
    for character in text:
        if character == "\n":
            ends += 1
        if character == " " or "\t" <= character <= "\r":
            within = False
        elif not within and "!" <= character <= "~":
            # A word has a printable character: in the C locale, others neither begin nor end one.
            within = True
            count += 1
    asked = [newlines, words, characters]
    counts = [ends, count, len(text)]
    if True in asked:
        counts = [counts[i] for i in range(3) if asked[i]]
    if len(counts) == 1:
        return f"{counts[0]}\n"
    return " ".join([f"{each:7d}" for each in counts]) + "\n"


def wc_lines(
    lines: list[str], *, newlines: bool = False, words: bool = False, characters: bool = False
) -> list[str]:
    """Return the line of counts of lines that all end with a newline."""
    text = "".join([line + "\n" for line in lines])
    return [wc(text, newlines=newlines, words=words, characters=characters)[:-1]]
