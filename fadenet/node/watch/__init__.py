"""Looking on at a match: the feeds that show it, and those who watch."""
