"""A node nearby as a program of its own, to be run in a namespace.

    python neighbour.py announce NAME ADDRESS..    a table of that name's player, where it listens
    python neighbour.py look COUNT                 so many who are nearby, as one line of JSON

Both print a line: the first once it has said something to its neighbours, the second at its end.
"""

from __future__ import annotations

import hashlib
import json
import sys
import time
from collections.abc import Sequence
from dataclasses import replace

import trio

from fadenet.node.link.candidates import Address
from fadenet.node.link.identity import NodeIdentity
from fadenet.node.link.tcp import TcpNetwork
from fadenet.node.reach.beacon import ASKED_EVERY_S, announcing, nearby
from fadenet.node.reach.node import open_node
from fadenet.node.reach.notice import Offer
from keys import Identity

PATIENCE_S = 20.0
TABLE = Offer(b"t" * 12, "faroe", "duel", (), 2, 1, 60, 600, 5, b"r" * 8, b"c" * 8)


def player(name: str) -> Identity:
    """The identity that goes by a name in these tests."""
    return Identity.from_seed(name, hashlib.sha256(name.encode()).digest())


async def announce(name: str, where: Sequence[str]) -> None:
    """Announce a table until killed."""
    identity, network = player(name), TcpNetwork()
    table = replace(TABLE, token=hashlib.sha256(name.encode()).digest()[:12])
    async with open_node(NodeIdentity(identity), network) as node:
        await node.listen([Address(host, 0) for host in where])
        async with announcing(node, identity, lambda: [table], time.time):
            await trio.sleep(0.05)
            print("announced", flush=True)
            await trio.sleep_forever()


async def look(count: int) -> None:
    """Look until so many are nearby."""
    begun = trio.current_time()
    async with nearby(TcpNetwork(), time.time) as neighbours:
        with trio.move_on_after(PATIENCE_S):
            while len(neighbours.found()) < count:
                with trio.move_on_after(ASKED_EVERY_S):
                    await neighbours.changed()
        found = [
            {
                "name": one.notice.name,
                "source": one.source.host,
                "interface": one.source.interface,
                "candidates": list(map(str, one.candidates)),
            }
            for one in neighbours.found()
        ]
        took = trio.current_time() - begun
        print(json.dumps({"found": found, "asked": neighbours.interfaces, "took_s": took}), flush=True)


def main(role: str, *arguments: str) -> None:
    if role == "announce":
        trio.run(announce, arguments[0], arguments[1:])
    else:
        trio.run(look, int(arguments[0]))


if __name__ == "__main__":
    main(*sys.argv[1:])
