"""How a node gets back what it has signed in a match and its disk does not hold; before that it signs
nothing."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from pathlib import Path

from fadenet.node.errors import MatchFileDamaged
from fadenet.node.match.exchange import Exchange
from fadenet.node.match.ids import short_id

log = logging.getLogger(__name__)


def check(exchange: Exchange, path: Path) -> None:
    """Raises `MatchFileDamaged` where our seat has signed another entry than its file at `path` holds."""
    if exchange.holdings.strays:
        raise _lost(path, "other entries than those")


async def regain(
    exchange: Exchange, path: Path, say: Callable[[str], None], change: Callable[[], Awaitable[None]]
) -> None:
    """Have back from the others what our seat has signed and its match file at `path` has forgotten. `change`
    waits until something has come. Raises `MatchFileDamaged` when none of the others has it."""
    held = exchange.holdings
    if held.behind and not exchange.over:
        say(
            f"The data folder lacks {held.behind} of what this node has signed here, "
            "as when an older copy is put in its place. It signs nothing before the others give them back, "
            f"and gives nobody up. If they never will: fadenet matches --forget {short_id(path.stem)}"
        )
        log.warning(
            "match %s: this folder lacks %d of what the node has signed there, as in an older copy, so it "
            "signs nothing before the others give them back; if they never will: fadenet matches --forget",
            short_id(path.stem),
            held.behind,
        )
    while held.behind and not exchange.over:
        if all(peer.synced for peer in exchange.mesh.peers):
            raise _lost(path, f"{held.behind} less than")
        await change()
    check(exchange, path)


def _lost(path: Path, what: str) -> MatchFileDamaged:
    return MatchFileDamaged(
        f"{path.name} holds {what} this node has signed, as when an older copy of the data folder was put in "
        "its place. To sign others in their stead would prove that you cheat, so this node signs nothing "
        "more in this match. Put the newest copy back, or give the match up: fadenet matches --forget "
        f"{short_id(path.stem)}"
    )
