"""Why a command came to its end."""

from __future__ import annotations

from enum import StrEnum


class StopReason(StrEnum):
    """Why a series, a search or an exploration ended. The value is what users read."""

    INTERRUPTED = "interrupted"
    TIME = "time budget"
    COST = "cost budget"
    DIED = "the searching process ended"

    # A series of growing sizes: how its last run ended, or a limit.
    SIZE = "size limit"
    RECURSION = "recursion limit"
    NOT_METERED = "the measure took too long"
    CPU_LIMIT = "cpu limit"
    TIME_LIMIT = "time limit"
    MEMORY_LIMIT = "memory limit"
    REFUSED = "refused"
    RUN_DIED = "died"

    # A search for slow inputs.
    QUIET = "no other slow place was found for a while"
    NOTHING_LEFT = "nothing new to try"

    # A search for programs that drive loops.
    GOALS_REACHED = "every goal is reached"

    # An exploration of paths.
    ALL_PATHS = "every path was explored"
    SOME_LOST = "every path that is known was explored, others may exist"
    UNDECIDED = "some paths could not be decided"
    NO_OTHER_TRACE = "no other trace can be wanted"
    RUNS = "limit on runs"
    SOLVES = "limit on solves"
    TRACES = "limit on traces"
    EXPLORER_DIED = "the exploring process ended"

    # A search for a worst case of a large size.
    PROMISE_KEPT = "the cost that small sizes promise is reached"
    NO_PROMISE = "small sizes promise no cost"
    ONLY_A_GUESS = "no held-out size confirms the cost that small sizes suggest"
    ABOVE_PROMISE = "the input costs more than small sizes promise"
    BELOW_PROMISE = "no way reaches the cost that small sizes promise"
    NO_INPUT = "no way gives an input"

    # A search for a suite, or for differences.
    NO_QUESTION_LEFT = "no run asks more"
