"""The pipelines of the studies, and what each of their stages costs on a plain input.

    python benchmarks/compslg/subjects.py [--size 200] [NAME ...]

Those of Table 7 that read one stream are here as shell lines (`slowpath.pipeline.shell`): the first zips the
names that it finds, not the files. The second and the third read the contents of a tree, which is no stream.
`web` needs markdown, bleach and html5lib, `sql` needs sqlparse.
"""

from __future__ import annotations

import argparse
import inspect
import json
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from slowpath.pipeline.shell.parsing import parse_shell
from slowpath.testing import Counter

HERE = Path(__file__).parent
BOOK = HERE / "passwd"  # the file in which the fourth pipeline looks up names


@dataclass(frozen=True)
class Pipeline:
    """A shell line, or targets; the shape of what goes in, and an input that nobody searched for."""

    stages: str | tuple[str, ...]
    shape: str
    plain: Callable[[int, Random], Any]
    scope: tuple[str, ...] = ()  # packages that the stages call


def _log(size: int, rng: Random) -> list[str]:
    words = ("user", "session", "opened", "closed")
    return [f"a:b:{rng.choice(words)}:d:{rng.choice(('root', 'ann', 'bob'))}" for _ in range(size)]


def _tree(size: int, rng: Random) -> list[tuple[str, int, int]]:
    ends = (".txt", ".zip", ".log")
    return [(f"/dir/{i}{rng.choice(ends)}", rng.randrange(40_000), 0o100644) for i in range(size)]


def _phones(size: int, rng: Random) -> list[str]:
    return ["".join(rng.choices("0123456789 ", k=10)) for _ in range(size)]


PIPELINES = {
    "phones": Pipeline("grep -E '[0-9]{10}' | sort | uniq -c", 'lists(text(10, digits | " "), N)', _phones),
    "backup": Pipeline(
        "find /dir -size +10k | grep -v '.zip' | zip",
        'lists(row(text(8, lower | "./"), integer(0, 40000), const(33188)), N)',
        _tree,
    ),
    "passwords": Pipeline(
        f"cat /var/log/secure.log | grep -i user | cut -d : -f 5 | xargs -I foo grep foo {BOOK}",
        'lists(text(20, lower | ":"), N)',
        _log,
    ),
    "web": Pipeline(
        ("markdown:markdown", "bleach:clean", "html5lib:parse"),
        "text(N)",
        lambda size, rng: " ".join(rng.choices(("*a*", "# b", "<i>", "[c](d)", "e\n"), k=size // 4)),
    ),
    "sql": Pipeline(
        tuple(f"{HERE / 'sql.py'}:{name}" for name in ("tokenise", "parse", "layout")),
        "text(N)",
        lambda size, rng: "select a, b from c where d = 1; " * (size // 32),
        ("sqlparse",),
    ),
}


def costs(pipeline: Pipeline, size: int, seed: int = 0) -> dict[str, float]:
    """The counted cost of each stage on the plain input, by target."""
    value = pipeline.plain(size, Random(seed))
    found: dict[str, float] = {}
    for target, function, options in _stages(pipeline):
        first = next(iter(inspect.signature(function).parameters))
        inputs = {first: repr(value), **{name: repr(each) for name, each in options.items()}}
        with Counter(target, scope=pipeline.scope) as counter:
            found[target] = counter.run(inputs).costs["ops"]
        value = function(value, **options)
    return found


def _stages(pipeline: Pipeline) -> list[tuple[str, Callable[..., Any], dict[str, Any]]]:
    """The stages, each as a target, a function and its options."""
    if isinstance(pipeline.stages, str):
        stages = parse_shell(pipeline.stages)
        return [(stage.target, stage.form.resolve(), dict(stage.options)) for stage in stages]
    return [(target, _function(target), {}) for target in pipeline.stages]


def _function(target: str) -> Callable[..., Any]:
    module, _, name = target.rpartition(":")
    if module.endswith(".py"):
        module = Path(module).stem
    return getattr(import_module(module), name)  # type: ignore[no-any-return]


def main() -> None:
    parser = argparse.ArgumentParser(description="What the stages of the pipelines cost on plain inputs.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(PIPELINES)}")
    parser.add_argument("--size", type=int, default=200)
    arguments = parser.parse_args()
    for name in arguments.names or PIPELINES:
        print(name, json.dumps(costs(PIPELINES[name], arguments.size), indent=2))


if __name__ == "__main__":
    main()
