"""Keywords of attacks, of what withstands them and of who falls, in the 60-card edition (topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.state import CONFIRM, PICK
from fadenet.games.fade import reasons
from fadenet.games.fade.features import timid
from fadenet.games.fade.tables import COMBAT, DISCARD, PREPARATION, RIFT
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, skill

CARDS = (
    cards("crush-5", "fence", "hero-5", "pierce-5", "riposte", "seize", "triple-3")
    + character("shy", plv=3, keywords={"Timid": 3})
    + character("level-two", level=2, hp=3, plv=1)
    + character("level-three", level=3, plv=1)
    + character("turncoat", level=3, hp=2, plv=3, keywords="Neutrality")
    + character(
        "drum",
        "Fire",
        ability={"keyword": "Signature", "activate": True, "cost": 3, "do": {"attack": 3, "hits": 2}},
    )
    + character("proof", level=4, keywords={"Immune": ["Poison"]})
    + item("cloud", do={"counter": "Poison", "n": 2, "on": "all characters"})
    + item("vial", targets="all characters", keywords={"Poison": 2})
    + skill("flurry-2x3", do={"attack": 2, "hits": 3})
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


@pytest.mark.rule("fade1", "keyword.shield-counter")
@pytest.mark.parametrize(
    ("skill", "damage", "left"), [("triple-3", 0, 0), ("pierce-5", 0, 0), ("crush-5", 5, 1)]
)
def test_a_shield_stops_a_whole_skill_but_none_that_is_relentless(skill: str, damage: int, left: int) -> None:
    # Given 1 Shield Counter, when a Skill of 3 hits targets its bearer, then it does nothing; Relentless
    # damage goes through and leaves the Counter.
    d = duel()
    x, other, y = d.character(0, "hero-5"), d.character(0, "hero-5"), d.character(1, "fence")
    card = d.on(x, skill)
    d.counters(y, "Shield", 1)
    d.go(0, COMBAT)
    d.quietly(0, "use", card, y)
    assert (d.count(y, "Damage"), d.count(y, "Shield")) == (damage, left)
    # A Normal Attack works once the Counter is gone.
    d.quietly(0, "attack", other, y)
    assert d.count(y, "Damage") == damage + (0 if left else 3)


@pytest.mark.rule("fade1", "keyword.timid")
def test_the_timid_leave_high_levels_alone_with_hits_that_are_left() -> None:
    # Given Timid 3, a Skill of 3 hits, and a Level 2 Character of 3 HP beside one of Level 3.
    d = duel()
    x = d.character(0, "shy")
    two, three, back = d.character(1, "level-two"), d.character(1, "level-three"), d.character(1, "level-two")
    triple = d.on(x, "triple-3")
    d.go(0, COMBAT)
    assert d.refused(0, "use", triple, three) == d.rule(timid.REASON)
    d.play(0, "use", triple, two)
    # When it is Knocked Out by the first hit, then for the others the Level 3 one is not offered.
    assert d.until(PICK) == 0
    assert set(kernel.candidates(d.s, d.s.asks[0], {})) == {back}


@pytest.mark.rule("fade1", "element.matching-not-others", "keyword.signature-details")
def test_a_signature_skill_is_the_attack_of_the_turn() -> None:
    # Given a Fire Character with 'Signature 3 TP: hit an enemy twice' and an attached Skill, and 3 TP.
    d = duel()
    x, y = d.character(0, "drum"), d.character(1, "fence")
    skill = d.on(x, "flurry-2x3")
    d.go(0, COMBAT)
    d.tp(0, 3)
    d.play(0, "activate", x, y)
    # When it is used, then all 3 TP are paid, as no Element is matched, and both hits meet DEF.
    assert d.tp_of(0) == 0
    d.pass_all()
    assert d.count(y, "Damage") == 2
    # Then neither the Skill nor a Normal Attack is allowed.
    assert d.refused(0, "use", skill, y) == d.rule(reasons.ONE_ATTACK)
    assert d.refused(0, "attack", x, y) == d.rule(reasons.NORMAL_ONCE)


@pytest.mark.rule("fade1", "keyword.effect-immune")
def test_what_is_immune_to_a_counter_gets_none() -> None:
    # Given a Character Immune (Poison), when all Characters get Poison Counters, then it gets none.
    d = duel()
    x, proof = d.character(0), d.character(1, "proof")
    vial, cloud = d.hand(0, "vial"), d.hand(0, "cloud")
    d.quietly(0, "play", cloud)
    assert (d.count(x, "Poison"), d.count(proof, "Poison")) == (2, 0)
    # Choosing it alone for what puts them is refused.
    assert d.refused(0, "play", vial, proof) == d.rule(reasons.IMMUNE)
    assert d.can(0, "play", vial, x)


@pytest.mark.rule("fade1", "keyword.curse-counter")
@pytest.mark.parametrize("paid", [True, False])
def test_who_controls_the_cursed_is_asked_to_pay(paid: bool) -> None:
    # Given B's Character with 2 Curse Counters under A's control, when A's Starting Phase comes.
    d = duel()
    d.character(0)
    y = d.character(1)
    d.quietly(0, "play", d.hand(0, "seize"), y)
    d.counters(y, "Curse", 2)
    d.go(1, COMBAT)
    d.tp(0, 3)
    assert d.until(CONFIRM) == 0
    (d.yes if paid else d.no)(0)
    d.go(0, PREPARATION)
    # Then A pays 2 TP and keeps it, or it goes to B's Rift Zone.
    assert d.tp_of(0) == 3 + 5 - 2 * paid
    assert (d.s.zone[y] == d.rules.zone_id(1, RIFT)) != paid


@pytest.mark.rule("fade1", "keyword.neutrality-details")
def test_the_fall_of_a_neutral_character_costs_who_controls_it() -> None:
    # Given A's Level 3 Neutral Character, which B attacks C's with in B's turn, and C's Counter-hit.
    d = duel(seats=3)
    h, y = d.character(0, "turncoat"), d.character(2)
    d.character(1)
    back = d.on(y, "riposte")
    d.next_turn(1)
    d.go(1, COMBAT)
    hp = [d.hp(d.body(seat)) for seat in range(3)]
    d.play(1, "attack", h, y)
    d.until_asked(2)
    d.quietly(2, "use", back, -1)
    # When it falls, then B loses 3 HP, and it goes to A's Discard Pile.
    assert d.s.zones[d.rules.zone_id(0, DISCARD)] == (h,)
    assert [d.hp(d.body(seat)) for seat in range(3)] == [hp[0], hp[1] - 3, hp[2]]
