"""The language in which cards are written, and its compiler: words, filters, amounts, instructions."""
