"""Run a function in a forked process: what it does to its process stays there."""

from __future__ import annotations

import os
import pickle
import warnings
from collections.abc import Callable
from typing import Any


def forked(function: Callable[[], Any]) -> Any:
    """Return what the function returns in a child process, or its exit code (negative: a signal)."""
    reader, writer = os.pipe()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        pid = os.fork()
    if pid == 0:
        try:
            os.write(writer, pickle.dumps(function()))
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as file:
        answer = file.read()
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return pickle.loads(answer) if answer else code
