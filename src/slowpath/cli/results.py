"""`slowpath results`"""

from __future__ import annotations

from dataclasses import replace

import click

from slowpath.cli import options
from slowpath.cli.answer import show
from slowpath.command.kept import KIND
from slowpath.command.results import ResultsOrder, run
from slowpath.report import results as shown
from slowpath.store.documents import DocumentStore, usual_file


@click.command()
@click.argument("text", default="")
@click.option("--found", is_flag=True, help="Only searches with findings.")
@options.JSON
def results(text: str, found: bool, as_json: bool) -> int:
    """List the searches that scans have kept: all, or those of targets whose names have TEXT.

    --json prints each of them as `find --json` would.

    \b
    Examples:
      slowpath results
      slowpath results mypackage.parser --found
      slowpath results mypackage --json > results.json
    """
    store = DocumentStore(usual_file())
    kept: list[tuple[str, bytes]] = []
    if store.file.exists():  # to list nothing, no file need be made
        with store:
            kept = store.all(KIND)
    report = run(ResultsOrder(file=str(store.file), text=text, found=found), kept)
    report = replace(report, notices=(*report.notices, *store.notices))
    show(as_json, lambda: shown.document(report), lambda: shown.text(report))
    return 0
