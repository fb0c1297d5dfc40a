"""The attackers, how often and by what in the 60-card edition (topics combat, attack)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import AFTERMATH, COMBAT, KEY_N, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, reaction, skill

CARDS = (
    cards("daze-1", "hyper-jab", "jab-1", "plv-flurry", "riposte-2", "screen")
    + character("post", hp=40, plv=4)
    + character("block", hp=40, plv=1, def_=1)
    + character("four", hp=20, plv=4)
    + character("twin", hp=20, plv=4, keywords={"Multistrike": 1})
    + character(
        "venom",
        hp=20,
        plv=4,
        ability=[
            {"activate": True, "targets": "enemy characters", "do": {"counter": "Poison", "on": "target"}},
            {"activate": True, "do": {"attack": 1, "hits": 3}},
            {"activate": True, "do": {"mod": "PLV", "n": 1, "on": "this"}},
            {"activate": True, "do": {"row": "this", "to": "backup"}},
        ],
    )
    + skill("rest", do={"heal": 1, "of": "user"})
    + skill("six", do={"attack": 6})
    + skill("bash", do={"attack": {"plus": [{"stat": "PLV", "of": "user"}, 2]}})
    + reaction("snub", answers={"to": "reaction", "rank": "Hyper"}, do={"negate": True})
    + reaction("fierce", answers="attack", rank="Hyper", do={"block": True})
    + reaction("echo", answers="attack", do={"attack": {"stat": "PLV", "of": "user"}})
    + reaction("backlash", answers="attack", keywords="Stun", do={"attack": 1})
)


def match(slug: str = "four", other: str = "post", seats: int = 2) -> tuple[Duel, int, int]:
    """(a match, one of seat 0, one of seat 1), before the Combat Step of seat 0."""
    d = Duel(CARDS, seats=seats, edition="fade1")
    return d, d.character(0, slug), d.character(1, other)


@pytest.mark.rule("fade1", "combat.roles")
def test_only_the_turn_players_side_declares_attacks() -> None:
    # Given A's Combat Step, when B asks to declare a Normal Attack or to use a Skill, then it is refused.
    d, x, y = match()
    jab, screen = d.on(y, "jab-1"), d.on(y, "screen")
    d.go(0, COMBAT)
    assert d.asked() == [0]
    assert d.refused(1, "attack", y, x) == "turn.definition"
    # When A attacks, then B may only answer as the defender.
    d.play(0, "attack", x, y)
    assert d.asked() == [1]
    assert d.refused(1, "attack", y, x) == d.refused(1, "attack", d.body(1), x) == "turn.definition"
    assert d.refused(1, "use", jab, x) == "attack.use-card"
    assert d.can(1, "use", screen, -1)


@pytest.mark.rule("fade1", "combat.one-attack-per-turn")
def test_a_normal_attack_or_a_card_and_not_both() -> None:
    # Given a Character that made its Normal Attack, and has a Skill without Combo, then that is refused.
    d, x, y = match()
    jab = d.on(x, "jab-1")
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, y)
    assert d.refused(0, "use", jab, y) == "combat.one-attack-per-turn"
    assert d.refused(0, "attack", x, y) == "attack.normal-once"
    # Given the reverse order in the next turn, then the Normal Attack is refused.
    d.next_turn(0)
    d.go(0, COMBAT)
    d.quietly(0, "use", jab, y)
    assert d.refused(0, "attack", x, y) == "attack.normal-once"


@pytest.mark.rule("fade1", "combat.one-attack-per-turn")
def test_multistrike_and_stun_give_further_attacks() -> None:
    # Given a Character with Multistrike 1, then a Skill and a Normal Attack; a third attack is refused.
    d, x, y = match("twin")
    jab = d.on(x, "jab-1")
    d.go(0, COMBAT)
    d.quietly(0, "use", jab, y)
    d.quietly(0, "attack", x, y)
    assert d.refused(0, "attack", x, y) == "attack.normal-once"


@pytest.mark.rule("fade1", "attack.one-card-per-character")
def test_a_character_uses_one_card_a_combat_step_and_each_its_own() -> None:
    # Given a Character with two Skills without Combo, when it used the first, then the second is refused.
    d, x, y = match()
    other = d.character(0)
    first, second, third = d.on(x, "jab-1"), d.on(x, "hyper-jab"), d.on(other, "jab-1")
    d.go(0, COMBAT)
    d.quietly(0, "use", first, y)
    assert d.refused(0, "use", second, y) == "combat.one-attack-per-turn"
    # Then another Character may use its own Skill.
    d.quietly(0, "use", third, y)
    assert d.hp(y) == 40 - 1 - 1


@pytest.mark.rule("fade1", "attack.one-card-per-character")
def test_a_player_in_the_last_stand_uses_one_card_from_hand_too() -> None:
    # Given a Player without Characters and two Skills in Hand, when one was used, then the other is refused.
    d = Duel(CARDS, edition="fade1")
    y = d.character(1, "post")
    first, second = d.hand(0, "jab-1"), d.hand(0, "jab-1")
    d.go(0, COMBAT)
    d.quietly(0, "use", first, y)
    assert d.refused(0, "use", second, y) == "combat.one-attack-per-turn"
    assert d.refused(0, "attack", d.body(0), y) == "attack.normal-once"
    # Then in the next turn it may be used.
    d.next_turn(0)
    d.go(0, COMBAT)
    d.quietly(0, "use", second, y)
    assert d.hp(y) == 38


@pytest.mark.rule("fade1", "attack.no-reactions-as-attacker")
def test_an_attacker_does_not_open_with_a_reaction_that_blocks() -> None:
    # Given a Reaction 'Block an attack' on A's attacker, when A wants to open with it, then it is refused,
    # and so it is in answer to A's own attack.
    d, x, y = match()
    screen, back = d.on(x, "screen"), d.on(y, "riposte-2")
    d.go(0, COMBAT)
    assert d.refused(0, "use", screen, x) == "link.must-link"
    d.play(0, "attack", x, y)
    # When B's Counter-hit targets A's attacker, then A may link it, against that and not the own attack.
    d.play(1, "use", back, -1)
    assert d.asked() == [0]
    assert not d.can(0, "use", screen, -1) and d.can(0, "use", screen, -2)
    d.quietly(0, "use", screen, -2)
    assert (d.hp(x), d.hp(y)) == (20, 36)


@pytest.mark.rule("fade1", "attack.no-reactions-as-attacker")
@pytest.mark.parametrize(("slug", "may"), [("fierce", True), ("screen", False)])
def test_a_reaction_that_names_what_was_played_is_used_by_the_attacker(slug: str, may: bool) -> None:
    # Given A's Reaction 'Negate a Hyper Rank Reaction', when B answers A's attack by a Hyper or Normal one.
    d, x, y = match()
    snub, answer = d.on(x, "snub"), d.on(y, slug)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", answer, -1)
    # Then A may link it against the Hyper Reaction alone.
    assert d.can(0, "use", snub, -2) == may
    if may:
        d.play(0, "use", snub, -2)
    d.pass_all()
    assert d.hp(y) == (36 if may else 40)


@pytest.mark.rule("fade1", "attack.effect-attack")
@pytest.mark.parametrize(("n", "attacks"), [(1, False), (3, False), (2, True)])
def test_an_effect_that_hits_is_the_attack_and_others_are_not(n: int, attacks: bool) -> None:
    # Given a Character that activated 'put 1 Poison Counter on an enemy Character', '+1 PLV', or 'hit an
    # enemy 3 times', when it then makes its Normal Attack, then it is accepted, or after the hits refused.
    d, x, y = match("venom")
    d.go(0, COMBAT)
    d.quietly(0, "activate", x, (KEY_N, n), *[y] * (n != 3))
    if attacks:
        assert d.hp(y) == 37 and d.refused(0, "attack", x, y) == "attack.normal-once"
        assert d.refused(0, "activate", x, (KEY_N, 2), y) == "combat.one-attack-per-turn"
    else:
        d.quietly(0, "attack", x, y)
        assert d.hp(y) == 40 - (5 if n == 3 else 4)
        # And after it the effect that attacks is refused.
        assert d.refused(0, "activate", x, (KEY_N, 2), y) == "combat.one-attack-per-turn"


@pytest.mark.rule("fade1", "attack.skill-damage")
@pytest.mark.parametrize(("slug", "left"), [("plv-flurry", 40 - 3 - 3), ("six", 40 - 5), ("bash", 40 - 5)])
def test_without_a_figure_a_skill_deals_its_users_plv_with_every_hit(slug: str, left: int) -> None:
    # Given a user with PLV 4 and a target with DEF 1, when a 2-hit Skill without figure is used, one that
    # deals 6, or one of +2 PLV, then it deals 3 and 3, or 5.
    d, x, y = match("four", "block")
    used = d.on(x, slug)
    d.go(0, COMBAT)
    d.quietly(0, "use", used, y)
    assert d.hp(y) == left


@pytest.mark.rule("fade1", "attack.skill-damage")
def test_a_reaction_without_a_figure_deals_its_users_plv() -> None:
    # Given a Reaction that hits without a figure on one of PLV 4, and an attacker of DEF 1, then it deals 3.
    d, x, y = match("block", "post")
    echo = d.on(y, "echo")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.quietly(1, "use", echo, -1)
    assert d.hp(x) == 37


@pytest.mark.rule("fade1", "attack.damageless-skill")
def test_a_skill_without_damage_takes_the_one_card_of_its_user() -> None:
    # Given a Skill that heals, when it was used, then neither another Skill nor the effect that hits follows.
    d, x, y = match("venom")
    rest, jab = d.on(x, "rest"), d.on(x, "jab-1")
    d.go(0, COMBAT)
    d.play(0, "use", rest)
    assert d.s.chain
    d.pass_all()
    assert not d.happened("succeeds")
    assert d.refused(0, "use", jab, y) == "combat.one-attack-per-turn"
    assert d.refused(0, "activate", x, (KEY_N, 2), y) == "combat.one-attack-per-turn"


@pytest.mark.rule("fade1", "attack.extra-attacks")
@pytest.mark.parametrize("extra", ["card", "normal"])
def test_an_extra_attack_is_a_card_or_a_normal_attack(extra: str) -> None:
    # Given a Character that used a Skill with Stun as its attack, when it makes its extra attack with a
    # second Skill, or a Normal Attack, then it is accepted; a third attack is refused.
    d, x, y = match()
    daze, jab, more = d.on(x, "daze-1"), d.on(x, "jab-1"), d.on(x, "rest")
    d.go(0, COMBAT)
    d.quietly(0, "use", daze, y)
    if extra == "card":
        d.quietly(0, "use", jab, y)
    else:
        d.quietly(0, "attack", x, y)
    assert d.refused(0, "attack", x, y) == "attack.normal-once"
    assert d.refused(0, "use", more) == "combat.one-attack-per-turn"
    # And it belongs to that attacker: the Player and others have what they had.
    d.quietly(0, "attack", d.body(0), y)
    assert d.refused(0, "attack", d.body(0), y) == "attack.normal-once"


@pytest.mark.rule("fade1", "attack.extra-attacks")
def test_an_extra_attack_lapses_with_the_combat_step() -> None:
    # Given an extra attack that was not made, when the Combat Step is over, then it is gone, and in the next
    # turn there is one attack.
    d, x, y = match()
    daze = d.on(x, "daze-1")
    d.go(0, COMBAT)
    d.quietly(0, "use", daze, y)
    assert d.can(0, "attack", x, y)
    d.go(0, AFTERMATH)
    assert not d.can(0, "attack", x, y)
    d.next_turn(0)
    assert d.s.phase == PREPARATION
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, y)
    assert d.refused(0, "attack", x, y) == "attack.normal-once"


@pytest.mark.rule("fade1", "attack.extra-attacks")
def test_an_extra_attack_gained_outside_the_own_combat_step_lapses_at_once() -> None:
    # Given a Counter-hit with Stun by B's Character in A's Combat Step, then it has no attack in that turn,
    # and in B's it makes one, and no second.
    d, x, y = match()
    back = d.on(y, "backlash")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.quietly(1, "use", back, -1)
    assert d.count(x, "Stunned") == 1 and d.refused(1, "attack", y, x) == "turn.definition"
    d.go(1, COMBAT)
    d.quietly(1, "attack", y, x)
    assert d.refused(1, "attack", y, x) == "attack.normal-once"
