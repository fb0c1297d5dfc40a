"""The rules of answering: who is asked, when, and what happens without an answer (topic response)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.kernel import NO_MOVE, PASS_MOVE
from fadenet.engine.state import ACT, CONFIRM, PICK
from fadenet.games.fade.tables import COMBAT, HAND, PREPARATION
from tests.builders.meetings import cited
from tests.builders.scenario import Duel
from tests.cards.fade import cards

CARDS = cards("focus", "pressure")
WAKE = cards("hunch")


def timed_out(d: Duel, seat: int) -> None:
    """The seat's decision timer ends."""
    d.answer(seat, kernel.default_answer(d.s, seat, d.dealer.known[seat]))


@pytest.mark.editions("response.order", fade2="response.order", fade1="chain.who-answers")
def test_chances_go_round_from_the_player_after_the_latest_link(edition: str) -> None:
    # Given 4 Players who could all answer, and a link added by Player 2.
    d = Duel(CARDS, seats=4, edition=edition)
    cards = [d.on(d.character(seat), "focus") for seat in range(4)]
    d.on(d.character(3), "focus")
    item = d.hand(1, "ration")
    d.go(1, PREPARATION)
    d.play(1, "play", item)
    # Then Players 3, 4, 1, 2 are asked in this order.
    order = []
    for _ in range(3):
        order += d.asked()
        d.step()
    assert [*order, *d.asked()] == [2, 3, 0, 1]
    d.pass_all()
    # When Player 4 adds a link, then 1, 2, 3, 4 are asked next.
    d.play(1, "play", d.hand(1, "ration"))
    d.play(2, "pass")
    d.play(3, "use", cards[3])
    order = []
    for _ in range(3):
        order += d.asked()
        d.step()
    assert [*order, *d.asked()] == [0, 1, 2, 3]


@pytest.mark.editions("response.pass", fade2="chain.closed-while-resolving", fade1="chain.closing")
def test_a_pass_holds_for_one_link_only(edition: str) -> None:
    # Given A adds Link 1, an Item, B passes, A adds Link 2.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    mine, theirs = d.on(x, "focus"), d.on(y, "focus")
    d.on(x, "focus")
    d.play(0, "play", d.hand(0, "ration"))
    d.play(1, "pass")
    d.play(0, "use", mine)
    # Then B is asked again and may add Link 3.
    assert d.asked() == [1]
    d.play(1, "use", theirs)
    assert len(d.s.chain) == 3


@pytest.mark.editions(
    "response.no-answer-time", fade2="response.empty-skip", fade1="timing.no-answer-is-pass"
)
def test_who_visibly_cannot_answer_is_not_asked(edition: str) -> None:
    # Given a Player with an empty Hand, nothing face-down and no ability that could be added.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    d.go(0, COMBAT)
    d.empty(1, HAND)
    # When a link is added, then the game does not wait for that Player.
    d.play(0, "attack", x, y)
    assert not d.s.chain
    assert d.asked() == [0]
    assert d.hp(y) == 7


@pytest.mark.editions(
    "response.no-answer-time", fade2="response.empty-skip", fade1="timing.no-answer-is-pass"
)
def test_who_holds_a_hidden_card_is_asked_whatever_it_is(edition: str) -> None:
    # Given a Player whose only face-down card is a Skill.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    skill = d.on(y, "strike")
    d.go(0, COMBAT)
    d.empty(1, HAND)
    d.play(0, "attack", x, y)
    # Then that Player is asked all the same, and the others see only a pass.
    assert d.asked() == [1]
    assert d.options(1) == [PASS_MOVE]
    d.play(1, "pass")
    assert d.s.code[skill] == 0


@pytest.mark.editions(
    "response.no-answer-time", fade2="response.empty-skip", fade1="timing.no-answer-is-pass"
)
def test_an_idle_turn_player_ends_the_sub_phase(edition: str) -> None:
    # Given a turn player idle in the Preparation Phase past the timer, and a defender idle past it too.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0), d.character(1)
    d.on(y, "guard")
    assert d.s.phase == PREPARATION
    timed_out(d, 0)
    # Then the Combat Phase begins.
    d.pass_all()
    assert (d.s.active, d.s.phase, d.asked_kind()) == (0, COMBAT, ACT)
    d.play(0, "attack", x, y)
    timed_out(d, 1)
    assert d.hp(y) == 7


@pytest.mark.editions(
    "response.timeout-choice", fade2="response.choice-default", fade1="timing.no-answer-is-pass"
)
def test_an_undecided_curse_payment_counts_as_declined(edition: str) -> None:
    # Given the Curse payment for a Character is not decided in time.
    d = Duel(CARDS, edition=edition)
    d.character(0)
    cursed = d.character(0)
    d.counters(cursed, "Curse", 2)
    while not (d.s.turn > 1 and d.s.active == 0 and d.asked_kind() == CONFIRM):
        d.step()
    assert kernel.default_answer(d.s, 0, {}) == NO_MOVE
    tp = d.tp_of(0)
    timed_out(d, 0)
    # Then it counts as declined and the Character is imprisoned; only the Phase's own TP come.
    d.pass_all()
    assert d.lies(cursed) == "rift"
    assert d.tp_of(0) == min(tp + d.rules.figures.tp_gain_starting_phase, d.rules.figures.tp_most)


@pytest.mark.editions(
    "response.timeout-choice", fade2="response.choice-default", fade1="timing.no-answer-is-pass"
)
def test_the_card_drawn_last_is_discarded_in_the_place_of_an_idle_player(edition: str) -> None:
    # Given "discard 1 card" is not decided in time.
    d = Duel(CARDS, edition=edition)
    x = d.character(0)
    pressure = d.on(x, "pressure")
    d.character(1)
    first, last = d.hand(1, "plain"), d.hand(1, "ration")
    d.go(0, COMBAT)
    d.empty(1, HAND)
    first, last = d.hand(1, "plain"), d.hand(1, "ration")
    d.play(0, "use", pressure)
    assert d.until(PICK) == 1
    timed_out(d, 1)
    # Then the card drawn last is discarded.
    assert d.lies(last) == "discard"
    assert d.lies(first) == "hand"


@cited(("link.reactions", "link.reaction-without-trigger"))
@pytest.mark.parametrize("flips", [True, False])
def test_a_reaction_with_trigger_may_start_a_chain_when_its_event_comes(flips: bool, edition: str) -> None:
    # Given B's face-down Reaction with Trigger for a Character or Item that an enemy plays, and one without,
    # when A plays a Character, then B may flip the first, which starts a Chain; the second could not, and
    # starts none in the own Combat Step either.
    d = Duel(cards("tripwire") + WAKE, edition=edition)
    d.character(0)
    user, f = d.character(1), d.fighter(0)
    tripwire = d.on(d.body(1), "tripwire", at={"fade2": "a1", "fade1": "a7"}[edition])
    wake = d.on(user, "hunch")
    d.play(0, "play", f, d.to("front"))
    assert d.asked() == [1] and not d.s.chain
    assert d.refused(1, "use", wake)
    left = d.tp_of(0)
    if flips:
        d.play(1, "use", tripwire)
        assert d.links() == ["Tripwire"]
    d.pass_all()
    assert d.tp_of(0) == left - 2 * flips and d.tp_of(1) == 10 - 3 * flips
    assert d.lies(tripwire) == ("discard" if flips else "attached")
    d.next_turn(1)
    d.go(1, COMBAT)
    assert d.refused(1, "use", wake) == d.rule("reaction-start")
