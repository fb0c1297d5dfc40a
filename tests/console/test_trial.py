"""A card tried at the console: hands lie open, moves are taken back, and the card is read again."""

from __future__ import annotations

from functools import cache

import pytest
import trio

from fadenet import games
from fadenet.bots.beside import Beside
from fadenet.bots.naming import make
from fadenet.bots.scenes import scene_of
from fadenet.console.match.commands import enter
from fadenet.console.match.dialogue import Wish
from fadenet.console.match.trial import CardTrial, Reload, TrialDesk, TrialPosition, try_out
from fadenet.engine import position
from fadenet.engine.cardset import keep, option_of
from fadenet.engine.errors import WrongInput
from fadenet.engine.language.sets import read_set
from fadenet.engine.rules import Rules
from fadenet.games.starting import first_cards, first_set
from fadenet.table.view import TakeBack

SLUG = "own:ash-whisper"


def rules_with(game: str, old: str = "", new: str = "") -> Rules:
    """The rules of a game with the set as which somebody's own begins, with a change."""
    one = read_set([("", first_set(game, "", "own", "Own", "").replace(old, new) if old else text_of(game))])
    keep(one)
    return games.load(game, **option_of([one]))


def text_of(game: str) -> str:
    return first_set(game, "", "own", "Own", "")


@cache
def begun() -> TrialPosition:
    rules = rules_with("prelude")
    scene = scene_of(rules, SLUG)
    assert scene is not None
    return TrialPosition(scene.state, scene.hidden, [rules.by_slug[SLUG].text])


def stronger() -> TrialPosition:
    """The same position with a card that deals more damage."""
    rules = rules_with("prelude", "damage = 3", "damage = 7")
    line = position.dump(begun().state, begun().hidden)
    state, hidden = position.load_whole(rules, position.moved(rules, line))
    assert hidden is not None
    return TrialPosition(state, hidden, [rules.by_slug[SLUG].text])


class Typing(CardTrial):
    """A person who types these lines, one at each question, and leaves behind the last one."""

    def __init__(self, desk: TrialDesk, at: TrialPosition, lines: list[str]) -> None:
        super().__init__(desk, at, linger=False)
        self.lines = lines

    async def _wait(self) -> None:
        if not self.lines:
            raise EOFError
        enter(self.desk, self.lines.pop(0))
        if self.dialogue.wish is Wish.BACK:
            raise TakeBack(self.desk.sight.seat.index)
        if not self.dialogue.given:
            await self._wait()


def typed(read: Reload, *lines: str) -> list[str]:
    """The log of a trial in which these lines are typed."""
    desk = TrialDesk(read, None)
    trial = Typing(desk, begun(), list(lines))
    with pytest.raises(EOFError):
        trio.run(try_out, trial, lambda: Beside(make("random")), 1)
    return [entry.text for entry in desk.log]


def test_all_hands_lie_open_and_the_card_is_read_out() -> None:
    log = typed(lambda: (None, []))
    assert begun().said[0] in log and any(line.startswith("reload ") for line in log)
    assert all(set(own) == set(begun().hidden.known[0]) for own in begun().hidden.known)


def test_the_changed_card_comes_into_the_same_position() -> None:
    # Given a trial in which a move was made, when the file is read again, then the card says what it does
    # now, and what is asked is what was asked at first.
    before = typed(lambda: (None, []))
    log = typed(lambda: (stronger(), ["read"]), "1", "reload")
    assert "read" in log and any("7 damage" in line for line in log)
    assert log[-1] == before[-1]


def test_a_card_with_faults_leaves_the_table_as_it_is() -> None:
    log = typed(lambda: (None, ["no such effect"]), "reload")
    assert "no such effect" in log and log[-1] == "no such effect"


@pytest.mark.slow
@pytest.mark.parametrize("game", games.NAMES)
def test_a_position_comes_up_for_a_card_of_every_game(game: str) -> None:
    scene = scene_of(rules_with(game), f"own:{first_cards(game)[0]}")
    assert scene is not None and not scene.state.over


def test_a_set_that_stands_alone_with_too_few_cards_has_no_position() -> None:
    text = text_of("prelude").partition("# A deck")[0].replace('with = ["prelude"]', "with = []")
    one = read_set([("", text)])
    keep(one)
    with pytest.raises(WrongInput):
        scene_of(games.load("prelude", **option_of([one])), SLUG)
