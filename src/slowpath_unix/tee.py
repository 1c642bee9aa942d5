"""tee: what comes in goes out, and a copy beside it."""

from __future__ import annotations


def tee(text: str, *, copies: list[str] | None = None) -> str:
    """Return the text; append it to `copies`."""
    if copies is not None:
        copies.append(text)
    return text


def tee_lines(lines: list[str], *, copies: list[list[str]] | None = None) -> list[str]:
    """Return the lines; append a list of them to `copies`."""
    if copies is not None:
        copies.append(lines[:])
    return lines[:]
