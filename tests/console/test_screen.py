"""The full screen in memory: keys go in as bytes, and what stands on the terminal is read."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
import trio
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.base import PipeInput
from prompt_toolkit.layout.screen import Screen as Frame

from fadenet import games
from fadenet.console.match.desk import Desk
from fadenet.console.match.player import ConsolePlayer
from fadenet.console.match.scene import MatchScene
from fadenet.console.shell.screen import run_screen
from fadenet.table.local import LocalMatch
from tests.builders.playout import deck_lists
from tests.console.helpers import NAMES, Dice, Eyes, decks, on_screen


@dataclass
class Seen:
    """An open screen with a match behind it."""

    desk: Desk
    keys: PipeInput
    eyes: Eyes
    match: LocalMatch

    def type(self, text: str) -> None:
        self.keys.send_text(text)

    async def line(self, text: str) -> None:
        """Type a line and wait until it has been taken."""
        told = self.desk.told
        self.type(text + "\r")
        await self.eyes.until(lambda: self.desk.told > told or self.desk.page is not None, text)


@asynccontextmanager
async def opened(
    columns: int = 80, rows: int = 24, seed: int = 3, kinds: tuple[str, ...] = (), game: str = "faroe"
) -> AsyncIterator[Seen]:
    """A local match against random moves, shown; left at the end."""
    desk = Desk()
    player = ConsolePlayer(desk, linger=True)
    eyes = Eyes(columns, rows)
    rules = games.load(game)
    lists = decks(rules, 2, seed) if game == "faroe" else deck_lists(rules, seed)
    match = LocalMatch(rules, [player, Dice(seed)], lists, seed, NAMES[:2], kinds)
    with create_pipe_input() as keys:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_play, match)
            nursery.start_soon(_shown(desk, keys, eyes))
            await eyes.see("goes first?")
            yield Seen(desk, keys, eyes, match)
            desk.leaving = desk.leaving or "quit"
            desk.notify()
            await eyes.until(lambda: "\x1b[?1049l" in eyes.written, "the end of the screen")
            nursery.cancel_scope.cancel()


async def _play(match: LocalMatch) -> None:
    await match.play()


def _shown(desk: Desk, keys: PipeInput, eyes: Eyes) -> Callable[[], Awaitable[None]]:
    async def show() -> None:
        await run_screen(MatchScene(desk), input=keys, output=eyes.output())

    return show


@on_screen
async def test_the_first_decisions_need_one_key_each() -> None:
    async with opened() as seen:
        await seen.line("2")
        await seen.eyes.see("Take a new Hand (mulligan)?", "[1 yes] [2 no]", "h6")
        await seen.line("n")
        await seen.eyes.see("keeps the Hand")


@on_screen
async def test_tab_completes_and_cycles_through_what_is_legal() -> None:
    async with opened() as seen:
        seen.type("mo\t")
        await seen.eyes.see("> mode ")
        seen.type("\t")
        await seen.eyes.see("> mode 1")
        seen.type("\t")
        await seen.eyes.see("> mode 2")


@pytest.mark.slow
@on_screen
async def test_help_is_a_page_that_escape_closes() -> None:
    async with opened() as seen:
        seen.type("?\r")
        await seen.eyes.see("help", "Type a move and press Enter", "Esc or Enter closes")
        seen.type("\x1b")
        await seen.eyes.until(lambda: "Type a move" not in seen.eyes.text)
        assert seen.desk.dialogue.asked


@pytest.mark.slow
@on_screen
async def test_what_is_said_while_a_page_is_open_stands_on_it() -> None:
    """given an open page, then chat, warnings, what a command answers and the question of Ctrl-C are seen."""
    async with opened() as seen:
        await seen.line("?")
        await seen.eyes.see("Esc or Enter closes")
        seen.desk.write("chat", "are you there?", "p2")
        await seen.eyes.see("p2 says: are you there?", "Type a move and press Enter", "Esc or Enter closes")
        seen.desk.write("alert", "15 s left to answer")
        await seen.eyes.see("15 s left to answer")
        await seen.line("say hello")
        await seen.eyes.see("nobody listens in this match")
        seen.type("\x03")
        await seen.eyes.see("leave the match? Ctrl-C once more leaves", "help")


@pytest.mark.slow
@on_screen
@pytest.mark.parametrize("key", ["\x1b", "\r"])
async def test_a_page_over_the_cards_to_choose_from_closes_to_them(key: str) -> None:
    async with opened(game="terrene") as seen:
        seen.type("1\r")
        await seen.eyes.see("a Character for your party (1 of ", "Choose one of these cards")
        assert "closes" not in seen.eyes.text
        seen.type("?\r")
        await seen.eyes.see("Type a move and press Enter", "Esc or Enter closes")
        seen.type(key)
        await seen.eyes.until(lambda: "Type a move" not in seen.eyes.text)
        await seen.eyes.see("1 ", "Choose one of these cards")
        assert seen.desk.page is not None and seen.desk.page.stays and "closes" not in seen.eyes.text
        seen.type("1\r")
        await seen.eyes.see("(2 of ")


@on_screen
async def test_enter_on_an_empty_line_answers_nothing() -> None:
    async with opened() as seen:
        asked = seen.desk.dialogue.asked
        seen.type("\r\r\r")
        seen.type("zz")
        await seen.eyes.see("> zz")
        assert seen.desk.dialogue.asked is asked is not None


@on_screen
async def test_what_is_refused_is_said_and_the_question_stays() -> None:
    async with opened() as seen:
        await seen.line("attack p1 p2")
        await seen.eyes.see("refused: ", "Legal:")


@on_screen
async def test_control_c_clears_then_asks_then_leaves() -> None:
    async with opened() as seen:
        seen.type("half a line")
        await seen.eyes.see("> half a line")
        seen.type("\x03")
        await seen.eyes.until(lambda: "half a line" not in seen.eyes.text)
        seen.type("\x03")
        await seen.eyes.see("leave the match?")
        assert not seen.desk.leaving
        seen.type("\x03")
        await seen.eyes.until(lambda: seen.desk.leaving == "interrupt")
        assert seen.match.state.over == ()


@on_screen
async def test_any_key_after_the_question_whether_to_leave_stays() -> None:
    async with opened() as seen:
        seen.type("\x03")
        await seen.eyes.see("leave the match?")
        seen.type("l\x03")
        await seen.eyes.until(lambda: seen.desk.typed == "")
        seen.type("l")
        await seen.eyes.see("> l")
        assert not seen.desk.leaving


@on_screen
async def test_conceding_asks_for_the_word() -> None:
    async with opened() as seen:
        await seen.line("concede")
        await seen.eyes.see("type the word concede once more")
        await seen.line("no")
        await seen.eyes.see("you play on")
        await seen.line("concede")
        await seen.line("concede")
        await seen.eyes.see("p2 Mara has won [format.leaving]", "Enter or quit leaves")


@on_screen
async def test_only_the_first_line_of_a_paste_is_taken_and_nothing_is_entered() -> None:
    async with opened() as seen:
        seen.type("\x1b[200~first\x1b[2J\nsecond\rthird\x1b[201~")
        await seen.eyes.see("> first")
        assert "second" not in seen.eyes.text
        assert seen.desk.typed == "first\ufffd[2J"


@on_screen
async def test_a_question_that_changed_under_the_line_needs_a_second_enter() -> None:
    async with opened() as seen:
        seen.type("2")
        await seen.eyes.see("> 2")
        assert seen.desk.dialogue.asked is not None
        seen.desk.dialogue.asked.id += 1_000
        seen.type("\r")
        await seen.eyes.see("the question has changed", "> 2")
        assert seen.desk.dialogue.asked
        seen.type("\r")
        await seen.eyes.see("mulligan")


@on_screen
async def test_a_line_that_is_entered_while_nothing_is_asked_stays_for_the_question() -> None:
    """given a line typed ahead, when Enter comes before the question, then the line stays; once there is one
    Enter says that it is to be read, and then sends the line; a command does not wait."""
    async with opened() as seen:
        dialogue = seen.desk.dialogue
        asked, dialogue.now = dialogue.now, None
        await seen.line("hold")
        await seen.eyes.see("you will be asked at the next chance")
        seen.type("2\r")
        await seen.eyes.see("nothing is asked yet: your line stays", "> 2")
        dialogue.now = asked
        seen.type("\r")
        await seen.eyes.see("you have been asked since you began to type: read the question", "> 2")
        seen.type("\r")
        await seen.eyes.see("mulligan")


@on_screen
async def test_a_word_that_answers_nothing_may_outlive_its_question() -> None:
    """given the word quit begun at one question, when another one is asked meanwhile, then it leaves."""
    async with opened() as seen:
        seen.type("qui")
        await seen.eyes.see("> qui")
        assert seen.desk.dialogue.asked is not None
        seen.desk.dialogue.asked.id += 1_000
        seen.type("t\r")
        await seen.eyes.until(lambda: seen.desk.leaving == "quit")


@on_screen
@pytest.mark.parametrize(("columns", "rows"), [(120, 40), (60, 18), (50, 14)])
async def test_other_sizes_show_the_question_and_take_lines(columns: int, rows: int) -> None:
    async with opened(columns, rows) as seen:
        await seen.line("paper")
        await seen.eyes.see("mulligan")


@pytest.mark.slow
@on_screen
async def test_frames_that_were_drawn_are_let_go() -> None:
    """given many keys, each of which draws the screen anew, then no more than the last frames are held."""
    async with opened(120, 40) as seen:
        for n in range(1, 21):
            seen.type("x")
            await seen.eyes.see("> " + n * "x")
        frames = [it for it in gc.get_objects() if isinstance(it, Frame)]
        assert 1 <= len(frames) <= 3


@pytest.mark.slow
@on_screen
async def test_random_moves_typed_from_the_hints_play_whole_turns() -> None:
    async with opened(seed=9) as seen:
        for _ in range(60):
            await seen.eyes.until(lambda: bool(seen.desk.dialogue.asked or seen.desk.result), "a question")
            if seen.desk.result:
                break
            tokens = seen.desk.sight.shown(seen.desk.dialogue.options[-1])
            await seen.line(" ".join(tokens))
        assert seen.match.state.turn > 1


@pytest.mark.slow
@on_screen
async def test_a_decision_is_taken_back_and_asked_again() -> None:
    """given a first decision, then takeback asks for it again, and with none left it says so."""
    async with opened(kinds=("human", "bot")) as seen:
        await seen.line("2")
        await seen.eyes.see("Take a new Hand (mulligan)?")
        await seen.line("takeback")
        await seen.eyes.see("Rock, paper or scissors", "your last decision is taken back")
        await seen.line("takeback")
        await seen.eyes.see("there is no decision of yours to take back")
        await seen.line("3")
        await seen.eyes.see("Take a new Hand (mulligan)?")
        hand = [seen.desk.sight.seat.code(h) for h in seen.desk.sight.visible()]
        await seen.line("n")
        await seen.eyes.until(lambda: seen.match.state.turn > 0)
        await seen.line("takeback")
        desk = seen.desk
        await seen.eyes.until(lambda: desk.sight.seat.state.turn == 0 and desk.dialogue.asked is not None)
        await seen.eyes.see("Take a new Hand (mulligan)?")
        assert [seen.desk.sight.seat.code(h) for h in seen.desk.sight.visible()] == hand


@on_screen
async def test_nothing_is_taken_back_where_others_play_too() -> None:
    """given a match of two people, then takeback says why there is none."""
    async with opened(kinds=("human", "human")) as seen:
        await seen.line("2")
        await seen.eyes.see("Take a new Hand (mulligan)?")
        await seen.line("takeback")
        await seen.eyes.see("nothing can be taken back")
        assert seen.desk.dialogue.asked


@pytest.mark.slow
@on_screen
async def test_a_number_means_the_line_that_shows_it() -> None:
    """given more answers than the screen shows, then a number is that of a verb on it, of its list that then
    opens a move, and one that stands nowhere is refused; no number is that of a page of help."""
    async with opened() as seen:
        await seen.line("2")
        await seen.eyes.see("Take a new Hand (mulligan)?")
        await seen.line("n")
        await seen.eyes.until(
            lambda: seen.desk.dialogue.asked is not None and not seen.desk.lists, "a free turn"
        )
        decided = seen.desk.dialogue.decided
        seen.desk.close_page()
        await seen.eyes.see("[1 play] [2 mix] [3 end]")
        await seen.line("4")
        await seen.eyes.see("there is no 4 on the screen, only 1 to 3")
        await seen.line("?")
        await seen.line("1")
        await seen.eyes.see("which one: type its number", "1 play f1", "[p play] [mix] [e end]")
        await seen.line("8")
        await seen.eyes.see("there is no 8 on the screen, only 1 to 7")
        assert seen.desk.dialogue.decided == decided
        seen.type("1\r")
        await seen.eyes.until(lambda: seen.desk.dialogue.decided > decided, "the answer")
