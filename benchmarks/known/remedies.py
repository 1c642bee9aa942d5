"""Remedies in library code: known problems of released packages, each with the documented kind of input.

What is shown is checked by Hypothesis: the changed function against the released one, 1,000 inputs each.

    python benchmarks/known/remedies.py [--json FILE] [--only NAME ...] [--seconds 60] [--show]
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys
import time
import types
import zlib
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "whitesyn")]

from checks import applied  # noqa: E402
from hypothesis import HealthCheck, given, settings  # noqa: E402
from hypothesis import strategies as st  # noqa: E402
from run import installed, problems  # noqa: E402

from slowpath.oracle.remedy.remedies import remedy_for  # noqa: E402
from slowpath.oracle.remedy.suspect import Suspect  # noqa: E402
from slowpath.run.client import Worker  # noqa: E402
from slowpath.scaling.growth import fit  # noqa: E402
from slowpath.scaling.series import Series  # noqa: E402
from slowpath.shape.infer import explain  # noqa: E402
from slowpath.target.load import load  # noqa: E402

QUOTED = st.one_of(st.text('"\\0123a', max_size=12).map(lambda text: f'"{text}"'), st.text(max_size=9))
HEX = st.one_of(
    st.text("0123afAF >", max_size=14).map(lambda text: f"{text}>"), st.text("09a> \n", max_size=9)
)
ESCAPES = "'\"' + \"\\\\\\\\\" * N + '\"'"  # a text of backslashes in quotes
# Data that a checksum at its end, or a byte in its middle, makes wrong.
BROKEN = st.tuples(st.binary(max_size=40).map(zlib.compress), st.integers(0, 50), st.binary(max_size=2)).map(
    lambda each: each[0][: each[1]] + each[2] + each[0][each[1] + 1 :]
)
PARAMETER = "'b=\"' + ';' * N"  # a quotation that does not end
PARAMETERS = st.one_of(
    st.text(';="\\\\a ', max_size=14).map(lambda text: f";{text}"), st.text(';"\\\\', max_size=9)
)
ESCAPED = st.one_of(st.text("%+0123aAfFg", max_size=14), st.text(max_size=9))


@dataclass(frozen=True)
class Subject:
    """A function of a release, a family of inputs on which it is slow, and inputs to check a remedy with."""

    problem: str
    target: str
    inputs: dict[str, str]
    values: dict[str, st.SearchStrategy[Any]]


SUBJECTS = (
    Subject(
        "cpython-inspect-cleandoc",
        "inspect:cleandoc",
        {"doc": "'\\n' * N"},
        {"doc": st.one_of(st.text("\n a\t", max_size=14), st.text(max_size=9))},
    ),
    Subject("cpython-http-cookies-unquote", "http.cookies:_unquote", {"str": ESCAPES}, {"str": QUOTED}),
    Subject("tornado-parse-cookie", "tornado.httputil:_unquote_cookie", {"s": ESCAPES}, {"s": QUOTED}),
    Subject(
        "pypdf-asciihex", "pypdf.filters:ASCIIHexDecode.decode", {"data": "'00' * N + '>'"}, {"data": HEX}
    ),
    Subject(
        "pypdf-flate",
        "pypdf.filters:decompress",
        {"data": "__import__('zlib').compress(bytes(1000 * N))[:-1] + b'\\xff'"},
        {"data": st.one_of(st.binary(max_size=20), BROKEN)},
    ),
    Subject(
        "networkx-rary-tree",
        "networkx.generators.classic:_tree_edges",
        {"n": "64 * N", "r": "64"},
        {"n": st.integers(0, 30), "r": st.integers(0, 5)},
    ),
    Subject(
        "cpython-email-message-parseparam", "email.message:_parseparam", {"s": PARAMETER}, {"s": PARAMETERS}
    ),
    Subject(
        "tornado-parse-header", "tornado.httputil:_parseparam", {"s": f"';' + {PARAMETER}"}, {"s": PARAMETERS}
    ),
    Subject(
        "falcon-uri-decode", "falcon.util.uri:decode", {"encoded_uri": "'%41' * N"}, {"encoded_uri": ESCAPED}
    ),
)


@dataclass(frozen=True)
class Row:
    """What became of one function."""

    problem: str
    target: str
    before: str
    checked: str | None
    inputs: int
    wrong: str | None
    seconds: float
    diff: str | None


def remedied(subject: Subject, seconds: float) -> Row:
    """Look for a remedy, and check it."""
    (problem,) = problems([subject.problem], "all")
    folder = installed(problem.requires, problem.options)
    if folder is None:
        return Row(subject.problem, subject.target, "cannot be installed", None, 0, None, 0.0, None)
    if problem.requires:
        sys.path.insert(0, str(folder))
    loaded = load(subject.target)
    with loaded.copies.installed():
        inferred = explain(loaded.function, given={}, owner=loaded.owner, guess_rest=True)
    with Worker(subject.target) as worker:
        series = Series(worker, subject.inputs, "ops", 150_000_000, 40.0)
        series.extend()
        growth = fit(series.points)
        run = worker.run(subject.inputs, growth.points[-1][0])
        began = time.monotonic()
        found = remedy_for(
            Suspect(subject.target, subject.inputs, growth, run.lines, inferred), worker, seconds
        )
        took = time.monotonic() - began
    if found is None:
        return Row(subject.problem, subject.target, growth.words, None, 0, None, took, None)
    inputs, wrong = check(subject, found.diff)
    return Row(subject.problem, subject.target, growth.words, found.checked, inputs, wrong, took, found.diff)


def check(subject: Subject, diff: str) -> tuple[int, str | None]:
    """Run the released and the changed function on 1,000 inputs; return how many, and where they differ."""
    name, _, qualname = subject.target.partition(":")
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    text = Path(spec.origin).read_text(encoding="utf-8")
    both = [_function(name, spec.origin, each, qualname) for each in (text, applied(diff, text))]
    runs = 0

    @settings(
        max_examples=1_000,
        deadline=None,
        database=None,
        derandomize=True,
        suppress_health_check=list(HealthCheck),
    )
    @given(st.fixed_dictionaries(subject.values))
    def agree(values: dict[str, Any]) -> None:
        nonlocal runs
        runs += 1
        left, right = (_outcome(function, values) for function in both)
        assert repr(left) == repr(right), (values, left, right)

    try:
        agree()
    except AssertionError as error:
        return runs, str(error)[:500]
    return runs, None


def _function(name: str, file: str, text: str, qualname: str) -> Any:
    module = types.ModuleType(name)
    module.__dict__.update(__file__=file, __package__=name.rpartition(".")[0])
    exec(compile(text, file, "exec"), module.__dict__)
    found: Any = module
    for part in qualname.split("."):
        found = getattr(found, part)
    return found


def _outcome(function: Any, values: dict[str, Any]) -> tuple[str, Any]:
    try:
        result = function(**values)
        return "returned", list(result) if isinstance(result, types.GeneratorType) else result
    except Exception as error:
        return type(error).__name__, str(error)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--json")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--show", action="store_true")
    asked = parser.parse_args()
    rows = []
    for subject in SUBJECTS:
        if asked.only and not any(part in subject.problem for part in asked.only):
            continue
        rows.append(remedied(subject, asked.seconds))
        row = rows[-1]
        told = row.checked or f"none ({row.before})"
        mark = f"WRONG {row.wrong} " if row.wrong else ""
        print(f"{mark}{row.problem}  {told}  [{row.seconds:.1f} s]", flush=True)
        if asked.show and row.diff:
            print(row.diff, flush=True)
        if asked.json:
            Path(asked.json).write_text(json.dumps([asdict(each) for each in rows], indent=1) + "\n")
    proven, wrong = sum(bool(each.checked) for each in rows), sum(bool(each.wrong) for each in rows)
    print(f"{proven} of {len(rows)} have a remedy, {wrong} wrong")


if __name__ == "__main__":
    main()
