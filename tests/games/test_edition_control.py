"""Control of a Character that is taken for a time: it comes over with all that it has, and goes back."""

from __future__ import annotations

import pytest

from fadenet.engine import invariants, kernel
from fadenet.engine.state import MODE
from fadenet.games.fade.tables import BACKUP, CELL, COMBAT, DISCARD, FRONT, NZ, ORBIT, PREPARATION
from tests.builders.cards import cards
from tests.builders.cells import GRID, fill, to
from tests.builders.editions import differing
from tests.builders.scenario import Duel

CARDS = (
    cards("faroe", "exhume", "seize")
    + """
[card.borrow]
name = "Borrow"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "enemy characters" }]
do = [{ control = "target", until = "turn" }]
[card.lease]
name = "Lease"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "enemy characters" }]
do = [{ control = "target", until = "round" }]
[card.dawn]
name = "Dawn"
types = ["Character"]
hp = 9
plv = 1
[[card.dawn.ability]]
on = "turn-begins"
do = [{ gain_tp = 1 }]
"""
)
VANISH = """
[card.vanish]
name = "Vanish"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ orbital = "target" }]
"""


def duel(seats: int = 2) -> Duel:
    return differing(CARDS, *GRID, seats=seats)


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


def test_it_is_used_for_this_turn_and_then_goes_back() -> None:
    # Given p2's Soldier with a Skill, a Stack, damage and 2 Poison Counters in c5, when p1 takes control of
    # it for this turn, then it stands in a cell of p1's choice with all of that and attacks for p1; at the
    # end of the turn p2 chooses a cell for it, before p2's turn begins.
    d = duel()
    h = d.character(1, "soldier", at="c5")
    skill, under = d.on(h, "strike"), d.under(h, "squire")
    d.damage(h, 3)
    d.counters(h, "Poison", 2)
    use(d, 0, "borrow", h, 7)
    assert (d.s.ctrl[h], d.at(h), d.s.zone[h]) == (0, "b2", BACKUP)
    assert (d.hp(h), d.count(h, "Poison"), d.s.host[skill], d.s.host[under]) == (7, 2, h, h)
    d.play(0, "move", h, to(d, "c1"))
    d.go(0, COMBAT)
    assert d.refused(0, "use", skill, d.body(1)) and d.s.ctrl[skill] == 1 and not d.s.face[skill]
    d.play(0, "attack", h, d.body(1))
    d.pass_all()
    turn = d.s.turn
    assert d.until(MODE) == 1 and d.s.turn == turn
    assert kernel.candidates(d.s, d.s.asks[0], {})[:2] == [d.cell("c1"), d.cell("c2")]
    d.answer(1, d.move("mode", (0, 3)))
    assert (d.s.ctrl[h], d.at(h), d.s.zone[h]) == (1, "c3", NZ + FRONT) and d.s.turn == turn + 1
    assert h not in {row[1] for row in d.happened("leaves")}
    assert d.hp(h) == 5  # its Poison did its work in the Starting Phase of p2
    d.go(1, COMBAT)
    assert d.can(1, "use", skill, d.body(0))


def test_what_was_taken_for_good_stays() -> None:
    # Given control without an end, then it outlasts turns and leaves no memory of itself.
    d = duel()
    h = d.character(1, at="c5")
    use(d, 0, "seize", h)
    d.next_turn(0)
    assert d.s.ctrl[h] == 0 and d.at(h) == "c1"


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


def test_without_a_place_on_its_owners_side_it_is_discarded() -> None:
    # Given p2's side is full by now, when p2's Soldier would come back, then it goes to p2's Discard Pile,
    # which is no destruction of it, and p2's Skill on it is destroyed and shown.
    d = duel()
    h = d.character(1, at="c5")
    skill = d.on(h, "strike")
    use(d, 0, "borrow", h)
    fill(d, 1, "c"), fill(d, 1, "b")
    del d.log[:]
    d.next_turn(1)
    assert h in d.s.zones[NZ + DISCARD] and skill in d.s.zones[NZ + DISCARD] and d.s.code[skill]
    assert [row[1] for row in d.happened("destroyed")] == [skill] and d.s.num[CELL][h] == 0


def test_what_is_taken_from_who_took_it_goes_back_step_by_step() -> None:
    # Given three players; p1 leases p2's Soldier for a round, in p2's turn p3 borrows it for that turn: then
    # it goes back to p1, and with the end of the round to p2.
    d = duel(3)
    h = d.character(1, at="c5")
    use(d, 0, "lease", h)
    d.next_turn(1)
    in_their_turn(d, 2, "borrow", h)
    assert d.s.ctrl[h] == 2 and d.s.zone[h] // NZ == 2
    d.next_turn(2)
    assert d.s.ctrl[h] == 0 and d.s.zone[h] // NZ == 0
    d.next_turn(0)
    assert d.s.ctrl[h] == 1 and d.s.zone[h] // NZ == 1


def test_the_round_is_that_of_the_turn_in_which_it_was_taken() -> None:
    # Given p3 leases p2's Soldier in p1's turn, then that lasts until p1's next turn, through p3's own.
    d = duel(3)
    h = d.character(1, at="c5")
    in_their_turn(d, 2, "lease", h)
    d.next_turn(2)
    assert d.s.ctrl[h] == 2
    d.next_turn(0)
    assert d.s.ctrl[h] == 1


def test_of_several_who_hold_it_the_last_one_has_it() -> None:
    # Given p3 has p2's Soldier for good, p1 leases it, and p2 borrows it back for a turn, then it goes back
    # to p1, and with the end of the round to p3.
    d = duel(3)
    h = d.character(1, at="c5")
    in_their_turn(d, 2, "seize", h)
    d.next_turn(0)
    use(d, 0, "lease", h)
    in_their_turn(d, 1, "borrow", h)
    d.next_turn(1)
    assert d.s.ctrl[h] == 0
    d.next_turn(0)
    assert d.s.ctrl[h] == 2 and d.s.zone[h] // NZ == 2


def test_what_was_taken_for_good_goes_back_to_who_did() -> None:
    # Given p1 has p2's Soldier for good, when p3 borrows it, then it comes back to p1.
    d = duel(3)
    h = d.character(1, at="c5")
    use(d, 0, "seize", h)
    d.next_turn(2)
    use(d, 2, "borrow", h)
    d.next_turn(0)
    assert d.s.ctrl[h] == 0 and d.s.zone[h] // NZ == 0


def test_what_is_taken_for_good_afterwards_is_not_given_back() -> None:
    # Given p1 borrowed p2's Soldier and p3 took it for good in the same turn, then it stays with p3 where it
    # stands.
    d = duel(3)
    h = d.character(1, at="c5")
    use(d, 0, "borrow", h)
    in_their_turn(d, 2, "seize", h)
    d.pass_all()
    at = d.at(h)
    d.next_turn(2)
    assert d.s.ctrl[h] == 2 and d.at(h) == at and len(d.happened("control-changed")) == 2


def test_what_left_the_field_meanwhile_does_not_go_back() -> None:
    # Given a borrowed Soldier that falls, then nothing comes back, nor does another life of it.
    d = duel()
    h = d.character(1, at="c5")
    use(d, 0, "borrow", h)
    d.damage(h, 10)
    d.play(0, "move", d.character(0, at="c4"), to(d, "b4"))
    d.next_turn(1)
    assert h in d.s.zones[NZ + DISCARD] and len(d.happened("control-changed")) == 1


def test_another_life_of_it_is_not_given_back() -> None:
    # Given a borrowed Soldier that falls, comes back onto p2's side and is taken for good in the same turn,
    # then it stays.
    d = duel()
    h = d.character(1, at="c5")
    use(d, 0, "borrow", h)
    d.damage(h, 10)
    d.play(0, "move", d.character(0, at="c4"), to(d, "b4"))
    exhume = d.hand(1, "exhume")
    d.play(0, "end")
    d.play(1, "play", exhume, h)
    d.pass_all()
    assert d.s.zone[h] == NZ + BACKUP
    use(d, 0, "seize", h)
    d.next_turn(1)
    assert d.s.ctrl[h] == 0 and d.s.zone[h] // NZ == 0


def test_its_owner_has_it_when_the_turn_begins() -> None:
    # Given p2's Character that gains TP when p2's turn begins, borrowed by p1, then it does so.
    d = duel()
    h = d.character(1, "dawn", at="c5")
    use(d, 0, "borrow", h)
    d.tp(1, 0)
    d.next_turn(1)
    assert d.tp_of(1) == 2 and len([row for row in d.happened("gains-tp") if row[3] == 1]) > 0


@pytest.mark.parametrize("out", [0, 1])
def test_with_a_player_who_is_out_it_leaves_or_is_discarded(out: int) -> None:
    # Given three players and p2's Soldier borrowed by p1, when p1 is out, then it is in p2's Discard Pile;
    # when p2 is, it has left the match.
    d = duel(3)
    h = d.character(1, at="c5")
    d.on(d.character(1, at="c1"), "guard")
    mine = d.character(0, at="c2")
    use(d, 0, "borrow", h)
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


def test_without_cells_it_comes_to_the_row_that_it_stood_in() -> None:
    # Given no cells, then a borrowed Soldier comes to the same row, and back.
    d = differing(CARDS)
    for seat in (0, 1):
        d.character(seat, "squire")
    h = d.character(1, backup=True)
    d.play(0, "play", d.hand(0, "borrow"), h)
    d.pass_all()
    assert d.s.zone[h] == BACKUP
    d.next_turn(1)
    assert d.s.zone[h] == NZ + BACKUP and d.s.ctrl[h] == 1


def test_what_is_orbital_when_it_should_go_back_returns_on_its_owners_side() -> None:
    # Given a borrowed Soldier that is Orbital at the end of the turn, then it returns from there in its
    # owner's turn.
    d = differing(CARDS + VANISH)
    h = d.character(1)
    for slug in ("borrow", "vanish"):
        d.play(0, "play", d.hand(0, slug), h)
        d.pass_all()
    assert d.s.zone[h] == ORBIT
    d.next_turn(1)
    assert d.s.zone[h] == NZ + FRONT and d.s.ctrl[h] == 1 and d.happened("returned")


def test_the_text_says_how_long() -> None:
    # Given the three cards, then each says for how long control is taken.
    d = duel()
    texts = [d.rules.by_slug[slug].text for slug in ("seize", "borrow", "lease")]
    assert [text.rpartition("Character")[2] for text in texts] == [".", " this turn.", " this round."]
    assert d.s.phase == PREPARATION
