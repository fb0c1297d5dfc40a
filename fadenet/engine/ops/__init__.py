"""The typed vocabulary in which cards are written: selectors, amounts, conditions, effects."""
