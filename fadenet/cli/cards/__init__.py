"""Games as they are written: decks, formats, cards, rules and lessons."""
