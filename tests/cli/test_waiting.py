"""The lines that a person reads while a match between nodes waits for somebody, and what `wait` and `drop`
do."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

import keys
from fadenet import games
from fadenet.cli.past.outcomes import broken_off
from fadenet.cli.seat import waiting
from fadenet.node.match.follow import MatchEnd
from fadenet.node.match.run import MatchRun
from protocol.faults import BadSignature, BadToken, Equivocation
from tests.node.tables import Party, Quitter, Slow, Stuck, table

ALL = games.load("faroe", "free-for-all")
BANK_S = 90


def seen(run: MatchRun, texts: list[str]) -> str:
    texts.append(waiting.waiting(run.clock, run.seat.over))
    return texts[-1]


@pytest.fixture
def runs() -> list[MatchRun]:
    """Where the host's match is put once it begins."""
    return []


@pytest.mark.slow
async def test_a_person_decides_how_long_to_wait_for_who_is_away(
    tmp_path: Path, autojump_clock: MockClock, runs: list[MatchRun]
) -> None:
    """given three of whom one dies, when one of the others says wait, then no vote is cast before drop."""
    there = Party(*(table(tmp_path / str(n), n, Slow(25), rules=ALL) for n in range(3)))
    there.host = replace(there.host, begun=runs.append)
    texts: list[str] = []
    decided: list[MatchRun] = []

    async def look(there: Party) -> None:
        await trio.sleep(6.5)
        there.kill(2)
        (run,) = runs
        who = waiting.referee(run, there.host.home, "who")
        assert [part.split(", ")[1] for part in who.split("; ")] == ["new", "new"]
        assert all(keys.fingerprint_text(one.identity.public) in who for one in there.tables[1:])
        while '"p2" is away; in ' not in seen(run, texts):
            await trio.sleep(1)
        assert "you vote to go on without p" in texts[-1] and "(wait: keep waiting)" in texts[-1]
        assert waiting.pressing(run.clock)
        assert waiting.decided(run, "wait") == (
            'you keep waiting for "p2", however long it takes; drop takes it back'
        )
        await trio.sleep(5 * BANK_S)
        assert "you keep waiting (drop: now you vote" in seen(run, texts)
        assert not any("you vote" in said for said in there.told[0])
        assert "p1 votes to go on without p2." in there.told[0]
        assert waiting.decided(run, "drop").startswith('you vote to go on without "p2" as soon as')
        decided.append(run)

    ends = await there.play(bank=BANK_S, meddle=look, patience=5_000)
    assert decided, "all of it was seen"
    assert any("you vote to go on without p2" in said for said in there.told[0])
    assert all(isinstance(end, MatchEnd) and end.result is not None for end in ends[:2])
    assert max(map(len, texts)) <= 2 * 80


@pytest.mark.slow
async def test_who_is_out_reads_for_whom_the_others_wait(
    tmp_path: Path, autojump_clock: MockClock, runs: list[MatchRun]
) -> None:
    """given a player who has given up among three, then it is told that the others play on, not to vote."""
    there = Party(*(table(tmp_path / str(n), n, Slow(), rules=ALL) for n in range(3)))
    there.host = replace(there.host, player=Quitter(3), begun=runs.append)
    texts: list[str] = []

    async def look(there: Party) -> None:
        while not (runs and "you are out" in seen(runs[0], texts)):
            await trio.sleep(0.5)

    await there.play(bank=BANK_S, meddle=look, patience=200)
    assert texts[-1].startswith("you are out, and the others play on: waiting for p")


async def test_a_match_that_is_broken_off_names_the_guilty_and_the_proof(
    tmp_path: Path, autojump_clock: MockClock, runs: list[MatchRun]
) -> None:
    """given a match under way, then a proven fault names player, entry, rule and file, another nobody."""
    there = Party(*(table(tmp_path / str(n), n, Slow(), rules=ALL) for n in range(3)))
    there.host = replace(there.host, begun=runs.append)
    await there.play(patience=10)
    (run,) = runs
    proven = BadToken("not the next link").signed_by(2, 17, b"", proven=True)
    error = broken_off(proven, run.file.path, run.names)
    assert error.exit_code == 6 and f"p3 {run.names[2]} broke the protocol with entry 17" in error.message
    assert "[token]" in error.message and f"fadenet verify {run.file.path}" in error.message
    alone = broken_off(Equivocation("two entries", author=1, seq=4, evidence=b""), run.file.path, run.names)
    assert f"{run.match}.evidence" in alone.message
    nobody = broken_off(BadSignature("nobody signed it"), run.file.path, run.names)
    assert nobody.exit_code == 5 and "proves nothing about anybody" in nobody.message
    assert f"fadenet resume {run.match[:8]}" in nobody.message
    assert broken_off(BadSignature("nobody signed it")).exit_code == 5


async def test_a_player_who_thinks_too_long_is_told_before_and_after(
    tmp_path: Path, autojump_clock: MockClock, runs: list[MatchRun]
) -> None:
    """given a decision timer of a minute, then its end is announced, and said when the node has answered."""
    there = Party(*(table(tmp_path / str(n), n, Quitter(20)) for n in range(2)))
    there.host = replace(there.host, player=Stuck(3), begun=runs.append)
    texts: list[str] = []

    async def look(there: Party) -> None:
        before = math.inf
        while len(texts) < 300:
            await trio.sleep(1)
            if runs:
                texts.append(waiting.warning(runs[0].time_left, before))
                before = runs[0].time_left

    await there.play(timer=60, bank=600, meddle=look, patience=100)
    said = [text for text in texts if text]
    assert said and {*said} == {"0:20 left to answer"}, "a minute is what every answer begins with"
    (over,) = [said for said in there.told[0] if said.startswith("Your time was over: ")][:1]
    assert re.fullmatch(r"Your time was over: (you .+|.+ was (taken|chosen|answered) for you)\.", over)


@pytest.mark.parametrize(
    ("seconds", "text"), [(599.0, "9:50"), (61.2, "1:00"), (59.9, "0:59"), (0.2, "0:00"), (-7.0, "0:00")]
)
def test_a_clock_goes_in_steps_of_ten_until_the_last_minute(seconds: float, text: str) -> None:
    assert waiting.clock(seconds) == text


@pytest.mark.parametrize(
    ("seconds", "before", "text"),
    [
        (120.0, 120.5, "2:00 left to answer"),
        (120.1, 121.0, ""),
        (60.0, 60.4, "1:00 left to answer"),
        (60.0, math.inf, ""),
        (19.5, math.inf, "0:20 left to answer"),
        (19.0, 130.0, "0:20 left to answer"),
        (19.0, 19.5, ""),
        (0.0, 30.0, ""),
        (math.inf, math.inf, ""),
    ],
)
def test_each_mark_warns_once(seconds: float, before: float, text: str) -> None:
    """given the time that was left and is left now, then the last mark between is said, if there is one."""
    assert waiting.warning(seconds, before) == text
