"""Collections and functions whose loops are slow: the subjects of the study docs/studies/whitesyn.md.

Each class or function stands for a method of a Java library that Linggi's thesis "WhiteSyn" (ETH Zurich,
2018) searches. It is written anew from the documented behaviour of that method. Comments mark the loops that
are meant; `catalogue.py`, outside the package, says which of them belong to which row of the thesis.
"""
