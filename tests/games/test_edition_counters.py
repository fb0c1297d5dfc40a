"""Counters in editions where they lie on cards alone, or pay for what cards do."""

from __future__ import annotations

import pytest

from fadenet.engine.errors import LoadError
from fadenet.games.fade.tables import HAND, KEY_TO
from tests.builders.cards import cards
from tests.builders.editions import differing
from tests.builders.scenario import AFTERMATH, COMBAT, DRAWING, STARTING, Duel

CARDS = """
[card.venom]
name = "Venom"
types = ["Skill"]
rank = "Normal"
keywords = { Poison = 2 }
do = [{ attack = 3 }]
[card.halo]
name = "Halo"
types = ["Augment"]
rank = "Normal"
keywords = { Shield = 2 }
[card.wound]
name = "Wound"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all fighters" }]
do = [{ counter = "Damage", n = 2, on = "target" }, { counter = "Drain", n = 2, on = "target" }]
"""
MACHINES = (
    cards("faroe", "charm", "recall")
    + """
[card.dynamo]
name = "Dynamo"
types = ["Character"]
level = 2
hp = 9
plv = 1
keywords = { Carrier = 3 }
[[card.dynamo.ability]]
on = "enters"
do = [{ gain_tp = { counters = "Power", of = "this" } }]
[[card.dynamo.ability]]
activate = true
spend = { Power = 2 }
do = [{ draw = 1 }]
[[card.dynamo.ability]]
gives = { PLV = 2 }
if = { amount = { counters = "Power", of = "this" }, min = 2 }
[card.flask]
name = "Flask"
types = ["Item"]
rank = "Normal"
cost = 1
[[card.flask.ability]]
keyword = "Stock"
n = 2
activate = true
targets = [{ pick = "all fighters" }]
do = [{ damage = 1, to = "target" }]
[card.harness]
name = "Harness"
types = ["Item"]
rank = "Normal"
keywords = { Equip = true }
[[card.harness.ability]]
keyword = "Stock"
n = 1
activate = true
do = [{ gain_tp = 2 }]
[card.banner]
name = "Banner"
types = ["Augment"]
rank = "Normal"
[[card.banner.ability]]
keyword = "Stock"
n = 1
activate = true
do = [{ gain_tp = 2 }]
[card.drain]
name = "Siphon"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all cards" }]
do = [{ counter = "Power", remove = 1, on = "target" }]
[card.relic]
name = "Relic"
types = ["Character"]
hp = 9
plv = 1
keywords = { Carrier = 1, Immune = ["Arm Up", "Backup", "Timebomb"] }
[card.quiet]
name = "Quiet"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ grant = "Mute", on = "target", until = "round" }]
[card.shrug]
name = "Shrug"
types = ["Reaction"]
rank = "Normal"
answers = { to = "ability" }
do = [{ draw = 1 }]
[card.nix]
name = "Nix"
types = ["Reaction"]
rank = "Normal"
answers = { to = "item" }
do = [{ negate = true }]
"""
)
POWERED = (
    ("[keywords]", '[keywords]\nCarrier = { kind = "number" }\nStock = { kind = "number" }'),
    ("[reasons]", '[reasons]\nstock = "limit.repeat"'),
)
ALONE = ('on_players = "all"', 'on_players = "Damage"')


def powered(*pairs: tuple[str, str], seats: int = 2) -> Duel:
    """A match with Power Counters, Carrier and Stock."""
    return differing(CARDS + MACHINES, *POWERED, *pairs, seats=seats)


def fielded(d: Duel, seat: int, slug: str) -> int:
    """A Character is played."""
    h = d.fighter(seat, slug)
    d.play(seat, "play", h, (KEY_TO, 0))
    d.pass_all()
    return h


def item(d: Duel, seat: int, slug: str, *targets: int) -> None:
    """An Item is played and does what it says."""
    d.play(seat, "play", d.hand(seat, slug), *targets)
    d.pass_all()


# Counters on Players (fade2 counter.not-on-players).


@pytest.mark.parametrize("which", ["all", "Damage"])
def test_counters_lie_on_players_or_damage_counters_alone(which: str) -> None:
    # Given a Skill that puts 2 Poison Counters on its target, a Player, and an Item that puts Damage and
    # Drain Counters, then the damage is dealt and the Damage Counters are put, the others only with "all".
    d = differing(CARDS, (ALONE[0], f'on_players = "{which}"'))
    a, foe = d.character(0), d.body(1)
    skill = d.on(a, "venom")
    item(d, 0, "wound", foe)
    d.go(0, COMBAT)
    d.play(0, "use", skill, foe)
    d.pass_all()
    more = 2 if which == "all" else 0
    assert [d.count(foe, name) for name in ("Damage", "Drain", "Poison")] == [5, more, more]


def test_what_comes_with_a_card_on_a_player_puts_none_there_either() -> None:
    # Given an Augment with Shield Counters for its bearer and no Counters on Players, when it is laid on its
    # Player, then there are none, and on a Character there are 2; an effect puts them there as before.
    d = differing(CARDS, ALONE, seats=3)
    x = d.character(2)
    item(d, 0, "halo", d.body(0))
    item(d, 0, "wound", x)
    assert d.count(d.body(0), "Shield") == 0 and (d.count(x, "Damage"), d.count(x, "Drain")) == (2, 2)
    mine = d.character(0)
    item(d, 0, "halo", mine)
    assert d.count(mine, "Shield") == 2


# Power Counters (fade2 counter.power, keyword.carrier).


def test_a_carrier_comes_with_power_counters_that_pay_and_count() -> None:
    # Given Carrier 3, when it is played, then it has 3 before what happens on entering, and none more by
    # moving; while it has 2 it has +2 PLV; 2 pay for a card once, not twice; Mute keeps it from that.
    d = powered()
    d.character(0)
    d.tp(0, 5)
    dynamo = fielded(d, 0, "dynamo")
    assert (d.count(dynamo, "Power"), d.plv(dynamo), d.tp_of(0)) == (3, 3, 8)
    d.play(0, "move", dynamo)
    assert d.count(dynamo, "Power") == 3
    d.go(0, COMBAT)
    d.play(0, "activate", dynamo)
    d.pass_all()
    assert (d.count(dynamo, "Power"), d.plv(dynamo), d.size(0, HAND)) == (1, 1, 1)
    assert d.refused(0, "activate", dynamo) == "value.costs"
    d.counters(dynamo, "Power", 2)
    assert d.can(0, "activate", dynamo)
    item(d, 0, "quiet", dynamo)
    assert (d.count(dynamo, "Power"), d.plv(dynamo)) == (3, 1)
    assert d.refused(0, "activate", dynamo) == "keyword.mute"


def test_power_counters_go_along_with_control_and_are_gone_with_the_card() -> None:
    # Given a Carrier with 1 Power Counter left, when an enemy takes control, then it is there and no more
    # come; when the card has fallen and comes back, it has 3 anew.
    d = powered(seats=3)
    dynamo = fielded(d, 0, "dynamo")
    d.counters(dynamo, "Power", -2)
    d.next_turn(1)
    item(d, 1, "charm", dynamo)
    assert (d.s.ctrl[dynamo], d.count(dynamo, "Power")) == (1, 1)
    d.damage(dynamo, 9)
    d.next_turn(0)
    assert d.count(dynamo, "Power") == 0
    item(d, 0, "recall", dynamo)
    assert d.count(dynamo, "Power") == 3


def test_power_counters_are_there_with_carrier_or_stock_and_nothing_is_immune_to_them() -> None:
    # Given an edition without both, then its cards cannot name them; else they come to a card that is Immune
    # to Counters and keywords, and to a Player only where Counters lie on Players.
    assert "Power" not in differing("").rules.edition.counters
    with pytest.raises(LoadError):
        differing(MACHINES)
    d = powered()
    assert d.count(fielded(d, 0, "relic"), "Power") == 1


# Stock (fade2 keyword.stock, keyword.stock-moment, item.stock-empty).


def test_a_stock_item_stays_and_is_activated_once_a_round() -> None:
    # Given Stock 2, when it is played, then it lies beside its Player with 2 Power Counters and does nothing
    # by that; it is activated at once, not again in this round, and again in the next one, after which it is
    # empty and destroyed, its effect having happened.
    d = powered()
    x = d.character(1)
    flask = d.hand(0, "flask")
    tp = d.tp_of(0)
    d.play(0, "play", flask)
    d.pass_all()
    assert (d.s.host[flask], d.count(flask, "Power"), d.count(x, "Damage")) == (d.body(0), 2, 0)
    assert d.can(0, "activate", flask, x)
    d.play(0, "activate", flask, x)
    d.pass_all()
    assert (d.count(flask, "Power"), d.count(x, "Damage"), d.tp_of(0)) == (1, 1, tp - 1)
    assert d.refused(0, "activate", flask, x) == "limit.repeat"
    d.go(0, COMBAT)
    assert not d.can(0, "activate", flask, x)
    d.next_turn(1)
    assert not d.can(0, "activate", flask, x)
    d.next_turn(0)
    d.log.clear()
    shrug = d.on(x, "shrug")
    d.play(0, "activate", flask, x)
    d.play(1, "use", shrug, -1)
    d.pass_all()
    hurt, gone = d.happened("damage-counters"), [row for row in d.happened("destroyed") if row[1] == flask]
    assert d.log.index(hurt[0]) < d.log.index(gone[0])
    assert (d.count(x, "Damage"), d.where(flask)) == (2, "Discard Pile Zone")


def test_a_stock_item_is_activated_in_any_turn_whenever_an_item_could_be_played() -> None:
    # Given a Stock Item and an empty Hand, then in the enemy's turn its Player is asked between Chains and
    # when a phase ends, and activates it, which starts a Chain; not in answer to one; once it is used this
    # round nobody is asked any more.
    d = powered()
    x, mine = d.character(0), d.character(1)
    flask = d.on(d.body(1), "flask", face=1)
    d.counters(flask, "Power", 2)
    guard = d.on(mine, "guard")
    d.play(0, "end")
    assert d.asked() == [1]
    d.pass_all()
    d.play(0, "attack", x, mine)
    assert d.asked() == [1] and d.refused(1, "activate", flask, x) == "chain.items-start-only"
    d.play(1, "use", guard, -1)
    while d.s.chain or d.asked() != [1]:
        d.step()
    d.play(1, "activate", flask, x)
    d.pass_all()
    assert (d.count(x, "Damage"), d.count(flask, "Power")) == (1, 1)
    d.play(0, "end")
    assert d.asked() == [0] and d.s.phase == AFTERMATH


def test_a_stock_item_is_not_activated_where_items_are_not_played() -> None:
    # Given items in the Combat Phase alone, then its Player is not asked elsewhere, and it is refused there.
    line = 'items = ["starting", "draw", "preparation", "combat", "aftermath", "end"]'
    d = powered((line, 'items = ["combat"]'))
    x = d.character(1)
    flask = d.on(d.body(0), "flask", face=1)
    d.counters(flask, "Power", 2)
    assert d.refused(0, "activate", flask, x) == "item.any-turn"
    d.next_turn(1)
    for phase in (STARTING, DRAWING):
        assert d.s.phase != phase
    d.play(1, "end")
    assert d.s.phase == COMBAT and d.asked() == [1]
    d.play(1, "end")
    assert d.asked() == [0] and d.can(0, "activate", flask, x)


def test_an_item_whose_last_power_counter_is_taken_away_is_destroyed_and_an_augment_is_not() -> None:
    # Given a Stock Item and an Augment with Stock, one Power Counter on each, when an effect takes it away,
    # then the Item is destroyed and the Augment stays.
    d = powered()
    mine = d.character(0)
    flask, banner = d.on(d.body(1), "flask", face=1), d.on(mine, "banner", face=1)
    for h in (flask, banner):
        d.counters(h, "Power", 1)
        item(d, 0, "drain", h)
    assert (d.where(flask), d.where(banner)) == ("Discard Pile Zone", "attached")


def test_what_an_equip_item_or_augment_has_in_stock_is_activated_like_its_kind() -> None:
    # Given an Equip Item and an Augment with Stock 1 on a Character, then each comes with 1 Power Counter;
    # the Item is activated at once, the Augment in its Player's Combat Phase; the empty Augment stays.
    d = powered()
    mine = d.character(0)
    d.tp(0, 0)
    harness, banner = d.hand(0, "harness"), d.hand(0, "banner")
    for h in (harness, banner):
        d.play(0, "play", h, mine)
        d.pass_all()
        assert (d.s.host[h], d.count(h, "Power")) == (mine, 1)
    assert d.refused(0, "activate", banner) == "combat.ability-times"
    d.play(0, "activate", harness)
    d.pass_all()
    assert (d.tp_of(0), d.where(harness)) == (2, "Discard Pile Zone")
    d.go(0, COMBAT)
    d.play(0, "activate", banner)
    d.pass_all()
    assert (d.tp_of(0), d.where(banner)) == (4, "attached")


def test_a_negated_stock_item_never_came_and_is_not_destroyed() -> None:
    # Given a Stock Item that is Negated, then it is in the Discard Pile without having been destroyed.
    d = powered()
    theirs = d.character(1)
    nix, flask = d.on(theirs, "nix"), d.hand(0, "flask")
    d.play(0, "play", flask)
    d.play(1, "use", nix, -1)
    d.pass_all()
    assert d.where(flask) == "Discard Pile Zone"
    assert [row[1] for row in d.happened("destroyed")] == [nix]


def test_a_player_who_is_out_is_asked_about_no_stock() -> None:
    # Given three seats and the Stock Item of one who has lost, then it is gone and nobody is asked for it.
    d = powered(seats=3)
    flask = d.on(d.body(1), "flask", face=1)
    d.counters(flask, "Power", 2)
    d.damage(d.body(1), 29)
    item(d, 0, "wound", d.body(1))
    d.go(0, COMBAT)
    assert d.where(flask) == "nowhere" and 1 in d.s.out
    d.play(0, "end")
    assert d.asked() == [0]


WRONG = {
    "activated, and has a number": 'keyword = "Stock"\nn = 1\non = "enters"\ndo = [{ draw = 1 }]',
    "and has a number": 'keyword = "Stock"\nactivate = true\ndo = [{ draw = 1 }]',
}


@pytest.mark.parametrize("said", WRONG)
def test_what_stands_under_stock_is_activated_and_has_a_number(said: str) -> None:
    # Given an ability under Stock that is triggered, or without its number, then the card is refused.
    card = f'[card.odd]\nname = "Odd"\ntypes = ["Item"]\nrank = "Normal"\n[[card.odd.ability]]\n{WRONG[said]}'
    with pytest.raises(LoadError, match=said):
        differing(card, *POWERED)


def test_what_stock_and_carrier_say() -> None:
    # Given such cards, then they say it in plain English.
    d = powered()
    said = {slug: d.rules.by_slug[slug].text for slug in ("flask", "relic")}
    assert said["flask"] == (
        "Stock 2: once a round, remove 1 Power Counter from this card: deal 1 damage to "
        "a Character or Player."
    )
    assert said["relic"] == "Immune (Timebomb, Arm Up, Backup), Carrier 1."
