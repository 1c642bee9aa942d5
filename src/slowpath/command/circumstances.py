"""What an answer of `find` was found with: versions, date, and the whole command."""

from __future__ import annotations

import platform
import sys
from datetime import UTC, datetime

from slowpath.model.circumstances import Circumstances
from slowpath.model.shell import command_line
from slowpath.model.target import Target
from slowpath.run.limits import Limits
from slowpath.run.order import Order

_LIMITS = ("cpu", "time", "memory", "recursion")  # as options call them


def circumstances(order: Order, target: Target, began: datetime, more: list[str]) -> Circumstances:
    """Return the circumstances of a search that began at a time; `more` are options of the verb itself."""
    return Circumstances(
        python=platform.python_version(),
        slowpath=_version("slowpath") or "",
        package=package(target.module),
        began=began.astimezone(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        budget=order.seconds,
        command=command(order, more),
    )


def command(order: Order, more: list[str]) -> str:
    """Return the command line that gives an order again, with `more` options of the verb itself."""
    words = ["slowpath", "find", order.spec, *more]
    words += ["--budget", f"{order.seconds:g}s", "--seed", str(order.seed)]
    for option, values in (("--scope", order.scope), ("--allow", order.allow), ("--without", order.without)):
        words += [word for each in values for word in (option, each)]
    for name in _LIMITS:
        value = getattr(order.limits, name)
        if value != getattr(Limits(), name):
            words += [f"--{name}", str(value)]
    return command_line(*words)


def package(module: str) -> str:
    """Return name and version of the distribution that has a module, "" for the standard library and for
    files that belong to none."""
    from importlib import metadata

    top = module.partition(".")[0]
    if not top or top in sys.stdlib_module_names:
        return ""
    for name in (top, *metadata.packages_distributions().get(top, ())):
        version = _version(name)
        if version is not None:
            return f"{name} {version}"
    return ""


def _version(distribution: str) -> str | None:
    from importlib import metadata

    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None
