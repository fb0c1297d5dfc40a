"""The rules of falling: Knock Out, destroying, imprisoning, and falling together (topic ko)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.tables import COMBAT, FIGHTERS, HAND
from tests.builders.scenario import Duel
from tests.cards.fade import cards, item

CARDS = cards("deathbound", "drizzle", "vengeful", "wreck") + item(
    "flood", cost=0, do={"damage": 1, "to": "all fighters"}
)


@pytest.mark.editions("ko.character", fade2="ko.zero-hp", fade1="ko.character")
@pytest.mark.editions("ko.character", fade2="ko.zero-hp", fade1="ko.discard-pile")
def test_a_character_at_zero_hp_goes_to_its_owners_discard_pile(edition: str) -> None:
    # Given a Character with 3 HP taking 3 damage.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1, "squire")
    d.fighter(1)
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, y)
    # Then it is in its owner's Discard Pile and the Fighter Pool is unchanged.
    assert d.lies(y) == "discard" and d.s.owner[y] == 1
    assert d.size(1, FIGHTERS) == 1
    assert (
        [row[ROW_CARD] for row in d.happened("knocked-out")]
        == [row[ROW_CARD] for row in d.happened("destroyed")]
        == [y]
    )


@pytest.mark.editions("ko.player", fade2="win.hp-zero", fade1="win.lose-at-zero-hp")
@pytest.mark.parametrize("hp", [2, 3])
def test_a_player_at_zero_hp_has_lost(hp: int, edition: str) -> None:
    # Given a Player at 2 HP (or 3) taking 2 damage.
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    d.counters(x, "Drain", 1)
    d.leave(d.body(1), hp)
    d.go(0, COMBAT)
    d.quietly(0, "attack", x, d.body(1))
    # Then the Player has lost; from 3 HP there would be 1 HP left and the game goes on.
    if hp == 2:
        assert d.s.over == ((1, 2), d.rule("no-hp"))
    else:
        assert not d.s.over and d.hp(d.body(1)) == 1


@pytest.mark.editions("ko.destroy-not-ko", fade2="ko.is-destruction", fade1="ko.is-destroyed")
@pytest.mark.parametrize("by_damage", [False, True])
def test_destroying_is_no_knock_out(by_damage: bool, edition: str) -> None:
    # Given an ally with Vengeance and another with Deathmark.
    d = Duel(CARDS, edition=edition)
    x, foe = d.character(1), d.character(0)
    d.character(1, "vengeful")
    martyr = d.character(1, "deathbound")
    hand = d.size(1, HAND)
    if by_damage:
        # When a Character of the same Level is Knocked Out by damage, then both apply.
        d.damage(x, 7)
        d.go(0, COMBAT)
        d.play(0, "attack", foe, x)
    else:
        # When it is destroyed by an Item, then Vengeance does not trigger and Deathmark does.
        d.play(0, "play", d.hand(0, "wreck"), x)
    d.pass_all()
    assert d.lies(x) == d.lies(martyr) == "discard"
    fallen = [row[ROW_CARD] for row in d.happened("knocked-out")]
    assert fallen == ([x, martyr] if by_damage else [martyr])
    assert d.size(1, HAND) == hand + len(fallen)


@pytest.mark.editions("ko.simultaneous", fade2="ko.simultaneous", fade1="keyword.vengeance-details")
def test_those_who_fall_together_see_each_other_fall(edition: str) -> None:
    # Given two Characters with Vengeance, each at 1 HP, and 'deal 1 damage to all Characters'.
    d = Duel(CARDS, edition=edition)
    one, two = d.character(1, "vengeful"), d.character(1, "vengeful")
    d.damage(one, 9)
    d.damage(two, 9)
    hand = d.size(1, HAND)
    d.quietly(0, "play", d.hand(0, "drizzle"))
    # Then both are Knocked Out and both Vengeance abilities trigger, once each.
    assert d.lies(one) == d.lies(two) == "discard"
    assert d.size(1, HAND) == hand + 2


@pytest.mark.editions("ko.simultaneous", fade2="ko.simultaneous", fade1="keyword.vengeance-details")
def test_characters_fall_with_a_player_while_others_play_on(edition: str) -> None:
    # Given 3 Players, a Player at 1 HP and another's two Characters, one at 1 HP and one with Vengeance.
    d = Duel(CARDS, seats=3, edition=edition)
    x = d.character(1)
    d.character(1, "vengeful")
    d.damage(x, 9)
    d.leave(d.body(2), 1)
    hand = d.size(1, HAND)
    d.quietly(0, "play", d.hand(0, "flood"))
    # Then both are Knocked Out by the one effect, and Vengeance triggers once.
    assert d.s.out == (2,) and not d.s.over
    assert d.lies(x) == "discard"
    assert [row[ROW_CARD] for row in d.happened("knocked-out")].count(x) == 1
    assert d.size(1, HAND) == hand + 1
