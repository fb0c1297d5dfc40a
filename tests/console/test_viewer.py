"""Replays on the desk and on the full screen: stepping, turns, views, searching, comments."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import cache, partial

import pytest
import trio
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.input.base import PipeInput

from fadenet.bots.base import run_now
from fadenet.console.replay.scene import ReplayScene
from fadenet.console.replay.viewer import OPENING, SPEEDS, Viewer
from fadenet.console.shell.screen import run_screen
from fadenet.console.text import cells
from fadenet.engine.digest import digest
from fadenet.table.local import LocalMatch
from fadenet.table.reading import parse
from fadenet.table.record import Record, Seated, write
from fadenet.table.replay import Replay, narrowed
from fadenet.table.scribe import Scribe
from tests.console.helpers import NAMES, Eyes, Tired, decks, faroe, on_screen


@cache
def recorded(seed: int = 3) -> Record:
    """The beginning of a match of random moves: each position is told from the first one on."""
    lists = decks(faroe(), 2, seed)
    match = LocalMatch(faroe(), [Tired(seed), Tired(seed + 1)], lists, seed, names=NAMES[:2])
    match.scribe = Scribe(faroe())
    run_now(match.play())
    assert match.scribe is not None
    return match.scribe.record(match.state, [Seated(name, "bot") for name in NAMES[:2]], lists)


@cache
def replayed(seen: str = "all") -> Replay:
    whole = Replay(recorded(), faroe())
    return whole if seen == "all" else Replay(narrowed(whole, seen), faroe())


ENDED = "p2 Mara wins [win.lose-ko]"


def viewer(at: int | None = 0, seen: str = "all") -> Viewer:
    return Viewer(replayed(), seen, at, ended=ENDED)


def text(v: Viewer, width: int = 100, height: int = 40) -> str:
    lines = ReplayScene(v).lines(width, height)
    assert len(lines) == height and all(cells(line) == width for line in lines)
    return "\n".join(lines)


def test_stepping_goes_on_and_back_within_the_record() -> None:
    """given a replay, then steps lead from the first position to the last one and no further."""
    v = viewer()
    assert "step 0 of" in text(v) and not v.stage.log
    v.step(-1)
    assert v.at == 0
    v.step(1)
    assert v.at > 0 and v.stage.log[0].lead + v.stage.log[0].text == "p1: throws Rock"
    v.seek(10**9)
    assert v.at == v.replay.length and f"| {ENDED}" in text(v)
    v.step(1)
    assert v.at == v.replay.length
    assert digest(v.sight.seat.state) == digest(v.replay.position(v.at).state)


def test_a_replay_opens_where_there_is_something_to_see() -> None:
    """given no place in the record, then it opens at the first turn, with the set-up and the keys in its log,
    and Home leads to the very beginning."""
    v = viewer(None)
    assert v.sight.seat.state.turn == 1 and v.replay.steps[v.at - 1].turn == 0
    said = [entry.text for entry in v.stage.log]
    assert said[-1] == OPENING and said[-2] == "turn 1: p1" and "throws " in said[0]
    assert "? says all keys" in text(v, 120, 40)
    ReplayScene(v).keys["home"]()
    assert v.at == 0 and not v.stage.log


def test_a_step_of_which_nothing_comes_is_gone_over_both_ways() -> None:
    """given a match with passes, then each step on and back stops where something has happened, all of it is
    met, and a number still leads to a pass."""
    v = viewer()
    there = [0]
    while v.at < 300:
        before = len(v.stage.log)
        v.step(1)
        there.append(v.at)
        assert len(v.stage.log) > before
    assert len(there) < 200
    assert list(v.stage.log) == list(viewer(v.at).stage.log)
    back = [v.at]
    while v.at:
        v.step(-1)
        back.append(v.at)
    assert back == there[::-1]
    passed = next(
        i for i, step in enumerate(v.replay.steps) if step.decided and step.entries[0].words == ("pass",)
    )
    v.enter(f"g {v.replay.steps[passed].number}")
    assert v.at == passed + 1 and f"last {v.replay.steps[passed].number}. p1: pass" in text(v)


@pytest.mark.slow
def test_what_is_decided_is_said_as_a_player_types_it() -> None:
    """given every step of a match, then what was decided last and what comes next is said with the names of
    the cards, and nothing of it as a record writes it."""
    v = viewer()
    for at, step in enumerate(v.replay.steps):
        if not step.decided or (step.entries[0].words[0] == "pass" and at % 9):
            continue
        v.seek(at)
        said = v.table().question.rpartition("| next ")[2]
        v.seek(at + 1)
        assert f"| last {said}" in v.table().question
        assert f"{step.number}. p{step.entries[0].who + 1}: " in said
        assert "mode" not in said and not re.search(r"=[a-z]+-[a-z]", said), said


def test_turns_lead_to_where_they_begin() -> None:
    """given a position, then Down goes to the next turn, Up to the beginning of this one or the last."""
    v = viewer()
    v.turn(1)
    first = v.at
    assert v.replay.steps[first].turn == 1 and v.replay.steps[first - 1].turn == 0
    v.turn(1)
    second = v.at
    v.step(2)
    v.turn(-1)
    assert v.at == second
    v.turn(-1)
    assert v.at == first
    v.turn(-1)
    assert v.at == 0
    v.turn(-1)
    assert v.at == 0
    v.seek(v.replay.length)
    v.turn(1)
    assert v.at == v.replay.length


def test_the_log_tells_what_led_here() -> None:
    """given a position, then the log holds all that has happened, as in a match, and no answers beside it."""
    v = viewer(110)
    said = [entry.text for entry in v.stage.log]
    assert "throws " in said[0] and any(line.startswith("turn ") for line in said)
    assert not any(line[:1].isdigit() for line in said)
    assert not any(entry.who == "you" for entry in v.stage.log)


@pytest.mark.slow
def test_the_log_does_not_depend_on_where_one_comes_from() -> None:
    """given a way through the record, then each position has the log of somebody who went there at once."""
    v = viewer()
    for at in range(v.replay.length, 0, -71):
        v.seek(at)
        assert list(v.stage.log) == list(viewer(at).stage.log)


def test_every_view_shows_the_cards_that_it_knows() -> None:
    """given a hand, then its owner and the view of everything see it, and nobody else."""
    v = viewer(40)
    s = v.sight.seat.state
    hand = s.zones[s.rules.zone_id(1, s.rules.zone_letters.index("h"))]
    held = next(h for h in hand if not s.code[h])
    name = faroe().cards[v.replay.position(40).truth[held]].name[:8]
    shown = {}
    for _ in v.views:
        v.seek(40)
        shown[v.view] = f"h{hand.index(held) + 1} " in text(v, 160, 60) and name in text(v, 160, 60)
        assert f"view: {v.view}" in text(v)
        v.next_view()
    assert v.view == "all"
    assert shown["all"] and shown["p2"]
    assert v.sight.seat.state.code[held] == 0
    assert set(shown) == {"all", "p1", "p2", "public"}
    v.view = "public"
    v.seek(40)
    assert not v.sight.seat.known


def test_a_narrowed_record_offers_fewer_views() -> None:
    """given the record of one seat, then only that seat's view and the public's can be looked at."""
    assert replayed("p2").views == ("p2", "public")
    assert replayed("public").views == ("public",)
    v = Viewer(replayed("p2"), "p2", 60)
    assert "view: p2" in text(v)
    assert digest(v.sight.seat.state) == digest(replayed().position(60).state)
    assert all(h not in v.replay.position(60).known[0] for h in v.sight.seat.state.zones[1])


def test_words_lead_to_the_step_that_tells_of_them() -> None:
    """given words, then the next step with them is found, then the one after it, then the first again."""
    v = viewer()
    v.enter("/turn 3:")
    assert v.sight.seat.state.turn == 3 and v.at
    at = v.at
    v.enter("/goes to the")
    second = v.at
    assert second > at
    v.enter("n")
    assert v.at > second
    v.enter("/turn 3:")
    assert v.at == at
    v.enter("/no such words at all")
    assert v.at == at and "nothing in this record" in v.stage.log[-1].text


def test_typed_lines_seek_look_help_and_leave() -> None:
    """given lines, then g and t seek, ? and look open pages, a move is refused, q leaves."""
    v = viewer()
    v.enter("g 57")
    number = 57
    step = v.replay.steps[v.at - 1]
    assert step.number <= number < step.number + len(step.entries)
    v.enter("t 2")
    assert v.sight.seat.state.turn in (1, 2) and v.replay.steps[v.at].turn == 2
    v.enter("?")
    assert "Right and Left: on to what" in text(v)
    v.enter("")
    assert v.stage.page is None
    v.enter("look p2 deck")
    assert v.stage.page is not None
    v.enter("")
    v.enter("attack c1 p2")
    assert "a replay takes no moves" in v.stage.log[-1].text
    v.enter("concede")
    assert "a replay takes no moves" in v.stage.log[-1].text
    v.enter("q")
    assert v.stage.leaving == "quit"


def test_comments_go_into_the_record() -> None:
    """given a comment on the last answer, then it is shown, and the changed record holds it and replays."""
    v = viewer(30)
    assert v.changed_record is None
    v.enter("! what a move; really")
    assert "; what a move; really" in text(v)
    changed = v.changed_record
    assert changed is not None
    step = v.replay.steps[29]
    assert changed.entries[step.number + len(step.entries) - 2].comment == "what a move; really"
    again = Viewer(Replay(parse(write(changed)), faroe()), "all", 30)
    assert "; what a move; really" in text(again)
    v.enter("!")
    assert v.changed_record == v.replay.record
    v.seek(0)
    v.enter("! too early")
    assert "no answer yet" in v.stage.log[-1].text


def test_playing_stops_at_the_end_and_has_speeds() -> None:
    """given a record that is played, then it stops at its end, and playing it there begins anew."""
    v = viewer(replayed().length - 1)
    v.play()
    assert v.playing and "plays 1 a second" in text(v)
    for _ in range(9):
        v.faster(1)
    assert SPEEDS[v.speed] == SPEEDS[-1]
    v.step(1)
    assert not v.playing
    v.play()
    assert v.playing and v.at == 0
    v.play()
    assert not v.playing


# On the screen.


@dataclass
class Shown:
    viewer: Viewer
    keys: PipeInput
    eyes: Eyes


@asynccontextmanager
async def shown(at: int = 0, columns: int = 80, rows: int = 24) -> AsyncIterator[Shown]:
    v = viewer(at)
    eyes = Eyes(columns, rows)
    with create_pipe_input() as keys:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(partial(run_screen, ReplayScene(v), input=keys, output=eyes.output()))
            await eyes.see(f"step {at} of", "Left Right step", "q leaves")
            yield Shown(v, keys, eyes)
            v.stage.leaving = v.stage.leaving or "quit"
            v.stage.notify()
            await eyes.until(lambda: "\x1b[?1049l" in eyes.written, "the end of the screen")
            nursery.cancel_scope.cancel()


@pytest.mark.slow
@on_screen
async def test_keys_move_through_the_record() -> None:
    async with shown() as one:
        one.keys.send_text("\x1b[C\x1b[C\x1b[C")
        third, second = viewer(), viewer()
        for v, steps in ((third, 3), (second, 2)):
            for _ in range(steps):
                v.step(1)
        await one.eyes.see(f"step {third.at} of")
        one.keys.send_text("\x1b[D")
        await one.eyes.see(f"step {second.at} of")
        one.keys.send_text("\x1b[B")
        await one.eyes.see("turn 1")
        one.keys.send_text("\x1b[A")
        await one.eyes.see("step 0 of")
        one.keys.send_text("\x1b[F")
        await one.eyes.see(ENDED)
        one.keys.send_text("\x1b[H")
        await one.eyes.see("step 0 of")


@pytest.mark.slow
@on_screen
async def test_tab_changes_the_view_and_typed_lines_work_as_ever() -> None:
    async with shown(40, 120, 40) as one:
        await one.eyes.see("view: all")
        one.keys.send_text("\t")
        await one.eyes.see("view: p1")
        one.keys.send_text("g 30\r")
        await one.eyes.until(lambda: "step 40 of" not in one.eyes.text)
        one.keys.send_text("?\r")
        await one.eyes.see("on to what happens next")
        one.keys.send_text("\x1b")
        await one.eyes.see("Left Right step")
        one.keys.send_text("! well + played - here\r")
        await one.eyes.see("; well + played - here")


@pytest.mark.slow
@on_screen
async def test_space_plays_and_stops() -> None:
    async with shown(10) as one:
        one.keys.send_text(" ++++")
        await one.eyes.until(lambda: one.viewer.at >= 12)
        one.keys.send_text(" ")
        await one.eyes.until(lambda: not one.viewer.playing)
        await one.eyes.see(f"step {one.viewer.at} of")


@on_screen
@pytest.mark.parametrize("keys", ["q\r", "quit\r", "\x03"])
async def test_the_replay_is_left(keys: str) -> None:
    async with shown(5) as one:
        one.keys.send_text(keys)
        await one.eyes.until(lambda: one.viewer.stage.leaving == "quit")
