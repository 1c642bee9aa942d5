"""slowpath's own work tells where it begins and ends."""

from __future__ import annotations

import sys

import pytest

from slowpath.target.trust import TRUSTED, trusted
from tests.unit.run.forked import forked


def test_it_ends_however_the_work_ends() -> None:
    def run() -> list[bool]:
        heard: list[bool] = []
        sys.addaudithook(lambda event, arguments: heard.append(*arguments) if event == TRUSTED else None)
        with pytest.raises(KeyError), trusted():
            raise KeyError
        return heard

    assert forked(run) == [True, False]
