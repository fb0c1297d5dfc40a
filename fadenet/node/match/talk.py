"""The talk that our player heard and said at a table, kept beside the match file for when the match is gone
on with.

One line of JSON for each: [seat, text]. It is a memory, not a proof: nothing of it is signed, and nothing
waits for the disk.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from fadenet.node.limits import CHAT_FILE_BYTES
from fadenet.node.match import messages
from keys.errors import IdentityNotFound
from keys.files import private, read_private, replace_private
from protocol.values import SEATS_MAX

SUFFIX: Final = ".chat"


class Talk:
    """The talk of one match. match_file: beside which it is kept."""

    def __init__(self, match_file: Path) -> None:
        self._path = match_file.with_suffix(SUFFIX)

    def lines(self) -> list[tuple[int, str]]:
        """(seat, text) of all that is kept, the oldest first; the text is of whatever signs. A line that
        makes no sense is left out. Raises `KeyFileError` for a file that is not the owner's alone."""
        return list(self._read())

    def note(self, seat: int, text: str) -> None:
        """Keep one line more; where the file is full the older half of it goes first. Raises `OSError`, and
        as `lines` does."""
        text = messages.parse_chat(messages.pack_chat(text)[1:])
        line = msgspec.json.encode([seat, text]) + b"\n"
        size = self._path.stat().st_size if self._path.exists() else 0
        if size + len(line) > CHAT_FILE_BYTES:
            self._forget_half()
        with open(self._path, "ab", opener=private) as file:
            file.write(line)

    def _read(self) -> Iterator[tuple[int, str]]:
        try:
            data = read_private(self._path, CHAT_FILE_BYTES)
        except IdentityNotFound:
            return
        for line in data.splitlines():
            try:
                seat, text = msgspec.json.decode(line, type=tuple[int, str])
            except msgspec.DecodeError:
                continue
            if 0 <= seat < SEATS_MAX:
                yield seat, text

    def _forget_half(self) -> None:
        kept: deque[bytes] = deque()
        left = CHAT_FILE_BYTES // 2
        for seat, text in reversed(self.lines()):
            line = msgspec.json.encode([seat, text]) + b"\n"
            left -= len(line)
            if left < 0:
                break
            kept.appendleft(line)
        replace_private(self._path, b"".join(kept))
