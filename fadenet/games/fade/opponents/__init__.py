"""The opponents in a seat that nobody plays: a Legend or Raiders, how they decide and what they aim at."""
