"""Keywords in general, and those of Elements and immunity (F.A.R.O.E., topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.games.fade.field import values
from fadenet.games.fade.tables import AFTERMATH, COMBAT, K
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item

CARDS = (
    cards("general", "lay-low", "snipe", "taunting-banner")
    + augment("flag", cost=1, keywords="Provoke")
    + item("scope", cost=0, targets="your characters", do={"grant": "Lock-On", "on": "target"})
    + item("defiance", cost=0, do={"grant": "Provoke", "on": "you", "until": "end"})
    + item(
        "twice", cost=0, targets="your characters", do={"grant": "Multistrike", "value": 2, "on": "target"}
    )
    + character("striker", cost=1, level=2, plv=1, keywords={"Multistrike": 1})
    + augment("antidote", cost=1, ability={"gives": {"Immune": ["Poison"]}})
    + item("venom", cost=0, targets="all characters", keywords={"Poison": 2})
    + item("burn", cost=0, targets="all characters", do={"counter": "Poison", "n": 2, "on": "all characters"})
    + character("stoic", cost=1, hp=10, keywords={"Immune": ["Provoke", "Vengeance", "Orbital", "Lock-On"]})
    + augment("immune-charm", cost=0, ability={"gives": {"Immune": "Provoke"}})
    + item("goad", cost=0, targets="all characters", do={"grant": "Provoke", "until": "end"})
    + character(
        "avenger",
        cost=1,
        hp=10,
        ability={"keyword": "Vengeance", "do": {"damage": 2, "to": "enemy characters"}},
    )
    + item("lift", cost=0, do={"orbital": "enemy characters"})
)


@pytest.mark.editions("keyword.general")
def test_a_keyword_works_for_the_card_that_has_it() -> None:
    # Given an Augment that has Provoke itself and one that gives it to its Character.
    d = Duel(CARDS)
    x, flagged, other = d.character(0), d.character(1), d.character(1)
    d.on(flagged, "flag", face=1)
    d.go(0, COMBAT)
    # Then only the second makes the Character draw Attacks.
    assert d.can(0, "attack", x, other)
    d.on(flagged, "taunting-banner", face=1)
    assert d.refused(0, "attack", x, other) == "keyword.provoke"
    assert d.can(0, "attack", x, flagged)


@pytest.mark.rule("faroe", "keyword.gain-lose")
def test_a_lost_keyword_stops_at_once() -> None:
    # Given a Character granted Lock-On until the end of the turn.
    d = Duel(CARDS)
    x = d.character(0)
    d.character(1)
    back = d.character(1, backup=True)
    d.quietly(0, "play", d.hand(0, "scope"), x)
    d.go(0, COMBAT)
    assert d.can(0, "attack", x, back)
    # When the turn ends, then it must follow the Combat Zone Order again.
    d.next_turn(0)
    d.go(0, COMBAT)
    assert d.refused(0, "attack", x, back) == "target.order"


@pytest.mark.rule("faroe", "keyword.gain-lose")
def test_a_player_can_have_a_keyword() -> None:
    # Given a Player granted Provoke in The Last Stand, beside another enemy with Characters.
    d = Duel(CARDS, seats=3)
    x, other = d.character(0), d.character(2)
    d.go(0, COMBAT)
    assert d.can(0, "attack", x, other)
    d.play(0, "end")
    d.next_turn(1)
    d.quietly(1, "play", d.hand(1, "defiance"))
    d.next_turn(0)
    d.go(0, COMBAT)
    # Then Attacks that can reach that Player must target them.
    assert d.refused(0, "attack", x, other) == "keyword.provoke"
    assert d.can(0, "attack", x, d.body(1))


@pytest.mark.rule("faroe", "keyword.values")
def test_amounts_add_up() -> None:
    # Given a Character with Multistrike 1 that gains Multistrike 2.
    d = Duel(CARDS)
    striker, y = d.character(0, "striker"), d.character(1, "giant")
    d.quietly(0, "play", d.hand(0, "twice"), striker)
    d.go(0, COMBAT)
    # Then it may perform 1 + 3 = 4 Normal Attacks.
    for _ in range(4):
        d.quietly(0, "attack", striker, y)
    assert d.hp(y) == 16
    assert d.refused(0, "attack", striker, y) == "attack.normal-once"


@pytest.mark.rule("faroe", "keyword.values")
def test_thresholds_are_read_on_their_own() -> None:
    # Given Reinforce 2 and Reinforce 4 on one card and 3 Backup Characters.
    d = Duel(CARDS)
    general = d.character(0, "general")
    for _ in range(3):
        d.character(0, backup=True)
    # Then only the first is active.
    assert d.plv(general) == 3
    d.character(0, backup=True)
    assert d.plv(general) == 8


@pytest.mark.rule("faroe", "keyword.immune-present")
def test_listed_counters_stay_and_do_nothing() -> None:
    # Given a Character with 3 Poison Counters that becomes Immune (Poison).
    d = Duel(CARDS)
    d.character(0)
    y = d.character(1)
    d.counters(y, "Poison", 3)
    antidote = d.on(y, "antidote", face=1)
    # Then listed Counters cannot be put on it.
    assert d.refused(0, "play", d.hand(0, "venom"), y) == "keyword.immune"
    d.quietly(0, "play", d.hand(0, "burn"), d.s.zones[0][0])
    assert d.count(y, "Poison") == 3
    # When its Starting Phase comes, then the Counters stay and no damage is done.
    d.end_turn()
    assert (d.count(y, "Poison"), d.hp(y)) == (3, 10)
    # After Immune ends they work again in the next Starting Phase.
    other = d.character(1)
    d.go(1, 4)
    d.quietly(1, "reattach", antidote, other)
    d.next_turn(1)
    assert (d.count(y, "Poison"), d.hp(y)) == (0, 7)


@pytest.mark.rule("faroe", "keyword.immune", "keyword.immune-present")
def test_a_listed_keyword_is_not_given_and_does_nothing() -> None:
    # Given a Character Immune (Provoke), and one with Provoke that becomes Immune to it.
    d = Duel(CARDS)
    x, stoic, y = d.character(0), d.character(1, "stoic"), d.character(1)
    d.quietly(0, "play", d.hand(0, "goad"), stoic)
    d.on(stoic, "taunting-banner", face=1)
    d.on(y, "taunting-banner", face=1)
    charm = d.on(y, "immune-charm", face=1)
    # Then it has no Provoke, by an Augment or by an effect with an end, and the other one has none either.
    third = d.character(1)
    d.go(0, COMBAT)
    assert d.can(0, "attack", x, third)
    # When Immune is gone, then what was there works again, but nothing has been given meanwhile.
    d.go(1, AFTERMATH)
    d.quietly(1, "reattach", charm, third)
    assert [values.keyword(d.s, h, K["Provoke"]) for h in (stoic, y, third)] == [0, 1, 0]
    assert not d.s.mods
    assert d.rules.by_slug["stoic"].text == "Immune (Lock-On, Orbital, Provoke, Vengeance)."


@pytest.mark.editions("keyword.immune")
def test_what_stands_under_a_listed_keyword_does_nothing() -> None:
    # Given a Character Immune (Vengeance, Orbital). When an ability under Vengeance damages all, then not it.
    d = Duel(CARDS)
    d.character(0, "avenger")
    ally, stoic, y = d.character(0), d.character(1, "stoic"), d.character(1)
    d.quietly(0, "play", d.hand(0, "lay-low"), ally)
    assert (d.hp(stoic), d.hp(y)) == (10, 8)
    # When all become Orbital, then it stays.
    d.quietly(0, "play", d.hand(0, "lift"))
    assert (d.where(stoic), d.where(y)) == ("Character Zone", "Orbital")


@pytest.mark.editions("keyword.immune")
def test_an_attack_with_listed_lock_on_is_kept_away() -> None:
    # Given a Character Immune (Lock-On) in the Backup Zone, and another. When a Skill with Lock-On is used.
    d = Duel(CARDS)
    x, front = d.character(0), d.character(1)
    stoic, back = d.character(1, "stoic", backup=True), d.character(1, backup=True)
    snipe = d.on(x, "snipe")
    d.go(0, COMBAT)
    # Then it may choose the other, not the first.
    assert d.can(0, "use", snipe, back) and d.can(0, "use", snipe, front)
    assert d.refused(0, "use", snipe, stoic) == "keyword.immune"
