"""Driven generation in a process of its own: the counterpart of `explore.outpost` for traces."""

from __future__ import annotations

from collections.abc import Sequence

from slowpath.abstract.driven import Budget, Driven
from slowpath.explore.exploration import lost
from slowpath.explore.outpost import Ended, Scene, Send, send_batches, serve
from slowpath.explore.policy import parse
from slowpath.model.report import Traces


def main(arguments: Sequence[str]) -> None:
    """Follow the traces of one order. Arguments: the request, reply and life pipes."""
    serve(arguments, _follow)


def _follow(scene: Scene, send: Send) -> None:
    order = scene.order
    assert order.policy is not None
    compared = parse(order.policy, order.measures[0], scene.model).measures
    search = Driven(
        scene.target,
        scene.shapes,
        order.size,
        compared[0] if compared else "instructions",
        scene.settings,
        scene.model,
        naive=order.naive,
        budget=Budget(seconds=order.seconds),
        others=order.measures,
    )
    scene.begin(send)
    send_batches(search.found(search.parsed(order.policy)), send)
    follower, tally = search.follower, search.tally
    traces = Traces(
        "naive" if order.naive else "enhanced", search.abstraction.graph.count, tally.tried, tally.feasible
    )
    send(Ended(follower.explorer.tally, lost(follower.explorer.tally, follower.sites), traces))
