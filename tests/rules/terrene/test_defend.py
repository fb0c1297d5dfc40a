"""The Characters that may block, how often, and what if the blocker is gone: the topic `defend`."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ACT, ROW_CARD
from fadenet.games.terrene import tables as t
from tests.builders.terrene_scenario import Terrene
from tests.cards.terrene import blue, cards, item

ITEMS = cards("cloak", "hammer", "net") + item("lure", ability=blue(targets={}, do={"control": "target"}))


@pytest.mark.rule("terrene", "defend.choose-blocker")
def test_one_blocker_is_named_for_nothing_and_for_good() -> None:
    """given 0 Actions, Inu and Asu, when Inu is named, then Asu as well or withdrawing Inu is refused."""
    g = Terrene(edition=True)
    ann = g.character(0)
    inu, asu = g.character(1, "inu-the-inferno"), g.character(1, "asu-the-flame-hellion")
    bomb = g.hold(ann, "fire-bomb")
    g.actions(1, 0)
    g.play(0, "attack", ann)
    g.to_block()
    assert g.can(1, "block", inu) and g.can(1, "block", asu)
    assert g.refused(1, "block", inu, asu) == "action.when"
    assert g.refused(1, "block", ann) == "defend.choose-blocker"
    g.play(1, "block", inu)
    assert (g.asked(), g.actions_of(1)) == ([0], 0)
    assert g.can(0, "use", bomb, inu)
    assert g.refused(1, "block", asu) == "response.not-to-oneself"
    assert g.refused(1, "pass") == "response.not-to-oneself"
    g.pass_(0)
    assert (g.where(inu), g.damage(asu), g.hp_of(1)) == ("Discard Pile", 0, 50)
    assert [row[ROW_CARD] for row in g.happened("blocks")] == [inu]


@pytest.mark.rule("terrene", "defend.choose-blocker")
def test_a_declined_block_is_a_direct_attack() -> None:
    g = Terrene()
    ann = g.character(0)
    bob = g.character(1)
    g.play(0, "attack", ann)
    g.pass_(1)
    assert (g.asked_kind(), g.hp_of(1), g.damage(bob)) == (ACT, 30, 0)


@pytest.mark.rule("terrene", "defend.no-limit")
def test_a_character_blocks_as_often_as_it_lives() -> None:
    """given three attacks, when one Character that attacked before blocks all, then its DEF is 15 lower."""
    g = Terrene()
    attackers = [g.character(0) for _ in range(3)]
    giant = g.character(1, "giant")
    g.end_turn()
    g.fight(giant)
    assert g.hp_of(0) == 10
    g.end_turn()
    for n, h in enumerate(attackers):
        g.fight(h, giant)
        assert (g.defence(giant), g.damage(giant)) == (10 - 5 * n, (5, 15, 30)[n])
    assert (g.defence(giant), len(g.happened("blocks")), g.hp_of(1)) == (0, 3, 50)


@pytest.mark.rule("terrene", "defend.no-limit")
def test_def_does_not_fall_below_zero() -> None:
    g = Terrene()
    attackers = [g.character(0, "thief") for _ in range(3)]
    guard = g.character(1, "guard")
    for h in attackers:
        g.fight(h, guard)
    assert (g.defence(guard), g.damage(guard)) == (0, 0 + 5 + 10)


@pytest.mark.rule("terrene", "defend.hidden-cannot")
def test_hidden_characters_neither_block_nor_are_recruited_to() -> None:
    """given one hidden and one recruited Character, when the hidden one is named, then it is refused."""
    g = Terrene()
    ann, bob = g.character(0), g.character(1)
    low = g.character(1, "guard", hidden=True)
    g.actions(1, 4)
    g.play(0, "attack", ann)
    assert (g.asked(), g.s.asks[0].window) == ([1], t.W_BLOCK)
    assert g.refused(1, "block", low) == "defend.hidden-cannot"
    assert g.refused(1, "recruit", low) == "action.when"
    assert g.can(1, "block", bob) and (g.s.face[low], g.s.code[low]) == (0, 0)


@pytest.mark.rule("terrene", "defend.opponents-turn-only")
def test_nobody_blocks_a_teammate() -> None:
    """given 2v2 and a teammate's attack, when the partner tries to block it, then it is refused."""
    g = Terrene(seats=4)
    ann, _, mate, _ = (g.character(seat) for seat in range(4))
    g.play(0, "attack", ann)
    for seat in (1, 3):
        assert (g.asked(), g.s.asks[0].window) == ([seat], t.W_BLOCK)
        assert g.refused(2, "block", mate) == "action.when"
        assert g.refused(0, "block", ann) == "action.when"
        assert g.refused(seat, "block", mate) == "defend.choose-blocker"
        g.pass_(seat)
    assert (g.hp_of(1), g.hp_of(0), g.asked()) == (30, 50, [0])


@pytest.mark.rule("terrene", "defend.opponents-turn-only")
def test_nobody_blocks_without_an_attack() -> None:
    g = Terrene()
    ann, bob = g.character(0), g.character(1)
    assert g.refused(0, "block", ann) == "action.when"
    assert g.refused(1, "block", bob) == "response.active-first"


@pytest.mark.rule("terrene", "defend.blocker-gone")
def test_an_attack_on_a_defeated_blocker_goes_through() -> None:
    """given ATK 20 and a blocker that a Blue Item defeats, then 20 and overkill; its holder has the XP."""
    g = Terrene()
    ann, bob = g.character(0), g.character(1, damage=15)
    other, spare = g.character(0, "thief"), g.character(1, "guard")
    stone = g.hold(other, "stone")
    g.play(0, "attack", ann)
    g.play(1, "block", bob)
    g.play(0, "use", stone, bob)
    assert (g.asked(), g.asked_kind()) == ([0], ACT)
    assert (g.where(bob), g.hp_of(1)) == ("Discard Pile", 50 - 5 - 20)
    assert (g.xp(other), g.xp(ann)) == (1, 0)
    assert (g.damage(spare), g.defence(spare)) == (0, 10)


@pytest.mark.rule("terrene", "defend.blocker-gone")
@pytest.mark.parametrize("slug", ["net", "cloak", "hammer", "lure"])
def test_an_attack_on_a_blocker_that_cannot_block_goes_through(slug: str) -> None:
    """given a blocker that is Stunned, hidden, discarded or taken, then the attack is direct, no decay."""
    g = Terrene(ITEMS)
    ann, bob, spare = g.character(0), g.character(1), g.character(1, "guard")
    item = g.hold(ann, slug)
    g.play(0, "attack", ann)
    g.play(1, "block", bob)
    g.play(0, "use", item, bob)
    assert (g.asked(), g.asked_kind(), g.hp_of(1)) == ([0], ACT, 30)
    assert (g.damage(bob), g.count(bob, "Decay"), g.damage(spare), g.xp(ann)) == (0, 0, 0, 0)
