"""The engine: a pure, deterministic state machine that every node runs alike. No word of any one game."""
