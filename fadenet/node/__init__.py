"""The node: what carries a match between programs, and keeps what was said on disk."""
