"""A match to show to others: a page for a browser, a picture of a position, a film of the terminal."""
