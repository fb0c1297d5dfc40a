"""The cards that go with a Player who loses while others play on (topic format)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.state import ACT, CONFIRM, PICK, ROW_CARD
from fadenet.games.fade.tables import HAND, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character

CARDS = (
    cards("ragnarok")
    + augment(
        "leech",
        cost=0,
        keywords="Equip",
        attach="enemy fighters",
        ability={"on": "destroyed", "may": True, "do": {"draw": 1}},
    )
    + character(
        "archer",
        level=1,
        hp=5,
        plv=1,
        ability={"on": "enters", "targets": "enemy characters", "do": {"damage": 1, "to": "target"}},
    )
    + character(
        "medic",
        level=1,
        hp=5,
        plv=1,
        ability={"on": "enters", "targets": "your characters", "do": {"heal": 1, "of": "target"}},
    )
)


@pytest.mark.editions("format.elimination", fade2="win.elimination", fade1="win.elimination-cards")
def test_the_rest_of_an_effect_does_nothing_to_what_a_lost_player_owned(edition: str) -> None:
    # Given an Item 'deal 5 damage to each enemy Player and destroy each Character', and B at 4 HP.
    d = Duel(CARDS, seats=3, edition=edition)
    b, c = d.character(1), d.character(2)
    d.leave(d.body(1), 4)
    # When it resolves, then B's Character leaves the game with B, and only C's is destroyed.
    d.quietly(0, "play", d.hand(0, "ragnarok"))
    assert (d.lies(b), d.lies(c)) == ("nowhere", "discard")
    assert b not in [row[ROW_CARD] for row in d.happened("destroyed")]


@pytest.mark.editions("format.elimination", fade2="win.elimination", fade1="win.elimination-cards")
@pytest.mark.editions("zone.leaves-field", fade2="ko.attached-cards", fade1="ko.attached-and-stack")
@pytest.mark.editions("timing.destroyed", fade2="timing.on-destroyed", fade1="timing.on-destroyed")
@pytest.mark.parametrize("on", ["character", "player"])
def test_cards_of_others_on_what_leaves_are_destroyed(on: str, edition: str) -> None:
    # Given A's Augment 'when destroyed, you may draw 1 card' on B's Character, or on B.
    d = Duel(CARDS, seats=3, edition=edition)
    b = d.character(1)
    leech = d.on(b if on == "character" else d.body(1), "leech", face=1, seat=0)
    # When B is eliminated.
    d.log += kernel.leave(d.s, 1)
    d.settle()
    # Then the Augment is destroyed, and A is offered the card.
    assert d.lies(leech) == "discard"
    assert [row[ROW_CARD] for row in d.happened("destroyed")] == [leech]
    assert (d.asked(), d.asked_kind()) == ([0], CONFIRM)
    d.yes(0)
    assert d.size(0, HAND) == 1


@pytest.mark.editions("format.elimination", fade2="win.elimination", fade1="win.elimination-cards")
@pytest.mark.editions("format.leaving", fade2="win.leaving", fade1="win.leaving")
def test_a_choice_among_what_leaves_is_asked_anew(edition: str) -> None:
    # Given A, who is to choose one of two Characters of B as the target of an ability.
    d = Duel(CARDS, seats=3, edition=edition)
    d.character(1), d.character(1)
    d.play(0, "play", d.fighter(0, "archer"), d.to("front"))
    assert d.until(PICK) == 0
    # When B leaves, then there is nothing to choose, the ability does nothing, and A goes on.
    d.log += kernel.leave(d.s, 1)
    d.settle()
    assert (d.asked(), d.asked_kind()) == ([0], ACT)
    assert not d.happened("deals-damage")


@pytest.mark.editions("format.elimination", fade2="win.elimination", fade1="win.elimination-cards")
@pytest.mark.editions("format.leaving", fade2="win.leaving", fade1="win.leaving")
def test_who_leaves_need_not_choose_among_what_leaves_too(edition: str) -> None:
    # Given B, who is to choose one of two Characters of B's own as the target of an ability.
    d = Duel(CARDS, seats=3, edition=edition)
    d.character(1)
    d.go(1, PREPARATION)
    d.play(1, "play", d.fighter(1, "medic"), d.to("front", 1))
    assert d.until(PICK) == 1
    # When B leaves, then the game goes on with C's turn.
    d.log += kernel.leave(d.s, 1)
    d.settle()
    d.pass_all()
    assert (d.asked(), d.s.active) == ([2], 2)
