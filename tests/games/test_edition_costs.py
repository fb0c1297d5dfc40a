"""Affinity and Friendship, which make cards cheaper (fade2 keyword.affinity, keyword.friendship)."""

from __future__ import annotations

from typing import Any

import pytest

from fadenet.engine.errors import LoadError
from fadenet.games.fade.tables import KEY_TO
from tests.builders.cards import cards
from tests.builders.editions import differing
from tests.builders.scenario import COMBAT, Duel

FRIENDS = (
    cards("faroe", "hush")
    + """
[card.adept]
name = "Adept"
types = ["Character"]
hp = 9
plv = 1
keywords = { Affinity = ["Fire", "Storm"] }
[card.host]
name = "Host"
types = ["Character"]
elements = ["Fire"]
hp = 9
plv = 1
keywords = { Friendship = ["Fire", "Water", 2] }
[card.salamander]
name = "Salamander"
types = ["Character"]
elements = ["Fire", "Water"]
cost = 3
hp = 9
plv = 1
[card.crater]
name = "Crater"
types = ["Character"]
elements = ["Earth"]
cost = 3
hp = 9
plv = 1
[card.torch]
name = "Torch"
types = ["Augment"]
rank = "Normal"
ability = [{ gives = { Affinity = ["Fire", "Water"] } }]
[card.blaze]
name = "Blaze"
types = ["Skill"]
elements = ["Fire", "Storm"]
rank = "Normal"
cost = 3
do = [{ attack = 1 }]
[card.steam]
name = "Steam"
types = ["Skill"]
elements = ["Fire", "Water"]
rank = "Normal"
cost = 3
do = [{ attack = 1 }]
[card.spark]
name = "Spark"
types = ["Item"]
elements = ["Fire"]
rank = "Normal"
cost = 1
do = [{ draw = 1 }]
[card.flinch]
name = "Flinch"
types = ["Reaction"]
elements = ["Fire"]
rank = "Normal"
cost = 1
contingency = { count = "your characters", min = 1 }
answers = { to = "attack" }
do = [{ block = true }]
[card.tonic]
name = "Tonic"
types = ["Item"]
rank = "Normal"
cost = 2
do = [{ draw = 1 }]
"""
)
CHEAPER = (
    "[keywords]",
    '[keywords]\nAffinity = { kind = "elements" }\nFriendship = { kind = "elements and number" }',
)


def befriended(seats: int = 2) -> Duel:
    """A match with Affinity and Friendship."""
    return differing(FRIENDS, CHEAPER, seats=seats)


def paid(d: Duel, seat: int, verb: str, *move: Any) -> int:
    """The TP that a move costs."""
    before = d.tp_of(seat)
    d.play(seat, verb, *move)
    now = d.tp_of(seat)
    d.pass_all()
    return before - now


@pytest.mark.parametrize(("slug", "price"), [("blaze", 1), ("steam", 2), ("strike", 0)])
def test_affinity_makes_a_card_cheaper_for_each_of_its_elements(slug: str, price: int) -> None:
    # Given Fire/Storm Affinity on one of your Characters, when another one uses a Fire/Storm Skill of Cost 3,
    # then it costs 1, a Fire/Water one 2, and a Fire one of Cost 1 nothing; with less it is refused.
    d = befriended()
    d.character(0, "adept")
    me, foe = d.character(0), d.character(1)
    d.on(foe, "guard")
    skill = d.on(me, slug)
    d.go(0, COMBAT)
    if price:
        d.tp(0, price - 1)
        assert d.refused(0, "use", skill, foe) == "value.costs"
    d.tp(0, price)
    assert d.can(0, "use", skill, foe)
    assert paid(d, 0, "use", skill, foe) == price


def test_affinity_is_for_the_cards_of_its_player_alone_and_while_it_works() -> None:
    # Given an enemy's Affinity, then a Fire Item of Cost 1 costs 1; with one of your own it costs 0, with two
    # nothing less; a card without Elements costs what it prints; with your bearers Mute it costs 1 again.
    d = befriended(seats=3)
    d.character(1, "adept")
    mine = d.character(0)
    d.tp(0, 10)
    assert paid(d, 0, "play", d.hand(0, "spark")) == 1
    d.on(mine, "torch", face=1)
    assert paid(d, 0, "play", d.hand(0, "spark")) == 0
    adept = d.character(0, "adept")
    assert paid(d, 0, "play", d.hand(0, "spark")) == 0
    assert paid(d, 0, "play", d.hand(0, "tonic")) == 2
    for h in (mine, adept):
        d.play(0, "play", d.hand(0, "hush"), h)
        d.pass_all()
    assert paid(d, 0, "play", d.hand(0, "spark")) == 1


def test_the_same_affinity_twice_on_a_card_counts_once_and_on_two_cards_twice() -> None:
    # Given Fire/Storm Affinity and an Augment with a Fire/Water one on the same Character, then a Fire/Storm
    # Skill of Cost 3 costs 1; with the Augment on another Character as well it costs 0.
    d = befriended()
    adept, me, foe = d.character(0, "adept"), d.character(0), d.character(1)
    d.on(adept, "torch", face=1)
    d.on(foe, "guard")
    first, second = d.on(me, "blaze"), d.on(me, "blaze")
    d.go(0, COMBAT)
    assert paid(d, 0, "use", first, foe) == 1
    d.on(me, "torch", face=1)
    assert paid(d, 0, "use", second, foe) == 0


def test_who_can_only_pay_what_has_become_cheaper_is_asked_for_it() -> None:
    # Given no TP and a Fire card of Cost 1 in Hand that answers an Attack, then its Player is asked with
    # Affinity and uses it for nothing, and is not asked without.
    for slug, asked in (("adept", True), ("soldier", False)):
        d = befriended()
        me, foe, flinch = d.character(0), d.character(1, slug), d.hand(1, "flinch")
        d.go(0, COMBAT)
        d.tp(1, 0)
        d.play(0, "attack", me, foe)
        assert (len(d.s.chain) == 1 and d.asked() == [1]) == asked
        if asked:
            assert d.can(1, "use", flinch, -1) and paid(d, 1, "use", flinch, -1) == 0


def test_friendship_makes_characters_cheaper_while_there_are_enough() -> None:
    # Given Fire/Water Friendship 2, then with 2 Characters a Fire/Water Character of Cost 3 costs 2, and an
    # Earth one 3; with the bearer alone it costs 3; two bearers make it cheaper by 2, and no Item.
    d = befriended()
    d.character(0, "host")
    salamander, crater = d.fighter(0, "salamander"), d.fighter(0, "crater")
    d.tp(0, 2)
    assert not d.can(0, "play", salamander, (KEY_TO, 0))
    d.character(0)
    assert d.can(0, "play", salamander, (KEY_TO, 0)) and not d.can(0, "play", crater, (KEY_TO, 0))
    d.character(0, "host")
    d.tp(0, 2)
    assert paid(d, 0, "play", d.hand(0, "spark")) == 1
    assert paid(d, 0, "play", salamander, (KEY_TO, 0)) == 1


@pytest.mark.parametrize("value", ['["Fire"]', '["Mud", 2]', "2", "[0]"])
def test_friendship_has_elements_and_a_number(value: str) -> None:
    # Given a Friendship without a number, of an unknown Element, or of none, then the card is refused.
    card = FRIENDS.replace('Friendship = ["Fire", "Water", 2]', f"Friendship = {value}")
    assert card != FRIENDS
    with pytest.raises(LoadError):
        differing(card, CHEAPER)


def test_what_affinity_and_friendship_say() -> None:
    # Given such cards, then they name the Elements and the number.
    cards = befriended().rules.by_slug
    assert cards["adept"].text == "Affinity (Fire, Storm)."
    assert cards["host"].text == "Friendship 2 (Fire, Water)."
