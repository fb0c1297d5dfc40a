"""The set-up of a game by one Enter: what is asked before the first turn, and how each choice is opened."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
import trio

from fadenet import bots, games
from fadenet.cli.seat.hints import Strongest
from fadenet.console.match.commands import enter
from fadenet.console.match.desk import Desk
from fadenet.console.match.player import ConsolePlayer
from fadenet.games import decks
from fadenet.table.local import LocalMatch
from fadenet.table.view import SeatView
from tests.console.helpers import view

LISTS = [
    pytest.param(name, deck, id=f"{name}-{deck}")
    for name in ("terrene", "prelude")
    for deck in decks.packaged(games.load(name))
]


ENTERED = {"terrene": ("1", ""), "prelude": ("", "pass")}
"""The throw for who goes first, and Enter; Enter, and the hand is kept if that is asked."""
OPENED = ("1", "1", "none", "name line=none", "none", "pass")
"""A character, the only Preliminary, a second calling, nothing left out, no cut."""


class Begun(Exception):
    """The first turn has begun."""


class Newcomer(ConsolePlayer):
    """Somebody who answers the questions of the set-up with these lines, the last one again and again."""

    def __init__(self, desk: Desk, lines: Sequence[str]) -> None:
        super().__init__(desk, linger=False)
        self.lines = lines
        self.asked: list[str] = []
        self.shown: list[str] = []

    async def _wait(self) -> None:
        await trio.lowlevel.checkpoint()
        if self.desk.sight.seat.state.turn:
            raise Begun
        self.asked.append(self.desk.question())
        self.shown.append(" ".join(" ".join(view(self.desk, 60, 18)).split()))
        enter(self.desk, self.lines[min(len(self.asked), len(self.lines)) - 1])
        assert self.dialogue.given, (self.asked[-1], self.desk.log[-1].text)


async def prepared(name: str, deck: str, *lines: str) -> tuple[Newcomer, SeatView]:
    """The seats that were asked until the first turn, against a bot with the same deck, and what lies there
    then."""
    rules = games.load(name)
    player = Newcomer(Desk(Strongest()), lines)
    lists = [*decks.load_deck(rules, deck).lists] * 2
    match = LocalMatch(rules, [player, bots.make("easy")], lists, 7, ("Ann", "easy"), ("human", "bot"))
    with pytest.raises(Begun):
        await match.play()
    return player, player.desk.sight.seat


@pytest.mark.parametrize(("name", "deck"), LISTS)
async def test_one_enter_makes_the_set_up(name: str, deck: str) -> None:
    """given a packaged deck, when the first choice of cards is left to Enter, then at most one question more
    is asked before the first turn, and a legal set-up has been made."""
    player, seat = await prepared(name, deck, *ENTERED[name])
    assert len(player.asked) <= 2, player.asked
    assert seat.options()


@pytest.mark.parametrize("name", ENTERED)
async def test_what_enter_takes_is_said_whole(name: str) -> None:
    """given the smallest screen, when cards are asked for, then all that Enter takes stands below them."""
    player, _ = await prepared(name, decks.packaged(games.load(name))[0], *ENTERED[name])
    assert any("(Enter takes" in question for question in player.asked)
    for question, shown in zip(player.asked, player.shown, strict=True):
        assert question[question.find("(Enter takes") :] in shown or "(Enter takes" not in question


async def test_a_number_opens_the_choices() -> None:
    """given Prelude, when the first choice is made by its number, then each of the others is asked for, until
    one of them is left to Enter."""
    each, _ = await prepared("prelude", decks.packaged(games.load("prelude"))[0], *OPENED)
    some, _ = await prepared("prelude", decks.packaged(games.load("prelude"))[0], "1", "", "pass")
    assert len(each.asked) > 4 and 2 <= len(some.asked) <= 3
