"""Finished matches that somebody still lacks: given out by any node of ours that is up, whatever it does.

A match is over for us once its RESULT is on our disk, and its secrets are gone then; but one of the others
may have died just before. All that it needs is signed already, so no secret is needed to give it away. While
a node hosts, plays or resumes, it lets in the players of such matches by the tokens of these, dials those
whose addresses it knows, and brings a match back from its disk only when one of them is there.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import trio

import keys
from fadenet.engine.rules import Rules
from fadenet.node.limits import ARCHIVED_AT_ONCE, ARCHIVED_S
from fadenet.node.link.identity import NodeIdentity
from fadenet.node.link.links import OpenLink
from fadenet.node.match import saved
from fadenet.node.match.door import Door, dial_players
from fadenet.node.match.follow import FollowRun, MatchEnd, Owner, Say
from fadenet.node.match.storage import short_id
from protocol.faults import PeerFault

log = logging.getLogger(__name__)

RulesOf = Callable[[saved.SavedTable], Rules]
"""The rules of a saved table. Raises `keys.UserError` when this fadenet does not have them."""


@asynccontextmanager
async def giving_out(
    owner: Owner, node: NodeIdentity, door: Door, rules_of: RulesOf | None, open_link: OpenLink
) -> AsyncGenerator[None]:
    """Give out finished matches while the block runs; `door` is the one of the table that is open now.

    rules_of: None = give out nothing.
    """
    async with trio.open_nursery() as nursery:
        if rules_of is not None:
            for match in wanted(owner):
                nursery.start_soon(_give_out, owner, node, door, match, rules_of, open_link)
        yield
        nursery.cancel_scope.cancel()


def wanted(owner: Owner) -> list[str]:
    """The finished matches of this player that somebody lacks, newest first, as many as are looked after."""
    folder = owner.home / saved.FOLDER
    found: list[tuple[float, str]] = []
    for one in saved.saved_matches(owner.home) if folder.is_dir() else []:
        if one.finished and owner.identity.name == one.note.name and one.lacking:
            found.append(((folder / f"{one.match}.match").stat().st_mtime, one.match))
    fresh = [(when, match) for when, match in found if owner.machine.now() - when < ARCHIVED_S]
    return [match for _, match in sorted(fresh, reverse=True)[:ARCHIVED_AT_ONCE]]


async def _give_out(
    owner: Owner, node: NodeIdentity, door: Door, match: str, rules_of: RulesOf, open_link: OpenLink
) -> None:
    """One match, until nobody lacks it. What goes wrong here is no business of the match that is played."""
    try:
        note = saved.read_table(owner.home, match)
        own = door_of(owner, node, note)
        door.beside(match, bytes.fromhex(note.token), own)
        rules = rules_of(note)
        async with trio.open_nursery() as nursery:
            dial_players(nursery, node, own, note, open_link, _note, note.lacking)
            await own.somebody()
            await give_out(owner, rules, own, match, note, _note)
            nursery.cancel_scope.cancel()
    except* (keys.UserError, PeerFault, OSError) as group:
        log.warning("match %s cannot be given out: %s", short_id(match), group.exceptions[0])
    except* Exception:
        log.exception("match %s cannot be given out", short_id(match))


def _note(text: str) -> None:
    log.info("%s", text)


def door_of(owner: Owner, node: NodeIdentity, note: saved.SavedTable) -> Door:
    """A door for the players of a match, and for nobody else."""
    known = [bytes.fromhex(peer.key) for peer in note.peers]
    return Door(owner.machine, node.kind, len(known), known=known)


async def give_out(
    owner: Owner, rules: Rules, door: Door, match: str, note: saved.SavedTable, say: Say
) -> MatchEnd:
    """Bring a finished match back from disk, without its secrets, which are gone, and give it to those who
    lack it, until nobody does. A RESULT that more have signed takes the place of ours."""
    with saved.folder_of(owner.home, owner.machine.disk).open(match) as file:
        follower = saved.followed(rules, file, len(note.peers) + 1)
        return await FollowRun(owner, follower, file, door, note, say).play()
