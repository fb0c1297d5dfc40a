"""What a player may do, and why not."""
