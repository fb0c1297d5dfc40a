"""The rules of answering: who is asked, when, and what happens without an answer (topic response)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.chain import W_CHAIN
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.state import PICK, ROW_CARD
from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import cards, reaction

CARDS = cards("focus", "pressure")


@pytest.mark.rule("faroe", "response.own-link")
def test_a_player_may_answer_the_own_link() -> None:
    # Given A's Item is on the chain and everyone else passes.
    d = Duel(CARDS)
    focus = d.on(d.character(0), "focus")
    d.on(d.character(1), "focus")
    d.play(0, "play", d.hand(0, "ration"))
    d.play(1, "pass")
    # When A adds a Reaction of their own, it is allowed.
    assert d.asked() == [0]
    d.play(0, "use", focus)
    assert d.links() == ["Ration", "Focus"]


@pytest.mark.rule("faroe", "response.standing-pass")
def test_an_announced_pass_holds_until_it_is_taken_back() -> None:
    # Given B has announced "no answers until my next turn".
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1, "giant")
    focus = d.on(y, "focus")
    d.on(y, "focus")
    pressure = d.on(x, "pressure")
    d.on(x, "focus")
    d.go(0, COMBAT)
    d.hand(1, "plain")
    d.hand(1, "plain")
    second, third = d.character(0), d.character(0)
    d.play(0, "attack", x, y)
    assert d.asked() == [1]
    d.log += kernel.apply(d.s, 1, PASS_MOVE, (), [(1 << W_CHAIN, d.s.turn)])
    # When A adds further links, then B is not asked.
    d.play(0, "use", pressure)
    assert d.asked() == [0]
    # Given one of them makes B discard a card: B may take the announcement back then.
    assert d.until(PICK) == 1
    d.log += kernel.apply(d.s, 1, d.options(1)[0], (), [])
    d.settle()
    d.pass_all()
    # Then B is asked from the next chance on.
    d.play(0, "attack", second, y)
    assert d.asked() == [1]
    # The announcement also ends with the moment that was named.
    d.log += kernel.apply(d.s, 1, PASS_MOVE, (), [(1 << W_CHAIN, d.s.turn)])
    d.pass_all()
    d.play(0, "attack", third, y)
    assert d.asked() != [1]
    d.next_turn(0)
    d.go(0, COMBAT)
    d.play(0, "attack", second, y)
    assert d.asked() == [1]
    assert d.can(1, "use", focus)


@pytest.mark.rule("faroe", "response.own-link")
def test_a_player_whom_it_does_not_concern_may_take_part() -> None:
    # Given A's Attack on B, and C with a Reaction that answers nothing in particular.
    d = Duel(CARDS, seats=3)
    a, b = d.character(0), d.character(1)
    focus = d.on(d.character(2), "focus")
    d.go(0, COMBAT)
    d.play(0, "attack", a, b)
    # Then C may add it to the Chain.
    assert d.asked() == [2]
    d.quietly(2, "use", focus)
    assert [row[ROW_CARD] for row in d.happened("link-resolved")] == [focus, a]


@pytest.mark.rule("faroe", "response.no-answer-time")
@pytest.mark.parametrize(("foes", "asked"), [(1, 0), (2, 1)])
def test_who_could_use_contingency_is_asked(foes: int, asked: int) -> None:
    # Given B with a Hand and 0 TP, and a card of the set with Contingency while there are 2 enemy Characters.
    envy = reaction("envy", cost=0, contingency={"count": "enemy characters", "min": 2}, do={"draw": 1})
    d = Duel(envy)
    x, *_ = [d.character(0) for _ in range(foes)]
    y = d.character(1)
    d.hand(1, "envy")
    d.tp(1, 0)
    # When A ends a phase, or attacks, then B is asked if there are as many.
    d.go(0, PREPARATION)
    d.play(0, "end")
    assert d.asked() == [asked]
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.asked() == [asked] and len(d.links()) == asked


@pytest.mark.rule("faroe", "response.no-answer-time")
def test_who_has_laid_down_a_card_is_asked_as_a_phase_ends() -> None:
    # Given B with an empty Hand and a face-down card beside the Player, when A ends a phase, then B is asked.
    d = Duel(CARDS)
    d.on(d.body(1), "focus")
    d.go(0, PREPARATION)
    d.play(0, "end")
    assert d.asked() == [1]
