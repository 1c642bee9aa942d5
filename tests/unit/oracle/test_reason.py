"""The sentence that says why a cost grows."""

from __future__ import annotations

from dataclasses import replace

from slowpath.model.cost import LineCost, Ops, PatternCost
from slowpath.oracle.reason import reason


def line(number: int, ops: int, hits: int, native: int = 0, function: str = "work") -> LineCost:
    return LineCost("m.py", number, function, Ops(ops), Ops(native), hits, "do(x)")


def sentence(
    small: list[LineCost], large: list[LineCost], factor: float, pattern: PatternCost | None = None
) -> str:
    return reason(small, large, factor, pattern).sentence


def test_a_line_that_is_executed_more_often() -> None:
    small, large = [line(3, 1_000, 100), line(4, 10, 1)], [line(3, 4_000, 400), line(4, 10, 1)]
    told = sentence(small, large, 2)
    assert told.startswith("line 3 of work is executed 400 times")
    assert "with the square of the size" in told


def test_native_work_of_each_execution() -> None:
    told = sentence([line(3, 1_000, 10, native=900)], [line(3, 4_000, 20, native=3_800)], 2)
    assert "is executed 20 times, and the native work of each grows with the input" in told


def test_native_work_of_each_execution_that_grows_faster_than_the_input() -> None:
    told = sentence([line(3, 1_000, 10, native=900)], [line(3, 16_000, 20, native=15_800)], 2)
    assert "is executed 20 times, and the native work of each grows with its cube" in told
    told = sentence([line(3, 100, 10, native=90)], [line(3, 200_000, 20, native=199_800)], 2)
    assert "is executed 20 times, and the native work of each grows beyond every power of the size" in told


def test_native_work_that_is_the_same_each_time_is_not_blamed() -> None:
    told = sentence([line(3, 1_000, 10, native=900)], [line(3, 4_000, 40, native=3_600)], 2)
    assert "is executed 40 times, which grows with the square of the size: 100% of the cost" in told


def test_work_of_each_execution_that_is_not_native() -> None:
    told = sentence([line(3, 1_000, 3)], [line(3, 4_000, 3)], 2)
    assert "is executed 3 times, and the work of each grows with the square of the size" in told


def test_a_line_that_grows_more_slowly_than_the_whole_is_not_blamed() -> None:
    small = [line(3, 10_000, 100), line(4, 1_000, 100), line(5, 4_000, 40)]
    large = [line(3, 20_000, 200), line(4, 4_000, 400), line(5, 16_000, 160)]
    assert sentence(small, large, 2).startswith("line 5 of work")


def test_growth_that_no_large_line_explains() -> None:
    small = [line(3, 10_000, 100), *[line(10 + i, 5, 5) for i in range(100)]]
    large = [line(3, 20_000, 200), *[line(10 + i, 400, 400) for i in range(100)]]
    assert sentence(small, large, 2) == "no single line stands out"


def test_a_power_between_two_whole_ones_is_told_as_a_number() -> None:
    assert "like the size to the power 3.5" in sentence([line(3, 100, 2)], [line(3, 1_131, 2)], 2)
    assert "like the size to the power 1.5" in sentence([line(3, 1_000, 2)], [line(3, 2_828, 2)], 2)


def test_one_native_call() -> None:
    told = sentence([line(3, 1_000, 1, native=990)], [line(3, 8_000, 1, native=7_990)], 2)
    assert (
        "is executed once, and the native work that it begins grows with its cube: 100% of the cost" in told
    )


def test_a_pattern_that_was_kept_before_the_run() -> None:
    small = [line(3, 1_000, 0, native=1_000, function="<module>"), line(9, 90, 9)]
    large = [line(3, 90_000, 0, native=90_000, function="<module>"), line(9, 180, 18)]
    told = sentence(small, large, 2)
    assert told.startswith("line 3 of <module> keeps what is called elsewhere")
    assert "beyond every power of the size" in told


def test_the_pattern_that_does_the_work_is_named() -> None:
    small, large = [line(3, 1_000, 1, native=990)], [line(3, 8_000, 1, native=7_990)]
    assert sentence(small, large, 2, PatternCost("'(a|a)*b'", Ops(7_900))).endswith(
        "in the pattern '(a|a)*b'"
    )
    assert sentence(small, large, 2, PatternCost("'a' + 'b'", Ops(70))).endswith("of the cost")
    assert sentence(small, large, 2, PatternCost("'do(x)'", Ops(7_900))).endswith("of the cost")
    spelled = [replace(each, source=r"re.sub(r'\s+$', '', x)") for each in large]
    assert sentence(small, spelled, 2, PatternCost(r"r'\s+$'", Ops(7_900))).endswith("of the cost")
    assert sentence(small, large, 2, PatternCost(repr("a" * 500), Ops(7_900))).endswith("aaa...'")


def test_a_pattern_of_other_lines_is_not_named() -> None:
    pattern = PatternCost("'[^a]'", Ops(4_000))
    plain_small, plain_large = line(3, 1_000, 100), line(3, 4_000, 400)
    other_small, other_large = line(9, 2_100, 1, native=2_000), line(9, 4_100, 1, native=4_000)
    assert sentence([plain_small], [plain_large], 2, pattern).endswith("of the cost")
    assert "pattern" not in sentence([plain_small, other_small], [plain_large, other_large], 2, pattern)
    native_small, native_large = line(3, 1_000, 10, native=900), line(3, 4_200, 20, native=4_000)
    told = sentence([native_small, other_small], [native_large, other_large], 2, pattern)
    assert told.startswith("line 3")
    assert "pattern" not in told  # either line may have done it


def test_no_line_that_stands_out() -> None:
    assert sentence([], [line(3, 10, 1)], 2) == "no single line stands out"


def test_the_line_that_is_named_is_told() -> None:
    small, large = [line(3, 1_000, 10)], [replace(line(3, 4_000, 40), source="    f(a,  # (first\n")]
    assert reason(small, large, 2).line == large[0]
    assert reason([], large, 2).line is None


def test_a_small_function_that_is_called_too_often_leads_to_its_caller() -> None:
    leaf, call = line(9, 1_000, 100, function="tools.text_of"), line(3, 900, 100, function="Path.load")
    call = replace(call, source="found.append(text_of(part))")
    large = [replace(each, ops=Ops(4 * each.ops), hits=400) for each in (leaf, call)]
    assert sentence([leaf, call], large, 2).startswith("line 3 of Path.load ")
    seldom = [large[0], replace(large[1], hits=200)]
    assert sentence([leaf, call], seldom, 2).startswith("line 9 of tools.text_of")
    cheap = [large[0], replace(large[1], ops=Ops(700))]
    assert sentence([leaf, replace(call, ops=Ops(175))], cheap, 2).startswith("line 9 of tools.text_of")


def test_a_special_method_leads_to_the_line_with_its_operator() -> None:
    method, compared = line(9, 1_000, 100, function="Version.__lt__"), line(3, 900, 100, function="latest")
    compared = replace(compared, source="if all(not one < other for other in versions):")
    large = [replace(each, ops=Ops(4 * each.ops), hits=400) for each in (method, compared)]
    assert sentence([method, compared], large, 2).startswith("line 3 of latest is executed 400 times")
    seldom = [large[0], replace(large[1], hits=200)]
    assert sentence([method, compared], seldom, 2).startswith("line 9 of Version.__lt__")
    beside = [large[0], replace(large[1], source="total += 1")]  # no operator of it
    assert sentence([method, compared], beside, 2).startswith("line 9 of Version.__lt__")


def test_a_special_method_leads_to_the_line_whose_native_work_calls_it() -> None:
    method = line(9, 7_000, 100, function="Status.__gt__")
    largest = line(3, 2_000, 10, native=1_900)
    small = [method, largest]
    large = [
        replace(method, ops=Ops(28_000), hits=400),
        replace(largest, ops=Ops(8_000), native=Ops(7_800), hits=20),
    ]
    told = sentence(small, large, 2)
    assert told.startswith("line 3 of work is executed 20 times, and the native work of each grows")
    assert told.endswith(": 100% of the cost with Status.__gt__")
    by_python = [large[0], replace(large[1], native=Ops(0))]
    assert sentence(small, by_python, 2).startswith("line 9 of Status.__gt__ is executed 400 times")
