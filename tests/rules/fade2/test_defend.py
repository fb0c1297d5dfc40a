"""Answers, Chains and damage in the 40-card edition (topics defend, damage, chain, link, timing, value)."""

from __future__ import annotations

import pytest

from fadenet.engine.errors import LoadError
from fadenet.games.fade.tables import COMBAT, HAND, KEY_PART
from tests.builders.scenario import Duel, rules_with
from tests.cards.fade import augment, cards, character, skill

CARDS = (
    cards("carapace", "deflection", "fire-born", "fist-3", "riposte")
    + skill("volley", targets={"reach": True, "n": 2}, do={"attack": 2})
    + augment(
        "pelt",
        keywords="Equip",
        attach="you",
        ability={"on": "takes-damage", "of": "host", "do": {"gain_tp": 1}},
    )
    + skill("flame", "Fire", cost=4, do={"attack": 3})
    + augment(
        "kindle",
        ability={
            "activate": True,
            "answers": {"to": "skill", "element": "Fire"},
            "do": {"mod": "damage", "n": 2, "on": "attacker"},
        },
    )
)


FRAIL = character("frail", ability={"gives": {"damage taken": 2}})


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade2")


# Cards and effects that defend.


@pytest.mark.rule("fade2", "defend.skills-not")
def test_a_skill_defends_nobody() -> None:
    # Given a face-down Skill on the attacked Character, then it cannot be flipped in response.
    d = duel()
    x, y = d.character(0), d.character(1)
    skill = d.on(y, "fist-3")
    d.on(y, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.asked() == [1]
    assert d.refused(1, "use", skill, x) == "attack.use-card"


@pytest.mark.rule("fade2", "defend.deflect-consequences")
@pytest.mark.parametrize("shield", [False, True])
def test_a_deflect_takes_one_target_and_the_new_one_is_attacked(shield: bool) -> None:
    # Given an attack on Y and Z, and W of a third player.
    d = duel(seats=3)
    x, y, z, w = d.character(0), d.character(1), d.character(1), d.character(2)
    volley, deflection, block = d.on(x, "volley"), d.on(y, "deflection"), d.on(w, "guard")
    d.counters(w, "Shield", int(shield))
    d.go(0, COMBAT)
    d.play(0, "use", volley, y, z)
    # When Y's player plays a Deflect naming W, then W's controller may flip a Reaction.
    d.play(1, "use", deflection, -1, (KEY_PART, 1), w)
    d.until_asked(2)
    assert d.can(2, "use", block, -1)
    d.pass_all()
    # Then W and Z are hit; a Shield Counter on W Negates the attack.
    hit = 0 if shield else 2
    assert [d.count(h, "Damage") for h in (y, z, w)] == [0, hit, hit]


@pytest.mark.rule("fade2", "defend.no-defend-action")
def test_who_uses_nothing_takes_the_damage() -> None:
    # Given an attack of 3 on a Character, when nobody uses anything, then it takes 3; no verb defends.
    d = duel()
    x, y = d.character(0), d.character(1)
    block = d.on(y, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert {move[:2] for move in d.options(1)} <= {d.move("pass"), d.move("use", block)}
    d.pass_all()
    assert d.count(y, "Damage") == 3


# Damage.


@pytest.mark.rule("fade2", "element.no-matching-discount")
def test_an_element_in_common_makes_nothing_cheaper() -> None:
    # Given a Fire Character and a Fire Skill of Cost 4, when it is flipped, then it costs 4.
    d = duel()
    x, y = d.character(0, "fire-born"), d.character(1)
    flame = d.on(x, "flame")
    d.go(0, COMBAT)
    d.tp(0, 3)
    assert d.refused(0, "use", flame, y) == "value.floors"
    d.tp(0, 4)
    d.play(0, "use", flame, y)
    assert d.tp_of(0) == 0


# Chains.


@pytest.mark.rule("fade2", "chain.link-attacks")
def test_attacks_and_effects_that_answer_link_to_a_chain() -> None:
    # Given a Counter-hit that answers a Normal Attack, then it is link 2.
    d = duel()
    x, y = d.character(0), d.character(1)
    back, kindle, shell = d.on(y, "riposte"), d.on(x, "kindle", face=1), d.on(x, "carapace", face=1)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", back, -1)
    # Then an effect that answers an attack may be link 3, and one that answers Fire Skills links to neither.
    assert d.refused(0, "activate", kindle, -2) == "link.requires-card"
    d.play(0, "activate", shell, -2)
    assert d.links() == ["Soldier", "Riposte", "Carapace"]
    d.pass_all()
    assert d.count(x, "Damage") == 1


@pytest.mark.rule("fade2", "link.active-player-attack")
def test_the_active_player_answers_a_link_with_another_attack() -> None:
    # Given X attacks Y (2 HP), Y's Counter-hit is link 2, and Z of X's player can attack.
    d = duel()
    x, y, z = d.character(0), d.character(1), d.character(0, "fire-born")
    d.leave(y, 2)
    back = d.on(y, "riposte")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    # While nobody has answered, Z's attack cannot be linked.
    assert d.asked() == [1]
    d.play(1, "use", back, -1)
    assert d.refused(0, "attack", x, y) == "link.active-player-attack"
    # When Z's Normal Attack on Y is link 3, then Y falls first, the Counter-hit does nothing, X hits nothing.
    d.play(0, "attack", z, y)
    assert d.links() == ["Soldier", "Riposte", "Fire Born"]
    d.pass_all()
    assert d.lies(y) == "discard" and d.count(x, "Damage") == 0 and len(d.happened("hit")) == 1


@pytest.mark.rule("fade2", "link.requires-card")
def test_what_needs_another_card_is_linked_to_the_chain_of_that() -> None:
    # Given an effect 'when a Fire attack is made, it deals 2 more'.
    d = duel()
    x, y = d.character(0), d.character(1)
    kindle = d.on(x, "kindle", face=1)
    flame, fist = d.on(x, "flame"), d.on(x, "fist-3")
    block, again = d.on(y, "guard"), d.on(y, "guard")
    d.go(0, COMBAT)
    # When a Fire Skill is link 1, then it may be linked; in a Chain without one it is refused.
    d.play(0, "use", fist, y)
    d.play(1, "use", block, -1)
    assert d.asked() == [0] and d.refused(0, "activate", kindle, -1) == "link.requires-card"
    d.pass_all()
    d.play(0, "use", flame, y)
    d.until_asked(0)
    d.quietly(0, "activate", kindle, -1)
    assert d.count(y, "Damage") == 5 and d.lies(again) == "attached"


# Moments and durations.


@pytest.mark.rule("fade2", "timing.player-events")
def test_what_is_attached_to_a_player_speaks_of_that_player() -> None:
    # Given an Augment on A: 'On Taking Damage, gain 1 TP'.
    d = duel()
    x, y = d.character(1), d.character(0)
    d.on(d.body(0), "pelt", face=1)
    d.go(1, COMBAT)
    d.tp(0, 0)
    # When A's Character takes damage, then nothing happens.
    d.quietly(1, "attack", x, y)
    assert (d.count(y, "Damage"), d.tp_of(0)) == (3, 0)
    # When A takes damage, then 1 TP is gained.
    d.damage(y, 7)
    d.quietly(1, "attack", d.body(1), y)
    e = duel()
    e.on(e.body(0), "pelt", face=1)
    e.go(1, COMBAT)
    e.tp(0, 0)
    e.quietly(1, "attack", e.body(1), e.body(0))
    assert e.tp_of(0) == 1


@pytest.mark.rule("fade2", "keyword.retired")
@pytest.mark.parametrize("word", ["Willpower", "Stun", "Combo", "Provoke", "Orbital", "Charge", "Surprise"])
def test_keywords_of_other_editions_are_none(word: str) -> None:
    # Given a card with a keyword that this edition has not, when it is loaded, then the error names it.
    with pytest.raises(LoadError, match=f"'{word}' is no keyword"):
        rules_with(character("odd", keywords={word: 1}), edition="fade2")
    assert Duel(edition="fade2").size(0, HAND) == 0


@pytest.mark.rule("fade2", "damage.modifiers")
def test_a_block_comes_after_all_that_raises_damage() -> None:
    # Given a target that takes 2 more damage, when an attack of 3 is Blocked, then it takes none; else 5.
    d = Duel(CARDS + FRAIL, edition="fade2")
    x, z, y = d.character(0), d.character(0), d.character(1, "frail")
    block = d.on(y, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.quietly(1, "use", block, -1)
    assert d.count(y, "Damage") == 0
    d.quietly(0, "attack", z, y)
    assert d.count(y, "Damage") == 5
