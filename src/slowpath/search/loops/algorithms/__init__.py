"""The algorithms, one module each: a subclass of `Algorithm` whose `name` is that of the file."""
