"""One search of a scan as a task of a cluster: what travels, and what a worker of the cluster does with it.

A task is pure: its result depends on its bytes alone, as far as a search does not depend on time. The target
is loaded by child processes of the worker, never by the worker itself.
"""

from __future__ import annotations

import contextlib
import os
import platform
import sys
from collections.abc import Iterator
from typing import Any

import msgspec

from slowpath.command.find import FindOrder
from slowpath.command.kept import own_code, relative_digest
from slowpath.command.plan import code_files
from slowpath.command.searchers import SearchProcess
from slowpath.errors import SlowpathError, WorkerError
from slowpath.model.find import FindReport
from slowpath.run.frames import Message
from slowpath.run.link import Link, Serve
from slowpath.run.remote import Remote

_TICK = 0.2  # seconds between two looks at whether a task was cancelled: each reads one dictionary
_CHECK_SECONDS = 30.0  # that a worker may take to read the code of a package: it starts a process
_SHELF = "slowpath"  # under which a worker of the cluster keeps what belongs to its searches


class Environment(Message, frozen=True):
    """What the result of a search depends on besides its order: Python, slowpath, and the code that is
    scanned, by version or digest. If the code was not found, `missing` says why."""

    python: str
    slowpath: str
    code: str
    missing: str = ""

    def difference(self, wanted: Environment) -> str:
        """Return in words what differs from what is wanted; an empty text if nothing does."""
        if self.python != wanted.python:
            return f"has Python {self.python}, not {wanted.python}"
        if self.slowpath != wanted.slowpath:
            return f"has slowpath {self.slowpath}, not {wanted.slowpath}"
        if self.missing:
            return f"cannot find what is scanned: {self.missing}"
        return "" if self.code == wanted.code else "has other code of what is scanned"


class ClusterTask(msgspec.Struct, frozen=True):
    """An order to search one target, in the folder of the command if the worker has it.

    `scan` is the name of the scan that it belongs to, `spec` what is scanned, `wanted` what must be the same
    on the worker.
    """

    order: FindOrder
    folder: str
    scan: str
    spec: str
    wanted: Environment


class TaskResult(msgspec.Struct, frozen=True):
    """What a task came to: a report, or why there is none. `unfit` says why the worker must not search."""

    seconds: float = 0.0
    report: FindReport | None = None
    why: str = ""
    unfit: str = ""


class EnvironmentAsked(Message, frozen=True):
    """A question of a worker to a child process, which looks for modules on a path."""

    spec: str
    path: tuple[str, ...]


def environment_of(spec: str) -> Environment:
    """Return the environment of this process, with the code that a text names."""
    code = missing = ""
    try:
        code = relative_digest(code_files(spec))
    except (SlowpathError, OSError) as error:
        missing = str(error)
    return Environment(platform.python_version(), own_code(), code, missing)


def serve_environment(link: Link) -> None:
    """Answer one question about the environment, in a child process."""
    asked: EnvironmentAsked | None = link.receive(EnvironmentAsked)
    if asked is not None:
        sys.path[:] = asked.path
        link.send(environment_of(asked.spec))


# -- on a worker of the cluster ----------------------------------------------------------------------------


def carry_out(document: bytes, serve: Serve) -> bytes:
    """Carry out the task in a document; return its result as one. It ends early if it is cancelled."""
    from distributed import get_worker

    worker = get_worker()
    task = msgspec.msgpack.decode(document, type=ClusterTask)
    unfit = misfit(task.spec, task.folder, task.wanted, dask_worker=worker)
    result = TaskResult(unfit=unfit) if unfit else _searched(task, serve, worker)
    return msgspec.msgpack.encode(result)


def misfit(spec: str, folder: str, wanted: Environment, *, dask_worker: Any) -> str:
    """Return why a worker cannot search; an empty text if it can. What is known of it is not asked again."""
    known: dict[tuple[str, Environment], str] = _shelf(dask_worker)["known"]
    if (spec, wanted) not in known:
        known[spec, wanted] = _difference(spec, folder, wanted)
    return known[spec, wanted]


def stop_searches(scan: str, *, dask_worker: Any) -> int:
    """Ask the searches of a scan on a worker to answer with what they know; return how many there are."""
    processes: list[tuple[str, SearchProcess]] = _shelf(dask_worker)["processes"]
    own = [process for name, process in list(processes) if name == scan]
    for each in own:
        each.interrupt()
    return len(own)


def _searched(task: ClusterTask, serve: Serve, worker: Any) -> TaskResult:
    key = worker.get_current_task()
    folder = _existing(task.folder)
    order = msgspec.structs.replace(task.order, path=_path(task.folder, task.order.path))
    with _listed(SearchProcess(order, serve, folder), task.scan, worker) as process:
        while (answer := process.hear(_TICK)) is None:
            known = worker.state.tasks.get(key)
            if known is None or known.state == "cancelled":
                return TaskResult(why="cancelled")
    return TaskResult(answer.seconds, answer.report, answer.why)


@contextlib.contextmanager
def _listed(process: SearchProcess, scan: str, worker: Any) -> Iterator[SearchProcess]:
    """A context in which a search can be interrupted from outside its thread."""
    processes = _shelf(worker)["processes"]
    entry = (scan, process)
    processes.append(entry)
    try:
        yield process
    finally:
        processes.remove(entry)
        process.close()


def _shelf(worker: Any) -> dict[str, Any]:
    """What a worker of the cluster keeps between tasks: it goes with the worker."""
    shelf: dict[str, Any] = worker.extensions.setdefault(_SHELF, {"known": {}, "processes": []})
    return shelf


def _difference(spec: str, folder: str, wanted: Environment) -> str:
    with Remote[Environment](serve_environment, Environment, _existing(folder)) as remote:
        remote.ask(EnvironmentAsked(spec, _path(folder)))
        try:
            told = remote.hear(_CHECK_SECONDS)
        except SlowpathError as error:
            return error.message
        if told is None:
            return str(WorkerError(f"cannot start a process: {remote.output}".strip()))
    return told.difference(wanted)


def _existing(folder: str) -> str | None:
    return folder if os.path.isdir(folder) else None


def _path(folder: str, more: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Where a search on this worker looks for modules: in the folder of the command, in what is installed
    here, then where the command looks."""
    here = _existing(folder) or os.getcwd()
    return tuple(dict.fromkeys([here, *(entry or here for entry in sys.path), *more]))
