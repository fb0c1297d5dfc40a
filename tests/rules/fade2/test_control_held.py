"""Effects that hold control of a Character, and how it goes back, in the 40-card edition (topic zone)."""

from __future__ import annotations

import pytest

from fadenet.engine import invariants, kernel
from fadenet.engine.state import MODE
from fadenet.games.fade.tables import BACKUP, COMBAT, DISCARD, FRONT, NZ
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item

CARDS = (
    cards("exhume", "lend", "seize")
    + item("lease", cost=0, targets="enemy characters", do={"control": "target", "until": "round"})
    + character("dawn", plv=1, ability={"on": "turn-begins", "do": {"gain_tp": 1}})
)
CONTROL = pytest.mark.rule("fade2", "zone.control-change")


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade2")


def use(d: Duel, seat: int, slug: str, h: int, cell: int = 1) -> None:
    """An Item takes control of a Character, which goes to the cell that is listed there."""
    d.play(seat, "play", d.hand(seat, slug), h)
    d.until(MODE)
    assert d.asked() == [seat]
    d.answer(seat, d.move("mode", (0, cell)))
    d.pass_all()


def in_their_turn(d: Duel, seat: int, slug: str, h: int) -> None:
    """Another player's Item, used as the turn player would end a Phase, takes control of a Character."""
    item = d.hand(seat, slug)
    d.play(d.s.active, "end")
    while seat not in d.asked():
        d.step()
    d.play(seat, "play", item, h)
    while d.s.ctrl[h] != seat or d.s.chain:
        d.step()


@CONTROL
def test_control_for_a_round_ends_before_the_next_turn_of_who_took_it() -> None:
    # Given three players and control for a round, then it lasts through the turns of the others.
    d = duel(3)
    h = d.character(1, at="c5")
    use(d, 0, "lease", h)
    for seat in (1, 2):
        d.next_turn(seat)
        assert d.s.ctrl[h] == 0
    assert d.until(MODE) == 1
    d.step()
    assert d.s.ctrl[h] == 1 and d.s.active == 0


@CONTROL
def test_what_is_taken_from_who_took_it_goes_back_step_by_step() -> None:
    # Given three players; p1 leases p2's Soldier for a round, in p2's turn p3 borrows it for that turn: then
    # it goes back to p1, and with the end of the round to p2.
    d = duel(3)
    h = d.character(1, at="c5")
    use(d, 0, "lease", h)
    d.next_turn(1)
    in_their_turn(d, 2, "lend", h)
    assert d.s.ctrl[h] == 2 and d.s.zone[h] // NZ == 2
    d.next_turn(2)
    assert d.s.ctrl[h] == 0 and d.s.zone[h] // NZ == 0
    d.next_turn(0)
    assert d.s.ctrl[h] == 1 and d.s.zone[h] // NZ == 1


@CONTROL
def test_the_round_is_that_of_the_turn_in_which_it_was_taken() -> None:
    # Given p3 leases p2's Soldier in p1's turn, then that lasts until p1's next turn, through p3's own.
    d = duel(3)
    h = d.character(1, at="c5")
    in_their_turn(d, 2, "lease", h)
    d.next_turn(2)
    assert d.s.ctrl[h] == 2
    d.next_turn(0)
    assert d.s.ctrl[h] == 1


@CONTROL
def test_of_several_who_hold_it_the_last_one_has_it() -> None:
    # Given p3 has p2's Soldier for good, p1 leases it, and p2 borrows it back for a turn, then it goes back
    # to p1, and with the end of the round to p3.
    d = duel(3)
    h = d.character(1, at="c5")
    in_their_turn(d, 2, "seize", h)
    d.next_turn(0)
    use(d, 0, "lease", h)
    in_their_turn(d, 1, "lend", h)
    d.next_turn(1)
    assert d.s.ctrl[h] == 0
    d.next_turn(0)
    assert d.s.ctrl[h] == 2 and d.s.zone[h] // NZ == 2


@CONTROL
def test_what_was_taken_for_good_goes_back_to_who_did() -> None:
    # Given p1 has p2's Soldier for good, when p3 borrows it, then it comes back to p1.
    d = duel(3)
    h = d.character(1, at="c5")
    use(d, 0, "seize", h)
    d.next_turn(2)
    use(d, 2, "lend", h)
    d.next_turn(0)
    assert d.s.ctrl[h] == 0 and d.s.zone[h] // NZ == 0


@CONTROL
def test_what_is_taken_for_good_afterwards_is_not_given_back() -> None:
    # Given p1 borrowed p2's Soldier and p3 took it for good in the same turn, then it stays with p3 where it
    # stands.
    d = duel(3)
    h = d.character(1, at="c5")
    use(d, 0, "lend", h)
    in_their_turn(d, 2, "seize", h)
    d.pass_all()
    at = d.at(h)
    d.next_turn(2)
    assert d.s.ctrl[h] == 2 and d.at(h) == at and len(d.happened("control-changed")) == 2


@CONTROL
def test_what_left_the_field_meanwhile_does_not_go_back() -> None:
    # Given a borrowed Soldier that falls, then nothing comes back, nor does another life of it.
    d = duel()
    h = d.character(1, at="c5")
    use(d, 0, "lend", h)
    d.damage(h, 10)
    d.play(0, "move", d.character(0, at="c4"), to(d, "b4"))
    d.next_turn(1)
    assert h in d.s.zones[NZ + DISCARD] and len(d.happened("control-changed")) == 1


@CONTROL
def test_another_life_of_it_is_not_given_back() -> None:
    # Given a borrowed Soldier that falls, comes back onto p2's side and is taken for good in the same turn,
    # then it stays.
    d = duel()
    h = d.character(1, at="c5")
    use(d, 0, "lend", h)
    d.damage(h, 10)
    d.play(0, "move", d.character(0, at="c4"), to(d, "b4"))
    exhume = d.hand(1, "exhume")
    d.play(0, "end")
    d.quietly(1, "play", exhume, h)
    assert d.s.zone[h] == NZ + BACKUP
    use(d, 0, "seize", h)
    d.next_turn(1)
    assert d.s.ctrl[h] == 0 and d.s.zone[h] // NZ == 0


@CONTROL
def test_its_owner_has_it_when_the_turn_begins() -> None:
    # Given p2's Character that gains a TP when p2's turn begins, borrowed by p1, then it does, beside the 3
    # TP of the turn.
    d = duel()
    h = d.character(1, "dawn", at="c5")
    use(d, 0, "lend", h)
    d.tp(1, 0)
    d.next_turn(1)
    assert d.tp_of(1) == 3 + 1


@CONTROL
@pytest.mark.parametrize("out", [0, 1])
def test_with_a_player_who_is_out_it_leaves_or_is_discarded(out: int) -> None:
    # Given three players and p2's Soldier borrowed by p1, when p1 is out, then it is in p2's Discard Pile;
    # when p2 is, it has left the match.
    d = duel(3)
    h = d.character(1, at="c5")
    d.on(d.character(1, at="c1"), "guard")
    mine = d.character(0, at="c2")
    use(d, 0, "lend", h)
    d.go(0, COMBAT)
    d.play(0, "attack", mine, d.s.zones[NZ + FRONT][0])
    if out:
        d.answer(1, kernel.CONCEDE_MOVE)
    else:
        d.pass_all()
        d.answer(0, kernel.CONCEDE_MOVE)
    d.pass_all()
    assert (h in d.s.zones[NZ + DISCARD]) == (out == 0) and (d.s.zone[h] < 0) == (out == 1)
    assert not invariants.fault(d.s)
