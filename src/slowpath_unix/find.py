"""find: the paths of a tree whose names, sizes and kinds are asked for. The tree is data."""

from __future__ import annotations

from slowpath_unix.glob import matches, pieces_of

FileEntry = tuple[str, int, int]  # path, size in bytes, mode as `os.stat` gives it

UNITS = {"c": 1, "w": 2, "b": 512, "k": 1024, "M": 1024**2, "G": 1024**3}
# The bits of a mode that tell the kind of a file, and the kinds.
KIND_BITS = 0o170000
KINDS = {"f": 0o100000, "d": 0o040000, "l": 0o120000}


def find(entries: list[FileEntry], *, name: str = "", size: str = "", kind: str = "") -> list[str]:
    """Return the paths of the entries with the given name, size and kind, in the order of the tree."""
    pieces = pieces_of(name)
    sign, number, unit = size_of(size) if size else ("", 0, 1)
    if kind and kind not in KINDS:
        raise ValueError(f"no kind of file {kind!r}; there are {', '.join(KINDS)}")
    found: list[str] = []
    for path, length, mode in entries:
        if kind and mode & KIND_BITS != KINDS[kind]:
            continue
        if name and not matches(pieces, last_part(path)):
            continue
        if size and not fits(length, sign, number, unit):
            continue
        found.append(path)
    return found


def size_of(text: str) -> tuple[str, int, int]:
    """Return the sign, the number and the unit of a size such as `+10k`."""
    sign = text[0] if text[0] in "+-" else ""
    unit = text[-1] if text[-1] in UNITS else ""
    number = text[len(sign) : len(text) - len(unit)]
    if not (number.isascii() and number.isdigit()):
        raise ValueError(f"{text!r} is no size; write 10k, +10k or -10k, the unit one of {', '.join(UNITS)}")
    return sign, int(number), UNITS[unit or "b"]


def fits(length: int, sign: str, number: int, unit: int) -> bool:
    """Whether a length, in units rounded up, is more (+) or less (-) than a number, or equal to it."""
    units = (length + unit - 1) // unit
    if sign == "+":
        return units > number
    return units < number if sign == "-" else units == number


def last_part(path: str) -> str:
    """Return the name of a path: what stands behind its last slash."""
    place = len(path)
    while place > 0 and path[place - 1] != "/":
        place -= 1
    return path[place:]
