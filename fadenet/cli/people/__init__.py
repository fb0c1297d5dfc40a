"""Who plays: identities of our own, and the players that they know."""
