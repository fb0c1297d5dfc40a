"""The run of a turn in the 60-card edition (topics turn, prep)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD, ROW_EVENT, ROW_N
from fadenet.games.fade.tables import AFTERMATH, COMBAT, DRAWING, ENDING, HAND, PREPARATION, STARTING
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item

CARDS = (
    cards("cs-1", "cs-2", "cs-3", "deny-item")
    + character("dancer", plv=3, cs=1, keywords="Tag-Out")
    + item("coin", cost=0, do={"gain_tp": 1})
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


@pytest.mark.rule("fade1", "turn.skip-combat")
def test_the_combat_step_may_be_skipped_and_the_aftermath_is_still_held() -> None:
    # Given a player at the end of the Preparation Step, who could attack.
    d = duel()
    d.character(0)
    d.character(1)
    assert d.s.phase == PREPARATION
    d.quietly(0, "end")
    assert d.s.phase == COMBAT
    # When they skip the Combat Step, then the Aftermath Step begins.
    d.quietly(0, "end")
    assert d.s.phase == AFTERMATH and d.s.active == 0


@pytest.mark.rule("fade1", "turn.skip-combat")
def test_no_other_part_is_skipped() -> None:
    # Given turns that are ended as soon as they can be, when they are over.
    d = duel()
    told = len(d.log)
    d.next_turn(1)
    d.next_turn(0)
    # Then each part of them has begun, and the first choice of a turn is one of the Preparation Step.
    begins = d.rules.events.index("phase-begins")
    begun = [row[ROW_N] for row in d.log[told:] if row[ROW_EVENT] == begins]
    assert begun == [COMBAT, AFTERMATH, ENDING, *range(ENDING + 1), STARTING, DRAWING, PREPARATION]
    assert d.s.phase == PREPARATION and d.move("end") in d.options(0)


@pytest.mark.rule("fade1", "turn.first-player-draws")
@pytest.mark.parametrize("seats", [2, 3])
def test_the_first_player_draws_two_like_everybody(seats: int) -> None:
    # Given the first player's first turn with a Hand of 6, when the Draw Phase is completed, then it is 8.
    d = Duel(seats=seats, setup=False, edition="fade1")
    first = d.s.active
    assert d.size(first, HAND) == 6
    d.keep()
    for n in range(seats):
        seat = (first + n) % seats
        d.go(seat, PREPARATION)
        assert d.size(seat, HAND) == 8


@pytest.mark.rule("fade1", "turn.end-phase")
def test_what_names_the_end_phase_happens_before_the_next_turn() -> None:
    # Given a Character with 1 Paralyze Counter, and one of the other player.
    d = duel()
    x, y = d.character(0), d.character(1)
    d.counters(x, "Paralyze", 1)
    d.counters(y, "Paralyze", 1)
    d.go(0, AFTERMATH)
    assert d.count(x, "Paralyze") == 1
    # When its controller's End Phase comes, then it is removed; the other one stays.
    turn = d.s.turn
    while d.s.turn == turn:
        d.step()
    # Then the next player's Starting Phase begins.
    assert d.s.active == 1 and (d.count(x, "Paralyze"), d.count(y, "Paralyze")) == (0, 1)
    told = [(d.rules.events[row[ROW_EVENT]], row[ROW_CARD]) for row in d.log]
    assert told.index(("counter-gone", x)) < len(told) - 1 - told[::-1].index(("turn-begins", d.body(1)))


@pytest.mark.rule("fade1", "prep.reserve-out")
def test_one_that_cannot_act_comes_out_of_reserve_if_it_fits() -> None:
    # Given a Paralyzed Character of 2 CS in Reserve, and 2 CS free.
    d = duel()
    there = [d.character(0, "cs-3"), d.character(0, "cs-1")]
    x = d.character(0, "cs-2", backup=True)
    d.counters(x, "Paralyze", 1)
    # When it is moved out, then it is accepted.
    d.play(0, "move", x, d.to("front"))
    assert d.lies(x) == "front" and all(d.lies(h) == "front" for h in there)


@pytest.mark.rule("fade1", "prep.reserve-out")
def test_with_too_few_cs_another_is_reserved_first() -> None:
    # Given 1 CS free, then one of 2 is refused, until another has been reserved.
    d = duel()
    d.character(0, "cs-3")
    two = d.character(0, "cs-2")
    x = d.character(0, "cs-2", backup=True)
    d.counters(x, "Paralyze", 1)
    assert d.refused(0, "move", x, d.to("front")) == "prep.reserve-out"
    d.play(0, "move", two, d.to("backup"))
    d.play(0, "move", x, d.to("front"))
    assert (d.lies(two), d.lies(x)) == ("backup", "front")


@pytest.mark.rule("fade1", "prep.no-attacks")
@pytest.mark.parametrize("phase", [PREPARATION, AFTERMATH])
def test_nobody_attacks_outside_the_combat_step_and_items_are_still_answered(phase: int) -> None:
    # Given an Item played in the Preparation or Aftermath Step, and a Reaction that Negates an Item.
    d = duel()
    x, y = d.character(0), d.character(1)
    void, coin, tp = d.on(y, "deny-item"), d.hand(0, "coin"), d.tp_of(0)
    d.go(0, phase)
    # Then a Normal Attack by the turn player is refused, of a Character and of the Player.
    for attacker in (x, d.body(0)):
        assert d.refused(0, "attack", attacker, y) == "turn.battle-steps"
    # And the Reaction may be linked.
    d.play(0, "play", coin)
    d.quietly(1, "use", void, -1)
    assert d.tp_of(0) == tp and d.lies(void) == "discard"


@pytest.mark.rule("fade1", "prep.aftermath-no-reserve")
def test_in_the_aftermath_nobody_is_reserved_or_comes_out() -> None:
    # Given ready Characters in the Aftermath Step.
    d = duel()
    x, back = d.character(0, "cs-1"), d.character(0, "cs-1", backup=True)
    dancer = d.character(0, "dancer")
    d.go(0, AFTERMATH)
    # When one is to be reserved, or to come out, then it is refused; within its row it moves.
    for h, row in ((x, "backup"), (back, "front")):
        assert d.refused(0, "move", h, d.to(row)) == "prep.aftermath-no-reserve"
    d.play(0, "move", x, to(d, "c5"))
    assert d.at(x) == "c5"
    # Tag-Out still works.
    d.play(0, "tag", dancer, to(d, d.at(back)))
    assert (d.lies(dancer), d.lies(back)) == ("backup", "front")


@pytest.mark.rule("fade1", "prep.play-characters")
def test_a_player_may_go_on_playing_until_nothing_fits() -> None:
    # Given 6 CS free and Characters of 2, 2 and 3 CS in the pool and no TP, when 2 and 2 are played.
    d = duel()
    d.tp(0, 0)
    for slug in ("cs-2", "cs-2"):
        h = d.fighter(0, slug)
        d.play(0, "play", h, d.to("front"))
        # Then it is there face-up, without anybody being asked.
        assert d.s.face[h] == 1 and d.asked() == [0] and not d.s.chain
    # Then the 3 CS Character does not fit, and a 2 CS one does.
    assert d.refused(0, "play", d.fighter(0, "cs-3"), d.to("front")) == "prep.cs-blocked"
    assert d.can(0, "play", d.fighter(0, "cs-2"), d.to("front"))
