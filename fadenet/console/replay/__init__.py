"""A match record at the terminal."""
