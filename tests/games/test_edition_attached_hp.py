"""What is attached and has HP: it takes as much damage as its bearer, or adds what is printed on it."""

from __future__ import annotations

import pytest

from fadenet.console.faces.fade import FADE
from fadenet.engine.errors import LoadError
from fadenet.games.fade.editions import shape
from fadenet.games.fade.tables import AFTERMATH, COMBAT, PREPARATION
from fadenet.games.fade.typed import FadeRules
from tests.builders.cards import cards
from tests.builders.editions import changed, differing
from tests.builders.scenario import Duel

SUFFERS = ('labels = ["Physical"]', 'labels = ["Physical"]\nattached_hp = "suffers"')
ADDS = ('labels = ["Physical"]', 'labels = ["Physical"]\nattached_hp = "adds"')
CARDS = (
    cards("faroe", "breaker", "gag")
    + """
[card.bearer]
name = "Bearer"
types = ["Character"]
hp = 9
plv = 3
[card.striker]
name = "Striker"
types = ["Character"]
hp = 9
plv = 3
keywords = { Multistrike = 3 }
[card.saint]
name = "Saint"
types = ["Character"]
hp = 9
plv = 3
keywords = { Immune = ["Damage"] }
[card.buckler]
name = "Buckler"
types = ["Item"]
rank = "Normal"
hp = 4
keywords = { Equip = true }
[card.tabard]
name = "Tabard"
types = ["Augment"]
rank = "Normal"
hp = 3
plv = 1
[[card.tabard.ability]]
gives = { PLV = 2 }
[[card.tabard.ability]]
on = "destroyed"
of = "this"
do = [{ draw = 1 }]
[[card.tabard.ability]]
on = "takes-damage"
of = "this"
do = [{ gain_tp = 1 }]
[card.salve]
name = "Salve"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "your characters" }]
do = [{ heal = 9, of = "target" }]
[card.bolt]
name = "Bolt"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "enemy fighters" }]
do = [{ damage = 3, to = "target" }]
[card.oil]
name = "Oil"
types = ["Augment"]
rank = "Normal"
attach = "your characters"
[[card.oil.ability]]
gives = { HP = 5 }
to = { from = "all attached cards", name = "Buckler" }
"""
)


def fight(*pairs: tuple[str, str], bearer: str = "bearer") -> tuple[Duel, int, int, int, int]:
    """(a match, an attacker of seat 0, what seat 1 has: a bearer with a Buckler and a Tabard)."""
    d = differing(CARDS, *pairs)
    x, y = d.character(0, "striker"), d.character(1, bearer)
    item, augment = d.on(y, "buckler", 1), d.on(y, "tabard", 1)
    d.go(0, COMBAT)
    d.tp(1, 5)
    return d, x, y, item, augment


def hit(d: Duel, x: int, y: int) -> None:
    d.play(0, "attack", x, y)
    d.pass_all()


def order(d: Duel, *events: str) -> list[str]:
    """These events in the order in which they happened."""
    words = [d.rules.events[row[0]] for row in d.log]
    return [word for word in words if word in events]


def test_what_is_attached_suffers_with_its_bearer_and_shields_nobody() -> None:
    # Given a Character of HP 9 with an Item of HP 4 and an Augment of HP 3, when two hits of 3 follow each
    # other, then 6, 1 and nothing are left, then 3, and the Item is destroyed. What the Augment triggers has
    # a Chain of its own afterwards.
    d, x, y, item, augment = fight(SUFFERS)
    assert (d.plv(y), d.hp(augment), d.hp(item)) == (5, 3, 4)
    del d.log[:]
    hit(d, x, y)
    assert (d.hp(y), d.hp(item), d.where(augment)) == (6, 1, "Discard Pile Zone")
    told = order(d, "destroyed", "chain-over", "drawn")
    assert told[:2] == ["destroyed", "chain-over"] and "drawn" in told[2:]
    hit(d, x, y)
    assert (d.hp(y), d.where(item), d.plv(y)) == (3, "Discard Pile Zone", 3)
    assert not d.happened("knocked-out")


def test_what_is_attached_takes_damage_itself() -> None:
    # Given an Augment with HP that gives a TP when it takes damage, when its bearer is hit, then it does, for
    # the Counters that are put and the damage that is taken are its own as well.
    d, x, y, item, augment = fight(SUFFERS, bearer="giant")
    del d.log[:]
    hit(d, x, y)
    assert {row[1] for row in d.happened("takes-damage")} == {y, item, augment}
    assert [row[1] for row in d.happened("gains-tp") if row[3] == 1] == [2]


def test_damage_counters_that_come_otherwise_count_too_and_healing_does_not() -> None:
    # Given 2 Poison Counters on the bearer, when its Starting Phase turns them into Damage Counters, then its
    # Item has lost 2 HP as well; and what heals the bearer leaves the Item as it is.
    d, _x, y, item, augment = fight(SUFFERS)
    d.counters(y, "Poison", 2)
    d.go(1, PREPARATION)
    assert (d.hp(y), d.hp(item), d.hp(augment)) == (7, 2, 1)
    d.play(1, "play", d.hand(1, "salve"), y)
    d.pass_all()
    assert (d.hp(y), d.hp(item), d.hp(augment)) == (9, 2, 1)


def test_who_takes_no_damage_spares_what_is_attached() -> None:
    # Given a bearer that is Immune to Damage Counters, when it is hit, then neither it nor its Item is hurt.
    d, x, y, item, augment = fight(SUFFERS, bearer="saint")
    hit(d, x, y)
    assert (d.hp(y), d.hp(item), d.hp(augment)) == (9, 4, 3)


def test_what_is_attached_to_a_player_suffers_with_the_player() -> None:
    # Given an Item of HP 4 on a Player, when 3 damage are dealt to the Player, then it has 1 HP left, and
    # after 3 more it is destroyed.
    d = differing(CARDS, SUFFERS)
    item, hidden = d.on(d.body(1), "buckler", 1), d.on(d.character(1, "bearer"), "strike")
    d.play(0, "play", d.hand(0, "bolt"), d.body(1))
    d.pass_all()
    assert (d.hp(d.body(1)), d.hp(item), d.count(hidden, "Damage")) == (27, 1, 0)
    d.play(0, "play", d.hand(0, "bolt"), d.body(1))
    d.pass_all()
    assert d.hp(d.body(1)) == 24 and d.where(item) == "Discard Pile Zone"


def test_what_gives_an_item_hp_lets_it_last() -> None:
    # Given an Augment that gives Bucklers 5 HP, when the bearer has been hit twice, then the Buckler lasts;
    # without the Augment it has 9 - 6 - 5 HP, none, and is destroyed as well.
    d, x, y, item, _augment = fight(SUFFERS, bearer="giant")
    oil = d.on(y, "oil", 1)
    hit(d, x, y)
    hit(d, x, y)
    assert d.hp(item) == 3
    d.go(0, AFTERMATH)
    d.play(0, "play", d.hand(0, "breaker"), oil)
    d.pass_all()
    assert (d.where(oil), d.where(item)) == ("Discard Pile Zone", "Discard Pile Zone")


def test_it_falls_with_its_bearer() -> None:
    # Given a hit that Knocks Out the bearer, then all three leave, each once.
    d, x, y, item, augment = fight(SUFFERS)
    d.damage(y, 6)
    del d.log[:]
    hit(d, x, y)
    assert {d.where(h) for h in (y, item, augment)} == {"Discard Pile Zone"}
    assert sorted(row[1] for row in d.happened("destroyed")) == sorted((y, item, augment))


def test_it_is_seen_what_hp_an_attached_card_has_left() -> None:
    # Given an Item of HP 4 that has taken 3, then both its line and its details say so.
    d, x, y, item, _augment = fight(SUFFERS)
    hit(d, x, y)
    assert FADE.worth(d.s, item, d.s.code[item]) == "Item 1HP"
    assert "HP 1/4" in FADE.detail(d.s, item, d.s.code[item])


# What an Augment adds.


def test_an_augment_adds_what_is_printed_on_it() -> None:
    # Given an Augment with HP 3 and PLV 1 that gives 2 PLV more, and an Item with HP, on a Character with HP
    # 9 and PLV 3, then it has HP 12 and PLV 6, and the Augment says so.
    d, x, y, item, augment = fight(ADDS)
    assert (d.hp(y), d.plv(y)) == (12, 6)
    assert "Its bearer gets +3 HP and +1 PLV" in d.rules.by_slug["tabard"].text
    hit(d, x, y)
    assert (d.hp(y), d.count(item, "Damage"), d.count(augment, "Damage")) == (9, 0, 0)


@pytest.mark.parametrize(("damage", "left"), [(6, 3), (9, 0)])
def test_when_it_leaves_so_does_what_it_added(damage: int, left: int) -> None:
    # Given 6 or 9 damage on a Character of HP 9 with an Augment of HP 3, when that is destroyed, then 3 HP
    # are left, or the Character is Knocked Out.
    d, _x, y, _item, augment = fight(ADDS)
    d.damage(y, damage)
    d.go(0, AFTERMATH)
    d.play(0, "play", d.hand(0, "breaker"), augment)
    d.pass_all()
    assert (d.hp(y) == left) == (damage == 6) and bool(d.happened("knocked-out")) == (damage == 9)


@pytest.mark.parametrize(("how", "hp"), [("all", 9), ("stats stay", 12)])
def test_mute_silences_what_it_adds_where_it_silences_stats(how: str, hp: int) -> None:
    # Given a Muted bearer, then what its Augment adds is gone, unless stats stay there.
    mute = ('Mute = { kind = "plain", how = "all"', f'Mute = {{ kind = "plain", how = "{how}"')
    d, _x, y, _item, _augment = fight(ADDS, mute)
    d.on(y, "gag", 1)
    assert d.hp(y) == hp


def test_elsewhere_hp_that_is_printed_on_what_is_attached_does_nothing() -> None:
    # Given neither word, when the bearer is hit, then what is attached is as it was.
    d, x, y, item, _augment = fight()
    hit(d, x, y)
    assert (d.hp(y), d.count(item, "Damage"), d.plv(y)) == (6, 0, 5)


def test_no_other_word_says_what_hp_of_attached_cards_do() -> None:
    # Given attached_hp = "some", then the error names the table.
    some = (SUFFERS[0], SUFFERS[1].replace("suffers", "some"))
    with pytest.raises(LoadError) as fault:
        shape.read(FadeRules.package, "made.toml", changed(some))
    assert fault.value.key == "damage"
