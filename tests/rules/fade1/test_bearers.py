"""The things that cards bear, bring and count for, where the 60-card book checks more of rules that editions
share."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ACT, RESPOND
from fadenet.games.fade.tables import AFTERMATH, ATTACH, COMBAT, DRAWING, ENDING, NZ, PREPARATION, STARTING
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, reaction

CARDS = (
    cards("charm", "scrap", "soldier-5")
    + character("relief", hp=10, keywords="Tag-Out")
    + augment("shell", hp=5, keywords="Equip")
    + reaction("stance", answers="attack", do={"block": True}, ability={"gives": {"PLV": 2}, "to": "host"})
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


@pytest.mark.rule("fade1", "card.owner-and-controller", "ko.controller-loses-level")
def test_who_controls_a_fallen_character_loses_the_hp() -> None:
    # Given A's Character of Level 3 that B controls, when it is Knocked Out, then B loses 3 HP, and it lies
    # in A's Discard Pile.
    d = duel()
    x, y = d.character(0, "soldier-5"), d.character(1)
    d.character(0)
    d.go(1, PREPARATION)
    d.quietly(1, "play", d.hand(1, "charm"), x)
    d.leave(x, 1)
    before = [d.hp(d.body(seat)) for seat in (0, 1)]
    d.go(0, COMBAT)
    mine = next(h for h in d.s.zones[0] if h != x)
    d.quietly(0, "attack", mine, x)
    assert d.lies(x) == "discard" and d.s.zone[x] // NZ == 0 and d.lies(y) == "front"
    assert [n - d.hp(d.body(seat)) for seat, n in zip((0, 1), before, strict=True)] == [0, 3]


@pytest.mark.rule("fade1", "augment.stats-lost")
@pytest.mark.parametrize(("damage", "left"), [(11, 0), (8, 2)])
def test_hp_of_an_augment_go_with_it(damage: int, left: int) -> None:
    # Given a Character of 10 HP with an Augment of HP 5, so much damage taken, when the Augment is destroyed.
    d = duel()
    x = d.character(0, "soldier-5")
    d.character(0)
    shell = d.on(x, "shell", face=1)
    d.damage(x, damage)
    assert d.hp(x) == 15 - damage
    d.quietly(0, "play", d.hand(0, "scrap"), shell)
    # Then it has the rest of its own, or is Knocked Out.
    assert (d.lies(x), d.hp(x) if left else 0) == ("front" if left else "discard", left)


@pytest.mark.rule("fade1", "card.face-down")
def test_a_face_down_card_gives_nothing_and_counts() -> None:
    # Given a Reaction that would give +2 PLV face-up, when it lies face-down on a Character that attacks.
    d = duel()
    x, y = d.character(0), d.character(1)
    d.on(x, "stance")
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, y)
    # Then 3 are dealt, and one card lies in its Equip Zone.
    assert d.hp(y) == 7 and len(d.s.kids[x]) == 1 and d.size(0, ATTACH) == 0


@pytest.mark.rule("fade1", "item.any-players-turn")
def test_no_item_is_played_outside_the_battle_phase() -> None:
    # Given B, who may Tag-Out in any phase, with an Item.
    d = duel()
    d.character(0)
    d.character(1, "relief")
    d.character(1, backup=True)
    d.go(0, AFTERMATH)
    item = d.hand(1, "ration")
    # When B is asked in A's Aftermath Step, then the Item may be played.
    d.play(0, "end")
    assert d.asked() == [1] and d.can(1, "play", item)
    # When B is asked in the Phases between that and B's own choice, then it is refused in each of them.
    refused = set()
    while d.s.active == 0 or d.asked_kind() != ACT:
        d.step()
        if d.asked() == [1] and d.asked_kind() == RESPOND:
            assert d.refused(1, "play", item) == "item.any-players-turn"
            refused.add(d.s.phase)
    assert refused == {ENDING, STARTING, DRAWING}
