"""Much at once is read a few lines at a time, with what it comes to first; what is new is marked."""

from __future__ import annotations

import re
from itertools import takewhile

import pytest
import trio
from trio.testing import MockClock

from fadenet.console.match.commands import enter
from fadenet.console.match.desk import BURST_MAX, Desk, Pace
from fadenet.console.match.view import NEW
from fadenet.games.fade.tables import COMBAT
from fadenet.table.view import MatchInfo, SeatView
from tests.builders.scenario import Duel
from tests.console.helpers import asked, view
from tests.console.test_plain import plain

TURNS = 2


async def settled() -> None:
    """Until all that was typed has been carried out and printed."""
    await trio.sleep(1)


async def test_at_a_terminal_plain_mode_stops_after_a_few_lines(autojump_clock: MockClock) -> None:
    """given a person in plain mode, when more happens than can be read, then a few lines come at a time, and
    Enter goes on."""
    async with plain(paged=True) as lines:
        stops = 0
        for _ in range(80):
            await settled()
            if lines.printed and lines.printed[-1].startswith("more: "):
                stops += 1
                await lines.type("\n")
            else:
                await lines.type("1\n")
        await settled()
    run = most = 0
    for line in lines.printed:
        run = run + 1 if re.match(r"(you|p\d|table): ", line) and "in short" not in line else 0
        most = max(most, run)
    assert stops and most <= BURST_MAX + 1, "beside what was answered"
    for at, line in enumerate(lines.printed):
        if line.startswith("table: in short: "):
            untold = takewhile(lambda line: not line.startswith("ask "), lines.printed[at:])
            assert any(line.startswith("more: ") for line in untold)
    assert any(line.startswith("table: in short: ") for line in lines.printed)


async def test_what_is_typed_before_all_is_read_answers_nothing(autojump_clock: MockClock) -> None:
    """given lines that wait, when an answer is typed, then they are printed, and it is kept until an empty
    line sends it."""
    async with plain(paged=True) as lines:
        for _ in range(80):
            await settled()
            if lines.printed and lines.printed[-1].startswith("more: "):
                break
            await lines.type("1\n")
        before = lines.desk.dialogue.decided
        await lines.type("1\n")
        await lines.until("note: typed before this was asked: 1 (Enter sends it)")
        assert lines.desk.dialogue.decided == before
        assert lines.desk.dialogue.waits
        await lines.type("\n")
        await settled()
        assert lines.desk.dialogue.decided > before


@pytest.mark.parametrize(("paged", "pace"), [(False, "step"), (True, "once")])
async def test_a_pipe_and_who_wants_all_at_once_get_it(
    autojump_clock: MockClock, paged: bool, pace: str
) -> None:
    """given no terminal, or the pace `once`, then nothing waits to be read."""
    async with plain(paged=paged) as lines:
        await settled()
        await lines.type(f"pace {pace}\n")
        for _ in range(40):
            await lines.type("1\n")
            await settled()
        assert not any(line.startswith("more: ") for line in lines.printed)


def stale(pace: Pace, mine: bool) -> Desk:
    """A desk that is asked after more has happened than its log has rows; mine: in the own turn."""
    for desk in asked(3, game="faroe"):
        s = desk.sight.seat.state
        if s.turn > TURNS and (s.active == desk.sight.seat.index) == mine and len(desk.fresh()) > 4:
            desk.page, desk.room = None, 3
            desk.set_pace(pace)
            desk.open()
            return desk
    raise AssertionError("nobody was asked then")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pace", "mine", "is_paged"),
    [
        (Pace.STEP, False, True),
        (Pace.STEP, True, True),
        (Pace.TURN, False, False),
        (Pace.TURN, True, True),
        (Pace.ONCE, True, False),
    ],
)
def test_on_the_screen_what_the_log_has_no_room_for_is_a_page(pace: Pace, mine: bool, is_paged: bool) -> None:
    """given more news than rows, when a question comes, then they stand on a page, as the pace says."""
    desk = stale(pace, mine)
    assert (desk.page is not None) == is_paged
    if desk.page is not None:
        told = [entry.lead + entry.text for entry in desk.fresh() if entry.kind == "event"]
        assert told[-1] in desk.page.paragraphs


def test_the_page_closes_and_the_question_stands() -> None:
    """given that page, when Enter is pressed, then the question is still open."""
    desk = stale(Pace.STEP, True)
    enter(desk, "")
    assert desk.page is None and desk.dialogue.waits


def test_what_has_happened_since_the_last_answer_is_marked() -> None:
    """given an answer, then what comes behind it is marked in the log, and what was there is not."""
    desk = next(desk for desk in asked(5) if desk.sight.seat.state.turn > 2)
    desk.write("event", "the old")
    desk._has_answered()
    desk.write("event", "the new")
    shown = view(desk, 80, 30)
    assert any(line.startswith(f"{NEW}the new") for line in shown)
    assert any(line.startswith("the old") for line in shown)


def test_the_summary_counts_deeds_harm_and_losses() -> None:
    """given an attack on a Player and one that destroys a Character, then one line says who did how much,
    what is left of whom, and what is lost."""
    d = Duel(edition="fade2")
    soldier, squire = d.character(0, at="c2"), d.character(1, "squire", at="c3")
    desk = Desk()
    info = MatchInfo("m", d.rules.name, "duel", 1, ("Ada", "Ben"), ("human", "human"), (), 0)
    desk.start(info, SeatView(d.s, 1, d.dealer.known[1]))
    d.go(0, COMBAT)
    d.leave(squire, 1)
    before = len(d.log)
    d.quietly(0, "attack", soldier, squire)
    d.quietly(0, "attack", d.body(0), d.body(1))
    desk.tell(d.log[before:])
    hp = d.hp(d.body(1))
    assert desk.summary() == f"p1: 2 attacks; you: {hp} of {hp + 1} HP left; lost: your Squire"
    desk._has_answered()
    assert desk.summary() == ""


def test_an_unknown_pace_is_refused_and_named() -> None:
    desk = next(asked(0))
    enter(desk, "pace slowly")
    assert desk.log[-1].kind == "refused" and "once|step|turn" in desk.log[-1].text
    enter(desk, "pace")
    assert "pace once" in desk.log[-1].text and "once|step|turn" in desk.log[-1].text
