"""The tables as text, in the layout of the XSTRESSOR paper."""

from __future__ import annotations

from collections.abc import Sequence

from catalogue import named
from entries import Row, worst
from rivals import Answer, Rival

CASE_STUDIES = ("cmp", "Boyer-Moore")
CASE_SIZES = (50, 100, 500)
OVER = "cap"


def total_times(rows: Sequence[Row], sizes: Sequence[int], rivals: Sequence[Rival] = ()) -> str:
    """Table I: total CPU seconds by size, path space (X) and its rivals."""
    letters = ["X", *[rival.letter for rival in rivals]]
    blocks = [sizes[start : start + 3] for start in range(0, len(sizes), 3)]
    return "\n\n".join(
        "\n".join(
            [
                _line("program", [f"{size} {letter}" for size in block for letter in letters]),
                *[_line(row.program, _cells(row, block, letters[1:])) for row in rows],
            ]
        )
        for block in blocks
    )


def breakdown(rows: Sequence[Row], sizes: Sequence[int]) -> str:
    """Table II: seconds of model building, of path prediction and of the solver."""
    head = [f"{size} {step}" for size in sizes for step in ("path", "solve")]
    lines = [_line("program", ["model", *head])]
    for row in rows:
        entries = {entry.size: entry for entry in row.entries}
        cells = [f"{row.model:.2f}"]
        for size in sizes:
            entry = entries.get(size)
            cells += ["-", "-"] if entry is None else [f"{entry.synthesis:.3f}", f"{entry.solving:.3f}"]
        lines.append(_line(row.program, cells))
    return "\n".join(lines)


def case_studies(rows: Sequence[Row], rivals: Sequence[Rival] = ()) -> str:
    """Table III: model building, then prediction alone, of the two case studies."""
    letters = [rival.letter for rival in rivals]
    head = [f"model {letter}" for letter in (*letters, "X")]
    head += [f"{size} {letter}" for size in CASE_SIZES for letter in (*letters, "X")]
    lines = [_line("program", head)]
    for row in rows:
        if row.program not in CASE_STUDIES:
            continue
        cells = []
        for letter in letters:
            answers = [each for each in row.rivals.get(letter, {}).values() if each is not None]
            cells.append(f"{answers[0].before:.2f}" if answers else "-")
        cells.append(f"{row.model:.2f}")
        entries = {entry.size: entry for entry in row.entries}
        for size in CASE_SIZES:
            for letter in letters:
                answer = row.rivals.get(letter, {}).get(size)
                alone = (
                    None
                    if answer is None
                    else Answer(answer.seconds - answer.before, answer.cost, answer.over)
                )
                cells.append(_answer(alone, worst(row, size)))
            cells.append(f"{entries[size].prediction:.3f}" if size in entries else "-")
        lines.append(_line(row.program, cells))
    return "\n".join(lines)


def stopped(rows: Sequence[Row]) -> str:
    """What stopped path space, and what the other ways reach at the largest size."""
    lines: list[str] = []
    for row in rows:
        if row.stopped is None:
            continue
        small = ", ".join(f"{size}: {cost:,}" for size, cost in row.small.items())
        lines.append(f"{row.program}: {row.stopped} (worst of small sizes {small})")
        program = named(row.program)
        for each in row.ways:
            if each.cost is None:
                lines.append(f"    {each.way}: {each.why}")
                continue
            if program.truth is not None:
                of = f", {_share(each.cost, program.truth(each.size))} of the worst case"
            else:
                of = ""
            lines.append(f"    {each.way}: {each.cost:,} at N = {each.size}{of}")
            if each.recipe is not None:
                lines += [f"        {name} = {source}" for name, source in each.recipe.items()]
    return "\n".join(lines)


def _cells(row: Row, sizes: Sequence[int], letters: Sequence[str]) -> list[str]:
    entries = {entry.size: entry for entry in row.entries}
    cells = []
    for size in sizes:
        entry = entries.get(size)
        cells.append("-" if entry is None else f"{entry.total:.2f}{'' if entry.exact else '!'}")
        if size > named(row.program).largest:
            cells += ["-"] * len(letters)
            continue
        for letter in letters:
            answers = row.rivals.get(letter, {})
            over = any(each is not None and each.over and known < size for known, each in answers.items())
            cells.append(OVER if over else _answer(answers.get(size), worst(row, size)))
    return cells


def _answer(answer: Answer | None, most: int) -> str:
    if answer is None:
        return "-"
    if answer.cost >= most:
        return f"{answer.seconds:.1f}"
    return f"{OVER if answer.over else f'{answer.seconds:.1f}'} {_share(answer.cost, most)}"


def _share(cost: int, most: int) -> str:
    return f"{1000 * cost // most / 10}%" if 0.99 * most < cost < most else f"{100 * cost // max(1, most)}%"


def _line(head: str, cells: Sequence[str]) -> str:
    return f"{head:20}" + "".join(f"{cell:>11}" for cell in cells)
