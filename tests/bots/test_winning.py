"""The search for a line that wins in the own turn: what it finds, what it counts with, where it ends."""

from __future__ import annotations

import pytest

from fadenet.bots import terrene
from fadenet.bots.base import run_now
from fadenet.bots.greedy import GreedyBot
from fadenet.bots.winning import winning_move
from fadenet.engine.kit import series
from fadenet.games.terrene import tables as t
from fadenet.table.view import SeatView
from tests.builders.terrene_scenario import Terrene
from tests.cards.terrene import cards


def two_guards(nets: int) -> Terrene:
    """Seat 1 has 5 HP and two Guards that let nothing through; seat 0 has a Thief and so many Nets, each of
    which keeps one Character from blocking."""
    g = Terrene(cards("net"))
    for holder in [g.character(0, "thief"), g.character(0, "mage")][:nets]:
        g.hold(holder, "net")
    for _ in range(2):
        g.character(1, "guard")
    g.hurt(1, 45)
    return g


def view(g: Terrene) -> SeatView:
    """The view of seat 0."""
    return SeatView(g.s, 0, g.dealer.known[0])


def test_moves_that_win_only_together_are_found_and_made() -> None:
    """given two Guards and two Nets, of which one alone gains nothing, then both are thrown."""
    g = two_guards(nets=2)
    said = []
    while not any(series.wins(g.s)):
        said.append(view(g).text(run_now(GreedyBot().choose(view(g))).move))
        g.say(0, said[-1])
        g.pass_all()
    assert [text.split()[0] for text in said] == ["use", "use", "attack"]
    assert series.wins(g.s) == [1, 0]
    assert (
        view(two_guards(nets=2)).text(run_now(GreedyBot(lines=0).choose(view(two_guards(2)))).move) != said[0]
    )


def test_a_move_that_is_quiet_else_may_begin_a_line() -> None:
    """given a Net that a hidden Mage holds, and one Action, then it goes to the Thief that is to strike."""
    g = Terrene(cards("net"))
    g.hold(g.character(0, "thief"), "tonic")
    g.hold(g.character(0, "mage", hidden=True), "net")
    g.character(1, "guard")
    g.hurt(1, 45)
    g.actions(0, 1)
    assert view(g).text(winning_move(view(g), 100)) == "trade c1 c2"


def test_a_block_that_can_be_foreseen_is_counted_with() -> None:
    """given a Net less, then the Guard that is left blocks, and no line is found."""
    assert winning_move(view(two_guards(nets=1)), 1_000) == ()


def test_it_ends_when_so_many_moves_are_tried() -> None:
    """given a line of three moves, then it is not found among three moves."""
    g = two_guards(nets=2)
    assert winning_move(view(g), 3) == ()
    assert winning_move(view(g), 100)


@pytest.mark.parametrize(
    ("hurt", "guards", "actions", "short"),
    [
        (40, (), 4, -20),  # a Grunt and a Thief, 20 and 10, strike a player of 10 HP
        (40, (), 1, -10),  # the Grunt alone
        (40, ("guard",), 4, 10),  # each is blocked: 10 of 30 HP, then 5
        (40, ("mage",), 4, -5),  # 5 go through, and nobody blocks after that
        (25, ("guard",), 4, None),  # 25 HP are too many
        (10, (), 4, 10),
        (5, (), 4, None),
    ],
)
def test_how_short_of_a_win_a_turn_is(
    hurt: int, guards: tuple[str, ...], actions: int, short: int | None
) -> None:
    g = Terrene()
    g.character(0, "grunt")
    g.character(0, "thief")
    for slug in guards:
        g.character(1, slug)
    g.character(1, "titan", hidden=True)
    g.hurt(1, hurt)
    g.actions(0, actions)
    assert terrene.short_of_win(g.s, 0) == short


def test_an_attack_that_was_made_counts_for_nothing() -> None:
    """given a Grunt that has attacked, then only the Thief is left."""
    g = Terrene()
    grunt = g.character(0, "grunt")
    g.character(0, "thief")
    g.character(1, "titan", hidden=True)
    g.hurt(1, 20)
    g.play(0, "attack", grunt)
    g.pass_all()
    assert (terrene.short_of_win(g.s, 0), g.s.phase) == (0, t.ACTING)
