"""`history.sqlite`: the finished matches of a data folder, read and judged once; and those against bots.

It is an index: what is in it comes from the match files and can be had from them again, but a row stays when
its match file goes. A file that has changed is read again, as a better RESULT may have come; its row keeps
when that match ended. Several processes may use it at once: a match is put in whole or not at all, and twice
is the same as once. A damaged file is moved aside and made anew. Matches against bots leave no file that
proves them: their rows are all that is kept of how they came out.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, Self

import msgspec

import keys
from fadenet.history.past import ENDED_MAX, PastMatch, Seat
from fadenet.history.reading import NoMatch, RulesByFormat, read_match, stamp
from fadenet.history.solo import Solo
from fadenet.node.match import saved
from keys.files import exclusive, make_folder

FILE: Final = "history.sqlite"
BUSY_S: Final = 10.0
"""How long to wait for another process that is writing."""
_VERSION: Final = 4
_DAMAGED: Final = frozenset({sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB})
_SCHEMA: Final = (
    """CREATE TABLE matches (
        game_id BLOB PRIMARY KEY CHECK (length(game_id) = 32),
        ended INTEGER NOT NULL, game TEXT NOT NULL, format TEXT NOT NULL, options TEXT NOT NULL,
        rule TEXT NOT NULL, signed TEXT NOT NULL, findings TEXT NOT NULL, stamp TEXT NOT NULL
    ) WITHOUT ROWID""",
    """CREATE TABLE seats (
        game_id BLOB NOT NULL REFERENCES matches, seat INTEGER NOT NULL,
        ik BLOB NOT NULL CHECK (length(ik) = 32), name TEXT NOT NULL, own INTEGER NOT NULL,
        bot INTEGER NOT NULL, side INTEGER NOT NULL, place INTEGER NOT NULL, absent INTEGER NOT NULL,
        left INTEGER NOT NULL, bot_name TEXT NOT NULL DEFAULT '',
        PRIMARY KEY (game_id, seat)
    ) WITHOUT ROWID""",
    # Matches that can still go on, as they were when they were last looked at.
    "CREATE TABLE unfinished (match TEXT PRIMARY KEY, stamp TEXT NOT NULL) WITHOUT ROWID",
    """CREATE TABLE solo (
        id INTEGER PRIMARY KEY, ended INTEGER NOT NULL, game TEXT NOT NULL, format TEXT NOT NULL,
        options TEXT NOT NULL, opponent TEXT NOT NULL, deck TEXT NOT NULL, came TEXT NOT NULL,
        turns INTEGER NOT NULL, record TEXT NOT NULL
    )""",
)
_CARRIED_ON: Final = {
    2: _SCHEMA[-1],  # it has all but the matches against bots
    3: "ALTER TABLE seats ADD COLUMN bot_name TEXT NOT NULL DEFAULT ''",
}
"""Files of these versions are carried on, each by this to the next one."""
_FLAGS: Final = ("own", "bot", "absent", "left")
_COLUMNS: Final = {
    "matches": "game_id, ended, game, format, options, rule, signed, findings, stamp",
    "seats": "game_id, seat, ik, name, own, bot, side, place, absent, left, bot_name",
    "unfinished": "match, stamp",
    "solo": "ended, game, format, options, opponent, deck, came, turns, record",
}


class HistoryTrouble(keys.UserError):
    """The file of the history cannot be read or written."""

    exit_code = keys.ExitCode.KEY


SqlRow = tuple[Any, ...]


class _Damaged(Exception):
    """The file is not a history any more."""


class History:
    """The history of one data folder. `with History.open(home, say) as history:`; not for several threads."""

    def __init__(self, home: Path, database: sqlite3.Connection) -> None:
        self._home = home
        self._database = database

    @classmethod
    def open(cls, home: Path, say: Callable[[str], None]) -> Self:
        """Open or make the file; `say` is told when a damaged one is made anew. Raises `HistoryTrouble`."""
        make_folder(home)
        path = home / FILE
        with exclusive(home / "history.lock", wait=True), _sentences(path):
            try:
                return cls(home, _connect(path))
            except _Damaged as damage:
                aside = path.with_suffix(".damaged")
                os.replace(path, aside)
                # Left there, it would be played back into the new file.
                path.with_name(FILE + "-journal").unlink(missing_ok=True)
                say(f"{path} cannot be used ({damage}). It is kept as {aside.name} and made anew.")
                return cls(home, _connect(path))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._database.close()

    def take_in(
        self,
        own: Collection[bytes],
        rules_of: RulesByFormat,
        told: Callable[[int, int], object] = lambda done, total: None,
    ) -> list[str]:
        """Put in every finished match that is not in as its file has it now.

        own: the IKs of this data folder. told: hears how many files of how many were looked at. Returns a
        sentence a file that tells of none. Raises `HistoryTrouble`.
        """
        folder = self._home / saved.FOLDER
        if not folder.is_dir():
            return []
        with _sentences(self._home / FILE):
            seen = {
                game_id.hex()[:32]: then
                for game_id, then in self._database.execute("SELECT game_id, stamp FROM matches")
            }
            seen.update(self._database.execute("SELECT match, stamp FROM unfinished"))
        refused = []
        names = saved.folder_of(self._home).ids()
        for done, name in enumerate(names):
            told(done, len(names))
            path = folder / f"{name}.match"
            try:
                now = stamp(path)
                if seen.get(name) == now:
                    continue
                match = read_match(path, own, rules_of)
            except FileNotFoundError:  # removed while we looked
                continue
            except NoMatch as reason:
                refused.append(reason.message)
                continue
            except OSError as error:
                refused.append(f"{path.name}: it cannot be read ({error.strerror})")
                continue
            with self._writing():
                self._put(name, now, match)
        return refused

    def matches(self) -> list[PastMatch]:
        """All matches, oldest first. Raises `HistoryTrouble`."""
        with _sentences(self._home / FILE):
            self._database.execute("BEGIN")
            try:
                rows = self._database.execute(f"SELECT {_COLUMNS['matches']} FROM matches").fetchall()
                places = self._database.execute(
                    f"SELECT {_COLUMNS['seats']} FROM seats ORDER BY seat"
                ).fetchall()
            finally:
                self._database.execute("COMMIT")
        try:
            found = _matches(rows, places)
        except (msgspec.DecodeError, KeyError, RecursionError, _Damaged) as error:
            path = self._home / FILE
            raise HistoryTrouble(
                f"{path} is damaged. Move it away: it is made anew from the matches."
            ) from error
        return sorted(found, key=lambda match: (match.ended, match.game_id))

    def put_solo(self, one: Solo) -> None:
        """Put in a match against bots. Raises `HistoryTrouble`."""
        facts = one.ended, one.game, one.format, json.dumps(dict(one.options)), one.opponent, one.deck
        with self._writing():
            self._database.execute(
                f"INSERT INTO solo ({_COLUMNS['solo']}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*facts, one.came, one.turns, one.record),
            )

    def solos(self) -> list[Solo]:
        """All matches against bots, oldest first. Raises `HistoryTrouble`."""
        with _sentences(self._home / FILE):
            rows = self._database.execute(
                f"SELECT {_COLUMNS['solo']} FROM solo ORDER BY ended, id"
            ).fetchall()
        found = []
        try:
            for row in rows:
                facts = dict(zip(Solo.__slots__, row, strict=True))
                facts["options"] = msgspec.json.decode(facts["options"])
                found.append(msgspec.convert(facts, Solo))
        except (msgspec.DecodeError, RecursionError) as error:
            raise HistoryTrouble(f"{self._home / FILE} is damaged: {error}. Move it away.") from error
        return found

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """One transaction: all of it or nothing."""
        with _sentences(self._home / FILE):
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._database.execute("ROLLBACK")
                raise
            self._database.execute("COMMIT")

    def _put(self, name: str, now: str, match: PastMatch | None) -> None:
        write = self._database.execute
        if match is None:
            write("INSERT OR REPLACE INTO unfinished VALUES (?, ?)", (name, now))
            return
        write("DELETE FROM unfinished WHERE match = ?", (name,))
        options, findings = json.dumps(dict(match.options)), json.dumps(match.findings)
        facts = (
            match.game_id,
            match.ended,
            match.game,
            match.format,
            options,
            match.rule,
            match.signed,
            findings,
            now,
        )
        # A better RESULT may change all else, but not when the match ended.
        write(
            "INSERT INTO matches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (game_id) DO UPDATE "
            "SET rule = excluded.rule, signed = excluded.signed, findings = excluded.findings, "
            "stamp = excluded.stamp",
            facts,
        )
        write("DELETE FROM seats WHERE game_id = ?", (match.game_id,))
        for i, seat in enumerate(match.seats):
            told = (seat.name, seat.own, seat.bot, seat.side, seat.place, seat.absent, seat.left)
            who = (match.game_id, i, seat.ik, *told, seat.bot_name)
            write("INSERT INTO seats VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", who)


def _matches(rows: Sequence[SqlRow], places: Sequence[SqlRow]) -> list[PastMatch]:
    """The matches in the tables, their types checked, and that each has a seat of ours and a possible date.

    Raises `msgspec.DecodeError`, `KeyError` and `_Damaged`.
    """
    seats: dict[bytes, list[dict[str, Any]]] = {}
    for game_id, _, *facts in places:
        seat = dict(zip(Seat.__slots__, facts, strict=True))
        seats.setdefault(game_id, []).append(seat | {name: bool(seat[name]) for name in _FLAGS})
    found = []
    for *facts, findings, _ in rows:
        match = dict(zip(PastMatch.__slots__, facts, strict=False))
        match |= {
            "options": msgspec.json.decode(match["options"]),
            "findings": msgspec.json.decode(findings),
            "seats": seats[match["game_id"]],
        }
        found.append(msgspec.convert(match, PastMatch))
        if not any(seat.own for seat in found[-1].seats) or abs(found[-1].ended) > ENDED_MAX:
            raise _Damaged("a match that was none of ours, or at no date")
    return found


def _connect(path: Path) -> sqlite3.Connection:
    """Open and check the file, which belongs to its owner alone. Raises `_Damaged`."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    database = sqlite3.connect(path, timeout=BUSY_S, isolation_level=None)
    database.text_factory = lambda text: text.decode(errors="replace")  # a damaged file may hold anything
    try:
        _check(database, path)
    except UnicodeDecodeError as error:  # what SQLite had to say held some of the damage
        database.close()
        raise _Damaged("its tables cannot be read") from error
    except sqlite3.Error as error:
        database.close()
        if _code(error) in _DAMAGED:
            raise _Damaged(str(error)) from error
        raise
    except BaseException:
        database.close()
        raise
    return database


def _check(database: sqlite3.Connection, path: Path) -> None:
    (health,) = database.execute("PRAGMA quick_check(1)").fetchone()
    if health != "ok":
        raise _Damaged(" ".join(str(health).split()))
    (version,) = database.execute("PRAGMA user_version").fetchone()
    (tables,) = database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if version > _VERSION:
        raise HistoryTrouble(
            f"{path} is of a newer fadenet. Use that one, or move the file away: "
            "it is made anew from the matches."
        )
    if tables and version < min(_CARRIED_ON):
        raise _Damaged("it is of an older fadenet")
    if tables and version < _VERSION:
        database.execute("BEGIN IMMEDIATE")
        for before in range(version, _VERSION):
            database.execute(_CARRIED_ON[before])
        database.execute(f"PRAGMA user_version = {_VERSION}")
        database.execute("COMMIT")
    if not tables:
        database.execute("BEGIN IMMEDIATE")
        for table in _SCHEMA:
            database.execute(table)
        database.execute(f"PRAGMA user_version = {_VERSION}")
        database.execute("COMMIT")
    for table, columns in _COLUMNS.items():
        database.execute(f"SELECT {columns} FROM {table} LIMIT 0")


def _code(error: sqlite3.Error) -> int:
    """The primary result code of an error. One without a code is wrong use by us, not trouble with the file,
    and is raised again."""
    code = getattr(error, "sqlite_errorcode", None)
    if code is None:
        raise error
    return int(code) & 0xFF


@contextmanager
def _sentences(path: Path) -> Iterator[None]:
    """Turn the errors of SQLite and the system into `HistoryTrouble`, a sentence with the next step."""
    try:
        yield
    except sqlite3.Error as error:
        if _code(error) in _DAMAGED:
            step = "Move it away: it is made anew from the matches."
        else:
            step = "Check the disk and the rights of the folder, and whether another fadenet hangs."
        raise HistoryTrouble(f"{path} cannot be used: {error}. {step}") from error
    except OSError as error:
        raise HistoryTrouble(
            f"{path} cannot be used: {error.strerror}. Check the disk and the rights of the folder."
        ) from error
