"""Looking on at a match: whoever shows it, and whoever watches."""
