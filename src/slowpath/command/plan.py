"""In which order a scan searches its targets, and how long each."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

from slowpath.errors import TargetSyntaxError, UsageError
from slowpath.model.scan import TargetScan
from slowpath.oracle.ranking import publicity
from slowpath.target.changes import changed_since
from slowpath.target.entries import callables, entries, modules
from slowpath.target.natives import PATTERNS
from slowpath.target.offers import offers
from slowpath.target.outlook import PATTERN, Outlook, outlooks
from slowpath.target.passed_on import passed_on

# Shares of --per-target, by promise: below the first bound is no loop inside another, no pattern and no
# recursion, below the second one of them; a search of these mostly ends by itself in the time.
_SHARES = ((2.5, 0.25), (4.5, 0.5), (float("inf"), 1.0))
LEAST = 1.0  # seconds of a search: less does not load a target
MORE = 2.0  # times as long is the next search of a target that still had something to try


@dataclass(frozen=True, slots=True)
class TargetSelection:
    """Which callables are searched. `include` and `exclude` are patterns as shells have them, for specs. With
    `since`, a git revision, only those whose code, or that of a callee, changed after it."""

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    private: bool = False
    since: str | None = None

    def admits(self, spec: str) -> bool:
        """Whether the patterns admit a spec."""
        if self.include and not any(fnmatchcase(spec, pattern) for pattern in self.include):
            return False
        return not any(fnmatchcase(spec, pattern) for pattern in self.exclude)


EVERYTHING = TargetSelection()


@dataclass(frozen=True, slots=True)
class PlannedSearch:
    """A target, the seconds that a search of it may take, and what its text promises."""

    target: str
    seconds: float
    promise: float = 0.0


@dataclass(frozen=True, slots=True)
class ScanPlan:
    """The first searches, the most promising first. `unread` are modules that cannot be read, with why;
    `files` are the code that a search may run, as far as names tell."""

    searches: tuple[PlannedSearch, ...]
    unread: tuple[tuple[str, str], ...] = ()
    files: tuple[Path, ...] = ()
    modules: tuple[tuple[str, Path], ...] = ()  # that are scanned


def plan_scan(text: str, per_target: float, selection: TargetSelection = EVERYTHING) -> ScanPlan:
    """Return the plan for what a text names: a package, a module, a folder, a file, or a class.

    There may be nothing to search if only what changed is selected.
    """
    unread: list[tuple[str, str]] = []
    specs, files = _callables(text, selection.private, unread)  # with the code that tells of each
    wanted = [each for each in specs if selection.admits(each)]
    if not wanted and (specs or not unread):
        told = f"nothing to search in '{text}'"
        hint = "Check --include and --exclude." if specs else "Name a package, a module, a folder or a file."
        raise UsageError(told, hint)
    if selection.since is not None:
        changed = changed_since(selection.since, files)
        wanted = [each for each in wanted if each in changed or _defined_as(each, specs[each]) in changed]
    seen: Mapping[str, Outlook] = outlooks(files)
    promises = {spec: _outlook(specs[spec], seen).promise for spec in wanted}
    ordered = sorted(wanted, key=lambda spec: (-promises[spec], publicity(spec)))
    seconds = {spec: max(LEAST, per_target * _share(promises[spec])) for spec in ordered}
    searches = [PlannedSearch(spec, seconds[spec], promises[spec]) for spec in ordered]
    return ScanPlan(tuple(searches), tuple(unread), tuple(code_files(text)), tuple(files))


def plan_more(
    searches: Iterable[PlannedSearch],
    done: Mapping[str, TargetScan],
    *,
    taught: Collection[str] = (),
    reaching: Collection[str] = (),
) -> list[PlannedSearch]:
    """Return longer searches of the targets whose last one ended before there was nothing left to try.

    `taught` are targets for which others have new examples. Of these, the ones without findings that are
    `reaching` a slow function, or refused their inputs, are searched again however they ended. What reaches a
    slow function comes first, then what has findings, what refused its inputs, and the others by promise.
    """

    def rank(planned: PlannedSearch) -> int:
        scan = done[planned.target]
        if scan.findings:
            return 1
        if planned.target in taught and planned.target in reaching:
            return 0
        return 2 if planned.target in taught and scan.is_refused else 3

    known = [each for each in searches if each.target in done]
    again = [each for each in known if not done[each.target].is_over or rank(each) in (0, 2)]
    again.sort(key=lambda each: (rank(each), -each.promise))
    return [PlannedSearch(each.target, MORE * each.seconds, each.promise) for each in again]


def _callables(
    text: str, private: bool, unread: list[tuple[str, str]]
) -> tuple[dict[str, str], list[tuple[str, Path]]]:
    """What there is to search, each with the spec of its code, which a pattern has none of; and the files."""
    if ":" in text:
        place = text.rpartition(":")[0]
        files = list(modules(place, private=True))
        inner = [one for name, file in files if name == place for one in offers(name, file, private=private)]
        more = {one.spec: one.code for one in inner if one.spec.startswith(f"{text}.")}
        return {each: each for each in entries(text)} | more, files
    files = list(modules(text, private=private))
    specs: dict[str, str] = {}
    for name, file in files:
        try:
            specs |= {each: each for each in callables(name, file, private=private)}
            specs |= {each.spec: each.code for each in offers(name, file, private=private)}
        except TargetSyntaxError as error:
            unread.append((name, error.message))
    if not private:
        hidden = [each for each in modules(text, private=True) if each not in files]
        found = {each.spec: each.code for each in passed_on(files, [*files, *hidden])}
        specs |= {spec: code for spec, code in found.items() if spec not in specs}
        files += [each for each in hidden if any(code.startswith(f"{each[0]}:") for code in found.values())]
    return specs, files


def _outlook(code: str, seen: Mapping[str, Outlook]) -> Outlook:
    return PATTERN if _is_pattern(code) and code not in seen else seen.get(code, Outlook())


def _defined_as(spec: str, code: str) -> str:
    """The spec of what defines a target: of a pattern, without the method that is called."""
    return (code or spec).rpartition(".")[0] if _is_pattern(code) else code


def _is_pattern(code: str) -> bool:
    """Whether this is the code of a pattern: none, or its spec in a private module."""
    return not code or code.rpartition(".")[2] in PATTERNS


def code_files(text: str) -> list[Path]:
    """Return the files of the whole package that a text names a part of, private ones too; those beside a
    file."""
    place = text.rpartition(":")[0] if ":" in text else text
    if place.endswith(".py"):
        return sorted(Path(place).parent.glob("*.py"))
    whole = place if "/" in place or Path(place).is_dir() else place.partition(".")[0]
    return [file for _, file in modules(whole, private=True)]


def _share(promise: float) -> float:
    return next(share for bound, share in _SHARES if promise < bound)
