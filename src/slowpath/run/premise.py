"""The premise of a search: checked before it begins, and made for each of its runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from slowpath.errors import UsageError
from slowpath.model.premise import Premise
from slowpath.model.target import RECEIVER_ITSELF, Target
from slowpath.run import inputs
from slowpath.run.call import given_receiver
from slowpath.run.setup import check, compiled, run_setup, uses_size

if TYPE_CHECKING:
    from slowpath.target.load import Loaded


def checked(setup: str, given: dict[str, str]) -> Premise:
    """Return the premise of an order, or raise InputError if it is no Python; UsageError if nothing uses the
    setup."""
    check(setup)
    inputs.check_syntax(given)
    if inputs.UNNAMED in given:
        raise UsageError("an input that is not searched needs a name", "Write --input 'name=expression'.")
    if setup and not given:
        raise UsageError("no input uses the setup", "Add --input 'name=expression', or --input self=name.")
    return Premise(setup, tuple(given.items()))


def check_fits(premise: Premise, target: Target) -> None:
    """Raise InputError if the target has no such parameters."""
    inputs.check_known(target, premise.labels)


def grows(premise: Premise) -> bool:
    """Whether what it makes depends on N."""
    return uses_size(premise.setup) or inputs.needs_size(dict(premise.inputs))


def check_runs(loaded: Loaded, size: int) -> None:
    """Raise InputError if the premise of a loaded target cannot be made at a size, or is no receiver."""
    with loaded.copies.installed():
        values = premise_values(loaded, size)
        if RECEIVER_ITSELF in values and loaded.owner is not None:
            given_receiver(loaded.owner, loaded.target, values[RECEIVER_ITSELF])


def premise_values(loaded: Loaded, size: int) -> dict[str, Any]:
    """Return the values of a loaded target's premise at a size. Its copies must be installed.

    Raises InputError with the line of the setup that fails.
    """
    premise = loaded.premise
    if not premise.inputs:
        return {}

    def execute(source: str, names: dict[str, Any]) -> None:
        names["__builtins__"] = loaded.copies.builtins.__dict__
        exec(compiled(source), names)

    names = None
    if premise.setup:
        names, _ = run_setup(premise.setup, size, loaded.target.module, execute)
    return inputs.evaluate(dict(premise.inputs), size, names)
