"""What makes a regular expression slow: repetitions, and the texts that they read in many ways."""
