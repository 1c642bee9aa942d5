"""What a run does besides one call of the target on its inputs."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Scenario:
    """What stands around the inputs of a run. All but the setup is measured.

    `setup` is code in N that runs first: inputs may use what it names. The inputs of the parameters in `each`
    are lists: the target is called once for each item. `closing` are methods of the receiver that are called
    at the end, without arguments.
    """

    setup: str = ""
    each: tuple[str, ...] = ()
    closing: tuple[str, ...] = ()

    @property
    def is_one_call(self) -> bool:
        """Whether the target is called once, and nothing else is measured."""
        return not self.each and not self.closing


ONE_CALL = Scenario()
