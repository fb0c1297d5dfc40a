"""Matches by correspondence: parcels between nodes that are never there together."""
