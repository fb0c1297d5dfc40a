"""Bots at a node think in a thread, on a copy of what their seat sees, and answer as they would without."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock, wait_all_tasks_blocked

from fadenet import bots
from fadenet.bots.base import Bot, run_now
from fadenet.bots.beside import Beside
from fadenet.bots.fnbot.process import ProgramFailed
from fadenet.engine import kernel
from fadenet.engine.digest import digest
from fadenet.engine.rules import Move
from fadenet.engine.state import Row, State
from fadenet.table.local import LocalMatch
from fadenet.table.view import Answer, Clock, MatchInfo, SeatView
from tests.bots.fnbot.programs import program, written
from tests.builders.playout import FAROE, Playout, Table, deck_lists
from tests.node.tables import Party, Quitter, table
from tests.table.test_replay import Enough

ANSWERS = 30
PATIENCE_S = 10.0
"""A thread that nobody wakes gives up after so long, and the test with it."""


def asked(play: Playout) -> SeatView:
    """The view of the first seat of a match that has a choice."""
    for s in play.rests():
        seat = play.owing()[0] if s.asks else -1
        if s.turn and seat >= 0 and len(play.options(seat)) > 1:
            return SeatView(s, seat, play.dealer.known[seat], play.dealer.sightings[seat])
    raise AssertionError("nobody has a choice")


class Thinker(Bot):
    """Thinks until it is woken."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.wake = threading.Event(), threading.Event()
        self.views: list[SeatView] = []

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        self.views.append(seat)
        self.begun.set()
        assert self.wake.wait(PATIENCE_S), "nobody could wake it"
        return options[-1]


async def until(event: threading.Event) -> None:
    """Wait for what a thread says."""
    assert await trio.to_thread.run_sync(event.wait, PATIENCE_S)


async def test_the_loop_goes_on_while_a_bot_thinks() -> None:
    """given a bot that thinks until something else on the loop wakes it, then it is woken and answers."""
    seat, bot = asked(Playout(FAROE, 1)), Thinker()
    player, answers = Beside(bot), list[Answer]()
    async with trio.open_nursery() as nursery:

        async def ask() -> None:
            answers.append(await player.choose(seat))

        nursery.start_soon(ask)
        await until(bot.begun)
        bot.wake.set()
    assert answers == [Answer(seat.options()[-1])]


async def test_a_bot_is_given_a_copy() -> None:
    """given a bot that plays on in what it was given, then the match is as it was; the copy has all that the
    view has, and its clock."""

    class Careless(Bot):
        copy: SeatView

        def pick(self, seat: SeatView, options: list[Move]) -> Move:
            self.copy = seat
            assert (seat.laid, seat.seen, seat.clock) == (view.laid, view.seen, view.clock)
            kernel.play(seat.state, seat.index, options[-1], seat.opened(options[-1]))
            seat.known.clear()
            return options[-1]

    view, bot = asked(Playout(FAROE, 1)), Careless()
    view.clock = Clock(5.0, 60.0)
    before, known, index = digest(view.state), dict(view.known), view.state.index
    await Beside(bot).choose(view)
    assert digest(view.state) == before != digest(bot.copy.state) and view.known == known
    assert view.state.index is index is not bot.copy.state.index


async def test_a_question_whose_time_is_over_is_left_and_the_next_one_waits_for_its_end() -> None:
    """given a bot that thinks about a question that is asked no more, when it is asked the next one, then it
    begins with that once it is done, and only this answer counts."""
    seat, bot = asked(Playout(FAROE, 1)), Thinker()
    player, answers = Beside(bot), list[Answer]()
    assert await left(player, bot, seat)
    async with trio.open_nursery() as nursery:

        async def ask() -> None:
            answers.append(await player.choose(seat))

        nursery.start_soon(ask)
        await wait_all_tasks_blocked()
        assert len(bot.views) == 1 and not answers
        bot.wake.set()
    assert len(bot.views) == 2 and len(answers) == 1


async def test_a_bot_that_does_not_come_to_an_end_holds_up_no_match() -> None:
    """given a bot that thinks on about a question whose time is over, when the match goes on and ends, then
    it is not waited for; once it has ended, it is told what comes then."""

    class Listener(Thinker):
        heard = 0

        async def events(self, seat: SeatView, rows: Sequence[Row]) -> None:
            self.heard += 1

    seat, bot = asked(Playout(FAROE, 1)), Listener()
    player = Beside(bot)
    assert await left(player, bot, seat)
    with trio.fail_after(PATIENCE_S / 2):
        await player.events(seat, ())
        await player.over(seat, (1, 2), "faroe.end")
    assert bot.heard == 0
    bot.wake.set()
    await player.choose(seat)
    await player.events(seat, ())
    assert bot.heard == 1


async def test_a_bot_hurries_when_its_question_is_left() -> None:
    """given a bot that thinks on until it is told to hurry, when its question is left, then it ends, and
    answers the next one."""

    class Hasty(Thinker):
        def hurry(self) -> None:
            self.wake.set()

    seat, bot = asked(Playout(FAROE, 1)), Hasty()
    player = Beside(bot)
    assert await left(player, bot, seat)
    with trio.fail_after(PATIENCE_S / 2):
        assert await player.choose(seat) == Answer(seat.options()[-1])


async def _when(event: threading.Event, act: Callable[[], None]) -> None:
    await until(event)
    act()


async def left(player: Beside, bot: Thinker, seat: SeatView) -> bool:
    """Ask, and leave the question as soon as the bot thinks about it; whether it was left."""
    async with trio.open_nursery() as nursery:
        with trio.CancelScope() as question:
            nursery.start_soon(lambda: _when(bot.begun, question.cancel))
            await player.choose(seat)
    return question.cancelled_caught


async def test_the_rules_answer_for_a_program_that_has_failed(tmp_path: Path) -> None:
    """given a program that ends at its first question, at a table that is told of it, then that is told once,
    and all questions of the match are answered by the rules; at another table it is an error."""
    seat, said = asked(Playout(FAROE, 1)), list[str]()
    info = MatchInfo("m", "faroe", "duel", seat.index, ("a", "b"), ("bot", "bot"), ((), ()), 0)
    player = Beside(program(written(tmp_path, "sys.exit(3)")), lambda failed: said.append(failed.message))
    await player.start(info, seat)
    answer = Answer(kernel.default_answer(seat.state, seat.index, seat.known))
    assert [await player.choose(seat) for _ in range(3)] == [answer] * 3
    await player.over(seat, (1, 2), "faroe.end")
    assert said == ["Dice failed: it ended with exit code 3."]
    strict = Beside(program(written(tmp_path, "sys.exit(3)")))
    await strict.start(info, seat)
    with pytest.raises(ProgramFailed, match="exit code 3"):
        await strict.choose(seat)


async def test_an_error_of_a_bot_ends_its_match() -> None:
    """given a bot that fails, then its error comes out where it was asked."""
    with pytest.raises(NotImplementedError):
        await Beside(Bot()).choose(asked(Playout(FAROE, 1)))


@pytest.mark.parametrize("game", ["faroe", "terrene", "prelude"])
async def test_a_bot_answers_beside_the_loop_as_it_would_on_it(game: str) -> None:
    """given a match of bots that think beside the loop, then it goes on as the one that they play on it."""
    rules = Table(game, "duel", 2).rules

    def look(s: State, rows: Sequence[Row]) -> None:
        if len(match.choices) >= ANSWERS:
            raise Enough

    ends = []
    for aside in (False, True):
        made = [bots.make(name) for name in ("greedy", "random")]
        players = [Beside(bot) if aside else bot for bot in made]
        match = LocalMatch(rules, players, deck_lists(rules, 2), 2, watch=look)
        with contextlib.suppress(Enough):
            if aside:
                await match.play()
            else:
                run_now(match.play())
        ends.append((match.answers, digest(match.state)))
    assert ends[0] == ends[1]


@pytest.mark.slow
async def test_a_bot_that_thinks_does_not_hold_up_the_other_matches_of_its_process(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given two matches between nodes, when a bot in one of them thinks until the other match is over, then
    that comes to its end, and this one too."""

    class Waiting(Quitter):
        def pick(self, seat: SeatView, options: list[Move]) -> Move:
            assert over.wait(PATIENCE_S), "the other match is held up"
            return super().pick(seat, options)

    autojump_clock.autojump_threshold = 0.03  # it stands still while a thread answers at once
    over = threading.Event()
    parties = []
    for name, first in (("a", Waiting(4)), ("b", Quitter(4))):
        home = tmp_path / name
        home.mkdir()
        parties.append(Party(table(home / "0", 0, Beside(first)), table(home / "1", 1, Beside(Quitter(60)))))
    done = []

    async def play(number: int) -> None:
        done.append((number, await parties[number].play(patience=100_000)))
        over.set()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(play, 0)
        nursery.start_soon(play, 1)
    assert [number for number, _ in done] == [1, 0]
    assert all(end is not None for _, ends in done for end in ends)
