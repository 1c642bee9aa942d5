"""What stands between commands: lines, text and bytes made of each other."""

from __future__ import annotations


def lines_of(text: str) -> list[str]:
    """Return the lines of a text, without their newlines; a last line need not have one."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return lines


def text_of(lines: list[str]) -> str:
    """Return the text of lines, each ended by a newline."""
    return "".join([line + "\n" for line in lines])


def bytes_of(text: str) -> bytes:
    """Return the bytes of a text, one per character."""
    return text.encode("latin-1")


def text_of_bytes(data: bytes) -> str:
    """Return the text of bytes, one character for each."""
    return data.decode("latin-1")
