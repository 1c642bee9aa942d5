"""How many subjects `slowpath loops` brings to so many iterations, beside the figures of the thesis.

A subject succeeds with a seed if the innermost of its loops is reported with that many iterations inside the
loop around it, and if `nested.py`, a counter of its own, agrees when the reported program runs once more.
The two differ if an item is found early in a native loop: slowpath takes the size of the operand for its
iterations, `nested.py` the items that are passed. `redundant` and `hidden` are the subjects of the second
part; here only their loops count.

    python benchmarks/whitesyn/loops.py [--json] [--set loops|redundant|hidden] [--only NAME ...]
        [--seeds 0 1 ...] [--iterations 16 256 1024] [--budget 60] [--figure FILE]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median

from answer import Answer, ask
from catalogue import (
    HIDDEN,
    LOOP_ITERATIONS,
    LOOPS,
    PAPER_LOOPS,
    PAPER_REDUNDANT,
    REDUNDANT,
    REDUNDANT_ITERATIONS,
    WITHOUT_LOOP,
    Subject,
    marks,
)
from chosen import chosen
from nested import iterations as iterations_of

SETS = {
    "loops": (LOOPS, LOOP_ITERATIONS, PAPER_LOOPS),
    "redundant": (REDUNDANT, REDUNDANT_ITERATIONS, PAPER_REDUNDANT),
    "hidden": (HIDDEN, REDUNDANT_ITERATIONS, {}),
}
SEEDS = (0, 1, 2, 3, 4)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What one search came to. `checked` is what `nested.py` counted, None if nothing was reached."""

    name: str
    wanted: int
    seed: int
    iterations: int
    checked: int | None
    seconds: float
    program: str | None
    note: str

    @property
    def is_reached(self) -> bool:
        return self.iterations >= self.wanted

    @property
    def is_good(self) -> bool:
        return self.is_reached and self.is_true

    @property
    def is_true(self) -> bool:
        """Whether the own counter saw what was reported."""
        return not self.is_reached or (self.checked or 0) >= self.wanted


def main() -> int:
    """Print a row per subject; return 0 if all reach all iterations with all seeds."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--set", choices=SETS, default="loops")
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--seeds", type=int, nargs="+", default=SEEDS)
    parser.add_argument("--iterations", type=int, nargs="+")
    parser.add_argument("--budget", type=float, default=60, help="seconds for each search")
    parser.add_argument("--figure", type=Path, help="draw successes over iterations into this file")
    options = parser.parse_args()
    every, steps, paper = SETS[options.set]
    names = chosen(parser, options.only, [each.name for each in every])
    subjects = [each for each in every if each.name in names]
    steps = tuple(options.iterations or steps)
    outcomes: list[Outcome] = []
    for subject in subjects:
        outcomes += [
            search(subject, wanted, seed, options.budget) for wanted in steps for seed in options.seeds
        ]
        if not options.json:
            print(row(subject, steps, outcomes), flush=True)
    false_goals = [] if options.set != "loops" or options.only else without_loops(options.budget)
    if options.figure:
        draw(options.figure, steps, options.seeds, outcomes, paper)
    if options.json:
        told = {"set": options.set, "budget": options.budget, "seeds": list(options.seeds)}
        counts = {wanted: successes(wanted, options.seeds, outcomes) for wanted in steps}
        told |= {"of": len(subjects), "successes": counts, "paper": paper, "false_goals": false_goals}
        print(json.dumps({**told, "outcomes": [asdict(each) for each in outcomes]}, indent=1))
    else:
        print(summary(len(subjects), steps, options.seeds, outcomes, paper))
        for name in false_goals:
            print(f"{name} has no loop, and a goal was reported")
    return int(bool(false_goals) or not all(each.is_good for each in outcomes))


def search(subject: Subject, wanted: int, seed: int, budget: float) -> Outcome:
    """Search one subject, and count the iterations of the program that is reported."""
    answer = ask(subject.target, depth=subject.depth, iterations=wanted, budget=budget, seed=seed)
    goal = answer.at(subject.inner)
    if goal is None or goal.program is None:
        note = answer.note or ("no such goal" if goal is None else goal.blocked_by or "")
        return Outcome(subject.name, wanted, seed, 0, None, answer.seconds, None, note)
    checked = recount(subject, goal.program, wanted) if goal.is_reached else None
    return Outcome(
        subject.name,
        wanted,
        seed,
        goal.iterations,
        checked,
        answer.seconds,
        goal.program,
        goal.blocked_by or answer.note,
    )


def recount(subject: Subject, program: str, wanted: int) -> int:
    """Return the most iterations of all meant loops that a program shows, at N and somewhat above."""
    module = Path(__file__).parent / "subjects" / subject.inner.file
    lines = {mark: place.line for mark, place in marks().items() if place.file == subject.inner.file}
    best = 0
    for size in (wanted, wanted + 1, wanted + 2, 2 * wanted + 2):
        try:
            best = max(best, iterations_of(module, lines, subject.loops, program, size))
        except Exception as error:  # the program is not ours: whatever it raises, it shows nothing
            print(f"{subject.name}: {type(error).__name__}: {error} in\n{program}", file=sys.stderr)
        if best >= wanted:
            break
    return best


def without_loops(budget: float) -> list[str]:
    """Return the subjects without a loop of which a goal is reported."""
    answers: list[Answer] = [
        ask(each.target, depth=1, iterations=LOOP_ITERATIONS[0], budget=min(budget, 10))
        for each in WITHOUT_LOOP
    ]
    return [each.target for each in answers if each.goals]


def successes(wanted: int, seeds: Sequence[int], outcomes: Sequence[Outcome]) -> list[int]:
    """Return for each seed how many subjects reach so many iterations."""
    return [
        sum(
            each.is_reached and each.is_true
            for each in outcomes
            if (each.wanted, each.seed) == (wanted, seed)
        )
        for seed in seeds
    ]


def row(subject: Subject, steps: Sequence[int], outcomes: Sequence[Outcome]) -> str:
    """What all searches of one subject came to, beside the thesis."""
    own = [each for each in outcomes if each.name == subject.name]
    cells = []
    for wanted in steps:
        chosen = [each for each in own if each.wanted == wanted]
        good = sum(each.is_good for each in chosen)
        thesis = {True: "yes", False: "no", None: "?"}[subject.paper.get(wanted)]
        cells.append(f"{good}/{len(chosen)} ({thesis})")
    notes = {each.note for each in own if not each.is_reached and each.note}
    notes |= {"the own counter disagrees" for each in own if not each.is_true}
    middle = median(each.seconds for each in own)
    shown = "  ".join(f"{cell:11}" for cell in cells)
    return f"{subject.name:17} {subject.method:42} {shown} {middle:6.1f} s  {'; '.join(sorted(notes))[:120]}"


def summary(
    total: int, steps: Sequence[int], seeds: Sequence[int], outcomes: Sequence[Outcome], paper: dict[int, str]
) -> str:
    """Successes at each number of iterations, as in Figures 4.1 and 4.2: median, least and most."""
    lines = []
    for wanted in steps:
        counts = successes(wanted, seeds, outcomes)
        told = [
            sum(each.is_reached for each in outcomes if (each.wanted, each.seed) == (wanted, seed))
            for seed in seeds
        ]
        lines.append(
            f"{wanted:5} iterations: {median(counts):g} of {total} ({min(counts)} to {max(counts)} with "
            f"{len(counts)} seeds); reported {median(told):g}; the thesis {paper.get(wanted, '-')}"
        )
    return "\n" + "\n".join(lines)


def draw(
    file: Path,
    steps: Sequence[int],
    seeds: Sequence[int],
    outcomes: Sequence[Outcome],
    paper: dict[int, str],
) -> None:
    """Draw a figure like 4.1: the median of the successes, with the least and the most."""
    from matplotlib.figure import Figure

    counts = [successes(wanted, seeds, outcomes) for wanted in steps]
    middle = [median(each) for each in counts]
    spread = [
        [m - min(each) for m, each in zip(middle, counts, strict=True)],
        [max(each) - m for m, each in zip(middle, counts, strict=True)],
    ]
    figure = Figure(figsize=(6, 4))
    axes = figure.subplots()
    axes.errorbar(range(len(steps)), middle, yerr=spread, marker="o", capsize=4, label="slowpath loops")
    known = [(place, paper[each]) for place, each in enumerate(steps) if each in paper]
    values = [float(each.partition("-")[0]) for _, each in known]
    axes.plot([place for place, _ in known], values, marker="s", linestyle="--", label="WhiteSyn, 5 minutes")
    axes.set_xticks(range(len(steps)), [str(each) for each in steps])
    axes.set_xlabel("iterations of each loop")
    axes.set_ylabel("subjects that reach them")
    axes.set_ylim(bottom=0)
    axes.legend()
    figure.savefig(file, bbox_inches="tight")


if __name__ == "__main__":
    sys.exit(main())
