"""Parcels by way of boxes, brought and fetched; relays that others name, and do not answer."""

from __future__ import annotations

from pathlib import Path

import trio
from trio.testing import MockClock

from fadenet.node.mail import kept
from fadenet.node.mail.carrying import BRING_S, OTHERS_S, RELAYS_ASKED, Correspondence, bring, fetch
from fadenet.node.mail.desk import Outgoing
from tests.node.helpers import node
from tests.node.relays import HOST, OTHER
from tests.node.test_boxes import PARCEL, SECRET, False_, at_false, correspondents

OWNER = node(HOST).public


def waiting(home: Path) -> list[bytes]:
    return [parcel for _, parcel in kept.waiting_parcels(home)]


async def test_a_parcel_is_brought_to_a_box_and_fetched_once(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given a player with the line of a relay, and another who knows that relay from the match; when the one
    has opened its box, then what the other brings lies on its disk, once, and then no more."""
    home = tmp_path / "home"
    home.mkdir()
    async with correspondents(tmp_path / "boxes") as (stage, own, other):
        ours, theirs = Correspondence(SECRET), Correspondence(SECRET, ((OWNER, (stage.address,)),))
        assert await fetch(own, home, OWNER, [stage.helper], [ours]) == (0, [])
        for _ in range(2):
            relay, troubles = await bring(other, [], theirs, Outgoing("Mia", OWNER, PARCEL, fresh=True))
            assert (relay, troubles) == (str(stage.address.address), [])
        assert await fetch(own, home, OWNER, [stage.helper], [ours]) == (2, [])
        assert waiting(home) == [PARCEL]
        assert await fetch(own, home, OWNER, [stage.helper], [ours]) == (0, [])


async def test_a_parcel_for_which_nobody_has_a_box_comes_back_with_the_reason(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    async with correspondents(tmp_path) as (stage, _, other):
        about = Correspondence(b"another match", ((OWNER, (stage.address,)),))
        relay, troubles = await bring(other, [], about, Outgoing("Mia", OWNER, PARCEL, fresh=True))
        assert relay == "" and len(troubles) == 1 and "there is no such box" in troubles[0]


async def test_relays_that_others_name_hold_nobody_up(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a player who names eight relays that take a connection and never answer; when its opponent
    fetches and brings, then it asks two of them, and waits for all no longer than is said."""
    async with at_false(False_(waits=True)) as (stage, own):
        about = Correspondence(SECRET, ((OWNER, (stage.address,) * 8),))
        began = trio.current_time()
        found, troubles = await fetch(own, tmp_path, node(OTHER).public, [], [about])
        late = "Not all relays of other players have answered in time; they are asked again next time."
        assert found == 0 and troubles[-1] == late and len(troubles) <= RELAYS_ASKED
        assert trio.current_time() - began < OTHERS_S + 5
        began = trio.current_time()
        relay, troubles = await bring(own, [], about, Outgoing("Mia", OWNER, PARCEL, fresh=True))
        assert relay == "" and len(troubles) == RELAYS_ASKED
        assert trio.current_time() - began < RELAYS_ASKED * (BRING_S + 5)
