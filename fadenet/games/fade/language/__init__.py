"""The language of the family's cards, and how their tables become cards of the engine."""
