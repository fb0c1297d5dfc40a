"""The commands that sit a person down: the home screen, matches on this machine and between nodes."""
