"""The ground of every command: its arguments and context, speaking and asking, running and ending."""
