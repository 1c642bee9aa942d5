"""What an answer was found with."""

from __future__ import annotations

import platform
import shlex
from datetime import UTC, datetime

from slowpath.cli.find import find
from slowpath.command.circumstances import circumstances, command, package
from slowpath.command.find import FindOrder
from slowpath.model.target import Target
from slowpath.run.limits import Limits

ORDER = FindOrder(
    spec="m:f",
    seconds=7.5,
    max_ops=9,
    seed=4,
    scope=("one", "two"),
    allow=("files",),
    without=("evolve",),
    limits=Limits(memory=12345),
)


def test_versions_and_date() -> None:
    told = circumstances(ORDER, Target.named("json:dumps"), datetime(2026, 11, 17, 15, 42, tzinfo=UTC), [])
    assert (told.python, told.package) == (platform.python_version(), "")
    assert told.slowpath
    assert (told.began, told.budget) == ("2026-11-17 15:42 UTC", 7.5)


def test_the_command_gives_the_order_again() -> None:
    words = shlex.split(command(ORDER, ["--arg", "x=text(N)"]))
    assert words[:5] == ["slowpath", "find", "m:f", "--arg", "x=text(N)"]
    given = find.make_context("find", words[2:]).params
    assert (given["target"], given["budget"], given["seed"]) == ("m:f", "7.5s", 4)
    assert (given["scope"], given["allow"], given["without"]) == (("one", "two"), ("files",), ("evolve",))
    assert (given["memory"], given["cpu"]) == ("12345", None)


def test_the_package_of_a_module() -> None:
    assert package("json.decoder") == ""
    assert package("click.testing").startswith("click ")
    assert package("_pytest.python").startswith("pytest ")  # a distribution of another name
    assert package("no_such_module_here") == ""
