"""How players find together at a table before a match begins."""
