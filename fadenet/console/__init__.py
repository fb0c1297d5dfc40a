"""The interface at the terminal: one player for local and network matches, full screen or plain lines."""

from fadenet.console.faces import is_shown
from fadenet.console.match.player import ConsolePlayer
from fadenet.console.replay.live import Onlooker
from fadenet.console.replay.viewer import Viewer
from fadenet.console.run import Leave, Options, full_screen, look_on, play_match, run_console, view_record

__all__ = [
    "ConsolePlayer",
    "Leave",
    "Onlooker",
    "Options",
    "Viewer",
    "full_screen",
    "is_shown",
    "look_on",
    "play_match",
    "run_console",
    "view_record",
]
