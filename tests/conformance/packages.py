"""Packages from PyPI whose tests come with their source distribution.

The source distributions are downloaded by pip on first use and kept in the virtual environment.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
from dataclasses import dataclass
from pathlib import Path

from slowpath.model.target import Build

SOURCES = Path(sys.prefix) / "conformance"


@dataclass(frozen=True)
class Package:
    """`modules`: what is copied; blocks must be counted in the first. `tests`: arguments of pytest.
    `root`: the folder that the modules are in. `builds`: those whose tests are worth their time in every run.
    """

    name: str
    version: str
    modules: tuple[str, ...]
    tests: tuple[str, ...] = ("tests",)
    root: str = "."
    builds: tuple[Build, ...] = (Build.COUNT,)


_BOTH = (Build.COUNT, Build.TRACE)

PACKAGES = (
    Package("attrs", "26.1.0", ("attr", "attrs"), root="src"),
    Package("boltons", "26.2.0", ("boltons",), builds=_BOTH),
    Package("markdown-it-py", "4.3.0", ("markdown_it",)),
    # Its tests are the examples in its docstrings; the tests folder is not in the distribution.
    Package(
        "sortedcontainers",
        "2.4.0",
        ("sortedcontainers",),
        ("--doctest-modules", "sortedcontainers"),
        builds=_BOTH,
    ),
    Package("sqlparse", "0.6.1", ("sqlparse",)),
    Package("toolz", "1.2.0", ("toolz", "tlz"), ("toolz",), builds=_BOTH),
)


class Unavailable(Exception):
    """A source distribution cannot be downloaded."""


def source(package: Package) -> Path:
    """Return the folder with the source of a package; download it unless it is there."""
    wanted = f"{package.name}-{package.version}"
    place = SOURCES / wanted
    if not place.exists():
        SOURCES.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=SOURCES) as temporary:
            _download(package, Path(temporary))
            [archive] = Path(temporary).glob("*.tar.gz")
            with tarfile.open(archive) as content:
                content.extractall(temporary, filter="data")
            [folder] = [entry for entry in Path(temporary).iterdir() if entry.is_dir()]
            folder.rename(place)
    return place


def _download(package: Package, folder: Path) -> None:
    requirement = f"{package.name}=={package.version}"
    options = [
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--no-binary",
        package.name,
        "--dest",
        str(folder),
    ]
    done = subprocess.run(
        [sys.executable, "-m", "pip", "download", *options, requirement],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    if done.returncode:
        raise Unavailable(f"pip cannot download the source of {requirement}: {done.stderr.strip()[-300:]}")
