"""Which callables changed since a git revision: their own code, or that of a function they may call."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

from slowpath.errors import UsageError
from slowpath.target.outlook import Function, reaching

_SECONDS = 30.0  # that git may take: it reads a few files

Code = dict[
    str, str
]  # what a module defines, by qualified name; what is outside functions, by that of its class


def changed_since(revision: str, modules: Iterable[tuple[str, Path]]) -> set[str]:
    """Return the specs of the callables of some modules whose code, or a callee's, is not that of a revision.

    Names that are assigned count too: a pattern may be one. Calls are followed by name, so some may be too
    many. If the code outside functions changed, all of the module, or of the class, counts as changed. Raises
    if there is no such revision, or no repository.
    """
    known = list(modules)
    changed: set[str] = set()
    for name, file in known:
        now, before = (
            _code(file.read_text(encoding="utf-8", errors="replace")),
            _code(_before(revision, file)),
        )
        changed |= {f"{name}:{qualname}" for qualname in _differing(now, before)}
    return reaching(changed, known)


def _differing(now: Code, before: Code) -> set[str]:
    """The functions, and classes, of a module that differ."""
    touched = {name for name in now if now[name] != before.get(name)}
    bodies = {name for name in touched | (before.keys() - now.keys()) if not name or name.endswith(".")}
    return {
        name.rstrip(".")
        for name in now
        if name and (name in touched or any(name.startswith(body) for body in bodies))
    }


def _code(source: str) -> Code:
    try:
        return dict(_parts(ast.parse(source).body, ""))
    except (SyntaxError, ValueError):
        return {"": source}


def _parts(body: list[ast.stmt], around: str) -> Iterator[tuple[str, str]]:
    rest: list[str] = []
    for each in body:
        if isinstance(each, Function):
            yield around + each.name, ast.dump(each)
        elif isinstance(each, ast.ClassDef):
            yield from _parts(each.body, f"{around}{each.name}.")
            rest += [ast.dump(one) for one in (*each.bases, *each.keywords, *each.decorator_list)]
        else:
            rest.append(ast.dump(each))
            if isinstance(each, ast.Assign | ast.AnnAssign):
                yield from ((around + name, "") for name in _assigned(each))
    yield around, "\n".join(rest)


def _assigned(statement: ast.Assign | ast.AnnAssign) -> list[str]:
    """The names that a statement assigns. Its code is part of what is outside functions."""
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    return [each.id for each in targets if isinstance(each, ast.Name)]


def _before(revision: str, file: Path) -> str:
    """The source of a file at a revision; empty if there was none."""
    folder, name = file.resolve().parent, file.name
    if _git(folder, "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}") is None:
        inside = _git(folder, "rev-parse", "--is-inside-work-tree") is not None
        told = f"no revision '{revision}'" if inside else f"'{folder}' is in no git repository"
        raise UsageError(f"{told}: what changed since then is not known", "Name a commit, a branch or a tag.")
    return _git(folder, "show", f"{revision}:./{name}") or ""


def _git(folder: Path, *arguments: str) -> str | None:
    """What git prints; None if it fails."""
    try:
        done = subprocess.run(
            ["git", "-C", str(folder), *arguments], capture_output=True, timeout=_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UsageError(f"git cannot be run: {error}", "Install git, or leave out --since.") from None
    return done.stdout.decode(errors="replace") if done.returncode == 0 else None
