"""`results`: which searches are kept, and what did they find? It runs no target."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from slowpath.command.order import Listener, silent
from slowpath.model.find import FindReport
from slowpath.model.results import KeptResult, ResultsReport


class ResultsOrder(msgspec.Struct, frozen=True, kw_only=True):
    """Which results to show: those of targets whose spec has `text`; only those with findings if `found`."""

    file: str
    text: str = ""
    found: bool = False


def run(
    order: ResultsOrder, documents: Iterable[tuple[str, bytes]], listener: Listener = silent
) -> ResultsReport:
    """Return the results among the documents, which come with the time at which they were kept.

    A document of another version of slowpath that cannot be read is counted in the notices.
    """
    results: list[KeptResult] = []
    unread = 0
    for made, document in documents:
        try:
            report = msgspec.msgpack.decode(document, type=FindReport)
        except msgspec.MsgspecError:
            unread += 1
            continue
        if order.text in report.target.spec and (report.findings or not order.found):
            results.append(KeptResult(made, report))
    results.sort(key=lambda each: each.made, reverse=True)
    told = f"{unread} of the kept searches, of another version of slowpath, cannot be read"
    notices = (told,) if unread else ()
    return ResultsReport(order.file, tuple(results), notices)
