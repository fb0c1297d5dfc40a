"""Files and lines of one kind where another is wanted: what they are, and which command takes them."""

from __future__ import annotations

import re
from collections.abc import Collection
from contextlib import suppress
from typing import NamedTuple

from fadenet.cli.frame.context import BadInput


class FileKind(NamedTuple):
    """begins: how such a file begins. is_: what it is. takes: what takes it, with {file} for its name."""

    begins: re.Pattern[bytes]
    is_: str
    takes: str


RECORD = FileKind(
    re.compile(rb"%fadenet-record "),
    "a match record, which nobody has signed",
    "Whether all of it follows the rules: fadenet record check {file}",
)
POSITION = FileKind(re.compile(rb"fnp\d+ "), "a position", "What it says: fadenet position {file}")
DECK = FileKind(
    re.compile(rb"(?:[^\n]*\n)*?\[deck\w*\]"), "a deck", "Whether it may be played: fadenet deck check {file}"
)
SHARED_DECK = FileKind(
    re.compile(rb"fadenet-deck:"), "a deck to paste", "To keep it: fadenet deck import {file}"
)
RELAY = FileKind(re.compile(rb"fadenet-relay:"), "the line of a relay", "To use it: fadenet relay add LINE")
INVITATION = FileKind(re.compile(rb"fadenet:"), "an invitation", "To accept it: fadenet join INVITE")
KEY = FileKind(re.compile(rb"ssh-"), "a public key", "Whose it is, you say: fadenet contact add NAME KEY")
MATCH = FileKind(
    re.compile(rb"[\x80-\x9f]"), "a match file", "Who won, and who has signed that: fadenet verify {file}"
)

KINDS = (RECORD, POSITION, SHARED_DECK, RELAY, INVITATION, KEY, MATCH, DECK)
HEAD_BYTES = 4096


def refuse_other_line(text: str, *fits: FileKind) -> None:
    """The same for a line that was pasted."""
    _refuse("This", "LINE", text.encode(), fits)


def refuse_other_file(file: str, *fits: FileKind) -> None:
    """The same for a file of any size; one that cannot be read is left to whoever wants more of it."""
    with suppress(OSError), open(file, "rb") as there:
        refuse_other(file, there.read(HEAD_BYTES), *fits)


def refuse_other(file: str, data: bytes, *fits: FileKind) -> None:
    """Raises `BadInput` for a file that is plainly of a kind that is none of these."""
    _refuse(file, file, data, fits)


def _refuse(called: str, file: str, data: bytes, fits: Collection[FileKind]) -> None:
    head = data.lstrip()[:HEAD_BYTES]
    found = next((kind for kind in KINDS if kind.begins.match(head)), None)
    if found is not None and found not in fits:
        raise BadInput(f"{called} is {found.is_}. {found.takes.format(file=file)}")
