"""`fadenet history`: past matches, opponents and ratings as a person and a program read them."""

from __future__ import annotations

import json
import re

import pytest

import keys
from fadenet import games
from fadenet.cli.frame.context import Context
from fadenet.cli.options import read_arguments
from fadenet.cli.past.history import keep
from fadenet.node.match.saved import SavedPeer, SavedTable, write_table
from tests.cli.helpers import FADENET, Cli, sentence
from tests.history.folder import Home, id_of, signed
from tests.table.wire import identity

PAIR = ("ana", "ben")
BEN = identity("ben").public


@pytest.fixture
def home(cli: Cli) -> Home:
    """Ana won, lost and drew against ben, a contact; then a void match, one that ben left, one of three."""
    made = Home(cli.home)
    keys.Contacts.load(cli.home).add(BEN, "Ben", 1)
    for n, places in enumerate([(1, 2), (2, 1), (1, 1)]):
        made.put(signed(PAIR, (places, "win.x"), number=n))
    made.put(signed(PAIR, None, number=3))
    made.put(signed(PAIR, ((2, 1), "win.x"), left=["ben"], number=4))
    three = games.load("faroe", "free-for-all")
    made.put(signed((*PAIR, "cid"), ((2, 1, 3), "win.x"), rules=three, number=5))
    return made


def test_a_line_a_match_and_the_own_rating(cli: Cli, home: Home) -> None:
    assert cli("history") == 0
    told, _, course = cli.out.partition("\n\n")
    head, *rows = told.splitlines()
    own, blank, *_ = course.splitlines()
    assert head.split() == ["when", "game", "outcome", "signed", "points", "against"] and not blank
    start = keys.fingerprint_text(BEN)[:12]
    assert all(len(row) <= 80 for row in rows)
    assert [row[26:42].split() for row in rows if row[0] == "2"] == [
        ["2", "of", "3", "signed"],
        ["won", "left"],
        ["void", "signed"],
        ["drawn", "signed"],
        ["lost", "signed"],
        ["won", "signed"],
    ]
    assert sum(f"Ben ({start}" in row for row in rows) == 6 and len(rows) == 7
    assert rows[-1].startswith("2023-11-1") and "+162" in rows[-1] and "left)" in rows[2]
    assert re.fullmatch(r"faroe    ana {23}rating 1[45]\d\d, deviation \d+, 4 rated matches", own)
    assert "this node's own view" in cli.err


def test_the_card_of_a_player_says_what_came_of_the_matches(cli: Cli, home: Home) -> None:
    """given matches against ben, then `contact show` says when the last one was and the score of each game;
    of somebody who was only met it says neither."""
    assert cli("contact", "show", "Ben") == 0
    shown = dict(line.split(maxsplit=1) for line in cli.out.splitlines() if line[:4] in ("last", "faro"))
    assert re.fullmatch(r"match +2023-11-1\d", shown["last"])
    assert re.fullmatch(r"6 matches: 2 won, 2 lost, 1 drawn; rating 1\d\d\d", shown["faroe"])
    assert cli("contact", "show", "Ben", "--json") == 0
    told = json.loads(cli.out)
    assert [one["won"] for one in told["matches"]] == [2] and told["last_match"] > 1_699_000_000
    keys.Contacts.load(cli.home).meet(identity("dan").public, "dan", 1)
    assert cli("contact", "show", "dan") == 0 and "last match" not in cli.out


def test_the_own_rating_is_drawn_match_by_match(cli: Cli, home: Home) -> None:
    """given four rated matches, won, lost, drawn and of three, then the chart begins at 1500 and has them."""
    assert cli("history") == 0
    drawn = cli.out.splitlines()[11:]
    assert drawn[0].startswith("1700 ┤─") is False and drawn[0].startswith("1700 ┤")
    assert drawn[8].startswith("1400 ┤") and "╭─────╮" in cli.out and drawn[10].startswith("      2023-11-1")
    assert "2023-11-14" in drawn[10] and max(map(len, drawn)) <= 80
    shown = cli.out
    assert cli("history", "--ascii") == 0 and cli.out.isascii()
    assert cli.out == shown.translate(str.maketrans("┤│╭╮╯╰─└", "+|++++-+"))
    assert cli("history", "--json") == 0
    (own,) = json.loads(cli.out)["ratings"]
    assert len(own["course"]) == own["rated"] == 4 and own["course"][-1]["rating"] == own["rating"]


def test_one_rated_match_makes_no_chart(cli: Cli) -> None:
    Home(cli.home).put(signed(PAIR, ((1, 2), "win.x")))
    assert cli("history") == 0 and "┤" not in cli.out and "1 rated match" in cli.out


def test_names_that_peers_gave_themselves_are_cleaned(cli: Cli) -> None:
    """given an opponent that is not a contact, then the name is what it called itself, made harmless."""
    home = Home(cli.home)
    data = signed(PAIR, ((1, 2), "win.x"))
    home.put(data)
    peers = (SavedPeer("\x1b[31mEvil\u202e" + "x" * 99, BEN.hex()),)
    note = SavedTable("faroe", "duel", {}, "host", "ana", peers, "", "", (), (), "human", "", "d", 0)
    write_table(cli.home, id_of(data), note)
    assert cli("history") == 0
    assert "\x1b" not in cli.out and "\u202e" not in cli.out and "[31mEvil" in cli.out
    assert all(len(line) <= 80 for line in cli.out.splitlines())
    assert cli("history", "--opponents") == 0
    assert all(len(line) <= 80 for line in cli.out.splitlines())


def test_everything_as_json(cli: Cli, home: Home) -> None:
    assert cli("history", "--json", "--limit", "2") == 0
    answer = json.loads(cli.out)
    last, left = answer["matches"]
    assert (last["outcome"], last["format"], last["signed"], last["rated"]) == (
        "2 of 3",
        "free-for-all",
        "signed",
        True,
    )
    assert (left["signed"], left["rated"]) == ("left", False)
    ben = next(seat for seat in left["seats"] if not seat["own"])
    assert ben["left"] and ben["name"] == "Ben" and ben["fingerprint"] == keys.fingerprint_text(BEN)
    assert ben["before"] is None and ben["kind"] == "human" and ben["place"] == 2
    ana = next(seat for seat in last["seats"] if seat["own"])
    (own,) = answer["ratings"]
    assert own["rating"] == ana["after"]["rating"] and own["rated"] == 4 and not answer["skipped"]


def test_a_line_an_opponent(cli: Cli, home: Home) -> None:
    assert cli("history", "--opponents") == 0
    head, *rows = cli.out.splitlines()
    assert head.split() == ["opponent", "game", "games", "won", "lost", "drawn", "left", "rating"]
    counts = {row.split()[0]: re.findall(r"\d+", row.partition("faroe")[2])[:5] for row in rows}
    assert counts["Ben"] == ["6", "2", "2", "1", "1"] and counts["unknown"] == ["1", "1", "0", "0", "0"]
    assert all(len(line) <= 80 for line in cli.out.splitlines())
    assert cli("history", "--opponents", "--json") == 0
    ben = next(one for one in json.loads(cli.out)["opponents"] if one["name"] == "Ben")
    assert (ben["games"], ben["won"], ben["lost"], ben["drawn"], ben["left"]) == (6, 2, 2, 1, 1)
    assert ben["rating"]["deviation"] < 350


def test_each_bot_of_a_node_is_an_opponent_of_its_own(cli: Cli) -> None:
    """given a node whose key has played as two bots, then each has a line and a rating of its own, and so has
    each of our own bots; a match says which one played."""
    home = Home(cli.home)
    keys.Contacts.load(cli.home).add(BEN, "Ben", 1)
    for n, (bot, places) in enumerate([("greedy", (1, 2)), ("easy", (2, 1)), ("greedy", (1, 2))]):
        home.put(signed(PAIR, (places, "win.x"), bots={"ben": bot}, number=n))
    home.put(signed(PAIR, ((1, 2), "win.x"), bots={"ana": "rollout:moves=3,worlds=3"}, number=3))
    assert cli("history") == 0
    assert "bot greedy)" in cli.out and "bot easy)" in cli.out
    own = [line for line in cli.out.splitlines() if "rating" in line]
    assert ["ana (rollout:moves=3," in line for line in own] == [False, True]
    assert all(len(line) <= 80 for line in cli.out.splitlines())
    assert cli("history", "--opponents") == 0
    rows = {row[:20].strip(): row for row in cli.out.splitlines()[1:]}
    assert set(rows) == {"Ben (greedy)", "Ben (easy)", "Ben"}
    assert cli("history", "--opponents", "--json") == 0
    found = {one["bot"]: one for one in json.loads(cli.out)["opponents"]}
    assert [(found[bot]["games"], found[bot]["won"]) for bot in ("greedy", "easy", None)] == [
        (2, 2),
        (1, 0),
        (1, 1),
    ]
    assert found["easy"]["rating"]["rating"] > 1500 > found["greedy"]["rating"]["rating"]
    assert cli("contact", "show", "Ben") == 0
    assert "faroe, greedy 2 matches: 2 won" in cli.out and "faroe, easy   1 match: 1 lost" in cli.out


def test_one_game_alone(cli: Cli, home: Home) -> None:
    home.put(signed(PAIR, ((1, 2), "win.x"), rules=games.load("terrene")))
    assert cli("history", "--json", "--game", "terrene") == 0
    answer = json.loads(cli.out)
    assert [match["game"] for match in answer["matches"]] == ["terrene"]
    assert [(own["game"], own["rated"]) for own in answer["ratings"]] == [("terrene", 1)]
    assert cli("history", "--game", "whist") == 4 and "whist" in sentence(cli.err)


def test_a_file_that_is_skipped_is_said_in_a_line(cli: Cli, home: Home) -> None:
    home.put(b"\xff", "e" * 32)
    assert cli("history") == 0
    (line,) = (line for line in cli.err.splitlines() if line.startswith("skipped: "))
    assert "e" * 32 in line and len(cli.out.partition("\n\n")[0].splitlines()) == 8


def test_a_damaged_history_is_said_and_made_anew(cli: Cli, home: Home) -> None:
    assert cli("history") == 0
    before = cli.out
    (cli.home / "history.sqlite").write_text("junk" * 2000)
    assert cli("history") == 0 and cli.out == before and "made anew" in cli.err


def test_without_any_match(cli: Cli) -> None:
    assert cli("history") == 0 and not cli.out and "no finished match" in cli.err
    assert not cli.home.exists()


def test_a_match_is_in_the_history_as_soon_as_it_is_over(cli: Cli, home: Home) -> None:
    """given a match that has just ended, when its file goes at once, then the history has it."""
    ctx = Context(read_arguments(["history", "--home", str(cli.home)]), cli.home, FADENET)
    keep(ctx)
    for path in (cli.home / "matches").iterdir():
        path.unlink()
    assert cli("history", "--json") == 0 and len(json.loads(cli.out)["matches"]) == 6


def test_a_history_that_cannot_be_kept_spoils_no_match(
    cli: Cli, home: Home, capsys: pytest.CaptureFixture[str]
) -> None:
    (cli.home / "history.sqlite").mkdir()
    keep(Context(read_arguments(["history", "--home", str(cli.home)]), cli.home, FADENET))
    assert "not in the history yet" in capsys.readouterr().err
