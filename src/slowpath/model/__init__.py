"""Frozen data that travels between the layers."""
