"""Matches as they are kept in the data folder, and what is needed to go on with one after a restart.

Beside `<id>.match` and `<id>.secret` stands `<id>.table`: who played, where the other nodes are, and how this
seat was played. It is private, because it holds the tokens that open the table.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from fadenet.node.errors import MatchFileDamaged, NodeError
from fadenet.node.storage import Disk, MatchFolder, check_match_id
from keys import ExitCode
from keys.files import replace_private

FOLDER = "matches"
TABLE_BYTES = 16_384


class MatchNotFound(NodeError):
    """No saved match has this id."""

    exit_code = ExitCode.NOT_FOUND


@dataclass(frozen=True, slots=True)
class SavedPeer:
    """Another player of a match: name, IK (hex), and the addresses at which the node can be dialled."""

    name: str
    key: str
    addresses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SavedTable:
    """How one seat of a match was set up. Addresses are text as `parse_address` reads it.

    invitation: the token that opened the table, "" for who did not host it; token: the one with which the
    players dial each other, both hex. peers: in seat order. listen: where our own door was, none = we only
    dial; addresses: what the others were told of it.
    """

    game: str
    format: str
    options: dict[str, str]
    role: str  # "host" or "join"
    name: str
    peers: tuple[SavedPeer, ...]
    invitation: str
    token: str
    listen: tuple[str, ...]
    addresses: tuple[str, ...]
    kind: str
    bot: str
    deck: str
    hours: int
    result: str = ""


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """One line of `fadenet matches`."""

    match: str
    game: str
    format: str
    options: dict[str, str]
    role: str
    peers: tuple[str, ...]
    bot: str
    deck: str
    finished: bool
    result: str


def played(game: str, format: str, options: Mapping[str, str]) -> str:
    """What is played, in words: the game, its format if it is no duel, and its options."""
    words = [game, *([format] if format != "duel" else [])]
    return " ".join([*words, *(f"with {name} {value}" for name, value in sorted(options.items()))])


def folder_of(home: Path, disk: Disk | None = None) -> MatchFolder:
    """The folder with the matches of a data folder."""
    return MatchFolder(home / FOLDER, disk=disk)


def write_table(home: Path, match: str, table: SavedTable) -> None:
    """Keep what a restart needs; durable on return."""
    data = json.dumps({"v": 2, **asdict(table)}, sort_keys=True).encode()
    replace_private(home / FOLDER / f"{check_match_id(match)}.table", data)


def read_table(home: Path, match: str) -> SavedTable:
    """Raises `MatchNotFound` or `MatchFileDamaged`."""
    try:
        check_match_id(match)
        data = (home / FOLDER / f"{match}.table").read_bytes()
    except (ValueError, FileNotFoundError) as error:
        raise MatchNotFound(
            f"There is no match {match[:40]!r} here; `fadenet matches` lists them."
        ) from error
    try:
        if len(data) > TABLE_BYTES:
            raise ValueError("too large")
        fields: dict[str, Any] = json.loads(data)
        if fields.pop("v") != 2:
            raise ValueError("another version")
        for key in ("listen", "addresses"):
            fields[key] = tuple(map(str, fields[key]))
        fields["peers"] = tuple(_peer(**peer) for peer in fields["peers"])
        fields["options"] = {str(key): str(value) for key, value in fields["options"].items()}
        return SavedTable(**fields)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise MatchFileDamaged(
            f"{match}.table is damaged; the match itself can still be verified."
        ) from error


def _peer(name: str, key: str, addresses: list[str]) -> SavedPeer:
    return SavedPeer(str(name), bytes.fromhex(key).hex(), tuple(map(str, addresses)))


def saved_matches(home: Path) -> list[SavedMatch]:
    """All matches of a data folder, unfinished ones first."""
    found = []
    for match in folder_of(home).ids():
        try:
            t = read_table(home, match)
        except NodeError:
            continue
        finished = not (home / FOLDER / f"{match}.secret").exists()
        names = tuple(peer.name for peer in t.peers)
        found.append(
            SavedMatch(match, t.game, t.format, t.options, t.role, names, t.bot, t.deck, finished, t.result)
        )
    return sorted(found, key=lambda m: (m.finished, m.match))


def find_match(home: Path, text: str) -> str:
    """The id of the match that `text` begins; "" means the only unfinished one. Raises `MatchNotFound`."""
    matches = saved_matches(home)
    there = [m.match for m in matches if m.match.startswith(text) and (text or not m.finished)]
    if len(there) == 1:
        return there[0]
    if not there:
        what = f"There is no match {text[:40]!r}" if text else "There is no unfinished match"
        raise MatchNotFound(f"{what} here; `fadenet matches` lists them.")
    raise MatchNotFound("Several matches fit; give more of the id, as `fadenet matches` shows it.")
