"""Inputs that decide otherwise than those before."""
