"""The keywords of combat and of what falls: Concussion to Void, and Orbital (F.A.R.O.E., topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.field import values
from fadenet.games.fade.tables import AFTERMATH, COMBAT, ORBIT, RIFT
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, reaction, skill

CARDS = (
    cards("bereaved", "dart-1", "deathmarked", "nudge", "third-level", "twin-knell", "wreck")
    + character("fifth", cost=1, level=5)
    + item("sweep", cost=0, do={"destroy": "all characters"})
    + item(
        "omen", cost=0, targets="all characters", do={"grant": "Deathmark", "on": "target", "until": "round"}
    )
    + character("sniper", cost=1, level=2, hp=5, keywords="Lock-On")
    + character("decoy", cost=1, level=2, keywords="Provoke")
    + character("phantom", cost=1, level=2, keywords={"Provoke": True, "Immune": ["Skills"]})
    + item("thorn", cost=0, targets={"reach": True}, do={"counter": "Poison", "n": 1, "on": "target"})
    + skill("spread", cost=0, targets={"n": 2, "up_to": True, "reach": True}, do={"attack": 1})
    + character("hollow", cost=1, level=4, hp=3, plv=1, keywords="Void")
    + item("launch", cost=0, targets="all characters", do={"orbital": "target"})
    + item("ascend", cost=0, do={"orbital": "all players"})
    + reaction("escape", cost=0, targets="your characters", do={"orbital": "target"})
    + character("medic", cost=1, level=2, plv=1, ability={"activate": True, "do": {"draw": 1}})
    + character(
        "battery", cost=1, level=2, keywords={"Charge": 1}, ability={"on": "enters", "do": {"draw": 1}}
    )
)


@pytest.mark.rule("faroe", "keyword.deathmark-details")
def test_deathmark_looks_ahead_only_and_ends_with_the_round() -> None:
    # Given an ally of Level 5 was destroyed earlier this turn.
    d = Duel(CARDS)
    d.character(0)
    fifth, later = d.character(1, "fifth"), d.character(1, "fifth")
    third = d.character(1, "third-level")
    d.quietly(0, "play", d.hand(0, "wreck"), fifth)
    # When a Level 3 Character then gains Deathmark, then it stays.
    d.quietly(0, "play", d.hand(0, "omen"), third)
    assert d.where(third) == "Character Zone"
    # When the next full cycle of turns has passed, then the granted Deathmark is gone.
    d.next_turn(0)
    d.quietly(0, "play", d.hand(0, "wreck"), later)
    assert d.where(later) == "Discard Pile Zone"
    assert d.where(third) == "Character Zone"


@pytest.mark.editions("keyword.lock-on")
def test_lock_on_reaches_everyone_and_provoke_binds_it() -> None:
    # Given an opponent with 1 front and 1 Backup Character.
    d = Duel(CARDS)
    sniper, y = d.character(0, "sniper"), d.character(1)
    back = d.character(1, backup=True)
    d.go(0, COMBAT)
    # When a Lock-On Character attacks, then it may target the Player or either Character.
    for target in (y, back, d.body(1)):
        assert d.can(0, "attack", sniper, target)
    # Given the Backup Character has Provoke, then it must be targeted first.
    decoy = d.character(1, "decoy", backup=True)
    for target in (y, back, d.body(1)):
        assert d.refused(0, "attack", sniper, target) == "keyword.provoke"
    assert d.can(0, "attack", sniper, decoy)


@pytest.mark.rule("faroe", "keyword.provoke")
def test_provoke_draws_attacks_that_can_reach_it() -> None:
    # Given front Characters X with Provoke and Y without.
    d = Duel(CARDS)
    attacker, decoy, y = d.character(0), d.character(1, "decoy"), d.character(1)
    d.go(0, COMBAT)
    # When an opponent attacks, then X must be chosen.
    assert d.refused(0, "attack", attacker, y) == "keyword.provoke"
    assert d.can(0, "attack", attacker, decoy)
    # Given X is in the Backup Zone and the attacker lacks Lock-On, then Y may be chosen.
    d.next_turn(1)
    d.play(1, "move", decoy)
    d.next_turn(0)
    d.go(0, COMBAT)
    assert d.can(0, "attack", attacker, y)


@pytest.mark.rule("faroe", "keyword.provoke-details")
def test_provoke_binds_attacks_meant_for_somebody_else() -> None:
    # Given opponents A with a front Provoke Character and B with front Characters.
    d = Duel(CARDS, seats=3)
    attacker, decoy, other = d.character(0), d.character(1, "decoy"), d.character(2)
    spread, dart, thorn = d.on(attacker, "spread"), d.hand(0, "dart-1"), d.hand(0, "thorn")
    # It does not bind abilities, not even those that keep to the reach of Attacks.
    assert d.can(0, "play", dart, other)
    assert d.can(0, "play", thorn, other)
    d.go(0, COMBAT)
    # When you attack, then you must choose A's Provoke Character.
    assert d.refused(0, "attack", attacker, other) == "keyword.provoke"
    assert d.can(0, "attack", attacker, decoy)
    # An Attack with several targets must include it before others.
    assert d.refused(0, "use", spread, other, decoy) == "keyword.provoke"
    assert d.can(0, "use", spread, decoy, other)


@pytest.mark.rule("faroe", "keyword.provoke-details")
def test_provoke_does_not_bind_what_may_not_target_it() -> None:
    # Given a Provoke Character that is Immune (Skills).
    d = Duel(CARDS, seats=3)
    attacker, phantom, other = d.character(0), d.character(1, "phantom"), d.character(2)
    nudge = d.on(attacker, "nudge")
    d.go(0, COMBAT)
    # When an attack Skill is used, then B's Characters may be chosen.
    assert d.can(0, "use", nudge, other)
    assert d.refused(0, "use", nudge, phantom) == "keyword.immune"
    assert d.refused(0, "attack", attacker, other) == "keyword.provoke"


@pytest.mark.rule("faroe", "keyword.void")
def test_void_is_imprisoned_and_its_augment_destroyed() -> None:
    # Given a Character with Void and 1 Augment, allies with Vengeance and Deathmark.
    d = Duel(CARDS)
    d.character(0)
    hollow, mourner, doomed = (
        d.character(1, "hollow"),
        d.character(1, "bereaved"),
        d.character(1, "deathmarked"),
    )
    edge = d.on(hollow, "edge", face=1)
    # When it is Knocked Out.
    d.quietly(0, "play", d.hand(0, "twin-knell"), hollow)
    # Then it goes to its owner's Rift Zone and the Augment to the Discard Pile.
    assert d.s.zones[13 + RIFT] == (hollow,)
    assert d.where(edge) == "Discard Pile Zone"
    # It was Knocked Out, but nothing was destroyed that would fulfil Deathmark.
    assert d.count(mourner, "Fracture") == 1
    assert d.where(doomed) == "Character Zone"


@pytest.mark.rule("faroe", "keyword.void")
def test_void_imprisons_with_the_owner() -> None:
    # Given B's Character with Void that A has taken, when it is destroyed, then it is in B's Rift Zone.
    d = Duel(CARDS + cards("seize"))
    d.character(1)
    hollow = d.character(1, "hollow")
    d.quietly(0, "play", d.hand(0, "seize"), hollow)
    assert d.s.ctrl[hollow] == 0
    d.quietly(0, "play", d.hand(0, "wreck"), hollow)
    assert d.s.zones[13 + RIFT] == (hollow,)


@pytest.mark.rule("faroe", "keyword.orbital")
def test_an_orbital_card_is_out_of_reach() -> None:
    # Given a front Character with 1 Augment and Charge 1 that becomes Orbital.
    d = Duel(CARDS)
    x = d.character(0)
    battery, y = d.character(1, "battery"), d.character(1)
    edge = d.on(battery, "edge", face=1)
    dart = d.hand(0, "dart-1")
    d.quietly(0, "play", d.hand(0, "launch"), battery)
    # Then it does not count as a Character on the field, and no Attack or ability can choose it.
    assert d.where(battery) == "Orbital"
    assert battery not in d.s.zones[13] and edge not in d.s.zones[13]
    assert d.refused(0, "play", dart, battery) == "keyword.orbital"
    assert d.refused(0, "play", dart, edge) == "keyword.orbital"
    d.go(0, COMBAT)
    assert d.refused(0, "attack", x, battery) == "keyword.orbital"
    assert d.can(0, "attack", x, y)


@pytest.mark.rule("faroe", "keyword.orbital")
def test_an_orbital_card_neither_acts_nor_triggers() -> None:
    # Given Characters that become Orbital in their own Combat Phase, one of them with Vengeance.
    d = Duel(CARDS)
    x, mourner, ally, y = d.character(0), d.character(0, "bereaved"), d.character(0), d.character(1)
    medic = d.character(0, "medic")
    escapes = [d.on(ally, "escape") for _ in range(3)]
    knell = d.hand(0, "twin-knell")
    d.go(0, COMBAT)
    for escape, h in zip(escapes, (x, mourner, medic), strict=True):
        d.quietly(0, "use", escape, h)
    # Then they neither Attack nor activate.
    assert d.refused(0, "attack", x, y) == "keyword.orbital"
    assert d.refused(0, "activate", medic) == "keyword.orbital"
    # When an ally is Knocked Out, then Vengeance does not trigger.
    d.quietly(0, "play", knell, ally)
    assert d.where(ally) == "Discard Pile Zone"
    assert d.count(mourner, "Fracture") == 0


@pytest.mark.rule("faroe", "keyword.orbital")
def test_a_link_on_its_way_misses_a_card_that_became_orbital() -> None:
    # Given an Item aimed at a Character that becomes Orbital in answer.
    d = Duel(CARDS)
    d.character(0)
    battery, y = d.character(1, "battery"), d.character(1)
    escape = d.on(y, "escape")
    d.play(0, "play", d.hand(0, "wreck"), battery)
    d.play(1, "use", escape, battery)
    # When both have resolved, then nothing has happened to it.
    d.pass_all()
    assert d.where(battery) == "Orbital"


@pytest.mark.rule("faroe", "keyword.orbital-state")
def test_an_orbital_card_keeps_everything_unchanged() -> None:
    # Given an Orbital Character with 3 Poison Counters, an Augment and a Stack.
    d = Duel(CARDS, seats=3)
    d.character(0)
    battery = d.character(2, "battery")
    edge, under = d.on(battery, "edge", face=1), d.under(battery, "squire")
    d.counters(battery, "Timebomb", 3)
    d.next_turn(1)
    d.counters(battery, "Poison", 3)
    d.quietly(1, "play", d.hand(1, "launch"), battery)
    # Then all its Characters being Orbital, its Player is in The Last Stand.
    assert values.last_stand(d.s, 2)
    # An effect "destroy all Characters" does not touch it, nor what lies on it.
    d.quietly(1, "play", d.hand(1, "sweep"))
    assert d.where(battery) == "Orbital"
    assert d.s.kids[battery] == (edge, under)
    assert (d.count(battery, "Poison"), d.count(battery, "Damage")) == (3, 0)
    assert d.count(battery, "Timebomb") == 3


@pytest.mark.rule("faroe", "keyword.orbital-state")
def test_counters_of_an_orbital_card_do_not_act() -> None:
    # Given a Character that becomes Orbital in the Combat Phase of its own turn, with Timebomb Counters.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(0)
    escape = d.on(y, "escape")
    d.counters(x, "Timebomb", 3)
    d.counters(y, "Timebomb", 3)
    d.go(0, COMBAT)
    d.quietly(0, "use", escape, x)
    # When the End Phase comes, then its Counters neither act nor wear off.
    d.end_turn()
    assert (d.count(x, "Timebomb"), d.count(y, "Timebomb")) == (3, 4)
    assert d.s.zones[ORBIT] == (x,)


@pytest.mark.rule("faroe", "keyword.orbital-return")
def test_an_orbital_card_returns_with_everything_it_had() -> None:
    # Given a Character made Orbital on the opponent's turn without a stated end, and an empty Character Zone.
    d = Duel(CARDS)
    x = d.character(0)
    front, battery = d.character(1), d.character(1, "battery", backup=True)
    edge, guard = d.on(battery, "edge", face=1), d.on(battery, "guard")
    d.counters(battery, "Poison", 3)
    d.damage(battery, 2)
    d.quietly(0, "play", d.hand(0, "launch"), battery)
    entered = len(d.happened("enters"))
    # When its controller's turn starts, then it is back with its attached cards, in the zone it left.
    d.end_turn()
    assert d.where(battery) == "Backup Zone"
    assert d.s.kids[battery] == (edge, guard)
    assert (d.where(edge), d.s.face[guard]) == ("attached", 0)
    assert d.plv(battery) == 4
    # It is there before that Starting Phase's effects, so that its Poison works.
    assert (d.count(battery, "Poison"), d.count(battery, "Damage")) == (0, 5)
    # Its "enters the field" abilities do not trigger.
    assert len(d.happened("enters")) == entered
    # It may perform its Normal Attack that turn.
    d.play(1, "move", battery)
    d.go(1, COMBAT)
    assert d.can(1, "attack", battery, x)
    assert d.where(front) == "Character Zone"


@pytest.mark.rule("faroe", "keyword.orbital-return")
def test_an_orbital_card_returns_to_an_empty_character_zone() -> None:
    # Given a Backup Character made Orbital, whose Player then loses the last front Character.
    d = Duel(CARDS)
    d.character(0)
    front, battery = d.character(1), d.character(1, "battery", backup=True)
    d.quietly(0, "play", d.hand(0, "launch"), battery)
    d.quietly(0, "play", d.hand(0, "wreck"), front)
    assert values.last_stand(d.s, 1)
    # When its controller's turn starts, then it returns to the Character Zone itself: nobody moves up.
    d.end_turn()
    assert d.where(battery) == "Character Zone"
    assert [row[ROW_CARD] for row in d.happened("returned")] == [battery]
    assert not d.happened("moved-up")


@pytest.mark.rule("faroe", "keyword.orbital-only-cards")
def test_players_do_not_become_orbital() -> None:
    # Given an effect "a Player gains Orbital".
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.play(0, "play", d.hand(0, "ascend"))
    # When it resolves, then it does nothing.
    d.pass_all()
    assert not d.happened("orbital")
    assert (d.where(x), d.where(y)) == ("Character Zone", "Character Zone")
    d.go(0, AFTERMATH)
    assert d.s.zones[ORBIT] == ()


@pytest.mark.rule("faroe", "keyword.deathmark-details")
def test_a_player_has_no_level_to_fall_by() -> None:
    # Given a Player who has gained Deathmark, and an ally of that Player.
    doom = item("doom-me", do={"grant": "Deathmark", "on": "you", "until": "round"})
    d = Duel(CARDS + doom)
    ally = d.character(0)
    d.quietly(0, "play", d.hand(0, "doom-me"))
    # When the ally is Knocked Out, then the Player plays on.
    d.quietly(0, "play", d.hand(0, "twin-knell"), ally)
    assert d.where(ally) == "Discard Pile Zone"
    assert not d.s.over and d.hp(d.body(0)) == 30


@pytest.mark.rule("faroe", "keyword.void")
def test_void_is_imprisoned_when_it_is_destroyed_and_its_stack_is_not() -> None:
    # Given a Character with Void, a Stack and "when destroyed, heal 3 HP".
    heals = {"on": "destroyed", "do": {"heal": 3}}
    d = Duel(CARDS + character("shade", plv=1, keywords="Void", ability=heals))
    d.character(0)
    d.character(1)
    shade = d.character(1, "shade")
    under = d.under(shade, "squire")
    d.damage(d.body(1), 5)
    # When an Item destroys it, then it is in the Rift Zone, its Stack is not, and nobody heals.
    d.quietly(0, "play", d.hand(0, "wreck"), shade)
    assert (d.where(shade), d.where(under)) == ("Rift Zone", "Discard Pile Zone")
    assert d.hp(d.body(1)) == 25
