"""Parcels by way of boxes at relays: ours are opened and emptied, those of others are put into.

A player has a box for each match at every relay of which it has the line, and at those of the others in the
match, by the tag of their box there. A parcel is on disk before its relay hears that it was taken out. A
relay that is down, full or lies costs time: whatever does not get into a box goes the next way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import trio

import keys
from fadenet.node.link.candidates import Candidate, RelayAddress
from fadenet.node.mail import kept
from fadenet.node.mail.desk import Outgoing
from fadenet.node.reach.boxes import BoxFailed, helper_at, open_boxes, put_parcel, take_parcels
from fadenet.node.reach.calls import box_tag
from fadenet.node.reach.meet import Helper
from fadenet.node.reach.node import Node

RELAYS_ASKED: Final = 2
"""So many of the relays that another player names are asked: it may name any."""
OTHERS_S: Final = 30.0
"""So long all relays may take together that others name."""
BRING_S: Final = 30.0
"""So long a relay may take for a parcel."""
_SLOW: Final = "Not all relays of other players have answered in time; they are asked again next time."


@dataclass(frozen=True, slots=True)
class Correspondence:
    """A match or an invitation as its boxes know it. secret: what their tags are made of; others: of each
    other player the IK, and the relays at which it is found."""

    secret: bytes = field(repr=False)
    others: tuple[tuple[bytes, tuple[RelayAddress, ...]], ...] = ()

    def tag(self, ik: bytes) -> bytes:
        """The tag of a player's box."""
        return box_tag(self.secret, ik)


def relays_of(candidates: Sequence[Candidate]) -> tuple[RelayAddress, ...]:
    """The relays among the places where a node is found."""
    return tuple(one for one in candidates if isinstance(one, RelayAddress))


async def fetch(
    node: Node, home: Path, own: bytes, helpers: Sequence[Helper], about: Sequence[Correspondence]
) -> tuple[int, list[str]]:
    """Open our boxes for all of these, and take out what lies there; own: our IK. How many parcels are on our
    disk now (`kept.waiting_parcels`), and a sentence for each relay that could not be asked."""
    troubles: dict[str, None] = {}
    found = 0

    async def keep(tag: bytes, parcel: bytes) -> None:
        kept.keep_parcel(home, parcel)

    for helper in helpers if about else ():
        tags = [one.tag(own) for one in about]
        try:
            await open_boxes(node, helper, tags)
            found += await take_parcels(node, helper, tags, keep)
        except BoxFailed as error:
            troubles[error.message] = None
    ours = {helper.fingerprint for helper in helpers}
    theirs = [
        (one, ik, relay)
        for one in about
        for ik, relays in one.others
        for relay in relays[:RELAYS_ASKED]
        if relay.fingerprint not in ours
    ]
    with trio.move_on_after(OTHERS_S) as patience:
        for one, ik, relay in theirs:
            try:
                await open_boxes(node, helper_at(relay), [one.tag(own)], by=one.tag(ik))
                found += await take_parcels(node, helper_at(relay), [one.tag(own)], keep)
            except BoxFailed as error:
                troubles[error.message] = None
    return found, [*troubles, *[_SLOW] * patience.cancelled_caught]


async def bring(
    node: Node, helpers: Sequence[Helper], about: Correspondence, outgoing: Outgoing
) -> tuple[str, list[str]]:
    """Put a parcel into a box of its receiver: at a relay of its own, or at one of ours. Returns the
    name of the relay, "" = no box takes it, and why not, a sentence for each relay that was asked."""
    relays = next((there for ik, there in about.others if ik == outgoing.key), ())
    theirs = {relay.fingerprint for relay in relays}
    others = [helper for helper in helpers if helper.fingerprint not in theirs]
    places: list[Helper | RelayAddress] = [*relays[:RELAYS_ASKED], *others]
    troubles, tag = [], about.tag(outgoing.key)
    for place in places:
        name = place.name if isinstance(place, Helper) else str(place.address)
        try:
            with trio.fail_after(BRING_S):
                await put_parcel(node, place, keys.fingerprint(outgoing.key), tag, outgoing.parcel)
        except trio.TooSlowError:
            troubles.append(f"The relay {name} does not take the parcel in time.")
        except BoxFailed as error:
            troubles.append(error.message)
        else:
            return name, []
    return "", troubles
