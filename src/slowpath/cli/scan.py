"""`slowpath scan`"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from slowpath import api
from slowpath.cli import options
from slowpath.cli.answer import exit_code, show
from slowpath.cli.progress import progress
from slowpath.command.novelty import compared, read_baseline
from slowpath.config import SCAN_PER_TARGET, duration
from slowpath.report import scan as shown


@click.command()
@click.argument("package")
@click.option("--budget", metavar="DURATION", help="How long to scan.  [default: 30m]")
@click.option(
    "--per-target",
    metavar="DURATION",
    help=f"The first search of a promising target; others have less.  [default: {SCAN_PER_TARGET:g}s]",
)
@click.option(
    "--include",
    multiple=True,
    metavar="PATTERN",
    help="Only targets like this, as '*.parser:*' (repeatable).",
)
@click.option("--exclude", multiple=True, metavar="PATTERN", help="No targets like this (repeatable).")
@click.option("--private", is_flag=True, help="Search private callables and modules too.")
@click.option("--since", metavar="REV", help="Only what changed after this git revision, or calls what did.")
@click.option("--changed", is_flag=True, help="The same as --since HEAD.")
@click.option(
    "--baseline",
    metavar="FILE",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="The JSON of an earlier scan: only findings that it lacks make the exit code 1.",
)
@click.option("--seed", type=options.whole(), default=0, show_default=True, help="Of the random choices.")
@click.option(
    "--jobs", "-j", type=options.whole(1), help="Searches side by side.  [default: as many as cores]"
)
@click.option(
    "--cluster",
    metavar="ADDRESS",
    default="",
    help="Search on the workers of a Dask cluster: tcp://HOST:PORT of its scheduler, or local:4.",
)
@click.option("--fresh", is_flag=True, help="Search again what an earlier scan of this code has searched.")
@options.WITHOUT
@click.option(
    "--output",
    "-o",
    metavar="DIR",
    help="Write index.html there, and a pytest file and a report of each target.",
)
@options.FORCE
@options.settings_options
@options.JSON
def scan(
    package: str,
    per_target: str | None,
    include: tuple[str, ...],
    exclude: tuple[str, ...],
    private: bool,
    since: str | None,
    changed: bool,
    baseline: Path | None,
    seed: int,
    jobs: int | None,
    cluster: str,
    fresh: bool,
    output: str | None,
    force: bool,
    as_json: bool,
    **given: Any,
) -> int:
    """Search every public callable of PACKAGE, and rank what is slow.

    PACKAGE is a package, a module, a folder or a file. The promising callables are searched first and longer,
    as `find` does it. A slow place that several of them reach is reported once. What could not be searched
    is told. Ctrl-C reports what was found so far; the next scan of the same code goes on there.

    \b
    Examples:
      slowpath scan mypackage --budget 10m
      slowpath scan src/mypackage --include '*parser*' -o tests/performance
      slowpath scan mypackage --json > scan.json
      slowpath scan mypackage --baseline scan.json --since main
      slowpath scan mypackage --cluster tcp://10.0.0.1:8786
    """
    settings = options.settings(given)
    since = "HEAD" if changed and since is None else since
    known = None if baseline is None else read_baseline(baseline)
    if output is not None:
        from slowpath.report import output as files
        from slowpath.report import seal

        seal.check(Path(output, "index.html"), force=force)
    with progress(package) as on_progress:
        report = api.scan(
            package,
            per_target=SCAN_PER_TARGET if per_target is None else duration(per_target, "--per-target"),
            include=include,
            exclude=exclude,
            private=private,
            since=since,
            seed=seed,
            jobs=jobs,
            fresh=fresh,
            cluster=cluster,
            settings=settings,
            on_progress=on_progress,
        )
    if known is not None:
        report = compared(report, known)
    show(as_json, lambda: shown.document(report), lambda: shown.text(report))
    if output is not None:
        for path in files.write_scan(report, Path(output), allow=settings.allow, force=force):
            click.echo(f"written: {path}", err=True)
    found = bool(report.findings if report.new is None else report.new)
    return exit_code(
        report.stopped_because,
        found=found,
        # That nothing changed is an answer; that nothing could be read is none.
        inconclusive=not (found or report.searched) and bool(report.targets or (report.unread and not since)),
    )
