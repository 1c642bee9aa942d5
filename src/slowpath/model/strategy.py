"""The names of strategies, as `--without` takes them."""

from __future__ import annotations

from typing import Final

KNOWLEDGE: Final = "knowledge"  # no strategy, but what strategies know before they start
STRATEGIES: Final = (KNOWLEDGE, "evolve", "flip", "beam", "policy", "regex", "worst")
