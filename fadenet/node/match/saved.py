"""Matches as they are kept in the data folder, and what is needed to go on with one after a restart.

Beside `<id>.match` and `<id>.secret` stands `<id>.table`: who played, where the other nodes are, and how this
seat was played. It is private, because it holds the tokens that open the table.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated, NamedTuple, TypeVar

import msgspec

import keys
from fadenet.engine.cardset import options_said
from fadenet.engine.rules import Rules
from fadenet.node.errors import ASKED_FOR, DiskFailed, MatchFileDamaged, NodeError, NoMark, VersionSkew
from fadenet.node.link.candidates import Candidate, HexCandidate, pack_candidate, unpack_candidates
from fadenet.node.match.host import Machine
from fadenet.node.match.ids import short_id
from fadenet.node.match.mark import Mark, mark_path
from fadenet.node.match.storage import Disk, MatchFile, MatchFolder, check_match_id, damaged
from fadenet.node.match.talk import SUFFIX
from fadenet.table import skew
from fadenet.table.follower import Follower
from fadenet.table.seat import TableSeat
from fadenet.table.view import StepListener
from keys import ExitCode
from keys.errors import IdentityNotFound
from keys.files import read_private, replace_private
from protocol.faults import BadEncoding, BadResult, BadSignature, LocalError, PeerFault
from protocol.hello import game_id, parse_hello, seat_hellos
from protocol.secrets import Secrets
from protocol.values import DAYS_MAX

log = logging.getLogger(__name__)

_F = TypeVar("_F", bound=Follower)

FOLDER = "matches"
_BESIDE = (".table", ".mail", SUFFIX)
"""The endings of what goes when a match is forgotten."""
TABLE_BYTES = 16_384
_OTHER_VERSION = (
    "{}.table is of {} version of fadenet, which can go on with it; the match can still be verified."
)
_GOOD_COPY = "Put a good copy in its place."
LISTED_MAX = 6
VERSION = 3
NO_RESULT, LOST, BROKEN_OFF = "no result", "lost", "broken off"
"""How the note of a match begins that ended here without any, that we have lost, or with a proven fault."""
TOUCHED_S = 30
"""How far, in seconds, a note may lag behind its match in saying when something has happened in it."""

_Hex = Annotated[str, msgspec.Meta(pattern="^([0-9a-f]{2}){0,32}\\Z")]
_Key = Annotated[str, msgspec.Meta(pattern="^[0-9a-f]{64}\\Z")]


class MatchNotFound(NodeError):
    """No saved match has this id."""

    exit_code = ExitCode.NOT_FOUND


@dataclass(frozen=True, slots=True)
class SavedPeer:
    """Another player of a match: name, IK (hex), and where the node can be dialled (`pack_candidate`,
    hex)."""

    name: str
    key: _Key
    candidates: tuple[HexCandidate, ...] = ()

    @property
    def where(self) -> tuple[Candidate, ...]:
        """Where the node can be dialled, as far as that can be read."""
        return unpacked(self.candidates)


class _Versioned(msgspec.Struct):
    """The version that every note of a table has."""

    v: int


class Waits(NamedTuple):
    """Since when somebody is waited for (Unix seconds, 0 = not now), and how many entries it had signed."""

    since: int
    signed: int


@dataclass(frozen=True, slots=True)
class SavedTable:
    """How one seat of a match was set up.

    invitation: the token that opened the table, "" for a seat that did not host it; token: the one with which
    the players dial each other, both hex. host: its key, "" = it is us. peers: in seat order. listen: where
    our own door was (text as `parse_address` reads it), none = we only dial; candidates: what the others were
    told of it. watch: how many seconds behind the match may be watched, None = not at all. spent: seconds of
    their time banks that the seats have taken, as far as we know, () = none. lacking: keys of those who, as
    far as we know, do not have the RESULT of the finished match yet. touched: when the match was noted last,
    at most `TOUCHED_S` before its last item came; ended: when it was over here. Both are Unix seconds on our
    own clock, 0 = not yet.

    days: those for each decision of a match by correspondence, else 0. Of such a match turn: since when our
    player is to decide; waits: for each peer since when we wait for it, and how much it had signed then; all
    in Unix seconds, 0 = not now.
    """

    game: str
    format: str
    options: dict[str, str]
    role: str  # "host" or "join"
    name: str
    peers: tuple[SavedPeer, ...]
    invitation: _Hex = field(repr=False)
    token: _Hex = field(repr=False)
    listen: tuple[str, ...]
    candidates: tuple[HexCandidate, ...]
    kind: str
    bot: str
    deck: str
    hours: Annotated[int, msgspec.Meta(ge=0)]
    result: str = ""
    lacking: tuple[_Key, ...] = ()
    spent: tuple[Annotated[int, msgspec.Meta(ge=0)], ...] = ()
    watch: Annotated[int, msgspec.Meta(ge=0)] | None = None
    host: _Hex = ""
    touched: int = 0
    ended: int = 0
    days: Annotated[int, msgspec.Meta(ge=0, le=DAYS_MAX)] = 0
    turn: Annotated[int, msgspec.Meta(ge=0)] = 0
    waits: tuple[Waits, ...] = ()

    @property
    def when(self) -> int:
        """When the match ended, or was noted last while it can go on."""
        return self.ended or self.touched

    @property
    def where(self) -> tuple[Candidate, ...]:
        """Where the others were told that our node can be dialled."""
        return unpacked(self.candidates)


@dataclass(frozen=True, slots=True)
class SavedMatch:
    """A match of a data folder: its id, the note of its table, and whether it is over."""

    match: str
    note: SavedTable
    finished: bool

    @property
    def peers(self) -> tuple[str, ...]:
        """The names of the others, in seat order."""
        return tuple(peer.name for peer in self.note.peers)

    @property
    def lacking(self) -> tuple[str, ...]:
        """The names of those who, as far as we know, do not have its RESULT yet."""
        return tuple(peer.name for peer in self.note.peers if peer.key in self.note.lacking)


def packed(candidates: Sequence[Candidate]) -> tuple[str, ...]:
    """Candidates as they are kept."""
    return tuple(pack_candidate(one).hex() for one in candidates)


def unpacked(candidates: Sequence[str]) -> tuple[Candidate, ...]:
    """Candidates that were kept, none if they cannot be read."""
    try:
        return unpack_candidates([bytes.fromhex(one) for one in candidates])
    except BadEncoding:
        return ()


def played(game: str, format: str, options: Mapping[str, str]) -> str:
    """The game that is played, in words: its name, its format if that is not a duel, and its options."""
    words, said = [game, *([format] if format != "duel" else [])], options_said(options)
    if said:
        words += ["with", " and ".join(filter(None, (", ".join(said[:-1]), said[-1])))]
    return " ".join(words)


def folder_of(home: Path, disk: Disk | None = None) -> MatchFolder:
    """The folder with the matches of a data folder."""
    return MatchFolder(home / FOLDER, disk=disk)


def write_table(home: Path, match: str, table: SavedTable) -> None:
    """Keep what a restart needs; durable on return. One at a time for one match."""
    data = json.dumps({"v": VERSION, **asdict(table)}, sort_keys=True).encode()
    path = home / FOLDER / f"{check_match_id(match)}.table"
    replace_private(path, data, alone=True)


def begin(
    home: Path, machine: Machine, hellos: Sequence[bytes], secrets: Secrets, table: SavedTable
) -> MatchFile:
    """Keep all that a seat needs to go on with a fresh match, before anything is signed; durable on return.

    hellos: in seat order. Raises `DiskFull`, `DiskFailed` and `FileTrouble`; then nothing of it is left.
    """
    match = game_id(hello.binding for hello in map(parse_hello, hellos)).hex()[:32]
    folder, mark = folder_of(home, machine.disk), mark_path(machine.marks, match, secrets.sk_public)
    try:
        Mark.create(
            mark, machine.disk
        ).close()  # before all else: a node with these secrets and no mark has lost it
        folder.write_secret(match, secrets.store())
        write_table(home, match, table)
        file = folder.create(match)
        try:
            for hello in hellos:
                file.append(hello)
            file.sync()
        except BaseException:
            file.close()
            raise
    except keys.UserError:
        with suppress(DiskFailed):
            discard(home, machine, match)
        with suppress(OSError):
            machine.disk.unlink(mark)
        raise
    return file


def open_mark(machine: Machine, match: str, secrets: Secrets, moved: bool = False) -> Mark:
    """How far the seat of these secrets has signed. moved: its player says that this data folder is the
    newest, and that no copy of it is played with: what it holds is what was signed, if no mark says more.

    Raises `NoMark`, `MatchBusy`, `DiskFailed`, and where a mark is made all that this raises.
    """
    path = mark_path(machine.marks, match, secrets.sk_public)
    try:
        return Mark.open(path, machine.disk)
    except NoMark as error:
        if moved:
            return Mark.create(path, machine.disk)
        raise NoMark(
            f"Nothing on this computer says how far you have signed in match {short_id(match)} ({error}), so "
            "this data folder may be older than that, and to sign something else now would prove that you "
            "cheat. If it was moved here as you left it, and no other copy of it plays or has played since: "
            f"fadenet resume {short_id(match)} --moved"
        ) from error


@contextmanager
def _and_its_mark(machine: Machine, folder: MatchFolder, match: str) -> Iterator[None]:
    """The secrets go while the block runs, and then the mark, which nobody asks for any more."""
    try:
        mark = mark_path(machine.marks, match, read_secrets(folder, match).sk_public)
    except (FileNotFoundError, DiskFailed, MatchFileDamaged):
        mark = None
    yield
    if mark is not None:
        with suppress(OSError):
            machine.disk.unlink(mark)


def discard(home: Path, machine: Machine, match: str) -> None:
    """Remove a match that was never begun. Raises `DiskFailed`."""
    folder = folder_of(home, machine.disk)
    with _and_its_mark(machine, folder, match):
        folder.remove(match)
    for suffix in _BESIDE:
        (home / FOLDER / f"{match}{suffix}").unlink(missing_ok=True)


def break_off(home: Path, machine: Machine, match: str, rule: str) -> None:
    """A fault against this rule is proven, and nobody can go on: note it, and let the secrets go. Raises
    `DiskFailed`, and as `read_table` and `write_table` do."""
    note, now = read_table(home, match), int(machine.now())
    over = replace(note, result=f"{BROKEN_OFF} [{rule}]", lacking=(), touched=now, ended=note.ended or now)
    write_table(home, match, over)
    folder = folder_of(home, machine.disk)
    with _and_its_mark(machine, folder, match):
        folder.delete_secret(match)


def forget(home: Path, machine: Machine, match: str) -> SavedTable:
    """Forget an unfinished match for good: its secrets go, so that nobody can ever go on with it here.

    The items that were signed stay as `<id>.match`. Returns the note of the table, which is gone as well.
    Raises `DiskFailed`, and `MatchNotFound` also for a match that is over.
    """
    note = read_table(home, match)
    if note.result:
        raise MatchNotFound(f"Match {short_id(match)} is over ({note.result}): there is nothing to give up.")
    folder = folder_of(home, machine.disk)
    with _and_its_mark(machine, folder, match):
        folder.delete_secret(match)
    for suffix in _BESIDE:
        (home / FOLDER / f"{match}{suffix}").unlink(missing_ok=True)
    return note


def read_table(home: Path, match: str) -> SavedTable:
    """Raises `MatchNotFound`, `MatchFileDamaged`, or a `KeyFileError` for what is not the owner's alone."""
    try:
        check_match_id(match)
        data = read_private(home / FOLDER / f"{match}.table", TABLE_BYTES)
    except (ValueError, IdentityNotFound) as error:
        raise MatchNotFound(
            f"There is no match {match[:40]!r} here; `fadenet matches` lists them."
        ) from error
    try:
        if (version := msgspec.json.decode(data, type=_Versioned).v) != VERSION:
            raise MatchFileDamaged(
                _OTHER_VERSION.format(match, "a later" if version > VERSION else "an earlier")
            )
        note = msgspec.json.decode(data, type=SavedTable)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise MatchFileDamaged(
            f"{match}.table is damaged; the match itself can still be verified."
        ) from error
    return note if note.touched else replace(note, touched=written(home / FOLDER / f"{match}.match"))


def written(path: Path) -> int:
    """When a match file was written last, in Unix seconds, 0 = never. A copy of it may say otherwise: only
    for what no note tells of."""
    try:
        return int(path.stat().st_mtime)
    except OSError:
        return 0


def read_secrets(folder: MatchFolder, match: str) -> Secrets:
    """The secrets of a match under way. Raises `FileNotFoundError`, `DiskFailed` or `MatchFileDamaged`."""
    data = folder.read_secret(match)
    try:
        return Secrets.load(data)
    except BadEncoding as error:
        raise MatchFileDamaged(
            f"{match}.secret is damaged, and without it this seat cannot go on. {_GOOD_COPY}"
        ) from error


def restored(rules: Rules, file: MatchFile, seats: int, secrets: Secrets, watch: StepListener) -> TableSeat:
    """The seat that these secrets play, as a match file has it. Raises as `followed` does."""
    seat = _fed(file, seats, rules, lambda hellos: TableSeat(rules, hellos, secrets, watch), torn=True)
    seat.restored()
    return seat


def followed(rules: Rules, file: MatchFile, seats: int) -> Follower:
    """A finished match as its file has it.

    Everything in it was looked at when it came. So a proven fault is raised as it was then, but what proves
    nothing is the disk's doing: `MatchFileDamaged`. Raises `VersionSkew` for other rules or cards than ours.
    """
    return _fed(file, seats, rules, lambda hellos: Follower(rules, hellos))


def _fed(
    file: MatchFile, seats: int, rules: Rules, begin: Callable[[list[bytes]], _F], torn: bool = False
) -> _F:
    """The follower of a match, fed with its file. torn: the last item may be what a crash has left of it, and
    is cut off then; the others are asked for it."""
    items, at = file.items(), 0
    try:
        hellos = seat_hellos(items[:seats])
        for hello in hellos:
            if not skew.fits(rules, hello.rules, hello.card_set):
                raise VersionSkew(
                    "This match was begun with other rules or cards; go on with that version of fadenet. "
                    + skew.differs(rules, hello.rules, hello.card_set, "the match's")
                )
        follower = begin(items[:seats])
        at = sum(map(len, items[:seats]))
        for item in items[seats:]:
            follower.restore([item])
            at += len(item)
    except LocalError as error:
        raise MatchFileDamaged(f"{file.path.stem}.secret is damaged: {error}. {_GOOD_COPY}") from error
    except PeerFault as fault:
        if fault.proven and at:
            raise
        is_last = at > 0 and at + len(items[-1]) == sum(map(len, items))
        is_torn = isinstance(fault, (BadEncoding, BadSignature, BadResult))
        if not (is_last and is_torn and torn):
            raise damaged(file.path, at) from fault
        log.warning("%s: its last item is not what was signed, and cut off; %s", file.path.name, ASKED_FOR)
        file.rewrite(items[:-1])
    return follower


def saved_matches(home: Path) -> list[SavedMatch]:
    """All matches of a data folder, unfinished ones first; none where nothing was played yet."""
    found = []
    for match in folder_of(home).ids() if (home / FOLDER).is_dir() else ():
        try:
            note = read_table(home, match)
        except MatchNotFound:
            continue  # somebody else's file, or a match that was forgotten
        except keys.UserError as error:
            log.warning(
                "match %s is not listed: %s; give it up: fadenet matches --forget", short_id(match), error
            )
            continue
        found.append(SavedMatch(match, note, not (home / FOLDER / f"{match}.secret").exists()))
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
    listed = ", ".join(sorted(map(short_id, there))[:LISTED_MAX])
    what = "fit" if text else "are not finished"
    raise MatchNotFound(f"Several matches {what}: {listed}. Say which: fadenet resume MATCH")
