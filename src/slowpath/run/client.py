"""Runs of one target, each in a fresh process: what the commands use."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from itertools import count
from types import TracebackType
from typing import Any, Self

from slowpath.counting.measures import Measure, parse
from slowpath.counting.model import CostModel
from slowpath.errors import SlowpathError
from slowpath.model.cost import Number
from slowpath.model.run import End, Lost, Run, Volume
from slowpath.model.scenario import ONE_CALL, Scenario
from slowpath.model.target import Target
from slowpath.run import limits
from slowpath.run.limits import Limits
from slowpath.run.messages import (
    COUNT,
    LOOPS,
    MODEL,
    OBSERVE,
    OPS,
    PEAK,
    PLAIN,
    READS,
    SECONDS,
    Batch,
    Done,
    Job,
    Load,
    Ready,
    Reply,
)
from slowpath.run.remote import Remote, hear_each
from slowpath.run.worker import serve

_STEPS = ("calls", "iterations")
_LOAD_TIME = 5.0  # seconds that loading the target may take at least, however short its runs must be
_PATIENCE = 0.3  # seconds for a worker to end what its runs have started; Ctrl-C is answered within one
_GRACE = 10.0  # seconds beyond a run's time limit after which the worker itself is given up


class Worker:
    """Runs a target. A context manager: nothing is left running after it.

    The target is loaded once for each build that the measures need; the builds work side by side.
    """

    def __init__(
        self,
        spec: str,
        *,
        measures: Sequence[str] = (OPS,),
        scope: Sequence[str] = (),
        limits: Limits | None = None,
        allow: Sequence[str] = (),
        timed: bool = False,
        model: CostModel | None = None,
        at_once: int = 1,
        scenario: Scenario = ONE_CALL,
        loops: bool = False,
        reads: bool = False,
        changed: Mapping[str, str] | None = None,
    ) -> None:
        """With a cost model, `memory` and `allocated` are what that says of the allocations of a run.
        `at_once` is how many processes of a build may run at the same time. `scenario` is what a run does
        besides one call on its inputs. With `loops`, it can tell the nests of loops of a
        run, and nothing else; with `reads`, what a run reads again. `changed` are sources that counted runs
        take in the place of files."""
        self._spec = spec
        self._scope = tuple(scope)
        self._limits = limits or Limits()
        self._allow = tuple(allow)
        self._model = model
        self._at_once = at_once
        self._scenario = scenario
        self._changed = dict(changed or {})
        self._build_ops: int | None = None
        self._numbers = count()  # of jobs: an answer to a job that nobody waits for is passed over
        spelled = {text: text if model is None else model.spelled(text) for text in (OPS, *measures)}
        self._measures: dict[str, Measure] = {text: parse(source) for text, source in spelled.items()}
        wanted = {build.value for measure in self._measures.values() for build in measure.builds}
        self._observing = OBSERVE if model is None else MODEL
        if OBSERVE in wanted:
            wanted = {*wanted - {OBSERVE}, self._observing}
        counting = [COUNT, *sorted(wanted - {COUNT}), *([PLAIN] if timed else [])]
        self._builds = [LOOPS] if loops else [READS] if reads else counting
        self._load_time = max(self._limits.time, _LOAD_TIME)
        self._processes: dict[str, Remote[Reply]] = {}
        self._target: Target | None = None

    def __enter__(self) -> Self:
        for build in self._builds:
            self._start(build)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for process in self._processes.values():
            process.close(_PATIENCE)
        self._processes.clear()

    @property
    def target(self) -> Target:
        """The located target; the first use waits until it is loaded."""
        if self._target is None:
            self._target = self._loaded(self._builds)
        return self._target

    def with_scenario(self, scenario: Scenario, build_ops: int | None = None) -> Self:
        """Return this worker with another scenario. Its setup may cost so many ops, else as many as the call.

        It has the same processes, which this one closes.
        """
        self.target  # noqa: B018  (both share the processes: one of them waits until they are loaded)
        other = copy(self)
        other._scenario, other._build_ops = scenario, build_ops
        return other

    def run(
        self,
        inputs: Mapping[str, str],
        size: int | None = None,
        max_ops: int | None = None,
        seconds: float | None = None,
        observe_up_to: int | None = None,
    ) -> Run:
        """Run the target once on the inputs (expressions by parameter) and return what it shows.

        The run is ended after `max_ops`, and after `seconds` where that is less than the time limit.
        The costs are those of the worker's measures as far as they are known, and always `ops`.
        Measures that need the observe build, some 30 times slower, are left out where the run makes
        more than `observe_up_to` calls and iterations.
        """
        (run,) = self.runs([inputs], size, max_ops, seconds, observe_up_to)
        return run

    def runs(
        self,
        several: Iterable[Mapping[str, str]],
        size: int | None = None,
        max_ops: int | None = None,
        seconds: float | None = None,
        observe_up_to: int | None = None,
    ) -> list[Run]:
        """Run the target once on each of several inputs, as `run` does.

        Counted runs share a process as long as each leaves the modules of the target as it found them. A run
        that is observed has a process of its own: memory depends on what ran before.
        """
        self._revive()
        jobs = [self._job(inputs, size, max_ops, seconds) for inputs in several]
        counted = self._runs(COUNT, [jobs])
        if self._observing not in self._builds:
            return [_combined(run, run, self._measures) for run in counted]
        wanted = [
            job
            for job, run in zip(jobs, counted, strict=True)
            if run.costs and (observe_up_to is None or _steps(run) <= observe_up_to)
        ]
        runs = self._runs(self._observing, [[job] for job in wanted])
        observed = {job.number: run for job, run in zip(wanted, runs, strict=True)}
        unobserved = _unobserved(observe_up_to)
        return [
            _combined(run, observed.get(job.number, unobserved), self._measures)
            for job, run in zip(jobs, counted, strict=True)
        ]

    def seconds(
        self,
        inputs: Mapping[str, str],
        size: int | None = None,
        repeats: int = 5,
        most: float | None = None,
        recursion: int | None = None,
        like: Run | None = None,
    ) -> float | None:
        """Return the CPU seconds of the plain target, the median of several fresh runs.

        None if a run does not terminate within `most` seconds, or ends in another way than the run `like`
        which it is compared with. The target's calls may be `recursion` deep, if that is more than the
        limit. The worker must have been made with `timed`.
        """
        from statistics import median

        import msgspec

        self._revive()
        jobs = [self._job(inputs, size, seconds=most) for _ in range(repeats)]
        if recursion is not None and recursion > jobs[0].limits.recursion:
            deep = replace(jobs[0].limits, recursion=recursion)
            jobs = [msgspec.structs.replace(job, limits=deep) for job in jobs]

        def fits(run: Run) -> bool:
            return SECONDS in run.costs and (like is None or run.ends_like(like))

        first, *others = jobs
        runs = self._runs(PLAIN, [[first]])
        if fits(runs[0]) and others:  # they are asked for together: nobody has to wake up for each
            runs += self._runs(PLAIN, [[job] for job in others])
        if not all(map(fits, runs)):
            return None
        return median(run.costs[SECONDS] for run in runs)

    def plain_run(self, inputs: Mapping[str, str], size: int | None = None, most: float | None = None) -> Run:
        """Run the plain target once, for `most` seconds. The worker must have been made with `timed`."""
        return self._alone(PLAIN, self._job(inputs, size, seconds=most))

    def peak(
        self, inputs: Mapping[str, str], size: int, most: float | None = None, like: Run | None = None
    ) -> Number | None:
        """Return the peak of what the plain target allocates, in bytes, within `most` seconds.

        None if the run ends in another way than the run `like` which it is compared with. The worker must
        have been made with `timed`.
        """
        run = self._alone(PLAIN, self._job(inputs, size, seconds=most), measures=(PEAK,))
        return run.costs.get(PEAK) if like is None or run.ends_like(like) else None

    def nests(
        self,
        inputs: Mapping[str, str],
        size: int,
        depth: int,
        limit: int,
        max_ops: int | None = None,
        seconds: float | None = None,
    ) -> Run:
        """Run the loop build once; the run tells its nests of up to `depth` loops, iterations up to `limit`.

        The worker must have been made with `loops`.
        """
        return self._alone(LOOPS, self._job(inputs, size, max_ops, seconds), nests=(depth, limit))

    def reads(
        self,
        inputs: Mapping[str, str],
        size: int | None,
        least: int,
        max_ops: int | None = None,
        seconds: float | None = None,
    ) -> Run:
        """Run the build of reads once; the run tells which loops of `least` iterations read alike as often.

        The worker must have been made with `reads`.
        """
        return self._alone(READS, self._job(inputs, size, max_ops, seconds), reads=least)

    def outcomes(
        self, several: Iterable[Mapping[str, str]], size: int | None, max_ops: int, seconds: float
    ) -> list[Run]:
        """Run the target once on each of several inputs; the runs tell their outcomes.

        A run that ends the worker process is one that died: it ends none of the others.
        """
        import msgspec

        self._revive()
        jobs = [
            msgspec.structs.replace(self._job(inputs, size, max_ops, seconds), compared=True)
            for inputs in several
        ]
        return self._runs(COUNT, [jobs])

    def volume(
        self, inputs: Mapping[str, str], size: int, max_ops: int | None = None, seconds: float | None = None
    ) -> Volume | None:
        """Return how much the target is given and returns; None if the run is cut off, or if there are
        too many objects to look at. A run that raises returns nothing.

        It is a run for itself: what is kept until it can be weighed may cost another time than usual.
        """
        run = self._alone(COUNT, self._job(inputs, size, max_ops, seconds), weighed=True)
        return run.volume if run.end in (End.RETURNED, End.RAISED) else None

    def _alone(self, build: str, job: Job, **changes: Any) -> Run:
        """What one build does with one job, some fields of which are changed."""
        import msgspec

        self._revive()
        (run,) = self._runs(build, [[msgspec.structs.replace(job, **changes)]])
        return run

    def _job(
        self,
        inputs: Mapping[str, str],
        size: int | None,
        max_ops: int | None = None,
        seconds: float | None = None,
    ) -> Job:
        limits = self._limits
        if seconds is not None and seconds < limits.time:
            limits = replace(limits, time=seconds)
        measures = tuple(dict.fromkeys((*(each.text for each in self._measures.values()), *_STEPS)))
        feed = self._scenario.feed
        return Job(
            next(self._numbers),
            dict(inputs),
            size,
            measures,
            max_ops,
            limits,
            self._allow,
            setup=self._scenario.setup,
            each=self._scenario.each,
            closing=self._scenario.closing,
            feed=None if feed is None else (feed.method, feed.items),
            build_ops=max_ops if self._build_ops is None else self._build_ops,
        )

    def _start(self, build: str) -> None:
        process: Remote[Reply] = Remote(serve, Reply)
        self._processes[build] = process
        model = None if self._model is None else self._model.document()
        process.ask(
            Load(
                self._spec,
                self._scope,
                build,
                search_path(),
                self._limits,
                model,
                self._at_once,
                self._allow,
                self._changed,
            )
        )

    def _revive(self) -> None:
        """Make sure that every build has its process, with the target loaded."""
        if self._target is None:
            self._target = self._loaded(self._builds)
        gone = [build for build in self._builds if build not in self._processes]
        for build in gone:
            self._start(build)
        if gone:
            self._loaded(gone)

    def _loaded(self, builds: Sequence[str]) -> Target:
        replies = hear_each([self._processes[build] for build in builds], self._load_time)
        for build, reply in zip(builds, replies, strict=True):
            if not isinstance(reply, Ready):
                process = self._processes.pop(build)
                raise process.why_silent(self._spec, self._load_time, self._limits)
        ready = replies[0]
        assert isinstance(ready, Ready)
        return ready.target

    def _runs(self, build: str, batches: Sequence[Sequence[Job]]) -> list[Run]:
        """The runs of all jobs, in their order. Those of a batch may share a process."""
        jobs = [job for batch in batches for job in batch]
        known: dict[int, Run] = {}
        while left := [job for job in jobs if job.number not in known]:
            if build not in self._processes:
                self._revive()
            for batch in batches:
                waiting = tuple(job for job in batch if job.number not in known)
                if waiting:
                    self._processes[build].ask(Batch(waiting))
            if not self._heard(build, left, known):
                # The worker itself has ended: most likely by what the first of its jobs did.
                code = self._processes.pop(build).close()
                detail = f"the worker process ended ({limits.verdict(code, 0.0, self._limits)[1]})"
                first = next(job for job in left if job.number not in known)
                known[first.number] = Run(end=End.DIED, costs={}, lines=(), lost=(), detail=detail)
        return [known[job.number] for job in jobs]

    def _heard(self, build: str, jobs: Sequence[Job], known: dict[int, Run]) -> bool:
        """Hear the answers to jobs; return whether the worker answered all of them."""
        process, wanted = self._processes[build], {job.number for job in jobs}
        while wanted:
            try:
                reply = process.hear(jobs[0].limits.time + _GRACE)
            except SlowpathError:
                if len(wanted) > 1:  # nobody waits for the other answers
                    self._processes.pop(build).close()
                raise
            if not isinstance(reply, Done):
                return False
            if reply.number in wanted:
                known[reply.number] = reply.run
                wanted.remove(reply.number)
        return True


def search_path() -> tuple[str, ...]:
    """Return the module search path of the worker: the current directory, then this process's own."""
    here = os.getcwd()
    return tuple(dict.fromkeys([here, *(entry or here for entry in sys.path)]))


def _steps(run: Run) -> Number:
    return sum(run.costs.get(name, 0) for name in _STEPS)


def _unobserved(limit: int | None) -> Run:
    why = (
        f"not metered above {limit:,} calls and iterations; ask for it with --measure" if limit else "unknown"
    )
    return Run(end=End.BUDGET, costs={}, lines=(), lost=(), detail=why)


def _combined(counted: Run, observed: Run, measures: Mapping[str, Measure]) -> Run:
    """Return the count build's run with the costs that the observe build saw."""
    parts = {**observed.costs, **counted.costs}
    costs = {
        text: measure.combine(parts)
        for text, measure in measures.items()
        if all(atom.text in parts for atom in measure.atoms)
    }
    missing = [text for text in measures if text not in costs]
    lost = tuple(Lost(text, observed.detail, 1) for text in missing) if counted.costs else ()
    return replace(counted, costs=costs, lost=(*counted.lost, *lost))
