"""What sits a person down: the home screen, matches on this machine and between nodes."""
