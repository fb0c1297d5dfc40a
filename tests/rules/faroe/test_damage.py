"""The rules of damage: its types, its Counters, healing and its sources (F.A.R.O.E., topic damage)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD, ROW_EVENT
from fadenet.games.fade.tables import COMBAT, HAND, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, skill

CARDS = (
    cards("attack-4", "boost", "mirror", "pierce-4", "riposte", "scrap", "veto")
    + skill("true-four", cost=1, do={"attack": 4, "type": "True"})
    + skill("both", cost=1, do={"attack": 4, "type": ["Basic", "Unblockable"]})
    + skill("mixed", cost=1, do={"attack": [{"n": 2, "type": "Basic"}, {"n": 3, "type": "True"}]})
    + augment("vigor", ability={"gives": {"HP": 3}})
)


@pytest.mark.rule("faroe", "damage.types")
def test_an_attack_that_names_no_type_is_basic() -> None:
    # Given a Skill 'deal 4 damage'.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    skill = d.on(x, "attack-4")
    block, mirror, veto, riposte = (d.on(y, slug) for slug in ("guard", "mirror", "veto", "riposte"))
    d.go(0, COMBAT)
    d.play(0, "use", skill, y)
    # Then it may be Blocked, Deflected, Negated and Countered.
    assert d.can(1, "use", block, -1)
    assert d.can(1, "use", mirror, -1, x)
    assert d.can(1, "use", veto, -1)
    assert d.can(1, "use", riposte, -1)


@pytest.mark.rule("faroe", "damage.basic")
def test_basic_damage_is_blocked() -> None:
    # Given a Normal Attack of 3.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    block = d.on(y, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    # When the defender Blocks it, then it deals 0.
    d.quietly(1, "use", block, -1)
    assert d.hp(y) == 10


@pytest.mark.rule("faroe", "damage.unblockable")
def test_unblockable_damage_is_only_negated_or_countered() -> None:
    # Given an Unblockable Attack of 4.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.counters(y, "Shield", 1)
    skill = d.on(x, "pierce-4")
    block, mirror, veto, riposte = (d.on(y, slug) for slug in ("guard", "mirror", "veto", "riposte"))
    d.go(0, COMBAT)
    d.play(0, "use", skill, y)
    # Then a Block, a Deflect and a Shield Counter may not be used against it.
    assert d.refused(1, "use", block, -1) == "defend.true-check"
    assert d.refused(1, "use", mirror, -1, x) == "defend.true-check"
    assert d.refused(1, "shield", y, -1) == "defend.true-check"
    assert d.can(1, "use", riposte, -1)
    # A Reaction 'Negate an Attack' makes it do nothing.
    d.quietly(1, "use", veto, -1)
    assert d.hp(y) == 10


@pytest.mark.rule("faroe", "damage.true")
def test_true_damage_is_only_countered() -> None:
    # Given a True Attack of 4 on a Character with 6 HP.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.damage(y, 4)
    skill = d.on(x, "true-four")
    block, mirror, veto, riposte = (d.on(y, slug) for slug in ("guard", "mirror", "veto", "riposte"))
    d.go(0, COMBAT)
    d.play(0, "use", skill, y)
    # When the defender tries to Block, Deflect or Negate it, then it is refused.
    assert d.refused(1, "use", block, -1) == "defend.true-check"
    assert d.refused(1, "use", mirror, -1, x) == "defend.true-check"
    assert d.refused(1, "use", veto, -1) == "defend.true-check"
    # When the defender Counters, then the Counter happens and 2 HP are left.
    d.quietly(1, "use", riposte, -1)
    assert d.hp(x) == 8 and d.hp(y) == 2


@pytest.mark.rule("faroe", "damage.type-scope")
def test_several_types_protect_together() -> None:
    # Given an Attack that is Basic and Unblockable, then it cannot be Blocked.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    skill, block = d.on(x, "both"), d.on(y, "guard")
    d.go(0, COMBAT)
    d.play(0, "use", skill, y)
    assert d.refused(1, "use", block, -1) == "defend.true-check"


@pytest.mark.rule("faroe", "damage.type-scope")
@pytest.mark.parametrize("answer", ["block", "deflect", "shield"])
def test_a_block_or_deflect_stops_the_hits_that_allow_it(answer: str) -> None:
    # Given an Attack with one Basic hit of 2 and one True hit of 3.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.counters(y, "Shield", 1)
    skill, block, mirror, veto = d.on(x, "mixed"), d.on(y, "guard"), d.on(y, "mirror"), d.on(y, "veto")
    d.go(0, COMBAT)
    d.play(0, "use", skill, y)
    # Its True hit protects the whole Attack from Negate.
    assert d.refused(1, "use", veto, -1) == "defend.true-check"
    # When it is Blocked or Deflected.
    if answer == "block":
        d.play(1, "use", block, -1)
    elif answer == "shield":
        d.play(1, "shield", y, -1)
    else:
        d.play(1, "use", mirror, -1, x)
    d.pass_all()
    # Then 3 damage are dealt.
    assert d.hp(y) == 7
    assert d.hp(x) == (8 if answer == "deflect" else 10)


@pytest.mark.rule("faroe", "damage.is-counters")
def test_damage_is_damage_counters() -> None:
    # Given a Player with 30 HP who takes 4 damage.
    d = Duel(CARDS)
    x = d.character(0)
    skill = d.on(x, "attack-4")
    d.go(0, COMBAT)
    d.quietly(0, "use", skill, d.body(1))
    assert d.count(d.body(1), "Damage") == 4
    # When the Player later gets 2 Damage Counters from Poison.
    d.counters(d.body(1), "Poison", 2)
    d.go(1, PREPARATION)
    # Then the Player has 6 Damage Counters and 24 HP.
    assert d.count(d.body(1), "Damage") == 6 and d.hp(d.body(1)) == 24


@pytest.mark.editions("damage.hp-bonus-lost")
def test_losing_an_hp_bonus_may_be_a_knock_out() -> None:
    # Given a Character with an Augment of +3 HP and 2 HP left.
    d = Duel(CARDS)
    x = d.character(0)
    augment = d.on(x, "vigor", face=1)
    d.damage(x, 11)
    assert d.hp(x) == 2
    # When the Augment is destroyed, then the Character is at 0 HP and is Knocked Out.
    d.quietly(0, "play", d.hand(0, "scrap"), augment)
    assert d.where(x) == "Discard Pile Zone"
    assert [row[ROW_CARD] for row in d.happened("knocked-out")] == [x]


@pytest.mark.editions("damage.hp-bonus-lost")
def test_a_bonus_that_ends_with_the_turn_is_lost_at_once() -> None:
    # Given a Character that lives only by '+2 HP this turn'.
    d = Duel(CARDS)
    x = d.character(0)
    d.quietly(0, "play", d.hand(0, "boost"), x)
    d.damage(x, 11)
    assert d.hp(x) == 1
    # When the turn is over, then it is Knocked Out before anything else happens.
    d.go(1, PREPARATION)
    assert d.where(x) == "Discard Pile Zone"
    events = [d.rules.events[row[ROW_EVENT]] for row in d.log]
    begun = max(i for i, e in enumerate(events) if e == "turn-begins")
    assert events.index("knocked-out") < events.index("phase-begins", begun)


@pytest.mark.rule("faroe", "damage.source")
def test_fracture_damage_has_no_dealer() -> None:
    # Given a Character with 2 Fracture and 2 Bloodlust Counters.
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.counters(x, "Fracture", 2)
    d.counters(x, "Bloodlust", 2)
    block = d.on(y, "guard")
    d.go(0, COMBAT)
    # When it Attacks and gets 2 Damage Counters from Fracture.
    d.play(0, "attack", x, y)
    d.quietly(1, "use", block, -1)
    # Then Bloodlust does not heal for that damage, and nobody dealt any.
    assert d.count(x, "Damage") == 2
    assert not d.happened("healed") and not d.happened("deals-damage")


@pytest.mark.rule("faroe", "damage.source")
def test_nobody_has_dealt_what_poison_does() -> None:
    # Given Poison on a Character, and "when it gets Damage Counters" for any cause and for an enemy's.
    heard = {"on": "damage-counters", "of": "your characters"}
    hears = [{**heard, "do": {"gain_tp": 1}}, {**heard, "by": "enemy fighters", "do": {"draw": 1}}]
    d = Duel(CARDS + character("watch", plv=1, ability=hears))
    d.character(0)
    d.character(1, "watch")
    x = d.character(1)
    d.counters(x, "Poison", 2)
    d.tp(1, 0)
    # When it turns into Damage Counters, then only what asks for nobody happens.
    d.end_turn()
    assert (d.hp(x), d.tp_of(1), d.size(1, HAND)) == (8, 2, 1)
    assert not d.happened("deals-damage") and not d.happened("takes-damage")
