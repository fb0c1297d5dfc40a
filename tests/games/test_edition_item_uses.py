"""Equip Items whose HP are the Attacks of their bearer that they last (fade1 item.equip-item-uses)."""

from __future__ import annotations

import pytest

from fadenet.console.faces.fade import FADE
from fadenet.engine.errors import LoadError
from fadenet.engine.state import PICK
from fadenet.games.fade.editions import shape
from fadenet.games.fade.tables import COMBAT
from fadenet.games.fade.typed import FadeRules
from tests.builders.editions import changed
from tests.builders.scenario import Duel

CARDS = """
[card.club]
name = "Club"
types = ["Item"]
rank = "Normal"
hp = 2
keywords = { Equip = true }
[[card.club.ability]]
gives = { PLV = 2 }
[[card.club.ability]]
on = "destroyed"
of = "this"
do = [{ draw = 1 }]
[card.hammer]
name = "Hammer"
types = ["Item"]
rank = "Normal"
hp = 3
keywords = { Equip = true }
[card.charm]
name = "Charm"
types = ["Item"]
rank = "Normal"
keywords = { Equip = true }
[card.mail]
name = "Mail"
types = ["Augment"]
rank = "Normal"
hp = 1
[card.striker]
name = "Striker"
types = ["Character"]
hp = 9
plv = 3
keywords = { Multistrike = 3 }
[card.crumb]
name = "Crumb"
types = ["Character"]
hp = 1
plv = 1
[card.flurry]
name = "Flurry"
types = ["Skill"]
rank = "Normal"
do = [{ attack = 1, hits = 4 }]
[card.rally]
name = "Rally"
types = ["Skill"]
rank = "Normal"
do = [{ gain_tp = 1 }]
[card.riposte]
name = "Riposte"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ attack = 1 }]
[card.screen]
name = "Screen"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ block = true }]
[card.cut]
name = "Cut"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ negate = true }]
[card.halt]
name = "Halt"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ prevent = true }]
"""


def match() -> tuple[Duel, int, int]:
    """(a match, seat 0's Striker, seat 1's Giant), in seat 0's Combat Step."""
    d = Duel(CARDS, edition="fade1")
    return d, d.character(0, "striker"), d.character(1, "giant")


def hit(d: Duel, x: int, y: int, answer: int = 0) -> None:
    """A Normal Attack, and perhaps what answers it."""
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    if answer:
        d.play(1, "use", answer, -1)
    d.pass_all()


def test_an_item_lasts_as_many_attacks_as_it_has_hp() -> None:
    # Given an Item of HP 2 that gives 2 PLV, when its bearer has attacked twice, then it is destroyed, and
    # both Attacks had its effect; what that triggers has its Chain afterwards.
    d, x, y = match()
    club, hand = d.on(x, "club", 1), d.size(0, 2)
    hit(d, x, y)
    assert (d.hp(club), d.plv(x), d.hp(y)) == (1, 5, 15)
    del d.log[:]
    hit(d, x, y)
    assert (d.where(club), d.plv(x), d.hp(y)) == ("Discard Pile", 3, 10)
    assert d.size(0, 2) == hand + 1 and not [row for row in d.happened("damage-counters") if row[1] == club]


def test_an_attack_counts_once_for_each_item_whatever_its_hits() -> None:
    # Given Items of HP 2 and 3, one without HP and an Augment with HP, when their bearer makes an Attack of 4
    # hits, then the first two are at 1 and 2, and the others are as they were.
    d, x, y = match()
    items = [d.on(x, slug, 1) for slug in ("club", "hammer", "charm", "mail")]
    other = d.on(y, "hammer", 1)
    skill = d.on(x, "flurry")
    d.go(0, COMBAT)
    d.play(0, "use", skill, y)
    d.pass_all()
    assert [d.hp(h) for h in items[:2]] == [1, 2] and d.hp(other) == 3
    assert [d.count(h, "Damage") for h in items[2:]] == [0, 0]
    assert d.where(items[2]) == d.where(items[3]) == "Equip Zone"


@pytest.mark.parametrize(("answer", "left"), [("screen", 1), ("cut", 2), ("halt", 2)])
def test_only_attacks_that_are_performed_count(answer: str, left: int) -> None:
    # Given an Attack that is Blocked, Negated or Prevented, then the first alone was a use.
    d, x, y = match()
    club = d.on(x, "club", 1)
    hit(d, x, y, d.on(y, answer))
    assert d.hp(club) == left


def test_a_counter_hit_and_a_skill_without_damage_are_attacks() -> None:
    # Given Items on both sides, when an Attack is answered by a Counter-hit, then both are used; a Skill that
    # deals no damage is a use as well, a Reaction that only Blocks is none.
    d, x, y = match()
    mine, theirs = d.on(x, "hammer", 1), d.on(y, "hammer", 1)
    hit(d, x, y, d.on(y, "riposte"))
    assert (d.hp(mine), d.hp(theirs)) == (2, 2)
    hit(d, x, y, d.on(y, "screen"))
    assert (d.hp(mine), d.hp(theirs)) == (1, 2)
    d, x, y = match()
    mine, skill = d.on(x, "hammer", 1), d.on(x, "rally")
    d.go(0, COMBAT)
    d.play(0, "use", skill)
    d.pass_all()
    assert d.hp(mine) == 2


def test_a_players_item_is_used_by_the_attacks_of_that_player_alone() -> None:
    # Given an Item on the Player, when a Character and then the Player attacks, then one use is gone.
    d, x, y = match()
    hammer = d.on(d.body(0), "hammer", 1)
    hit(d, x, y)
    assert d.hp(hammer) == 3
    hit(d, d.body(0), y)
    assert d.hp(hammer) == 2


@pytest.mark.parametrize("wanted", [True, False])
def test_the_rest_of_an_attack_is_the_same_attack(wanted: bool) -> None:
    # Given an Item with one use left and a Skill whose first hit fells its target, when the hits left over
    # get a new one, or none, then the Item lasts until they are done.
    d, x, y = match()
    club, crumb = d.on(x, "club", 1), d.character(1, "crumb")
    d.damage(club, 1)
    skill = d.on(x, "flurry")
    d.go(0, COMBAT)
    d.play(0, "use", skill, crumb)
    while d.asked_kind() != PICK:
        d.play(d.asked()[0], "pass")
    assert d.where(club) == "Equip Zone" and d.plv(x) == 5
    d.play(0, "pick", y) if wanted else d.play(0, "done")
    d.pass_all()
    assert d.where(club) == "Discard Pile" and d.hp(y) == (17 if wanted else 20)


def test_damage_of_the_bearer_leaves_its_items_alone_and_they_fall_with_it() -> None:
    # Given an Item on one that is hit, then it is as it was; when the bearer falls it is destroyed too.
    d, x, y = match()
    hammer = d.on(y, "hammer", 1)
    hit(d, x, y)
    assert d.hp(hammer) == 3
    d.damage(y, 15)
    hit(d, x, y)
    assert d.where(hammer) == "Discard Pile"


def test_it_is_seen_how_many_uses_are_left() -> None:
    # Given an Item of HP 3 that was used once, then its line and its text say so.
    d, x, y = match()
    hammer, mail = d.on(x, "hammer", 1), d.on(x, "mail", 1)
    hit(d, x, y)
    assert FADE.worth(d.s, hammer, d.s.code[hammer]) == "Item 2HP"
    assert "Each Attack of its bearer takes 1 HP from it." in d.rules.by_slug["hammer"].text
    assert "takes 1 HP" not in d.rules.by_slug["mail"].text + d.rules.by_slug["charm"].text
    assert "1HP" not in FADE.worth(d.s, mail, d.s.code[mail])


def test_hp_of_an_item_are_its_uses_or_suffer_not_both() -> None:
    # Given both words, then the error names the key.
    both = ('labels = ["Physical"]', 'labels = ["Physical"]\nattached_hp = "suffers"\nitem_uses = true')
    with pytest.raises(LoadError) as fault:
        shape.read(FadeRules.package, "made.toml", changed(both))
    assert fault.value.key == "damage.item_uses"
