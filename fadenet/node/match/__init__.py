"""One match on one node: what it exchanges, waits for, keeps and shows."""
