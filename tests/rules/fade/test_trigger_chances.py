"""Several cards of one Player for one event: each of them has its chance (topic trigger)."""

from __future__ import annotations

import pytest

from fadenet.engine.chain import W_SHOW
from fadenet.engine.errors import LoadError
from fadenet.games.fade.tables import COMBAT, HAND
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, reaction, skill


def waiting(**event: object) -> str:
    """A Character, and a card of each kind that waits for an event; unless told otherwise, for damage."""
    heard = {"on": "takes-damage", "of": "your characters", **event}
    return (
        cards("hero-3")
        + skill("alarm", contingency=heard, do={"draw": 1})
        + item("kit", contingency=heard, do={"draw": 1})
        + reaction("damage-alarm", surprise=heard, do={"draw": 1})
        + character("veteran", hp=20, plv=1, ability={"keyword": "Signature", **heard, "do": {"draw": 1}})
    )


CARDS = waiting()
WINDOW = pytest.mark.editions(fade2="trigger.window", fade1="chain.late-answers")
PLACES = ("alarm", "kit", "damage-alarm", "veteran")


def lay(d: Duel, slug: str) -> int:
    """One of B's cards that wait for damage, where it waits."""
    if slug == "veteran":
        return d.character(1, slug)
    return d.on(d.body(1), slug) if slug == "damage-alarm" else d.hand(1, slug)


def used(d: Duel, slug: str, h: int) -> None:
    """B is asked about this card, and uses it; then its Chain is carried out."""
    while d.asked() != [1] or (slug != "veteran" and d.s.asks[0].window != W_SHOW):
        d.step()
    if slug == "veteran":
        d.yes(1)
    else:
        d.play(1, "use", h)
    assert d.s.chain
    while d.s.chain:
        d.step()


@WINDOW
@pytest.mark.parametrize("second", PLACES)
@pytest.mark.parametrize("first", PLACES)
def test_each_card_of_a_player_is_offered_for_an_event(first: str, second: str, edition: str) -> None:
    # Given two cards of B, each to be used when B's Character takes damage, when A's Attack has dealt some,
    # then B uses one, its Chain is carried out, and then B uses the other.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "hero-3"), d.character(1, "hero-3")
    d.go(0, COMBAT)
    one, two = lay(d, first), lay(d, second)
    if second == "veteran":  # triggered abilities of what lies open are asked about first
        first, second, one, two = second, first, two, one
    d.play(0, "attack", x, y)
    while d.s.chain:
        d.step()
    used(d, first, one)
    used(d, second, two)
    assert len(d.happened("drawn")) >= 2
    # Then nothing is offered for it any more, and A goes on.
    d.pass_all()
    assert d.asked() == [0]


@WINDOW
def test_all_are_offered_while_a_chain_is_being_built(edition: str) -> None:
    # Given two cards of B to be used when an enemy card is played, when A plays an Item, then B links one;
    # the round of answers begins anew, and when B is asked next, B links the other.
    d = Duel(waiting(on="played", of="enemy cards in use"), edition=edition)
    one, two = d.hand(1, "alarm"), d.hand(1, "alarm")
    d.play(0, "play", d.hand(0, "ration"))
    d.play(1, "use", one)
    d.until_asked(1)
    assert len(d.s.chain) == 2 and d.s.asks[0].window == W_SHOW
    d.play(1, "use", two)
    assert len(d.happened("linked")) == 3


@WINDOW
@pytest.mark.parametrize("event", ["attacked", "used", "targeted"])
def test_an_item_for_what_it_could_only_join_is_refused(event: str, edition: str) -> None:
    # Given an Item with Contingency for something that happens as a link is added, then it is refused as it
    # is loaded, since it could never be used.
    with pytest.raises(LoadError, match="an Item joins no Chain"):
        Duel(waiting(on=event), edition=edition)


@pytest.mark.editions("trigger.hidden", fade2="timing.on-draw", fade1="setup.hidden-checks")
def test_each_card_in_hand_is_shown_for_an_event_and_each_once(edition: str) -> None:
    # Given two cards in B's Hand that gain 1 TP when B's Character takes damage, if they are shown, then B
    # shows one, and then the other, and none of them twice.
    made = cards("hero-3") + item(
        "purse",
        do={"draw": 1},
        ability={"on": "takes-damage", "of": "your characters", "hidden": True, "do": {"gain_tp": 1}},
    )
    d = Duel(made, edition=edition)
    x, y = d.character(0, "hero-3"), d.character(1, "hero-3")
    purses = [d.hand(1, "purse") for _ in range(2)]
    d.tp(1, 0)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.until_shown(1)
    d.play(1, "show", purses[1])
    d.until_shown(1)
    assert d.can(1, "show", purses[0]) and not d.can(1, "show", purses[1])
    d.quietly(1, "show", purses[0])
    assert d.tp_of(1) == 2 and d.size(1, HAND) == 2
