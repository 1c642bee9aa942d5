"""What a module leans on."""

from __future__ import annotations

from pathlib import Path

import pytest

from slowpath.target.neighbours import neighbours


@pytest.mark.parametrize(
    ("source", "module", "expected"),
    [
        (
            "import os, re\nfrom html.parser import HTMLParser\nimport email.message",
            "drive",
            ("html", "email"),
        ),
        ("def f():\n    import textwrap\n    from . import textwrap", "pkg.mod", ("textwrap",)),
        ("import drive.other, slowpath, no_such_module_anywhere", "drive", ()),
        ("import math, itertools, zlib", "drive", ()),  # C code
        ("import datetime, decimal, heapq, textwrap", "drive", ("textwrap",)),  # C code takes their place
        ("import datetime, decimal", "drive", ()),
        ("import json, statistics", "drive", ("json", "statistics")),  # C code helps
        ("import inspect, sys, os", "drive", ("inspect",)),  # shared, but what else does it drive?
        ("import inspect, sys, os, textwrap", "drive", ("textwrap",)),
        ("import inspect, sys, os", "pkg.mod", ()),
        ("import html", "json", ()),  # in its scope already
        ("import html (", "drive", ()),
    ],
)
def test_what_is_imported(tmp_path: Path, source: str, module: str, expected: tuple[str, ...]) -> None:
    file = tmp_path / "any.py"
    file.write_text(source)
    assert neighbours(str(file), module) == expected


def test_compiled_packages_are_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, extensions in (("mostly", 1), ("compiled", 4)):
        (tmp_path / name / "deep").mkdir(parents=True)
        (tmp_path / name / "__init__.py").touch()
        for number in range(extensions):
            (tmp_path / name / "deep" / f"c{number}.abi3.so").touch()
    (tmp_path / "drive.py").write_text("import mostly, compiled")
    monkeypatch.syspath_prepend(tmp_path)
    assert neighbours(str(tmp_path / "drive.py"), "drive") == ("mostly",)
