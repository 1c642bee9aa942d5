"""What static rules say of the packages that `known.py` scans: how much they flag, and whether that is true.

Each rival reads the source of a package: regexploit its patterns, ruff its PERF rules, pylint those of its
rules that are about speed, and `loops` four rules as people write them for Semgrep: a loop in a loop, a
membership test, text that grows, or a removal at the front, inside a loop. A rule that names the function
with the documented problem found it; how many other places it flags says what a reader goes through. With
the JSON of `known.py --json`, so many flagged functions are told to be `true`: a scan verified a slow place
in them.

    python benchmarks/scan/rivals.py [--only NAME ...] [--scans FILE] [--json]

Needs ruff, pylint and regexploit (`pip install ruff pylint regexploit`); a cell says what is missing.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1] / "known"))
from known import CHOSEN
from run import Problem, installed, problems

# The rules of pylint that speak of speed; the last one is an extension.
PYLINT = ("R1713", "R1728", "R1729", "C0208", "C0200", "R1737", "R6201")
_REPORTED = re.compile(r"^Vulnerable regex in (?P<file>.+) #(?P<line>\d+)$", re.MULTILINE)
_FRONT = {"pop", "insert", "remove", "index", "count"}
_LOOPS = (ast.For, ast.AsyncFor, ast.While)

Flag = tuple[Path, int]  # a file and a line


@dataclass(frozen=True, slots=True)
class Row:
    """What one rival says of one package. `functions` are those with a flag; `at_site` whether one of them is
    documented as the hot place; `true` how many of them a scan found slow, None if that is not known."""

    name: str
    rival: str
    flags: int = 0
    functions: int = 0
    at_site: bool = False
    true: int | None = None
    note: str = ""


class Missing(Exception):
    """A rival is not installed."""


def main() -> None:
    """Print a row for each package and rival."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--scans", type=Path, help="what known.py --json printed")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = slow_functions(options.scans) if options.scans else {}
    rows = []
    for problem in problems(options.only or list(CHOSEN), "all"):
        for rival in RIVALS:
            rows.append(row(problem, rival, found.get(problem.name)))
            if not options.json:
                print(shown(rows[-1]), flush=True)
    if options.json:
        print(json.dumps([asdict(each) for each in rows], indent=1))


def row(problem: Problem, rival: str, slow: set[str] | None) -> Row:
    """What a rival says of the package of a problem."""
    folder = installed(problem.requires, problem.options)
    if folder is None:
        return Row(problem.name, rival, note="cannot be installed")
    files = sources(folder, problem.entry.partition(":")[0].partition(".")[0])
    try:
        flags = set(RIVALS[rival](files))
    except Missing as error:
        return Row(problem.name, rival, note=str(error))
    around = {flag: function_at(*flag) for flag in flags}
    functions = {(flag[0], name) for flag, name in around.items()}
    named = {name.rpartition(".")[2] for _, name in functions} | {text_at(*flag) for flag in flags}
    site = "|".join(map(re.escape, problem.site))
    at_site = any(re.search(rf"(?<!\w)(?:{site})(?!\w)", each) for each in named)
    true = None if slow is None else sum(name in slow for _, name in functions)
    return Row(problem.name, rival, len(flags), len(functions), at_site, true)


def sources(folder: Path, package: str) -> list[Path]:
    """The files of a package, without its tests."""
    whole = folder / package
    files = sorted(whole.rglob("*.py")) if whole.is_dir() else [folder / f"{package}.py"]
    return [file for file in files if not {"test", "tests"} & set(file.relative_to(folder).parts)]


def function_at(file: Path, line: int) -> str:
    """The qualified name of the innermost function around a line; empty outside of functions."""
    name, first = "", 0
    for qualname, node in functions_in(ast.parse(file.read_bytes()).body):
        if first <= node.lineno <= line <= (node.end_lineno or node.lineno):
            name, first = qualname, node.lineno
    return name


def functions_in(
    body: list[ast.stmt], around: str = ""
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """The functions of a body, with their qualified names."""
    for each in body:
        if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef):
            yield around + each.name, each
            yield from functions_in(each.body, f"{around}{each.name}.<locals>.")
        elif isinstance(each, ast.ClassDef):
            yield from functions_in(each.body, f"{around}{each.name}.")
        elif isinstance(each, ast.If | ast.Try):
            yield from functions_in(
                [one for one in ast.iter_child_nodes(each) if isinstance(one, ast.stmt)], around
            )


def text_at(file: Path, line: int) -> str:
    """A line of a file: that of a pattern has its name."""
    lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
    return lines[line - 1] if line <= len(lines) else ""


def slow_functions(file: Path) -> dict[str, set[str]]:
    """The functions in which a scan verified a slow place, by the name of the problem."""
    rows = json.loads(file.read_text(encoding="utf-8"))["rows"]
    return {each["name"]: set(each["functions"]) for each in rows if "functions" in each}


def shown(row: Row) -> str:
    """A row as text."""
    if row.note:
        return f"{row.name:24} {row.rival:10} {row.note}"
    true = "" if row.true is None else f", {row.true} true"
    site = "the documented one among them" if row.at_site else "not the documented one"
    return f"{row.name:24} {row.rival:10} {row.flags:5} flags in {row.functions:4} functions{true}; {site}"


# -- the rivals --------------------------------------------------------------------------------------------


def ruff(files: list[Path]) -> Iterator[Flag]:
    """The PERF rules of ruff."""
    told = output(
        "ruff", "check", "--isolated", "--select", "PERF", "--output-format", "json", *map(str, files)
    )
    for each in json.loads(told or "[]"):
        yield Path(each["filename"]), each["location"]["row"]


def pylint(files: list[Path]) -> Iterator[Flag]:
    """The rules of pylint that are about speed."""
    told = output(
        "pylint",
        "--disable=all",
        f"--enable={','.join(PYLINT)}",
        "--load-plugins=pylint.extensions.set_membership",
        "--output-format=json",
        *map(str, files),
    )
    for each in json.loads(told or "[]"):
        yield Path(each["path"]), each["line"]


def regexploit(files: list[Path]) -> Iterator[Flag]:
    """What regexploit reports of the patterns of Python files."""
    told = output("regexploit.bin.regexploit_python_ast", *map(str, files))
    yield from ((Path(each["file"]), int(each["line"])) for each in _REPORTED.finditer(told))


def loops(files: list[Path]) -> Iterator[Flag]:
    """Four rules that need no more than the text."""
    for file in files:
        for node in ast.walk(ast.parse(file.read_bytes())):
            if isinstance(node, _LOOPS):
                yield from ((file, each.lineno) for each in inside(node) if is_suspicious(each))


def inside(loop: ast.For | ast.AsyncFor | ast.While) -> Iterator[ast.expr | ast.stmt]:
    """What stands in the body of a loop."""
    for each in loop.body:
        yield from (one for one in ast.walk(each) if isinstance(one, ast.expr | ast.stmt))


def is_suspicious(node: ast.AST) -> bool:
    """Whether something in a loop may cost as much as there is."""
    match node:
        case ast.For() | ast.AsyncFor() | ast.While():
            return True
        case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[ast.Name() | ast.Attribute()]):
            return True
        case ast.AugAssign(op=ast.Add(), value=ast.Constant(value=str()) | ast.JoinedStr()):
            return True
        case ast.Call(func=ast.Attribute(attr=name), args=[ast.Constant(value=0), *_]):
            return name in _FRONT
    return False


def output(module: str, *arguments: str) -> str:
    """What a module prints as a command; raises Missing if it is not installed."""
    done = subprocess.run(
        [sys.executable, "-m", module, *arguments], capture_output=True, text=True, check=False
    )
    if "No module named" in done.stderr:
        raise Missing(f"{module.partition('.')[0]} is not installed")
    return done.stdout


RIVALS: dict[str, Callable[[list[Path]], Iterator[Flag]]] = {
    "regexploit": regexploit,
    "ruff": ruff,
    "pylint": pylint,
    "loops": loops,
}

if __name__ == "__main__":
    main()
