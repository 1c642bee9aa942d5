"""Which loops the tests of a file iterate often enough, observed as `slowpath loops` observes them.

    python benchmarks/whitesyn/observed.py MODULE TESTS DEPTH ITERATIONS

Prints a JSON list of places, "file:line". The tests are called one by one in this process, which can import
MODULE; a test that raises, or that takes too long, counts for what it did until then.
"""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

from slowpath.model.target import Build
from slowpath.target.copies import Copies
from slowpath.target.scope import scope_of

SECONDS = 5  # for one test


def main() -> int:
    """Print the places of the loops that the tests of a file reach."""
    module, tests, depth, iterations = sys.argv[1:]
    print(json.dumps(sorted(places(module, Path(tests), int(depth), int(iterations)))))
    return 0


def places(module: str, tests: Path, depth: int, iterations: int) -> set[str]:
    """Return where the loops stand that a test iterates so often, inside depth - 1 others that do as well."""
    copies = Copies(scope_of(module), Build.LOOPS)
    found: set[str] = set()
    with copies.installed():
        names: dict[str, object] = {"__name__": tests.stem}
        exec(compile(tests.read_text(encoding="utf-8"), str(tests), "exec"), names)
        for name, test in names.items():
            if name.startswith("test_") and callable(test):
                copies.ledger.start()
                copies.nesting.start(depth, iterations)
                call(test)
                copies.nesting.stop()
                for nest, rounds in copies.nesting.best.items():
                    if len(nest) == depth and min(rounds) >= iterations:
                        site = copies.ledger.sites[nest[-1]]
                        found.add(f"{site.file}:{site.line}")
    return found


def call(test: Callable[[], object]) -> None:
    """Call a test for at most some seconds; what it raises is no matter here."""
    before = signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(SECONDS)
    try:
        test()
    except BaseException as error:  # generated tests raise anything, SystemExit too
        if isinstance(error, KeyboardInterrupt):
            raise
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def _too_long(_number: int, _frame: FrameType | None) -> None:
    raise TimeoutError


if __name__ == "__main__":
    sys.exit(main())
