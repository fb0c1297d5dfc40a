"""Operating system commands (OSC) of terminals: the clipboard, and a notice on the desktop.

A terminal that does not know one passes it over, and nobody is told whether it does.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Mapping
from typing import Final

from fadenet.console.text import clean

COPIED_MAX: Final = 74_000
"""Bytes that terminals take into the clipboard at once."""
NOTICE_CELLS: Final = 200
_OSC, _ST = "\x1b]", "\x1b\\"


def clipboard(text: str) -> str:
    """The sequence that puts a text onto the clipboard (OSC 52), "" for a text that is too long for that."""
    data = b64encode(text.encode())
    return f"{_OSC}52;c;{data.decode()}{_ST}" if len(data) <= COPIED_MAX else ""


def _said(text: str) -> str:
    return clean(text, NOTICE_CELLS).replace(";", ",")


NOTICES: Final[Mapping[str, Callable[[str], str]]] = {
    "osc9": lambda text: f"{_OSC}9;{_said(text)}{_ST}",
    "osc777": lambda text: f"{_OSC}777;notify;fadenet;{_said(text)}{_ST}",
}
"""The sequences that show a text on the desktop, by name: as iTerm2 takes them, and as urxvt does."""
