"""A target that attacks while it is imported, as `hostile` does."""

import os

import tests.functional.hostile as hostile

SUCCEEDED = []
_NATIVE = hostile.NATIVE_AT_IMPORT if os.environ.get("HOSTILE_NATIVE") else {}
for name, attack in (hostile.PLAIN_AT_IMPORT | _NATIVE).items():
    try:
        attack()
    except (OSError, ArithmeticError):
        continue
    SUCCEEDED.append(name)


def successes() -> None:
    """Raise an error that names the attacks that succeeded."""
    raise ValueError(SUCCEEDED)
