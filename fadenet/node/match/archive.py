"""Finished matches that somebody still lacks: given out by any node of ours that is up, whatever it does.

A match is over for us once its RESULT is on our disk, and its secrets are gone then; but one of the others
may have died just before. All that it needs is signed already, so no secret is needed to give it away. While
a node is up, it lets in the players of such matches by the tokens of these, dials those of whom it knows
where they are, and brings a match back from its disk only when one of them is there.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

import trio

import keys
from fadenet.engine.rules import Rules
from fadenet.node.errors import REPORT
from fadenet.node.limits import ARCHIVED_AT_ONCE, ARCHIVED_S
from fadenet.node.match import saved
from fadenet.node.match.committer import Keeper
from fadenet.node.match.door import TableDoor, dial_players
from fadenet.node.match.follow import FollowRun, MatchEnd, Owner, Say
from fadenet.node.match.ids import short_id
from fadenet.node.reach.node import Node
from protocol.faults import PeerFault

log = logging.getLogger(__name__)

RulesOfTable = Callable[[saved.SavedTable], Rules]
"""The rules of a saved table. Raises `keys.UserError` when this fadenet does not have them."""


@asynccontextmanager
async def giving_out(owner: Owner, node: Node, rules_of: RulesOfTable) -> AsyncGenerator[None]:
    """Give out finished matches while the block runs."""
    async with trio.open_nursery() as nursery:
        for match in wanted(owner):
            nursery.start_soon(give_when_asked, owner, node, match, rules_of)
        yield
        nursery.cancel_scope.cancel()


def wanted(owner: Owner) -> list[str]:
    """The finished matches of this player that somebody lacks, newest first, as many as are looked after."""
    there = saved.saved_matches(owner.home)
    found = [
        (one.note.when, one.match)
        for one in there
        if one.finished and owner.identity.name == one.note.name and one.lacking
    ]
    fresh = [(when, match) for when, match in found if owner.machine.now() - when < ARCHIVED_S]
    return [match for _, match in sorted(fresh, reverse=True)[:ARCHIVED_AT_ONCE]]


async def give_when_asked(owner: Owner, node: Node, match: str, rules_of: RulesOfTable) -> None:
    """Give out one match, until nobody lacks it. An error here is logged, and does not touch the match that
    is played."""
    try:
        note = saved.read_table(owner.home, match)
        if not note.lacking:
            return
        door = door_of(owner, node, note)
        rules = rules_of(note)
        with node.opened([bytes.fromhex(note.token)], door, players=True):
            async with trio.open_nursery() as nursery:
                dial_players(nursery, node, door, note, _note, note.lacking)
                await door.somebody()
                await give_out(owner, rules, door, match, note, _note)
                nursery.cancel_scope.cancel()
    except* (keys.UserError, PeerFault, OSError) as group:
        why = group.exceptions[0]
        log.warning("match %s is not given out: %s; send its file instead", short_id(match), why)
    except* Exception:
        log.exception("match %s is not given out; %s", short_id(match), REPORT)


def _note(text: str) -> None:
    log.info("%s", text)


def door_of(owner: Owner, node: Node, note: saved.SavedTable) -> TableDoor:
    """A door for the players of a match, and for nobody else."""
    known = [bytes.fromhex(peer.key) for peer in note.peers]
    return TableDoor(owner.machine, node.identity.kind, len(known), known=known)


async def give_out(
    owner: Owner, rules: Rules, door: TableDoor, match: str, note: saved.SavedTable, say: Say
) -> MatchEnd:
    """Bring a finished match back from disk, without its secrets, which are gone, and give it to those who
    lack it, until nobody does. A RESULT that more have signed takes the place of ours."""
    with saved.folder_of(owner.home, owner.machine.disk).open(match) as file:
        follower = saved.followed(rules, file, len(note.peers) + 1)
        keeper = Keeper(file, None, owner.machine.committer)
        run = FollowRun(owner, follower, keeper, door, note, say)
        try:
            return await run.play()
        finally:
            run.let_go()
