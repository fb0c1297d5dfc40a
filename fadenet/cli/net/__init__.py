"""Nodes: tables, invitations, onlookers, relays, the board of strangers, and nodes without a player."""
