"""Commands: cards in cells that make those around them their Materials (fade2, fade1 command)."""
