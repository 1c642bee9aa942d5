"""Processes that search side by side do not do the same in the same order."""

from __future__ import annotations

import pytest

from slowpath.search.role import Role


@pytest.mark.parametrize(
    ("role", "sweeps", "scouts", "other_kinds", "untraced"),
    [
        (Role.ALL, True, True, False, Role.SWEEP),
        (Role.SWEEP, True, False, False, Role.SWEEP),
        (Role.SCOUT, False, True, True, Role.BREED),
        (Role.BREED, False, False, False, Role.BREED),
    ],
)
def test_what_each_does(role: Role, sweeps: bool, scouts: bool, other_kinds: bool, untraced: Role) -> None:
    assert (role.sweeps, role.scouts, role.other_kinds) == (sweeps, scouts, other_kinds)
    assert role.untraced is untraced
    assert not untraced.scouts
