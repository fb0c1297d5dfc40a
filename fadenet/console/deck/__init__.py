"""A deck at the terminal: what is in it, whether the rules allow it, and changing it by typed words."""
