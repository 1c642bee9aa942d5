"""Recipes: inputs of any size, written as Python expressions in N."""
