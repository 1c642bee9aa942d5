"""Which inputs are admissible, per size."""
