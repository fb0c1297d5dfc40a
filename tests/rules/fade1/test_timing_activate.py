"""On Activate of abilities, in the 60-card edition (topic timing)."""

from __future__ import annotations

import pytest

from fadenet.engine import invariants
from fadenet.engine.acts import A_ABILITY
from fadenet.engine.errors import LoadError
from fadenet.games.fade import reasons
from fadenet.games.fade.tables import COMBAT, E_ACTIVATED, E_ATTACKED, E_ATTACKS, HAND
from tests.builders.scenario import Duel, rules_with
from tests.cards.fade import augment, cards, character, command, item, reaction

ON_ACTIVATE = pytest.mark.rule("fade1", "timing.on-activate")


CARDS = (
    cards("gag")
    + character(
        "seer",
        plv=3,
        ability=[
            {"activate": True, "cost": 1, "do": {"draw": 1}},
            {"on": "activated", "of": "this", "do": {"gain_tp": 1}},
        ],
    )
    + character("plain-seer", plv=3, ability={"activate": True, "cost": 1, "do": {"draw": 1}})
    + character(
        "envious",
        plv=3,
        ability={"on": "activated", "of": "enemy characters", "do": {"lose_hp": 1, "of": "that"}},
    )
    + character("partner", plv=3, ability={"on": "activated", "of": "ally characters", "do": {"gain_tp": 1}})
    + augment(
        "meter",
        cost=0,
        keywords="Equip",
        attach="all fighters",
        ability={"on": "activated", "of": "host", "do": {"gain_tp": 1}},
    )
    + character(
        "duellist",
        hp=20,
        plv=3,
        ability=[
            {"activate": True, "keyword": "Signature", "cost": 1, "do": {"attack": 4}},
            {"on": "activated", "of": "this", "do": {"gain_tp": 1}},
            {"on": "attacks", "of": "this", "do": {"draw": 1}},
        ],
    )
    + character("target", hp=20, plv=3, ability={"on": "attacked", "of": "this", "do": {"heal": 1}})
    + item(
        "battery",
        cost=0,
        ability=[
            {"keyword": "Stock", "n": 2, "activate": True, "do": {"draw": 1}},
            {"on": "activated", "of": "this", "do": {"gain_tp": 1}},
        ],
    )
    + command(
        "lever",
        directions=["Up"],
        ability=[
            {"activate": True, "do": {"draw": 1}},
            {"on": "activated", "of": "this", "do": {"gain_tp": 1}},
        ],
    )
    + reaction("hush", answers={"to": "ability", "by": "enemy"}, do={"negate": True})
    + reaction("stay", answers={"to": "ability", "by": "enemy"}, do={"prevent": True})
)


def duel(seats: int = 2, format: str = "") -> Duel:
    return Duel(CARDS, seats=seats, format=format, edition="fade1")


@ON_ACTIVATE
@pytest.mark.parametrize("answer", ["", "hush", "stay"])
def test_it_is_a_link_of_its_own_whatever_becomes_of_the_ability(answer: str) -> None:
    # Given a Character with an ability of 1 TP and "On Activate: gain 1 TP", when it is activated, then one
    # link more lies on top of it.
    d = duel()
    x, y = d.character(0, "seer"), d.character(1)
    held = d.on(y, answer) if answer else 0
    d.go(0, COMBAT)
    tp, hand = d.tp_of(0), d.size(0, HAND)
    d.play(0, "activate", x)
    # When the ability is Negated or Prevented, then it draws nothing, and 1 TP is gained all the same.
    if answer:
        assert d.links() == ["Seer", "Seer"] and d.tp_of(0) == tp - 1
        d.until_asked(1)
        d.play(1, "use", held, -1)
    d.pass_all()
    assert len(d.happened("linked")) == 2 + bool(answer)
    assert d.tp_of(0) == tp and d.size(0, HAND) == hand + (not answer)


@ON_ACTIVATE
def test_others_hear_of_it_where_they_say_so() -> None:
    # Given an Augment on the bearer of an ability, and an enemy's Character that hears of enemies, when it is
    # activated, then both are links on top, the turn player's first, and the latter takes 1 HP.
    d = duel()
    x = d.character(0, "plain-seer")
    meter = d.on(x, "meter", 1)
    d.character(1, "envious")
    d.go(0, COMBAT)
    tp = d.tp_of(0)
    d.play(0, "activate", x)
    assert d.links() == ["Plain Seer", "Meter", "Envious"] and d.s.host[meter] == x
    d.pass_all()
    assert d.hp(x) == 8 and d.tp_of(0) == tp
    # When it cannot be paid for, then nothing happens.
    d.tp(0, 0)
    assert d.refused(0, "activate", x) == d.rule(reasons.TOO_DEAR)
    assert len(d.happened("loses-hp")) == 1


@ON_ACTIVATE
@pytest.mark.rule("fade1", "combat.attack-sequence")
def test_on_activate_comes_before_on_attack_and_on_attacked() -> None:
    # Given an ability under Signature of a Character with On Activate and On Attack, and a target with On
    # Attacked, when it is activated, then they are put on the Chain in this order.
    d = duel()
    x, y = d.character(0, "duellist"), d.character(1, "target")
    d.go(0, COMBAT)
    d.play(0, "activate", x, y)
    assert d.links() == ["Duellist", "Duellist", "Duellist", "Target"]
    heard = [d.rules.abilities[d.s.acts[k][A_ABILITY]].event for k in d.s.chain]
    assert heard[1:] == [E_ACTIVATED, E_ATTACKS, E_ATTACKED]
    d.pass_all()
    assert d.hp(y) == 16


@ON_ACTIVATE
@pytest.mark.rule("fade1", "command.activation-timing", "keyword.stock")
def test_commands_and_stock_items_are_activated_too() -> None:
    # Given a Command and an Item with Stock, each with On Activate, when they are activated, then it happens.
    d = duel()
    d.character(1)
    lever = d.on(d.body(0), "lever", 1, at="a7")
    battery = d.hand(0, "battery")
    d.quietly(0, "play", battery)
    for h in (lever, battery):
        tp, links = d.tp_of(0), len(d.happened("linked"))
        d.quietly(0, "activate", h)
        assert d.tp_of(0) == tp + 1 and len(d.happened("linked")) == links + 2


@ON_ACTIVATE
@pytest.mark.rule("fade1", "keyword.mute", "zone.reserve-inactive")
@pytest.mark.parametrize("how", ["muted", "reserve"])
def test_who_is_silent_hears_nothing(how: str) -> None:
    # Given the enemy's Character that hears of it Muted, or in Reserve, then nothing is added.
    d = duel()
    x = d.character(0, "plain-seer")
    d.character(1)
    y = d.character(1, "envious", at="b2" if how == "reserve" else "c2")
    if how == "muted":
        d.on(y, "gag", 1)
    d.go(0, COMBAT)
    d.quietly(0, "activate", x)
    assert len(d.happened("linked")) == 1
    assert d.hp(x) == 9 and not invariants.fault(d.s)


@ON_ACTIVATE
@pytest.mark.rule("fade1", "format.teams")
def test_a_partner_hears_of_it() -> None:
    # Given two teams, when seat 1 activates an ability, then its partner's "ally Characters" is about that,
    # and an enemy's is not.
    d = duel(4, "teams")
    x = d.character(0, "plain-seer")
    d.character(1, "partner")
    d.character(2, "partner")
    tp = [d.tp_of(seat) for seat in range(4)]
    d.go(0, COMBAT)
    d.quietly(0, "activate", x)
    assert d.tp_of(2) == tp[2] + 1 and d.tp_of(1) == tp[1]


def test_the_text_says_it() -> None:
    # Given these cards, then their text says what is heard of.
    rules = rules_with(CARDS, edition="fade1")
    assert rules.by_slug["seer"].text == (
        "Pay 1 TP: draw 1 card. When this card's ability is activated, gain 1 TP."
    )
    assert rules.by_slug["meter"].text.endswith("When its bearer's ability is activated, gain 1 TP.")
    assert rules.by_slug["envious"].text == (
        "When an enemy Character's ability is activated, that card loses 1 HP."
    )


@pytest.mark.parametrize("edition", ["fade2", "faroe"])
def test_no_other_book_has_on_activate(edition: str) -> None:
    # Given an edition without it, then its cards do not hear of abilities.
    made = character("odd", plv=3, ability={"on": "activated", "of": "this", "do": {"gain_tp": 1}})
    with pytest.raises(LoadError, match="activated"):
        rules_with(made, edition=edition)
