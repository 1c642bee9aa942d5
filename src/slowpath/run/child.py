"""Executions of the loaded target in a process of their own: one, or several in a row."""

from __future__ import annotations

import builtins
import gc
import os
import sys
import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any, NoReturn

from slowpath.errors import BudgetExceeded, InputError, InputRejected, SlowpathError
from slowpath.model.cost import Number
from slowpath.model.run import End, Run, Volume
from slowpath.run import frames, inputs, limits
from slowpath.run.audit import AT_IMPORT, Audit
from slowpath.run.builds import LoadedBuild
from slowpath.run.call import depth, prepared
from slowpath.run.frames import Failed
from slowpath.run.link import failure
from slowpath.run.messages import Done, Job, Left
from slowpath.run.outcome import digest
from slowpath.run.setup import import_modules, run_setup
from slowpath.run.volume import Holdings, Kept
from slowpath.run.written import put_back
from slowpath.target.state import ModuleState


def execute(
    subject: LoadedBuild,
    jobs: Sequence[Job],
    state: ModuleState | None,
    audit: Audit,
    reply_fd: int,
    restore: Callable[[], None],
) -> NoReturn:
    """Run the target for each job, write a reply for each to `reply_fd`, and end the process.

    The modules of the build are installed. The process ends early if their state cannot be made what it was,
    or if there is no `state` to compare with. `restore` undoes what a run does to the builtins.
    """
    exit_process, status = os._exit, 0
    audit.guarded = (reply_fd,)
    surroundings = _surroundings() if state is not None else None
    try:
        for place, job in enumerate(jobs, 1):
            limits.apply(job.limits, more_runs=len(jobs) - place)
            after = ExitStack()
            wanted = state if place < len(jobs) else None  # that of the modules for a next run
            reply = _reply(subject, job, audit, restore, None if wanted is None else after)
            put_back()
            frames.write(reply_fd, frames.frame(reply))
            if wanted is None or not _is_clean(reply):
                break  # and `after` is not left: the process ends, nobody needs the copies again
            after.close()
            if _surroundings() != surroundings or not (wanted.complete and wanted.restore()):
                break
        frames.write(reply_fd, frames.frame(Left(tuple(subject.late))))
    except OSError:
        status = limits.UNHEARD
    finally:
        exit_process(status)


def failed_input(job: Job) -> Run:
    """Return the run of a target whose input alone exhausts the memory."""
    return _unbuilt(End.MEMORY, limits.used_up("memory", job.limits))


def _reply(
    subject: LoadedBuild, job: Job, audit: Audit, restore: Callable[[], None], after: ExitStack | None
) -> Done | Failed:
    try:
        return Done(job.number, _observe(subject, job, audit, restore, after))
    except SlowpathError as error:
        return failure(error)
    except BaseException as error:
        return Failed("WorkerError", f"slowpath failed: {inputs.describe(error)}", "Please report this.")


def _is_clean(reply: Done | Failed) -> bool:
    """Whether a run came to its own end: it left nothing half done."""
    return isinstance(reply, Done) and reply.run.end in (End.RETURNED, End.RAISED)


def _surroundings() -> object:
    """What a run may change besides the modules of its target."""
    return os.getcwd(), dict(os.environ), len(threading.enumerate()), sys.getrecursionlimit()


def _observe(
    subject: LoadedBuild, job: Job, audit: Audit, restore: Callable[[], None], after: ExitStack | None
) -> Run:
    """Run the target once. What happens after the run sees the modules of slowpath, until `after` is left;
    it is None if the process ends then."""
    # A full collection touches every object, and a forked process has to copy what it touches: those that
    # were there before are set aside.
    gc.freeze()
    if job.setup:
        audit.arm((*job.allow, *AT_IMPORT))
        import_modules(job.setup, lambda source, names: subject.build(source, names, None))
    audit.arm(job.allow)
    subject.seed_random()
    kept = Kept() if job.weighed or job.compared else None
    holdings = Holdings() if job.weighed else None
    left: list[Any] = []  # what a caller can look at after the run
    building = None
    try:
        names, building = _built(subject, job)
        values = inputs.evaluate(inputs.all_sources(job.inputs, job.scenario), job.size, names)
        if holdings is not None:
            holdings.add(values.values())
        given = inputs.slotted(values, job.scenario)
        call = prepared(subject.target, subject.function, subject.owner, given, keep=kept, made=left.append)
    except MemoryError:
        limits.free_memory()
        return failed_input(job)
    except BudgetExceeded:
        return _unbuilt(End.BUDGET, _spent(job.build_ops))
    except (InputError, InputRejected) as error:
        if job.compared and not audit.refusals:
            return _unbuilt(End.REFUSED, str(error))
        if not audit.refusals:
            raise
        return _unbuilt(End.REFUSED, audit.refusals[0])
    audit.listeners = subject.prepare(job.measures, job.nests, job.reads)
    # Empties the lists of free objects: memory must not depend on what was freed before the run.
    gc.collect()
    gc.unfreeze()
    end, exception, raises, detail = _outcome(subject, job, call, restore)
    limits.free_memory()
    audit.disarm()
    if after is None:
        subject.hide_for_good()
    else:
        after.enter_context(subject.hidden())
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
        volume=None if kept is None or holdings is None else _volume(kept, holdings),
        building=building,
        nests=subject.nests(),
        reads=subject.reads(),
        outcome=_left_behind(job, kept, [raises, *left, *values.values()]),
    )


def _built(subject: LoadedBuild, job: Job) -> tuple[dict[str, Any] | None, Number | None]:
    """Run the setup of a job within its limits; return what the input may use, and what that cost."""
    if not job.setup:
        return None, None
    before = sys.getrecursionlimit()
    limits.limit_recursion(job.limits.recursion + depth())
    try:
        return run_setup(
            job.setup,
            job.size,
            subject.target.module,
            lambda source, names: subject.build(source, names, job.build_ops),
        )
    finally:
        limits.limit_recursion(before)


def _unbuilt(end: End, detail: str) -> Run:
    """The run of a target whose input a limit kept from being built."""
    return Run(end=end, costs={}, lines=(), lost=(), detail=f"building the input: {detail}")


def _left_behind(job: Job, kept: Kept | None, others: Sequence[Any]) -> str | None:
    """A digest of what a run returned and of all else that a caller can look at, if it is asked for."""
    if not job.compared or kept is None or kept.is_full:
        return None
    return digest([len(kept.items), *kept.items, *others])


def _volume(kept: Kept, holdings: Holdings) -> Volume | None:
    """How much the target was given, which `holdings` has, and returned; None if that is too much to say."""
    given = holdings.total
    try:
        holdings.add(kept.items)
    except MemoryError:
        return None
    return None if kept.is_full or holdings.is_full else Volume(given, holdings.total - given)


def _outcome(
    subject: LoadedBuild, job: Job, call: Callable[[], Any], restore: Callable[[], None]
) -> tuple[End, str | None, str | None, str]:
    """Make the call; return how it ended, the class of what it raised, that in one line, and a sentence."""
    before = sys.getrecursionlimit()
    limits.limit_recursion(job.limits.recursion + depth())
    subject.start(job.max_ops)
    try:
        try:
            call()
        finally:
            restore()
            subject.stop()
            limits.limit_recursion(before)
    except BudgetExceeded:
        return End.BUDGET, None, None, _spent(job.max_ops)
    except MemoryError as error:
        limits.free_memory()
        return End.MEMORY, type(error).__name__, inputs.describe(error), limits.used_up("memory", job.limits)
    except RecursionError as error:
        return (
            End.RAISED,
            type(error).__name__,
            inputs.describe(error),
            limits.used_up("recursion", job.limits),
        )
    except BaseException as error:
        text = inputs.describe(error)
        return End.RAISED, type(error).__name__, text, text
    return End.RETURNED, None, None, ""


def _spent(max_ops: int | None) -> str:
    return f"stopped after {max_ops} ops; allow more with --max-ops"


def builtins_restorer() -> Callable[[], None]:
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
