"""Regular expressions, counted: patterns as programs, and a matcher that counts its steps."""
