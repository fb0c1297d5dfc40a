"""Mystify: cards that lie face-down until they are shown and paid for (fade2, fade1 keyword.mystify)."""
