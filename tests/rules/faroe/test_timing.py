"""The moments that card texts speak of, and the checks between them (F.A.R.O.E., topic timing)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import RESPOND, ROW_EVENT
from fadenet.games.fade.field import values
from fadenet.games.fade.tables import AFTERMATH, COMBAT, DRAWING, ENDING, HAND, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, skill, zone

CARDS = (
    cards("deflection", "keepsake")
    + character(
        "warden",
        cost=1,
        level=1,
        hp=5,
        plv=1,
        ability={
            "keyword": "Backup",
            "gives": {"HP": 3},
            "to": {"from": "your backup characters", "other": True},
        },
    )
    + augment("plate", ability={"gives": {"HP": 3}})
    + skill("swings", cost=1, do={"attack": [{"n": 4}, {"n": 2}, {"n": 4}]})
    + character(
        "anvil",
        cost=1,
        level=1,
        hp=20,
        ability=[
            {"on": "hit", "do": {"counter": "Aura", "n": 1, "on": "this"}},
            {"on": "takes-damage", "do": {"counter": "Bloodlust", "n": 1, "on": "this"}},
        ],
    )
    + character(
        "sentry",
        cost=1,
        hp=20,
        ability=[
            {"on": "attacked", "do": {"counter": "Bloodlust", "on": "this"}},
            {"on": "targeted", "do": {"counter": "Aura", "on": "this"}},
        ],
    )
    + augment("mail", cost=1, ability={"gives": {"damage taken": -2}})
)


@pytest.mark.editions("timing.targeted")
def test_the_new_target_of_a_deflect_can_answer() -> None:
    # Given an Attack on X as Link 1 and a Deflect naming Y as Link 2, where Y has 1 Shield Counter.
    d = Duel(CARDS, seats=3)
    attacker, x, y = d.character(0), d.character(1), d.character(2)
    deflection = d.on(x, "deflection")
    d.counters(y, "Shield", 1)
    d.go(0, COMBAT)
    d.play(0, "attack", attacker, x)
    assert d.refused(1, "shield", y, -1) == "keyword.shield"
    d.play(1, "use", deflection, -1, y)
    # When Y's Player is asked, then Shield may be used as Link 3.
    assert d.asked() == [2]
    d.quietly(2, "shield", y, -1)
    # Then the Attack deals 0.
    assert (d.hp(x), d.hp(y)) == (10, 10)
    assert d.count(y, "Shield") == 0


@pytest.mark.editions("timing.attacks")
def test_who_a_deflect_names_is_targeted_and_was_not_attacked() -> None:
    # Given a Counter for being attacked and one for being targeted, where a Deflect sends an Attack.
    d = Duel(CARDS, seats=3)
    attacker, x, y = d.character(0), d.character(1), d.character(2, "sentry")
    deflection = d.on(x, "deflection")
    d.go(0, COMBAT)
    d.play(0, "attack", attacker, x)
    d.quietly(1, "use", deflection, -1, y)
    # Then it is hit and was targeted; an Attack attacks those on whom it is declared.
    assert d.count(y, "Damage") == 3
    assert (d.count(y, "Bloodlust"), d.count(y, "Aura")) == (0, 1)


@pytest.mark.editions("timing.hit-and-damage")
def test_hits_are_attempts_and_damage_is_damage() -> None:
    # Given a 3-hit Attack whose second hit is reduced to 0.
    d = Duel(CARDS)
    x, anvil = d.character(0), d.character(1, "anvil")
    swings = d.on(x, "swings")
    d.on(anvil, "mail", face=1)
    d.go(0, COMBAT)
    d.quietly(0, "use", swings, anvil)
    assert d.count(anvil, "Damage") == 4
    # Then "on hit" happens 3 times and "when it takes damage" 2 times.
    assert (d.count(anvil, "Aura"), d.count(anvil, "Bloodlust")) == (3, 2)


@pytest.mark.rule("faroe", "timing.state-check")
def test_knock_out_comes_before_moving_up_and_the_last_stand() -> None:
    # Given a Player with one front Character and 2 Backup Characters.
    d = Duel(CARDS)
    x, weak = d.character(0), d.character(1, "squire")
    backups = [d.character(1, backup=True), d.character(1, backup=True)]
    d.go(0, COMBAT)
    # When the front Character is Knocked Out.
    d.quietly(0, "attack", x, weak)
    # Then the Knock Out comes first, then both Backup Characters move up.
    names = ("knocked-out", "moved-up")
    rows = [d.rules.events[row[ROW_EVENT]] for row in d.log if d.rules.events[row[ROW_EVENT]] in names]
    assert rows == ["knocked-out", "moved-up", "moved-up"]
    assert [d.where(h) for h in backups] == ["Character Zone"] * 2
    # And the Player is not in The Last Stand.
    assert not values.last_stand(d.s, 1)


@pytest.mark.rule("faroe", "timing.state-check")
@pytest.mark.parametrize("how", ["move", "reattach"])
def test_what_moves_without_a_chain_is_followed_by_the_check(how: str) -> None:
    # Given a Character that stands at 1 HP thanks to another in the Backup Zone and to a card on it.
    d = Duel(CARDS)
    x, warden = d.character(0, backup=True), d.character(0, "warden", backup=True)
    last, plate = d.character(0, "giant"), d.on(x, "plate", face=1)
    d.on(x, "keepsake", face=1)
    d.go(0, AFTERMATH)
    d.damage(x, 15)
    # When one of them goes elsewhere.
    if how == "move":
        d.play(0, "move", warden)
    else:
        d.play(0, "reattach", plate, last)
    # Then it is Knocked Out at once, and what that triggers happens before anything else is done.
    assert d.where(x) == "Discard Pile Zone"
    assert d.size(0, HAND) == 1


@pytest.mark.editions("timing.item-window")
def test_the_turn_player_has_a_chance_before_a_phase_closes_by_itself() -> None:
    # Given a turn player with an Item at the start of the own turn.
    d = Duel(CARDS)
    ration = d.hand(1, "ration")
    while d.s.turn == 1:
        d.step()
    # Then it may be played in the Starting Phase, whose 1 TP comes after it.
    assert (d.asked(), d.s.phase) == ([1], 0)
    d.tp(1, 5)
    d.play(1, "play", ration)
    d.go(1, PREPARATION)
    assert d.tp_of(1) == 5 - 1 + 1


@pytest.mark.rule("faroe", "timing.item-window")
@pytest.mark.parametrize("phase", [DRAWING, ENDING])
def test_the_draw_and_the_discard_come_behind_the_chance_for_an_item(phase: int) -> None:
    # Given a turn player with an Item and 10 other cards, in the Draw Phase or at the end of the turn.
    d = Duel(CARDS + item("salve", do={"heal": 1}))
    d.go(0, AFTERMATH)
    seat = 0 if phase == ENDING else 1
    salve, *_ = (d.hand(seat, "salve"), *(d.hand(seat, "plain") for _ in range(10)))
    d.go(seat, phase)
    # When it is played in that chance, then nothing was drawn or discarded before, and it is not counted.
    assert (d.asked(), d.asked_kind(), d.size(seat, HAND)) == ([seat], RESPOND, 11)
    d.play(seat, "play", salve)
    d.go(1, PREPARATION)
    assert d.size(seat, HAND) == (10 if phase == ENDING else 11)
    assert len(d.happened("discarded")) == 0


@pytest.mark.rule("faroe", "timing.destroyed")
def test_a_zone_that_is_replaced_is_destroyed() -> None:
    # Given a Zone "when destroyed, gain 1 TP", when its Player plays another one, then 1 TP is gained.
    ruin = zone("ruin", ability={"on": "destroyed", "do": {"gain_tp": 1}})
    d = Duel(CARDS + ruin)
    old = d.zone(0, "ruin")
    d.tp(0, 5)
    d.quietly(0, "play", d.hand(0, "plain"))
    assert (d.where(old), d.tp_of(0)) == ("Discard Pile Zone", 6)


@pytest.mark.rule("faroe", "timing.enters-field")
def test_being_turned_face_up_is_not_entering() -> None:
    # Given a Skill "when this enters the field, gain 1 TP" that lies face-down on a Character.
    opener = skill("opener", do={"draw": 1}, ability={"on": "enters", "do": {"gain_tp": 1}})
    d = Duel(CARDS + opener)
    x, card_ = d.character(0), d.hand(0, "opener")
    d.tp(0, 5)
    # When it is attached, and when it is revealed to be used, then nothing is gained.
    d.play(0, "attach", card_, x)
    d.go(0, COMBAT)
    d.quietly(0, "use", card_)
    assert (d.where(card_), d.tp_of(0)) == ("Discard Pile Zone", 5)
