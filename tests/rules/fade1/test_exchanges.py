"""Attacks, answers and what follows them, where the 60-card book checks more of rules that editions share."""

from __future__ import annotations

import pytest

from fadenet.engine.state import PICK, RESPOND, ROW_CARD, ROW_N, ROW_SEAT
from fadenet.games.fade.tables import COMBAT, KEY_TO
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, reaction, skill

CARDS = (
    cards("deflection", "refusal", "riposte-3", "soldier-5")
    + skill("double", do={"attack": 3, "hits": 2})
    + character(
        "archer",
        hp=5,
        plv=1,
        ability={"on": "enters", "targets": "enemy characters", "do": {"damage": 3, "to": "target"}},
    )
    + character(
        "bracing", hp=10, def_=1, ability={"on": "attacked", "do": {"mod": "DEF", "n": 2, "on": "this"}}
    )
    + character("charging", hp=10, ability={"on": "attacks", "do": {"gain_tp": 1}})
    + character("watcher", hp=10, ability={"on": "targeted", "of": "enemy characters", "do": {"gain_tp": 1}})
    + character("sentinel", hp=10, ability={"on": "attacks", "of": "enemy characters", "do": {"gain_tp": 1}})
    + character(
        "beset",
        hp=10,
        ability=[{"on": "attacked", "do": {"gain_tp": 3}}, {"on": "targeted", "do": {"gain_tp": 2}}],
    )
    + character(
        "harrier",
        hp=10,
        ability={"on": "attacks", "targets": "enemy characters", "do": {"damage": 1, "to": "target"}},
    )
    + character("wary", hp=10, ability={"on": "targeted", "do": {"gain_tp": 1}})
    + character("reviving", hp=3, ability={"on": "takes-damage", "do": {"heal": 5, "of": "this"}})
    + character("parting", hp=2, ability={"on": "destroyed", "do": {"gain_tp": 1}})
    + reaction("sap", answers="attack", do={"counter": "Drain", "n": 2, "on": "attacker"})
)


def duel() -> Duel:
    return Duel(CARDS, edition="fade1")


# Attacks.


@pytest.mark.rule("fade1", "combat.attack-sequence")
def test_a_knock_out_comes_before_what_taking_damage_brings() -> None:
    # Given two hits of 3 on Y with 3 HP and 'On Taking Damage: gain 5 HP', and another enemy beside it.
    d = duel()
    x, y, z = d.character(0), d.character(1, "reviving"), d.character(1)
    double = d.on(x, "double")
    d.go(0, COMBAT)
    d.play(0, "use", double, y)
    # When the first lands, then Y is Knocked Out, and the second is left over and may be aimed at another.
    assert d.until(PICK) == 0 and d.lies(y) == "discard"
    assert not d.happened("healed")
    d.quietly(0, "pick", z)
    assert d.hp(z) == 7 and d.lies(y) == "discard"


@pytest.mark.rule("fade1", "combat.attack-sequence")
def test_what_a_declaration_triggers_is_linked_in_the_order_of_its_parts() -> None:
    # Given A's attacker with an effect On Attack and A's 'when an enemy is targeted', and B's effects 'when
    # an enemy attacks', On Targeted and On Attacked.
    d = duel()
    x, watcher = d.character(0, "charging"), d.character(0, "watcher")
    sentinel, y = d.character(1, "sentinel"), d.character(1, "beset")
    d.on(y, "guard")
    d.go(0, COMBAT)
    d.tp(0, 0)
    d.tp(1, 0)
    # When it attacks, then they are above the attack in the order of their moments, and A's first at each.
    d.play(0, "attack", x, y)
    assert d.links() == ["Charging", "Charging", "Sentinel", "Watcher", "Beset", "Beset"]
    assert d.asked_kind() == RESPOND
    d.pass_chain()
    done = [row[ROW_CARD] for row in d.happened("link-resolved")]
    assert done == [y, y, watcher, sentinel, x, x]
    # And of B's two that the Character under attack has, On Attacked is resolved before On Targeted.
    assert [row[ROW_N] for row in d.happened("gains-tp") if row[ROW_SEAT] == 1][-3:] == [3, 2, 1]


@pytest.mark.rule("fade1", "combat.attack-sequence", "timing.simultaneous")
def test_what_an_effect_triggers_comes_after_the_rest_of_the_attack() -> None:
    # Given an effect On Attack that targets one with an effect On Targeted, and one On Attacked.
    d = duel()
    x, y, z = d.character(0, "harrier"), d.character(1, "beset"), d.character(1, "wary")
    d.on(y, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.until(PICK) == 0
    d.play(0, "pick", z)
    # Then what it triggers itself goes to the end of the line.
    assert d.links() == ["Harrier", "Harrier", "Beset", "Beset", "Wary"]


@pytest.mark.rule("fade1", "combat.attack-sequence")
def test_the_order_is_that_of_a_counter_hit_too() -> None:
    # Given B's Counter-hit with an effect On Attack, at A's attacker with one On Attacked, in A's turn.
    d = duel()
    x, y = d.character(0, "beset"), d.character(1, "charging")
    reply = d.on(y, "riposte-3")
    d.on(x, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", reply, -1)
    # Then B's effect is linked before both of the turn player's.
    assert d.links()[-4:] == ["Riposte 3", "Charging", "Beset", "Beset"]


@pytest.mark.rule("fade1", "chain.triggered-effects")
def test_on_attacked_is_a_link_above_the_attack() -> None:
    # Given 'On Attacked: this Character gets +2 DEF' and DEF 1, when PLV 5 attacks it, then that comes first.
    d = duel()
    x, y = d.character(0, "soldier-5"), d.character(1, "bracing")
    d.on(x, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.links() == ["Soldier 5", "Bracing"]
    d.pass_all()
    assert d.hp(y) == 10 - (5 - 1 - 2)


@pytest.mark.rule("fade1", "chain.triggered-effects")
def test_on_destroyed_has_a_chain_of_its_own_that_is_answered() -> None:
    # Given X (2 HP, 'On Destroyed: gain 1 TP') attacks, and a Counter-hit of 3 as link 2.
    d = duel()
    x, y = d.character(0, "parting"), d.character(1)
    d.character(0)
    reply, refusal = d.on(y, "riposte-3"), d.on(y, "refusal")
    d.go(0, COMBAT)
    d.tp(0, 0)
    d.play(0, "attack", x, y)
    d.play(1, "use", reply, -1)
    while d.links() != ["Parting"]:
        d.step()
    # When link 1 has been resolved, then the effect is the one link of another Chain, which B Negates.
    assert d.lies(x) == "discard" and len(d.happened("chain-over")) >= 1
    d.until_asked(1)
    d.quietly(1, "use", refusal, -1)
    assert d.tp_of(0) == 0


@pytest.mark.rule("fade1", "chain.plays-outside")
def test_what_is_played_outside_is_not_answered_and_its_effect_is() -> None:
    # Given a Character with 'On Enter Field: deal 3 damage to an enemy Character', and two who could answer.
    d = duel()
    x, y = d.character(0), d.character(1)
    refusal, archer, again = d.on(y, "refusal"), d.fighter(0, "archer"), d.fighter(0, "archer")
    d.on(x, "refusal")
    # When it is played, then it is there at once, and its effect is link 1.
    d.play(0, "play", archer, d.to("front"))
    assert d.lies(archer) == "front" and d.links() == ["Archer"] and d.asked() == [1]
    # When the effect is Negated, then nothing is dealt, and nothing else is played while that Chain goes on.
    d.play(1, "use", refusal, -1)
    assert d.asked() == [0]
    assert d.refused(0, "play", again, d.to("front")) == "chain.plays-outside"
    assert d.refused(0, "play", d.hand(0, "plain"), *d.ground()) == "chain.plays-outside"
    assert d.refused(0, "attach", d.hand(0, "strike"), x) == "chain.plays-outside"
    assert d.refused(0, "move", x, (KEY_TO, d.cell("b1"))) == "chain.plays-outside"
    d.pass_all()
    assert d.hp(y) == 10


# Answers.


@pytest.mark.rule("fade1", "defend.deflect-target")
@pytest.mark.parametrize("answered", [True, False])
def test_a_deflect_names_its_target_which_may_answer(answered: bool) -> None:
    # Given a Physical attack on Y, a Deflect, a Character with a Ghost Counter and one in Reserve.
    d = duel()
    x, y, ghost = d.character(0), d.character(1), d.character(0)
    behind = d.character(0, backup=True)
    d.counters(ghost, "Ghost", 1)
    deflection, block = d.on(y, "deflection"), d.on(x, "guard")
    d.go(0, COMBAT)
    before = d.hp(d.body(0))
    d.play(0, "attack", x, y)
    # Then these are refused as its new target, and the attacker's Player is accepted.
    assert d.refused(1, "use", deflection, -1, ghost)
    assert d.refused(1, "use", deflection, -1, behind)
    d.play(1, "use", deflection, -1, d.body(0))
    # When that one Blocks in the same Chain, then nobody is hurt.
    if answered:
        d.play(0, "use", block, -1)
    d.pass_all()
    assert (d.hp(y), before - d.hp(d.body(0))) == (10, 0 if answered else 3)


@pytest.mark.rule("fade1", "defend.counter")
def test_a_counter_comes_first_and_the_attack_goes_on() -> None:
    # Given PLV 5 against DEF 0 and 'Counter: put 2 Drain Counters on the attacker', then 3 are dealt.
    d = duel()
    x, y = d.character(0, "soldier-5"), d.character(1)
    sap = d.on(y, "sap")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.quietly(1, "use", sap, -1)
    assert (d.count(x, "Drain"), d.hp(y)) == (2, 7)
