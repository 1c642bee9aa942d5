"""The command line: verbs, errors and exit codes.

Exit codes: 0 done, 1 a finding at or over --fail-on, 2 a usage or target error, 3 inconclusive (too little
could be searched), 130 interrupted.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import click

from slowpath.cli.complaint import colours, complain
from slowpath.errors import SlowpathError, UsageError

FIRST = "find"  # in the help: what most users come for


def verbs() -> list[str]:
    """Return the names of the verbs: the files that `cli` and `command` both have."""
    homes = Path(__file__).parent, Path(__file__).parents[1] / "command"
    cli, command = ({file.stem for file in home.glob("*.py")} for home in homes)
    return sorted((cli & command) - {"__init__"}, key=lambda name: (name != FIRST, name))


class Verbs(click.Group):
    """Loads a verb's module when it is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return verbs()

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in verbs():
            return None
        command = getattr(import_module(f"slowpath.cli.{cmd_name}"), cmd_name)
        assert isinstance(command, click.Command)
        return command


@click.group(cls=Verbs, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="slowpath", message="%(prog)s %(version)s")
def slowpath() -> None:
    """Find the inputs that make Python code slow."""


def _check_text(arguments: Sequence[str]) -> None:
    """Raise if an argument has bytes that are no text in the encoding of the machine."""
    for each in arguments:
        if any("\ud800" <= character <= "\udfff" for character in each):
            raise UsageError(
                f"the argument {each!r} has bytes that are not valid {sys.getfilesystemencoding()}",
                "Type it again, or rename the file.",
            )


def run() -> int:
    """Run the command line; return the exit code."""
    try:
        _check_text(sys.argv[1:])
        code = slowpath.main(prog_name="slowpath", standalone_mode=False, color=colours())
        sys.stdout.flush()
    except SlowpathError as error:
        complain(error.message, error.hint)
        return 2
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return 2
    except click.UsageError as error:
        usage = error.ctx.command_path if error.ctx is not None else "slowpath"
        complain(error.format_message(), f"See '{usage} --help'.")
        return 2
    except click.ClickException as error:
        complain(error.format_message())
        return 2
    except (KeyboardInterrupt, click.Abort):
        complain("interrupted")
        return 130
    except BrokenPipeError:
        # The reader is gone; a second failure while Python flushes at exit would be shown.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    return code if isinstance(code, int) else 0
