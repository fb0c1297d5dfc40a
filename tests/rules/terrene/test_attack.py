"""The Characters that may attack, how often, and what comes of it when nothing or nobody is left: the topic
`attack`."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ACT, ROW_CARD
from fadenet.games.terrene import tables as t
from tests.builders.terrene_scenario import Terrene
from tests.cards.terrene import blue, cards, item

ITEMS = (
    cards("cloak", "hammer", "net")
    + item("rock", ability=blue(targets={}, do={"damage": 15}))
    + item("web", ability=blue(targets={}, do={"mod": "Slow"}))
    + item("shield", ability=blue(targets={}, do={"mod": "DEF", "n": 5}))
    + item("edge", ability=blue(targets={}, do={"mod": "ATK", "n": 5}))
    + item("lure", ability=blue(targets={}, do={"control": "target"}))
)
DOVE = cards("dove")


def duel() -> tuple[Terrene, int, int]:
    """A recruited Grunt (ATK 20, HP 20, DEF 0) on each side."""
    g = Terrene(ITEMS + DOVE)
    return g, g.character(0, "grunt"), g.character(1, "grunt")


@pytest.mark.rule("terrene", "attack.declare")
def test_an_attack_costs_an_action_and_names_no_target() -> None:
    """given 2 Actions, when a Character attacks, then 1 is left and the defender is asked for a block."""
    g, ann, bob = duel()
    low = g.character(0, "thief", hidden=True)
    dart = g.hold(bob, "dart")
    g.actions(0, 2)
    assert g.refused(0, "attack", low) == "attack.declare"
    assert g.refused(0, "attack", bob) == "attack.declare"
    assert g.refused(0, "attack", ann, bob) == "action.when"
    g.play(0, "attack", ann)
    assert (g.actions_of(0), [row[ROW_CARD] for row in g.happened("attacks")]) == (1, [ann])
    assert (g.asked(), g.s.asks[0].window) == ([1], 0)
    assert g.can(1, "use", dart, ann)
    g.pass_(1)
    assert (g.asked(), g.s.asks[0].window) == ([1], t.W_BLOCK)
    assert g.can(1, "block", bob)


@pytest.mark.rule("terrene", "attack.once-per-turn")
def test_each_character_attacks_once_in_a_turn() -> None:
    """given 4 Actions, when a hidden one is recruited and both attack, then 1 is left; no third attack."""
    g, ann, _ = duel()
    low = g.character(0, "thief", hidden=True)
    g.play(0, "recruit", low)
    g.fight(ann)
    g.fight(low)
    assert (g.actions_of(0), g.hp_of(1)) == (1, 50 - 20 - 10)
    assert [g.refused(0, "attack", h) for h in (ann, low)] == ["attack.once-per-turn"] * 2
    g.next_turn(0)
    assert g.can(0, "attack", ann) and g.can(0, "attack", low)


@pytest.mark.rule("terrene", "attack.zero-atk")
def test_an_attack_of_nothing_wears_the_blocker_down() -> None:
    """given ATK 0 against DEF 10, when the battle is done, then damage is 0 and DEF is 5."""
    g, _, _ = duel()
    dove, guard = g.character(0, "dove"), g.character(1, "guard")
    assert (g.atk(dove), g.defence(guard)) == (0, 10)
    g.fight(dove, guard)
    assert (g.damage(guard), g.defence(guard), g.hp_of(1)) == (0, 5, 50)


@pytest.mark.rule("terrene", "attack.direct")
def test_an_unblocked_attack_hits_the_player() -> None:
    """given ATK 20 and 50 HP, when nobody blocks, then 30 HP are left, and no DEF or XP has changed."""
    g, ann, _ = duel()
    guard = g.character(1, "guard")
    before = [g.s.num[t.DECAY][:], g.s.num[t.XP][:], g.s.num[t.DAMAGE][:]]
    g.fight(ann)
    assert (g.hp_of(1), g.hp_of(0), g.xp(ann), g.defence(guard)) == (30, 50, 0, 10)
    assert [g.s.num[k] for k in (t.DECAY, t.XP, t.DAMAGE)] == before


@pytest.mark.rule("terrene", "attack.direct-only-hidden")
def test_hidden_characters_cannot_stand_in_the_way() -> None:
    """given turn 2 and nobody recruited in turn 1, when ATK 15 attacks, then no block is offered: 35."""
    g = Terrene(setup=False)
    first = ("grunt", "guard", "thief", "mage", "stone", "dart", "tonic", "order", "meadow")
    for seat in range(2):
        g.picks(seat, *first)
    g.pick(g.asked()[0], 1)
    g.until(ACT)
    assert (g.s.turn, g.s.active) == (1, 0)
    g.end(0)
    assert (g.s.turn, g.s.active) == (2, 1)
    low = next(h for h in g.zone(1, t.PARTY) if g.slug(h) == "grunt")
    g.play(1, "recruit", low)
    g.give(low, "ATK", -5)
    assert (g.atk(low), g.hp_of(0)) == (15, 50)
    g.play(1, "attack", low)
    assert (g.asked(), g.asked_kind(), g.hp_of(0)) == ([1], ACT, 35)


@pytest.mark.rule("terrene", "attack.cancelled")
def test_a_cancelled_attack_is_spent() -> None:
    """given an attacker made Slow that cannot be paid for, then the Action is gone and the attack counts."""
    g, ann, bob = duel()
    web = g.hold(bob, "web")
    g.actions(0, 1)
    g.play(0, "attack", ann)
    g.play(1, "use", web, ann)
    assert (g.asked_kind(), g.asked(), g.actions_of(0)) == (ACT, [0], 0)
    assert len(g.happened("cancelled")) == 1 and not g.happened("blocks")
    assert (g.hp_of(1), g.damage(bob)) == (50, 0)
    g.actions(0, 4)
    assert g.refused(0, "attack", ann) == "attack.once-per-turn"


@pytest.mark.rule("terrene", "attack.attacker-gone")
def test_an_attacker_that_is_defeated_deals_nothing() -> None:
    """given 10 HP left and a Blue Item for 15 in response, then it is gone and the defender not hurt."""
    g, _, bob = duel()
    ann, rock = g.character(0, damage=10), g.hold(bob, "rock")
    g.play(0, "attack", ann)
    g.play(1, "use", rock, ann)
    assert (g.asked(), g.asked_kind()) == ([0], ACT)
    assert (g.where(ann), g.hp_of(1), g.hp_of(0), g.xp(bob)) == ("Discard Pile", 50, 45, 1)


@pytest.mark.rule("terrene", "attack.attacker-gone")
@pytest.mark.parametrize("slug", ["rock", "net", "cloak", "hammer", "lure"])
def test_a_block_of_an_attack_that_is_cancelled_wears_nobody_down(slug: str) -> None:
    """given a block, when the attacker is gone, hidden, Stunned or taken, then nothing comes of it."""
    g, _, bob = duel()
    ann, other = g.character(0, damage=10), g.character(0, "thief")
    answer, guard = g.hold(other, "dart"), g.character(1, "guard")
    item = g.hold(bob, slug)
    g.play(0, "attack", ann)
    g.to_block()
    g.play(1, "block", guard)
    g.play(0, "use", answer, bob)
    g.quietly(1, "use", item, ann)
    assert (g.damage(bob), g.damage(guard), g.defence(guard), g.hp_of(1)) == (5, 0, 10, 50)
    assert len(g.happened("cancelled")) == 1 and g.count(guard, "Decay") == 0


@pytest.mark.rule("terrene", "attack.attacker-gone")
def test_an_attacker_that_changes_sides_attacks_nobody() -> None:
    """given a response that takes the attacker over, then no block is asked for and nobody is hurt."""
    g, _, bob = duel()
    ann, lure = g.character(0, "thief"), g.hold(bob, "lure")
    g.actions(0, 2)
    g.play(0, "attack", ann)
    g.quietly(1, "use", lure, ann)
    assert g.s.ctrl[ann] == 1 and g.actions_of(0) == 1
    assert (g.hp_of(0), g.hp_of(1), len(g.happened("cancelled"))) == (50, 50, 1)


@pytest.mark.rule("terrene", "attack.attacker-gone")
def test_an_attacker_taken_by_a_teammate_still_attacks() -> None:
    """given 2v2 and an answer that gives the attacker to the partner, then its attack goes on."""
    g = Terrene(ITEMS, seats=4)
    ann, foe, mate = g.character(0), g.character(1), g.character(2)
    g.character(3)
    dart, lure = g.hold(foe, "dart"), g.hold(mate, "lure")
    g.play(0, "attack", ann)
    g.play(1, "use", dart, mate)
    while g.asked() != [2]:
        g.step()
    g.quietly(2, "use", lure, ann)
    assert g.s.ctrl[ann] == 2 and g.hp_of(1) == 30 and not g.happened("cancelled")


@pytest.mark.rule("terrene", "attack.direct")
@pytest.mark.parametrize("slug", ["pernicious", "skylar-the-determined"])
def test_damage_to_a_player_is_asked_for_in_direct_attacks(slug: str) -> None:
    """given a card that waits for it, then a Direct Attack sets it off and overkill does not."""
    g = Terrene(edition=True)
    ann, bob = g.character(0, slug, damage=10), g.character(1, damage=1)
    mine = g.damage(ann)
    g.character(1)
    for _ in range(2):
        g.hand(1, "stone")
    # When a blocker is overkilled, then its player takes damage, and nothing else follows.
    g.fight(ann, bob)
    assert g.hp_of(1) < 50 and not g.happened("damages-player")
    assert (g.size(1, t.HAND), g.damage(ann)) == (2, mine)
    # When the next attack is direct, then the ability happens.
    g.next_turn(0)
    hand, hp = g.size(1, t.HAND), g.hp_of(1)
    g.fight(ann)
    assert g.hp_of(1) < hp and len(g.happened("damages-player")) == 1
    assert (g.size(1, t.HAND), g.damage(ann)) == (
        (hand - 1, mine) if slug == "pernicious" else (hand, mine - 10)
    )


@pytest.mark.rule("terrene", "attack.values-at-damage")
def test_values_are_read_when_damage_is_dealt() -> None:
    """given ATK 20 declared and +5 DEF for the blocker in response (5 to 10), then 10 is dealt."""
    g, ann, bob = duel()
    thief, shield = g.character(1, "thief"), g.hold(bob, "shield")
    g.play(0, "attack", ann)
    g.play(1, "use", shield, thief)
    g.to_block()
    g.play(1, "block", thief)
    assert g.damage(thief) == 10


@pytest.mark.rule("terrene", "attack.values-at-damage")
def test_an_attack_may_grow_after_its_block() -> None:
    """given ATK 20 against DEF 5, when +5 ATK answers the block, then 20 is dealt."""
    g, ann, _ = duel()
    thief, edge = g.character(1, "thief"), g.hold(ann, "edge")
    g.play(0, "attack", ann)
    g.play(1, "block", thief)
    g.play(0, "use", edge, ann)
    assert (g.damage(thief), g.atk(ann)) == (20, 25)
