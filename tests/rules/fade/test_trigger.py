"""The rules of triggered abilities: when they happen, in which order, what stays hidden (topic trigger)."""

from __future__ import annotations

import pytest

from fadenet.engine.chain import W_SHOW
from fadenet.engine.state import ACT, CONFIRM, ORDER, ROW_CARD, ROW_EVENT, ROW_N
from fadenet.games.fade.tables import COMBAT, HAND, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, skill

CARDS = (
    cards("focus")
    + character(
        "fencer",
        cost=1,
        level=1,
        plv=3,
        ability={"on": "attacks", "targets": "enemy characters", "do": {"damage": 1, "to": "target"}},
    )
    + item("balm", cost=1, targets="enemy fighters", do={"damage": 2, "to": "target"})
    + skill(
        "ember",
        cost=1,
        do={"attack": 1},
        ability={"on": "takes-damage", "of": "you", "hidden": True, "do": {"gain_tp": 1}},
    )
    + character("avenger", cost=1, level=1, ability={"keyword": "Vengeance", "do": {"draw": 1}})
    + character(
        "sage",
        cost=1,
        level=1,
        ability=[
            {"on": "end-phase", "of": "all players", "do": {"draw": 1}},
            {"on": "end-phase", "of": "all players", "do": {"gain_tp": 1}},
        ],
    )
    + character("gambler", cost=1, level=1, ability={"on": "attacked", "may": True, "do": {"gain_tp": 1}})
)


FLARE = skill(
    "flare",
    cost=1,
    do={"attack": 1},
    ability={"on": "attacked", "of": "your characters", "hidden": True, "do": {"gain_tp": 1}},
)


@pytest.mark.editions("trigger.compulsory", fade2="trigger.mandatory", fade1="timing.optional-or-not")
def test_a_trigger_without_legal_target_does_nothing(edition: str) -> None:
    # Given "when this Character Attacks, deal 1 damage to an enemy Character" and no enemy Character.
    d = Duel(CARDS, edition=edition)
    fencer = d.character(0, "fencer")
    d.go(0, COMBAT)
    # When it Attacks.
    d.quietly(0, "attack", fencer, d.body(1))
    # Then the ability does nothing and the Attack goes on.
    assert d.count(d.body(1), "Damage") == 3
    assert len(d.happened("linked")) == 1


@pytest.mark.editions("trigger.compulsory", fade2="trigger.mandatory", fade1="timing.optional-or-not")
def test_a_compulsory_trigger_happens_every_time(edition: str) -> None:
    # Given the same Character and an enemy Character.
    d = Duel(CARDS, edition=edition)
    fencer, y = d.character(0, "fencer"), d.character(1)
    d.go(0, COMBAT)
    # When it Attacks, then nobody is asked whether the ability happens.
    d.quietly(0, "attack", fencer, y)
    assert d.hp(y) == 10 - 1 - 3


@pytest.mark.editions("trigger.hidden", fade2="timing.on-draw", fade1="setup.hidden-checks")
@pytest.mark.parametrize("shown", [True, False])
def test_a_hidden_card_triggers_only_if_it_is_shown(shown: bool, edition: str) -> None:
    # Given a card in Hand: "when you take damage, gain 1 TP".
    d = Duel(CARDS, edition=edition)
    ember, balm = d.hand(1, "ember"), d.hand(0, "balm")
    d.tp(1, 3)
    # When its owner takes 2 damage.
    d.play(0, "play", balm, d.body(1))
    d.until_shown(1)
    if shown:
        # When it is shown, then 1 TP is gained and the card stays in the Hand.
        d.quietly(1, "show", ember)
        assert d.tp_of(1) == 4
    else:
        # When it is not shown, then nothing is gained and the match goes on.
        d.quietly(1, "pass")
        assert d.tp_of(1) == 3
        assert d.s.code[ember] == 0
    assert d.lies(ember) == "hand"
    assert d.count(d.body(1), "Damage") == 2


@pytest.mark.editions("trigger.hidden", fade2="timing.on-draw", fade1="setup.hidden-checks")
def test_nobody_is_asked_to_show_for_what_concerns_others(edition: str) -> None:
    # Given the same card, and damage to somebody else.
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    y = d.character(1)
    d.hand(1, "ember")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    # Then its owner is never asked to show anything.
    while d.asked_kind() != ACT:
        assert d.s.asks[0].window != W_SHOW
        d.step()
    assert d.hp(y) == 7


@pytest.mark.editions("trigger.wait", fade2="trigger.when-resolving", fade1="chain.triggered-effects")
def test_vengeance_waits_for_the_end_of_the_chain(edition: str) -> None:
    # Given an Attack that Knocks Out a Character while its ally has Vengeance.
    d = Duel(CARDS, edition=edition)
    x, weak, avenger = d.character(0), d.character(1, "squire"), d.character(1, "avenger")
    d.on(x, "focus")
    d.go(0, COMBAT)
    d.play(0, "attack", x, weak)
    over = len(d.happened("chain-over"))
    # When the Attack's chain is finished, then Vengeance starts a new chain that can be answered.
    while d.links() != ["Avenger"]:
        d.step()
    assert len(d.happened("chain-over")) == over + 1
    assert d.lies(weak) == "discard"
    assert d.asked() == [0]
    before = d.size(1, HAND)
    d.pass_all()
    assert d.size(1, HAND) == before + 1
    assert d.lies(avenger) == "front"


@pytest.mark.editions("trigger.simultaneous", fade2="trigger.order", fade1="timing.simultaneous")
@pytest.mark.parametrize("first", [0, 1])
def test_the_turn_player_orders_the_own_triggers_and_they_come_first(first: int, edition: str) -> None:
    # Given A is the turn player with triggers a1 and a2, and B has b1 and b2.
    d = Duel(CARDS, edition=edition)
    mine, theirs = d.character(0, "sage"), d.character(1, "sage")
    d.tp(0, 3)
    # When they wait together.
    assert d.until(ORDER) == 0
    rows = {row.stamp: row for row in d.s.queue}
    assert len(rows) == 4
    waiting = [rows[-move[1]] for move in d.options(0)]
    assert [row.src & 0xFFFF for row in waiting] == [mine, mine]
    effects = [d.rules.events.index(name) for name in ("drawn", "gains-tp")]
    at = len(d.log)
    # Then A orders a1 and a2 freely, both resolve in chains of their own, and B's come after them.
    d.answer(0, d.options(0)[first])
    assert d.until(ORDER) == 1
    assert [row[ROW_EVENT] for row in d.log[at:] if row[ROW_EVENT] in effects] == (
        effects if first == 0 else effects[::-1]
    )
    d.answer(1, d.options(1)[1])
    d.go(1, PREPARATION)
    linked = [row for row in d.log[at:] if row[ROW_EVENT] == d.rules.events.index("linked")]
    assert [(row[ROW_CARD], row[ROW_N]) for row in linked] == [(mine, 1), (mine, 1), (theirs, 1), (theirs, 1)]


@pytest.mark.editions("trigger.on-adding", fade2="trigger.when-declared", fade1="chain.triggered-effects")
@pytest.mark.parametrize("used", [True, False])
def test_optional_triggers_are_offered_when_their_player_is_next_asked(used: bool, edition: str) -> None:
    # Given an attacked Character with "when attacked, you may gain 1 TP", on the side that is asked second.
    d = Duel(CARDS, seats=3, edition=edition)
    x, gambler = d.character(0), d.character(2, "gambler")
    focus = d.on(d.character(1), "focus")
    d.on(gambler, "guard")
    d.go(0, COMBAT)
    d.tp(2, 5)
    d.play(0, "attack", x, gambler)
    # Then the Player who is asked first answers first, with the Attack alone on the chain.
    assert d.asked() == [1]
    assert len(d.s.chain) == 1
    d.play(1, "pass")
    # When its own Player is asked, the ability is offered before anything else.
    assert (d.asked(), d.asked_kind()) == ([2], CONFIRM)
    if used:
        d.yes(2)
        assert d.links() == ["Soldier", "Gambler"]
        assert d.tp_of(2) == 5
        # A link more starts the round of answers anew, in which the turn player may answer with an Attack.
        if d.asked() == [0]:
            d.play(0, "pass")
        assert d.asked() == [1]
        assert d.can(1, "use", focus)
    else:
        d.no(2)
        assert d.asked() == [2]
        assert len(d.s.chain) == 1
    d.pass_all()
    assert d.tp_of(2) == (6 if used else 5)


@pytest.mark.editions("trigger.on-adding", fade2="trigger.when-declared", fade1="chain.triggered-effects")
@pytest.mark.editions("trigger.hidden", fade2="timing.on-draw", fade1="setup.hidden-checks")
def test_a_hidden_card_joins_the_chain_when_its_player_is_next_asked(edition: str) -> None:
    # Given a card in Hand: "when your Character is attacked, gain 1 TP".
    d = Duel(FLARE, edition=edition)
    x, y = d.character(0), d.character(1)
    flare = d.hand(1, "flare")
    d.go(0, COMBAT)
    d.tp(1, 3)
    # When the Attack is declared and its owner shows the card.
    d.play(0, "attack", x, y)
    assert (d.asked(), d.s.asks[0].window) == ([1], W_SHOW)
    d.quietly(1, "show", flare)
    # Then the ability was a link of that chain, resolved before the Attack.
    assert d.tp_of(1) == 4
    assert [row[ROW_CARD] for row in d.happened("link-resolved")] == [flare, x]
    assert d.lies(flare) == "hand"
