"""States are equal if what can still be read of them is, whatever the addresses."""

from __future__ import annotations

from slowpath.abstract.code import Code, Instruction, StackOp
from slowpath.abstract.heap import Instance, Listed
from slowpath.abstract.iteration import Walking
from slowpath.abstract.kind import number
from slowpath.abstract.liveness import live
from slowpath.abstract.state import Frame, Work, thawed
from slowpath.abstract.store import Store
from slowpath.abstract.value import Ref, Value

READS = (Instruction(StackOp.LOAD, "x"), Instruction(StackOp.LOAD, "y"), Instruction(StackOp.RETURN))
CODE = Code("f", "f.py", ("x", "y", "z"), READS, frozenset("xyz"), live(READS))


def listed(*items: Value) -> Listed:
    return Listed(number(len(items)), items)


def work(heap: list[Listed | Instance], **variables: Value) -> Work:
    return Work([Frame(CODE, variables=dict(variables))], list(heap), Store(), [], {})


def test_a_variable_that_is_not_read_any_more_makes_no_difference() -> None:
    assert work([], x=number(1), z=number(2)).frozen() == work([], x=number(1)).frozen()
    assert work([], x=number(1), y=number(2)).frozen() != work([], x=number(1)).frozen()


def test_addresses_make_no_difference() -> None:
    one, two = listed(number(1)), listed(number(2))
    first = work([one, two], x=Ref(0), y=Ref(1)).frozen()
    assert work([two, one], x=Ref(1), y=Ref(0)).frozen() == first
    assert hash(work([two, one], x=Ref(1), y=Ref(0)).frozen()) == hash(first)
    assert work([two, one], x=Ref(0), y=Ref(1)).frozen() != first


def test_two_names_of_one_list_are_not_two_lists() -> None:
    one = listed(number(1))
    assert work([one, one], x=Ref(0), y=Ref(0)).frozen() != work([one, one], x=Ref(0), y=Ref(1)).frozen()


def test_what_nothing_refers_to_is_dropped() -> None:
    one = listed(number(1))
    assert work([listed(), one], x=Ref(1)).frozen() == work([one], x=Ref(0)).frozen()


def test_lists_in_lists_and_fields_are_kept() -> None:
    inner, outer = listed(number(7)), listed(Ref(0))
    state = work([inner, outer], x=Ref(1)).frozen()
    assert state.heap == (listed(Ref(1)), inner)
    state = work([inner, Instance(dict, (("a", Ref(0)),))], x=Ref(1)).frozen()
    assert state.heap == (Instance(dict, (("a", Ref(1)),)), inner)


def test_an_iteration_knows_what_is_left_of_a_list_that_nothing_else_has() -> None:
    long, short = listed(number(1), number(2)), listed(number(9), number(8), number(2))
    assert work([long], x=Walking(Ref(0), 1)).frozen() == work([short], x=Walking(Ref(0), 2)).frozen()
    named = work([long], x=Walking(Ref(0), 1), y=Ref(0)).frozen()
    assert named != work([short], x=Walking(Ref(0), 2), y=Ref(0)).frozen()


def test_a_thawed_state_freezes_to_itself_and_changes_alone() -> None:
    state = work([listed(number(1))], x=Ref(0), y=number(3)).frozen()
    again = thawed(state)
    assert again.frozen() == state
    again.heap.append(listed())
    again.frame.variables["y"] = number(4)
    assert thawed(state).frozen() == state
    assert again.frozen() != state


def test_a_copy_changes_alone() -> None:
    made = work([], x=number(1))
    copied = made.copy()
    copied.frame.stack.append(number(2))
    copied.counts[3] = 1
    copied.new(listed())
    assert (made.frame.stack, made.counts, made.heap) == ([], {}, [])
