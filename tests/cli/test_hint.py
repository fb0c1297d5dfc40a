"""`hint` where a search is behind it: it blocks nobody, ends when something is typed, and tells no secret."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
import trio

from fadenet.bots.beliefs import Beliefs
from fadenet.bots.fnbot import host
from fadenet.bots.worlds import Worlds
from fadenet.cli.frame.settings import Settings
from fadenet.cli.seat.hints import LongLook, Strongest
from fadenet.cli.seat.person import LatePerson
from fadenet.console.match.commands import TAKE_HINT, enter
from fadenet.console.match.desk import THINKS, Desk
from fadenet.console.match.player import ConsolePlayer
from fadenet.console.match.scene import MatchScene
from fadenet.console.shell.editor import LineEditor
from fadenet.console.shell.plain import run_plain
from fadenet.engine import kernel
from fadenet.engine.rules import Move, rules_of
from fadenet.engine.state import ACT
from fadenet.games.fade.tables import COMBAT
from fadenet.table.view import Answer, Clock, MatchInfo, SeatView
from keys import ExitCode
from tests.bots.fnbot.programs import written
from tests.bots.test_rollout import choices
from tests.builders.playout import FAROE, Playout
from tests.builders.prelude_scenario import Prelude
from tests.builders.scenario import Duel
from tests.cards import prelude
from tests.cli.helpers import Cli
from tests.cli.test_home import context

SMALL = "rollout:moves=2,worlds=1,replies=2"
SAW = "after the likely answer "


class EndlessLook:
    """A search that ends when it is hurried, and then takes the last move of all."""

    def __init__(self, options: list[Move]) -> None:
        self.options = options
        self.hurried = threading.Event()

    def run(self) -> tuple[Move, str]:
        self.hurried.wait()
        return self.options[-1], "it saw all"

    def hurry(self) -> None:
        self.hurried.set()


class Endless(Strongest):
    """A helper that looks for ever. looks: those that it has begun."""

    def __init__(self) -> None:
        self.looks: list[EndlessLook] = []

    def search(self, match: MatchInfo, seat: SeatView) -> EndlessLook:
        self.looks.append(EndlessLook(seat.options()))
        return self.looks[-1]


def view() -> SeatView:
    """A free choice in Prelude: a wolf that can attack, and a trap to lay."""
    g = Prelude("human", "human", cards=prelude.cards("wolf", "snare"), ranks="soldier-1")
    g.minion(0, "wolf", actions=1)
    g.coin(0, 9)
    g.hand(0, "snare")
    return SeatView(g.s, 0, g.dealer.known[0])


def under_way(game: str) -> tuple[MatchInfo, SeatView]:
    """A free choice in a match with real decks."""
    onlooker, ((seat, _), *_) = choices(game)
    return onlooker.match, seat


def player_of(seat: SeatView, advise: Strongest) -> ConsolePlayer:
    """A person who sits there."""
    player = ConsolePlayer(Desk(advise), linger=False)
    player.desk.start(MatchInfo("m", "prelude", "duel", 0, ("Ada", "Ben"), ("human", "bot"), (), 0), seat)
    return player


async def until(desk: Desk, holds: Callable[[], bool]) -> None:
    """Until something holds, looked at whenever the desk has changed."""
    changed = trio.Event()
    desk.listeners.append(lambda: changed.set())
    while not holds():
        await changed.wait()
        changed = trio.Event()


def said(desk: Desk) -> list[str]:
    return [entry.text for entry in desk.log if entry.kind == "note"]


@pytest.mark.parametrize("cut", ["a key", "a line", "Ctrl-C"])
async def test_whatever_is_typed_ends_a_search_that_a_hint_waits_for(cut: str) -> None:
    """given a search without an end, when a hint is asked for and something is typed, then it says at once
    what is there; the same question is not searched again, and ! does what the hint has said."""
    helper, seat = Endless(), view()
    player = player_of(seat, helper)
    desk, given = player.desk, list[Answer]()

    async def play() -> None:
        given.append(await player.choose(seat))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(play)
        await until(desk, lambda: desk.dialogue.waits and desk.think is not None)
        enter(desk, "hint")
        assert said(desk)[-1] == THINKS and MatchScene(desk).thinks
        await trio.testing.wait_all_tasks_blocked()
        assert said(desk)[-1] == THINKS, "nothing waits for it"
        if cut == "a key":
            LineEditor(MatchScene(desk)).buffer.insert_text("a")
        elif cut == "a line":
            enter(desk, "")
        else:
            MatchScene(desk).interrupt(again=False)
        await until(desk, lambda: said(desk)[-1].endswith("; it saw all)"))
        assert not MatchScene(desk).thinks
        enter(desk, "hint")
        assert len(helper.looks) == 1 and said(desk)[-1].endswith("; it saw all)")
        enter(desk, TAKE_HINT)
    assert given[0].move == seat.options()[-1]


async def test_an_answer_is_given_while_a_hint_is_searched_for() -> None:
    """given a search under way, when the question is answered, then the match goes on, the search ends, and
    nothing is said of it."""
    helper, seat = Endless(), view()
    player = player_of(seat, helper)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(player.choose, seat)
        await until(player.desk, lambda: player.desk.dialogue.waits and player.desk.think is not None)
        enter(player.desk, "hint")
        enter(player.desk, "end")
        enter(player.desk, "end")
    assert helper.looks[0].hurried.is_set() and player.desk.search is None
    assert not any(text.startswith("hint:") for text in said(player.desk)[said(player.desk).index(THINKS) :])


async def test_a_pipe_waits_for_the_hint_that_it_has_asked_for() -> None:
    """given a hint and the end of the input in one go, then the hint is printed before the match is left."""
    match, seat = under_way("prelude")
    player = ConsolePlayer(Desk(Strongest()), linger=False)
    player.desk.start(match, seat)
    printed: list[str] = []
    chunks = [b"hint\n"]

    async def read() -> bytes:
        await until(player.desk, lambda: player.desk.dialogue.waits)
        return chunks.pop() if chunks else b""

    async with trio.open_nursery() as nursery:
        nursery.start_soon(player.choose, seat)
        await run_plain(MatchScene(player.desk), read, printed.append)
        nursery.cancel_scope.cancel()
    assert [line for line in printed if line.startswith("note: hint: ") and SAW in line], printed


def test_a_hint_is_a_function_of_the_view() -> None:
    """given a view and another world that fits it, then a search finds the same move and says the same of it,
    whatever the seed of the match; in no time it says nothing more than a quick bot."""
    match, seat = under_way("terrene")
    world = Worlds(seat, Beliefs(rules_of(seat.state), match)).draw(Random(7))
    other = SeatView(world.state.clone(), seat.index, world.known[seat.index], seat.sightings.clone())
    found = LongLook(SMALL, match, seat).run()
    assert SAW in found[1]
    assert all(LongLook(SMALL, replace(match, seed=seed), other).run() == found for seed in (0, 1))
    look = LongLook(SMALL, match, seat)
    look.hurry()
    assert look.run()[1] == ""
    seat.clock = Clock(decision_s=0)
    assert LongLook(SMALL, match, seat).run()[1] == ""


def test_only_a_game_in_which_a_search_is_better_is_looked_at_longer() -> None:
    """given a free choice in Prelude, then a hint is searched for, and not where somebody has to answer; not
    in faroe either, where it would not be better."""
    match = MatchInfo("m", "prelude", "duel", 0, ("Ada", "Ben"), ("human", "bot"), (), 0)
    seat = view()
    assert Strongest().search(match, seat) is not None
    attack = next(move for move in seat.options() if seat.text(move).startswith("attack"))
    kernel.play(seat.state, 0, attack, ())
    asked = seat.state.asks[0].seat
    assert seat.state.asks[0].kind != ACT
    assert Strongest().search(match, SeatView(seat.state, asked, {})) is None
    d = Duel()
    d.character(0, "soldier")
    d.character(1, "giant")
    d.go(0, COMBAT)
    assert Strongest().search(match, SeatView(d.s, 0, d.dealer.known[0])) is None


class TestAsked:
    """A bot that the person has named for hints is asked at every question."""

    @pytest.fixture(autouse=True)
    def _nothing_is_left(self) -> Iterator[None]:
        yield
        host.end_all()

    def look(self, name: str) -> tuple[Move, str]:
        match, seat = under_way("prelude")
        found = Strongest(name).search(match, seat)
        assert found is not None
        return found.run()

    def test_a_program_is_asked_and_says_what_it_thinks(self, tmp_path: Path) -> None:
        """given a program that takes the last listed answer, then that is the hint, with its thought behind
        its name; without a thought its name alone; it waits for the next hint, and was started once."""
        _, seat = under_way("prelude")
        say = 'say("move", number, f"@{len(legal)}")'
        line = "exec:" + written(tmp_path, f'say("info", number, "I am", os.getpid()); {say}', "import os; ")
        first, second = self.look(line), self.look(line)
        assert first == second and first[0] == seat.options()[-1] and first[1].startswith("Dice: I am ")
        (tmp_path / "mute").mkdir()
        assert self.look("exec:" + written(tmp_path / "mute", say))[1] == "Dice would do so"

    def test_a_program_that_fails_is_told_and_the_quick_bot_answers(self, tmp_path: Path) -> None:
        """given a program that ends at its question, then the hint is what the quick bot would do, and says
        why; at the next hint it is started anew."""
        usual = Strongest().move(under_way("prelude")[1], str)[0]
        line = "exec:" + written(tmp_path, "sys.exit('no book')")
        why = (
            "Dice failed: it ended with exit code 1. Its last words: no book, so this is what greedy would do"
        )
        assert [self.look(line), self.look(line)] == [(usual, why)] * 2

    def test_a_program_that_is_hurried_is_not_waited_for(self, tmp_path: Path) -> None:
        """given a program that never answers, when something is typed meanwhile, then the quick bot's answer
        is the hint."""
        asked = tmp_path / "asked"
        line = "exec:" + written(tmp_path, f"open({str(asked)!r}, 'x')")
        found = Strongest(line).search(*under_way("prelude"))
        assert found is not None

        def hurry() -> None:
            while not asked.exists():
                os.sched_yield()
            found.hurry()

        hurried = threading.Thread(target=hurry)
        hurried.start()
        assert found.run()[1] == "Dice has not answered in time, so this is what greedy would do"
        hurried.join()

    def test_a_program_that_is_gone_is_told(self, tmp_path: Path) -> None:
        """given a program whose file is taken away in the midst of a match, then a hint says so."""
        found = Strongest(f"exec:{tmp_path}/mybot").search(*under_way("prelude"))
        assert found is not None
        assert found.run()[1].startswith(f"the program {tmp_path}/mybot is not there, so this is what")

    def test_a_bot_of_ours_is_asked_where_somebody_has_to_answer_too(self) -> None:
        """given an attack of the other side, and one answer, then a bot that is named is asked for a hint."""
        match = MatchInfo("m", "prelude", "duel", 0, ("Ada", "Ben"), ("human", "bot"), (), 0)
        seat = view()
        attack = next(move for move in seat.options() if seat.text(move).startswith("attack"))
        kernel.play(seat.state, 0, attack, ())
        other = SeatView(seat.state, seat.state.asks[0].seat, {})
        found = Strongest("random").search(match, other)
        assert (found is None) == (len(other.options()) < 2)
        assert Strongest("random").search(match, view()) is not None

    def test_the_option_counts_more_than_the_setting(self, cli: Cli) -> None:
        """given a setting and an option that name a bot for hints, then the option's is asked, and without it
        the setting's; without both the usual helper is there."""
        ctx = context(cli)
        assert LatePerson(ctx).helper.asked == ""
        ctx = replace(ctx, settings=Settings(hint="random"))
        assert LatePerson(ctx).helper.asked == "random"
        ctx.args.hint = "greedy:trials=8"
        assert LatePerson(ctx).helper.asked == "greedy:trials=8"

    @pytest.mark.parametrize("command", ["play", "host"])
    def test_a_bot_that_is_not_there_is_said_before_anything_begins(self, cli: Cli, command: str) -> None:
        assert cli.typing("", command, "prelude", "--hint", "deep-blue") == ExitCode.NOT_FOUND
        assert "There is no bot 'deep-blue'" in cli.err and not cli.out


def test_a_throw_is_left_to_dice() -> None:
    """given the throw for who begins, then many who take hints throw all there is, as two who throw alike
    throw again; each is told the same as often as it asks."""
    match = Playout(FAROE, 4)
    next(rest for rest in match.rests() if rest.asks)
    view = SeatView(match.s, 0, match.dealer.known[0])
    assert view.ask is not None and view.ask.sealed and len(view.options()) == 3
    helpers = [Strongest() for _ in range(80)]
    assert {one.move(view, str)[0] for one in helpers} == {*view.options()}
    assert len({helpers[0].move(view, str)[0] for _ in range(20)}) == 1
