"""The moments that card texts speak of, in the 60-card edition (topic timing)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.chain import W_SHOW
from fadenet.games.fade.tables import COMBAT, ENDING, HAND, PREPARATION
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item

CARDS = (
    cards("drawn-coin", "fetch-any", "greeter", "regain", "seek-item")
    + augment(
        "banner",
        cost=0,
        keywords="Equip",
        ability=[
            {"on": "enters", "do": {"gain_tp": 1}},
            {"on": "targeted", "of": "host", "do": {"gain_tp": 1}},
            {"on": "attacks", "of": "host", "do": {"gain_tp": 1}},
        ],
    )
    + augment("podium", cost=0, keywords="Arena", ability={"on": "enters", "do": {"gain_tp": 1}})
    + item("exile", cost=0, targets="all characters", do={"imprison": "target"})
    + item("recoil", cost=0, targets="all characters", do={"return": "target", "to": "discard"})
    + character("fragile", ability={"on": "destroyed", "do": {"gain_tp": 1}})
    + item("poker", cost=0, targets="all characters", do={"counter": "Poison", "on": "target"})
    + character("mask", keywords={"Mystify": 2}, ability={"on": "enters", "do": {"draw": 1}})
    + character("wall", def_=2)
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


@pytest.mark.rule("fade1", "timing.on-draw")
@pytest.mark.parametrize("way", ["fetch-any", "seek-item"])
@pytest.mark.parametrize("shown", [True, False])
def test_a_card_that_comes_to_the_hand_by_any_way_may_be_shown(way: str, shown: bool) -> None:
    # Given 'On Draw: gain 1 TP' in the Discard Pile or the Deck.
    d = duel()
    item = d.hand(0, way)
    if way == "fetch-any":
        coin = d.discard(0, "drawn-coin")
        d.play(0, "play", item, coin)
    else:
        d.deck_size(0, 5)
        d.deck_top(0, "drawn-coin")
        d.play(0, "play", item)
    # When it comes to the Hand and is shown, then 1 TP is gained; kept hidden it gives nothing.
    d.until_shown(0)
    (coin,) = (h for h in d.s.zones[HAND] if h != item)
    d.quietly(0, *(("show", coin) if shown else ("pass",)))
    assert d.tp_of(0) == 10 + shown and d.lies(coin) == "hand"


@pytest.mark.rule("fade1", "timing.on-draw")
def test_what_leaves_the_hand_or_goes_elsewhere_is_not_drawn() -> None:
    # Given the same card in Hand, when it is played and goes to the Discard Pile, then nobody is asked.
    d = duel()
    coin = d.hand(0, "drawn-coin")
    d.hand(0, "plain")
    d.deck_size(0, 0)
    d.play(0, "play", coin)
    while d.s.chain or d.s.queue:
        assert d.s.asks[0].window != W_SHOW
        d.step()
    assert d.lies(coin) == "discard" and d.tp_of(0) == 7


@pytest.mark.rule("fade1", "timing.on-enter-field")
def test_a_card_that_came_face_down_enters_as_it_is_turned_up() -> None:
    # Given a Character with Mystify and 'On Enter Field: draw 1', played face-down, then nothing is drawn.
    d = duel()
    mask = d.fighter(0, "mask")
    veil = d.move("veil", mask, to(d, "c1"))
    d.answer(0, next(move for move in d.options(0) if move[:3] == veil))
    d.pass_all()
    assert d.at(mask) == "c1" and d.size(0, HAND) == 0
    # When it is turned up, then 1 is drawn.
    d.quietly(0, "unveil", mask)
    assert d.size(0, HAND) == 1


@pytest.mark.rule("fade1", "timing.no-answer-is-pass")
def test_a_defender_who_does_nothing_still_defends() -> None:
    # Given a defender with DEF 2 and a Reaction whose time runs out.
    d = duel()
    x, wall = d.character(0), d.character(1, "wall")
    guard = d.on(wall, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", x, wall)
    assert d.asked() == [1]
    d.answer(1, kernel.default_answer(d.s, 1, d.dealer.known[1]))
    d.pass_all()
    # Then they have passed and Defend all the same.
    assert d.lies(guard) == "attached" and d.count(wall, "Damage") == 3 - 2


@pytest.mark.rule("fade1", "timing.no-answer-is-pass")
def test_the_two_cards_drawn_last_go_where_nobody_chooses() -> None:
    # Given 12 cards at the hand limit and no answer, then the 2 that came last are discarded.
    d = duel()
    held = [d.hand(0, "guard") for _ in range(12)]
    d.go(0, ENDING)
    while d.s.active == 0:
        for seat in d.asked():
            d.answer(seat, kernel.default_answer(d.s, seat, d.dealer.known[seat]))
    assert [d.lies(h) for h in held] == ["hand"] * 10 + ["discard"] * 2


@pytest.mark.rule("fade1", "timing.on-draw")
def test_two_cards_that_come_together_may_each_be_shown() -> None:
    # Given 'On Draw: gain 1 TP' on both cards of a Draw Phase, then each may be shown.
    d = duel()
    for coin in d.deck_top(1, "drawn-coin", "drawn-coin"):
        d.dealer.known[1][coin] = d.rules.code_of("drawn-coin")
    d.tp(1, 0)
    shown = set()
    for _ in range(2):
        d.until_shown(1)
        (coin,) = (move[1] for move in d.options(1) if move[0] == d.rules.verbs.index("show"))
        d.play(1, "show", coin)
        shown.add(coin)
    assert len(shown) == 2
    d.go(1, PREPARATION)
    assert d.tp_of(1) == 5 + 2


@pytest.mark.rule("fade1", "timing.on-enter-field")
@pytest.mark.parametrize("way", ["pile", "augment", "arena"])
def test_cards_enter_every_zone_of_the_field_from_wherever_they_come(way: str) -> None:
    # Given 'On Enter Field: gain 1 TP' on a Character in the Discard Pile, an Augment and an Arena Augment.
    d = duel()
    x = d.character(0)
    if way == "pile":
        d.quietly(0, "play", d.hand(0, "regain"), d.discard(0, "greeter"))
    elif way == "augment":
        d.quietly(0, "play", d.hand(0, "banner"), x)
    else:
        d.quietly(0, "play", d.hand(0, "podium"))
    # When it comes into a Character, Equip or Arena Zone, then 1 TP is gained.
    assert d.tp_of(0) == 11


@pytest.mark.rule("fade1", "timing.on-destroyed")
@pytest.mark.parametrize("way", ["exile", "recoil"])
def test_who_is_moved_elsewhere_is_not_destroyed(way: str) -> None:
    # Given a Character 'On Destroyed: gain 1 TP', when an effect imprisons it or puts it into the Discard
    # Pile without destroying it, then nothing is gained.
    d = duel()
    fragile = d.character(1, "fragile")
    d.quietly(0, "play", d.hand(0, way), fragile)
    assert d.lies(fragile) == ("rift" if way == "exile" else "discard") and d.tp_of(1) == 10


@pytest.mark.rule("fade1", "timing.on-targeted", "timing.on-attack")
def test_what_an_augment_says_of_such_moments_is_said_of_its_bearer() -> None:
    # Given an Augment 'On Targeted: gain 1 TP' and 'On Attack: gain 1 TP' on a Character.
    d = duel()
    x, y = d.character(0), d.character(1)
    d.on(x, "banner", face=1)
    # When an Item and an attack choose its bearer, then it happens twice.
    d.quietly(0, "play", d.hand(0, "poker"), x)
    assert d.tp_of(0) == 11
    d.go(1, COMBAT)
    d.tp(0, 0)
    d.quietly(1, "attack", y, x)
    assert d.tp_of(0) == 1
    # When its bearer attacks, then once.
    d.go(0, COMBAT)
    d.tp(0, 0)
    d.quietly(0, "attack", x, y)
    assert d.tp_of(0) == 1 + 1
