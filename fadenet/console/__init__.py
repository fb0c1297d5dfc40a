"""The interface at the terminal: one player for local and network matches, full screen or plain lines."""
