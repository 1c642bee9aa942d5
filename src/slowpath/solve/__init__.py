"""Inputs that satisfy conditions: the cheapest sound way first, every answer checked."""
