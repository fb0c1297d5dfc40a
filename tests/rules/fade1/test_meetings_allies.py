"""Keywords of the 60-card edition among partners, with Counter-hits, Commands and attacks on several."""

from __future__ import annotations

import pytest

from fadenet.games.fade import reasons
from fadenet.games.fade.field import values
from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, command, item

CARDS = (
    cards("death-touch", "riposte-3", "seize")
    + character("avenger", ability={"keyword": "Vengeance", "do": {"counter": "Fracture", "on": "this"}})
    + character("doomed", level=3, keywords="Deathmark")
    + character("three", level=3, hp=3)
    + character("wolf", hp=20, keywords={"Bloodlust": 2})
    + character("grudge", plv=1, keywords={"Aura": 3})
    + augment("plate", hp=3, keywords="Equip")
    + character("adept", keywords={"Affinity": ["Fire"]})
    + command("beacon", "Fire", cost=2, directions=["Left"], ability={"activate": True, "do": {"draw": 1}})
    + item("hail", targets={"pick": "all characters", "n": 2}, do={"damage": 2, "to": "targets"})
    + item("rain", do={"damage": 2, "to": "all characters"})
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


def partners() -> Duel:
    """Seats 0 and 2 against 1 and 3."""
    return Duel(CARDS, seats=4, format="teams", edition="fade1")


# Partners.


@pytest.mark.rule("fade1", "keyword.vengeance", "keyword.deathmark", "format.allies")
@pytest.mark.parametrize("seat", [2, 1])
def test_a_partners_character_is_an_ally(seat: int) -> None:
    # Given A's Characters with Vengeance and Deathmark, when one of its partner C, or of B, is Knocked Out.
    d = partners()
    avenger, doomed = d.character(0, "avenger"), d.character(0, "doomed")
    fallen = d.character(seat, "three")
    for other in (1, 2, 3):
        d.character(other)
    d.leave(fallen, 2)
    d.go(1 if seat == 2 else 0, COMBAT)
    mover = d.s.active
    d.quietly(mover, "attack", d.body(mover), fallen)
    assert d.lies(fallen) == "discard"
    # Then both see an ally fall, or none; and its controller alone loses its Level.
    assert d.lies(doomed) == ("discard" if seat == 2 else "front")
    assert d.count(avenger, "Fracture") == (2 if seat == 2 else 0)
    lost = [50 - d.hp(d.body(n)) for n in range(4)]
    assert lost == ([3, 0, 3, 0] if seat == 2 else [0, 3, 0, 0])


@pytest.mark.rule("fade1", "laststand.condition", "format.teams")
def test_a_partners_characters_keep_nobody_out_of_the_last_stand() -> None:
    # Given A without Characters and C with one, then A is in The Last Stand, reached by B, and C is not.
    d = partners()
    d.character(2)
    x = d.character(1)
    d.go(1, COMBAT)
    assert values.last_stand(d.s, 0) and not values.last_stand(d.s, 2)
    assert d.can(1, "attack", x, d.body(0))
    assert d.refused(1, "attack", x, d.body(2)) == d.rule(reasons.OUT_OF_REACH)


@pytest.mark.rule("fade1", "keyword.vengeance-details")
def test_vengeance_is_that_of_who_controls_its_card() -> None:
    # Given B's Character with Vengeance under A's control, when one of A's falls, then it happens.
    d = duel()
    ally, taken, other = d.character(0), d.character(1, "avenger"), d.character(1)
    d.quietly(0, "play", d.hand(0, "seize"), taken)
    assert d.s.ctrl[taken] == 0
    d.go(1, PREPARATION)
    d.quietly(1, "play", d.hand(1, "death-touch"), ally)
    assert d.lies(ally) == "discard" and d.count(taken, "Fracture") == 1
    # One of its owner's is no ally any more.
    d.go(0, PREPARATION)
    d.quietly(0, "play", d.hand(0, "death-touch"), other)
    assert d.lies(other) == "discard" and d.count(taken, "Fracture") == 1


# Counter-hits, HP and Commands.


@pytest.mark.rule("fade1", "keyword.bloodlust", "keyword.fracture-counter")
def test_a_counter_hit_is_an_attack_of_who_uses_it() -> None:
    # Given Bloodlust 2 and 1 Fracture Counter on a Character with 9 damage that uses a Counter-hit.
    d = duel()
    x, wolf = d.character(0), d.character(1, "wolf")
    back = d.on(wolf, "riposte-3")
    d.damage(wolf, 9)
    d.counters(wolf, "Fracture", 1)
    d.go(0, COMBAT)
    d.play(0, "attack", x, wolf)
    d.quietly(1, "use", back, -1)
    # Then it takes 1 for Fracture, gains 2, takes the 3 of the attack, and deals 3.
    assert (d.count(wolf, "Damage"), d.count(x, "Damage")) == (9 + 1 - 2 + 3, 3)


@pytest.mark.rule("fade1", "keyword.aura")
def test_what_an_augment_adds_to_hp_is_not_missing() -> None:
    # Given Aura 3 and 6 HP missing, when an Augment of 3 HP is attached, then +2 PLV stay.
    d = duel()
    x = d.character(0, "grudge")
    d.damage(x, 6)
    assert d.plv(x) == 3
    plate = d.hand(0, "plate")
    d.quietly(0, "play", plate, x)
    assert (d.hp(x), d.plv(x)) == (6, 3)


@pytest.mark.rule("fade1", "keyword.element-affinity")
def test_affinity_counts_for_commands() -> None:
    # Given Fire Affinity and a Fire Command of cost 2, then it is played for 1 TP; nothing is matched.
    d = duel()
    d.character(0, "adept", at="c1")
    beacon = d.hand(0, "beacon")
    d.tp(0, 0)
    assert d.refused(0, "play", beacon, to(d, "c3")) == d.rule(reasons.TOO_DEAR)
    d.tp(0, 1)
    d.quietly(0, "play", beacon, to(d, "c3"))
    assert (d.at(beacon), d.tp_of(0)) == ("c3", 0)


# Several at once.


@pytest.mark.rule("fade1", "keyword.barrier-counter")
def test_a_barrier_stops_what_targets_and_not_what_is_for_all() -> None:
    # Given a Barrier Counter on Y, when an Item that targets Y and Z is played, then it does nothing at all.
    d = duel()
    d.character(0)
    y, z = d.character(1), d.character(1)
    d.counters(y, "Barrier", 1)
    d.quietly(0, "play", d.hand(0, "hail"), y, z)
    assert [d.count(h, "Damage") for h in (y, z)] == [0, 0] and d.count(y, "Barrier") == 0
    # What is done to all Characters targets none of them.
    d.counters(y, "Barrier", 1)
    d.quietly(0, "play", d.hand(0, "rain"))
    assert [d.count(h, "Damage") for h in (y, z)] == [2, 2] and d.count(y, "Barrier") == 1
