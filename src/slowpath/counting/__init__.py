"""What an execution costs: counters, bytecode weights, native work, measures."""
