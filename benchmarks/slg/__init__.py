"""Load test suites: programs whose worst case is known."""
