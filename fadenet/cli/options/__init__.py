"""What can be typed after `fadenet`, one module for each kind of command."""

from fadenet.cli.options.shared import USUAL
from fadenet.cli.options.whole import DEFAULTS, build_parser, read_arguments

__all__ = [
    "DEFAULTS",
    "USUAL",
    "build_parser",
    "read_arguments",
]
