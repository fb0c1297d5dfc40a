"""Tables for somebody whom one has played with: nobody pastes a line, and nobody else comes in."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path

import pytest
import trio
from trio.testing import MockClock

from fadenet import games
from fadenet.engine.rules import Rules
from fadenet.games.decks import Deck
from fadenet.node.errors import CannotListen, RefusedInvite, plainly
from fadenet.node.link.candidates import parse_address
from fadenet.node.lobby.invite import parse_seat
from fadenet.node.lobby.meeting import invited_token, line_to, matches_with, table_for
from fadenet.node.match import saved
from fadenet.node.match.follow import MatchEnd
from fadenet.node.match.run import Participant
from fadenet.node.play import host_match, join_match, open_node
from fadenet.node.sitting import Hosting, Joining, config_of
from protocol.hello import Config
from tests.node.tables import RULES, Party, Quitter, Settled, settle, table, verified

ALL = games.load("faroe", "free-for-all")


class Acquainted:
    """Players who have played a match with each other, the first one as its host."""

    def __init__(self, path: Path, players: int = 2, rules: Rules = RULES) -> None:
        self.party = Party(
            *(table(path / str(n), n, Quitter(3 + n), rules=rules) for n in range(players)),
        )

    def key(self, n: int) -> bytes:
        return self.party.tables[n].identity.public

    def met(self, n: int, whom: int) -> list[saved.SavedMatch]:
        return matches_with(self.party.tables[n].home, self.key(whom))

    def _place(self, n: int) -> Participant:
        seat = self.party.seat(n)
        own = seat.home, seat.identity, seat.player, seat.kind, seat.bot
        return Participant(*own, machine=seat.machine, paced=False)

    async def invite(self, whom: int, opened: Callable[[str], None]) -> MatchEnd:
        """The first player opens a table for another one."""
        seat, met = self.party.seat(0), self.met(0, whom)
        place = self._place(0)
        listen = [parse_address(text) for text in met[0].note.listen]
        async with open_node(place) as node:
            return await host_match(
                node,
                place.entrant(RULES, seat.deck),
                Hosting(
                    config_of(RULES, 2, 0, 0, 0),
                    listen,
                    opened,
                    hours=1,
                    meeting=table_for(self.key(whom), self.key(0), met, "Waiting."),
                ),
                say=self.party.say(0),
            )
        raise AssertionError("a match ends with an outcome or an error")

    async def accept(self, n: int, line: str) -> MatchEnd:
        """A player goes where a line leads."""
        seat = self.party.seat(n)

        def choose(config: Config) -> tuple[Rules, Deck]:
            return RULES, seat.deck

        async with open_node(self._place(n)) as node:
            joining = Joining(line, choose, ())
            return await join_match(node, self._place(n), joining, say=self.party.say(n))
        raise AssertionError("a match ends with an outcome or an error")


async def test_two_who_have_played_meet_without_a_line(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given two who have played a match, when one opens a table for the other, who goes where their match
    leads, then they play another match that both sign."""
    two = Acquainted(tmp_path)
    (first, _) = await two.party.play(patience=2_000)
    ends: list[Settled] = [None, None]
    line = line_to(two.key(0), two.met(1, 0))
    async with trio.open_nursery() as nursery:

        async def host() -> None:
            ends[0] = await settle(two.invite(1, lambda text: opened.set()))

        opened = trio.Event()
        nursery.start_soon(host)
        await opened.wait()
        ends[1] = await settle(two.accept(1, line))
    assert isinstance(first, MatchEnd)
    for end in ends:
        assert isinstance(end, MatchEnd) and end.result is not None and end.match != first.match
        assert verified(end.path).outcome is not None


async def test_a_third_of_the_same_match_is_turned_away(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given three who have played a match, and so share what its tables follow from, when one opens a table
    for the second, then the third, who can tell its token, is turned away."""
    three = Acquainted(tmp_path, 3, ALL)
    await three.party.play(patience=2_000)
    line = line_to(three.key(0), three.met(2, 0))
    assert parse_seat(line).token == table_for(three.key(1), three.key(0), three.met(0, 1), "").tokens[0]
    refused: list[Settled] = []
    async with trio.open_nursery() as nursery:
        opened = trio.Event()
        nursery.start_soon(partial(settle, three.invite(1, lambda text: opened.set())))
        await opened.wait()
        refused.append(await settle(three.accept(2, line)))
        nursery.cancel_scope.cancel()
    assert isinstance(refused[0], RefusedInvite)


async def test_an_older_match_leads_there_too(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given two who have played twice, when one of them has lost the later match, then the token of the
    earlier one opens the table as well."""
    two = Acquainted(tmp_path)
    for _ in range(2):
        await two.party.play(patience=2_000)
    met = two.met(0, 1)
    assert len(met) == 2 and met[0].note.when >= met[1].note.when
    tokens = table_for(two.key(1), two.key(0), met, "").tokens
    for lost in ([], met[:1]):
        left = [one for one in two.met(1, 0) if one.match not in {gone.match for gone in lost}]
        assert parse_seat(line_to(two.key(0), left)).token in tokens


def test_a_token_tells_match_host_and_players_apart(tmp_path: Path) -> None:
    """given the matches of different players, hosts and ids, then each leads to a table of its own."""
    note = saved.SavedTable("faroe", "duel", {}, "join", "x", (), "", "00" * 12, (), (), "human", "", "", 1)
    notes = [note, replace(note, token="11" * 12)]
    found = {
        invited_token(one, match * 16, host)
        for one, match, host in product(notes, ("ab", "cd"), (bytes(32), b"\1" * 32))
    }
    assert len(found) == 8 and {len(one) for one in found} == {12}


async def test_nothing_leads_to_a_node_that_only_dials(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a guest that nobody could dial, then its host knows no line to it."""
    two = Acquainted(tmp_path)
    two.party.deaf = {1}
    await two.party.play(patience=2_000)
    assert line_to(two.key(1), two.met(0, 1)) == "" and line_to(two.key(0), two.met(1, 0))


@pytest.mark.parametrize(
    ("listen", "why"), [((), "name where it listens"), (("169.254.3.4:1",), "single cable")]
)
async def test_a_table_to_which_nobody_could_come_is_not_opened(
    tmp_path: Path, autojump_clock: MockClock, listen: Sequence[str], why: str
) -> None:
    """given a node that listens nowhere, or where nobody could dial it, then it hands out no invitation, and
    its player is told what to do."""
    host, lines = Acquainted(tmp_path), list[str]()
    place, deck = host._place(0), host.party.seat(0).deck
    hosting = Hosting(config_of(RULES, 2, 0, 0, 0), [*map(parse_address, listen)], lines.append, hours=1)
    with trio.fail_after(60), plainly():
        async with open_node(place) as node:
            with pytest.raises(CannotListen, match=f"^Nobody could dial this node: .*{why}"):
                await host_match(node, place.entrant(RULES, deck), hosting, say=host.party.say(0))
    assert not lines
