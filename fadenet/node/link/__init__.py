"""Links between two nodes: connections, their handshake, what comes in and how fast."""
