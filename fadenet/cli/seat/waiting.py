"""The waiting of a match between nodes in words: for whom it waits, and what the person may do about it."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from fadenet.cli.frame.context import listed
from fadenet.cli.seat import by_post
from fadenet.console.match.sight import called
from keys import Contacts, UserError, fingerprint_text

if TYPE_CHECKING:
    from fadenet.node.match.clock import Awaited, MatchClock
    from fadenet.node.match.run import MatchRun

PATIENCE_S = 20.0
"""How long nobody is told of a time bank that runs."""
WARNED_S = (120.0, 60.0, 20.0)
"""How long before its time to answer is over our player is told."""
LAST_S = 60.0
"""The seconds left in a time bank from which on its end is counted down second by second."""


def waiting(match_clock: MatchClock, over: bool) -> str:
    """One sentence about those for whom a match waits. over: the game has ended, its proof has not."""
    late = match_clock.awaited()
    if not late:
        return "..."
    if match_clock.void:
        return f"all agree that nobody wins; waiting for {_names(late)} to sign that"
    if match_clock.watches_on:
        return f"you are out, and the others play on: waiting for {_names(late)}"
    begin = "the game is over, but not proven yet: " if over else ""
    return begin + _late(late, match_clock.votes, match_clock.bank)


def _late(late: Sequence[Awaited], votes: bool, bank: float) -> str:
    """The words about those who are late, and what becomes of them. votes: whether it takes votes to go on
    without them; bank: seconds that a whole time bank holds."""
    away = all(one.away for one in late)
    whom = f"p{late[0].seat + 1}" if len(late) == 1 else "them"
    who = (
        f"{_names(late)} {'is' if len(late) == 1 else 'are'} away" if away else f"waiting for {_names(late)}"
    )
    what = f"you vote to go on without {whom}" if votes else f"you stop waiting for {whom}"
    left = min((one.left for one in late if one.left is not None), default=None)
    if left is None:
        return f"{who}; this match waits for ever (quit leaves it, to resume it later)" if away else who
    if all(one.voted for one in late):
        return f"{who}; you have voted to go on, and the others have not all voted yet"
    if all(one.kept for one in late):
        when = "now" if left <= 0 else f"in {clock(left)}"
        return f"{who}; you keep waiting (drop: {when} {what})"
    if not away and left > bank - PATIENCE_S:
        return who
    return f"{who}; in {clock(left)} {what} (wait: keep waiting)"


def warning(seconds: float, before: float) -> str:
    """The warning when our player has so many seconds left to answer, and had `before` when this was looked
    at last, infinite before it was asked; "" where no mark lies between the two. A question that begins with
    a minute warns of nothing, as all of them do."""
    marks = WARNED_S if before < math.inf else WARNED_S[-1:]
    passed = [mark for mark in marks if 0 < seconds <= mark < before]
    return f"{clock(passed[-1])} left to answer" if passed else ""


def pressing(match_clock: MatchClock) -> tuple[object, ...]:
    """The state of the waiting that is worth a line in the log when it changes: (seat, away, kept, voted) of
    each that is away, that we keep waiting for or have voted on, or that has at most `LAST_S` left; () for
    nobody."""
    return tuple(
        (one.seat, one.away, one.kept, one.voted)
        for one in match_clock.awaited()
        if one.away or one.kept or one.voted or (one.left is not None and one.left <= LAST_S)
    )


def spoken(run: MatchRun, text: str) -> str | None:
    """Say something to the others; the words about that, "" for none, None if it is too much."""
    missed = run.exchange.chat.speak(text)
    if not missed:
        return None if missed is None else ""
    one, names = len(missed) == 1, _who((seat, run.names[seat]) for seat in missed)
    return (
        f"{names} {'is' if one else 'are'} not connected now and {'does' if one else 'do'} not hear that, "
        "nor later: say it again then"
    )


def referee(run: MatchRun, home: Path, word: str) -> str:
    """Carry out `who`, `wait`, `drop`, `claim` or `void`; the words about it. home: our data folder."""
    return company(run, home) if word == "who" else decided(run, word)


def decided(run: MatchRun, word: str) -> str:
    """Carry out `wait`, `drop`, `claim` or `void`; the words about it."""
    match_clock = run.clock
    if word == "void":
        return _void(run)
    if word == "claim":
        return by_post.claimed(run)
    if run.seat.config.days:
        return by_post.NO_BANK
    names = listed([*map(called, match_clock.keep_waiting() if word == "wait" else match_clock.go_on())])
    if not names:
        return "nobody is waited for now"
    if word == "wait":
        return f"you keep waiting for {names}, however long it takes; drop takes it back"
    how = "you vote to go on without" if match_clock.votes else "you stop waiting for"
    return f"{how} {names} as soon as the time bank is spent"


def company(run: MatchRun, home: Path) -> str:
    """The others of a match: a person or a bot, how well we know whoever has the key, and the key."""
    try:
        contacts = Contacts.load(home)
    except UserError as error:
        return error.message
    said = []
    for seat, one in enumerate(run.seat.players):
        if seat != run.own:
            ik = one.binding.ik
            known = contacts.familiar(ik, run.names[seat], int(time.time()))
            said.append(
                f"p{seat + 1} {called(run.names[seat])}: {one.declared}, {known}, {fingerprint_text(ik)}"
            )
    return "; ".join(said)


def _void(run: MatchRun) -> str:
    """Offer to end the match without a winner, or take that back."""
    against = run.clock.against_void()
    if run.seat.over or run.seat.void:
        return "the game is over, and only its proof is missing"
    if against:
        names = listed([*map(called, against)])
        return f"this match cannot end without a winner, as all have to agree: {names} cannot"
    if run.clock.wants_void:
        run.offer_void(False)
        return "you play on; what you have signed counts as long as nobody moves"
    run.offer_void(True)
    if run.seat.void:
        return "all agree: the match ends without a winner"
    agreed = run.seat.ending.void_for()
    missing = _who((i, name) for i, name in enumerate(run.names) if i != run.own and i not in agreed)
    return f"you offer to end the match without a winner, from your next wait on; missing: {missing}"


def clock(seconds: float) -> str:
    """Minutes and seconds; in steps of ten as long as there is time."""
    whole = max(0, int(seconds))
    if whole > LAST_S:
        whole -= whole % 10
    return f"{whole // 60}:{whole % 60:02}"


def _names(late: Sequence[Awaited]) -> str:
    return _who((one.seat, one.name) for one in late)


def _who(seats: Iterable[tuple[int, str]]) -> str:
    """Players by their seats and names."""
    return listed([f"p{seat + 1} {called(name)}" for seat, name in seats])
