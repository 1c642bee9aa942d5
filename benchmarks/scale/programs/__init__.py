"""Programs whose worst cases are known: those of the XSTRESSOR paper, and more. A comment marks the hot line."""
