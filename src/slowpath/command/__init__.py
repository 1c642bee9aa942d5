"""One file per verb: an order, and `run(order, listener) -> report`, which owns the order of its steps."""
