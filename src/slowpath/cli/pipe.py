"""`slowpath pipe`"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from slowpath import api
from slowpath.cli import options
from slowpath.cli.answer import exit_code, show
from slowpath.cli.progress import progress
from slowpath.config import PIPE_REUSE, PIPE_REUSES, PIPE_SIZE, PIPE_TESTS
from slowpath.report import pipe as shown
from slowpath.report import pipe_page


@click.command()
@click.argument("stages", nargs=-1, metavar="STAGE...")
@click.option("--shell", metavar="LINE", help="A pipeline of Unix commands in the place of stages.")
@click.option(
    "--arg",
    "-a",
    "shape",
    metavar="SHAPE",
    help="What the input of the first stage may be, as 'lists(text(10), N)'; else its hints tell.",
)
@options.size_option(PIPE_SIZE)
@options.number_of_tests(PIPE_TESTS)
@click.option(
    "--reuse",
    type=click.Choice(PIPE_REUSES),
    default=PIPE_REUSE,
    show_default=True,
    help="Which summaries of stages may come from the library: none, those that are there, all.",
)
@click.option("--store", metavar="FILE", help="The library of summaries.  [default: .slowpath/store.sqlite]")
@options.max_ops_option("100M")
@options.BUDGET
@options.WITHOUT_KNOWLEDGE
@options.SEED
@click.option("--output", "-o", metavar="DIR", help="Write a pytest file and an HTML report there.")
@options.FORCE
@options.settings_options
@options.JSON
def pipe(
    stages: tuple[str, ...],
    shell: str | None,
    shape: str | None,
    tests: int,
    reuse: str,
    store: str | None,
    seed: int,
    output: str | None,
    force: bool,
    as_json: bool,
    **given: Any,
) -> int:
    """Compose load tests of a pipeline from what is known about its stages.

    A STAGE is a target, which takes what the one before it returns: its first parameter, or _ if other
    arguments are fixed. The last one may be '{B, C}': then B and C both take it. Every test was run through
    the whole pipeline in fresh processes. Ctrl-C reports the best so far.

    \b
    Examples:
      slowpath pipe html:unescape 'textwrap:wrap(_, width=20)' --size 200
      slowpath pipe 'tools.py:grep(_, "[0-9]+")' tools.py:sort -a 'lists(text(10), N)' --size 100
    """
    folder = None if output is None else Path(output)
    if folder is not None:
        pipe_page.check(folder, force=force)
    size = options.size(given.pop("size"), "--size")
    with progress(shell or " | ".join(stages)) as on_progress:
        report = api.pipe(
            stages,
            shell=shell,
            shape=shape,
            size=PIPE_SIZE if size is None else size,
            tests=tests,
            reuse=reuse,
            store=store,
            settings=options.settings(given),
            seed=seed,
            on_progress=on_progress,
        )
    show(as_json, lambda: shown.document(report), lambda: shown.text(report))
    if folder is not None:
        for path in pipe_page.write(report, folder, force=force):
            click.echo(f"written: {path}", err=True)
    return exit_code(report.stopped_because)
