"""Every number that is told is that of the moment: figures of the log and of the summary against the amounts
of the events themselves, and what a hint claims against what has come of it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

import pytest

from fadenet import games
from fadenet.bots.base import run_now
from fadenet.bots.greedy import GreedyBot
from fadenet.bots.judgement import judgement_of
from fadenet.bots.reasons import WINS
from fadenet.bots.sides import side_of
from fadenet.cli.seat.hints import Strongest
from fadenet.console.match.commands import enter, proposal
from fadenet.console.match.desk import Desk, Pace
from fadenet.engine import atoms
from fadenet.engine.kernel import CONCEDE_MOVE, PASS_MOVE
from fadenet.engine.kit import series
from fadenet.engine.line import Line
from fadenet.engine.rules import Move, rules_of
from fadenet.engine.state import ACT, ROW_CARD, ROW_EVENT, ROW_MORE, ROW_N, Row, State
from fadenet.games import decks
from fadenet.games.fade.tables import COMBAT
from fadenet.table.local import LocalMatch
from fadenet.table.view import Answer, MatchInfo, SeatView
from tests.builders.scenario import Duel
from tests.builders.terrene_scenario import Terrene
from tests.console.helpers import Dice, info

LEFT = re.compile(r"(\d+) of (\d+) (?:HP|life) left")
ASKED_MAX, FOLLOWED_MAX = 500, 60
"""So many questions are answered in a match."""
PUTS = atoms.EVENTS[atoms.COUNTER_PUT]
HARM = re.compile(r"(\d+) damage to p(\d): (-?\d+) left")
HURT, SEAT = re.compile(r"(\d+) damage to ([^:;]+): (-?\d+) left"), re.compile(r"p\d")
HEALED = re.compile(r"(?:^|, )(?:heals you by|you gain) (\d+)")
"""The claims of hints, each with its numbers."""


class Listener(Dice):
    """Plays as another does, and compares what its desk tells of Players and cards with what events take and
    give."""

    def __init__(self, other: Dice | GreedyBot) -> None:
        super().__init__(0)
        self.other = other
        self.desk = Desk()
        self.desk.set_pace(Pace.ONCE)
        self.left: dict[int, int] = {}  # by seat, as the events have it
        self.damage: dict[int, int] = {}  # by card that can bear any
        self.compared = self.cards_compared = 0
        self.asked = 0

    async def choose(self, seat: SeatView) -> Answer:
        self.asked += 1
        return Answer(CONCEDE_MOVE) if self.asked > ASKED_MAX else await self.other.choose(seat)

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        await self.other.start(match, seat)
        self.desk.start(match, seat)

    async def events(self, seat: SeatView, rows: Sequence[Row]) -> None:
        s, events = seat.state, self.desk.sight.face.events
        marked = {"takes-damage"} if events.marks else set()
        harm, puts = Counter[int](), Counter[int]()
        for row in rows:
            kind, h = s.rules.events[row[ROW_EVENT]], row[ROW_CARD]
            if events.is_mark(s, row):
                harm[h] += row[ROW_MORE]
            elif kind in events.heals or kind in events.harms - marked:
                harm[h] += row[ROW_N] * (-1 if kind in events.heals else 1)
                puts[h] -= 1
            puts[h] += kind == PUTS and not events.is_mark(s, row)
        changed = {}
        for h in harm:
            if h - 1 in self.left:
                self.left[h - 1] -= harm[h]
                changed[h - 1] = max(self.left[h - 1], 0)
        before = self.desk.told
        self.desk.tell(rows)
        told = list(self.desk.log)[len(self.desk.log) - (self.desk.told - before) :]
        said, cards = {}, list[tuple[int, int]]()
        for line in (entry.said for entry in told):
            if isinstance(line, Line) and (found := LEFT.search(line.what)):
                if "{card}" in line.what:
                    cards.append((int(found[1]), int(found[2])))
                else:
                    said[line.who] = int(found[1])
        assert said == changed, (said, changed)
        self.compared += len(said)
        summary = [int(found[1]) for found in LEFT.finditer(self.desk.summary())]
        recent = self.desk.summary()
        assert all(n in summary for n in changed.values()), recent
        self._compare_cards(cards, {h: n for h, n in harm.items() if h > s.seats}, puts)
        self._look(s)

    def _compare_cards(
        self, told: Sequence[tuple[int, int]], harm: Mapping[int, int], puts: Mapping[int, int]
    ) -> None:
        """The figures left of cards that were there before, where nothing but harm has put Counters on any;
        what they have whole may change meanwhile."""
        if not harm.keys() <= self.damage.keys() or any(puts[h] > 0 for h in harm):
            return
        damage = sorted(max(self.damage[h] + n, 0) for h, n in harm.items())
        for left, whole in sorted(told, reverse=True):
            fits = [n for n in damage if (n == whole - left if left else n >= whole)]
            assert fits, (left, whole, damage)
            damage.remove(fits[0])
        assert not damage
        self.cards_compared += len(told)

    def _look(self, s: State) -> None:
        """Take over what the table shows: a new game or a rule may have set it."""
        health = self.desk.sight.face.health
        self.left = {who: judgement_of(rules_of(s)).left(s, who) if s.turn else 0 for who in range(s.seats)}
        there = [h for h in range(s.seats + 1, len(s.code)) if s.zone[h] >= 0 and s.rules.on_field[s.zone[h]]]
        found = {h: health(s, h, s.code[h]) for h in there}
        self.damage = {h: whole - left for h, (left, whole) in found.items() if whole}


def lists(game: str, number: int) -> list[Sequence[int]]:
    rules, dice = games.load(game), Random(number)
    return [
        part for _ in range(2) for part in decks.load_deck(rules, dice.choice(decks.packaged(rules))).lists
    ]


@pytest.mark.slow
@pytest.mark.parametrize("game", games.NAMES)
def test_what_is_left_is_told_as_the_events_have_it(game: str, request: pytest.FixtureRequest) -> None:
    """given a match (at random, but in Terrene, where that is over at once), then all that the log and the
    summary say to be left of a Player or a card is what was left before, less or more what the events say."""
    many = 200 if request.config.getoption("--long") else 1
    compared = cards = 0
    for number in range(many):
        two = [GreedyBot() if game == "terrene" else Dice(2 * number + i) for i in range(2)]
        listener = Listener(two[0])
        run_now(LocalMatch(games.load(game), [listener, two[1]], lists(game, number), number).play())
        compared += listener.compared
        cards += listener.cards_compared
    assert compared and cards


def test_a_blow_that_decides_a_game_is_told_with_the_figures_of_that_game() -> None:
    """given 10 HP left in the first game of three, then the attack for 20 leaves 0 of 50 in the log and
    in the summary, whatever the next game begins with."""
    g = Terrene()
    mine = g.character(0, "grunt")
    g.character(1, "grunt")
    g.hurt(1, g.hp_of(1) - 10)
    desk = Desk()
    desk.start(info(0, 2, "duel", "terrene"), SeatView(g.s, 0, g.dealer.known[0]))
    before = len(g.log)
    g.play(0, "attack", mine)
    while not g.s.over and g.s.turn and any(g.s.asks) and g.s.asks[0].kind != ACT:
        g.step()
    desk.tell(g.log[before:])
    assert any("0 of 50 HP left" in entry.text for entry in desk.log)
    assert "p2: 0 of 50 HP left" in desk.summary()


@pytest.mark.parametrize("blocked", [True, False])
def test_an_attack_that_does_no_damage_says_so(blocked: bool) -> None:
    """given an Attack that is Blocked, then the log says that it does no damage; of another one it does
    not."""
    d = Duel()
    mine, giant = d.character(0, "soldier"), d.character(1, "giant")
    guard = d.on(giant, "guard")
    d.tp(1, 9)
    d.go(0, COMBAT)
    desk = Desk()
    desk.start(info(0), SeatView(d.s, 0, d.dealer.known[0]))
    before = len(d.log)
    d.play(0, "attack", mine, giant)
    d.until_asked(1)
    if blocked:
        d.answer(1, next(move for move in d.options(1) if move[1:2] == (guard,)))
    d.settle()
    desk.tell(d.log[before:])
    said = [entry.text for entry in desk.log]
    assert ("the attack of Soldier (c1) does no damage" in said) == blocked, said


def test_damage_counters_that_come_without_damage_are_told() -> None:
    """given 2 Poison Counters on a Character with 10 HP and 1 on its Player, when they come back as Damage
    Counters, then the log says so of both, with what is left; an Attack tells its damage once."""
    d = Duel()
    poisoned, mine = d.character(1, "soldier"), d.character(0, "soldier")
    d.counters(poisoned, "Poison", 2)
    d.counters(d.body(1), "Poison", 1)
    desk = Desk()
    sight = SeatView(d.s, 0, d.dealer.known[0])
    desk.start(info(0), sight)
    before = len(d.log)
    d.go(0, COMBAT)
    d.play(0, "attack", mine, poisoned)
    d.next_turn(1)
    desk.tell(d.log[before:])
    assert [entry.text for entry in desk.log if "damage" in entry.text.lower()] == [
        "p2's Soldier (p2.c1) takes 3 damage from Soldier (c1)",
        "+1 Damage: 29 of 30 HP left",
        "Soldier (p2.c1): +2 Damage: 5 of 10 HP left",
    ]


class Follower(GreedyBot):
    """Does what `hint` says, and keeps what it claims until the next free choice of anybody."""

    def __init__(self) -> None:
        super().__init__()
        self.desk = Desk(Strongest())
        self.claims: list[tuple[int, int]] = []  # (seat, what is left of it)
        self.hurt: list[tuple[str, int]] = []  # (card, what is left of it)
        self.counts: dict[str, int] = {}  # what the seat itself has of what is counted
        self.wins = ""
        self.games = self.turn = 0
        self.checked = self.asked = 0

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        await super().start(match, seat)
        self.desk.start(match, seat)

    async def events(self, seat: SeatView, rows: Sequence[Row]) -> None:
        self.desk.tell(rows)

    async def choose(self, seat: SeatView) -> Answer:
        by_itself = self.desk.open()
        if by_itself is not None:
            return by_itself
        self.asked += 1
        if self.asked > FOLLOWED_MAX:
            return Answer(CONCEDE_MOVE)
        ask, advised = seat.ask, self.desk.advised()
        assert ask is not None and advised is not None and advised.why
        self.check(seat)
        why, self.wins, self.turn = advised.why, "", seat.state.turn
        self.claims, self.hurt, self.counts = [], [], {}
        if "chance" not in why and ask.kind == ACT and advised.march is None:
            self.wins = why.removesuffix(" unless answered") if why.startswith("wins") else ""
            self.claims = [(int(m[2]) - 1, int(m[3])) for m in HARM.finditer(why)]
            self.hurt = [(m[2], int(m[3])) for m in HURT.finditer(why) if not SEAT.fullmatch(m[2])]
            there = side_of(seat.state, seat.index)
            more = {word: re.search(rf"\+(\d+) {word}\b", why) for word in there.counts}
            self.counts = {word: there.counts[word] + int(m[1]) for word, m in more.items() if m}
            if found := HEALED.search(why):
                self.claims.append((seat.index, there.life + int(found[1])))
        self.games = won(seat)
        line = proposal(self.desk)
        enter(self.desk, line)
        given = self.desk.dialogue.collect()
        assert isinstance(given, Answer) and given.move == advised.move, line
        return given

    def check(self, seat: SeatView) -> None:
        """Nobody has answered: what was claimed has come."""
        assert not self.wins or (self.wins == WINS and won(seat) > self.games), "nobody has answered"
        left, ask = judgement_of(rules_of(seat.state)).left, seat.ask
        assert ask is not None
        here = ask.kind == ACT and seat.state.turn == self.turn
        for who, n in self.claims if here else ():
            assert left(seat.state, who) == n, (who, n, left(seat.state, who), list(self.desk.log)[-8:])
            self.checked += 1
        s, counts = seat.state, side_of(seat.state, seat.index).counts
        for name, n in self.hurt if here else ():
            of_others = [h for h in range(s.seats, len(s.code)) if s.ctrl[h] != seat.index and s.code[h]]
            health, cards = self.desk.sight.face.health, s.rules.cards
            found = [health(s, h, s.code[h])[0] for h in of_others if cards[s.code[h]].name == name]
            assert n in found, (name, n, found, list(self.desk.log)[-8:])
            self.checked += 1
        for word, n in self.counts.items() if here else ():
            assert counts[word] == n, (word, n, counts, list(self.desk.log)[-8:])
            self.checked += 1


def won(seat: SeatView) -> int:
    """The games that a seat has won in a series."""
    s = seat.state
    return series.wins(s)[s.rules.side(s, seat.index)] if rules_of(s).name == "terrene" else 0


class Silent(GreedyBot):
    """Never answers anything."""

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        return PASS_MOVE if PASS_MOVE in options else super().pick(seat, options)


@pytest.mark.slow
@pytest.mark.parametrize("game", games.NAMES)
def test_a_hint_holds_unless_it_is_answered(game: str, request: pytest.FixtureRequest) -> None:
    """given an opponent who answers nothing, then every figure that a hint claims is what comes of it, and a
    hint that wins, wins; each has a reason."""
    many = 200 if request.config.getoption("--long") else 1
    for number in range(many):
        follower = Follower()
        run_now(LocalMatch(games.load(game), [follower, Silent()], lists(game, number), number).play())
        assert follower.asked
