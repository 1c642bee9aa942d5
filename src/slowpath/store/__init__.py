"""What was done, on disk."""
