"""Turns in matches by correspondence: `fadenet inbox`, and how the person here is told of theirs.

told.json in the data folder has by match since when the turn is of which the person has been told last.
"""

from __future__ import annotations

import json
import logging
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import trio

from fadenet.cli.frame.comforts import comfort
from fadenet.cli.frame.context import Context, folded, listed
from fadenet.cli.frame.logs import start_log
from fadenet.cli.frame.running import run_async
from fadenet.cli.frame.settings import NO_NOTICE, TEXT
from fadenet.cli.seat.by_post import DAY_S, is_or_are, moment
from fadenet.console.run import SIMPLE_TERMINALS
from fadenet.console.shell.osc import NOTICES
from fadenet.engine.language.english import number_of
from fadenet.node.mail import kept
from fadenet.node.mail.kept import HOST
from fadenet.node.mail.sorting import invitation_of
from fadenet.node.match import saved
from fadenet.node.match.ids import short_id
from keys.errors import IdentityNotFound, UserError
from keys.files import exclusive, make_folder, read_private, replace_private

log = logging.getLogger(__name__)

LOOK_S: Final = 3.0
"""How often the data folder is looked at."""
HOOK_S: Final = 5.0
"""How long a hook may run."""
FILE, LOCK_FILE = "told.json", "told.lock"
FILE_BYTES: Final = 256 * 1024


# In words.


def standing(note: saved.SavedTable, now: float) -> str:
    """A sentence on who is to decide in a match by correspondence, and until when."""
    if note.turn:
        return f"it is your turn, {until(note.turn, note.days, now, 'and your')}."
    late = [(peer.name, wait.since) for peer, wait in zip(note.peers, note.waits, strict=False) if wait.since]
    if not late:
        return "it has just begun." if not note.waits else "nobody is to decide."
    said = [f"{name}, {until(since, note.days, now)}" for name, since in late]
    return f"it waits for {'; '.join(said)}."


def since_when(note: saved.SavedTable, now: float) -> str:
    """The same of a match in a list, with since when."""
    begun = [note.turn] if note.turn else [wait.since for wait in note.waits if wait.since]
    return f"{standing(note, now).rstrip('.')}" + (f", since {moment(min(begun), now)}" if begun else "")


def until(since: int, days: int, now: float, whose: str = "whose") -> str:
    """Until when somebody has time who was first asked then. whose: said before days that are over."""
    due = since + days * DAY_S
    if due > now:
        return f"until {moment(due, now)}"
    return f"{whose} {number_of(days, 'day')} {is_or_are(days)} over"


def your_turn(one: saved.SavedMatch, now: float) -> str:
    """A line on a match in which it is our turn."""
    note = one.note
    what = saved.played(note.game, note.format, {})
    by = until(note.turn, note.days, now, "your")
    return f"Your turn against {listed(one.peers)} in {what} ({by})"


# Which there are.


def by_post(home: Path) -> list[saved.SavedMatch]:
    """The matches by correspondence that go on, those in which it is our turn first, by its age."""
    there = [one for one in saved.saved_matches(home) if one.note.days and not one.finished]
    return sorted(there, key=lambda one: (not one.note.turn, one.note.turn or one.note.touched))


def ours(home: Path) -> list[saved.SavedMatch]:
    """Those in which a person here is to decide, the oldest turn first."""
    return [one for one in by_post(home) if one.note.turn and not one.note.bot]


def inbox(ctx: Context) -> int:
    """List the matches by correspondence, those in which it is our turn first, and open invitations; or wait
    until it is our turn in one."""
    return _wait(ctx) if ctx.args.wait else list_by_post(ctx)


def list_by_post(ctx: Context) -> int:
    """List the matches by correspondence, those in which it is our turn first, and open invitations."""
    there, now = by_post(ctx.home), time.time()
    lines = []
    for one in there:
        what = saved.played(one.note.game, one.note.format, one.note.options)
        line = f"{short_id(one.match)}  {what} with {listed(one.peers)}: {standing(one.note, now)}"
        lines += folded(line, 10)
    offers = [
        (id, open_) for id, open_ in kept.open_invitations(ctx.home) if not (open_.match or open_.withdrawn)
    ]
    for id, open_ in offers:
        invitation = invitation_of(open_)
        config, taken = invitation.config, f"{invitation.name} is to begin"
        what = saved.played(config.game, config.format, dict(config.opts))
        how = "nobody has taken your invitation yet" if open_.role == HOST else taken
        lines += folded(f"{id.hex()[:8]}  {what}: {how}.", 10)
    ctx.emit({"matches": data_of(there), "invitations": [id.hex() for id, _ in offers]}, lines)
    if not lines:
        ctx.say("There is no match by correspondence. Begin one: fadenet host faroe --by-hand")
    return 0


def data_of(there: Sequence[saved.SavedMatch]) -> list[dict[str, Any]]:
    """Matches by correspondence as JSON has them."""
    return [
        {
            "match": one.match,
            "game": one.note.game,
            "peers": list(one.peers),
            **turn_data(one.note),
            "days": one.note.days,
        }
        for one in there
    ]


def turn_data(note: saved.SavedTable) -> dict[str, Any]:
    """Since when it is our turn, and since when others are waited for, by name, as JSON has it."""
    waits = zip(note.peers, note.waits, strict=False)
    return {
        "turn": note.turn or None,
        "waits": [{"name": peer.name, "since": wait.since} for peer, wait in waits if wait.since],
    }


def _wait(ctx: Context) -> int:
    """Wait until it is our turn somewhere, and print a line for each such match."""
    start_log(ctx)
    there = run_async(partial(next_turns, ctx.home))
    now = time.time()
    tell_turns(ctx)
    ctx.emit({"matches": data_of(there)}, [your_turn(one, now) for one in there])
    return 0


async def next_turns(home: Path) -> list[saved.SavedMatch]:
    """The matches in which it is our turn, once there is one."""
    while not (there := ours(home)):
        await trio.sleep(LOOK_S)
    return there


# Telling the person.


def tell_turns(ctx: Context, here: str = "", screen: bool = False) -> None:
    """Tell the person of each turn of theirs that they have not been told of: by the bell, a notice and the
    hook, as the settings say. here: the match that is before their eyes; screen: whether a screen is open,
    which rings by itself."""
    with comfort(log.warning, "Nobody is told whose turn it is"):
        for one in _untold(ctx.home):
            if one.match != here:
                _tell(ctx, your_turn(one, time.time()), screen)


def _untold(home: Path) -> list[saved.SavedMatch]:
    """The matches with a turn of ours that nobody was told of; from now on they count as told."""
    there = ours(home)
    if not there:
        return []
    make_folder(home)
    with exclusive(home / LOCK_FILE, wait=True):
        before = _read(home / FILE)
        now = {one.match: one.note.turn for one in there}
        if before != now:
            replace_private(home / FILE, json.dumps(now, sort_keys=True).encode(), alone=True)
    return [one for one in there if before.get(one.match) != one.note.turn]


def _read(path: Path) -> dict[str, int]:
    """The turns that were told so far; none where the file is missing or damaged."""
    try:
        found = json.loads(bytes(read_private(path, FILE_BYTES)))
    except (IdentityNotFound, UserError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _tell(ctx: Context, text: str, screen: bool) -> None:
    if sys.stderr.isatty() and os.environ.get("TERM", "") not in SIMPLE_TERMINALS:
        notice = NOTICES[ctx.settings.notice](text) if ctx.settings.notice != NO_NOTICE else ""
        sys.stderr.write("\a" * (ctx.settings.bell and not screen) + notice)
        sys.stderr.flush()
    if ctx.settings.hook_turn:
        run_hook(ctx.settings.hook_turn, text)


def run_hook(command: str, text: str) -> None:
    """Run a command of the settings without a shell, with the text in place of `TEXT`; it is waited for no
    longer than `HOOK_S`, and that it fails is logged."""
    words = [word.replace(TEXT, text) for word in shlex.split(command)]
    try:
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=HOOK_S,
            check=False,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        log.warning("the hook %s has failed: %s; correct it: fadenet config set hook.turn", words[0], error)
        return
    if done.returncode:
        told = words[0], done.returncode
        log.warning(
            "the hook %s has ended with exit code %d; correct it: fadenet config set hook.turn", *told
        )
