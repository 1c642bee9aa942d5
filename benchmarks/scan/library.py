"""A scan of the standard library, killed several times: is nothing lost, and nothing found twice?

Each module is scanned by itself, and the command is killed with SIGKILL after random times; after each kill
the store is read. Then each scan runs to its end. What was kept at a kill must be kept at the end, by key and
byte for byte, and no target may have two answers to one order, no place two findings. Internal errors are
answers whose reason is one of slowpath's own. Findings that were verified and are quadratic or worse are
listed with their recipes.

    python benchmarks/scan/library.py [--modules html.parser textwrap ...] [--per-target 5s] [--budget 30m]
                                      [--kills 5] [--seed 0] [--json]
"""

from __future__ import annotations

import argparse
import json
import os
import pkgutil
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

# Of a module in which nothing is to be searched, or whose import does something.
LEFT_OUT = {
    "antigravity",
    "this",
    "idlelib",
    "lib2to3",
    "turtledemo",
    "turtle",
    "tkinter",
    "test",
    "ensurepip",
}
INTERNAL = re.compile(r"the searching process ended|internal error|slowpath/[\w/]+\.py")
QUADRATIC = 2.0
STEEP = re.compile(r"O\((?:\d|[^)]*\^n|n\^(\d(?:\.\d+)?))|about n\^(\d+(?:\.\d+)?)")


def library() -> list[str]:
    """The public modules and packages of the standard library that have source."""
    folder = Path(os.__file__).parent
    names = [each.name for each in pkgutil.iter_modules([str(folder)])]
    return [name for name in names if not name.startswith("_") and name not in LEFT_OUT]


def command(module: str, options: argparse.Namespace) -> list[str]:
    """The command line that scans a module."""
    words = [sys.executable, "-m", "slowpath", "scan", module, "--json", "--per-target", options.per_target]
    return [*words, "--budget", options.budget, "--seed", str(options.seed), "--jobs", str(options.jobs)]


def kept(folder: Path) -> dict[tuple[str, str], bytes]:
    """All documents of the store."""
    file = folder / ".slowpath" / "store.sqlite"
    if not file.exists():
        return {}
    with sqlite3.connect(file) as connection:
        rows = connection.execute("SELECT kind, key, document FROM documents").fetchall()
    connection.close()
    return {(kind, key): bytes(document) for kind, key, document in rows}


def killed(words: list[str], folder: Path, seconds: float) -> bool:
    """Run a command and kill it after a time; return whether it was still running."""
    process = subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.send_signal(signal.SIGKILL)
        process.wait()
        return True
    return False


def lost_between(before: dict[tuple[str, str], bytes], after: dict[tuple[str, str], bytes]) -> int:
    """How many documents are gone, or others."""
    return sum(after.get(name) != document for name, document in before.items())


def exponent_of(klass: str) -> float:
    """The power that a class of growth tells; infinite if it explodes, 0 if none is named."""
    match = STEEP.search(klass)
    if match is None:
        return 0.0
    power = match[1] or match[2]
    return float(power) if power else float("inf")


def scanned(module: str, options: argparse.Namespace, folder: Path) -> dict[str, Any]:
    """What the scan of a module came to at last."""
    done = subprocess.run(command(module, options), cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1, 3) or not done.stdout:
        return {"module": module, "error": done.stderr.strip()[-200:]}
    report = json.loads(done.stdout)
    sites = [(each["site"], each["measure"]) for each in report["findings"]]
    return {
        "module": module,
        **{name: report[name] for name in ("targets", "searched", "not_searched", "resumed", "elapsed")},
        "doubled": len(sites) - len(set(sites)),
        "internal": [each for each in report["inconclusive"] if INTERNAL.search(each["why"])],
        "findings": [
            {name: each[name] for name in ("class", "site", "target", "program", "evidence", "natural")}
            for each in report["findings"]
            if exponent_of(each["class"]) >= QUADRATIC
        ],
    }


def main() -> int:
    """Print what was lost and found; return 0 if nothing was lost or doubled, and nothing broke."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--modules", nargs="*", default=[])
    parser.add_argument("--per-target", default="5s")
    parser.add_argument("--budget", default="30m", help="of each module")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument(
        "--latest", type=float, default=120.0, help="seconds, the latest of the random moments"
    )
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    modules = options.modules or library()
    chosen = random.Random(options.seed)
    lost = kills = 0
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        before = kept(folder)
        for _ in range(options.kills):
            words = command(chosen.choice(modules), options)
            kills += killed(words, folder, chosen.uniform(1.0, options.latest))
            after = kept(folder)
            lost += lost_between(before, after)
            before = after
        rows = [scanned(each, options, folder) for each in modules]
        lost += lost_between(before, kept(folder))
    told = {
        "kills": kills,
        "lost": lost,
        "doubled": sum(each.get("doubled", 0) for each in rows),
        "internal": sum(len(each.get("internal", ())) for each in rows)
        + sum("error" in each for each in rows),
        "modules": rows,
    }
    print(json.dumps(told, indent=1) if options.json else text(told))
    return 0 if not (told["lost"] or told["doubled"] or told["internal"]) else 1


def text(told: dict[str, Any]) -> str:
    """The answer as people read it."""
    lines = [
        "{kills} kills, {lost} answers lost, {doubled} findings doubled, {internal} internal errors".format(
            **told
        )
    ]
    for each in told["modules"]:
        if "error" in each:
            lines.append(f"{each['module']}: {each['error']}")
            continue
        lines.append("{module}: {searched} of {targets} targets, {resumed} resumed".format(**each))
        for found in each["findings"]:
            lines.append("    {class}  {site}  ({evidence})".format(**found))
            lines += [f"        {line}" for line in found["program"].splitlines()]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
