"""The answer of `find` as text."""

from __future__ import annotations

from dataclasses import replace
from itertools import takewhile

from click import unstyle

from slowpath.model.find import OF_SETUP, Beyond, Evidence, Unended
from slowpath.model.growth import Growth
from slowpath.model.redundancy import Remedy
from slowpath.model.scenario import Scenario
from slowpath.report.finding import text
from tests.unit.report.found import FINDING, HOSTILE, LARGE, LINEAR, QUADRATIC, report


def lines(*arguments: object, **options: object) -> list[str]:
    return unstyle(text(report(*arguments, **options), "a plot")).splitlines()  # type: ignore[arg-type]


def test_a_finding_is_told_with_its_evidence() -> None:
    told = lines(FINDING)
    assert told[:2] == ["shop:dedupe", "  xs = ints(N)  (hint list[int])"]
    assert "O(n^2)  xs=list(range(N))" in told
    assert "  N = 2,048: 16,777,216 ops" in told  # no ratio to random inputs: that would not be fair
    assert "  N = 4,096: 1.6 s of CPU in the plain function, growing like n^2.0" in told
    why = told.index("why  line 4 of dedupe is executed 2,048 times")
    assert told[why + 1] == "       if x not in seen:"
    assert "a plot" in told
    assert "1,234 runs in 4.2 s; stopped because: time budget" in told
    assert "  /src/shop.py:9: calls of C code (3 times)" in told


def test_what_the_evidence_is_and_how_far_it_goes() -> None:
    timed = replace(FINDING, evidence=Evidence.BOTH)
    assert "  counted and timed, up to N = 4,096" in lines(timed)
    short = replace(FINDING, seconds=(), slope=None, beyond=Beyond(4096, "RecursionError"))
    assert "  counted, up to N = 2,048; from N = 4,096 on: RecursionError" in lines(short)


def test_an_input_that_no_caller_would_write_is_labelled() -> None:
    odd = replace(FINDING, natural=False)
    told = lines(odd, odd)
    assert any(line.startswith("  no caller would write this input") for line in told)
    assert "(no caller would write it)" in " ".join(" ".join(told[told.index("also") + 1 :][:2]).split())
    assert not any("no caller" in line for line in lines(FINDING, FINDING))


def test_a_product_of_sizes_is_told() -> None:
    told = "  a product of sizes: it grows in proportion to each of xs, ys and what the setup makes alone"
    assert told in lines(replace(FINDING, product=("xs", "ys", OF_SETUP)))


def test_a_class_that_fits_as_well_is_told() -> None:
    tied = replace(QUADRATIC, why="O(n^3) fits as well (the simpler is named)")
    assert "  O(n^3) fits as well (the simpler is named)" in lines(replace(FINDING, growth=tied))


def test_growth_is_told_with_that_of_the_input_if_it_holds_more_than_n() -> None:
    assert "O(n^2), for an input of O(n^2)  xs=list(range(N))" in lines(replace(FINDING, input=QUADRATIC))


def test_large_results_are_listed() -> None:
    told = lines(large_results=(LARGE,) * 6)
    assert "nothing found that grows faster than its input and result" in told
    heading = told.index("large results: the cost grows as what comes back does")
    assert told[heading + 1 : heading + 3] == [
        "  O(n^2)  xs='a' * N",
        "    N = 1,024: 1,048,576 characters and items come back, for 4,194,304 ops",
    ]
    assert told[heading + 9] == "  and 2 more"


def test_what_takes_no_time_to_speak_of_is_told() -> None:
    minor = replace(FINDING, seconds=((2048, 0.0101),), slope=2.0, beyond=Beyond(4096, "RecursionError"))
    told = "  minor: about 0.01 s for 100,000 characters and items by this growth"
    assert f"{told}, or for the longest that was seen to end like this" in text(report(minor)).splitlines()
    short = replace(FINDING, seconds=((100_000, 0.05),), slope=2.0)
    assert (
        "  minor: about 0.05 s for 100,000 characters and items by this growth"
        in text(report(short)).splitlines()
    )
    assert "(minor)" in text(report(FINDING, minor))
    assert "minor" not in text(report(FINDING, FINDING))


def test_a_loop_in_one_line_is_told_apart_from_what_follows_it() -> None:
    nested = "__import__('functools').reduce(lambda inner, _: {'a': inner}, range(N), {})"
    told = " ".join(" ".join(lines(large_results=(replace(LARGE, recipe={"xs": nested}),))).split())
    assert "xs = {}; for i in range(N): xs = {'a': xs}; then dedupe(xs)" in told


def test_an_inconclusive_search_says_so() -> None:
    told = lines(growth=None, inconclusive="the target returned for 0 of 9 inputs", advice="say --arg")
    assert "inconclusive: the target returned for 0 of 9 inputs" in told
    assert "say --arg" in told
    assert not any("nothing found" in line for line in told)
    assert sum("same" in line for line in lines(inconclusive="the same", advice="the same")) == 1


def test_other_findings_are_listed() -> None:
    told = lines(FINDING, *[replace(FINDING, recipe={"xs": f"[{each}] * N"}) for each in range(6)])
    also = told.index("also")
    assert told[also + 1] == "  O(n^2)  xs=[0] * N  at /src/shop.py:4 in dedupe"
    assert sum(" * N  at " in line for line in told) == 4


def test_a_class_that_is_not_known_is_an_exponent() -> None:
    vague = replace(FINDING, growth=Growth(((8, 10), (16, 36)), None, 1.84, 0.2))
    assert lines(vague)[3].startswith("about n^1.8  xs=")


def test_an_explosion_is_not_said_to_grow_like_a_power() -> None:
    growth = Growth(tuple((n, 2**n) for n in range(8, 16)), "O(2^n)", None, 0.9)
    seconds = ((16, 0.1), (18, 0.4))
    told = lines(replace(FINDING, growth=growth, seconds=seconds, slope=11.8))
    assert "  N = 18: 0.4 s of CPU in the plain function, 2 times as much for each step of N" in told
    assert not any("n^" in line.replace("2^n", "") for line in told)
    in_steps = ((2, 1e-6), (24, 0.0125), (33, 0.2), (34, 0.4))
    told = lines(replace(FINDING, growth=growth, seconds=in_steps, slope=11.8))
    assert any(line.endswith("1.4 times as much for each step of N") for line in told)


def test_nothing_found() -> None:
    told = lines(growth=LINEAR, advice="say what it takes")
    assert "nothing found that grows faster than its input" in told
    assert "say what it takes" in told


def test_an_input_without_an_end() -> None:
    told = lines(growth=None, unended=(Unended({"s": "'<'"}, 10_000_000, 4.0),))
    assert "does not terminate  s='<'  at N = 1" in told
    within = "  did not finish within 10,000,000 ops or 4 s of the plain function"
    assert any(line.startswith(within) for line in told)
    assert "nothing found that grows faster than its input" not in told


def test_packages_that_were_counted_in() -> None:
    assert "  counted in one, two too" in lines(FINDING, scope=("one", "two"))


def test_a_long_recipe_is_wrapped_and_never_cut() -> None:
    source = " + ".join(f"'word {each}' * N" for each in range(30))
    told = lines(replace(FINDING, recipe={"xs": source}))
    begin = next(i for i, line in enumerate(told) if line.startswith("O(n^2)  xs="))
    recipe = [told[begin], *takewhile(lambda line: line.startswith(" " * 8), told[begin + 1 :])]
    assert "".join(line[8:] for line in recipe) == f"xs={source}"
    assert max(map(len, recipe)) <= 100


def test_a_long_exception_is_shortened() -> None:
    told = lines(replace(FINDING, raises="ValueError: " + "no\n" * 200))
    (line,) = [line for line in told if "it raises" in line]
    assert len(line) < 120


def test_texts_from_outside_are_spelled() -> None:
    told = text(report(replace(FINDING, raises=HOSTILE, reason=HOSTILE), advice=HOSTILE))
    assert "\x1b[31m" not in unstyle(told).replace("\\x1b", "")
    assert "\u202e" not in told


def test_a_program_has_lines_of_its_own() -> None:
    made = replace(
        FINDING, scenario=Scenario("x = Box()\nfor i in range(N):\n    x.add(i)"), recipe={"xs": "x"}
    )
    shown = unstyle(text(report(made, made)))
    assert "    x = Box()\n    for i in range(N):\n        x.add(i)\n    dedupe(" in shown
    assert "# measured" in shown
    assert "x = Box(); for i in range(N):" in shown  # the second, in one line


def test_remedies_are_shown_behind_their_findings() -> None:
    remedy = Remedy(
        "--- a/shop.py\n+++ b/shop.py\n-    slow\n+    quick\n", "equal on 9 inputs", "O(n^2)", "O(n)"
    )
    told = lines(replace(FINDING, remedy=remedy), replace(FINDING, remedy=remedy))
    assert "remedy  equal on 9 inputs" in told
    assert told[told.index("remedy  equal on 9 inputs") + 3 :][:2] == ["  -    slow", "  +    quick"]
    assert any(line.startswith("remedy at ") and line.endswith("  equal on 9 inputs") for line in told)
    assert not any(line.startswith("remedy") for line in lines(FINDING))
