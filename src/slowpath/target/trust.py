"""slowpath's own work in a process whose target may do only what is allowed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

TRUSTED: Final = "slowpath.trusted"  # the audit event: True where the work begins, False where it ends


@contextmanager
def trusted() -> Iterator[None]:
    """A context in which the audit hook refuses nothing. No code of the target runs in it."""
    sys.audit(TRUSTED, True)
    try:
        yield
    finally:
        sys.audit(TRUSTED, False)
