"""How far somebody has come in a game, kept in a file of the data folder: `{"faroe": .., "prelude": ..}`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final, Generic, TypeVar

import msgspec

from fadenet.cli.frame.context import BadInput
from keys.files import as_utf8, make_folder, replace_private

T = TypeVar("T")

FILE_BYTES: Final = 64 * 1024


@dataclass(frozen=True, slots=True)
class Achieved(Generic[T]):
    """One kind of it. file: its name. kind: what it says of a game. says: that in words, for the error."""

    file: str
    kind: type[T]
    says: str

    def read(self, home: Path) -> dict[str, T]:
        """By game, {} at first. Raises `BadInput` for a file that was not written here."""
        path = home / self.file
        try:
            with path.open("rb") as file:
                data = file.read(FILE_BYTES + 1)
        except FileNotFoundError:
            return {}
        except OSError as error:
            raise BadInput(f"{path} cannot be read ({error.strerror}).") from None
        return self.parse(data, str(path))

    def parse(self, data: bytes, name: str) -> dict[str, T]:
        """By game, from what stands in a file of this name. Raises `BadInput`."""
        try:
            if len(data) > FILE_BYTES:
                raise ValueError
            kept: dict[str, T] = msgspec.json.decode(as_utf8(data), type=dict[str, self.kind])  # type: ignore[name-defined]
            return kept
        except (ValueError, RecursionError):
            raise BadInput(f"{name} does not say {self.says}. Delete it to begin anew.") from None

    def write(self, home: Path, game: str, value: T) -> None:
        """Keep this of a game."""
        make_folder(home)
        replace_private(home / self.file, msgspec.json.encode({**self.read(home), game: value}))
