"""The parts of a game: verbs, abilities, targets, turns, quantities, series, books, deck lists."""
