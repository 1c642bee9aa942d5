"""Rewritten modules that are kept on disk: a large package is instrumented once, not in every process.

A file holds what `rewrite` makes of one module. Its name is a digest of all that this depends on: the source,
which of the packages that it names are in the scope, the interpreter and slowpath itself. So nothing is ever
out of date, and targets in different modules of a package share what they have in common; what was not used
for long is deleted.
"""

from __future__ import annotations

import hashlib
import marshal
import os
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path

from slowpath.model.target import Build
from slowpath.target.rewrite import Rewritten
from slowpath.target.scope import Scope
from slowpath.target.trust import trusted

_LEAST = 1_000  # bytes of source: less is rewritten in two milliseconds
_MOST = 400_000_000  # bytes of all files: a package of 3 MB takes 15 MB in each build
_EVERY = 600.0  # seconds between two looks at all files: at 8,000 of them, one takes longer than most loads
# The parts of slowpath that say how a module is rewritten.
_OWN = ("target/**/*.py", "counting/**/*.py", "model/site.py", "model/target.py")


class Shelf:
    """Finds rewritten modules in a folder, and keeps new ones while it is `open`."""

    def __init__(self, folder: Path | None = None) -> None:
        self.open = False
        self._new = False  # whether something was added
        self._held: dict[str, Rewritten] = {}  # at hand: processes that are forked read no file
        self._folder = folder or usual_folder()
        self._mark = self._folder.with_name(f"{self._folder.name}.pruned")  # tells when that was

    def find(self, name: str | None) -> Rewritten | None:
        """Return what is kept under a name, if it is there and can be read."""
        if name is None:
            return None
        if name in self._held:
            return self._held[name]
        path = self._folder / name
        try:
            code, sites, flags = marshal.loads(path.read_bytes())
            if self.open:
                with trusted():
                    os.utime(path)  # it was of use
        except (OSError, ValueError, EOFError, TypeError):
            return None
        return Rewritten(code, sites, flags)

    def keep(self, name: str | None, made: Rewritten) -> None:
        """Keep a rewritten module; nothing happens if the folder cannot be written."""
        if name is None or not self.open:
            return
        path = self._folder / name
        whole = marshal.dumps((made.code, made.plain_sites, dict(made.flags)))
        with suppress(OSError), trusted():
            self._folder.mkdir(parents=True, exist_ok=True)
            part = path.with_suffix(f".{os.getpid()}")
            part.write_bytes(whole)
            part.replace(path)
            self._new = True

    def hold(self, name: str | None, made: Rewritten) -> None:
        """Have a rewritten module at hand in this process, and in those that are forked from it."""
        if name is not None:
            self._held[name] = made

    def close(self) -> None:
        """Keep nothing more; make room if something was added and nobody did so for a while."""
        self.open = False
        if self._new and self._is_due():
            self.prune()
        self._new = False

    def _is_due(self) -> bool:
        try:
            return time.time() - self._mark.stat().st_mtime > _EVERY
        except OSError:
            return True

    def prune(self, most: int = _MOST) -> None:
        """Delete what was not used for the longest time, as long as there is more than `most`."""
        with suppress(OSError), trusted():
            self._mark.touch()
            with os.scandir(self._folder) as entries:
                known = [(each.stat(), each.path) for each in entries]
            total = sum(status.st_size for status, _ in known)
            for status, path in sorted(known, key=lambda each: each[0].st_mtime):
                if total <= most:
                    return
                Path(path).unlink(missing_ok=True)
                total -= status.st_size


def name_of(source: bytes, file: str, package: str, build: Build, scope: Scope) -> str | None:
    """Return the name of a rewritten module; None if it is so short that it is not kept."""
    if len(source) < _LEAST:
        return None
    digest = hashlib.sha256(source)
    # What is not named in a source is not imported there, so that the scope does not matter for it.
    tops = ",".join(sorted(top for top in scope.tops if top.encode() in source))
    told = (file, package, build.value, tops, str(scope.leaning), sys.version, _stamp())
    digest.update("\0".join(told).encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


@cache
def _stamp() -> str:
    """What changes if the code of slowpath that rewrites modules does."""
    home = Path(__file__).parents[1]
    files: Iterable[Path] = (each for pattern in _OWN for each in sorted(home.glob(pattern)))
    return ",".join(f"{each.stat().st_mtime_ns}:{each.stat().st_size}" for each in files)


def usual_folder() -> Path:
    """Where rewritten modules are kept: among the caches of the user."""
    own = os.environ.get("SLOWPATH_CACHE")
    if own:
        return Path(own) / "rewritten"
    shared = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(shared) / "slowpath" / "rewritten"
