"""Characters whose control an effect gives to another Player, in the 40-card edition (topic zone)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import MODE, ROW_CARD
from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders import meetings
from tests.builders.cells import fill
from tests.builders.scenario import Duel
from tests.cards.fade import cards

CARDS = meetings.CARDS + cards("lend")


@pytest.mark.rule("fade2", "zone.control-change")
def test_a_character_is_lent_for_a_turn() -> None:
    # Given A's Character with damage and a face-down Skill, and B with free cells, when B takes control of it
    # for this turn, then it comes to the cell that B chooses, with all that it has.
    d = Duel(CARDS, edition="fade2")
    x = d.character(0, "bearer", at="c3")
    skill = d.on(x, "strike")
    d.damage(x, 2)
    mine = fill(d, 1, "c", 5)
    d.go(1, PREPARATION)
    d.play(1, "play", d.hand(1, "lend"), x)
    assert d.until(MODE) == 1
    d.answer(1, d.options(1)[0])
    d.pass_all()
    assert (d.at(x), d.s.ctrl[x], d.count(x, "Damage")) == ("c5", 1, 2) and d.s.host[skill] == x
    assert d.s.ctrl[skill] == 0 and skill not in d.dealer.known[1]
    # Then B attacks with it, and does not use the Skill.
    d.go(1, COMBAT)
    assert d.can(1, "attack", x, d.body(0)) and not any(skill in move[1:2] for move in d.options(1))
    # When the turn ends, then A chooses the cell to which it returns, and uses the Skill again.
    d.play(1, "end")
    assert d.until(MODE) == 0
    cells = d.options(0)
    assert len(cells) == 10
    d.answer(0, cells[7])
    assert (d.at(x), d.s.ctrl[x], d.count(x, "Damage")) == ("b3", 0, 2)
    d.go(0, PREPARATION)
    d.play(0, "move", x, d.to("front"))
    d.go(0, COMBAT)
    assert d.can(0, "use", skill, mine[1])


@pytest.mark.rule("fade2", "zone.control-change")
@pytest.mark.parametrize("whose", [0, 1])
def test_without_a_free_cell_it_does_not_come_or_is_discarded(whose: int) -> None:
    # Given a full field of B, then the effect does nothing; given one of A by the time at which it ends, then
    # the Character goes to A's Discard Pile.
    d = Duel(CARDS, edition="fade2")
    x = d.character(0, "bearer", at="c3")
    skill = d.on(x, "strike")
    if whose:
        fill(d, 1, "c")
        fill(d, 1, "b")
    d.go(1, PREPARATION)
    d.quietly(1, "play", d.hand(1, "lend"), x)
    assert d.s.ctrl[x] == (not whose)
    if not whose:
        fill(d, 0, "c")
        fill(d, 0, "b")
        d.next_turn(0)
        assert d.lies(x) == "discard" and d.s.owner[x] == 0
        # And what lay on it is destroyed, and shown.
        assert d.lies(skill) == "discard" and d.s.code[skill]
        assert skill in [row[ROW_CARD] for row in d.happened("destroyed")]
