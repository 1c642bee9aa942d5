"""Recipes bred from the words of a target: those whose cost grows faster than their size survive."""
