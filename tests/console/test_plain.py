"""Plain mode: the same match as lines, without one escape sequence, from a pipe or by hand."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import trio

from fadenet import games
from fadenet.console.match.desk import Desk
from fadenet.console.match.player import ConsolePlayer
from fadenet.console.match.scene import MatchScene
from fadenet.console.shell.plain import read_from, run_plain
from fadenet.table.local import LocalMatch
from tests.builders.playout import deck_lists
from tests.console import child
from tests.console.helpers import NAMES, Dice, decks, piped, view

ROOT = Path(__file__).resolve().parents[2]


class Lines:
    """Plain mode in memory."""

    def __init__(self) -> None:
        self.desk = Desk()
        self.player = ConsolePlayer(self.desk, linger=False)
        self.printed: list[str] = []
        self.send, self.receive = trio.open_memory_channel[bytes](100)

    async def read(self) -> bytes:
        try:
            return await self.receive.receive()
        except trio.EndOfChannel:
            return b""

    async def type(self, text: str) -> None:
        await self.send.send(text.encode())

    async def until(self, *words: str) -> None:
        """Play on as far as what was typed goes: these words have been printed then."""
        await trio.testing.wait_all_tasks_blocked()
        printed = "\n".join(self.printed)
        assert all(word in printed for word in words), f"never printed: {words}\n{printed}"


@asynccontextmanager
async def plain(
    seed: int = 3,
    kinds: tuple[str, ...] = (),
    game: str = "faroe",
    opening: str = "book",
    paged: bool = False,
) -> AsyncIterator[Lines]:
    lines = Lines()
    rules = games.load(game, **({} if opening == "book" else {"opening": opening}))
    lists = decks(rules, 2, seed) if game == "faroe" else deck_lists(rules, seed)
    match = LocalMatch(rules, [lines.player, Dice(seed)], lists, seed, NAMES[:2], kinds)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(match.play)
        nursery.start_soon(run_plain, MatchScene(lines.desk), lines.read, lines.printed.append, paged)
        yield lines
        nursery.cancel_scope.cancel()


async def test_short_questions_stand_in_one_line_with_numbers() -> None:
    async with plain() as lines:
        await lines.until(
            "ask 1: Rock, paper or scissors: who goes first? 1 rock   2 paper   3 scissors   (? help)"
        )
        await lines.type("2\n")
        await lines.until(
            "you: paper", "you: throws Paper", "ask 2: You go first. Take a new Hand (mulligan)? 1 yes   2 no"
        )


@pytest.mark.parametrize("opening", ["book", "even"])
async def test_the_options_of_a_match_are_said_on_the_table(opening: str) -> None:
    """given a duel with an even opening, then its first lines and its status line say so, and else not."""
    async with plain(opening=opening) as lines:
        await lines.until("note: you are p1; you play against p2 Mara")
        said = "note: the match is played with opening even" in lines.printed
        status = view(lines.desk, 80, 24)[0]
        assert said == status.startswith("faroe (opening even)   ") == (opening == "even")


async def test_what_is_held_back_is_printed_when_the_question_is_withdrawn() -> None:
    """given a question that nobody answers in time, then what has happened meanwhile is printed."""
    async with plain() as lines:
        await lines.until("ask 1: Rock")
        lines.desk.write("note", "Mara is away")
        await trio.testing.wait_all_tasks_blocked()
        assert "note: Mara is away" not in lines.printed
        lines.desk.withdraw()
        await lines.until("note: Mara is away")


async def test_a_line_may_come_in_pieces_and_with_others() -> None:
    async with plain() as lines:
        await lines.type("pa")
        await lines.type("per\r\nn")
        await lines.until("you: throws Paper")
        await lines.type("o\n")
        await lines.until("you: keeps the Hand")


async def test_what_happens_while_a_question_is_open_is_held_back() -> None:
    async with plain() as lines:
        await lines.until("ask 1:")
        lines.desk.write("chat", "hurry up", "p2")
        await trio.testing.wait_all_tasks_blocked()
        assert not any("hurry" in line for line in lines.printed)
        await lines.type("legal\n")
        await lines.until("chat p2: hurry up", "legal: 1 rock")


async def test_what_cannot_wait_is_printed_while_a_question_is_open() -> None:
    """given a question that is open, then what the node says is printed at once, and not once more later."""
    async with plain() as lines:
        await lines.until("ask 1:")
        lines.desk.write("chat", "first", "p2")
        lines.player.note("15 s left to answer")
        await lines.until("note: 15 s left to answer")
        assert "chat p2: first" not in lines.printed
        lines.player.note("Mara would end this match without a winner, if all agree. To agree, type void.")
        await lines.until("note: Mara would end this match")
        await lines.type("2\n")
        await lines.until("chat p2: first", "you: throws Paper")
        assert lines.printed.count("note: 15 s left to answer") == 1


async def test_a_refusal_names_its_rule_and_help_is_printed() -> None:
    async with plain() as lines:
        await lines.type("attack p1 p2\n? rookie ace\n")
        await lines.until(
            "refused: that does not answer this question [", "rookie ace: Rookie Ace: Character"
        )


async def test_the_end_of_the_input_leaves_at_the_next_question() -> None:
    async with plain() as lines:
        await lines.type("2\n")
        await lines.send.aclose()
        await trio.testing.wait_all_tasks_blocked()
        assert lines.desk.leaving == "closed"
        assert lines.desk.dialogue.asked


def test_a_match_from_a_pipe_has_no_escape_bytes_and_ends_by_conceding(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with piped("2\nno\nfield\nhand\n1\n1\n1\n1\n?\nconcede\nconcede\n"):
        assert child.main([]) == 0
    out, err = capsys.readouterr()
    assert "\x1b" not in out + err
    assert "over: p2 Mara has won [format.leaving]" in out
    assert "places (2, 1) format.leaving" in out


def test_what_breaks_in_the_match_comes_out_as_it_is() -> None:
    with piped(""), pytest.raises(ZeroDivisionError, match=r"^in the match$"):
        child.main(["--break", "match"])


def test_an_empty_input_leaves_the_match(capsys: pytest.CaptureFixture[str]) -> None:
    with piped(""):
        assert child.main([]) == 3
    out, err = capsys.readouterr()
    assert "left: closed" in out and not err


@pytest.mark.slow
def test_plain_mode_loads_nothing_of_the_full_screen() -> None:
    code = (
        "import sys, fadenet.console, fadenet.console.shell.plain, fadenet.console.match.view;"
        "sys.exit(bool({'prompt_toolkit', 'asyncio'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


async def test_a_decision_is_taken_back_from_a_pipe() -> None:
    """given lines that come at once, then takeback goes back to the decision before it and no further."""
    async with plain(kinds=("human", "bot")) as lines:
        await lines.type("2\nno\ntakeback\nyes\n")
        await lines.until("your last decision is taken back", "you: takes a mulligan")
        asks = [line for line in lines.printed if line.startswith("ask ")]
        assert sum("Rock, paper or scissors" in line for line in asks) == 1
        assert sum("mulligan" in line for line in asks) == 2


async def test_what_is_typed_after_takeback_answers_the_question_before() -> None:
    """given an open question, when takeback and an answer come at once, then the answer goes back too."""
    async with plain(kinds=("human", "bot")) as lines:
        await lines.type("2\n")
        await lines.until("Take a new Hand")
        await lines.type("takeback\n1\n")
        await lines.until("your last decision is taken back", "you: rock", "you: throws Rock")
        assert not any("takes a mulligan" in line for line in lines.printed)


@pytest.mark.rule("terrene", "win.leaving")
@pytest.mark.parametrize("picked", [1, 4, 9])
async def test_a_match_is_given_up_while_cards_are_picked(picked: int) -> None:
    """given cards of the own deck that are owed, when the person concedes, then nothing more is asked."""
    async with plain(game="terrene") as lines:
        await lines.type("1\n" * picked)
        await lines.until("ask 1:")
        assert lines.desk.dialogue.taking
        await lines.type("concede\nconcede\n")
        await lines.until("over: p2 Mara has won [win.leaving]")
        assert sum(line.startswith("ask ") for line in lines.printed) == picked + 1


@pytest.mark.rule("terrene", "action.run", "format.best-of-three")
async def test_the_end_of_a_game_is_printed_as_the_tables_own_words() -> None:
    """given a person who runs in the own turn, then the log says who won, why, the score, what comes next."""
    async with plain(game="terrene") as lines:
        for _ in range(60):
            await trio.testing.wait_all_tasks_blocked()
            if "Your move" in lines.desk.question():
                break
            await lines.type("1\n")
        await lines.type("run\n")
        said = "game 1 goes to p2: you ran [action.run]; score: you 0, p2 1; game 2 follows"
        await lines.until(f"\ntable: {said}\n")


@pytest.mark.parametrize("picked", [1, 4])
async def test_a_match_is_left_while_cards_are_picked(picked: int) -> None:
    async with plain(game="terrene") as lines:
        await lines.type("1\n" * picked + "quit\n")
        await trio.testing.wait_all_tasks_blocked()
        assert lines.desk.leaving == "quit"


async def test_what_is_typed_after_a_scene_goes_to_the_next() -> None:
    """given a scene that is left while it waits for a line, when one is typed, then the next scene reads it,
    whether lines come through a pipe or stand in a file."""
    out, into = os.pipe()
    with trio.move_on_after(0):
        await read_from(out)()
    os.write(into, b"hint\n")
    assert await read_from(out)() == b"hint\n"
    os.close(into)
    assert await read_from(out)() == b""
    os.close(out)
    with tempfile.TemporaryFile() as file:
        file.write(b"quit\n")
        file.seek(0)
        assert await read_from(file.fileno())() == b"quit\n"


async def test_a_verb_alone_opens_the_moves_that_begin_with_it() -> None:
    """given a turn with several cards to play, when only the verb is typed, then those moves are listed with
    the numbers that choose them."""
    async with plain() as lines:
        await lines.type("2\nno\n")
        await trio.testing.wait_all_tasks_blocked()
        await lines.type("play\n")
        await trio.testing.wait_all_tasks_blocked()
        found = [
            line for line in lines.printed if line.startswith("which one: type its number, or the move: ")
        ]
        assert len(found) > 1 and all(" play " in line for line in found)
