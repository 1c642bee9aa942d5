"""Which modules are copied: the scope of a target."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from dataclasses import dataclass

# Standard-library modules that a standard-library target leans on but shares with the rest of the
# process: other code registers with their classes, tests instances of them or keeps state in them.
SHARED = frozenset(
    """
    __future__ _collections_abc _py_abc _pydatetime _pydecimal _pyio _sitebuiltins _strptime
    _threading_local _weakrefset abc ast asyncio atexit bdb builtins cmd code codecs codeop
    collections concurrent contextlib contextvars copyreg ctypes datetime decimal dis doctest
    encodings enum faulthandler functools gc getpass gettext idlelib importlib inspect
    io keyword linecache locale logging multiprocessing numbers opcode operator os pathlib
    pdb pickle pkgutil platform re runpy select selectors shutil signal site socket
    sre_compile sre_constants sre_parse ssl stat struct subprocess sys sysconfig tempfile test
    threading time token tokenize traceback tracemalloc types typing unittest uuid warnings weakref
    zipimport
    """.split()  # noqa: SIM905
)
ALWAYS_SHARED = frozenset({"collections.abc", "builtins", "sys", "__main__", "importlib._bootstrap"})


@dataclass(frozen=True, slots=True)
class Scope:
    """The top-level modules and packages that are copied with everything below them.

    With `leaning`, so are the standard-library modules that are not shared.
    """

    tops: frozenset[str]
    leaning: bool = False

    def covers(self, module: str) -> bool:
        """Tell whether a module is copied, if it has Python source."""
        if module in ALWAYS_SHARED or module.startswith("slowpath."):
            return False
        top = module.partition(".")[0]
        return top in self.tops or (self.leaning and is_standard(top) and top not in SHARED)

    def with_top(self, module: str) -> Scope:
        """Return the scope that copies a module's top-level package too."""
        return scope_of(module, self.tops)


def scope_of(module: str, more: Iterable[str] = ()) -> Scope:
    """Return the scope of a target in `module`, with the modules that the user added."""
    tops = frozenset(name.partition(".")[0] for name in (module, *more))
    return Scope(tops, leaning=is_standard(module.partition(".")[0]))


def is_standard(top: str) -> bool:
    """Tell whether a top-level module belongs to the standard library."""
    return top in sys.stdlib_module_names
