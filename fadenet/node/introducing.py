"""Where the players of a match are to be found by each other. The host of a table of several is the helper of
its guests: two of them that cannot dial each other meet through it, and it carries what they say until they
have a way of their own. And at the helpers of the host its guests are found as well as the host itself, which
so reaches them again at once when it has moved, whatever router they are behind.

Nothing has to be arranged for that: each player knows the host, its helpers and the token of the match.
"""

from __future__ import annotations

from collections.abc import Iterator

import trio

from fadenet.node.limits import CIRCUITS_OF_HOST, HELPERS_OF_HOST
from fadenet.node.link.candidates import Address, Candidate, RelayAddress
from fadenet.node.match.door import TableDoor
from fadenet.node.match.saved import SavedTable
from fadenet.node.reach.calls import circuit_token, helper_token
from fadenet.node.reach.meet import Helper
from fadenet.node.reach.node import Node
from fadenet.node.reach.relay import Relay
from keys import fingerprint


async def introduce_guests(node: Node, door: TableDoor, note: SavedTable, stays: bool) -> None:
    """Our part in that as long as a match runs: the host's, or a guest's. Ends at once where there is none.
    stays: whether the host is a bot's node, which does not move where it can be dialled."""
    token = bytes.fromhex(note.token)
    several = len(note.peers) > 1
    if note.role != "host" and note.host:
        host = fingerprint(bytes.fromhex(note.host))
        name = next((peer.name for peer in note.peers if peer.key == note.host), "")
        await be_found(node, host, token, name, at_host=several, stays=stays)
    elif several:
        relay = Relay(node, node.identity.rng, door.knows, CIRCUITS_OF_HOST, guests=0)
        with relay.opened(helper_token(token)):
            await trio.sleep_forever()


async def be_found(
    node: Node, host: bytes, token: bytes, name: str, *, at_host: bool = False, stays: bool = False
) -> None:
    """Be found by the players of a match, who hold this token, at the helpers of its host (fingerprint, what
    we call it) and perhaps at the host, wherever these are, for ever. stays: as in `introduce_guests`."""
    kept: dict[Helper, trio.CancelScope] = {}

    async def keep(helper: Helper, scope: trio.CancelScope) -> None:
        with scope:
            await node.helpers.reserve(helper)

    async with trio.open_nursery() as nursery:
        while True:
            there = node.directory.candidates(host)
            wanted: set[Helper] = set()
            if at_host:
                wanted.add(Helper(host, helper_token(token), there, name, among=token))
            if node.directory.is_helped(host) or not stays:
                wanted.update(_helpers_of(there, token))
            for helper in kept.keys() - wanted:
                kept.pop(helper).cancel()
            for helper in wanted - kept.keys():
                kept[helper] = trio.CancelScope()
                nursery.start_soon(keep, helper, kept[helper])
            await node.directory.changed()


def _helpers_of(there: tuple[Candidate, ...], token: bytes) -> Iterator[Helper]:
    """The first of the helpers at which a host is found that can be dialled there, as its guests come to
    them."""
    places: dict[bytes, list[Address]] = {}
    for one in there:
        if isinstance(one, RelayAddress):
            places.setdefault(one.fingerprint, []).append(one.address)
    for relay, addresses in list(places.items())[:HELPERS_OF_HOST]:
        gate = helper_token(circuit_token(token))
        yield Helper(relay, gate, tuple(addresses), str(addresses[0]), among=token)
