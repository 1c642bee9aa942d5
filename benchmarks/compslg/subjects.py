"""The pipelines of the studies, and what each of their stages costs on a plain input.

    python benchmarks/compslg/subjects.py [--size 200] [NAME ...]

Of Table 7, `passwords` reads one stream and is a shell line. `backup`, `mail` and `records` read the files
of a tree and are stages of `trees`; at size 100 they have the 100 files and the 1 MB of the paper. `xml` has
70, 140 and 280 KB at 240, 480 and 960. `names` zips the names of files alone, and can be replayed. `web`
needs markdown, bleach and html5lib, `sql` sqlparse, `xml` xmlschema and odfpy.
"""

from __future__ import annotations

import argparse
import inspect
import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

from slowpath.pipeline.shell.parsing import parse_shell
from slowpath.pipeline.stage import parse_stages
from slowpath.testing import Counter

HERE = Path(__file__).parent
BOOK = HERE / "passwd"  # the file in which the fourth pipeline looks up names
RECORDS = ("ann 555-1234", "bob 555-9876", "carol 5551111", "dave 123-4567", "erin 7654321")  # and the third
TREES, PAGE = HERE / "trees.py", HERE / "page.py"


@dataclass(frozen=True)
class Pipeline:
    """A shell line, or stages; the shape of what goes in, and an input that nobody searched for."""

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


def _texts(size: int, rng: Random) -> list[tuple[str, str]]:
    return [(f"/dir/{path}", "".join(rng.choices("ab\n", k=100 * size))) for path, _, _ in _tree(size, rng)]


def _mails(size: int, rng: Random) -> list[tuple[str, str]]:
    lines = ("ann@example.org", "hello", "bob@example.org")
    return [(f"/{user}/mbox", "\n".join(rng.choices(lines, k=size))) for user in range(size)]


def _notes(size: int, rng: Random) -> list[tuple[str, str]]:
    lines = ("555-1234", "hello", "7654321")
    return [(f"/{number}.txt", "\n".join(rng.choices(lines, k=size))) for number in range(size)]


def _blocks(size: int, rng: Random) -> list[tuple[int, str]]:
    return [(number % 6, " ".join(rng.choices(("one", "two"), k=70))) for number in range(size)]


def _phones(size: int, rng: Random) -> list[str]:
    return ["".join(rng.choices("0123456789 ", k=10)) for _ in range(size)]


PIPELINES = {
    "phones": Pipeline("grep -E '[0-9]{10}' | sort | uniq -c", 'lists(text(10, digits | " "), N)', _phones),
    "backup": Pipeline(
        (f"{TREES}:find(_, size='+1k')", f"{TREES}:without(_, '.zip')", f"{TREES}:zipped"),
        'lists(row(text(8, lower | "./"), text(100 * N, latin1)), N)',
        _texts,
        ("slowpath_unix",),
    ),
    "mail": Pipeline(
        (
            f"{TREES}:find(_, name='*mbox')",
            f"{{{TREES}:zipped, {TREES}:cat"
            " | slowpath_unix.grep:grep(_, pattern='[[:alnum:]+]*@[[:alnum:]+]*')"
            " | slowpath_unix.sort:sort(_, unique=True)}",
        ),
        'lists(row(text(5, "/mbox"), text(100 * N, lower | "@\\n")), N)',
        _mails,
        ("slowpath_unix",),
    ),
    "records": Pipeline(
        (
            f"{TREES}:find(_, name='*.txt')",
            f"{TREES}:cat",
            "slowpath_unix.grep:grep(_, pattern='[[:digit:]]{3}[-]?[[:digit:]]{4}', extended=True)",
            f"slowpath_unix.xargs:xargs_grep(_, replaced='foo', pattern='foo', book={list(RECORDS)})",
        ),
        'lists(row(text(5, "/.tx"), text(100 * N, digits | "-\\n")), N)',
        _notes,
        ("slowpath_unix",),
    ),
    "names": Pipeline(
        "find /dir -size +10k | grep -v '.zip' | zip",
        'lists(row(text(8, lower | "./"), integer(0, 40000), const(33188)), N)',
        _tree,
    ),
    "passwords": Pipeline(
        f"cat /var/log/secure.log | grep -i user | cut -d : -f 5 | xargs -I foo grep foo {BOOK}",
        'lists(text(20, lower | ":"), N)',
        _log,
    ),
    "xml": Pipeline(
        (f"{PAGE}:validate", f"{PAGE}:styled", f"{PAGE}:export"),
        "lists(row(integer(0, 5), text(290, letters | ' ')), N)",
        _blocks,
        ("xmlschema", "elementpath", "odf"),
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
    """The counted cost of each stage on the plain input, by target; in the branches of a split as well."""
    if isinstance(pipeline.stages, str):
        stages = parse_stages([stage.describe() for stage in parse_shell(pipeline.stages)])
    else:
        stages = parse_stages(pipeline.stages)
    outputs: list[Any] = []
    found: dict[str, float] = {}
    for stage in stages:
        value = pipeline.plain(size, Random(seed)) if stage.source is None else outputs[stage.source]
        function = _function(stage.spec)
        bound = eval(stage.call("bind", "value"), {"bind": inspect.signature(function).bind, "value": value})
        inputs = {name: repr(each) for name, each in bound.arguments.items()}
        with Counter(stage.spec, scope=pipeline.scope) as counter:
            found[stage.text] = counter.run(inputs).costs["ops"]
        outputs.append(function(*bound.args, **bound.kwargs))
    return found


def _function(target: str) -> Callable[..., Any]:
    module, _, name = target.rpartition(":")
    if module.endswith(".py"):
        sys.path[:0] = [str(Path(module).parent)]
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
