"""Symbolic expressions over input variables: linear forms, terms, and the conditions made of them."""
