"""A match whose other player stays away: its last lines, `matches` and `history` say the same of it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from fadenet import games
from fadenet.cli.past.outcomes import ending, outcome_lines, signed_line
from fadenet.engine.rules import Rules
from fadenet.node.match.follow import MatchEnd
from tests.cli.helpers import Cli
from tests.history.folder import Home
from tests.node.tables import TOLD_S, Party, Stuck, table
from tests.node.test_terrene import Steady

LEGEND = games.load("faroe", "legend", legend="vantarel-the-hollow-sun")
TERRENE = games.load("terrene")


@pytest.mark.parametrize(
    ("rules", "rule", "ours", "kept"),
    [
        (TERRENE, "win.leaving", (1, 2), "won [win.leaving]"),
        (LEGEND, "format.leaving", (), "no result [format.leaving]"),
    ],
    ids=["duel", "against a Legend"],
)
async def test_who_is_left_alone_has_won_unless_both_play_a_legend(
    cli: Cli, autojump_clock: MockClock, rules: Rules, rule: str, ours: tuple[int, ...], kept: str
) -> None:
    # given a guest whose node dies before it has answered anything
    home, player = Home(cli.home), Steady(10_000)
    host = replace(table(home.path, 0, player, rules=rules), identity=home.own)
    guest = Stuck(0)
    both = Party(host, table(cli.home.parent / "b", 1, guest, rules=rules))

    async def die(party: Party) -> None:
        while not guest.asked:
            await trio.sleep(1)
        await trio.sleep(TOLD_S)
        party.kill(1)

    # when the host has waited for it in vain
    ended, _ = await both.play(bank=30, meddle=die, patience=5_000)
    # then its player hears it, and so does who reads it later
    assert isinstance(ended, MatchEnd) and ended.result is None and ended.rule == player.rule == rule
    assert (ended.places or ()) == player.places and sorted(player.places) == list(ours)
    (line,) = outcome_lines(ended)
    assert line == (f"p{ended.seat + 1} ana wins [{rule}]" if ours else f"no result [{rule}]")
    assert "stands in your history alone" in signed_line(ended)
    assert cli("matches", "--json") == 0
    assert json.loads(cli.out)["matches"][0]["result"] == kept
    assert cli("history", "--json") == 0
    (row,) = json.loads(cli.out)["matches"]
    assert (row["outcome"], row["signed"], row["rule"]) == ("won" if ours else "none", "left", rule)
    assert sorted(seat["place"] or 0 for seat in row["seats"]) == (list(ours) or [0, 0])
    assert [seat["left"] for seat in row["seats"] if not seat["own"]] == [True]


def test_a_player_reads_of_itself_as_you() -> None:
    """given matches that were won, lost and drawn, then each player reads its own seat as `you`."""
    names = "ana", "bob", "cyd"
    assert ending(names, (1, 2), "r", (), 0) == "you win [r]"
    assert ending(names, (1, 2), "r", (), 1) == "p1 ana wins [r]"
    assert ending(names, (1, 2, 1), "r", (0, 1, 0), 2) == "you and p1 ana win [r]"
    assert ending(names, (1, 1), "r", (), 1) == "drawn between you and p1 ana [r]"
    cheat = ((1, 7, "audit.deck"),)
    end = MatchEnd("m", Path("m"), 1, (1, 2), "r", cheat, names[:2], None, ())
    assert outcome_lines(end, 1)[1].startswith("guilty: you broke [audit.deck] with entry 7")
    assert outcome_lines(end)[1].startswith("guilty: p2 bob broke")
