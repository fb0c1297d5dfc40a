"""What every command stands on: how it is read, what it is given, how it speaks, runs and ends."""
