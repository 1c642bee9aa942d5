"""The process that searches: it loads the target, hunts, and tells what it catches by and by."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

import msgspec

from slowpath.errors import SlowpathError
from slowpath.model.find import Strategy
from slowpath.model.run import Lost
from slowpath.model.target import Build, Target
from slowpath.run import frames, limits
from slowpath.run.audit import Audit
from slowpath.run.frames import Failed
from slowpath.run.limits import Limits
from slowpath.run.pipes import taken_up
from slowpath.search.hunt import Hunt, Unending
from slowpath.search.role import Role
from slowpath.target.load import Loaded, load
from slowpath.values.hooks import trace_hooks

_TELL_EVERY = 0.25  # seconds between two messages about how it goes


class Start(msgspec.Struct, tag="start", frozen=True):
    """Search a target; `given` are the texts of `--arg` by parameter, `path` is the module search path.

    Only a process that scouts traces the target.
    """

    spec: str
    scope: tuple[str, ...]
    path: tuple[str, ...]
    given: dict[str, str]
    limits: Limits
    allow: tuple[str, ...]
    seed: int
    seconds: float
    role: Role = Role.ALL


class Begun(msgspec.Struct, tag="begun", frozen=True):
    """The target is loaded, and this is what its parameters may be, and what told so."""

    target: Target
    shapes: dict[str, str]


class Caught(msgspec.Struct, tag="caught", frozen=True):
    """A recipe whose cost bends; `lengths` are those of its input at N = 1 and N = 2."""

    recipe: dict[str, str]
    score: float
    steepness: float
    site: str
    function: str
    found_by: str
    lengths: tuple[int, int]


class FoundUnending(msgspec.Struct, tag="unending", frozen=True):
    """A recipe that comes to no end at N = 1."""

    recipe: dict[str, str]


class Going(msgspec.Struct, tag="going", frozen=True):
    """How it goes: candidates so far, what each way to search did, and where it could not see."""

    tried: int
    strategies: list[Strategy]
    lost: tuple[Lost, ...]


class Over(msgspec.Struct, tag="over", frozen=True):
    """The search has come to its end: the time is over, or there is nothing new to try.

    `grows` says whether some parameter has inputs of any size.
    """

    grows: bool


Message = Begun | Caught | FoundUnending | Going | Over | Failed

_starts: msgspec.msgpack.Decoder[Start] = msgspec.msgpack.Decoder(Start)
_messages: msgspec.msgpack.Decoder[Message] = msgspec.msgpack.Decoder(Message)


def decode(document: bytes) -> Message:
    """Return what the process said."""
    return _messages.decode(document)


def main(arguments: Sequence[str]) -> None:
    """Serve one search. Arguments: the request, reply and life pipes."""
    pipes, audit = taken_up(arguments)
    document = frames.read(pipes.requests)
    if document is None:
        return
    try:
        _serve(_starts.decode(document), audit, pipes.replies)
    except SlowpathError as error:
        frames.write(pipes.replies, frames.frame(Failed(type(error).__name__, error.message, error.hint)))


def _serve(start: Start, audit: Audit, replies: int) -> None:
    def tell(message: msgspec.Struct) -> None:
        frames.write(replies, frames.frame(message))

    def traced() -> Loaded:
        return load(start.spec, scope=start.scope, build=Build.TRACE, more=trace_hooks)

    sys.path[:] = start.path
    loaded = load(start.spec, scope=start.scope, build=Build.COUNT)
    limits.limit_memory(start.limits.memory)
    audit.arm(start.allow)
    hunt = Hunt(
        loaded,
        given=start.given,
        seed=start.seed,
        role=start.role,
        traced=traced,
    )
    tell(Begun(loaded.target, {name: _told(each) for name, each in hunt.inferred.items()}))
    last = time.monotonic()
    for caught in hunt.catches(start.seconds):
        if isinstance(caught, Unending):
            tell(FoundUnending(caught.recipe.sources))
        elif caught is not None:
            tell(Going(hunt.tried, hunt.strategies, hunt.lost))
            lengths = (caught.recipe.length(1), caught.recipe.length(2))
            tell(
                Caught(
                    caught.recipe.sources,
                    caught.score,
                    caught.steepness,
                    caught.site,
                    caught.function,
                    caught.found_by,
                    lengths,
                )
            )
        elif time.monotonic() - last > _TELL_EVERY:
            last = time.monotonic()
            tell(Going(hunt.tried, hunt.strategies, hunt.lost))
    tell(Going(hunt.tried, hunt.strategies, hunt.lost))
    tell(Over(hunt.grows))


def _told(each: object) -> str:
    from slowpath.shape.infer import Inferred

    assert isinstance(each, Inferred)
    return f"{each.shape.describe()}  ({each.told_by})"
