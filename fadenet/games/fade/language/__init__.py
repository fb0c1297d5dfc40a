"""What a card of the family can say, and how it becomes a card of the engine."""
