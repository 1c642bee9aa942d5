"""What happens to stages in child processes: they are looked at, summarised, and their paths composed."""

from __future__ import annotations

import ast
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from typing import Any

from slowpath.command.child import PATH_MEMORY, importing, receive
from slowpath.command.order import Listener
from slowpath.command.watch import Progress
from slowpath.errors import SlowpathError, UsageError, WorkerError
from slowpath.expr.variable import Values
from slowpath.model.target import Build, Flow
from slowpath.pipeline.glue import PARAMETER, stage_name
from slowpath.pipeline.relax import Clock
from slowpath.pipeline.selection import StageInput
from slowpath.pipeline.stage import PipeStage
from slowpath.pipeline.summary import PathNote, StagePath, Summary
from slowpath.run.frames import Message
from slowpath.run.link import Link, Serve
from slowpath.run.order import Order
from slowpath.run.remote import Remote
from slowpath.values.path import Path

# A child has so many times its seconds before it is given up, and some to start and to load the target: what
# began is not broken off at once, since a traced run of a large size takes long.
_PATIENCE, _GRACE = 2.0, 10.0
_UNPACKED = 8  # paths that are kept unpacked: tests share those of the first stages
_PROGRESS_EVERY = 0.3  # seconds: what people can follow


class ExamineOrder(Order, frozen=True, kw_only=True):
    """Look at the stages: which parameter takes the input, and what the first one's may be."""

    stages: tuple[tuple[str, str, str, str], ...]  # text, spec, arguments, until
    shape: str | None


class StagesExamined(Message, frozen=True):
    """The digest of each stage's code, the shape of the pipeline's input, and the type that the hint of each
    stage's input names, if it names one of builtin types."""

    codes: tuple[str, ...]
    shape: str
    hints: tuple[str, ...] = ()


class SummaryOrder(Order, frozen=True, kw_only=True):
    """Summarise the stage at a place, for inputs of a shape or for what the stage before gives it. The search
    starts from some inputs, as source, and from what paths of the stage before hand over."""

    stage: str
    place: int
    shape: str | None
    given: StageInput | None
    size: int
    tests: int
    feeds: bool
    starts: tuple[str, ...] = ()
    before: tuple[PathNote, ...] = ()


class Summarised(Message, frozen=True):
    """The summary of a stage."""

    summary: Summary


class ComposeOrder(Order, frozen=True, kw_only=True):
    """Compose one path of each stage to an input of the pipeline. With `only`, that stage's path alone
    counts."""

    paths: tuple[PathNote, ...]
    sources: tuple[int | None, ...]
    weights: tuple[float, ...]
    shape: str
    size: int
    only: int | None = None


class ComposedInput(Message, frozen=True):
    """An input as source, and how many conditions of each stage were given up."""

    source: str
    relaxed: tuple[int, ...]


def ask(serve: Serve, order: Order, reply: Any, listener: Listener, what: str) -> Any:
    """Have a new child carry out an order, and return its answer."""
    with Remote[Any](serve, Progress | reply) as child:
        return answer(child, order, listener, what)


def answer(child: Remote[Any], order: Order, listener: Listener, what: str) -> Any:
    """Have a child carry out an order, and return its answer."""
    child.ask(order)
    try:
        for message in child.hear_until(time.monotonic() + _PATIENCE * order.seconds + _GRACE):
            if not isinstance(message, Progress):
                return message
            listener(f"{what}: {message.runs:,} runs, the best {message.best:,}")
    except KeyboardInterrupt:
        child.interrupt()
        raise
    last = f"\n{child.output}" if child.output else ""
    how = "ended" if child.ended else "did not answer in time"
    raise WorkerError(f"the process for {what} {how}{last}", "Give it a smaller --size.")


def composer() -> Remote[Any]:
    """A child that composes one test after the other; a context manager."""
    return Remote(compose, ComposedInput)


# -- in the children ---------------------------------------------------------------------------------------


def examine(link: Link) -> None:
    """Carry out an order to look at stages."""
    order = receive(link, ExamineOrder)
    codes: list[str] = []
    hints: list[str] = []
    shape = order.shape
    for place, (text, spec, arguments, until) in enumerate(order.stages):
        stage = PipeStage(text, spec, arguments, None, until)
        try:
            with importing(link, order):
                code, hint, inferred = _examined(stage, order, wants_shape=place == 0 and shape is None)
        except SlowpathError as error:
            raise type(error)(f"stage {place + 1}, {text}: {error.message}", error.hint) from None
        codes.append(code)
        hints.append(hint)
        shape = shape or inferred
    assert shape is not None
    link.send(StagesExamined(tuple(codes), shape, tuple(hints)))


def _examined(stage: PipeStage, order: Order, *, wants_shape: bool) -> tuple[str, str, str | None]:
    """The digest of the code that a stage may run, and of the parameter that takes the input the type that
    its hint names and the shape."""
    from slowpath.shape.infer import explain
    from slowpath.target.load import load

    loaded = load(stage.spec, scope=order.scope, build=Build.COUNT)
    if loaded.owner is not None:
        raise UsageError("a method needs an object", "Name a function or a class as a stage.")
    if loaded.target.flow not in (Flow.PLAIN, Flow.GENERATOR):
        raise UsageError("it is asynchronous", "Name a plain function that runs it as a stage.")
    if stage.until and not callable(vars(loaded.copies.modules[loaded.target.module]).get(stage.until)):
        raise UsageError(
            f"its module has no function '{stage.until}'", "Behind @ stands a function that it calls by name."
        )
    parameter = _parameter(stage, loaded)
    code = sha256(repr(sorted(loaded.copies.scope.tops)).encode())
    for name, module in sorted(loaded.copies.modules.items()):
        file = getattr(module, "__file__", None)
        if file and loaded.copies.scope.covers(name):
            with open(file, "rb") as source:
                code.update(name.encode() + source.read())
    hint = _hint(loaded.function, parameter)
    if not wants_shape:
        return code.hexdigest(), hint, None
    with loaded.copies.installed():
        told = explain(loaded.function, given={}, guess_rest=True, knowledge=order.knowledge)
    if parameter not in told:
        raise UsageError(
            f"the type of its parameter '{parameter}' is unknown",
            "Say what it takes with --arg, as in --arg 'text(N)'.",
        )
    return code.hexdigest(), hint, told[parameter].shape.describe()


def _hint(function: Any, parameter: str) -> str:
    """The name of the builtin type that the hint of a parameter names; none if it names something else."""
    import typing

    try:
        hint = typing.get_type_hints(function).get(parameter)
    except (NameError, TypeError, AttributeError):
        return ""  # what a hint names may exist for type checkers alone
    kind = typing.get_origin(hint) or hint
    return kind.__name__ if kind in (str, bytes, int, float, bool, list, tuple, dict) else ""


def _parameter(stage: PipeStage, loaded: Any) -> str:
    """The parameter that takes the input; raises if the arguments do not fit."""
    import inspect

    marker = object()
    call = stage.call("bound", "marker")
    try:
        signature = inspect.signature(loaded.function)
        bound = eval(call, {"bound": signature.bind, "marker": marker})
    except (TypeError, ValueError) as error:
        raise UsageError(
            f"its arguments do not fit: {error}", "Fix them, as in 'module:function(_, option=value)'."
        ) from None
    names = [name for name, value in bound.arguments.items() if value is marker or marker in _parts(value)]
    return str(names[0])


def _parts(value: Any) -> tuple[Any, ...]:
    if isinstance(value, dict):
        return tuple(value.values())
    return value if isinstance(value, tuple) else ()


def summarise(link: Link) -> None:
    """Carry out an order to summarise a stage."""
    from slowpath.explore.cases import metered
    from slowpath.pipeline.subject import FIRST_CONDITIONS, LATER_CONDITIONS, StageSearch, Subject
    from slowpath.pipeline.summarise import summarise as summarised
    from slowpath.run.audit import IN_SEARCH
    from slowpath.shape.syntax import parse_shape
    from slowpath.target.load import load

    order = receive(link, SummaryOrder, PATH_MEMORY)
    spec = f"{order.spec}:{stage_name(order.place)}"
    with importing(link, order):
        target = metered(spec, order.scope)
    link.heed_interrupts()
    link.audit.arm((*order.allow, *IN_SEARCH))
    if order.given is None:
        assert order.shape is not None
        shape, size = parse_shape(order.shape), order.size
        leaves = order.size
    else:
        shape, size = order.given.shape()
        leaves = order.given.structure.leaves
    runs, best, next_at = 0, 0, 0.0

    def see(path: Path) -> None:
        nonlocal runs, best, next_at
        runs, best = runs + 1, max(best, path.cost)
        if time.monotonic() >= next_at:
            next_at = time.monotonic() + _PROGRESS_EVERY
            link.send(Progress(runs, best))

    counted = load(spec, scope=order.scope, build=Build.COUNT)
    chosen = Subject(
        target,
        PARAMETER,
        shape,
        size,
        leaves,
        order.feeds,
        order.max_ops,
        lambda: counted,
        FIRST_CONDITIONS if order.given is None else LATER_CONDITIONS,
    )
    search = StageSearch(chosen, order.tests, see, link.clock, order.knowledge, order.seed)
    search = replace(search, starts=_starts(order, search.at(size).reader()))
    link.send(Summarised(summarised(order.stage, search, order.seconds)))


def _starts(order: SummaryOrder, reader: Any) -> list[Values]:
    """The values of the variables of the inputs that a search starts from, as far as they are literals."""
    from slowpath.pipeline.handover import handed_over

    read: list[Values | None] = []
    for source in order.starts:
        with suppress(ValueError):
            read.append(reader.values({PARAMETER: ast.literal_eval(source)}))
    handed = [handed_over(path, reader.variables) for path in order.before]
    return [each for each in (*read, *handed) if each is not None]


def compose(link: Link) -> None:
    """Carry out orders to compose tests, until there are no more."""
    order: ComposeOrder | None = receive(link, ComposeOrder, PATH_MEMORY)
    link.heed_interrupts()
    unpacked = lru_cache(_UNPACKED)(PathNote.unpack)
    while order is not None:
        paths = [unpacked(each) for each in order.paths]
        link.send(_composed(order, paths, link.clock))
        order = link.receive(ComposeOrder)


def _composed(order: ComposeOrder, paths: Sequence[StagePath], clock: Clock) -> ComposedInput:
    from slowpath.explore.example import write_example
    from slowpath.pipeline import compose as composing
    from slowpath.shape.syntax import parse_shape

    made = composing.compose(
        paths, order.sources, order.weights, order.only, seconds=order.seconds, clock=clock
    )
    shapes = {PARAMETER: parse_shape(order.shape)}
    source = write_example(made.values, paths[0].variables, shapes, order.size)[PARAMETER]
    return ComposedInput(source, made.relaxed.given_up)
