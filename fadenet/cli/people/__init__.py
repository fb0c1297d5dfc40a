"""The people who play: identities of our own, and the players that they know."""
