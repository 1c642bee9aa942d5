"""How the cost grows with the size: which sizes to run, and which class their costs show."""
