"""The host of a table of several as the helper of its guests: two of them that cannot dial each other meet
through it, and it carries what they say until they have a way of their own.

Nothing has to be arranged for that: whoever plays knows the host and the token of the match.
"""

from __future__ import annotations

import trio

from fadenet.node.limits import CIRCUITS_PER_TOKEN
from fadenet.node.match.door import Door
from fadenet.node.match.saved import SavedTable
from fadenet.node.reach.calls import helper_token
from fadenet.node.reach.meet import Helper
from fadenet.node.reach.node import Node
from fadenet.node.reach.relay import Relay
from keys import fingerprint


async def introduce_guests(node: Node, door: Door, note: SavedTable) -> None:
    """Our part in that as long as a match of several runs: the host's, or a guest's. Ends at once where there
    is nobody to bring together."""
    token = bytes.fromhex(note.token)
    if len(note.peers) < 2:
        return
    if note.role == "host":
        with Relay(node, node.identity.rng, door.knows, CIRCUITS_PER_TOKEN).opened(helper_token(token)):
            await trio.sleep_forever()
    elif note.host:
        await _be_found(node, note, token)


async def _be_found(node: Node, note: SavedTable, token: bytes) -> None:
    """Be found by the other guests at the host, wherever that moves, for ever."""
    host = fingerprint(bytes.fromhex(note.host))
    name = next((peer.name for peer in note.peers if peer.key == note.host), "")
    while True:
        there = node.directory.candidates(host)
        helper = Helper(host, helper_token(token), there, name, among=token)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(node.helpers.reserve, helper)
            while node.directory.candidates(host) == there:
                await node.directory.changed()
            nursery.cancel_scope.cancel()
