"""When answers leave: by their times nobody can tell two worlds apart that differ in hidden cards alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest
import trio
from trio.testing import MockClock

from fadenet.bots.random_ import RandomBot
from fadenet.console.match.commands import enter
from fadenet.console.match.desk import Desk
from fadenet.console.match.player import ConsolePlayer
from fadenet.engine import kernel
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Move
from fadenet.engine.state import MODE, RESPOND
from fadenet.games.decks import Deck, load_deck, packaged
from fadenet.node.match.follow import MatchEnd
from fadenet.node.match.host import Machine
from fadenet.node.match.pace import OF_PEOPLE, TICK_S, TICKS_MAX, AnswerPace
from fadenet.node.match.run import MatchRun
from fadenet.node.match.storage import Disk
from fadenet.table.view import Answer, MatchInfo, Player, SeatView
from protocol.messages import Entry, Pass, parse_message, parse_payload
from tests.builders.playout import Playout, in_turn
from tests.builders.playout import Table as Format
from tests.builders.prelude_scenario import LINE
from tests.builders.prelude_start import Start
from tests.node.tables import RULES, Party, Quitter, table

ARMED, BARE, OTHER = "spyglass-of-ash", "worldroot-hymn", "soul-tax"
"""Cards of which a whole deck is made: an Item that needs nothing, and Skills, which answer nothing here."""
PLAYED_S = 400.0
"""So much of a match is looked at (s, of virtual time)."""


def quiet(seat: SeatView) -> Move:
    """The answers of somebody who plays nothing at all."""
    ask = seat.ask
    assert ask is not None
    options = seat.options()
    if ask.kind == MODE and not seat.state.turn:
        return options[seat.index]  # Rock for the first, Paper for the second, so that this one begins
    return kernel.default_answer(seat.state, seat.index, seat.known)


class Quiet(RandomBot):
    """Plays nothing, and thinks for `takes` seconds where it has a choice."""

    def __init__(self, takes: float = 0.0) -> None:
        super().__init__()
        self.takes = takes

    async def choose(self, seat: SeatView) -> Answer:
        if len(seat.options()) == 1:
            return await super().choose(seat)
        await trio.sleep(self.takes)
        return Answer(quiet(seat))


class Person(ConsolePlayer):
    """Somebody at a desk who plays nothing, and takes as long as people do for what is asked."""

    def __init__(self, *prefer: str) -> None:
        """prefer: lines that the person types before the match."""
        super().__init__(Desk(), linger=False)
        self.prefer = prefer
        self.dice = Random(5)
        self.asked = 0

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        await super().start(match, seat)
        for line in self.prefer:
            enter(self.desk, line)

    async def play(self, party: Party) -> None:
        """The fingers."""
        while True:
            await trio.sleep(TICK_S / 8)
            if self.desk.dialogue.asked:
                self.asked += 1
                await trio.sleep((self.dice.choice(OF_PEOPLE) - 0.5) * TICK_S)
                self.desk.give(quiet(self.desk.sight.seat))
                self.changed()


class Timed(Disk):
    """Notes when everything was written."""

    def __init__(self) -> None:
        self.written: list[tuple[float, bytes]] = []

    def write(self, fd: int, data: bytes) -> int:
        self.written.append((trio.current_time(), data))
        return super().write(fd, data)

    def fsync(self, fd: int) -> None:
        """Nothing is lost here, and much is written."""


@dataclass(frozen=True)
class Seen:
    """The times of a match as the other seat has seen them: in how many ticks each pass came, and each end of
    a turn, in their order. asked: how often our person was asked."""

    passes: tuple[int, ...]
    ends: tuple[int, ...]
    asked: int


async def world(path: Path, card: str, player: Player, seconds: float = PLAYED_S) -> Seen:
    """A match in which our deck is made of one card, against somebody who plays nothing either. `player` sits
    at a desk, or is a bot."""
    path.mkdir()
    person, disk = player if isinstance(player, Person) else None, Timed()
    own = table(path / "a", 0, player, kind="human" if person else "bot")
    own = replace(own, deck=deck(card), machine=Machine(disk=Timed(), rng=Random(1).randbytes))
    runs: list[MatchRun] = []
    other = table(path / "b", 1, Quiet(), kind="human")
    other = replace(
        other, deck=deck(BARE), machine=Machine(disk=disk, rng=Random(2).randbytes), begun=runs.append
    )
    await Party(own, other).play(timer=60, patience=seconds, meddle=person.play if person else None)
    seat = runs[0].seat
    ours, items = 1 - seat.seat, {*seat.journal[len(seat.players) :]}
    came = [(at, parse_message(item)) for at, item in disk.written if item in items]
    found: dict[str, list[int]] = {"pass": [], "end": []}
    for (before, _), (at, message) in pairwise(came):
        if isinstance(message, Entry) and message.head.author == ours:
            said = parse_payload(message.head.kind, message.payload)
            text = "pass" if isinstance(said, Pass) else getattr(said, "text", "")
            found.get(text, []).append(int((at - before) / TICK_S + 0.01))
    return Seen(tuple(found["pass"]), tuple(found["end"]), person.asked if person else 0)


PEOPLE: dict[str, Seen] = {}
"""The times of a person as seen by the card of our deck: one match for all tests that look at it."""


async def of_person(path: Path, card: str) -> Seen:
    """The times seen of a person at a desk who is asked wherever something can be answered."""
    if card not in PEOPLE:
        PEOPLE[card] = await world(path / card, card, Person("full"))
    return PEOPLE[card]


def deck(card: str) -> Deck:
    """Forty times one card, and some fighters."""
    main, fighters = load_deck(RULES, packaged(RULES)[0]).lists
    return Deck(card, "", ((RULES.by_slug[card].code,) * len(main), fighters))


def apart(one: Sequence[int], two: Sequence[int]) -> float:
    """By how much the shares of the numbers in two lines differ: 0 = not at all, 1 = none is in both."""
    a, b = Counter(one), Counter(two)
    return sum(abs(a[n] / len(one) - b[n] / len(two)) for n in a | b) / 2


SAME = 0.25
"""Two lines of a hundred and more times drawn from the same are nearer to each other than this."""


# Whole matches


@pytest.mark.slow
async def test_cards_that_give_no_answer_are_passed_over_at_the_very_same_times(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given two worlds in which nothing can be answered, then each pass comes in the same tick in both."""
    one, two = [await of_person(tmp_path, card) for card in (BARE, OTHER)]
    n, m = min(len(one.passes), len(two.passes)), min(len(one.ends), len(two.ends))
    assert one.passes[:n] == two.passes[:n] and one.ends[:m] == two.ends[:m] and n > 100
    assert apart(one.passes, OF_PEOPLE) < SAME


@pytest.mark.slow
async def test_who_has_an_answer_passes_at_the_times_of_who_has_none(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given a person who always has an answer, asked each time, and one who never has one, then passes and
    the ends of turns take equally long."""
    armed, bare = [await of_person(tmp_path, card) for card in (ARMED, BARE)]
    assert armed.asked > bare.asked + 100 and min(len(armed.passes), len(bare.passes)) > 100
    assert apart(armed.passes, bare.passes) < SAME
    assert apart(armed.ends, bare.ends) < 2 * SAME, "of fewer"


class Hasty(Person):
    """Lets its node send at once what gave itself."""

    async def choose(self, seat: SeatView) -> Answer:
        return replace(await super().choose(seat), empty=False)


@pytest.mark.slow
async def test_passes_that_leave_at_once_are_noticed(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a desk whose own passes are not held back, then they are told apart: the negative control."""
    armed, bare = [await world(tmp_path / card, card, Hasty("full"), PLAYED_S / 4) for card in (ARMED, BARE)]
    assert set(bare.passes) == {1} and apart(armed.passes, bare.passes) > 2 * SAME


@pytest.mark.slow
async def test_where_a_stop_is_off_the_first_tick_is_taken_whatever_is_there(
    tmp_path: Path, autojump_clock: MockClock
) -> None:
    """given all stops off, then what could be answered is passed over as fast as where there is nothing."""
    for card in (ARMED, BARE):
        seen = await world(tmp_path / card, card, Person("stops all off"), PLAYED_S / 4)
        assert set(seen.passes) == {1} and len(seen.passes) > 20


@pytest.mark.slow
async def test_a_bots_thinking_does_not_show(tmp_path: Path, autojump_clock: MockClock) -> None:
    """given a bot that thinks for less than a tick where it has a choice, then no answer shows it."""
    for card in (ARMED, BARE):
        seen = await world(tmp_path / card, card, Quiet(0.3), PLAYED_S / 4)
        assert set(seen.passes) == set(seen.ends) == {1} and len(seen.passes) > 30


# The clock of one seat


class Worlds:
    """One question in a window, in which our hidden cards are what we say."""

    def __init__(self, concerned: bool = True) -> None:
        self.numbers: list[int] = []
        self.pace = AnswerPace(self._rng, False)
        for seat in _windows():
            self.armed, self.bare = self._seat(seat, ARMED), self._seat(seat, BARE)
            if seat.concerned() == concerned == (len(self.armed.options()) > 1):
                return
        raise AssertionError("no such window")

    def _rng(self, n: int) -> bytes:
        return (self.numbers.pop(0) if self.numbers else 0).to_bytes(n, "big")

    @staticmethod
    def _seat(seat: SeatView, card: str) -> SeatView:
        hidden = [h for h in seat.known if not seat.state.code[h]]
        return SeatView(seat.state, seat.index, dict.fromkeys(hidden, RULES.by_slug[card].code))

    async def ticks(self, has: bool, takes: float = 0.0, draws: int = 0, most: float = 60.0) -> int:
        """In how many ticks a pass leaves: that of a person who has an answer, or one that gives itself."""
        self.pace.rested()
        begun = trio.current_time()
        await trio.sleep(takes)
        self.numbers = [draws, 0]
        view = self.armed if has else self.bare
        await self.pace.wait(view, Answer(PASS_MOVE, own=has, empty=not has), most)
        return round((trio.current_time() - begun) / TICK_S)


def _windows() -> Iterator[SeatView]:
    """Chances to answer in random matches of a duel."""
    for seed in range(3):
        play = Playout(RULES, seed)
        for s in play.rests():
            for seat in [] if s.over or s.needs else play.owing():
                view = SeatView(s.clone(), seat, dict(play.dealer.known[seat]))
                if view.ask is not None and view.ask.kind == RESPOND and len(view.options()) == 1:
                    yield view


async def test_an_empty_pass_takes_as_long_as_an_own_one_with_the_same_chances(
    autojump_clock: MockClock,
) -> None:
    """given a person's own times at such windows, when all draws are tried, then each time comes as often as
    the person has taken it."""
    worlds, dice = Worlds(), Random(3)
    n = len(OF_PEOPLE)
    assert sorted([await worlds.ticks(False, draws=k) for k in range(n)]) == sorted(OF_PEOPLE)
    own = [await worlds.ticks(True, dice.uniform(0.1, TICKS_MAX * TICK_S)) for _ in range(2 * n)]
    drawn = [await worlds.ticks(False, draws=k) for k in range(n)]
    assert sorted(drawn) == sorted(own[-n:]) and len(set(own)) > n / 4
    assert 65536 % n == 0, "so that all are drawn equally often"


class Laborious(SeatView):
    """The view of a node that has so much to do that looking who is concerned takes 1.75 ticks."""

    __slots__ = ("mock",)
    mock: MockClock

    def concerned(self) -> bool:
        self.mock.jump(1.75 * TICK_S)
        return super().concerned()


async def test_an_answer_keeps_to_the_grid_however_long_looking_takes(autojump_clock: MockClock) -> None:
    worlds = Worlds()
    view = Laborious(worlds.bare.state, worlds.bare.index, worlds.bare.known)
    view.mock = autojump_clock
    worlds.pace.rested()
    begun = trio.current_time()
    worlds.numbers = [0, 0]
    await worlds.pace.wait(view, Answer(PASS_MOVE, own=False, empty=True), 60.0)
    assert trio.current_time() - begun == pytest.approx(2 * TICK_S)


async def test_a_second_calling_that_nobody_was_asked_for_takes_as_long_as_one_that_is(
    autojump_clock: MockClock,
) -> None:
    """given a deck of Prelude that can open no second calling, when its player's node names none by itself,
    then that leaves when a person might have said so, and not as soon as it is known."""
    g = Start("human", "dwarf", decks=[["green-magic-1"], ["soldier-1"]])
    g.place(("green-magic-1",), ("soldier-1",))
    view, drawn = SeatView(g.s, 0, g.dealer.known[0]), [0]
    pace = AnswerPace(lambda n: drawn[0].to_bytes(n, "big"), False)
    took = []
    for n in range(len(OF_PEOPLE)):
        drawn[0] = n
        pace.rested()
        begun = trio.current_time()
        await pace.wait(view, Answer(g.move("name", (LINE, 0)), own=False, empty=True), 60.0)
        took.append(round((trio.current_time() - begun) / TICK_S))
    assert sorted(took) == sorted(OF_PEOPLE)


async def test_a_long_thought_is_not_taken_for_a_time_to_wait(autojump_clock: MockClock) -> None:
    worlds = Worlds()
    for _ in OF_PEOPLE:
        assert await worlds.ticks(True, 40.0) == 100
    assert [await worlds.ticks(False, draws=k) for k in (0, 7)] == [TICKS_MAX] * 2


async def test_nothing_is_held_back_for_longer_than_the_clock_allows(autojump_clock: MockClock) -> None:
    worlds = Worlds()
    longest = OF_PEOPLE.index(max(OF_PEOPLE))
    assert await worlds.ticks(False, draws=longest) == max(OF_PEOPLE)
    assert await worlds.ticks(False, draws=longest, most=2.5 * TICK_S) == 2
    assert await worlds.ticks(False, draws=longest, most=0.0) == 1


async def test_where_everybody_sees_that_there_is_no_answer_the_first_tick_is_taken(
    autojump_clock: MockClock,
) -> None:
    worlds = Worlds(concerned=False)
    assert {await worlds.ticks(False, draws=k) for k in range(len(OF_PEOPLE))} == {1}


# Where nobody looks on


@pytest.mark.slow
@pytest.mark.parametrize("paced", [True, False])
async def test_among_our_own_nodes_nothing_is_held_back(
    tmp_path: Path, autojump_clock: MockClock, paced: bool
) -> None:
    """given a person and a bot whose node we have started ourselves, then 40 decisions take
    none of our time."""
    person, bot = table(tmp_path / "a", 0, Quitter(40), kind="human"), table(tmp_path / "b", 1, RandomBot())
    took: list[float] = []
    party = Party(*(replace(one, paced=paced, begun=lambda run: _timing(run, took)) for one in (person, bot)))
    ends = await party.play(timer=60, bank=600)
    assert all(isinstance(end, MatchEnd) and end.result is not None for end in ends)
    assert len(took) > 40 and (sum(took) > 40 * TICK_S / 2 if paced else max(took) < TICK_S / 10)


def _timing(run: MatchRun, took: list[float]) -> None:
    run.took = took.append


# Who is concerned


@pytest.mark.slow
@in_turn(3)
def test_who_has_an_answer_in_hidden_cards_is_always_one_to_reckon_with(table: Format) -> None:
    """given random matches, then a seat whose hidden cards let it answer is concerned by public facts."""
    play = Playout(table.rules, 1, players=table.players)
    hidden = 0
    for k, s in enumerate(play.rests()):
        if k > 500 or s.over:
            break
        for seat in [] if s.needs else play.owing():
            view = SeatView(s, seat, play.dealer.known[seat])
            if view.options() != kernel.options(s, seat, {}):
                hidden += 1
                assert view.concerned()
    assert hidden > 10


@pytest.mark.slow
def test_who_is_concerned_does_not_depend_on_what_the_cards_are() -> None:
    """given one table seen with other hidden cards, then the same is said of it."""
    said = set()
    for seat, _ in zip(_windows(), range(60), strict=False):
        found = {Worlds._seat(seat, card).concerned() for card in (ARMED, BARE, OTHER)}
        assert len(found) == 1
        said |= found
    assert said == {True, False}
