"""Words of a command line, as a shell reads them."""

from __future__ import annotations

import re
import shlex

_SPECIAL = re.compile(r'([\\"$`])')  # between double quotes; "!" too, in an interactive shell only


def quoted(word: str) -> str:
    """Return a word so that a shell reads it as it is, in single or double quotes, whichever is shorter."""
    single = shlex.quote(word)
    if "!" in word:
        return single
    double = '"' + _SPECIAL.sub(r"\\\1", word) + '"'
    return min(single, double, key=len)


def command_line(*words: str) -> str:
    """Return a command as one types it."""
    return " ".join(map(quoted, words))
