"""Two to four nodes whose players talk to each other, and who end a match together as void."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from fadenet import games
from fadenet.bots.base import Bot
from fadenet.cli.seat import waiting
from fadenet.console.match.commands import enter
from fadenet.console.match.desk import Desk
from fadenet.console.match.player import ConsolePlayer
from fadenet.engine.rules import Rules
from fadenet.node import limits
from fadenet.node.match import messages, saved
from fadenet.node.match.chat import Chat
from fadenet.node.match.follow import MatchEnd
from fadenet.node.match.run import MatchRun
from protocol.faults import BadEncoding
from protocol.files import FileState
from protocol.result import check_result
from tests.node.tables import RULES, Party, Slow, files, table, verified

ALL = games.load("faroe", "free-for-all")
HOSTILE = "\x1b]0;owned\x07\x9b31m\u202eolleh\u2066 \x00hi\r\nask 9: concede?"


class Seated:
    """The words that the players of a party say and hear. `runs` by number."""

    def __init__(self, path: Path, *players: Bot, rules: Rules = RULES, kinds: str = "human") -> None:
        self.runs: list[MatchRun | None] = [None] * len(players)
        self.heard: list[list[tuple[int, str]]] = [[] for _ in players]
        self.party = Party(
            *(
                replace(table(path / str(n), n, player, rules=rules, kind=kinds), begun=self._begun(n))
                for n, player in enumerate(players)
            )
        )

    def _begun(self, n: int) -> Callable[[MatchRun], None]:
        def begun(run: MatchRun) -> None:
            self.runs[n] = run
            run.exchange.chat.hear = lambda seat, text: self.heard[n].append((seat, text))

        return begun

    def run(self, n: int) -> MatchRun:
        run = self.runs[n]
        assert run is not None
        return run


# Talking.


@pytest.mark.slow
async def test_what_one_says_the_others_hear_and_no_file_keeps(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    there = Seated(tmp_path, Slow(20), Slow(20), Slow(20), rules=ALL)

    async def talk(party: Party) -> None:
        await trio.sleep(5)
        assert there.run(0).exchange.chat.speak("good luck, all") == []

    ends = await there.party.play(meddle=talk)
    seat = there.run(0).own
    assert there.heard == [[], [(seat, "good luck, all")], [(seat, "good luck, all")]]
    for end in ends:
        assert isinstance(end, MatchEnd) and b"good luck" not in end.path.read_bytes()
        assert verified(end.path, ALL).state is FileState.VALID


async def test_a_bot_hears_nothing_and_is_not_disturbed(tmp_path: Path, autojump_clock: MockClock) -> None:
    there = Seated(tmp_path, Slow(20), Slow(20))

    async def talk(party: Party) -> None:
        await trio.sleep(5)
        there.run(1).exchange.chat = Chat(there.run(1).mesh, ())
        there.run(0).exchange.chat.speak("hello?")

    ends = await there.party.play(meddle=talk)
    assert all(isinstance(end, MatchEnd) and end.result is not None for end in ends)


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "players"), [(RULES, 2), (ALL, 3)], ids=["two", "three"])
async def test_what_is_said_to_who_is_away_is_lost_and_the_speaker_reads_so(
    tmp_path: Path, autojump_clock: MockClock, rules: Rules, players: int
) -> None:
    """given a node that has died, when another player speaks, then it reads for whom that is lost, those who
    are there hear it, and who comes back hears only what is said from then on."""
    there = Seated(tmp_path, *(Slow(500) for _ in range(players)), rules=rules)
    desk = Desk()
    lost = r'p\d "p1" is not connected now and does not hear that, nor later: say it again then'

    async def reached(away: int, wanted: bool) -> None:
        while (away in there.run(0).mesh.connected()) is not wanted:
            await trio.sleep(0.1)
        await trio.sleep(5)

    async def talk(party: Party) -> None:
        await trio.sleep(8)
        desk.speak = partial(waiting.spoken, there.run(0))
        away = there.run(1).own
        party.kill(1)
        await reached(away, wanted=False)
        enter(desk, "say are you there?")
        async with trio.open_nursery() as nursery:
            nursery.start_soon(party.go_on, 1)
            await reached(away, wanted=True)
            enter(desk, "say welcome back")

    await there.party.play(meddle=talk, patience=60)
    first, note, second = desk.log
    assert (first.kind, note.kind, second.kind) == ("chat", "note", "chat")
    assert re.fullmatch(lost, note.text)
    seat = there.run(0).own
    assert there.heard[1] == [(seat, "welcome back")]
    assert there.heard[2:] == [[(seat, "are you there?"), (seat, "welcome back")]] * (players - 2)


@pytest.mark.slow
async def test_a_flood_is_not_heard_and_disturbs_no_match(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a node that says 2,000 lines at once, then five are heard and later one a second."""
    there = Seated(tmp_path, Slow(20), Slow(20))

    async def talk(party: Party) -> None:
        await trio.sleep(5)
        for n in range(2_000):
            there.run(0).mesh.send(messages.pack_chat(f"line {n}"))
        await trio.sleep(30)
        most = limits.CHAT_BURST + 30 * limits.CHAT_PER_S + 1
        assert limits.CHAT_BURST <= len(there.heard[1]) <= most
        there.heard[1].clear()

    ends = await there.party.play(meddle=talk)
    assert all(isinstance(end, MatchEnd) and end.result is not None for end in ends)


async def test_our_own_player_is_held_to_the_same_measure(tmp_path: Path, autojump_clock: MockClock) -> None:
    there = Seated(tmp_path, Slow(20), Slow(20))

    async def talk(party: Party) -> None:
        await trio.sleep(5)
        speak = there.run(0).exchange.chat.speak
        assert [speak("x") for _ in range(limits.CHAT_BURST + 1)] == [[]] * limits.CHAT_BURST + [None]
        await trio.sleep(1 / limits.CHAT_PER_S)
        assert speak("y") == []
        await trio.sleep(1)
        assert len(there.heard[1]) == limits.CHAT_BURST + 1

    await there.party.play(meddle=talk)
    assert len(there.heard[1]) == limits.CHAT_BURST + 1


async def test_hostile_text_is_harmless_where_it_is_shown(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a changed client that sends escapes, then they reach no terminal; ours sends none at all."""
    there = Seated(tmp_path, Slow(20), Slow(20))
    desk, quiet = Desk(), Desk()

    async def talk(party: Party) -> None:
        await trio.sleep(5)
        there.run(1).exchange.chat.hear = ConsolePlayer(desk, linger=False).hear
        assert there.run(0).exchange.chat.speak(HOSTILE) == []
        await trio.sleep(1)
        quiet.speak = partial(waiting.spoken, there.run(0))
        there.run(1).exchange.chat.hear = lambda seat, text: there.heard[1].append((seat, text))
        enter(quiet, f"say {HOSTILE}")

    await there.party.play(meddle=talk)
    (entry,) = desk.log
    (sent,) = there.heard[1]
    for text in (entry.text, sent[1], quiet.log[-1].text):
        assert "hi" in text and "olleh" in text
        assert not any(ord(ch) < 32 or 0x7F <= ord(ch) < 0xA0 or ch in "\u202e\u2066" for ch in text)
    assert entry.kind == "chat" and entry.who == f"p{there.run(0).own + 1}"


@pytest.mark.parametrize("words", ["x" * 256, "\u20ac" * 85, "\u20ac" * 300, "x" * 10_000, "\ud800"])
def test_a_line_is_cut_to_what_may_be_said(words: str) -> None:
    packed = messages.pack_chat(words)
    assert packed[0] == messages.CHAT and len(packed) <= 1 + limits.CHAT_BYTES
    assert messages.parse_chat(packed[1:]) in words.encode("utf-8", "replace").decode()


@pytest.mark.parametrize("body", [b"", b"x" * (limits.CHAT_BYTES + 1), b"\xff", "\u20ac".encode()[:2]])
def test_what_nobody_can_say_is_refused(body: bytes) -> None:
    with pytest.raises(BadEncoding):
        messages.parse_chat(body)


# Ending a match together.


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "players"), [(RULES, 2), (ALL, 3)], ids=["two", "three"])
async def test_all_players_together_end_a_match_as_void(
    tmp_path: Path, autojump_clock: MockClock, rules: Rules, players: int
) -> None:
    """given people who all type void while they play on, then the match soon ends without a winner."""
    seated = [Slow(500) for _ in range(players)]
    there = Seated(tmp_path, *seated, rules=rules)
    said: list[str] = []

    async def agree(party: Party) -> None:
        await trio.sleep(8)
        for n in range(players):
            said.append(waiting.decided(there.run(n), "void"))
            await trio.sleep(12)

    ends = await there.party.play(meddle=agree)
    assert said[0].startswith("you offer to end the match without a winner")
    for n, end in enumerate(ends):
        assert isinstance(end, MatchEnd) and end.result is not None and end.places is None
        result = check_result(end.result)
        assert result.outcome is None and result.absent == () == result.findings
        report = verified(end.path, rules)
        assert (report.state, report.why) == (FileState.VALID, "void: ended by all")
        home = end.path.parents[1]
        assert not files(home, "secret") and saved.saved_matches(home)[0].note.result == "void"
        assert seated[n].places == ()
    # Whoever could sign first, which is as the game goes, the others were told so.
    offers = "would end this match without a winner"
    told = [[said for said in lines if offers in said] for lines in there.party.told]
    assert any(told) and all(len(lines) < players + 2 for lines in told)
    assert all(f"p{n} would end" not in said for n, lines in enumerate(told) for said in lines)


async def test_an_offer_is_taken_back_and_the_match_goes_on(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    there = Seated(tmp_path, Slow(25), Slow(25))

    async def agree(party: Party) -> None:
        await trio.sleep(8)
        waiting.decided(there.run(0), "void")
        await trio.sleep(3)
        assert waiting.decided(there.run(0), "void").startswith("you play on")
        await trio.sleep(3)
        waiting.decided(there.run(1), "void")

    ends = await there.party.play(meddle=agree)
    for end in ends:
        assert isinstance(end, MatchEnd) and end.places is not None
        assert verified(end.path).state is FileState.VALID


async def test_a_bot_does_not_agree(tmp_path: Path, autojump_clock: MockClock) -> None:
    there = Seated(tmp_path, Slow(20), Slow(20), kinds="bot")
    said: list[str] = []

    async def agree(party: Party) -> None:
        await trio.sleep(5)
        said.append(waiting.decided(there.run(0), "void"))

    await there.party.play(meddle=agree)
    assert said == ['this match cannot end without a winner, as all have to agree: "p1" cannot']


async def test_a_void_match_waits_for_who_has_agreed_and_died(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given two who agree, when one dies before RESULT is whole, then both have it after a restart."""
    there = Seated(tmp_path, Slow(500), Slow(500))

    async def agree(party: Party) -> None:
        await trio.sleep(8)
        there.run(0).offer_void(True)
        there.run(1).offer_void(True)
        while not (there.run(0).seat.void or there.run(1).seat.void):
            await trio.sleep(0.01)
        party.kill(1)
        await trio.sleep(2_000)
        await party.go_on(1)

    ends = await there.party.play(bank=60, meddle=agree)
    for end in ends:
        assert isinstance(end, MatchEnd) and end.result is not None and end.places is None, ends
