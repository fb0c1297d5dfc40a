"""A ladder of bots: a node says how strong each of its bots is, and a guest joins the nearest to itself."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

import keys
from fadenet import games
from fadenet.bots.arena import Contest, Variant
from fadenet.cli.frame.context import Context, NotFound, Usage
from fadenet.cli.net.offers import TableSpec, read_table, strengths_of, told_apart
from fadenet.cli.options import read_arguments
from fadenet.cli.past.history import own_rating, ratings_of
from fadenet.cli.top.nearby import CLAIMS, Found, TableLine, nearest, row_data, row_lines
from fadenet.node.link.identity import PlayerKind
from fadenet.node.reach.beacon import Neighbour
from fadenet.node.reach.notice import Offer, Strength
from fadenet.node.sitting import config_of
from tests.bots.arena.false_bots import HERE
from tests.bots.arena.test_strength import journal
from tests.cli.helpers import FADENET, LIGHT, Cli, sentence
from tests.cli.test_serving import LISTEN, nodes, started
from tests.cli.test_tables import found
from tests.history.folder import Home, signed
from tests.table.wire import identity

__all__ = ["nodes"]
PRELUDE = games.load(LIGHT)
LEAGUE = Contest(Variant(LIGHT), ("random", "easy", "greedy"))


def tables(cli: Cli, *names: str) -> list[TableSpec]:
    return [read_table(name, cli.home) for name in names]


# A node says how strong its bots are.


def test_a_table_is_as_strong_as_its_bot_was_measured(cli: Cli, tmp_path: Path) -> None:
    """given a journal of three bots and a node that offers two of them, one by its level, and another game,
    then the tables of these two have a strength, the one that counts from itself being 0."""
    said: list[str] = []
    names = "prelude=easy prelude=hard prelude=normal prelude:seats=3=easy terrene=easy"
    offered = tables(cli, *names.split())
    found = strengths_of([str(journal(tmp_path, LEAGUE))], offered, said.append)
    assert set(found) == {"prelude=easy", "prelude=hard"} and not said
    assert found["prelude=hard"] == Strength(0, 0, 0)
    easy = found["prelude=easy"]
    assert easy.low < easy.elo < easy.high <= 1500 and easy.elo < 0


def test_what_was_measured_by_other_rules_counts_no_more(cli: Cli, tmp_path: Path) -> None:
    """given a journal of other cards, and one of another version of a bot, then the first gives no strength
    and the second does; each time it is said."""
    said: list[str] = []
    path = journal(tmp_path, LEAGUE)
    for key, counts in (("cards", False), ("bot_code", True)):
        head, *lines = journal(tmp_path, LEAGUE, ()).read_text().splitlines()
        path.write_text("\n".join([json.dumps(json.loads(head) | {key: "0" * 16}), *lines, ""]))
        assert bool(strengths_of([str(path)], tables(cli, "prelude=easy"), said.append)) is counts
        path.write_text("\n".join([head, *lines, ""]))
    assert "by other rules or cards, and counts no more" in said[0]
    assert "other versions of the bots, and still counts" in said[1] and len(said) == 2


def test_a_file_that_tells_nothing_is_an_error(cli: Cli, tmp_path: Path) -> None:
    """given no file, no journal, one that is about none of the tables, then the node does not begin, and says
    what to do."""
    path = journal(tmp_path, LEAGUE)
    assert cli("node", "--table", "prelude=easy", "--strength", tmp_path / "none") == 3
    assert "none cannot be read: No such file" in (said := sentence(cli.err)) and "--journal NAME" in said
    (tmp_path / "text").write_text("easy is strong\n")
    assert cli("node", "--table", "prelude=easy", "--strength", tmp_path / "text") != 0
    assert "Line 1 of" in sentence(cli.err)
    assert cli("node", "--table", "prelude=normal", "--strength", path) == 2
    assert "tells of prelude with" in (said := sentence(cli.err)) and "no --table is one of these" in said


def test_two_bots_that_others_would_take_for_one_are_refused(cli: Cli) -> None:
    """given two bots whose books lie in two folders under one name, then a node does not offer both in one
    game; the same bot twice, once by its level, it does."""
    here = "tests.bots.test_naming:Planner"
    alike = "prelude=hard", "prelude:clock=300+5=greedy", f"prelude={here}", f"terrene={here}"
    told_apart(tables(cli, *alike))
    one, other = f"prelude={here}:book=/a/x", f"prelude={here}:book=/b/x"
    with pytest.raises(Usage, match=f"take the bots of {one} and {other} for one, Planner:book=x"):
        told_apart(tables(cli, one, other))


# A guest finds one that is near.


def table(bot: str, elo: int | None) -> Offer:
    """A table of prelude with a bot of which this is said."""
    config = config_of(PRELUDE, 2, 0, 600, 5)
    offer = Offer.of(config, bot.encode().ljust(12, b".")[:12], PRELUDE.hash, PRELUDE.card_hash, 1)
    said = None if elo is None else Strength(elo, elo - 40, elo + 40)
    return replace(offer, bot=bot, strength=said, standing=True)


def rows(*there: Offer) -> Found:
    """These tables, all of one node, whose key is that of `ben` in matches."""
    neighbours = (_of_ben(found("ben", one, kind=PlayerKind.BOT)) for one in there)
    return Found([TableLine(one, table) for one, table in zip(neighbours, there, strict=True)], ["lo"], [])


def _of_ben(one: Neighbour) -> Neighbour:
    """The same, with the key of the player who is called ben in matches."""
    return replace(one, notice=replace(one.notice, ik=identity("ben").public))


@pytest.fixture
def ctx(cli: Cli) -> Context:
    return Context(read_arguments(["tables", "--near-rating", LIGHT]), cli.home, FADENET)


def test_a_table_says_which_bot_it_is_and_how_strong(tmp_path: Path) -> None:
    contacts = keys.Contacts.load(tmp_path)
    (row,) = rows(table("rollout:moves=3", 120)).rows
    line = " ".join(" ".join(row_lines(1, row, contacts)).split())
    assert line.startswith("1 prelude, ben (the bot rollout:moves=3, new): says 120 [80, 160], 1 of 2 seats")
    data = row_data(row)
    assert (data["bot"], data["says"]) == ("rollout:moves=3", {"elo": 120, "low": 80, "high": 160})
    (row,) = rows(table("easy", None)).rows
    assert "says" not in " ".join(row_lines(1, row, contacts)) and row_data(row)["says"] is None


@pytest.mark.parametrize(
    ("places", "bot"),
    [([], "greedy"), ([(2, 1)] * 4, "easy"), ([(1, 2)] * 2, "strong")],
)
def test_a_guest_joins_the_bot_that_is_nearest(
    cli: Cli, ctx: Context, capsys: pytest.CaptureFixture[str], places: Sequence[tuple[int, int]], bot: str
) -> None:
    """given a guest who has played nothing, one who has lost to people and one who has won, then each is led
    to the table whose bot is said to be as strong; what it goes by is said."""
    home = Home(cli.home)
    for n, one in enumerate(places):
        home.put(signed(("ana", "cid"), (one, "win.x"), rules=PRELUDE, number=n))
    there = rows(table("greedy", 0), table("easy", -240), table("strong", 240), table("unsaid", None))
    row = nearest(ctx, LIGHT, there, keys.Contacts.load(cli.home))
    said = " ".join(capsys.readouterr().err.split())
    assert row.table.bot == bot
    assert ("no rating in prelude yet: everybody begins with 1500" in said) is not bool(places)
    rating = 1500 + (row.table.strength or Strength(0, 0, 0)).elo
    assert re.search(rf"prelude: ben \(the bot {bot}, new\), {rating}; its host says ", said)


def test_own_matches_count_before_a_word(cli: Cli, ctx: Context, capsys: pytest.CaptureFixture[str]) -> None:
    """given a node that says of a bot that it is just as strong as we are, when it has beaten us three times
    of four, then it counts as what it has shown; another bot of the node counts as is said."""
    home = Home(cli.home)
    for n in range(16):
        places = (1, 2) if n % 4 == 0 else (2, 1)
        home.put(signed(("ana", "ben"), (places, "win.x"), rules=PRELUDE, bots={"ben": "easy"}, number=n))
    rated = ratings_of(ctx)
    own = own_rating(ctx, rated, LIGHT)
    assert own is not None
    honest, contacts = table("normal", round(own - 1500) - 60), keys.Contacts.load(cli.home)
    there = rows(table("easy", round(own - 1500)), honest)
    assert nearest(ctx, LIGHT, there, contacts).table.bot == "normal"
    nearest(ctx, LIGHT, replace(there, rows=there.rows[:1]), contacts)
    (rating, _) = rated.standing[LIGHT, identity("ben").public, True, "easy"]
    told = " ".join(capsys.readouterr().err.split())
    assert f"(the bot easy, new), {rating.rating:.0f}; as your matches have shown." in told


def test_what_cannot_be_joined_or_compared_is_left_out(cli: Cli, ctx: Context) -> None:
    """given tables of another game, that are full, by invitation, of other cards, of an unknown format or
    without a strength, then there is none, and that is said."""
    sound = table("easy", 0)
    wrong = [
        replace(sound, game="terrene"),
        replace(sound, free=0, watched=True),
        replace(sound, token=b""),
        replace(sound, cards=bytes(8)),
        replace(sound, format="whist"),
        replace(sound, opts=(("opening", "odd"),)),
        table("unsaid", None),
        replace(sound, bot="", strength=None),
    ]
    with pytest.raises(NotFound, match="No table of prelude here has a bot"):
        nearest(ctx, LIGHT, rows(*wrong), keys.Contacts.load(cli.home))
    assert cli("tables", "--near-rating", "whist") == 4 and "no game 'whist'" in sentence(cli.err)


# All of it.


@pytest.mark.slow
def test_a_guest_finds_its_level_at_a_node_and_the_match_counts(
    cli: Cli, tmp_path: Path, nodes: ExitStack
) -> None:
    """given a node with three bots of known strength on this machine, when somebody who has lost often asks
    for one near its rating, then it plays with the weakest, all sign the result, and the history counts it
    for that bot alone."""
    names = ("prelude=greedy", "prelude=easy", "prelude=random")
    offered = [word for name in names for word in ("--table", name)]
    path = journal(tmp_path, LEAGUE)
    node = started(nodes, tmp_path / "node", *offered, "--strength", str(path), "--lan", *LISTEN)
    for _ in names:
        node.event("invite")
    home = Home(cli.home)
    for n in range(6):
        home.put(signed(("ana", "cid"), ((2, 1), "win.x"), rules=PRELUDE, bots={"ana": "Quitter"}, number=n))
    assert cli("tables", "--json") == 0
    told = json.loads(cli.out)["tables"]
    assert {one["bot"] for one in told if one["says"]} >= {"greedy", "easy", "random"}
    assert CLAIMS[:20] in cli.err
    weakest = min((one for one in told if one["says"]), key=lambda one: one["says"]["elo"])["bot"]
    assert cli("tables", "--near-rating", LIGHT, "--bot", f"{HERE}:Quitter", "--json") == 0
    outcome = json.loads(cli.out)
    assert f"(the bot {weakest}, new), " in " ".join(cli.err.split())
    assert cli("history", "--json") == 0
    match = json.loads(cli.out)["matches"][0]
    assert (match["match"], match["signed"], match["rated"]) == (outcome["match"], "signed", True)
    assert {seat["bot"] for seat in match["seats"]} == {"Quitter", weakest}
    assert cli("history", "--opponents", "--json") == 0
    assert (weakest, 1) in [(one["bot"], one["games"]) for one in json.loads(cli.out)["opponents"]]
