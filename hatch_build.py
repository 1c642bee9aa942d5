"""Build the C extensions.

A wheel gets them inside; an editable install gets each beside its source.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sysconfig
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

EXTENSIONS = (
    "slowpath/counting/native/_hooks",
    "slowpath/counting/regex/_matcher",
    "slowpath/target/_changes",
    "slowpath/values/_lending",
    "slowpath/values/_notes",
    "slowpath/values/_search",
    "slowpath/values/_sides",
)
INSTALL = (
    "Install a compiler (Debian and Ubuntu: apt install build-essential; Fedora: dnf install gcc; "
    "macOS: xcode-select --install), or set CC to its path. Wheels need none."
)


class BuildError(Exception):
    """The extension cannot be built; the message says what to do."""


class ExtensionHook(BuildHookInterface[Any]):
    """Compiles the extensions and puts them where the build needs them."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        # Lives until the hook does: the wheel is written after this method returns.
        self.scratch = TemporaryDirectory(prefix="slowpath-build-")
        try:
            for extension in EXTENSIONS:
                source = Path(self.root, "src", f"{extension}.c")
                name = f"{source.stem}{config('EXT_SUFFIX')}"
                if version == "editable":
                    build(source, source.with_name(name))
                else:
                    built = Path(self.scratch.name, name)
                    build(source, built)
                    build_data["force_include"][str(built)] = f"{Path(extension).parent}/{name}"
        except BuildError as error:
            self.app.abort(f"slowpath: {error}")
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        self.scratch.cleanup()


def build(source: Path, output: Path, more: Sequence[str] = ()) -> None:
    """Compile `source` into the extension module `output`, with `more` flags behind all others.

    `output` is replaced in one step: a running process may have the old file mapped.
    """
    if not source.is_file():
        raise BuildError(f"the source of the C extension is missing: {source}")
    partial = output.with_name(f"{output.name}.{os.getpid()}.partial")
    command = [*for_architectures([*linker(), *flags()]), *more, str(source), "-o", str(partial)]
    try:
        if subprocess.run(command).returncode != 0:
            raise BuildError(
                "slowpath has small C extensions, and building them needs a C compiler that works. "
                f"This one failed (see its messages above): {shlex.join(command)}\n"
                f"{INSTALL}\nIf Python.h is missing, install Python's headers "
                "(Debian and Ubuntu: apt install python3-dev; Fedora: dnf install python3-devel)."
            )
        partial.replace(output)
    finally:
        partial.unlink(missing_ok=True)


def linker() -> list[str]:
    """Return the command that makes an extension module, without the compiler's flags.

    The compiler is $CC, the one Python was configured with, or the system's: the first that exists.
    """
    configured, *shared = shlex.split(config("LDSHARED"))
    wanted = [os.environ.get("CC", ""), config("CC"), configured, "cc", "gcc", "clang"]
    for words in map(shlex.split, wanted):
        if words and shutil.which(words[0]):
            return [*words, *shared]
    raise BuildError(
        f"no C compiler found (tried {', '.join(dict.fromkeys(filter(None, wanted)))}), "
        f"and slowpath has small C extensions.\n{INSTALL}"
    )


def for_architectures(words: Sequence[str]) -> list[str]:
    """Return a compiler's command for the architectures that $ARCHFLAGS names, as on macOS: there Python was
    configured for several, and a wheel is for one."""
    wanted = shlex.split(os.environ.get("ARCHFLAGS", ""))
    if not wanted:
        return list(words)
    named = {place for place, word in enumerate(words) if word == "-arch"}
    others = [word for place, word in enumerate(words) if place not in named and place - 1 not in named]
    return [*others, *wanted]


def flags() -> list[str]:
    """Return the compiler's flags: Python's own, then ours, so that ours win."""
    folders = {sysconfig.get_path("include"), sysconfig.get_path("platinclude")}
    return [
        *shlex.split(config("CFLAGS")),
        *shlex.split(config("CCSHARED")),
        "-O2",
        *(f"-I{folder}" for folder in sorted(folders)),
    ]


def config(name: str) -> str:
    """Return a variable of Python's own build."""
    value = sysconfig.get_config_var(name)
    if value is None:
        raise BuildError(
            f"this Python does not say how it builds extensions (no {name}); use CPython on POSIX."
        )
    return str(value)
