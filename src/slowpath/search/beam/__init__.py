"""Load test suites by a beam of path prefixes, and by chains of them."""
