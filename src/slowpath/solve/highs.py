"""Linear programs by HiGHS: rows of factors between bounds, over real or whole numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    Floats = np.ndarray[Any, np.dtype[np.float64]]
    Places = np.ndarray[Any, np.dtype[np.int32]]


@dataclass(frozen=True, slots=True)
class LinearProgram:
    """Values between `low` and `high` whose rows are between `lower` and `upper`.

    Row r has the factors from `starts[r]` up to `starts[r + 1]`, each at its column.
    """

    starts: Places
    columns: Places
    factors: Floats
    lower: Floats
    upper: Floats
    low: Floats
    high: Floats


@dataclass(frozen=True, slots=True)
class LinearOutcome:
    """What HiGHS says: `values` if it found some, whether there are none, or why it does not know."""

    values: Floats | None
    is_infeasible: bool = False
    is_late: bool = False
    message: str = ""


def solve_program(program: LinearProgram, seconds: float, *, whole: bool) -> LinearOutcome:
    """Return values that meet a program, whole numbers if asked for, within some seconds."""
    import numpy as np

    highspy = _library()
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("time_limit", float(seconds))
    solver.passModel(_model(program, whole))
    solver.run()
    status = solver.getModelStatus()
    kinds = highspy.HighsModelStatus
    if status in (kinds.kInfeasible, kinds.kUnboundedOrInfeasible):  # nothing is maximised: never unbounded
        return LinearOutcome(None, is_infeasible=True)
    told = solver.modelStatusToString(status)
    if status != kinds.kOptimal:
        return LinearOutcome(None, is_late=status == kinds.kTimeLimit, message=told)
    return LinearOutcome(np.array(solver.getSolution().col_value))


def _library() -> Any:
    """The bindings of HiGHS, half of which have no types."""
    import highspy

    return highspy


def _model(program: LinearProgram, whole: bool) -> Any:
    import numpy as np

    highspy = _library()
    count = len(program.low)
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = count, len(program.lower)
    model.col_cost_ = np.zeros(count)
    model.col_lower_, model.col_upper_ = program.low, program.high
    model.row_lower_, model.row_upper_ = program.lower, program.upper
    matrix = model.a_matrix_
    matrix.format_ = highspy.MatrixFormat.kRowwise
    matrix.num_col_, matrix.num_row_ = count, len(program.lower)
    matrix.start_, matrix.index_, matrix.value_ = program.starts, program.columns, program.factors
    if whole:
        model.integrality_ = [highspy.HighsVarType.kInteger] * count
    return model
