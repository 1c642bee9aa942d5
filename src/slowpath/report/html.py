"""The answer of `find` as one HTML file that needs nothing else: no script, no font, no network."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping, Sequence

from slowpath.model.cost import LineCost
from slowpath.model.find import Baseline, Finding, FindReport, LargeResult, Unended
from slowpath.model.growth import Growth
from slowpath.model.run import Lost
from slowpath.report.chart import chart
from slowpath.report.finding import UNNATURAL, evidence, large_words, times_random
from slowpath.report.program import program
from slowpath.report.shapes import shape_texts
from slowpath.report.style import STYLE
from slowpath.report.terminal import by_function, number, short_path, shortened
from slowpath.report.visible import markup

_LINES = 12  # costliest lines: a page has more room than a terminal
_LONGEST = 400  # characters of an expression that are shown


def page(report: FindReport) -> str:
    """Return the report as an HTML document."""
    title = f"{report.target.spec} - slowpath"
    body = [_heading(report)]
    if report.findings:
        first, *others = report.findings
        body.append(_finding(first, report, report.baseline))
        body += [_folded(each, report) for each in others]
    elif report.growth is not None and report.recipe is not None:
        about = "<p>The steepest recipe that was verified:</p>" + _recipe(report.recipe, report.setup)
        body.append(_section("Growth", about + _growth(report.growth, report.baseline, ())))
    body += [_unended(each, report) for each in report.unended]
    body += [_large(each, report) for each in report.large_results]
    body += [_cases(report), _search(report), _lost(report.lost)]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        "style-src 'unsafe-inline'\">\n"
        f"<title>{markup(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(filter(None, body))
        + "\n</main>\n</body>\n</html>\n"
    )


def _heading(report: FindReport) -> str:
    where = f"{short_path(report.target.file)}:{report.target.line}"
    if report.findings:
        worst = report.findings[0]
        told = times_random(report)
        beside = f" <small>{told}</small>" if told else ""
        verdict = f'<p class="verdict bad">{markup(_class(worst.growth))}{beside}</p>'
    elif report.unended:
        verdict = '<p class="verdict bad">An input that does not terminate</p>'
    else:
        told = report.advice if report.advice != report.inconclusive else ""
        advice = f"<p>{markup(told)}</p>" if told else ""
        returned = " and result" if report.large_results else ""
        found = f'<p class="verdict good">Nothing found that grows faster than its input{returned}</p>'
        if report.inconclusive is not None:
            found = f'<p class="verdict">Inconclusive <small>{markup(report.inconclusive)}</small></p>'
        verdict = f"{found}{advice}"
    return (
        f'<header><h1>{markup(report.target.spec)}</h1><p class="faint">{markup(where)}</p>{verdict}</header>'
    )


def _finding(finding: Finding, report: FindReport, baseline: Baseline | None = None) -> str:
    parts = [_program(report, finding) if finding.setup else _recipe(finding.recipe)]
    if finding.reason:
        parts.append(f"<p>{markup(finding.reason[:1].upper() + finding.reason[1:])}.</p>")
    if finding.raises:
        parts.append(f"<p>It raises <code>{markup(shortened(finding.raises, _LONGEST))}</code>.</p>")
    told = evidence(finding)
    parts.append(f"<p>{markup(told[:1].upper() + told[1:])}.</p>")
    if not finding.natural:
        parts.append(f"<p>{markup(UNNATURAL[:1].upper() + UNNATURAL[1:])}.</p>")
    parts.append(_growth(finding.growth, baseline, finding.seconds))
    parts.append(_hot_lines(finding.lines))
    parts.append(_command("grow", report, finding.recipe, setup=finding.setup))
    return _section("The worst inputs", "".join(parts))


def _unended(unended: Unended, report: FindReport) -> str:
    plain = f" or {unended.seconds:g} s of the plain function" if unended.seconds is not None else ""
    told = (
        f"<p>At N = 1 it is not over after {unended.ops:,} ops{plain}. Other inputs of that length end.</p>"
    )
    return _section(
        "No end", _recipe(unended.recipe) + told + _command("cost", report, unended.recipe, "--size 1")
    )


def _large(large: LargeResult, report: FindReport) -> str:
    told = f"<p>The cost grows as what comes back does, {markup(large.result.words)}. "
    told += f"{markup(large_words(large))}.</p>"
    again = _command("grow", report, large.recipe, setup=large.setup)
    return _section("A large result", _recipe(large.recipe, large.setup) + told + again)


def _folded(finding: Finding, report: FindReport) -> str:
    place = f"{short_path(finding.site)} in {finding.function or 'the module'}"
    summary = f"Also <b>{markup(_class(finding.growth))}</b> at {markup(place)}"
    return f"<details><summary>{summary}</summary>{_finding(finding, report)}</details>"


def _program(report: FindReport, finding: Finding) -> str:
    return f"<pre>{markup(program(report.target, finding.recipe, finding.setup))}</pre>"


def _recipe(recipe: Mapping[str, str], setup: str = "") -> str:
    rows = [f"{name} = {shortened(source, _LONGEST)}" for name, source in recipe.items()]
    return f"<pre>{markup(chr(10).join([*setup.splitlines(), *rows]))}</pre>"


def _command(verb: str, report: FindReport, recipe: Mapping[str, str], *more: str, setup: str = "") -> str:
    given = [f"--setup {shlex.quote(setup)}"] if setup else []
    given += [f"--input {shlex.quote(f'{name}={source}')}" for name, source in recipe.items()]
    given += [f"--scope {name}" for name in report.scope]
    command = " ".join(["slowpath", verb, shlex.quote(report.target.spec), *given, *more])
    return f'<p class="faint">Again: <code>{markup(command)}</code></p>' if len(command) < _LONGEST else ""


def _growth(growth: Growth, baseline: Baseline | None, seconds: Sequence[tuple[int, float]]) -> str:
    drawn = chart(growth, baseline)
    figure = f"<figure>{drawn}<figcaption>{_legend(growth, baseline)}</figcaption></figure>" if drawn else ""
    timed, costs = dict(seconds), dict(growth.points)
    rows = []
    for size in sorted({*costs, *timed}):
        half = costs.get(size // 2) if size % 2 == 0 else None
        ratio = f"×{costs[size] / half:.2f}" if half and size in costs else ""
        cost = number(costs[size]) if size in costs else ""
        rows.append((f"{size:,}", cost, ratio, f"{timed[size]:.3g} s" if size in timed else ""))
    table = _table(("size N", "ops", "of N/2", "CPU"), rows)
    why = f'<p class="faint">{markup(growth.why)}</p>' if growth.why else ""
    return f"{figure}{why}<details><summary>All sizes</summary>{table}</details>"


def _legend(growth: Growth, baseline: Baseline | None) -> str:
    parts = ['<i class="key dot"></i>counted cost']
    if growth.klass:
        sure = f", confidence {growth.confidence:.2f}"
        parts.append(f'<i class="key fit"></i>{markup(growth.klass)}{sure}')
    if baseline is not None:
        parts.append('<i class="key random"></i>best random input of the largest size')
    return "".join(f"<span>{part}</span>" for part in parts)


def _hot_lines(lines: Sequence[LineCost]) -> str:
    """The costliest lines in source order, function by function, each with its share as a bar."""
    total = sum(line.ops for line in lines) or 1
    parts = []
    for file, function, group in by_function(lines[:_LINES]):
        indent = min((len(each.source) - len(each.source.lstrip()) for each in group), default=0)
        rows = "".join(_hot_line(each, total, indent) for each in group)
        parts.append(
            f'<tr><th colspan="4"><b>{markup(function or "<module>")}</b> '
            f'<span class="faint">{markup(short_path(file))}</span></th></tr>{rows}'
        )
    if not parts:
        return ""
    rest = len(lines) - _LINES
    more = f'<p class="faint">and {rest} more</p>' if rest > 0 else ""
    head = "<tr><th>share</th><th>hits</th><th>line</th><th></th></tr>"
    return (
        f'<h3>Hot lines</h3><div class="wide"><table class="code">{head}{"".join(parts)}</table></div>{more}'
    )


def _hot_line(line: LineCost, total: int, indent: int) -> str:
    share = line.ops / total
    told = f"{line.ops:,} ops, {line.native:,} of them in C code"
    return (
        f'<tr title="{told}"><td class="share"><s style="width:{100 * share:.0f}%"></s>'
        f"<b>{share:.1%}</b></td><td>{line.hits:,}</td><td>{line.line}</td>"
        f"<td><code>{markup(shortened(line.source[indent:].rstrip(), 160))}</code></td></tr>"
    )


def _cases(report: FindReport) -> str:
    rows = [
        (
            f"{case.size:,}",
            _inputs(case.input),
            number(case.cost),
            "" if case.seconds is None else f"{case.seconds:.3g} s",
            shortened(case.raises or "", 80),
        )
        for case in report.cases
    ]
    if not rows:
        return ""
    note = '<p class="faint">Each was run in fresh processes: counted, and timed in the plain function.</p>'
    return _section("Cases", note + _table(("N", "input", "ops", "CPU", "raises"), rows, text=(1, 4)))


def _inputs(inputs: Mapping[str, str]) -> str:
    return ", ".join(f"{name}={shortened(source, 120)}" for name, source in inputs.items())


def _search(report: FindReport) -> str:
    runs = sum(each.runs for each in report.strategies)
    shapes = _table(("parameter", "shape"), list(shape_texts(report.shapes).items()), text=(0, 1))
    strategies = _table(
        ("strategy", "runs", "solves", "best", "seconds"),
        [
            (each.name, f"{each.runs:,}", f"{each.solves:,}", number(each.best), f"{each.seconds:.1f}")
            for each in report.strategies
        ],
        text=(0,),
    )
    command = f"slowpath find {shlex.quote(report.target.spec)} --seed {report.seed}"
    return _section(
        "How it was found",
        f"<p>{runs:,} runs in {report.elapsed:.1f} s, measured by {markup(report.measure)}; "
        f"stopped because: {markup(report.stopped_because)}.</p>"
        f"{shapes}{strategies}"
        f'<p class="faint">Again: <code>{markup(command)}</code></p>',
    )


def _lost(lost: Sequence[Lost]) -> str:
    if not lost:
        return ""
    rows = [(short_path(each.site), each.reason, f"{each.count:,}") for each in lost]
    return _section("Not seen", _table(("place", "reason", "times"), rows, text=(0, 1)))


def _class(growth: Growth) -> str:
    return growth.words


def _section(title: str, body: str) -> str:
    return f"<section><h2>{title}</h2>{body}</section>"


def _table(head: Sequence[str], rows: Iterable[Sequence[str]], text: Sequence[int] = ()) -> str:
    """A table of numbers; the columns in `text` are texts. "" where there are no rows."""
    kinds = ['<td class="text">' if column in text else "<td>" for column in range(len(head))]
    body = "".join(
        f"<tr>{''.join(kind + markup(cell) + '</td>' for kind, cell in zip(kinds, row, strict=True))}</tr>"
        for row in rows
    )
    if not body:
        return ""
    top = "".join(
        f'<th class="text">{name}</th>' if i in text else f"<th>{name}</th>" for i, name in enumerate(head)
    )
    return f'<div class="wide"><table><tr>{top}</tr>{body}</table></div>'
