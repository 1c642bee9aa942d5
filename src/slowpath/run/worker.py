"""The worker process: loads the target once, then forks a process for every batch of runs.

Every run starts from the same state: nothing that one run does (caches, lazy imports, monkeypatches)
shows in the next. What loads and runs a target is imported by the worker alone: the client, which imports
this module to start it, stays quick.
"""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

from slowpath.counting.model import CPYTHON, from_document
from slowpath.errors import SlowpathError
from slowpath.model.target import Flow
from slowpath.run import limits
from slowpath.run.audit import AT_IMPORT, Audit
from slowpath.run.frames import Failed
from slowpath.run.link import Link, failure
from slowpath.run.messages import Load, Ready

if TYPE_CHECKING:
    from slowpath.run.builds import LoadedBuild


def serve(link: Link) -> None:
    """Load the target, and serve requests until the client closes its end."""
    load = link.receive(Load)
    if load is None:
        return
    link.restrict(load.allow)
    subject, reply = _load(load, link.audit)
    link.send(reply)
    if subject is not None:
        from slowpath.run.zygote import Zygote

        link.restrict(load.allow, loading=False)
        gc.collect()  # no process inherits garbage
        Zygote(link, subject, load.at_once).serve()


def _load(request: Load, audit: Audit) -> tuple[LoadedBuild | None, Ready | Failed]:
    sys.path[:] = request.path
    limits.limit_memory(request.limits.memory)
    audit.arm((*request.allow, *AT_IMPORT))
    from slowpath.run import builds

    try:
        model = CPYTHON if request.model is None else from_document(request.model, "the cost model")
        subject = builds.load(request.spec, request.scope, request.build, model, request.changed)
    except SlowpathError as error:
        return None, failure(error, audit.refusals)
    except MemoryError:
        message = f"importing the target: {limits.used_up('memory', request.limits)}"
        return None, Failed("TargetImportError", message, "")
    finally:
        limits.free_memory()
        audit.disarm()
    if subject.target.flow in (Flow.COROUTINE, Flow.ASYNC_GENERATOR):
        import asyncio  # noqa: F401  (shared by all runs; no run pays for it)
    return subject, Ready(subject.target)
