"""Small functions that do the same work again and again, as people write them; see `kinds.py`."""
