"""The example program that flips character tests."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path
from typing import Any

_SPEC = importlib.util.spec_from_file_location(
    "flip_example", Path(__file__).parents[2] / "examples" / "flip.py"
)
assert _SPEC is not None
assert _SPEC.loader is not None
_MODULE = sys.modules[_SPEC.name] = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(_MODULE)
flip: Any = _MODULE.flip
