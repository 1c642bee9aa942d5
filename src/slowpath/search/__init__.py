"""Strategies: which path of a target to look at next, where there are too many to look at all."""
