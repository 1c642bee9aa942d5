"""One execution of a target: worker processes, limits, permissions, messages."""
