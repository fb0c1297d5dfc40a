"""When a Player has lost in the 60-card edition, even in the middle of a Chain (topic win)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, skill

CARDS = (
    cards("riposte")
    + skill("twin", do={"attack": [{"n": 3}, {"n": 3}]})
    + item("cordial", cost=0, targets="your players", do={"heal": 9, "of": "target"})
    + item("quake", cost=0, do={"damage": 3, "to": "all players"})
    + item("bolt", cost=0, do={"damage": 5, "to": "enemy players"})
    + character("leader-6", level=6, hp=5)
    + character("heir", ability={"on": "takes-damage", "of": "you", "do": {"heal": 9, "of": "you"}})
)


def duel(seats: int = 2, format: str = "") -> Duel:
    return Duel(CARDS, seats=seats, format=format, edition="fade1")


@pytest.mark.rule("fade1", "win.checked-when")
def test_who_is_at_0_hp_after_the_first_hit_has_lost_before_anything_heals() -> None:
    # Given a Player at 3 HP without Characters, a Skill of two hits of 3 in answer to an Item of theirs that
    # would give them HP: the Item is the earlier link, still to resolve.
    d = duel()
    x = d.character(0)
    twin = d.on(x, "twin")
    d.leave(d.body(1), 3)
    cordial = d.hand(1, "cordial")
    d.go(0, COMBAT)
    d.play(0, "end")
    d.play(1, "play", cordial, d.body(1))
    d.until_asked(0)
    d.play(0, "use", twin, d.body(1))
    d.pass_all()
    # When hit 1 lands, then they have lost at once.
    assert d.s.over == ((1, 2), d.rule("no-hp"))
    assert len(d.happened("hit")) == 1 and not d.happened("healed")


@pytest.mark.rule("fade1", "win.checked-when")
def test_what_taking_damage_triggers_comes_too_late() -> None:
    # Given a Player at 3 HP whose Character gives them 9 HP on taking damage, and another one at 9 HP.
    d = duel(3)
    d.character(1, "heir")
    d.leave(d.body(1), 3)
    d.play_out(0, d.hand(0, "quake"))
    # When 3 damage are dealt to each Player, then that one has lost and the two others play on.
    assert d.s.out == (1,) and not d.s.over


@pytest.mark.rule("fade1", "win.lose-at-zero-hp")
@pytest.mark.rule("fade1", "win.checked-when")
@pytest.mark.parametrize(("left", "lost"), [(6, True), (7, False)])
def test_losing_hp_loses_the_game_as_well_as_damage(left: int, lost: bool) -> None:
    # Given a Player with so many HP who controls a Character of Level 6, when that is Knocked Out, then they
    # lose 6 HP: at 0 they have lost and at 1 they go on.
    d = duel()
    x, general = d.character(0), d.character(1, "leader-6")
    d.character(1)
    twin = d.on(x, "twin")
    d.leave(d.body(1), left)
    d.go(0, COMBAT)
    d.play(0, "use", twin, general)
    d.pass_all()
    assert d.s.over == (((1, 2), d.rule("no-hp")) if lost else ())
    assert lost or d.hp(d.body(1)) == 1


@pytest.mark.rule("fade1", "win.draw")
def test_all_who_fall_by_one_effect_draw_whatever_they_had_left() -> None:
    # Given two remaining Players at 2 and at 3 HP, and a third who has lost before.
    d = duel(3)
    d.play(0, "end")
    d.leave(d.body(0), 2)
    d.leave(d.body(1), 3)
    d.go(2, COMBAT)
    d.play(2, "concede")
    d.settle()
    d.pass_all()
    assert d.s.out == (2,)
    d.play_out(d.s.active, d.hand(d.s.active, "quake"))
    # When one effect deals 3 to each Player, then both have lost together, and the third has no part in it.
    assert d.s.over == ((1, 1, 2), d.rule("draw"))


@pytest.mark.rule("fade1", "win.team")
@pytest.mark.parametrize("fallen", [0, 2])
def test_a_team_wins_with_whoever_of_it_is_left(fallen: int) -> None:
    # Given teams A+C and B+D of whom one of the first and B have lost.
    d = duel(4, "teams")
    for seat in (fallen, 1):
        d.leave(d.body(seat), 3)
    d.play_out(0, d.hand(0, "quake"))
    assert {*d.s.out} == {fallen, 1} and not d.s.over
    # When D loses, then A and C have both won.
    d.leave(d.body(3), 5)
    seat = 2 - fallen
    d.go(seat, 2)
    d.play_out(seat, d.hand(seat, "bolt"))
    assert d.s.over[0] == (1, 2, 1, 2)
