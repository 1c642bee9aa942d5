"""From a name to a private, instrumented copy of the target."""
