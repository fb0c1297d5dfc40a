"""Slow, Stun and Silence, how long they last, and Gained Abilities: topic `status` and its keywords."""

from __future__ import annotations

import pytest

from fadenet.engine.state import CONFIRM
from fadenet.games.terrene import tables as t
from tests.builders.terrene_words import fight, table

# Status Conditions.


@pytest.mark.rule("terrene", "keyword.slow")
def test_slow_costs_two_actions() -> None:
    """given a Slow Character and 1 Action, then its attack is refused; with 2 it is accepted."""
    g = table()
    x, _ = g.character(0), g.character(1)
    g.give(x, "Slow")
    g.actions(0, 1)
    assert g.refused(0, "attack", x) == "keyword.slow"
    g.actions(0, 2)
    fight(g, x)
    assert g.actions_of(0) == 0


@pytest.mark.rule("terrene", "keyword.slow-mid-attack")
@pytest.mark.parametrize(
    ("left", "pays", "hp", "after"), [(1, True, 30, 0), (1, False, 50, 1), (0, False, 50, 0)]
)
def test_slow_in_mid_attack_asks_for_one_more(left: int, pays: bool, hp: int, after: int) -> None:
    """given Slow in answer to an attack, then its player may pay 1 more; without, the attack is cancelled."""
    g = table()
    x, foe = g.character(0), g.character(1)
    sludge = g.hold(foe, "sludge")
    g.actions(0, 1 + left)
    g.play(0, "attack", x)
    g.play(1, "use", sludge, x)
    while g.s.chain:
        g.step()
    if left:
        assert g.asked() == [0] and g.asked_kind() == CONFIRM
        g.yes(0) if pays else g.no(0)
    g.pass_all()
    assert (g.hp_of(1), g.actions_of(0), bool(g.happened("cancelled"))) == (hp, after, not pays)
    assert g.refused(0, "attack", x) == "attack.once-per-turn"


@pytest.mark.rule("terrene", "keyword.stun")
def test_a_stunned_character_neither_attacks_nor_blocks() -> None:
    """given the only recruited Character Stunned, then it can do neither, but use its ability."""
    g = table()
    x, foe = g.character(0, "lookout"), g.character(1)
    g.give(x, "Stun")
    assert g.refused(0, "attack", x) == "keyword.stun"
    g.quietly(0, "use", x, foe)
    assert g.damage(foe) == 10
    g.end_turn()
    g.quietly(1, "attack", foe)
    assert g.hp_of(0) == 30 and not g.happened("blocks")


@pytest.mark.rule("terrene", "keyword.silence")
@pytest.mark.parametrize(("silenced", "damage"), [(False, 0), (True, 5)])
def test_silence_takes_the_text_away(silenced: bool, damage: int) -> None:
    """given an Immune Character, when an ability deals 10, then it takes some only while it is Silenced."""
    g = table()
    x, saint = g.character(0, "lookout"), g.character(1, "saint")
    if silenced:
        g.give(saint, "Silence")
    g.quietly(0, "use", x, saint)
    assert g.damage(saint) == damage


@pytest.mark.rule("terrene", "keyword.silence-on-chain")
def test_an_ability_of_a_silenced_user_does_nothing() -> None:
    """given 'deal 10' on the chain and Silence on its user, then it deals nothing, its Action stays spent."""
    g = table()
    x, foe = g.character(0, "lookout"), g.character(1)
    gag = g.hold(foe, "gag")
    g.play(0, "use", x, foe)
    g.quietly(1, "use", gag, x)
    assert (g.damage(foe), g.actions_of(0)) == (0, 3) and g.happened("link-stopped")


@pytest.mark.rule("terrene", "status.duration")
def test_a_condition_lasts_as_long_as_its_card_says() -> None:
    """given Stun until the end of its next turn, when that turn has ended, then it can block again."""
    g = table()
    x, foe = g.character(0), g.character(1)
    g.quietly(0, "use", g.hold(x, "flash"), foe)
    g.end_turn()
    assert g.refused(1, "attack", foe) == "keyword.stun"
    g.end_turn()
    g.play(0, "attack", x)
    while g.s.chain:
        g.step()
    assert g.can(1, "block", foe)
    g.pass_all()
    g.give(foe, "Slow")
    for _ in range(4):
        g.end_turn()
    assert g.has(foe, "Slow")


@pytest.mark.rule("terrene", "status.no-stacking")
def test_the_same_condition_counts_once() -> None:
    """given Slow twice, then an attack costs 2 Actions, and the longer one lasts."""
    g = table()
    x, _ = g.character(0), g.character(1)
    g.give(x, "Slow", until=t.U_TURN)
    g.give(x, "Slow")
    g.actions(0, 2)
    fight(g, x)
    assert g.actions_of(0) == 0
    g.end_turn()
    assert g.has(x, "Slow")


@pytest.mark.rule("terrene", "status.gained-abilities")
def test_gained_abilities_are_no_conditions() -> None:
    """given Steadfast and Stab by a Command, then Silence and a cleansing touch neither."""
    g = table()
    x, y, _ = g.character(0), g.character(0), g.character(1)
    g.quietly(0, "use", g.hold(x, "oath"))
    g.give(x, "Silence")
    assert g.has(x, "Stab") and g.refused(0, "dismiss", x) == "status.gained-abilities"
    g.quietly(0, "use", g.hold(y, "broom"), x)
    assert not g.has(x, "Silence") and g.has(x, "Stab") and g.has(x, "Steadfast")


@pytest.mark.rule("terrene", "status.gained-abilities")
def test_a_cleansing_takes_the_conditions_and_nothing_else() -> None:
    """given every keyword on a Character, when it is cleansed, then Slow, Stun and Silence alone are gone."""
    g = table()
    x, y, _ = g.character(0), g.character(0), g.character(1)
    for word in t.KEYWORDS:
        g.give(x, word)
    g.quietly(0, "use", g.hold(y, "broom"), x)
    assert [word for word in t.KEYWORDS if not g.has(x, word)] == ["Slow", "Stun", "Silence"]


@pytest.mark.rule("terrene", "status.gained-duration")
def test_gained_abilities_end_when_their_card_says() -> None:
    """given Stab until the end of the turn, when it has ended, then DEF counts again."""
    g = table()
    x, foe = g.character(0), g.character(1, "titan")
    g.quietly(0, "use", g.hold(x, "oath"))
    fight(g, x, foe)
    assert g.damage(foe) == 20
    g.next_turn(0)
    assert g.has(x, "Steadfast")
    fight(g, x, foe)
    assert g.damage(foe) == 30


@pytest.mark.rule("terrene", "status.hidden-safe")
def test_hidden_characters_are_safe() -> None:
    """given 10 damage to all and a hidden Character, then it has none, nor can it be Stunned."""
    g = table()
    x, foe = g.character(0, "herald"), g.character(1)
    hidden = g.character(1, hidden=True)
    flash = g.hold(x, "flash")
    assert not g.can(0, "use", flash, hidden)
    g.quietly(0, "use", x, foe)
    assert (g.damage(foe), g.damage(hidden)) == (10, 0)
