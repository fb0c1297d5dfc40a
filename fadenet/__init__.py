"""fadenet: a peer-to-peer node for trading-card games without a server."""
