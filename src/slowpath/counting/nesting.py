"""What the loop build hears: loops as they are entered, go round and are left, and what follows for nests.

Only what a fitness needs is kept, so the memory is bounded by the number of nests in the code, not by the
number of iterations. An open loop knows the best of what happened in its current iteration, and the least of
what every iteration before had. An iteration counts when it is completed: when control is back at the head of
the loop.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

Sites = tuple[int, ...]  # the loops of a nest, the outermost first
Rounds = tuple[int, ...]  # their iterations
_Best = dict[Sites, Rounds]


class OpenLoop:
    """An execution of a loop that is under way.

    `now` is the best of each nest in the current iteration, `always` what every completed iteration had (None
    before the first one is completed), `ever` the best of all iterations.
    """

    __slots__ = ("always", "around", "begun", "complete", "ever", "frame", "is_open", "now", "run", "site")

    def __init__(self, site: int, around: OpenLoop | None, frame: Suspendable | None = None) -> None:
        self.site = site
        self.around = around
        self.run: OpenLoop = self if around is None else around.run
        self.frame = frame
        self.begun = 0
        self.is_open = True
        self.complete = False
        self.now: _Best = {}
        self.always: _Best | None = None
        self.ever: _Best = {}


class Suspendable:
    """A running generator: while it is suspended, its open loops are apart from those of its consumer."""

    __slots__ = ("innermost", "outside", "suspended")

    def __init__(self, outside: OpenLoop) -> None:
        self.outside = outside
        self.innermost: OpenLoop | None = None
        self.suspended = False


class Nesting:
    """Records the nests of one run at a time."""

    def __init__(self) -> None:
        self.depth = 1
        self.limit = 1
        self.best: _Best = {}
        self._current = self._opened(-1, None)
        self._apart: set[Suspendable] = set()

    def start(self, depth: int, limit: int) -> None:
        """Forget all, and record nests of up to `depth` loops, iterations up to `limit`."""
        self.depth, self.limit = depth, limit
        self.best = {}
        self._current = self._opened(-1, None)
        self._apart.clear()

    def stop(self) -> None:
        """End what is still open; the iterations that it completed count."""
        self._close_all()
        for frame in list(self._apart):
            self.resume(frame)
            self._close_all()

    def _close_all(self) -> None:
        while self._current.around is not None:
            self._close(self._current)

    def _opened(self, site: int, around: OpenLoop | None, frame: Suspendable | None = None) -> OpenLoop:
        return OpenLoop(site, around, frame)

    # -- loops -------------------------------------------------------------------------------

    def enter(self, site: int, frame: Suspendable | None = None) -> OpenLoop:
        """Begin an execution of a loop, in the generator `frame` if there is one."""
        if frame is not None and frame.suspended:
            self.resume(frame)
        loop = self._current = self._opened(site, self._current, frame)
        return loop

    def iterate(self, loop: OpenLoop, *values: Any) -> bool:
        """Begin an iteration, which completes the one before. `values` are those of the names that it binds,
        for who wants them."""
        if loop is not self._current:
            self._return_to(loop)
        if loop.now or loop.always != {}:
            self._complete(loop)
        loop.begun += 1
        return True

    def exhaust(self, loop: OpenLoop) -> None:
        """Complete the last iteration and end the execution: there is no other item."""
        if loop is not self._current:
            self._return_to(loop)
        if loop.begun:
            self._complete(loop)
            loop.complete = True
        self.leave(loop)

    def leave(self, loop: OpenLoop) -> None:
        """End an execution of a loop."""
        if not loop.is_open:
            return
        if loop is not self._current:
            self._return_to(loop)
        if loop is self._current:
            self._close(loop)

    def native(self, site: int, size: int) -> None:
        """Hear of a loop in C code that goes round `size` times."""
        if size:
            nest, rounds = (site,), (min(size, self.limit),)
            _improve(self.best, nest, rounds)
            if self.depth > 1:
                _improve(self._current.now, nest, rounds)

    # -- comprehensions ------------------------------------------------------------------------

    def over(
        self, site: int, items: Iterator[Any], frame: Suspendable | None = None
    ) -> list[tuple[OpenLoop, Iterator[Any]]]:
        """Begin a clause of a comprehension; return it and its items, whose end ends the execution."""
        loop = self.enter(site, frame)
        return [(loop, chain(items, _End(self, loop)))]

    def lazily_over(
        self, site: int, items: Iterator[Any]
    ) -> Iterator[tuple[Suspendable, OpenLoop, Iterator[Any]]]:
        """The same for the first clause of a generator expression, which begins with its first item."""
        frame = Suspendable(self._current)
        loop = self._opened(site, self._current, frame)
        frame.innermost, frame.suspended = loop, True
        return iter([(frame, loop, chain(items, _End(self, loop)))])

    # -- generators ------------------------------------------------------------------------------

    def begin(self) -> Suspendable:
        """Begin the body of a generator."""
        return Suspendable(self._current)

    def suspend(self, frame: Suspendable, value: Any = None) -> Any:
        """Set the open loops of a generator aside, and return the value that it yields."""
        if not frame.suspended:
            frame.suspended = True
            if self._current is not frame.outside:
                frame.innermost, self._current = self._current, frame.outside
                self._apart.add(frame)
        return value

    def resume(self, frame: Suspendable, value: Any = None) -> Any:
        """Let the open loops of a generator stand within those of its consumer; return what was sent."""
        if frame.suspended:
            frame.suspended = False
            innermost, frame.innermost = frame.innermost, None
            outside, frame.outside = frame.outside, self._current
            if innermost is not None:
                self._apart.discard(frame)
                self._bring_in(innermost, outside)
        return value

    def _bring_in(self, innermost: OpenLoop, outside: OpenLoop) -> None:
        """Let loops that stood within `outside` stand within the current loop, if they are of this run."""
        outermost = innermost
        while outermost.around is not None and outermost.around is not outside:
            outermost = outermost.around
        if outermost.around is outside and outside.run is self._current.run:
            outermost.around, self._current = self._current, innermost

    # -- nests -------------------------------------------------------------------------------------

    def _return_to(self, loop: OpenLoop) -> None:
        """End what is open inside a loop: an exception or a `return` left it. A loop of a run before is no
        longer part of this one."""
        if loop.frame is not None and loop.frame.suspended:
            self.resume(loop.frame)
        around: OpenLoop | None = self._current
        while around is not None and around is not loop:
            around = around.around
        while around is loop and self._current is not loop:
            self._close(self._current)

    def _complete(self, loop: OpenLoop) -> None:
        """Note what the iteration had that ends now."""
        now = loop.now
        if loop.begun:
            if loop.always is None:
                loop.always = dict(now)
            else:
                for nest, least in list(loop.always.items()):
                    rounds = now.get(nest)
                    if rounds is None:
                        del loop.always[nest]
                    elif rounds != least:
                        loop.always[nest] = tuple(map(min, least, rounds))
        if now:
            loop.now = {}
            for nest, rounds in now.items():
                _improve(loop.ever, nest, rounds)

    def _close(self, loop: OpenLoop) -> None:
        """End an execution, and tell the loop around it."""
        around = loop.around
        assert around is not None
        self._current = around
        loop.is_open = False
        within = around.now
        deep = self.depth > 1
        rounds = loop.begun if loop.complete else loop.begun - 1
        if rounds > 0:
            rounds = min(rounds, self.limit)
            self._note((loop.site,), (rounds,), within if deep else None)
            for nest, least in list((loop.always or {}).items()):
                whole = (loop.site, *nest)
                self._note(whole, (rounds, *least), within if len(whole) < self.depth else None)
        if deep:
            for nest, best in [*loop.ever.items(), *loop.now.items()]:
                _improve(within, nest, best)

    def _note(self, nest: Sites, rounds: Rounds, within: _Best | None) -> None:
        _improve(self.best, nest, rounds)
        if within is not None:
            _improve(within, nest, rounds)


class _End:
    """Comes after the items of a comprehension, has none, and ends its loop."""

    __slots__ = ("_loop", "_nesting")

    def __init__(self, nesting: Nesting, loop: OpenLoop) -> None:
        self._nesting = nesting
        self._loop = loop

    def __iter__(self) -> _End:
        return self

    def __next__(self) -> Any:
        self._nesting.exhaust(self._loop)
        raise StopIteration

    def __del__(self) -> None:
        self._nesting.leave(self._loop)  # of a generator expression that is not used up


def _improve(best: _Best, nest: Sites, rounds: Rounds) -> None:
    """Keep the better iterations of a nest: those of the innermost loop count first."""
    before = best.get(nest)
    if before is None or rounds[::-1] > before[::-1]:
        best[nest] = rounds
