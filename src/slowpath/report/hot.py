"""The lines of code that take the cost, as a table of an HTML page."""

from __future__ import annotations

from collections.abc import Sequence

from slowpath.model.cost import LineCost
from slowpath.report.element import folded
from slowpath.report.terminal import by_function, short_path
from slowpath.report.visible import markup

_LEAST = 0.005  # of the cost, below which a line is folded away: it explains nothing
_LINES = 16  # shown beside the folded ones at most: more are no longer the hot ones
_FOLDED = 200  # lines of the folded table: what a browser draws at once


def hot_lines(lines: Sequence[LineCost]) -> str:
    """The costliest lines in source order, function by function, each with its share as a bar; the others
    folded below them. "" if none has a cost."""
    total = sum(line.ops for line in lines)
    if not total:
        return ""
    hot = [line for line in lines[:_LINES] if line.ops >= _LEAST * total]
    rest = lines[len(hot) :]
    more = ""
    if rest:
        share = sum(line.ops for line in rest) / total
        noun = "line" if len(rest) == 1 else "lines"
        count = f"{len(rest):,} more" if hot else f"{len(rest):,}"
        told = f"{count} {noun} with {share:.1%} of the cost together"
        more = folded(told, _table(rest[:_FOLDED], total))
    return f"<h3>Where the cost is</h3>{_table(hot, total) if hot else ''}{more}"


def _table(lines: Sequence[LineCost], total: int) -> str:
    parts = ["<tr><th>share</th><th>hits</th><th>line</th><th></th></tr>"]
    for file, function, group in by_function(lines):
        indent = min((_indent(each.source) for each in group if each.source.strip()), default=0)
        parts.append(
            f'<tr><th colspan="4"><b>{markup(function or "<module>")}</b> '
            f'<span class="faint">{markup(short_path(file))}</span></th></tr>'
        )
        parts += [_row(each, total, indent) for each in group]
    return f'<div class="wide"><table class="code">{"".join(parts)}</table></div>'


def _row(line: LineCost, total: int, indent: int) -> str:
    share = line.ops / total
    told = f"{line.ops:,} ops, {line.native:,} of them in C code"
    return (
        f'<tr title="{told}"><td class="share"><s style="width:{100 * share:.0f}%"></s>'
        f"<b>{share:.1%}</b></td><td>{line.hits:,}</td><td>{line.line}</td>"
        f"<td><code>{markup(line.source[indent:].rstrip())}</code></td></tr>"
    )


def _indent(source: str) -> int:
    return len(source) - len(source.lstrip())
