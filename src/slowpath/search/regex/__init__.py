"""Texts that the target's regular expressions read in many ways."""
