"""The answer of `find` as one HTML file that needs nothing else: no script, no font, no network."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from slowpath.model.find import Baseline, Case, Finding, FindReport, LargeResult, Measured, Unended
from slowpath.model.growth import Growth
from slowpath.model.redundancy import Remedy
from slowpath.model.run import Lost
from slowpath.model.scenario import Scenario
from slowpath.model.shell import command_line
from slowpath.recipe.writing import written_program
from slowpath.report.chart import chart
from slowpath.report.element import code, document, folded, pairs, paragraph, raised, section, table
from slowpath.report.finding import evidence, is_program, large_words, reservations
from slowpath.report.hot import hot_lines
from slowpath.report.shapes import shape_texts
from slowpath.report.terminal import number, raises_words, short_path, shortened
from slowpath.report.visible import markup

_LONGEST = 2_000  # characters of a command that are shown: a longer one is not typed again


def page(report: FindReport) -> str:
    """Return the report as an HTML document."""
    title = f"{report.target.spec} - slowpath"
    body = [_heading(report)]
    if report.findings:
        first, *others = report.findings
        body.append(section("The input", finding_body(first, report, report.baseline)))
        body += [_also(each, report) for each in others]
    elif report.growth is not None and report.recipe is not None:
        shown = _recipe(report, report.recipe, report.scenario)
        about = f"<p>The steepest recipe that was verified:</p>{shown}"
        body.append(section("Growth", about + _growth(report.growth, report.baseline, ())))
    body += [_unended(each, report) for each in report.unended]
    body += [_large(each, report) for each in report.large_results]
    body += [_cases(report), _search(report), _lost(report.lost), _circumstances(report)]
    return document(title, body)


def _heading(report: FindReport) -> str:
    where = f"{short_path(report.target.file)}:{report.target.line}"
    if report.findings:
        verdict = figures(report.findings[0])
    elif report.unended:
        verdict = '<p class="verdict bad">An input that does not terminate</p>'
    else:
        told = report.advice if report.advice != report.inconclusive else ""
        returned = " and result" if report.large_results else ""
        found = f'<p class="verdict good">Nothing found that grows faster than its input{returned}</p>'
        if report.inconclusive is not None:
            found = f'<p class="verdict">Inconclusive</p>{paragraph(report.inconclusive)}'
        verdict = f"{found}{paragraph(told) if told else ''}"
    return (
        f'<header><h1>{markup(report.target.spec)}</h1><p class="faint">{markup(where)}</p>{verdict}</header>'
    )


def figures(finding: Finding) -> str:
    """Return the class, and what the largest inputs took: the headline."""
    size, cost = finding.growth.points[-1]
    of_memory = finding.measure is Measured.MEMORY
    rows = [("memory" if of_memory else "growth", f'<b class="bad">{raised(finding.growth_words)}</b>')]
    if finding.input is not None:
        rows.append(("what the input holds", raised(finding.input.words)))
    if finding.seconds:
        largest, seconds = finding.seconds[-1]
        rows.append((f"of CPU at N = {largest:,}", duration(seconds)))
    if finding.memory is not None:
        largest, peak = finding.memory.points[-1]
        rows.append((f"bytes at the peak, N = {largest:,}", number(peak)))
    rows.append((f"ops at N = {size:,}", number(cost)))
    return pairs(rows, "figures")


def duration(seconds: float) -> str:
    """Return seconds as people read them: "57.4 ms", "1.6 s"."""
    return f"{seconds:.3g} s" if seconds >= 1 else f"{1000 * seconds:.3g} ms"


def finding_body(finding: Finding, report: FindReport, baseline: Baseline | None = None) -> str:
    """Return all about one finding of a report: its input, evidence, reason, growth and lines."""
    parts = [_recipe(report, finding.recipe, finding.scenario)]
    told = [evidence(finding)]
    told += [f"it raises {raises_words(finding.raises)}"] if finding.raises else []
    told += reservations(finding)
    parts += [paragraph(each, "faint") for each in told]
    parts.append(_why(finding))
    parts.append(_growth(finding.growth, baseline, finding.seconds))
    parts.append(hot_lines(finding.lines))
    parts.append(_remedy(finding.remedy))
    parts.append(_command("grow", report, finding.recipe, finding.scenario))
    return "".join(parts)


def _why(finding: Finding) -> str:
    """The reason as a sentence, and the line it names below it."""
    if not finding.reason:
        return ""
    again = finding.redundancy
    more = "" if again is None else paragraph(f"{again.kind}: {again.reason}")
    return f"<h3>Why</h3>{paragraph(finding.reason)}{code(finding.code) if finding.code else ''}{more}"


def _remedy(remedy: Remedy | None) -> str:
    """A change that was shown to help."""
    if remedy is None:
        return ""
    return f"<h3>Remedy</h3>{paragraph(remedy.checked)}{code(remedy.diff)}"


def _unended(unended: Unended, report: FindReport) -> str:
    plain = f" or {unended.seconds:g} s of the plain function" if unended.seconds is not None else ""
    told = f"at N = 1 it is not over after {unended.ops:,} ops{plain}. Other inputs of that length end"
    again = _command("cost", report, unended.recipe, unended.scenario, "--size", "1")
    return section("No end", _recipe(report, unended.recipe, unended.scenario) + paragraph(told) + again)


def _large(large: LargeResult, report: FindReport) -> str:
    told = f"the cost grows as what comes back does, {large.result.words}. {large_words(large)}"
    again = _command("grow", report, large.recipe, large.scenario)
    return section("A large result", _recipe(report, large.recipe, large.scenario) + paragraph(told) + again)


def _also(finding: Finding, report: FindReport) -> str:
    place = f"{short_path(finding.site)} in {finding.function or 'the module'}"
    summary = f"Also <b>{raised(finding.words)}</b> at {markup(place)}"
    return folded(summary, figures(finding) + finding_body(finding, report))


def _recipe(report: FindReport, recipe: Mapping[str, str], scenario: Scenario) -> str:
    """The values of the parameters of one call, or a program."""
    if is_program(report.target, recipe, scenario):
        return code(written_program(report.target, recipe, scenario))
    return code("\n".join(f"{name} = {source}" for name, source in recipe.items()))


def _command(verb: str, report: FindReport, recipe: Mapping[str, str], scenario: Scenario, *more: str) -> str:
    words = ["slowpath", verb, report.target.spec]
    if is_program(report.target, recipe, scenario):
        words += ["--program", written_program(report.target, recipe, scenario)]
    else:
        words += [word for name, source in recipe.items() for word in ("--input", f"{name}={source}")]
    words += [word for name in report.scope for word in ("--scope", name)]
    command = command_line(*words, *more)
    return f'<p class="faint">To see it again:</p>{code(command)}' if len(command) < _LONGEST else ""


def _growth(growth: Growth, baseline: Baseline | None, seconds: Sequence[tuple[int, float]]) -> str:
    drawn = chart(growth, baseline)
    figure = f"<figure>{drawn}<figcaption>{_legend(growth, baseline)}</figcaption></figure>" if drawn else ""
    timed, costs = dict(seconds), dict(growth.points)
    rows = []
    for size in sorted({*costs, *timed}):
        half = costs.get(size // 2) if size % 2 == 0 else None
        ratio = f"×{costs[size] / half:.2f}" if half and size in costs else ""
        cost = number(costs[size]) if size in costs else ""
        rows.append((f"{size:,}", cost, ratio, duration(timed[size]) if size in timed else ""))
    why = paragraph(growth.why, "faint") if growth.why else ""
    return f"{figure}{why}{folded('All sizes', table(('size N', 'ops', 'of N/2', 'CPU'), rows))}"


def _legend(growth: Growth, baseline: Baseline | None) -> str:
    parts = ['<i class="key dot"></i>counted cost']
    if growth.klass:
        parts.append(f'<i class="key fit"></i>{raised(growth.klass)}, confidence {growth.confidence:.2f}')
    if baseline is not None:
        told = f"costliest of {baseline.runs} random inputs as long as the largest"
        parts.append(f'<i class="key random"></i>{told}')
    return "".join(f"<span>{part}</span>" for part in parts)


def _cases(report: FindReport) -> str:
    raising = any(case.raises for case in report.cases)
    rows = [
        (
            f"{case.size:,}",
            _case_input(report, case),
            number(case.cost),
            "" if case.seconds is None else duration(case.seconds),
            *([raises_words(case.raises or "")] if raising else []),
        )
        for case in report.cases
    ]
    if not rows:
        return ""
    note = '<p class="faint">Each was run in fresh processes: counted, and timed in the plain function.</p>'
    head = ("N", "input", "ops", "CPU", *(["raises"] if raising else []))
    return section("Cases", note + table(head, rows, text=(1, 4), code=(1,)))


def _case_input(report: FindReport, case: Case) -> str:
    if is_program(report.target, case.input, case.scenario):
        return shortened(written_program(report.target, case.input, case.scenario), 240)
    return ", ".join(f"{name}={shortened(source, 120)}" for name, source in case.input.items())


def _search(report: FindReport) -> str:
    runs = sum(each.runs for each in report.strategies)
    texts = list(shape_texts(report.shapes).items())
    shapes = table(("parameter", "shape"), texts, text=(0, 1), code=(0, 1))
    by = [each.found_by for each in report.findings]
    rows = [
        (each.name, f"{each.runs:,}", f"{each.solves:,}", f"{each.seconds:.1f} s", number(each.best), found)
        for each in report.strategies
        for found in [str(by.count(each.name) or "")]
    ]
    head = ("strategy", "runs", "solves", "time", "costliest run", "findings")
    note = (
        '<p class="faint">Time is that of all searching processes together. Costliest runs are in ops, at '
        "the small sizes that are searched; findings are run at larger sizes afterwards.</p>"
    )
    told = (
        f"{runs:,} runs in {report.elapsed:.1f} s, measured by {report.measure}; "
        f"stopped because: {report.stopped_because}"
    )
    figures = table(head, rows, text=(0,))
    return section("How it was found", f"{paragraph(told)}{shapes}{figures}{note if figures else ''}")


def _lost(lost: Sequence[Lost]) -> str:
    if not lost:
        return ""
    rows = [(short_path(each.site), each.reason, f"{each.count:,}") for each in lost]
    return section("Not seen", table(("place", "reason", "times"), rows, text=(0, 1)))


def _circumstances(report: FindReport) -> str:
    """What one needs to search again."""
    known = report.circumstances
    if known is None:
        return ""
    rows = [
        ("Python", markup(known.python)),
        ("slowpath", markup(known.slowpath)),
        ("package", markup(known.package)),
        ("date", markup(known.began)),
        ("seed", f"{report.seed}"),
        ("budget", f"{known.budget:g} s"),
    ]
    return section("Search again", pairs(rows, "facts") + code(known.command))
