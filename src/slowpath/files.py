"""Files and folders as inputs: an expression writes the content and gives the path.

They stand in a temporary folder that goes with the process which owns it. A name is a digest of the content:
the same input has the same path in every run of a process, and nothing is written twice.
"""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Mapping, Sequence
from hashlib import blake2b
from pathlib import Path, PurePath
from typing import Any, Final

from slowpath.target.trust import trusted

VARIABLE: Final = "SLOWPATH_FILES"  # of the environment: the folder that a process uses
_DIGITS = 8  # bytes of a digest: a search makes less than a million files
# What a search may leave behind before the oldest files go. A run reads its files at once.
_MOST_FILES, _MOST_BYTES = 4_096, 64 << 20

Content = str | bytes


class _Shelf:
    """The folder of this process, and how much each path in it holds, the oldest first."""

    def __init__(self) -> None:
        self.folder = ""
        self.sizes: dict[str, int] = {}
        self.total = 0

    def home(self) -> str:
        """The folder; if the process was given none, one that is removed when it ends."""
        if not self.folder:
            self.folder = made_folder()
            atexit.register(self.remove, os.getpid())
        return self.folder

    def remove(self, owner: int) -> None:
        if os.getpid() == owner:  # not in processes that it forked
            import shutil

            shutil.rmtree(self.folder, ignore_errors=True)

    def keep(self, path: str, size: int) -> None:
        """Note a path, and remove the oldest if there are too many."""
        self.total += size - self.sizes.pop(path, 0)
        self.sizes[path] = size
        while len(self.sizes) > 1 and (len(self.sizes) > _MOST_FILES or self.total > _MOST_BYTES):
            oldest = next(iter(self.sizes))
            self.total -= self.sizes.pop(oldest)
            if os.path.isdir(oldest):
                import shutil

                shutil.rmtree(oldest, ignore_errors=True)
            else:
                Path(oldest).unlink(missing_ok=True)


_shelf = _Shelf()
_contents: dict[str, Any] = {}  # symbolic contents by path, of the run at hand
_watching: list[bool] = []  # not empty once the audit hook is there


def made_folder() -> str:
    """Make a temporary folder, which the caller removes. Its name has no characters that code looks for."""
    import tempfile

    while True:
        path = Path(tempfile.gettempdir(), f"slowpath{os.urandom(_DIGITS).hex()}")
        try:
            path.mkdir(mode=0o700)
        except FileExistsError:
            continue
        return str(path)


def environment(folder: str) -> dict[str, str]:
    """Return what tells a process which folder it uses. If there is one, it is that of `tempfile` too."""
    return {VARIABLE: folder, "TMPDIR": folder} if folder else {VARIABLE: folder}


def use(folder: str) -> None:
    """Let this process make its files in a folder that another one removes."""
    _shelf.folder = folder


def folder() -> str:
    """The folder that this process was given, or an empty text."""
    return _shelf.folder


def file(content: Content, suffix: str = "") -> str:
    """Return the path of a file with this content. Text is written in UTF-8."""
    data = _bytes(content)
    name = _digest(data)
    with trusted():
        path = os.path.join(_shelf.home(), name + suffix)
        while _is_taken(path, content):
            name = _digest(name.encode())
            path = os.path.join(_shelf.home(), name + suffix)
        if path not in _shelf.sizes or not os.path.exists(path):
            write(path, data)
        _shelf.keep(path, len(data))
    _keep_symbolic(path, content)
    return path


def file_path(content: Content, suffix: str = "") -> Path:
    """Return the same as an object of `pathlib`."""
    return Path(file(content, suffix))


def tree(contents: Sequence[Content] | Mapping[str, Content]) -> str:
    """Return the path of a folder with these files; those of a list are called 0.txt, 1.txt and so on."""
    named = (
        contents if isinstance(contents, Mapping) else {f"{i}.txt": each for i, each in enumerate(contents)}
    )
    data = {name: _bytes(content) for name, content in named.items()}
    with trusted():
        whole = b"".join(
            _digest(name.encode()).encode() + _digest(each).encode() for name, each in data.items()
        )
        path = os.path.join(_shelf.home(), _digest(whole))
        if path not in _shelf.sizes or not os.path.exists(path):
            os.makedirs(path, exist_ok=True)
            for name, each in data.items():
                place = os.path.join(path, name)
                os.makedirs(os.path.dirname(place), exist_ok=True)
                write(place, each)
        _shelf.keep(path, sum(len(name) + len(each) for name, each in data.items()))
    for name, content in named.items():
        _keep_symbolic(os.path.join(path, name), content)
    return path


def tree_path(contents: Sequence[Content] | Mapping[str, Content]) -> Path:
    """Return the same as an object of `pathlib`."""
    return Path(tree(contents))


def symbolic(path: Any) -> Any:
    """The content that depends on the input of a run, of the file at a path; None if there is none."""
    if not _contents or not isinstance(path, str | PurePath):
        return None
    return _contents.get(str(path))


def _is_taken(path: str, content: Any) -> bool:
    """Whether another symbolic content of the same run stands at a path: both are equal only in this run."""
    other = _contents.get(path)
    return other is not None and other is not content and other.trace is getattr(content, "trace", None)


def _keep_symbolic(path: str, content: Any) -> None:
    """Note the content of a path if it is symbolic; what other runs noted is forgotten."""
    if type(content) in (str, bytes):
        _contents.pop(path, None)
        return
    if not _watching:
        _watching.append(True)
        sys.addaudithook(_watch)
    if any(each.trace is not content.trace for each in _contents.values()):
        _contents.clear()
    _contents[path] = content


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    """Note it if a file is opened whose content is symbolic: who reads it then sees the concrete content."""
    if event == "open" and _contents:
        content = symbolic(arguments[0])
        if content is not None:
            content.trace.give_up("the content of a file")


def held(value: Any) -> int | None:
    """How many bytes a path that was made here holds; None for any other value."""
    if not _shelf.sizes or not isinstance(value, str | PurePath):
        return None
    return _shelf.sizes.get(str(value))


def _bytes(content: Content) -> bytes:
    """The plain bytes of a content, also if it is symbolic."""
    if isinstance(content, str):
        return str.__str__(content).encode("utf-8", "surrogatepass")
    return bytes(memoryview(content))


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=_DIGITS).hexdigest()


def write(path: str, data: bytes) -> None:
    """Write a file at once: another process may read it."""
    begun = f"{path}.{os.getpid()}"
    with open(begun, "wb") as opened:
        opened.write(data)
    os.replace(begun, path)
