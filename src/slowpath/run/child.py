"""One execution of the loaded target, in a process of its own."""

from __future__ import annotations

import builtins
import gc
import os
import sys
from collections.abc import Callable
from typing import Any, NoReturn

from slowpath.errors import BudgetExceeded, SlowpathError
from slowpath.model.run import End, Run
from slowpath.run import frames, inputs, limits
from slowpath.run.audit import Audit
from slowpath.run.builds import LoadedBuild
from slowpath.run.call import depth, prepared
from slowpath.run.frames import Failed
from slowpath.run.link import failure
from slowpath.run.messages import Done, Job
from slowpath.target.state import seed_random


def execute(subject: LoadedBuild, job: Job, audit: Audit, reply_fd: int) -> NoReturn:
    """Run the target once, write one reply to `reply_fd` and end the process."""
    exit_process, restore = os._exit, _builtins_restorer()
    try:
        try:
            reply: Done | Failed = Done(_observe(subject, job, audit, restore))
        except SlowpathError as error:
            reply = failure(error)
        except BaseException as error:
            reply = Failed("WorkerError", f"slowpath failed: {inputs.describe(error)}", "Please report this.")
        frames.write(reply_fd, frames.frame(reply))
    finally:
        exit_process(0)


def failed_input(job: Job) -> Run:
    """Return the run of a target whose input alone exhausts the memory."""
    detail = f"building the input: {limits.memory_message(job.limits)}"
    return Run(end=End.MEMORY, costs={}, lines=(), lost=(), detail=detail)


def _observe(subject: LoadedBuild, job: Job, audit: Audit, restore: Callable[[], None]) -> Run:
    limits.apply(job.limits)
    audit.arm(job.allow)
    seed_random()
    with subject.installed():
        seed_random()  # that of the copies
        try:
            values = inputs.evaluate(job.inputs, job.size)
            call = prepared(subject.target, subject.function, subject.owner, values)
        except MemoryError:
            limits.free_memory()
            return failed_input(job)
        audit.listeners = subject.prepare(job.measures)
        gc.collect()
        end, exception, raises, detail = _outcome(subject, job, call, restore)
        limits.free_memory()
        audit.disarm()
    _flush()
    if audit.refusals:
        end, detail = End.REFUSED, audit.refusals[0]
    return Run(
        end=end,
        costs=subject.costs(),
        lines=subject.lines(),
        lost=subject.lost(),
        raises=raises,
        detail=detail,
        pattern=subject.pattern(),
        exception=exception,
    )


def _outcome(
    subject: LoadedBuild, job: Job, call: Callable[[], Any], restore: Callable[[], None]
) -> tuple[End, str | None, str | None, str]:
    """Make the call; return how it ended, the class of what it raised, that in one line, and a sentence."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(job.limits.recursion + depth())
    subject.start(job.max_ops)
    try:
        try:
            call()
        finally:
            restore()
            subject.stop()
            sys.setrecursionlimit(before)
    except BudgetExceeded:
        return End.BUDGET, None, None, f"stopped after {job.max_ops} ops; allow more with --max-ops"
    except MemoryError as error:
        limits.free_memory()
        return End.MEMORY, type(error).__name__, inputs.describe(error), limits.memory_message(job.limits)
    except RecursionError as error:
        return End.RAISED, type(error).__name__, inputs.describe(error), limits.recursion_message(job.limits)
    except BaseException as error:
        text = inputs.describe(error)
        return End.RAISED, type(error).__name__, text, text
    return End.RETURNED, None, None, ""


def _builtins_restorer() -> Callable[[], None]:
    """Return a function that undoes what the target does to the builtins, and uses none of them."""
    names = vars(builtins)
    update, saved = names.update, dict(names)

    def restore() -> None:
        update(saved)

    return restore


def _flush() -> None:
    """Let what the target printed go before the reply, whatever it made of the streams."""
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:
            continue
