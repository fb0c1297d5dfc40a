"""What a game is composed of: verbs, abilities, targets, turns, quantities, series, books, deck lists."""
