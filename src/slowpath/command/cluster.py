"""Searches of a scan on a cluster, by Dask: the only module that knows its client.

Each order is a task. A worker that dies is replaced, and its task begun again, by Dask. Only this process
writes the store.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import queue
import re
import time
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgspec

from slowpath.command.find import FindOrder
from slowpath.command.searchers import SearchAnswer
from slowpath.command.task import (
    ClusterTask,
    Environment,
    TaskResult,
    carry_out,
    environment_of,
    misfit,
    stop_searches,
)
from slowpath.errors import UsageError, WorkerError
from slowpath.run.interruptions import interruptions_wait
from slowpath.run.link import Serve

_CONNECTING = 10.0  # seconds for the scheduler, and then for its first worker, to answer
_LONELY = 60.0  # seconds without any worker after which a scan ends: a machine may be started again
_CLOSING = 5.0  # seconds for the processes of a cluster of our own to end by themselves
_LOCAL = re.compile(r"local:([1-9]\d{0,3})")
_ADDRESS = re.compile(r"(tcp|tls|ucx|wss?)://.+")
_HELP = "See docs/how-to/cluster.md."


def check_cluster(text: str, jobs: int | None = None) -> None:
    """Raise UsageError if a text names no cluster, if Dask is missing, or if `jobs` are asked for too."""
    if not _LOCAL.fullmatch(text) and not _ADDRESS.fullmatch(text):
        raise UsageError(f"'{text}' is no cluster", "Write --cluster tcp://HOST:PORT, or --cluster local:4.")
    if importlib.util.find_spec("distributed") is None:
        raise UsageError(
            "a cluster needs Dask, which is not installed", "Install it: pip install 'slowpath[cluster]'."
        )
    if jobs is not None:
        raise UsageError(
            "jobs are searches on this machine; a cluster runs one for each thread of its workers",
            "Leave out --jobs or --cluster.",
        )


class ClusterSearchers:
    """Searches as tasks of a Dask cluster, one for each thread of its workers."""

    def __init__(self, cluster: str, spec: str, serve: Serve) -> None:
        """`cluster` is "local:4", which starts workers here, or the address of a scheduler; `spec` is what
        is scanned. Raises UsageError if there is no such cluster, or if a worker has other versions."""
        check_cluster(cluster)
        self._name = cluster
        self._spec = spec
        self._serve = serve
        self._scan = os.urandom(8).hex()
        self._wanted: Environment = environment_of(spec)
        self._running: dict[str, tuple[FindOrder, Any]] = {}  # by key of the task
        self._ended: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._stack = contextlib.ExitStack()
        self._seen = time.monotonic()  # when there was a worker
        try:
            self._client = self._connected()
            self._check_workers()
        except BaseException:
            self._stack.close()
            raise

    @property
    def free(self) -> int:
        # If there is no worker at the moment, one task waits for the next.
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values())) - len(self._running)

    def begin(self, order: FindOrder) -> None:
        task = ClusterTask(order, os.getcwd(), self._scan, self._spec, self._wanted)
        document = msgspec.msgpack.encode(task)
        key = f"slowpath-{sha256(document).hexdigest()}"
        # Dask begins a task again whose worker died, three times; an error of the task itself is an answer.
        future = self._client.submit(carry_out, document, self._serve, key=key, retries=0)
        self._running[key] = (order, future)
        future.add_done_callback(self._ended.put)

    def hear(self, seconds: float) -> list[SearchAnswer]:
        answers = []
        with contextlib.suppress(queue.Empty):
            future = self._ended.get(timeout=seconds)
            while True:
                if future.key in self._running:
                    answers.append(self._answer(future))
                future = self._ended.get_nowait()
        self._check_alive()
        return answers

    def interrupt(self, seconds: float) -> list[SearchAnswer]:
        deadline = time.monotonic() + seconds
        answers: list[SearchAnswer] = []
        # Dask raises what it likes here, and nothing may keep Ctrl-C from its answer.
        with contextlib.suppress(Exception):
            self._client.run(stop_searches, self._scan, on_error="ignore")
            while self._running and (left := deadline - time.monotonic()) > 0:
                answers += self.hear(left)
        return answers

    def close(self) -> None:
        with contextlib.suppress(Exception), _quiet():
            self._client.cancel([future for _, future in self._running.values()], force=True)
        self._running.clear()
        with contextlib.suppress(Exception), _quiet():
            self._stack.close()

    def _answer(self, future: Any) -> SearchAnswer:
        order, _ = self._running.pop(future.key)
        try:
            result = msgspec.msgpack.decode(future.result(timeout=_CONNECTING), type=TaskResult)
        except (
            Exception
        ) as error:  # KilledWorker, a cancelled task, a lost connection, bytes of something else
            told = str(error) or type(error).__name__
            return SearchAnswer(order, 0.0, why=f"the task failed on the cluster: {told.splitlines()[0]}")
        if result.unfit:
            raise UsageError(
                f"a worker of {self._name} {result.unfit}", f"What was searched is kept. {_HELP}"
            )
        return SearchAnswer(order, result.seconds, result.report, result.why)

    def _connected(self) -> Any:
        from distributed import Client

        local = _LOCAL.fullmatch(self._name)
        address = self._name if local is None else self._started(int(local[1]))
        try:
            with _quiet():
                client = Client(address, timeout=_CONNECTING, set_as_default=False)
        except (OSError, ValueError) as error:
            told = str(error).splitlines()[0] if str(error) else type(error).__name__
            hint = f"Start it with 'dask scheduler', and check the address. {_HELP}"
            raise UsageError(f"no scheduler answers at {self._name}: {told}", hint) from None
        self._stack.callback(client.close, timeout=_CLOSING)
        return client

    def _started(self, workers: int) -> Any:
        """A cluster on this machine, which ends with the scan."""
        from multiprocessing import resource_tracker

        from distributed import LocalCluster

        resource_tracker.ensure_running()  # the thread that starts it later would hear interruptions again
        try:
            with interruptions_wait():  # what begins here never hears them: the scan ends it
                # Searches have processes of their own, with limits of their own: Dask need not watch memory.
                started = LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    processes=True,
                    memory_limit=None,
                    dashboard_address=":0",  # any port: two scans may run at once
                    silence_logs=50,  # logging.CRITICAL
                )
                self._stack.callback(started.close, timeout=_CLOSING)
        except (OSError, RuntimeError) as error:  # no memory for so many processes, no free port
            raise WorkerError(f"the workers of {self._name} do not start: {error}", "Try fewer.") from None
        return started

    def _check_workers(self) -> None:
        """Raise UsageError unless there are workers, and all of them can search."""
        try:
            self._client.wait_for_workers(1, timeout=_CONNECTING)
        except TimeoutError:
            raise UsageError(
                f"the cluster at {self._name} has no worker", f"Start 'dask worker {self._name}'. {_HELP}"
            ) from None
        try:
            told = self._client.run(misfit, self._spec, os.getcwd(), self._wanted, on_error="return")
        except Exception as error:
            raise UsageError(f"the workers of {self._name} do not answer: {error}", _HELP) from None
        for address, why in told.items():
            if isinstance(why, Exception):  # as if slowpath is not installed there
                why = f"cannot run slowpath: {why}"
            if why:
                raise UsageError(f"the worker {address} {why}", f"Install the same there. {_HELP}")

    def _check_alive(self) -> None:
        """Raise WorkerError if the scheduler is gone, or all workers are for a while."""
        now = time.monotonic()
        kept = "What was searched is kept: start the scan again."
        if self._client.status not in ("running", "connecting"):
            raise WorkerError(f"the scheduler at {self._name} is gone", kept)
        if self._client.nthreads():
            self._seen = now
        elif now - self._seen > _LONELY:
            raise WorkerError(f"the cluster at {self._name} has no worker any more", kept)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """A context in which Dask logs nothing: what goes wrong is told by an error, or is over."""
    import logging

    logger = logging.getLogger("distributed")
    before, logger.disabled = logger.disabled, True
    try:
        yield
    finally:
        logger.disabled = before
