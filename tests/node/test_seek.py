"""Strangers who look for each other on the board: who joins whom, what fits, and what comes of tables that
are not what they seem."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Final

import pytest
import trio
from trio.testing import MockClock

from fadenet.node.errors import plainly
from fadenet.node.limits import SEEK_AGAIN_S, SEEK_PATIENCE_S, SEEK_WAIT_S
from fadenet.node.link.candidates import Address
from fadenet.node.link.identity import PlayerKind
from fadenet.node.link.links import Link
from fadenet.node.lobby.invite import Invite, make_invite, parse_invite
from fadenet.node.lobby.lobby import Gathering
from fadenet.node.match.follow import MatchEnd
from fadenet.node.match.host import Machine
from fadenet.node.match.messages import FoundAnother
from fadenet.node.match.run import MatchRun, Participant
from fadenet.node.play import host_match, join_match, open_node
from fadenet.node.reach.board import NoticeBoard, open_board
from fadenet.node.reach.held import Teller, network_of
from fadenet.node.reach.node import Node
from fadenet.node.reach.notice import Notice, Offer, Strength
from fadenet.node.seek import ALONE_S, NONE_S, Seeker, Sought, Wanted, fits, seek_match
from fadenet.node.sitting import Hosting, Joining, config_of
from keys import UserError
from protocol.hello import Config
from tests.node.boards import NOW, Square, notice, other, place, player
from tests.node.relays import View
from tests.node.serving import DECK, DUEL, THREE
from tests.node.tables import Quitter

PATIENCE_S = 600.0
HUB = 9
CONFIG: Final = config_of(DUEL, 2, 0, 600, 5)
SOUGHT: Final = Sought(DUEL, DECK, CONFIG, Wanted())
OURS: Final = Offer.of(CONFIG, b"twelve bytes", DUEL.hash, DUEL.card_hash, 1)
BOTH: Final = Wanted()
HEARD: Final = Teller(b"somebody else ..", "elsewhere")
LOW, HIGH = sorted((1, 2), key=lambda n: player(n).public)
"""The one that waits, and the one that joins."""


class Slow(View):
    """A network on which connecting takes a while."""

    delay = 0.0

    async def open(self, address: Address, port: int = 0) -> Link:
        if address != place(HUB):
            await trio.sleep(self.delay)
        return await super().open(address, port)


class Town:
    """Players who look for each other on the board of one node. ends: what came of each; said: what each was
    told, and when."""

    def __init__(self, folder: Path) -> None:
        self.square = Square()
        self.folder = folder
        self.ends: dict[int, MatchEnd | BaseException] = {}
        self.said: list[tuple[float, int, str]] = []
        self.views: dict[int, Slow] = {}
        self.rules = DUEL

    def seat(self, n: int) -> Participant:
        """The player of number n: a bot that gives up at its fifth decision."""
        home = self.folder / str(n)
        home.mkdir(mode=0o700)
        view = self.views.setdefault(n, Slow(self.square.network, place(n).host))
        machine = Machine(network=view, now=lambda: NOW + trio.current_time(), marks=home / "marks")
        return Participant(home, player(n), Quitter(5), "bot", "random", machine, remembers=False)

    def told(self, n: int, words: str) -> list[float]:
        """When player number n was told something with these words."""
        return [when for when, whom, text in self.said if whom == n and words in text]

    def say(self, n: int, text: str) -> None:
        self.said.append((trio.current_time(), n, text))

    @asynccontextmanager
    async def boarded(
        self, n: int, firsts: Sequence[int] = (HUB,)
    ) -> AsyncGenerator[tuple[Participant, Node, NoticeBoard]]:
        who = self.seat(n)
        begin = self.square.firsts(firsts)
        async with (
            open_node(who) as own,
            open_board(own, player(n), who.machine.now, begin) as board,
        ):
            yield who, own, board

    async def seek(
        self, n: int, config: Config = CONFIG, wanted: Wanted = BOTH, firsts: Sequence[int] = (HUB,)
    ) -> None:
        """Player number n looks for somebody, and plays."""

        def say(text: str) -> None:
            self.say(n, text)

        async with self.boarded(n, firsts) as (who, own, board):
            self.ends[n] = await seek_match(
                own,
                board,
                who,
                Sought(self.rules, DECK, config, wanted),
                listen=[place(n)],
                say=say,
            )

    async def host(self, n: int, config: Config, posted: Offer) -> None:
        """Player number n has a table of its own, and posts this of it."""
        async with self.boarded(n) as (who, own, board):
            entrant = who.entrant(self.rules, DECK)

            async def post(token: bytes) -> None:
                with board.offering(lambda: [replace(posted, token=token)]):
                    await trio.sleep_forever()

            async with trio.open_nursery() as nursery:

                def invited(text: str) -> None:
                    nursery.start_soon(post, parse_invite(text).token)

                self.ends[n] = await host_match(
                    own,
                    entrant,
                    Hosting(config, [place(n)], invited, hours=1),
                    say=lambda text: self.say(n, text),
                )
                nursery.cancel_scope.cancel()

    async def join(self, n: int, host: int, token: bytes) -> None:
        """Player number n takes a seat of a table that it knows of."""
        who = self.seat(n)
        line = make_invite(Invite(other(host).fingerprint, token, 0, (place(host),)))
        async with open_node(who) as own:
            try:
                with plainly():
                    joining = Joining(line, lambda config: (self.rules, DECK), ())
                    self.ends[n] = await join_match(own, who, joining, say=lambda text: None)
            except UserError as error:
                self.ends[n] = error

    async def over(self, *players: int) -> None:
        """Wait until all these have come to an end."""
        while not set(players) <= self.ends.keys():
            await trio.sleep(0.1)

    def match(self, *players: int) -> str:
        """The match that these have played with each other."""
        ends = [self.ends[n] for n in players]
        assert all(isinstance(end, MatchEnd) for end in ends)
        found = {end.match for end in ends if isinstance(end, MatchEnd)}
        assert len(found) == 1
        return found.pop()


@pytest.fixture
def town(tmp_path: Path) -> Town:
    return Town(tmp_path)


# Whom one finds.


async def test_two_strangers_find_each_other_and_the_larger_key_joins(
    town: Town, autojump_clock: MockClock
) -> None:
    """given two who know of a third only, when both look, then they play, at the table of the smaller key."""
    with trio.fail_after(PATIENCE_S):
        async with town.square.board(HUB), trio.open_nursery() as nursery:
            for n in (LOW, HIGH):
                nursery.start_soon(town.seek, n)
            await town.over(LOW, HIGH)
    town.match(LOW, HIGH)
    assert town.told(LOW, "has come: 2 of 2") and not town.told(HIGH, "has come")
    assert town.told(HIGH, "plays ten") and max(town.told(HIGH, "plays ten")) < SEEK_WAIT_S


async def test_who_has_the_smaller_key_joins_after_a_while(town: Town, autojump_clock: MockClock) -> None:
    """given a table whose host does not look for others, then the smaller key waits before it joins."""
    with trio.fail_after(PATIENCE_S):
        async with town.square.board(HUB), trio.open_nursery() as nursery:
            nursery.start_soon(town.host, HIGH, CONFIG, OURS)
            await trio.sleep(1)
            nursery.start_soon(town.seek, LOW)
            await town.over(LOW, HIGH)
    town.match(LOW, HIGH)
    (when,) = town.told(LOW, "plays ten")
    assert 1 + SEEK_WAIT_S <= when <= 1 + SEEK_WAIT_S + 2


async def test_four_strangers_make_two_matches(town: Town, autojump_clock: MockClock) -> None:
    with trio.fail_after(PATIENCE_S):
        async with town.square.board(HUB), trio.open_nursery() as nursery:
            for n in range(1, 5):
                nursery.start_soon(town.seek, n)
            await town.over(1, 2, 3, 4)
    ends = [end for end in town.ends.values() if isinstance(end, MatchEnd)]
    assert sorted([end.match for end in ends].count(one) for one in {end.match for end in ends}) == [2, 2]


@pytest.mark.parametrize("us", [LOW, HIGH])
async def test_who_sits_at_our_table_hears_that_we_have_found_another(
    town: Town, autojump_clock: MockClock, us: int
) -> None:
    """given a guest who sits down while we are on our way to another table, then it hears that we have found
    that, and nothing begins; who has the smaller key stays with its guest instead, and the other host hears
    so."""
    them, guest, town.rules = HIGH + LOW - us, 30, THREE
    config = config_of(THREE, 3, 0, 600, 5)
    theirs = Offer.of(config, b"twelve bytes", THREE.hash, THREE.card_hash, 2)
    with trio.fail_after(PATIENCE_S):
        async with town.square.board(HUB) as hub, trio.open_nursery() as nursery:
            nursery.start_soon(town.host, them, config, theirs)
            await trio.sleep(2)
            town.views[us] = Slow(town.square.network, place(us).host)
            town.views[us].delay = 3.0
            nursery.start_soon(town.seek, us, config)
            token = b""
            while not token:
                await trio.sleep(0.1)
                mine = [one for one in hub.notices if one.ik == player(us).public]
                token = mine[0].tables[0].token if mine and mine[0].tables else b""
            await trio.sleep(1 + SEEK_WAIT_S * (us == LOW))
            nursery.start_soon(town.join, guest, us, token)
            if us == HIGH:
                await town.over(guest)
                assert isinstance(town.ends[guest], FoundAnother) and town.told(us, "plays ten")
            else:
                while not town.told(them, "does not sit down: The other player has found another table"):
                    await trio.sleep(0.1)
                await trio.sleep(5)
                assert guest not in town.ends and town.told(us, "has come: 2 of 3")
            nursery.cancel_scope.cancel()


async def test_a_table_that_is_not_what_its_notice_says_is_left_for_another(
    town: Town, autojump_clock: MockClock
) -> None:
    """given a host that posts another clock than it plays with, then nobody plays there."""
    with trio.fail_after(PATIENCE_S):
        async with town.square.board(HUB), trio.open_nursery() as nursery:
            nursery.start_soon(town.host, LOW, replace(CONFIG, bank=1), OURS)
            await trio.sleep(2)
            nursery.start_soon(town.seek, HIGH)
            while not town.told(HIGH, "something else than its notice says"):
                await trio.sleep(0.1)
            nursery.start_soon(town.seek, 3)
            await town.over(HIGH, 3)
            town.match(HIGH, 3)
            nursery.cancel_scope.cancel()


async def test_a_table_that_is_gone_is_tried_again_ever_so_often(
    town: Town, autojump_clock: MockClock
) -> None:
    """given a notice of a table that is gone, then it is knocked at now and then, and others are found."""
    with trio.fail_after(PATIENCE_S):
        async with town.square.board(HUB) as hub, trio.open_nursery() as nursery:
            hub.gossip.post(notice(LOW, OURS, made=NOW), trio.current_time(), NOW)
            nursery.start_soon(town.seek, HIGH)
            await trio.sleep(3 * SEEK_AGAIN_S)
            knocks = [when for when, where in town.views[HIGH].opened if where == place(LOW)]
            seats = [when for when in knocks if when > 1]
            assert len(seats) <= 3 + 20  # the board tries it as well, ever more rarely
            nursery.start_soon(town.seek, 3)
            await town.over(HIGH, 3)
            town.match(HIGH, 3)


def silent_behind(monkeypatch: pytest.MonkeyPatch, what: str, host: int) -> None:
    """The node of a host says nothing more behind this."""
    place, name = {
        "OFFER": (Gathering, "_seat"),
        "HERE": (Gathering, "_greet"),
        "PLAYERS": (Gathering, "gather"),
        "START": (MatchRun, "_drive"),
    }[what]
    honest = getattr(place, name)

    async def silent(one: Gathering | MatchRun, *arguments: object) -> object:
        entrant = one.entrant if isinstance(one, MatchRun) else one._entrant
        if entrant.identity.public != player(host).public:
            return await honest(one, *arguments)
        if name == "gather":
            await honest(one)
        await trio.sleep_forever()
        return None

    monkeypatch.setattr(place, name, silent)


@pytest.mark.parametrize("behind", ["OFFER", "HERE", "PLAYERS", "START"])
async def test_a_host_that_falls_silent_holds_a_seeker_for_seconds_only(
    town: Town, autojump_clock: MockClock, monkeypatch: pytest.MonkeyPatch, behind: str
) -> None:
    """given a host that makes its offer and says nothing behind some message to the start, then a seeker is
    gone after 20 s, and plays with somebody else."""
    silent_behind(monkeypatch, behind, LOW)
    with trio.fail_after(PATIENCE_S):
        async with town.square.board(HUB), trio.open_nursery() as nursery:
            nursery.start_soon(town.host, LOW, CONFIG, OURS)
            await trio.sleep(2)
            nursery.start_soon(town.seek, HIGH)
            gone = "did not take up the match" if behind == "START" else "has stopped answering"
            while not town.told(HIGH, gone):
                await trio.sleep(0.1)
            (offered, *_), (left, *_) = town.told(HIGH, "plays ten"), town.told(HIGH, gone)
            assert left - offered < SEEK_PATIENCE_S + 2
            nursery.start_soon(town.seek, 3)
            await town.over(HIGH, 3)
            town.match(HIGH, 3)
            nursery.cancel_scope.cancel()


async def test_who_has_led_us_nowhere_is_tried_last(town: Town, autojump_clock: MockClock) -> None:
    """given a host that posts another table when nothing has come of its last one, then those of others come
    first, however full they are."""
    async with town.boarded(HIGH) as (who, own, board):
        seeker = Seeker(own, board, who, SOUGHT)
        board.gossip.held.take(notice(LOW, OURS), NOW)
        found = seeker.choice(100.0)
        assert found is not None
        seeker.tried(*found, 100.0)
        fresh = notice(LOW, replace(OURS, token=b"other  token"), made=NOW + 1)
        board.gossip.held.take(fresh, NOW + 1)
        assert seeker.choice(101.0) == (fresh, fresh.tables[0]), "there is nobody else"
        low = next(n for n in range(3, 40) if player(n).public < player(HIGH).public)
        honest = notice(low, replace(OURS, token=b"third  token", free=2), made=NOW)
        board.gossip.held.take(honest, NOW + 1)
        assert seeker.choice(102.0) == (honest, honest.tables[0])


# What fits.


@pytest.mark.parametrize(
    "changed",
    [
        {"game": "faroe"},
        {"format": "teams"},
        {"opts": (("a", "b"),)},
        {"seats": 3},
        {"timer": 1},
        {"bank": 601},
        {"bonus": 6},
        {"rules": b"r" * 8},
        {"cards": b"c" * 8},
        {"free": 0},
        {"token": b""},
    ],
)
def test_what_is_not_alike_does_not_fit(changed: dict[str, object]) -> None:
    assert fits(OURS, PlayerKind.HUMAN, replace(OURS, token=b"other  token"), PlayerKind.BOT)
    theirs = replace(OURS, **changed)  # type: ignore[arg-type]
    assert not fits(OURS, PlayerKind.HUMAN, theirs, PlayerKind.HUMAN)


def test_people_and_bots_meet_those_who_want_them() -> None:
    people, bots = replace(OURS, bots=False), replace(OURS, people=False)
    human, bot = PlayerKind.HUMAN, PlayerKind.BOT
    assert fits(people, human, people, human) and fits(bots, bot, bots, bot)
    assert not fits(people, human, OURS, bot) and not fits(people, bot, people, bot)
    assert fits(bots, human, people, bot) and not fits(bots, human, people, human)
    assert not fits(OURS, bot, people, human) and fits(OURS, human, replace(OURS, standing=True), bot)
    rated = replace(OURS, bot="easy", strength=Strength(-200, -300, -100))
    assert (
        fits(OURS, human, rated, bot)
        and fits(rated, bot, OURS, human)
        and not fits(people, human, rated, bot)
    )


async def test_one_waits_for_who_has_the_larger_key_and_for_no_longer(
    town: Town, autojump_clock: MockClock
) -> None:
    """given tables of a larger and a smaller key, then the second is tried at once, the first after 3 s."""
    async with town.boarded(LOW) as (who, own, board):
        seeker = Seeker(own, board, who, SOUGHT)
        larger = notice(HIGH, OURS)
        board.gossip.held.take(larger, NOW, HEARD)
        assert seeker.choice(100.0) is None and seeker.choice(100.0 + SEEK_WAIT_S - 0.001) is None
        assert seeker.choice(100.0 + SEEK_WAIT_S) == (larger, OURS)
        seeker.tried(larger, OURS, 200.0)
        assert seeker.choice(200.0 + SEEK_AGAIN_S - 0.001) is None
        assert seeker.choice(200.0 + SEEK_AGAIN_S) == (larger, OURS)
    async with town.boarded(HIGH) as (who, own, board):
        seeker = Seeker(own, board, who, SOUGHT)
        board.gossip.held.take(notice(LOW, OURS), NOW, HEARD)
        assert seeker.choice(100.0) is not None


async def test_who_is_surest_to_be_there_is_tried_first(town: Town, autojump_clock: MockClock) -> None:
    """given many tables of which nothing is known, one of somebody who was reached and one at which nobody
    was, then these are tried first and last."""
    async with town.boarded(HIGH) as (who, own, board):
        seeker = Seeker(own, board, who, SOUGHT)
        there = [notice(n, replace(OURS, token=b"table %6d" % n)) for n in range(100, 120)]
        for one in there:
            board.gossip.held.take(one, NOW, HEARD)
        board.gossip.held.reached(there[7].fingerprint, network_of(place(107).host))
        board.missed(there[3])
        tried: list[Notice] = []
        seeker.choice(100.0)
        while (found := seeker.choice(100.0 + SEEK_WAIT_S)) is not None:
            tried.append(found[0])
            seeker.tried(*found, 100.0 + SEEK_WAIT_S)
        assert tried[0] == there[7] and tried[-1] == there[3] and len(tried) == len(there)


# What one is told.


async def test_our_player_is_told_why_nothing_happens(town: Town, autojump_clock: MockClock) -> None:
    with trio.move_on_after(NONE_S + 5):
        await town.seek(1, firsts=())
    assert town.told(1, "Nobody on the board can be reached yet.") == [ALONE_S]
    assert town.told(1, "--board-at LINE")
    with trio.move_on_after(NONE_S + 5):
        async with town.square.board(HUB), town.square.board(8, [HUB]) as board:
            with board.offering(lambda: [replace(OURS, bank=1)]):
                await town.seek(2)
    (text,) = [text for _, n, text in town.said if n == 2 and "none of these fits" in text]
    assert text.startswith("On the board: nodes that we are linked with ") and "open tables 1;" in text
