"""When a seat is asked: where it comes to something of its own, and elsewhere if the player wants that."""

from __future__ import annotations

import pytest

from fadenet.console.faces import face_of
from fadenet.console.faces.face import Stop
from fadenet.console.match.commands import enter
from fadenet.console.match.desk import Desk
from fadenet.engine.acts import A_USER
from fadenet.engine.chain import W_GAP, W_PHASE
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Move
from fadenet.engine.state import ACT, HANDLE_MASK, RESPOND
from fadenet.games.fade.tables import COMBAT
from fadenet.table.view import MatchInfo, SeatView
from tests.builders.scenario import Duel
from tests.cards.fade import cards, item, reaction, skill

CARDS = (
    cards("deny")
    + skill("blast", cost=0, do={"attack": 3})
    + reaction("brace", cost=0, targets="your characters", answers="attack", do={"heal": 1})
    + item("salve", cost=0, targets="all characters", do={"heal": 1})
)


def asked(d: Duel, seat: int, *lines: str) -> Move | None:
    """The answer that a seat gives by itself to what it is asked now, None = it is left to the player, who
    has typed these lines before."""
    desk = Desk()
    info = MatchInfo("m", d.rules.name, "duel", seat, ("Ada", "Ben"), ("human", "human"), (), 0)
    desk.start(info, SeatView(d.s, seat, d.dealer.known[seat]))
    for line in lines:
        enter(desk, line)
    ask = desk.sight.seat.ask
    assert ask is not None and ask.kind == RESPOND
    answer = desk.open()
    assert answer is None or not answer.empty, "there must be something to do"
    return None if answer is None else answer.move


def attacked(answer: str = "deny") -> Duel:
    """Seat 1 may answer an attack on its Giant with this card."""
    d = Duel(CARDS, edition="fade2")
    soldier, giant = d.character(0, at="c2"), d.character(1, "giant", at="c3")
    d.on(giant, answer)
    d.tp(1, 9)
    d.go(0, COMBAT)
    d.play(0, "attack", soldier, giant)
    d.until_asked(1)
    return d


def test_who_is_attacked_is_asked() -> None:
    """given an attack on an own Character, when it can be answered, then the player is asked; not with the
    stop off, and with the usual ones again."""
    assert asked(attacked(), 1) is None
    assert asked(attacked(), 1, "stops answer off") == PASS_MOVE
    assert asked(attacked(), 1, "stops answer off", "stops usual") is None
    assert asked(attacked(), 1, "stops answer off", "full") is None
    assert asked(attacked(), 1, "yield turn") == PASS_MOVE


def own_link() -> Duel:
    """Seat 0 may answer its own Item."""
    d = Duel(CARDS, edition="fade2")
    soldier, _ = d.character(0, at="c2"), d.character(1, "giant", at="c3")
    d.on(soldier, "deny")
    d.tp(0, 9)
    d.play(0, "play", d.hand(0, "salve"), soldier)
    d.until_asked(0)
    return d


@pytest.mark.parametrize(
    ("lines", "is_asked"),
    [
        ([], False),
        (["stops answer on"], False),
        (["hold"], True),
        (["full"], True),
        (["full", "full"], False),
    ],
    ids=["usual", "on", "hold", "full", "full twice"],
)
def test_nobody_is_asked_to_answer_their_own_play(lines: list[str], is_asked: bool) -> None:
    """given an own Link that could be answered, then the player is asked only who wants that."""
    assert (asked(own_link(), 0, *lines) is None) == is_asked


@pytest.mark.parametrize("answer", ["deny", "brace"])
def test_who_answers_me_may_be_answered(answer: str) -> None:
    """given a Link that answers one of mine, on nobody or on something of its own, then I am asked."""
    d = attacked(answer)
    soldier = d.s.acts[d.s.chain[0]][A_USER] & HANDLE_MASK
    d.on(soldier, "deny")
    d.tp(0, 9)
    use = next(move for move in d.options(1) if d.rules.verbs[move[0]] == "use")
    d.answer(1, use)
    d.until_asked(0)
    assert d.links()[-1] == answer.title()
    assert asked(d, 0) is None


@pytest.mark.parametrize(("window", "name"), [(W_PHASE, "phase"), (W_GAP, "gap")])
def test_ends_of_phases_and_gaps_are_passed_over_unless_a_stop_is_set(window: int, name: str) -> None:
    """given an Item that could be played, when a Phase ends or a Chain is over, then the player is asked only
    with that stop on, or with full control."""
    d = Duel(CARDS, edition="fade2")
    d.hand(1, "salve")
    soldier, giant = d.character(0, at="c2"), d.character(1, "giant", at="c3")
    d.go(0, COMBAT)
    d.play(0, "attack", soldier, giant)
    for _ in range(40):
        ask = d.s.asks[0]
        if ask.seat == 1 and ask.kind == RESPOND and ask.window == window:
            break
        d.play(0, "end") if ask.kind == ACT and ask.seat == 0 else d.step()
    assert asked(d, 1) == PASS_MOVE
    assert asked(d, 1, f"stops {name} on") is None
    assert asked(d, 1, "full") is None


def test_the_stops_say_how_they_are_changed() -> None:
    """when the stops are looked at, then each stands there with what it is and how it is set."""
    d = attacked()
    desk = Desk()
    info = MatchInfo("m", d.rules.name, "duel", 1, ("Ada", "Ben"), ("human", "human"), (), 0)
    desk.start(info, SeatView(d.s, 1, d.dealer.known[1]))
    enter(desk, "stops answer on")
    assert desk.page is not None
    said = "\n".join(desk.page.paragraphs)
    for window in face_of(d.rules).windows:
        stop = Stop.ON if window.name == "answer" else window.usual
        assert not window.what or f"{window.name} {stop.value}: {window.what}" in said
    assert "stops usual" in said and "full" in said
    desk.page = None
    enter(desk, "stops nothing on")
    assert desk.log[-1].kind == "refused" and "on|mine|off" in desk.log[-1].text
