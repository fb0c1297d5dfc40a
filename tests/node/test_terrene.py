"""Terrene between two nodes: a match of several games over a session, its formats, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from fadenet import bots, games
from fadenet.engine.rules import Move, Rules
from fadenet.games.decks import Deck
from fadenet.games.terrene.tables import V_RUN
from fadenet.node.match.follow import MatchEnd
from fadenet.node.match.messages import OTHER_TABLE, REASONS
from fadenet.node.match.saved import played, saved_matches
from fadenet.table.view import SeatView
from keys import UserError
from protocol.files import FileState
from protocol.hello import Config
from tests.node.tables import Party, Quitter, files, table, verified

DUELS = {"book": games.load("terrene"), "additions": games.load("terrene", additions="2015")}
duels = pytest.mark.parametrize("rules", DUELS.values(), ids=DUELS)


class Steady(Quitter):
    """A Quitter who never runs from a game."""

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        return super().pick(seat, [move for move in options if move[0] != V_RUN])


def pair(path: Path, rules: Rules, *players: bots.base.Bot) -> Party:
    host, joiner = (
        table(path / name, n, player, rules=rules)
        for n, (name, player) in enumerate(zip("ab", players, strict=True))
    )
    return Party(host, joiner)


@duels
async def test_two_nodes_play_the_best_of_three(
    tmp_path: Path, autojump_clock: MockClock, rules: Rules
) -> None:
    """given two nodes with Terrene's rules, then a whole match ends with one result that files prove."""
    both = pair(tmp_path, rules, bots.make("random"), bots.make("random"))
    host, joiner = await both.play()
    assert isinstance(host, MatchEnd) and isinstance(joiner, MatchEnd)
    assert host.rule in ("format.best-of-three", "format.drawn-games")
    assert host.result is not None and host.result == joiner.result and not host.findings
    for one in (host, joiner):
        report = verified(one.path, rules)
        assert (report.state, report.findings) == (FileState.VALID, ())
        assert not files(one.path.parents[1], "secret")
        (kept,) = saved_matches(one.path.parents[1])
        assert (kept.note.game, kept.note.format, kept.note.options) == ("terrene", "duel", rules.options)
        assert kept.finished and host.rule in kept.note.result


async def test_a_match_that_both_have_left_goes_on(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given nodes that stop after a decision, when both come back, then they play on to one result."""
    rules = DUELS["additions"]
    stops = trio.CancelScope()

    def stop(n: int) -> None:
        if n == 1:
            stops.cancel()

    both = pair(tmp_path, rules, Steady(1_000, stop), Steady(1_000))
    with stops:
        await both.play()
    (left,) = saved_matches(both.host.home)
    note = left.note
    assert not left.finished
    assert played(note.game, note.format, note.options) == "terrene with additions 2015"
    both.host = table(both.host.home, 0, bots.make("random"), rules=rules)
    host, joiner = await both.resume()
    assert isinstance(host, MatchEnd) and isinstance(joiner, MatchEnd)
    assert host.result is not None and host.result == joiner.result and not host.findings
    assert verified(host.path, rules).state is FileState.VALID


async def test_a_guest_who_cannot_sit_down_says_so_to_the_host(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given a guest without a deck for what is offered, then it gets its own reason and the host another."""
    offered: list[Config] = []

    def choose(config: Config) -> tuple[Rules, Deck]:
        offered.append(config)
        raise UserError("no such deck here")

    both = pair(tmp_path, DUELS["additions"], bots.make("random"), bots.make("random"))
    both.choose = choose
    host, joiner = await both.play(patience=200)
    assert host is None and f"Somebody does not sit down: {REASONS[OTHER_TABLE]}" in both.told[0]
    assert isinstance(joiner, UserError) and "no such deck" in str(joiner)
    assert [(c.game, c.format, c.opts) for c in offered] == [("terrene", "duel", (("additions", "2015"),))]
    assert not files(both.host.home, "secret")
