"""Matches with drawn cards, and everything that is held against them while they are played.

A bout is all that a match follows from; it tells a fault by what is wrong and where, so that a smaller bout
can be seen to have the same one.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Any

from fadenet.bots import make
from fadenet.bots.base import Bot, run_now
from fadenet.engine import invariants, position
from fadenet.engine.card import Card
from fadenet.engine.digest import digest
from fadenet.engine.errors import LoadError
from fadenet.engine.rules import Move, Rules, rules_of
from fadenet.engine.state import Row, State
from fadenet.games import GAMES
from fadenet.table.local import LocalMatch
from fadenet.table.reading import parse
from fadenet.table.record import ALL, PUBLIC, Seated, write
from fadenet.table.replay import Replay
from fadenet.table.scribe import Scribe
from fadenet.table.view import SeatView
from tests.builders import offering
from tests.builders.monitors import Monitor, monitors
from tests.builders.playout import TABLES, Table, wander
from tests.meetings.shelves import Tables, game, own

BOTS = ("random", "greedy")
STEPS_MAX = 600
"""Steps of a match after which it has shown what it can."""
LOOKING = 6  # monitors look at one rest of so many
READ_AGAIN = 24  # a position is written and read at one rest of so many
OFFERED = 50  # what is offered is held against what is accepted at one rest of so many
SOUND = 5  # a state is looked through at one rest of so many
DRAWN_FIRST = 0.7  # how often a drawn card comes before a packaged one in a deck


class Brisk(Bot):
    """Half of the time any kind of move, then any of that kind; it does not run from a game."""

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        return wander(self.random, rules_of(seat.state), options)


class Enough(Exception):
    """So much of a match will do."""


@dataclass(frozen=True)
class Fault:
    """The fault of a bout: `kind` tells it from others, `said` is the whole of it."""

    kind: str
    said: str = field(compare=False)


@dataclass(frozen=True)
class Bout:
    """A match: drawn cards, the table, a seed for decks, dice and bots, and its steps at the most."""

    game: str
    cards: Tables
    table: Table
    seed: int
    steps_max: int = STEPS_MAX

    def __str__(self) -> str:
        return f"{self.table}, seed {self.seed}"


@cache
def seated(name: str) -> tuple[Table, ...]:
    """The tables of a game at which all seats are players'."""
    return tuple(one for one in TABLES if one.game == name and one.players > 1 and not one.rules.automata)


def draw(name: str, cards: Tables, seed: int) -> Bout:
    """A bout at any table of a game; every other one is a duel of two."""
    random = Random(seed)
    duels = [one for one in seated(name) if one.players == 2]
    return Bout(name, cards, random.choice(duels if random.getrandbits(1) else seated(name)), seed)


def played(bout: Bout) -> tuple[Fault | None, int]:
    """Play a bout: the fault that it has, and how many steps it took."""
    steps = 0
    try:
        rules = rules_for(bout)
        match = Watched(bout, rules)
        try:
            match.play()
        finally:
            steps = match.steps
        match.replay()
    except LoadError as error:
        return Fault(f"does not load: {error.hint}", str(error)), steps
    except Exception as error:
        return told(error), steps
    return None, steps


def rules_for(bout: Bout) -> Rules:
    table = bout.table
    return game(bout.game).rules(bout.cards, table.format, dict(table.options))


def told(error: Exception) -> Fault:
    """An exception as a fault: its type, where it comes from, what it says without numbers."""
    there = [frame for frame in traceback.extract_tb(error.__traceback__)]
    ours = [frame for frame in there if "/fadenet/" in frame.filename] or there
    at = ours[-1]
    said = re.sub(r"#?\d+|\([a-z0-9-]+\.[a-z0-9.-]+\)|'[^']*'|drawn-\S*|of \[.*", "_", str(error))[:120]
    where = f"{at.filename.rpartition('/fadenet/')[2].rpartition('/tests/')[2]} {at.name}"
    return Fault(
        f"{type(error).__name__} in {where}: {said}", "".join(traceback.format_exception(error)[-6:])
    )


class Watched:
    """A bout while it is played."""

    def __init__(self, bout: Bout, rules: Rules) -> None:
        self.bout = bout
        self.rules = rules
        self.steps = 0
        random = self.random = Random(bout.seed)
        drawn = {rules.code_of(own(slug)) for slug in bout.cards}
        decks = [rules.book.draw_deck(leaning(random, drawn)) for _ in range(bout.table.players)]
        self.codes = [list(part) for each in decks for part in each]
        self.bots = [random.choice(BOTS) for _ in decks]
        self.watching: Sequence[Monitor] = ()
        if GAMES[bout.game].family == "fade":
            self.watching = monitors()
            self.listen()
        view = random.choice((ALL, PUBLIC))
        self.match = LocalMatch(
            rules,
            [Brisk() if bot == "random" else make(bot) for bot in self.bots],
            self.codes,
            bout.seed,
            watch=self.watch,
        )
        self.match.scribe = Scribe(rules, view)

    def listen(self) -> None:
        """The rules are this bout's alone, so that its monitors may hear all events of its state; bots try
        moves on copies.
        """
        numbers = range(len(self.rules.events))
        self.rules.hearers = [(self.hear, *self.rules.hearers_of(event)) for event in numbers]

    def hear(self, s: State, row: Row) -> None:
        if s is self.match.state:
            for monitor in self.watching:
                monitor.hear(s, row)

    def play(self) -> None:
        with suppress(Enough):
            run_now(self.match.play())

    def watch(self, s: State, rows: Sequence[Row]) -> None:
        """Check what holds at every rest, or at some of them."""
        self.steps += 1
        if self.steps % SOUND == 0:
            wrong = invariants.fault(s)
            assert not wrong, f"the state does not hang together: {wrong}"
        if self.steps % LOOKING == 0:
            self.look(s)
        if self.steps % READ_AGAIN == 0:
            self.read_again(s)
        if self.steps % OFFERED == 0:
            wrong_list = offering.faults(s, self.match.dealer)
            assert not wrong_list, wrong_list[0]
        if self.steps >= self.bout.steps_max and not s.answers:
            raise Enough

    def look(self, s: State) -> None:
        strays = [] if self.watching else astray(s)
        assert not strays, f"{strays[0]} lies where its player has nothing to do"
        for monitor in self.watching:
            monitor.look(s)

    def read_again(self, s: State) -> None:
        """A position is the same when it is read again; it leaves out what somebody has decided unseen."""
        if not s.answers:
            text = position.dump(s)
            again = position.load(self.rules, text)
            assert position.dump(again) == text, "a position is another one when it is read again"
            assert digest(again) == digest(s), "a position has another digest when it is read again"

    def replay(self) -> None:
        """The record of the match goes through the same states; one in the view of the public holds what a
        replica without hidden cards has.
        """
        match, scribe = self.match, self.match.scribe
        assert scribe is not None
        people = [Seated(name, kind) for name, kind in zip(match.names, match.kinds, strict=True)]
        record = scribe.record(match.state, people, self.codes, date="2026-11-28")
        text = write(record)
        assert write(parse(text)) == text, "a record is another one when it is read again"
        hearers, self.rules.hearers = self.rules.hearers, []
        if self.watching:
            self.rules.hearers = [chain[1:] for chain in hearers]
        Replay(parse(text), self.rules)


def astray(s: State) -> list[str]:
    """The cards on the field beside whoever does not control them, and others in piles that are not their
    owner's, by name: where nobody's card stands on another's side, as in the family with monitors."""
    kinds, field = s.rules.zones_per_seat, s.rules.on_field
    found = []
    for h in range(s.seats + 1, len(s.code)):
        zone = s.zone[h]
        if zone >= 0 and zone // kinds != (s.ctrl[h] if field[zone] else s.owner[h]):
            found.append(f"{s.rules.cards[s.code[h]].name} {h} in {rules_of(s).zone_names[zone % kinds]}")
    return found


def leaning(random: Random, drawn: set[int]) -> Any:
    """A shuffle that lays most of the drawn cards first."""

    def shuffle(cards: list[Any]) -> None:
        random.shuffle(cards)
        cards.sort(key=lambda card: not (_code(card) in drawn and random.random() < DRAWN_FIRST))

    return shuffle


def _code(card: Card | int) -> int:
    return card if isinstance(card, int) else card.code
