"""CrossHair's `cover` in path mode, in a process of its own: it need not be installed beside slowpath.

PYTHON rival.py SECONDS MODULE NAME ...      one JSON line per function: seconds of CPU, inputs
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import time
from pathlib import Path


def cover(name: str, seconds: float) -> tuple[float, list[dict[str, int]]]:
    """Let CrossHair cover the paths of a function; what it printed are the inputs it found."""
    from crosshair.main import unwalled_main

    options = ["--coverage_type", "path", "--per_condition_timeout", str(seconds)]
    printed = io.StringIO()
    start = time.process_time()
    with contextlib.redirect_stdout(printed), contextlib.suppress(SystemExit):
        unwalled_main(["cover", *options, "--example_output_format", "arg_dictionary", name])
    spent = time.process_time() - start
    return spent, [json.loads(line) for line in printed.getvalue().splitlines() if line.startswith("{")]


def main(seconds: str, module: str, *names: str) -> None:
    """Cover each function; the first one twice, so that what is loaded on first use counts for nobody."""
    sys.path.insert(0, str(Path(__file__).parents[1]))
    cover(f"{module}.{names[0]}", 1.0)
    for name in names:
        spent, inputs = cover(f"{module}.{name}", float(seconds))
        print(json.dumps({"name": name, "seconds": spent, "inputs": inputs}), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
