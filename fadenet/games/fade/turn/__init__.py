"""The phases of a turn, and how a card is played in one."""
