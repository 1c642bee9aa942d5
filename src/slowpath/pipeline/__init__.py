"""Pipelines: stages whose outputs are the inputs of the next, and what is known about them."""
