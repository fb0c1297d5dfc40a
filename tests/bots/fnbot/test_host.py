"""A program plays a seat: it is asked, and answers; what it does wrong costs itself alone."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from fadenet.bots.base import Bot, run_now
from fadenet.bots.fnbot import conversation, host, words
from fadenet.bots.fnbot import process as running
from fadenet.bots.fnbot.host import told_of
from fadenet.bots.fnbot.process import ProgramFailed, command_of
from fadenet.bots.naming import make
from fadenet.bots.random_ import RandomBot
from fadenet.engine.errors import WrongInput
from fadenet.engine.kernel import default_answer
from fadenet.table.local import LocalMatch
from fadenet.table.view import Answer, SeatView
from tests.bots.fnbot.programs import DICE, program, whole, written
from tests.bots.test_worlds import DUELS, GAMES, moments
from tests.builders.playout import FAROE, Table, deck_lists, in_turn

ANSWERS = 6


class Enough(Exception):
    """So many questions were answered."""


def played(bot: Bot, answers: int = ANSWERS, table: Table | None = None) -> list[tuple[int, str]]:
    """The answers of a match in which a bot has the first seat, until it has given so many in the game."""
    rules = table.rules if table else FAROE
    players = table.players if table else 2
    match = LocalMatch(
        rules, [bot, *[RandomBot() for _ in range(players - 1)]], deck_lists(rules, 0, players), 3
    )

    def watch(*_: object) -> None:
        if sum(seat == 0 for seat, _ in match.answers) >= answers:
            raise Enough

    match.watch = watch
    with pytest.raises(Enough):
        run_now(match.play())
    return match.answers


def mine(answers: list[tuple[int, str]]) -> list[str]:
    return [move for seat, move in answers if seat == 0]


class First(Bot):
    """Takes the first legal answer."""

    def pick(self, seat: SeatView, options: list[tuple[int, ...]]) -> tuple[int, ...]:
        return options[0]


class Lost(Bot):
    """Answers as the rules do for whoever is out of time."""

    def decide(self, seat: SeatView) -> Answer:
        return Answer(default_answer(seat.state, seat.index, seat.known))


@pytest.fixture(autouse=True)
def _nothing_is_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(running, "QUIT_S", 0.1)
    yield
    host.end_all()


@pytest.mark.parametrize("table", DUELS, ids=str)
def test_a_program_plays_as_a_bot_of_ours_would(table: Table, tmp_path: Path) -> None:
    """given a program that takes the first answer, when it plays, then the match is that of a bot here that
    does the same."""
    assert played(program(written(tmp_path)), table=table) == played(First(), table=table)


def test_a_move_may_be_named_in_its_own_words(tmp_path: Path) -> None:
    named = program(written(tmp_path, 'say("move", number, legal[0])'))
    assert played(named) == played(First())


def test_an_answer_that_is_refused_is_asked_for_again(tmp_path: Path) -> None:
    """given a program whose first answer is not legal, when it has heard the reason, then it is asked
    again, and its match goes on."""
    wrong = 'say("move", number, legal[0] if number > "1" or wrongs else "bow")\n        wrongs.append(rest)'
    told = 'if word == "error": print(line, file=sys.stderr, flush=True); legal.append("@1")'
    bot = program(written(tmp_path, wrong, introduced="wrongs = []; ", other=told))
    assert mine(played(bot)) == mine(played(First()))
    assert "there is no move 'bow'" in bot.session.last_words()


@pytest.mark.parametrize("answer", ["bow", "@99", "play h99", "move", "concede now"])
def test_three_strikes_end_the_seat(answer: str, tmp_path: Path) -> None:
    """given a program that always gives the same wrong answer, when it has been told so three times, then its
    seat is given up, and it runs no more."""
    bot = program(written(tmp_path, f'say("move", number, "{answer}")', other='if word == "error": pass'))
    with pytest.raises(ProgramFailed, match="Dice gives up its seat after 3 strikes, the last: illegal"):
        played(bot)


def test_the_rules_answer_for_one_that_is_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """given a program that says nothing to its first question, when its time is over, then the rules answer
    in its place, and what it says of that question later is passed over."""
    monkeypatch.setattr(host, "ANSWER_S", 0.3)
    late = 'say("move", int(number) - 1, "@1"); say("move", number, "@1")'
    bot = program(written(tmp_path, f'number == "1" or [{late.replace("; ", ", ")}]'))
    given = mine(played(bot))
    assert given[0] == mine(played(Lost(), 1))[0] and len(given) == ANSWERS


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", r"failed: it ended with exit code 0\."),
        ("import sys; sys.exit('no book')", r"failed: it ended with exit code 1\. Its last words: no book"),
        ("import os, signal; os.kill(os.getpid(), signal.SIGKILL)", "failed: SIGKILL has ended it"),
        ("print('hello', flush=True)\nimport time; time.sleep(60)", "began wrongly: `hello` says nothing"),
        ("print('ok')\nimport time; time.sleep(60)", "has not said `ok` within 0 s. A program has to flush"),
        ("print('x' * 70_000, flush=True)\nimport time; time.sleep(60)", "a line of more than 65536 bytes"),
        ("import os, time; os.close(1); time.sleep(60)", "it has closed its stdout"),
    ],
)
def test_one_that_does_not_begin_is_named(
    text: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "HELLO_S", 0.4 if "has not said" in said else 20.0)
    with pytest.raises(ProgramFailed, match=said):
        played(program(whole(tmp_path, text)))


@pytest.mark.parametrize(
    ("answers", "said"),
    [
        ("sys.exit(3)", "failed: it ended with exit code 3"),
        ('sys.stdout.write("move 1"); sys.stdout.flush(); sys.exit()', "failed: it ended with exit code 0"),
        ("import os; os.close(1); number = input()", "failed: it has closed its stdout"),
        ('while True: say("spam", "spam")', "has said 1000 lines that mean nothing, at last spam spam: "),
        ('while True: sys.stdout.write("x" * 99)', "a line of more than 65536 bytes"),
    ],
)
def test_one_that_ends_in_a_match_is_named(answers: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(ProgramFailed, match=said):
        played(program(written(tmp_path, answers)))


def test_what_it_has_started_ends_with_it(tmp_path: Path) -> None:
    """given a program that has started another one, and that does not quit when it is told to, when it is
    ended, then both are gone."""
    child = "import os, subprocess; p = subprocess.Popen([sys.executable, '-S', '-c', 'input()'], stdin=-1); "
    bot = program(
        written(
            tmp_path,
            introduced=f"{child}say('name', os.getpid(), p.pid); ",
            other="word == 'quit' and input()",
        )
    )
    pids = [int(pid) for pid in bot.running().name.split()]
    assert all(map(alive, pids))
    bot.session.end()
    until = time.monotonic() + 5
    while any(map(alive, pids)) and time.monotonic() < until:
        os.sched_yield()
    assert not any(map(alive, pids))


def alive(pid: int) -> bool:
    """Whether a process runs, and is more than a row that nobody has read."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_program_plays_many_matches(tmp_path: Path) -> None:
    """given a match that is over, when another one begins with the same command, then the program that has
    waited plays it."""
    line = written(tmp_path, introduced="import os; say('name', os.getpid()); ")
    one, other = program(line), program(line)
    name = one.running().name
    run_now(one.over(next(moments(GAMES[0], 1).__iter__()).seat, (1, 2), "win.hp"))
    assert other.running().name == name


def test_options_are_set_before_a_match(tmp_path: Path) -> None:
    """given a program with an option, when its name sets it, then it is told so before the match; one that it
    does not have, and a value that it cannot have, are refused with what there is."""
    line = written(
        tmp_path,
        introduced="say('option depth spin 3 1 8'); ",
        other="if word == 'set': print(rest, file=sys.stderr, flush=True); say('ok')",
    )
    bot = make(f"exec:{line}?depth=5")
    played(bot)
    assert bot.session.last_words() == "depth 5"  # type: ignore[attr-defined]
    with pytest.raises(ProgramFailed, match=r"Dice: depth is 1 to 8, not '9'\."):
        played(make(f"exec:{line}?depth=9"))
    with pytest.raises(ProgramFailed, match=r"Dice: it has no option 'width'; options: depth \(1 to 8\)\."):
        played(make(f"exec:{line}?width=9"))


def test_one_that_does_not_play_a_game_says_so(tmp_path: Path) -> None:
    bot = program(written(tmp_path, introduced="say('games terrene prelude'); "))
    with pytest.raises(ProgramFailed, match=r"Dice plays terrene, prelude, not faroe\."):
        played(bot)


def test_one_that_resigns_has_lost(tmp_path: Path) -> None:
    bot = program(written(tmp_path, 'say("resign", number)'))
    match = LocalMatch(FAROE, [bot, RandomBot()], deck_lists(FAROE), 3)
    assert run_now(match.play())[0] == (2, 1)


def test_one_that_resigns_at_a_search_has_lost(tmp_path: Path) -> None:
    """given a program that resigns when it is to take cards out of its deck, then it loses the match without
    a strike: the rules take what has to be taken, and it gives up at its next question."""
    rules = Table("prelude", "duel", 2).rules
    line = written(
        tmp_path, 'say("resign", number)', other='word == "error" and print(line, file=sys.stderr)'
    )
    bot = program(line)
    match = LocalMatch(rules, [bot, RandomBot()], deck_lists(rules, 0, 2), 3)
    assert run_now(match.play())[0] == (2, 1) and bot.wrong == []


def test_standing_passes_are_taken_with_an_answer(tmp_path: Path) -> None:
    """given a program that says that it passes in all windows of answers to turn 9, when its answer is taken,
    then the table holds that."""
    told = 'say("pass-until", number, "answer,gap 9"); say("move", number, "@1")'
    bot = program(written(tmp_path, told))
    match = LocalMatch(FAROE, [bot, RandomBot()], deck_lists(FAROE), 3)

    def watch(*_: object) -> None:
        if match.state.passes:
            raise Enough

    match.watch = watch
    with pytest.raises(Enough):
        run_now(match.play())
    assert match.state.passes == ((0, 0b11, 9),)


def test_standing_passes_are_taken_back_by_naming_no_window() -> None:
    assert host.standing_of(FAROE, "answer,gap 9") == ((0b11, 9),)
    assert host.standing_of(FAROE, "") == () and host.standing_of(FAROE, None) is None


@pytest.mark.parametrize("said", ["any 9", "answer", "answer x", "answer 9999999999", "answer ²", "9"])
def test_standing_passes_that_cannot_be_are_a_strike(said: str, tmp_path: Path) -> None:
    """given a program that names a window or a turn that there is not, with a move that is listed, then that
    is refused each time, and after three of them its seat is given up."""
    told = f'say("pass-until", number, "{said}"); say("move", number, "@1")'
    with pytest.raises(ProgramFailed, match="after 3 strikes, the last: illegal"):
        played(program(written(tmp_path, told)))


def test_one_that_is_gone_is_not_started_in_the_midst_of_a_match(tmp_path: Path) -> None:
    """given a program that was ended in a match, when it is asked something, then it has failed; for the next
    match it is started anew."""
    bot = program(written(tmp_path))
    played(bot)
    bot.session.end()
    with pytest.raises(ProgramFailed, match="does not run any more"):
        run_now(bot.events(moments(DUELS[0], 1)[0].seat, ()))
    assert mine(played(bot))


@in_turn(1, GAMES)
def test_nothing_that_is_hidden_is_told(table: Table) -> None:
    """given a view and two worlds that could lie behind it, when all that a program may want is told, then
    the bytes are the same, whatever is hidden from its seat."""
    for moment in moments(table, 6):
        told = told_of(moment.seat, words.WANTS)
        worlds = moment.worlds()
        for n in range(2):
            assert told_of(moment.behind(worlds.draw(Random(n))).seat, words.WANTS) == told
        assert all(len(line) < words.LINE_MAX for line in told)


class TestCommands:
    def test_files_are_found_from_where_they_were_typed(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        written(tmp_path)
        monkeypatch.chdir(tmp_path)
        assert command_of(f"{sys.executable} dice.py --fast")[1:] == [str(tmp_path / "dice.py"), "--fast"]

    @pytest.mark.parametrize(
        ("line", "said"),
        [
            ("", "behind exec: stands a command"),
            ("'", "cannot be read: No closing quotation"),
            ("./nowhere", "the program ./nowhere is not there"),
            ("./dice.py", r"may not be run; make it executable \(chmod \+x\)"),
        ],
    )
    def test_what_cannot_be_run_is_said(
        self, line: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        written(tmp_path)
        monkeypatch.chdir(tmp_path)
        with pytest.raises(WrongInput, match=said):
            command_of(line)

    def test_a_program_of_this_folder_is_told_from_one_on_the_path(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        written(tmp_path)
        (tmp_path / "dice.py").chmod(0o755)
        monkeypatch.chdir(tmp_path)
        with pytest.raises(WrongInput, match=r"is not on the PATH; the one in this folder is \./dice\.py"):
            command_of("dice.py")

    def test_what_others_may_write_to_is_refused(self, tmp_path: Path) -> None:
        line = written(tmp_path, DICE)
        (tmp_path / "dice.py").chmod(0o646)
        with pytest.raises(
            WrongInput, match=r"other users of this machine may write to .*dice\.py; forbid it"
        ):
            command_of(line)
        (tmp_path / "dice.py").chmod(0o644)
        tmp_path.chmod(0o777)
        with pytest.raises(WrongInput, match="other users of this machine may write to"):
            command_of(line)

    def test_its_surroundings_say_nothing_of_the_player(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("FADENET_HOME", "/secret")
        told = "os.listdir(), 'FADENET_HOME' in os.environ, os.getsid(0) == os.getpid()"
        said = f"import os; say('name', {told}); "
        assert program(written(tmp_path, introduced=said)).running().name == "[] False True"


def test_agreements_are_listed_for_one_that_wants_to_propose(tmp_path: Path) -> None:
    """given a program that takes the last listed move before a game of prelude, then that is a proposal if it
    wants to make some, and may, and else not one."""
    table, last = Table("prelude", "duel", 2), 'say("move", number, f"@{len(legal)}")'
    plain = written(tmp_path, last)
    assert not any(move.startswith("propose") for move in mine(played(program(plain), 3, table)))
    wanting = written(tmp_path, last, introduced="say('want proposals'); ")
    assert any(move.startswith("propose") for move in mine(played(program(wanting), 3, table)))
    silenced = program(wanting)
    silenced.proposes = False
    assert not any(move.startswith("propose") for move in mine(played(silenced, 3, table)))
