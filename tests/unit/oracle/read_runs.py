"""Runs of small programs in the build of reads, in this process."""

from __future__ import annotations

import textwrap
from contextlib import suppress
from typing import Any

from slowpath.errors import BudgetExceeded
from slowpath.model.redundancy import ReadRun, Redundancy
from slowpath.model.target import Build
from slowpath.oracle.redundancy import redundancies
from slowpath.run.reads import read_run
from slowpath.target.copies import Copies
from slowpath.target.scope import Scope


class Reads:
    """The functions of a source; `run` calls one and returns what it read again."""

    def __init__(self, source: str, file: str = "<slowpath>") -> None:
        self.copies = Copies(Scope(frozenset()), Build.READS)
        self.names = self.copies.define(textwrap.dedent(source), {"__name__": "builtins"}, file)

    def run(self, call: str, size: int, least: int = 7) -> ReadRun:
        reading = self.copies.reading
        assert reading is not None
        names: dict[str, Any] = {**self.names, "N": size}
        code = compile(call, "<call>", "eval")
        self.copies.ledger.start(5_000_000)
        reading.record(least)
        try:
            with suppress(BudgetExceeded):
                eval(code, names)
        finally:
            reading.stop()
            self.copies.ledger.stop()
        return read_run(self.copies)

    def redundancies(self, call: str, size: int = 64) -> tuple[Redundancy, ...]:
        """What a call, an expression in N, does again."""
        small, large = self.run(call, size // 2), self.run(call, size)
        return redundancies(small.rereadings, large.rereadings)
