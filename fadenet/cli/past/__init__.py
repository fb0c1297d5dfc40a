"""Matches as files: records, positions, what came of them, and what is kept of those that were left."""
