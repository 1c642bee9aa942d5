"""One module for each rule, found by its file."""
