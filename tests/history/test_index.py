"""The file of the history: it outlives match files, is made anew from them, and takes several processes."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from fadenet.engine.rules import Rules
from fadenet.history import Endorsement, History, rate
from fadenet.history.index import FILE, HistoryTrouble
from fadenet.history.past import ENDED_MAX
from fadenet.node.match import saved
from tests.history.folder import START, Home, rules_of, signed
from tests.table.wire import identity

ROOT = Path(__file__).parents[2]
PAIR = ("ana", "ben")


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """Three matches: won, lost and drawn."""
    home = Home(tmp_path / "home")
    for n, places in enumerate([(1, 2), (2, 1), (1, 1)]):
        home.put(signed(PAIR, (places, "win.x"), number=n))
    return home


def test_matches_come_oldest_first_and_once(home: Home) -> None:
    rows, _ = home.take_in()
    assert [row.seats[row.own].place for row in rows] == [1, 2, 1]
    assert rows == sorted(rows, key=lambda row: row.ended)
    assert home.take_in() == (rows, [])


def test_a_row_stays_when_its_file_goes(home: Home) -> None:
    rows, _ = home.take_in()
    for path in (home.path / "matches").iterdir():
        path.unlink()
    assert home.take_in() == (rows, [])


def test_without_the_file_the_matches_give_the_same_rows(home: Home) -> None:
    rows, _ = home.take_in()
    (home.path / FILE).unlink()
    assert home.take_in() == (rows, [])


@pytest.mark.skipif(os.name != "posix", reason="modes as POSIX has them")
def test_the_file_belongs_to_its_owner_alone(home: Home) -> None:
    home.take_in()
    assert (home.path / FILE).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("damage", ["text", "middle", "cut", "foreign", "empty row"])
def test_a_damaged_file_is_made_anew(home: Home, damage: str) -> None:
    """given a file that is not a history any more, then it is said, kept aside, and the rows are there
    again."""
    rows, _ = home.take_in()
    path = home.path / FILE
    data = path.read_bytes()
    if damage == "text":
        path.write_text("not a database, but long enough to be taken for one" * 100)
    elif damage == "middle":
        path.write_bytes(data[:4096] + os.urandom(len(data) - 4096))
    elif damage == "cut":
        path.write_bytes(data[: len(data) // 2])
    else:
        path.unlink()
        with sqlite3.connect(path) as other:
            other.execute("CREATE TABLE matches (other)")
            if damage == "empty row":
                other.execute("PRAGMA user_version = 2")
        other.close()
    assert home.take_in() == (rows, [])
    assert len(home.said) == 1 and "cannot be used" in home.said[0]
    assert (home.path / "history.damaged").exists()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE seats SET own = 0",
        "DELETE FROM seats WHERE own",
        f"UPDATE matches SET ended = {2**62}",
        f"UPDATE matches SET ended = {-(2**62)}",
        "UPDATE matches SET options = '{'",
        "UPDATE matches SET ended = 'then'",
    ],
)
def test_rows_without_sense_are_a_sentence(home: Home, change: str) -> None:
    """given rows that no match has left, then it is said what to do, and done it mends it."""
    rows, _ = home.take_in()
    with sqlite3.connect(home.path / FILE) as database:
        database.execute(change)
    database.close()
    with pytest.raises(HistoryTrouble, match=r"history\.sqlite is damaged\. Move it away"):
        home.take_in()
    (home.path / FILE).rename(home.path / "aside")
    assert home.take_in() == (rows, [])


@pytest.mark.parametrize("when", [2**40, -(2**40)])
def test_a_match_file_of_no_date_has_the_nearest_one(home: Home, when: int) -> None:
    """given a file with a date beyond all calendars, as far as the disk keeps it, then it is read."""
    for path in (home.path / "matches").iterdir():
        os.utime(path, (when, when))
    rows, _ = home.take_in()
    assert len(rows) == 3 and all(abs(row.ended) <= ENDED_MAX for row in rows)
    assert home.take_in() == (rows, [])


def noted(home: Home, data: bytes, ended: int) -> Path:
    """A finished match, and the note beside it, which says when that was."""
    path = home.put(data)
    note = saved.SavedTable("faroe", "duel", {}, "host", "ana", (), "", "", (), (), "human", "", "d", 0)
    saved.write_table(home.path, path.stem, replace(note, result="won", touched=ended, ended=ended))
    return path


def ordered(home: Home) -> tuple[list[bytes], list[int], object]:
    """Which matches there are, when they ended, and what they make of everybody."""
    rows, refused = home.take_in()
    assert not refused
    return [row.game_id for row in rows], [row.ended for row in rows], rate(rows).standing


def copied(home: Home) -> None:
    """All match files get the times that a copy has, which say nothing of the matches."""
    for n, path in enumerate(sorted((home.path / "matches").iterdir())):
        os.utime(path, (n, n))


@pytest.mark.parametrize("kept", [True, False])
def test_a_copy_of_a_data_folder_has_the_same_dates_order_and_ratings(tmp_path: Path, kept: bool) -> None:
    """given matches that ended in an order, when their files get other times as in a copy, with the history
    or without, then they have the same dates, in the same order, and rate alike."""
    home = Home(tmp_path)
    for n, places in enumerate([(1, 2), (2, 1), (1, 2)]):
        noted(home, signed(PAIR, (places, "win.x"), number=n), START + 3600 * (3 - n))
    before = ordered(home)
    assert before[1] == [START + 3600, START + 7200, START + 10800]
    copied(home)
    if not kept:
        (home.path / FILE).unlink()
    assert ordered(home) == before


def test_a_match_file_that_cannot_be_read_is_said(home: Home) -> None:
    """given a folder with the name of a match file, then the others are in, and it is told why it is not."""
    (home.path / "matches" / f"{'0' * 32}.match").mkdir()
    rows, refused = home.take_in()
    assert len(rows) == 3 and refused == [f"{'0' * 32}.match: it cannot be read (Is a directory)"]


def test_a_row_keeps_when_its_match_ended(home: Home) -> None:
    """given matches without notes that are in, when their files get other times, then nothing changes."""
    rows, _ = home.take_in()
    copied(home)
    assert home.take_in()[0] == rows


def test_files_with_other_times_are_not_read_again(home: Home) -> None:
    rows, _ = home.take_in()
    copied(home)

    def rules(game: str, format: str, options: Iterable[tuple[str, Any]]) -> Rules:
        raise AssertionError("a match was read again")

    with home.history() as history:
        assert history.take_in({home.own.public}, rules) == [] and history.matches() == rows


def test_a_file_that_changed_is_read_again_and_no_other_is(home: Home) -> None:
    """given a match that somebody had left, when a RESULT that all have signed has replaced the weaker one,
    then its row is the one of the better, and the other matches are not looked at."""
    path = home.put(signed(PAIR, ((2, 1), "win.x"), left=["ben"], number=7))
    rows, _ = home.take_in()
    assert (rows[-1].signed, rows[-1].seats[rows[-1].own].place) == (Endorsement.LEFT, 1)
    better = signed(PAIR, ((2, 1), "win.x"), number=7)
    path.write_bytes(better)
    asked: list[str] = []

    def rules(game: str, format: str, options: Iterable[tuple[str, Any]]) -> Rules:
        asked.append(game)
        return rules_of(game, format, options)

    with home.history() as history:
        for _ in range(2):
            assert history.take_in({home.own.public}, rules) == [] and len(asked) == 1
        *others, row = history.matches()
    assert others == rows[:3] and row.game_id == rows[-1].game_id
    assert (row.signed, row.seats[row.own].place, len(row.seats)) == (Endorsement.ALL, 2, 2)
    assert not any(seat.absent or seat.left for seat in row.seats)


def test_a_file_that_is_spoilt_later_leaves_its_row(home: Home) -> None:
    """given a match that was taken in, when its file is damaged, then that is said, and the row stays."""
    rows, _ = home.take_in()
    path = next((home.path / "matches").glob("*.match"))
    path.write_bytes(path.read_bytes() + b"\x00")
    again, (why,) = home.take_in()
    assert again == rows and path.name in why


def test_a_file_of_an_older_fadenet_is_made_anew(home: Home) -> None:
    rows, _ = home.take_in()
    with sqlite3.connect(home.path / FILE) as database:
        database.execute("ALTER TABLE matches DROP COLUMN stamp")
        database.execute("PRAGMA user_version = 1")
    database.close()
    assert home.take_in() == (rows, [])
    assert len(home.said) == 1 and "of an older fadenet" in home.said[0]


@pytest.mark.parametrize("version", [2, 3])
def test_a_file_of_the_last_fadenets_is_carried_on(home: Home, version: int) -> None:
    """given a file that knows no names of bots, or no matches against bots either, then its rows stay, also
    of matches whose files have gone, and a match that comes is put in with the name of its bot."""
    rows, _ = home.take_in()
    with sqlite3.connect(home.path / FILE) as database:
        database.execute("ALTER TABLE seats DROP COLUMN bot_name")
        if version == 2:
            database.execute("DROP TABLE solo")
        database.execute(f"PRAGMA user_version = {version}")
    database.close()
    for path in (home.path / "matches").glob("*.match"):
        path.unlink()
    assert home.take_in() == (rows, []) and not home.said
    home.put(signed(("ana", "ben"), ((1, 2), "win.x"), bots={"ben": "easy"}, number=9))
    matches, _ = home.take_in()
    assert sorted(seat.bot_name for match in matches for seat in match.seats)[-1] == "easy"


def test_an_empty_file_is_filled(home: Home) -> None:
    """given a process that died when it had just made the file, then nothing is wrong with it."""
    (home.path / FILE).touch(0o600)
    rows, _ = home.take_in()
    assert len(rows) == 3 and not home.said


def test_a_file_of_a_newer_fadenet_is_left_alone(home: Home) -> None:
    home.take_in()
    with sqlite3.connect(home.path / FILE) as database:
        database.execute("PRAGMA user_version = 99")
    database.close()
    before = (home.path / FILE).read_bytes()
    with pytest.raises(HistoryTrouble, match="newer fadenet"):
        home.history()
    assert (home.path / FILE).read_bytes() == before


def test_a_folder_in_the_way_is_a_sentence(home: Home) -> None:
    (home.path / FILE).mkdir()
    with pytest.raises(HistoryTrouble, match="cannot be used"):
        home.history()


def test_two_open_histories_see_the_same_matches(home: Home) -> None:
    """given two processes that both found a match missing, when both put it in, then it is in once."""
    own = {identity("ana").public}
    with home.history() as one, home.history() as two:
        one.take_in(own, rules_of)
        home.put(signed(PAIR, ((1, 2), "win.x"), number=7))
        assert two.take_in(own, rules_of) == one.take_in(own, rules_of) == []
        assert one.matches() == two.matches() and len(one.matches()) == 4


@pytest.mark.slow
def test_processes_at_once_do_no_harm(home: Home) -> None:
    """given several processes that begin together without the file, then all end well with the same rows."""
    for n in range(10, 30):
        home.put(signed(PAIR, ((1, 2), "win.x"), number=n))
    program = (
        "import sys; from pathlib import Path; from tests.history.folder import rules_of, identity\n"
        "from fadenet.history import History\n"
        "with History.open(Path(sys.argv[1]), print) as h:\n"
        "    h.take_in({identity('ana').public}, rules_of); print(len(h.matches()))"
    )
    command = [sys.executable, "-c", program, str(home.path)]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    children = [
        subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    assert [child.communicate(timeout=60)[0] for child in children] == ["23\n"] * 2
    assert len(home.take_in()[0]) == 23 and not home.said


def test_a_process_that_dies_in_the_middle_leaves_nothing_half(home: Home) -> None:
    """given a writer that never commits, when it is gone, then its row is not there and others can write."""
    home.take_in()
    dying = sqlite3.connect(home.path / FILE, isolation_level=None)
    dying.execute("BEGIN IMMEDIATE")
    dying.execute("DELETE FROM seats")
    dying.close()
    rows, _ = home.take_in()
    assert len(rows) == 3 and all(len(row.seats) == 2 for row in rows)


def test_a_file_that_is_locked_for_long_is_a_sentence(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fadenet.history.index.BUSY_S", 0.05)
    home.take_in()
    other = sqlite3.connect(home.path / FILE, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    home.put(signed(PAIR, ((1, 2), "win.x"), number=9))
    with History.open(home.path, home.said.append) as history, pytest.raises(HistoryTrouble, match="locked"):
        history.take_in({identity("ana").public}, rules_of)
    other.close()
    assert len(home.take_in()[0]) == 4
