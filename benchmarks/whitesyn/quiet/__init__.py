"""Functions with loops inside loops that do nothing twice: no redundant work may be reported of them.

Some read an item more than once, as a matrix product does, but never the same items in the same way for
nothing.
"""
