"""What a target changes in the folder of its process, which it may write to, and how to put it back.

The folder has the files of inputs, and what the module `tempfile` makes. A run finds there what its input
says and nothing else, whatever runs before it wrote.
"""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path, PurePath
from typing import Any, Final

from slowpath import files
from slowpath.target.trust import trusted

# The audit events of changes that are put back. Where the path, and the descriptor of the folder that it
# begins at, stand among the arguments; -1 if there is no such descriptor.
_PATHS: Final[dict[str, tuple[tuple[int, int], ...]]] = {
    "open": ((0, -1),),
    "os.remove": ((0, 1),),
    "os.rename": ((0, 2), (1, 3)),
    "os.mkdir": ((0, 2),),
    "os.rmdir": ((0, 1),),
    "sqlite3.connect": ((0, -1),),
}
_FOLDER: Final = ""  # what stands for the content of a folder

_before: dict[str, bytes | str | None] = {}  # what stood at each path before the run; None: nothing


def is_own(event: str, arguments: tuple[Any, ...]) -> bool:
    """Whether an audit event changes nothing but what stands in the folder of this process. What stands there
    now is noted then, and `put_back` restores it."""
    folder = files.folder()
    if not folder or event not in _PATHS:
        return False
    paths = [_whole(arguments, *places) for places in _PATHS[event]]
    if event == "open" and paths == [folder]:
        return True  # a file without a name
    if not all(each is not None and each.startswith(folder + os.sep) for each in paths):
        return False
    for path in filter(None, paths):
        if path not in _before:
            _before[path] = _content(path)
    return True


def put_back() -> None:
    """Undo what the runs before changed in the folder of this process."""
    if not _before:
        return
    with trusted():
        for path, content in reversed(_before.items()):
            with suppress(OSError):
                _restore(path, content)
        _before.clear()


def _whole(arguments: tuple[Any, ...], place: int, descriptor: int) -> str | None:
    """The absolute path at a place among the arguments; None if it cannot be told."""
    path = arguments[place]
    if not isinstance(path, str | bytes | PurePath):
        return None
    begin = ""
    if descriptor >= 0 and arguments[descriptor] not in (-1, None):
        try:
            begin = os.readlink(f"/proc/self/fd/{arguments[descriptor]}")
        except OSError:
            return None
    return os.path.abspath(os.path.join(begin, os.fsdecode(path)))


def _content(path: str) -> bytes | str | None:
    if os.path.isdir(path):
        return _FOLDER
    try:
        return Path(path).read_bytes()
    except OSError:
        return None


def _restore(path: str, content: bytes | str | None) -> None:
    if isinstance(content, bytes):
        files.write(path, content)
    elif content is not None:
        os.makedirs(path, exist_ok=True)
    elif os.path.isdir(path):
        import shutil

        shutil.rmtree(path)
    else:
        Path(path).unlink(missing_ok=True)
