"""The stages of pipelines that read the files of a tree, which is data: the path and the text of each file.

They do what the commands of `slowpath_unix` do, where these read files: `zip` with names, `cat` with names.
"""

from __future__ import annotations

from slowpath_unix import find as unix_find
from slowpath_unix.grep import grep
from slowpath_unix.zip import archive

TextFile = tuple[str, str]  # its path, and its text
REGULAR = 0o100644


def find(files: list[TextFile], name: str = "", size: str = "") -> list[TextFile]:
    """The files that `find` finds."""
    found: list[TextFile] = []
    for path, text in files:
        if unix_find.find([(path, len(text), REGULAR)], name=name, size=size):
            found.append((path, text))
    return found


def without(files: list[TextFile], pattern: str) -> list[TextFile]:
    """The files whose paths `grep -v` lets through."""
    return [(path, text) for path, text in files if grep([path], pattern=pattern, invert=True)]


def zipped(files: list[TextFile]) -> bytes:
    """The archive that `zip` makes of the files."""
    return archive([(path, text.encode("latin-1")) for path, text in files])


def cat(files: list[TextFile]) -> list[str]:
    """The lines of all files."""
    lines: list[str] = []
    for _, text in files:
        lines += text.split("\n")
    return lines
