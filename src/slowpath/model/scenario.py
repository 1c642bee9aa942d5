"""What a run does besides one call of the target on its inputs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Feed:
    """A method of the receiver that is called before each call of the target. `items` is an expression: a
    list of what it is given, one after the other."""

    method: str
    items: str

    @property
    def label(self) -> str:
        """What the list is called among the inputs of a run."""
        return f"{self.method}()"


@dataclass(frozen=True, slots=True)
class Scenario:
    """What stands around the inputs of a run. All but the setup is measured.

    `setup` is code in N that runs first: inputs may use what it names. The inputs of the parameters in `each`
    are lists: the target is called once for each item. With a `feed`, another method and the target are
    called in turns. `closing` are methods of the receiver that are called at the end, without arguments.
    """

    setup: str = ""
    each: tuple[str, ...] = ()
    closing: tuple[str, ...] = ()
    feed: Feed | None = None

    @property
    def is_one_call(self) -> bool:
        """Whether the target is called once, and nothing else is measured."""
        return not self.each and not self.closing and self.feed is None


ONE_CALL = Scenario()
