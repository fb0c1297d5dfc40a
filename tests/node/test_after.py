"""A node that leaves a match, or stays at its table when it is over, and what the others are told of that."""

from __future__ import annotations

from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from fadenet.engine.rules import Rules
from fadenet.games.decks import Deck
from fadenet.node.match.run import Place
from fadenet.node.play import join_match, open_node
from protocol.hello import Config
from tests.node.tables import Party, Quitter, Slow, table


@pytest.mark.parametrize("leaver", [0, 1], ids=["host", "guest"])
@pytest.mark.parametrize("died", [False, True], ids=["left", "died"])
async def test_who_leaves_on_purpose_is_told_from_who_is_lost(
    tmp_path: Path, autojump_clock: MockClock, leaver: int, died: bool
) -> None:
    """given a match under way, when one player quits or its node dies, then the other reads which it was."""
    both = Party(*(table(tmp_path / str(n), n, Slow()) for n in range(2)))

    async def leave(party: Party) -> None:
        await trio.sleep(8)
        if died:
            party.kill(leaver)
        else:
            party.scopes[leaver].cancel()

    await both.play(meddle=leave, patience=60)
    name = f"p{leaver}"
    left = f"{name} has left on purpose; the match waits for {name} to come back."
    lost = f"Connection to {name} lost; reconnecting ..."
    told = [said for said in both.told[1 - leaver] if said in (left, lost)]
    assert told == [lost if died else left]
    assert died or not any("Still trying" in said for said in both.told[1 - leaver])


async def test_a_guest_hears_who_plays_what_before_it_is_asked_for_a_deck(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    both = Party(table(tmp_path / "a", 0, Quitter(3)), table(tmp_path / "b", 1, Quitter(5)))
    both.absent = {1}
    asked: list[str] = []

    async def ask(config: Config, told: str) -> None:
        asked.append(told)

    def choose(config: Config) -> tuple[Rules, Deck]:
        assert asked
        return both.joiner.rules, both.joiner.deck

    async def come(party: Party) -> None:
        seat = party.seat(1)
        place = Place(seat.home, seat.identity, seat.player, "bot", "random", machine=seat.machine)
        async with open_node(place) as node:
            await join_match(node, place, choose, party.invitation, say=party.say(1), listen=(), ask=ask)

    await both.play(meddle=come, patience=500)
    assert asked == ["p0 (new) plays faroe."]
