"""Programs whose worst cases are known: those of the XSTRESSOR paper, and more; comments mark hot lines."""
