"""The moves of the family: which ones a player may make, and why not others."""
