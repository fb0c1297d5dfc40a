"""Matches against bots: what is kept of them, told apart from those with others, and offered next."""

from __future__ import annotations

import json
import sqlite3

import pytest

from fadenet.cli.cards.learning import LEARNED
from fadenet.cli.frame.context import Context
from fadenet.cli.options import read_arguments
from fadenet.cli.past.solo import next_up
from fadenet.cli.top import home
from fadenet.games import NAMES
from fadenet.history import Came, History, Solo, tallies
from fadenet.history.index import FILE
from tests.cli.helpers import FADENET, Cli


def context(cli: Cli) -> Context:
    return Context(read_arguments(["version", "--home", str(cli.home), "--color", "auto"]), cli.home, FADENET)


def solo(n: int, came: Came, opponent: str = "easy", game: str = "faroe") -> Solo:
    return Solo(n, game, "duel", {}, opponent, "Cinder Circuit", came, 9, f"{n}.fnr")


def played(cli: Cli, *matches: Solo) -> None:
    """Matches that have ended here."""
    cli.home.mkdir(mode=0o700, exist_ok=True)
    with History.open(cli.home, print) as past:
        for one in matches:
            past.put_solo(one)


def test_a_row_of_wins_is_counted_until_one_is_not_won() -> None:
    """given matches against two levels, then each has its counts, the present row of wins and the longest."""
    won, lost, drawn = Came.WON, Came.LOST, Came.DRAWN
    matches = [solo(n, came) for n, came in enumerate([won, won, won, lost, won, drawn, won, won])]
    easy, hard = tallies([solo(-1, lost, "hard"), *matches])
    assert (easy.won, easy.drawn, easy.lost, easy.streak, easy.best) == (6, 1, 1, 2, 3)
    assert (hard.opponent, hard.played, hard.streak, hard.last) == ("hard", 1, 0, -1)


@pytest.mark.slow
def test_a_match_against_a_bot_is_kept_and_told_apart(cli: Cli) -> None:
    """given a match against a bot that its player gives up, then history and matches tell of it, apart from
    those with others and rated by nobody, and the replays name who played and how it came out."""
    assert cli.typing("concede\nconcede\n", "play", "faroe", "--plain", "--level", "normal") == 0
    assert cli("history") == 0
    assert "against bots on this machine" in cli.out and "rating" not in cli.out.replace("not rated", "")
    assert cli("history", "--json") == 0
    data = json.loads(cli.out)
    (kept,), (tally,) = data["solo"], data["tallies"]
    assert data["matches"] == [] and (kept["opponent"], kept["came"]) == ("normal", "lost")
    assert (tally["played"], tally["lost"], tally["streak"]) == (1, 1, 0)
    assert (cli.home / "records" / kept["record"]).exists()
    assert cli("matches") == 0 and "faroe against normal: lost" in cli.out
    (entry,) = home._replays(context(cli)).entries
    assert entry.label == "faroe against normal" and entry.about.startswith("lost in turn ")


def test_home_offers_a_harder_opponent_and_another_game(cli: Cli) -> None:
    """given wins in a row, then the next level is offered; behind the hardest a game that was not played yet;
    and nothing behind a loss."""
    assert list(next_up(context(cli))) == []
    played(cli, *(solo(n, Came.WON) for n in range(2)))
    ((what, about, words),) = next_up(context(cli))
    assert what == "Next level" and "2 in a row" in about and words == ("play", "faroe", "--level", "normal")
    assert words in [entry.then for entry in home.top(context(cli)).entries]
    played(cli, *(solo(n, Came.WON, "hard") for n in range(3, 6)))
    ((what, about, words),) = next_up(context(cli))
    assert what == "Next game" and words[0] == "learn" and words[1] in set(NAMES) - {"faroe"}
    played(cli, solo(7, Came.LOST, "hard"))
    assert list(next_up(context(cli))) == []


def test_home_offers_the_next_lesson_of_what_is_learnt(cli: Cli) -> None:
    cli.home.mkdir(mode=0o700)
    (cli.home / LEARNED.file).write_text(json.dumps({"faroe": {"wins": 2}}))
    ((what, about, words),) = next_up(context(cli))
    assert what == "Next lesson" and about.startswith("faroe: A turn") and words == ("learn", "faroe")


def test_a_history_of_before_is_carried_on(cli: Cli) -> None:
    """given a history that knows nothing of matches against bots yet, then it keeps what it has."""
    played(cli)
    with sqlite3.connect(cli.home / FILE) as database:
        database.execute("DROP TABLE solo")
        database.execute("ALTER TABLE seats DROP COLUMN bot_name")
        database.execute("INSERT INTO unfinished VALUES ('ab', 'then')")
        database.execute("PRAGMA user_version = 2")
    database.close()
    played(cli, solo(1, Came.WON))
    with sqlite3.connect(cli.home / FILE) as database:
        assert database.execute("SELECT count(*) FROM unfinished").fetchone() == (1,)
        assert database.execute("SELECT count(*) FROM solo").fetchone() == (1,)
    database.close()
