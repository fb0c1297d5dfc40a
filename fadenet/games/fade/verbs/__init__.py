"""What a player may do, and why it may not."""
