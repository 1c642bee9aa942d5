"""Run the tests and the fuzzers of the C extensions under AddressSanitizer and UndefinedBehaviorSanitizer.

The extensions are built into a copy of the package, build/sanitize; the installed ones stay as they are.

    python -m tests.sanitize.run [--seed 0] [--seconds 10] [--jobs 2]
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import hatch_build

ROOT = Path(__file__).parents[2]
COPY = ROOT / "build" / "sanitize"
FLAGS = (
    "-O1",
    "-g",
    "-fno-omit-frame-pointer",
    "-fsanitize=address,undefined",
    "-fno-sanitize-recover=undefined",
)
# The interpreter itself does not free everything at its end. A huge request for memory raises MemoryError, as
# it does without the sanitizer.
ASAN = "detect_leaks=0:abort_on_error=1:allocator_may_return_null=1:max_allocation_size_mb=1000"
TESTED = ("tests/unit/counting", "tests/unit/values/test_held.py")
CHECK = "import slowpath, sys; sys.exit(slowpath.__path__[0] != sys.argv[1])"


def library() -> Path | None:
    """Return the run-time library of AddressSanitizer, None if it is not installed."""
    compiler = hatch_build.linker()[0]
    told = subprocess.run([compiler, "-print-file-name=libasan.so"], capture_output=True, text=True)
    path = Path(told.stdout.strip())
    return path.resolve() if path.is_absolute() and path.exists() else None


def build() -> None:
    """Build the extensions into a copy of the package."""
    shutil.rmtree(COPY, ignore_errors=True)
    shutil.copytree(ROOT / "src", COPY, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    for extension in hatch_build.EXTENSIONS:
        source = COPY / f"{extension}.c"
        hatch_build.build(source, source.with_name(f"{source.stem}{hatch_build.config('EXT_SUFFIX')}"), FLAGS)


def main() -> int:
    """Build, then run everything; return 0 if all of it passes."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seed", type=int, default=0, help="where the fuzzers begin (default: 0)")
    parser.add_argument("--seconds", type=int, default=10, help="how long each fuzzer runs (default: 10)")
    parser.add_argument("--jobs", default="2", help="processes for the tests (default: 2)")
    given = parser.parse_args()
    asan = library()
    if asan is None:
        print("libasan is not installed: its package is libasan8 or comes with gcc", file=sys.stderr)
        return 1
    build()
    environment = {
        **os.environ,
        "LD_PRELOAD": str(asan),
        "ASAN_OPTIONS": ASAN,
        "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
        "PYTHONMALLOC": "malloc",  # so that every object is watched
        "PYTHONPATH": str(COPY),
        "PYTHONFAULTHANDLER": "1",
    }
    fuzzing = ["--seed", str(given.seed), "--seconds", str(given.seconds)]
    for arguments in (
        ["-c", CHECK, str(COPY / "slowpath")],
        ["-m", "tests.sanitize.fuzz_matcher", *fuzzing],
        ["-m", "tests.sanitize.fuzz_hooks", *fuzzing],
        ["-m", "pytest", "-q", "-n", given.jobs, "-p", "no:cacheprovider", *TESTED],
    ):
        begin = time.monotonic()
        code = subprocess.run([sys.executable, *arguments], cwd=ROOT, env=environment).returncode
        print(f"{' '.join(arguments[:3])}: {time.monotonic() - begin:.0f} s", flush=True)
        if code != 0:
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
