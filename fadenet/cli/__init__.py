"""The command `fadenet`: everything that a player can do without the interface of a match."""

from fadenet.cli.entry import main

__all__ = ["main"]
