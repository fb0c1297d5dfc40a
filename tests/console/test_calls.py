"""The signs that tell a person that it is their turn, what time is left, and that something could still be
done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest
import trio
from prompt_toolkit.input import create_pipe_input

from fadenet.console.match.commands import enter
from fadenet.console.match.desk import Advice, Desk
from fadenet.console.match.player import ConsolePlayer
from fadenet.console.match.scene import MatchScene
from fadenet.console.shell.screen import TITLE, YOUR_TURN, run_screen
from fadenet.engine.rules import Move
from fadenet.engine.state import TableNeed
from fadenet.games.fade.tables import COMBAT
from fadenet.table.local import LocalMatch
from fadenet.table.view import MatchInfo, SeatView
from tests.builders.scenario import Duel
from tests.console.helpers import NAMES, Dice, Eyes, asked, decks, faroe, on_screen, view


@dataclass(frozen=True)
class Wanted:
    bell: bool
    title: bool


@pytest.mark.slow
@on_screen
@pytest.mark.parametrize("wanted", [Wanted(True, True), Wanted(False, False)], ids=["called", "quiet"])
async def test_a_question_rings_and_stands_in_the_title(wanted: Wanted) -> None:
    """given a person who wants to be called, when something is asked, then the bell rings once and the title
    says so, and at the end the title is the terminal's again; else neither is touched."""
    desk, eyes = Desk(), Eyes()
    match = LocalMatch(faroe(), [ConsolePlayer(desk, True), Dice(3)], decks(faroe(), 2, 3), 3, NAMES[:2])
    with create_pipe_input() as keys:
        async with trio.open_nursery() as nursery:

            async def show() -> None:
                await run_screen(
                    MatchScene(desk), bell=wanted.bell, title=wanted.title, input=keys, output=eyes.output()
                )
                nursery.cancel_scope.cancel()

            nursery.start_soon(show)
            await eyes.see("waiting for the match")
            nursery.start_soon(match.play)
            await eyes.see("goes first?")
            assert eyes.written.count("\a") - eyes.written.count("\x1b]2;") == wanted.bell
            assert (f"\x1b]2;{YOUR_TURN}\a" in eyes.written) == wanted.title
            desk.leave("quit")
    last = eyes.written.rpartition("\x1b]2;")[2]
    assert not wanted.title or last.startswith("\a"), "an empty title"
    assert TITLE in YOUR_TURN


def at_combat(*, attackers: bool, advise: Advice | None = None) -> Desk:
    """A desk that is asked in a Combat Step, with somebody who can attack or without."""
    d = Duel(edition="fade2")
    if attackers:
        d.character(0, at="c2")
    d.character(1, "giant", at="c3")
    d.go(0, COMBAT)
    desk = Desk(advise)
    desk.confirms = True
    info = MatchInfo("m", d.rules.name, "duel", 0, ("Ada", "Ben"), ("human", "human"), (), 0)
    desk.start(info, SeatView(d.s, 0, d.dealer.known[0]))
    desk.open()
    return desk


def test_a_turn_with_attackers_left_ends_when_that_is_said_twice() -> None:
    """given somebody who can attack, when the turn is ended, then it is asked once, with what could be done;
    not where the player has set that off."""
    desk = at_combat(attackers=True)
    enter(desk, "end")
    assert desk.dialogue.answer is None
    assert "you could still attack" in desk.log[-1].text and "once more" in desk.log[-1].text
    enter(desk, "end")
    assert desk.dialogue.answer is not None
    desk = at_combat(attackers=True)
    desk.confirms = False
    enter(desk, "end")
    assert desk.dialogue.answer is not None


@dataclass
class Adviser:
    """A helper that would always make moves of one verb."""

    verb: str

    def move(self, seat: SeatView, called: Callable[[int], str]) -> tuple[Move, str]:
        verbs = seat.state.rules.verbs
        return next(move for move in seat.options() if verbs[move[0]] == self.verb), "so it is"

    def reason(self, seat: SeatView, move: Move, called: Callable[[int], str]) -> str:
        raise AssertionError

    def search(self, match: MatchInfo, seat: SeatView) -> None:
        return None

    def indifferent(self, seat: SeatView) -> bool:
        return False

    def beyond(self, seat: SeatView, move: Move) -> list[Move]:
        raise AssertionError

    def card(
        self, seat: SeatView, need: TableNeed, taken: Sequence[int], there: Sequence[int]
    ) -> tuple[int, str]:
        raise AssertionError


@pytest.mark.parametrize("verb", ["end", "attack"])
def test_the_warning_at_the_end_of_a_turn_agrees_with_hint(verb: str) -> None:
    """given somebody who can attack, when the turn is ended, then it is warned of just what hint would do,
    and of nothing where hint would end the turn as well."""
    desk = at_combat(attackers=True, advise=Adviser(verb))
    enter(desk, "hint")
    wanted = desk.log[-1].text.removeprefix("hint: ").removesuffix(" (so it is)")
    enter(desk, "end")
    assert (desk.dialogue.answer is not None) == (verb == "end")
    assert verb == "end" or f"you could still {wanted}: " in desk.log[-1].text


def test_the_time_that_is_left_stands_at_both_players_and_at_the_question() -> None:
    """given a match whose time is counted, then both banks and the time for this answer stand on the screen,
    and `clock` says them; else `clock` says that none is counted."""
    desk = next(asked(0))
    enter(desk, "clock")
    assert desk.log[-1].text == "no time is counted in this match"
    player = ConsolePlayer(desk, linger=False)
    player.tick(["8:10", "7:40"], "0:45")
    shown = view(desk, 80, 24)
    assert sum("clock 8:10" in line for line in shown) == sum("clock 7:40" in line for line in shown) == 1
    assert any(line.startswith("(0:45) ") for line in shown)
    enter(desk, "clock")
    assert desk.log[-1].text == "time left: p1 Aud 8:10, p2 Mara 7:40; 0:45 for this answer"
