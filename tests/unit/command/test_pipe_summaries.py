"""Each stage is summarised for what the one before puts out, once, and the library is asked first."""

from __future__ import annotations

from typing import Any

import pytest

from slowpath.command import pipe_summaries
from slowpath.command.pipe_summaries import SummarySource, examine
from slowpath.command.stages import ExamineOrder, StagesExamined, Summarised, SummaryOrder
from slowpath.errors import ShapeError, UsageError
from slowpath.pipeline.library import NoDocuments
from slowpath.pipeline.selection import StageInput
from slowpath.pipeline.structure import ValueStructure
from slowpath.pipeline.summary import PathNote, Summary
from tests.unit.command.piping import LINES, Piped, note, pipe_order, summary

SHORT = ValueStructure("text", 2)
LONG = ValueStructure("text", 50)
STAGES = ("a:f(_, 7)", "b:g")


class Kept(NoDocuments):
    """A library in memory."""

    def __init__(self) -> None:
        super().__init__()
        self.documents: dict[str, bytes] = {}

    def get(self, kind: str, key: str) -> bytes | None:
        return self.documents.get(key)

    def put(self, kind: str, key: str, document: bytes) -> None:
        self.documents[key] = document


class Children:
    """Children that give a stage the paths that they are told, by its place."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *paths: tuple[PathNote, ...]) -> None:
        self.paths = paths
        self.asked: list[SummaryOrder] = []
        monkeypatch.setattr(pipe_summaries, "ask", self._ask)

    def _ask(self, serve: Any, order: SummaryOrder, reply: Any, listener: Any, what: str) -> Summarised:
        self.asked.append(order)
        return Summarised(summary(*self.paths[order.place], stage=order.stage))


def source_for(
    *stages: str, documents: NoDocuments | None = None, piped: Piped | None = None, **more: Any
) -> SummarySource:
    examined = StagesExamined(tuple(f"code of {stage}" for stage in stages), "text(N)")
    task = (piped or Piped(pipe_order(*stages, **more))).task
    return SummarySource(task, documents or NoDocuments(), examined)


def test_the_shape_of_the_input_must_fit_the_size(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[ExamineOrder] = []
    examined = StagesExamined(("code",), "text(2 * N)")

    def ask(serve: Any, order: ExamineOrder, reply: Any, listener: Any, what: str) -> StagesExamined:
        asked.append(order)
        return examined

    monkeypatch.setattr(pipe_summaries, "ask", ask)
    piped = Piped(pipe_order("a:f(_, 7)", shape="text(2 * N)"))
    assert examine(piped.task) is examined
    assert asked[0].stages == (("a:f(_, 7)", "a:f", "_, 7", ""),)
    assert asked[0].shape == "text(2 * N)"
    assert piped.said == ["loading the stages"]
    examined = StagesExamined(("code",), "text(N - 9)")
    with pytest.raises(ShapeError, match="the input"):
        examine(piped.task)


def test_a_stage_is_summarised_for_each_output_of_the_one_before(monkeypatch: pytest.MonkeyPatch) -> None:
    first = (note(9, SHORT, alphabet=((97, 99),)), note(5, LONG, alphabet=((48, 57),)))
    children = Children(monkeypatch, first, (note(4),))
    source = source_for(*STAGES)
    found = source.summaries()
    assert [list(each) for each in found] == [[None], [LONG, SHORT]]
    begin, *rest = children.asked
    assert (begin.shape, begin.given, begin.size, begin.feeds) == ("text(N)", None, 3, True)
    assert [(each.shape, each.given, each.size, each.feeds) for each in rest] == [
        (None, StageInput(LONG, ((48, 57),)), 50, False),
        (None, StageInput(SHORT, ((97, 99),)), 2, False),
    ]
    assert begin.before == ()
    assert [[path.weight for path in each.before] for each in rest] == [[5], [9]]
    assert [(each.stage, each.size, each.paths, each.reused, each.input) for each in source.notes] == [
        ("a:f(_, 7)", 3, 2, False, "text(N)"),
        ("b:g", 50, 1, False, "text(N, digits)"),
        ("b:g", 2, 1, False, "text(N, 'abc')"),
    ]


def test_time_is_shared_by_the_summaries_that_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    children = Children(monkeypatch, (note(9, SHORT), note(5, LONG)), (note(4),))
    piped = Piped(pipe_order(*STAGES, seconds=100.0))
    piped.clock.now = 10.0
    source_for(*STAGES, piped=piped).summaries()
    # 60 of the 100 s are for summaries, and 10 are over: a stage that waits counts as one summary and a half.
    assert [each.seconds for each in children.asked] == pytest.approx([50 / 2.5, 50 / 2, 50 / 1])
    children.asked.clear()
    piped.clock.now = 90.0
    source_for(*STAGES, piped=piped).summaries()
    assert [each.seconds for each in children.asked] == [1.0] * 3


def test_a_summary_that_is_missing_for_an_output_is_added(monkeypatch: pytest.MonkeyPatch) -> None:
    lengths = [ValueStructure("text", length) for length in (80, 40, 20, 10, 5)]
    children = Children(monkeypatch, tuple(note(9, each) for each in lengths), (note(4),))
    piped = Piped(pipe_order(*STAGES, seconds=100.0))
    library = Kept()
    source = source_for(*STAGES, piped=piped, documents=library)
    found = source.summaries()
    assert list(found[1]) == lengths[:3]
    piped.clock.now = 60.0
    assert source.add(found)
    assert list(found[1]) == lengths[:4]
    assert children.asked[-1].seconds == pytest.approx(40 * 0.25)
    full = source_for(*STAGES, documents=library, reuse="full")
    again = full.summaries()
    assert full.add(again)
    assert not full.add(again)  # the library has no more
    assert list(again[1]) == lengths[:4]
    assert source.add(found)
    assert not source.add(found)
    assert list(found[1]) == lengths


def test_a_summary_comes_from_the_library_if_nothing_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    children = Children(monkeypatch, (note(9, SHORT),), (note(4),))
    library = Kept()
    made = source_for(*STAGES, documents=library).summaries()
    assert len(children.asked) == 2
    again = source_for(*STAGES, documents=library)
    assert again.summaries() == made
    assert len(children.asked) == 2
    assert [each.reused for each in again.notes] == [True, True]
    changed = source_for("a:f(_, 8)", "b:g", documents=library)
    changed.summaries()
    assert [each.reused for each in changed.notes] == [False, True]


def test_reuse_says_whether_the_library_may_or_must_have_it(monkeypatch: pytest.MonkeyPatch) -> None:
    children = Children(monkeypatch, (note(9, SHORT),), (note(4),))
    library = Kept()
    with pytest.raises(UsageError, match=r"the library has no summary of stage 1, a:f.* at size 3"):
        source_for(*STAGES, documents=library, reuse="full").summaries()
    assert children.asked == []
    source_for(*STAGES, documents=library).summaries()
    source_for(*STAGES, documents=library, reuse="full").summaries()
    assert len(children.asked) == 2
    source_for(*STAGES, documents=library, reuse="none").summaries()
    assert len(children.asked) == 4


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ((), (), "stage 1, a:f.*: no run of it came to its end$"),
        ((note(raises="ValueError: no"),), (), "stage 1, a:f.*, raises on its input: ValueError: no"),
        ((note(output="set"),), (), "stage 1, a:f.*, puts out set, which no other stage can be given"),
        (
            (note(structure=ValueStructure("list", 0)),),
            (),
            "stage 1, a:f.*, puts out nothing for stage 2: an empty list",
        ),
        ((note(structure=LINES),), (), "stage 2, b:g: no run of it came to its end on what stage 1 puts out"),
        (
            (note(structure=LINES),),
            (note(raises="KeyError: 3"),),
            "stage 2, b:g, raises on what stage 1 puts out: KeyError: 3",
        ),
    ],
)
def test_a_stage_with_nothing_to_go_on_is_an_error(
    monkeypatch: pytest.MonkeyPatch, first: tuple[PathNote, ...], second: tuple[PathNote, ...], told: str
) -> None:
    Children(monkeypatch, first, second)
    with pytest.raises(UsageError) as raised:
        source_for(*STAGES).summaries()
    assert raised.match(f"(?m){told}")


def test_an_output_that_the_hint_of_the_next_stage_does_not_admit_is_an_error(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Children(monkeypatch, (note(structure=LINES), note(structure=LONG)), (note(),))
    source = source_for(*STAGES)
    source.examined = StagesExamined(("", ""), "text(N)", ("", "int"))
    with pytest.raises(UsageError, match=r"stage 2, b:g, takes int by its hint, but stage 1, a:f.*text of"):
        source.summaries()
    source.examined = StagesExamined(("", ""), "text(N)", ("", "str"))
    found = source.summaries()
    assert not source.add(found)
    assert list(found[1]) == [LONG]


def test_a_lone_stage_may_raise(monkeypatch: pytest.MonkeyPatch) -> None:
    Children(monkeypatch, (note(raises="ValueError: no"),))
    found: list[dict[Any, Summary]] = source_for("a:f").summaries()
    assert [path.raises for path in found[0][None].paths] == ["ValueError: no"]


def test_results_that_do_not_tell_their_input_are_noted_if_a_stage_takes_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    Children(monkeypatch, (note(structure=LINES, opaque=True),), (note(opaque=True),))
    source = source_for(*STAGES)
    source.summaries()
    (told,) = source.notices
    assert told.startswith("some results of stage 1, a:f(_, 7), do not tell how they depend on its input")
