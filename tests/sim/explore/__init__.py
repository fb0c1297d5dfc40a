"""The endings of a match, all of them up to a bound: see `search`, and `tests/README.md`."""
