"""The real commands of the machine, and the Python ones beside them."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import strategies as st

from slowpath.pipeline.shell.parsing import parse_shell, spelled
from slowpath.pipeline.shell.stage import ShellStage, StreamKind
from slowpath.testing import Counter

# Bytes that commands look at, others, and characters of two and of four bytes in UTF-8. No NUL: grep calls
# that binary. Carriage returns and other control characters are in.
CHARACTERS = st.one_of(
    st.sampled_from("aabAB019 \t\n\n.-:,\r\x0b\x01\x7f"), st.sampled_from(["é", "ß", "\U0001f600", "\xa0"])
)
INPUTS = st.text(CHARACTERS, max_size=60).map(str.encode)
FIXED = (b"", b"\n", b"b\na\n", b"b\na", b"\n\n", "ß\né\n".encode(), b" 10\n9\n-3\n")


def gnu(argv: Sequence[str], data: bytes) -> bytes:
    """What the real command writes. The test is skipped if the machine does not have it."""
    path = shutil.which(argv[0])
    if path is None:
        pytest.skip(f"this machine has no {argv[0]}")
    done = subprocess.run(
        [path, *argv[1:]],
        input=data,
        capture_output=True,
        env={"LC_ALL": "C", "PATH": os.environ["PATH"]},
        check=False,
    )
    assert not done.stderr, done.stderr
    return done.stdout


def ours(stages: Sequence[ShellStage], data: bytes) -> bytes:
    """What the stages make of the same bytes, as bytes."""
    text = data.decode("latin-1")
    value: Any = text
    if stages[0].form.takes is StreamKind.LINES:
        value = text.split("\n")
        value = value[:-1] if value[-1] == "" else value
    elif stages[0].form.takes is StreamKind.BYTES:
        value = data
    for stage in stages:
        value = stage.apply(value)
    if isinstance(value, bytes):
        return value
    return (value if isinstance(value, str) else "".join(f"{line}\n" for line in value)).encode("latin-1")


def assert_same(line: str, data: bytes) -> None:
    """Assert that the Python commands, in each of their forms, write the bytes that the real ones do."""
    real = data
    for argv in (stage.argv for stage in parse_shell(line) if stage.argv):
        real = gnu(argv, real)
    text = parse_shell(line, start=StreamKind.TEXT)
    assert ours(text, data) == real, spelled(text)
    if not data or data.endswith(b"\n"):
        assert ours(parse_shell(line), data) == real, spelled(text)


def ops(counter: Counter, value: object, **options: object) -> float:
    """The counted cost of a command on an input."""
    name = "text" if isinstance(value, str) else "data"
    if isinstance(value, list):
        name = "entries" if isinstance(value[0], tuple) else "lines"
    counted = counter.run({name: repr(value), **{key: repr(option) for key, option in options.items()}})
    assert counted.raises is None
    return counted.costs["ops"]
