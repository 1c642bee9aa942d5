"""What the worst cases of small sizes have in common."""
