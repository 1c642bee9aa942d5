"""What the build of reads takes beside the count build, on the redundant subjects.

Both builds run the same program in one process, by turns, and the least CPU time of some runs counts.
Loading is left out.

    python benchmarks/whitesyn/overhead.py [--size 400] [--runs 5]
"""

from __future__ import annotations

import argparse
import ast
import importlib
import sys
import time
import tracemalloc
from statistics import median
from typing import Any

from catalogue import HERE, REDUNDANT

from slowpath.model.target import Build
from slowpath.target.copies import Copies
from slowpath.target.scope import scope_of

LEAST = 7
# The last line is measured.
PROGRAMS = {
    "motivating": "difference([0] * N, [1] * N)",
    "406": "subtract_list([0] * N, [1] * N)",
    "407": "s = ListOrderedSet(range(N))\ns.remove_all([N] * N)",
    "408": "s = SetUniqueList(range(N))\ns.remove_all([-1] * N)",
    "409": "s = ListOrderedSet(range(N))\ns.add_all(range(N, 2 * N))",
    "412": "subtract_collection([0] * N, [1] * N)",
    "426": "s = ListOrderedSet(range(N))\ns.retain_all([-1] * N)",
    "427": "s = SetUniqueList(range(N))\ns.retain_all([-1] * N)",
    "434": "s = CursorableLinkedList([0] * N + [1])\ns.contains_all([1] * N)",
    "53622": "s = VectorSet(range(N))\ns.retain_all([-1] * N)",
    "53803": "s = IdentityStack.of([0] * N)\ns.retain_all([1] * N)",
    "53821": "s = IdentityStack.of([0] * N)\ns.remove_all([1] * N)",
    "53822": "s = IdentityStack.of([0] * N + [1])\ns.contains_all([1] * N)",
    "1144": "c = ListCursor([0] * N)\nremove_all(c, [1] * N)",
    "7186403": "s = ArrayList([0] * N)\ns.retain_all(ArrayList([1] * N))",
}


class Subject:
    """A program, ready to run in one build."""

    def __init__(self, module: str, program: str, build: Build) -> None:
        self.copies = Copies(scope_of(module, ()), build)
        with self.copies.installed():
            self._names = vars(importlib.import_module(module))
        tree = ast.parse(program)
        self._setup = compile(ast.Module(tree.body[:-1], []), "program", "exec")
        self._call = compile(ast.Module(tree.body[-1:], []), "program", "exec")

    def seconds(self, size: int) -> float:
        """CPU seconds of one run, and of making what the oracle compares."""
        names: dict[str, Any] = {**self._names, "N": size}
        with self.copies.installed():
            exec(self._setup, names)
            self.copies.ledger.start()
            if self.copies.reading is not None:
                self.copies.reading.record(LEAST)
            begun = time.process_time()
            exec(self._call, names)
            taken = time.process_time() - begun
            if self.copies.reading is not None:
                self.copies.reading.stop()
            self.copies.ledger.stop()
        return taken

    def peak(self, size: int) -> int:
        """Bytes that a run keeps at most."""
        tracemalloc.start()
        self.seconds(size)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return peak


def table(size: int = 400, runs: int = 5) -> str:
    """A row per subject, and the median."""
    lines, ratios = [f"{'subject':12} count ms  reads ms  times  peak KB, N / 2 and N"], []
    for subject in REDUNDANT:
        module = subject.target.partition(":")[0]
        both = [Subject(module, PROGRAMS[subject.name], build) for build in (Build.COUNT, Build.READS)]
        taken = [[each.seconds(size) for each in both] for _ in range(runs)]
        counted, read = (min(each) for each in zip(*taken, strict=True))
        peaks = [both[1].peak(each) // 1024 for each in (size // 2, size)]
        ratios.append(read / counted)
        times = f"{counted * 1000:8.1f} {read * 1000:9.1f} {ratios[-1]:6.1f}"
        lines.append(f"{subject.name:12} {times}  {peaks[0]:,} {peaks[1]:,}")
    return "\n".join([*lines, f"median {median(ratios):.1f}, most {max(ratios):.1f}"])


if __name__ == "__main__":
    sys.path.insert(0, str(HERE))
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--size", type=int, default=400)
    parser.add_argument("--runs", type=int, default=5)
    given = parser.parse_args()
    print(table(given.size, given.runs))
