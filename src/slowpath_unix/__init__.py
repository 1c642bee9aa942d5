"""Unix commands in Python: small, faithful on the options that they support, and searchable.

A command is a function of *lines* (a list of texts, each a line without its newline), of *text* or of bytes;
its options are keywords. It behaves as in the C locale: a character of a text is one byte. Commands import
only each other and do their work in plain loops and comparisons, because they are subjects of symbolic
exploration. A mistake in an option is a ValueError that names it.
"""
