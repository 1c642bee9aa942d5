"""Worst cases in input space: the simplest expression in N that has the worst cost at every small size."""
