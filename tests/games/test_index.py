"""The effects in force are kept while cards go about on the field: they are what would be worked out anew."""

from __future__ import annotations

from collections.abc import Callable

from fadenet.engine.state import State
from fadenet.games.fade.field import board, commands
from fadenet.games.fade.tables import FRONT, Q_PLV
from fadenet.games.fade.typed import rules_of
from tests.builders.playout import TABLES, Playout, Table, in_turn, same_but_fresh
from tests.builders.scenario import Duel
from tests.cards.fade import cards, command, zone

FAMILY = [one for one in TABLES if one.game in ("faroe", "fade1", "fade2")]


def in_force(s: State) -> tuple[object, ...]:
    """All that the index of a state says, and the kinds of all cells."""
    index = rules_of(s).index_of(s)
    kinds = [board.kinds(s, seat) for seat in range(s.seats)] if rules_of(s).grid.cells else []
    return index.listeners, index.statics, index.muted, index.changes, commands.layout(s), kinds


@in_turn(6, FAMILY, always=("fade1-duel-2", "fade2-duel-2"))
def test_effects_that_are_kept_are_those_that_would_be_found(
    table: Table, so_many: Callable[[int, int], int]
) -> None:
    """given a random match, then at every rest what is in force is what a state finds that has kept
    nothing.
    """
    play = Playout(table.rules, TABLES.index(table), players=table.players)
    left, kept = so_many(1500, 100_000), 0
    for s in play.rests():
        kept += s.index is not None
        assert in_force(s) == in_force(same_but_fresh(s))
        left -= 1
        if not left:
            break
    assert kept > 20


def test_a_zone_card_that_comes_to_another_cell_changes_that_one() -> None:
    """given a Zone card that makes a cell a front one, when it comes to another cell, then that is one, and
    the first is no longer.
    """
    d = Duel(zone("bulwark", makes="front"), edition="fade2")
    h = d.zone(0, "bulwark", "b1")
    one, other = d.cell("b1"), d.cell("b2")
    rules_of(d.s).index_of(d.s)
    assert board.kinds(d.s, 0)[one] == FRONT != board.kinds(d.s, 0)[other]
    board.put(d.s, h, other)
    assert board.kinds(d.s, 0)[one] != FRONT == board.kinds(d.s, 0)[other]


def test_a_command_works_from_when_it_is_in_a_cell() -> None:
    """given a Command beside its Player in no cell, then it does not work; when it is in one, it does."""
    d = Duel(command("forum", directions=["Left"]), edition="fade2")
    h = d.command(0, "forum", "a1")
    board.put(d.s, h, 0)
    assert not commands.layout(d.s).working
    board.put(d.s, h, d.cell("a1"))
    assert commands.layout(d.s).working == {h}


def test_effects_in_force_are_kept_until_a_command_points_at_other_cards() -> None:
    """given a Command that points at an empty cell, when a Character goes to another cell, then what is in
    force is kept; when it comes into that one, it is Material.
    """
    d = Duel(command("forum", directions=["Up"]), edition="fade2")
    forum, h = d.command(0, "forum", "b2"), d.character(0, at="c3")
    index = rules_of(d.s).index_of(d.s)
    board.put(d.s, h, d.cell("c1"))
    assert d.s.index is index
    (up,) = rules_of(d.s).directions[d.s.code[forum]]
    board.put(d.s, h, rules_of(d.s).grid.near[d.cell("b2")][up])
    assert d.s.index is None
    assert commands.layout(d.s).materials == {h}


def test_a_world_rule_is_in_force_as_soon_as_it_is_agreed_on() -> None:
    """given a vote on a World Rule that changes PLV, when all agree, then it is in force before anything else
    happens.
    """
    d = Duel(cards("sharp-world"), edition="fade2", setup=False, worlds=("sharp-world",))
    assert Q_PLV not in rules_of(d.s).index_of(d.s).changes
    d.vote(True, True)
    assert Q_PLV in rules_of(d.s).index_of(d.s).changes
