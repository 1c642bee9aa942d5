"""Rewritten code whose slots are not settled yet.

Which slots of the ledger a module has depends on what was loaded before it. So a module is rewritten with
slots from `UNSETTLED` on, and moved to its place whenever it is loaded: what is kept on disk fits in every
process and for every target.
"""

from __future__ import annotations

from types import CodeType
from typing import Any

from slowpath.model.site import Site, SiteKind

# No number of a source is in the range from here on: it has 120 bits, and no pattern that code would have.
UNSETTLED = 0xB7E1_5162_8AED_2A6A_BF71_5880_9CF4_F3
PlainSite = tuple[Any, ...]  # what a site consists of, with slots from 0 on

_KINDS = {kind.value: kind for kind in SiteKind}


def moved_code(code: CodeType, first: int, count: int) -> CodeType:
    """Return the code of a module with its `count` slots from `first` on."""
    shift, last = first - UNSETTLED, UNSETTLED + count
    constants = tuple(
        each + shift
        if type(each) is int and UNSETTLED <= each < last
        else moved_code(each, first, count)
        if type(each) is CodeType
        else each
        for each in code.co_consts
    )
    return code.replace(co_consts=constants)


def plain_site(site: Site) -> PlainSite:
    """Return a site of rewritten code, with slots from 0 on."""
    return (
        site.index - UNSETTLED,
        site.kind.value,
        site.file,
        site.line,
        site.function,
        _moved(site.block, -UNSETTLED),
        tuple(each - UNSETTLED for each in site.loops),
        site.weights,
        tuple(each - UNSETTLED for each in site.rest),
        site.what,
    )


def moved_site(plain: PlainSite, first: int) -> Site:
    """Return a site with slots from `first` on."""
    index, kind, file, line, function, block, loops, weights, rest, what = plain
    return Site(
        index + first,
        _KINDS[kind],
        file,
        line,
        function,
        _moved(block, first),
        tuple([each + first for each in loops]) if loops else (),
        weights,
        tuple([each + first for each in rest]) if rest else (),
        what,
    )


def _moved(block: int, shift: int) -> int:
    return block if block < 0 else block + shift  # what is in no block has -1
