"""Resource-driven generation (Albert, Gomez-Zamalloa, Rojas 2011): traces of an abstraction of the target,
from the highest cost down, guide the runs. See docs/explanation/driven.md."""
