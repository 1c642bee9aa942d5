"""Searches for tests of scans: each target answers as its name says, without any search."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import replace
from pathlib import Path

from slowpath.command.find import FindOrder
from slowpath.command.searchers import TargetSearched
from slowpath.errors import TargetImportError
from slowpath.model.stop import StopReason
from slowpath.model.target import Target
from slowpath.run.link import Link
from tests.unit.report.found import FINDING, report


def serve(link: Link) -> None:
    order = link.receive(FindOrder)
    name = order.spec.rpartition(":")[2]
    if name == "dies":
        os._exit(3)
    if name == "slow_kills" and not (killed := Path("killed")).exists():
        killed.touch()
        os.kill(os.getppid(), signal.SIGKILL)  # the worker of a cluster
    if name == "fails":
        raise TargetImportError("importing it fails", "")
    if name == "hangs":
        try:
            time.sleep(60)
        except KeyboardInterrupt:
            name = "slow"
    found = [FINDING] if name.startswith("slow") else []
    stopped = StopReason.TIME if name == "clean_more" and order.seconds < 8 else StopReason.NOTHING_LEFT
    answer = replace(report(*found), target=Target.named(order.spec), stopped_because=stopped)
    refuses = name == "refuses" or (name == "learns" and "shows()" not in order.examples)
    told = "nothing returned" if refuses else None
    answer = replace(answer, usages=("shows()",) if name == "shows" else ())
    link.send(TargetSearched(replace(answer, inconclusive=told, tried=int(order.seconds), returned=7)))
