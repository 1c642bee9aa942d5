"""Every error slowpath raises on purpose.

    SlowpathError                 a mistake the user can fix; shown without a traceback
     ├── UsageError               an option, an input or a setting makes no sense
     │    ├── InputError          an input expression does not parse or evaluate
     │    ├── MeasureError        no such measure, or a measure that cannot be parsed
     │    │    └── NotObservable  a measure that the traces of a target do not tell
     │    ├── NotAbstracted       the traces of a target cannot be told from its text, or are too many
     │    └── ShapeError          a shape that cannot be parsed, admits nothing or cannot be inferred
     ├── TargetError              the target cannot be located or loaded
     │    ├── TargetNotFound      no such module, file or attribute
     │    ├── SourceUnavailable   a builtin, a C extension, or Python without its source
     │    ├── TargetSyntaxError   the source does not compile
     │    └── TargetImportError   the target's module fails while it is imported
     └── WorkerError              the process that runs the target could not be used

    InputRejected                 (Exception) a constructor refuses an input of the shape
    BudgetExceeded                (BaseException) ends a run at a block boundary

A SlowpathError says what happened and where; `hint` is the next step.
"""

from __future__ import annotations


class SlowpathError(Exception):
    """A mistake that the user can fix."""

    def __init__(self, message: str, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.message}\n{self.hint}" if self.hint else self.message


class UsageError(SlowpathError):
    """An option, an input or a setting makes no sense."""


class InputError(UsageError):
    """An input expression does not parse, does not evaluate or does not fit the parameters."""


class MeasureError(UsageError):
    """No such measure, or one that cannot be parsed."""


class NotObservable(MeasureError):
    """The measure cannot be computed on the traces of the target."""


class NotAbstracted(UsageError):
    """The traces of the target cannot be told from its text, or they are too many."""


class ShapeError(UsageError):
    """A shape that cannot be parsed, admits nothing, or cannot be inferred."""


class TargetError(SlowpathError):
    """The target cannot be located or loaded."""


class TargetNotFound(TargetError):
    """No such module, file or attribute."""


class SourceUnavailable(TargetError):
    """The target is a builtin, a C extension, or Python without its source."""


class TargetSyntaxError(TargetError):
    """The target's source does not compile."""


class TargetImportError(TargetError):
    """The target's module fails while it is imported."""


class WorkerError(SlowpathError):
    """The process that runs the target could not be used."""


class InputRejected(Exception):
    """A constructor refuses an input of the shape: the input is none, the search goes on."""


class BudgetExceeded(BaseException):
    """The run spent its cost budget.

    Not an Exception, so that `except Exception` in a target does not swallow it.
    """
