"""The interface at the terminal: one player for local and network matches, full screen or plain lines."""

from fadenet.console.player import ConsolePlayer
from fadenet.console.run import Leave, Options, full_screen, play_match

__all__ = ["ConsolePlayer", "Leave", "Options", "full_screen", "play_match"]
