"""The match file that a watcher keeps, like that of a player."""

from __future__ import annotations

import os
from pathlib import Path

from fadenet.node.errors import NodeError
from fadenet.node.limits import MATCH_FILE_BYTES
from keys import UserError
from keys.files import private, replace_private


class NotKept(NodeError):
    """The match cannot be kept where that was wanted."""


class Recording:
    """A match file at `path`, made here. Nothing that is signed hangs on it: what the disk does not take is
    told once (`failed`), and the match is looked on at all the same."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.failed = ""
        self._items: list[bytes] = []
        self._size = 0
        try:
            self._fd = private(str(path), os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND)
        except FileExistsError:
            raise NotKept(f"{path} is there already. Choose another name, or move that file away.") from None
        except OSError as error:
            raise NotKept(f"{path} cannot be written: {error.strerror}. Choose another place.") from None

    def keep(self, items: list[bytes]) -> None:
        """These are all items now: what is new is added, and the file made anew where others have gone."""
        known = len(self._items)
        grown = items[:known] == self._items
        fresh = items[known:] if grown else items
        if (not fresh and grown) or self.failed:
            return
        size = sum(map(len, fresh))
        if (self._size if grown else 0) + size > MATCH_FILE_BYTES:
            self.failed = f"{self.path} has reached {MATCH_FILE_BYTES >> 20} MiB, and is kept no longer."
            return
        try:
            if grown:
                self._write(b"".join(fresh))
            else:
                self._replace(b"".join(items))
        except (OSError, UserError) as error:
            why = error.message.rstrip(".") if isinstance(error, UserError) else error.strerror
            self.failed = f"{self.path} is kept no longer: {why}. It holds what came before."
            return
        self._items[known if grown else 0 :] = fresh
        self._size = size + (self._size if grown else 0)

    def close(self) -> None:
        """Nothing more comes. May be called twice."""
        if self._fd >= 0:
            os.close(self._fd)
            self._fd = -1

    def _write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._fd, data) :]

    def _replace(self, data: bytes) -> None:
        os.close(self._fd)
        self._fd = -1
        replace_private(self.path, data)
        self._fd = private(str(self.path), os.O_WRONLY | os.O_APPEND)
