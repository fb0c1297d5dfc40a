"""The engine of one match as the protocol drives it: the entries owed at each rest, and what came of them.

Every node runs one, whether it plays, watches or verifies; all of them come to the same states because what
happens follows from the transcript alone. A replica is the protocol's `Referee`: `begin` and `follow` carry a
batch of entries out (`entries`) and say what the rest that follows asks of whom (`owing`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fadenet.engine import kernel, needs
from fadenet.engine.digest import digest
from fadenet.engine.rules import Rules
from fadenet.engine.state import Row, State, TableNeed
from fadenet.table.audit import TableJudge
from fadenet.table.entries import EntryReader
from fadenet.table.handles import Handles
from fadenet.table.owing import Owing, grouped
from fadenet.table.scribe import Scribe
from fadenet.table.sightings import matter
from fadenet.table.statements import CardStatement
from fadenet.table.view import StepListener
from protocol.faults import BadHello
from protocol.hello import Hello
from protocol.needs import Batch, Expect, Rest
from protocol.transcript import Transcript
from protocol.values import NOBODY, Com, Outcome

Supplied = Callable[[State, Sequence[Any]], None]
"""Told of the values of all needs of a rest."""


class Replica:
    """One match followed by its transcript. `watch` is told the events of every step, after it.

    `state` and `transcript` are None until all seats are READY. `handles`: which commitments the handles
    stand for; `statements`: what was said of hidden cards; `shown`: what the audit has found to lie behind
    each commitment. scribe: writes the match down; it knows hidden cards as far as `cards` does. before: told
    of the values of a rest before the engine has them, where they `sightings.matter`.
    """

    def __init__(
        self,
        rules: Rules,
        watch: StepListener | None = None,
        scribe: Scribe | None = None,
        cards: Mapping[Com, int] | None = None,
        before: Supplied | None = None,
    ) -> None:
        self.rules = rules
        self.watch = watch
        self.scribe = scribe
        self.cards = cards or {}
        self.before = before
        self.transcript: Transcript | None = None
        self.state: State | None = None
        self.handles = Handles()
        self.statements: list[CardStatement] = []
        self.shown: dict[Com, int] = {}
        self._groups: list[list[TableNeed]] = []
        self._revealing = False
        self._owing: Owing  # these two are there from `begin` on
        self.reader: EntryReader

    # The protocol's referee.

    def deck_owners(self, players: Sequence[Hello]) -> Sequence[int]:
        """The owner of every deck: each seat's decks, in the rules' order, then those that nobody owns.

        Raises `BadHello` for a number of players that the rules are not for.
        """
        if len(players) not in self.rules.seat_counts:
            raise BadHello(f"{len(players)} players, for whom this is not made", evidence=players[0].wire)
        owned = [seat for seat in range(len(players)) for _ in range(self.rules.decks_per_seat)]
        return owned + [NOBODY] * len(self.rules.ownerless)

    def begin(self, transcript: Transcript) -> Rest:
        """All seats are READY, or dropped: set the engine up and run to its first rest."""
        self.transcript = transcript
        people = [seat for seat, player in enumerate(transcript.players) if not player.bot]
        s = self.state = kernel.setup(self.rules, transcript.seats, people)
        self._owing = Owing(s, transcript, self.handles)
        self.reader = EntryReader(s, transcript, self.handles, self._owing, self.statements)
        self._tell(s.events)
        self._leave(transcript.batches[-1].dropped)
        return self._next()

    def follow(self, batch: Batch) -> Rest:
        """Take in what was owed. Raises `protocol.faults.IllegalEntry` for a move that the rules refuse.

        Seats that were dropped leave after what the others owed has been applied.
        """
        s = self._state()
        if self._groups:
            if self._owing.is_answered(self._groups[0], batch):
                self.reader.gather(self._groups.pop(0), batch)
        elif s.asks[0].sealed and not self._revealing:
            return self._reveal(batch)
        else:
            self._revealing = False
            self._decide(batch)
        self._leave(batch.dropped)
        return self._next()

    @property
    def outcome(self) -> Outcome:
        """Places of the players and the rule, once the match is over. Nobody is first if an automaton won."""
        over, transcript = self._state().over, self.transcript
        assert transcript is not None
        return (tuple(over[0][: transcript.seats]), over[1]) if over else None

    def judge(self) -> TableJudge:
        """The rules' part of the audit."""
        outcome = None if self.state is None else self.outcome
        return TableJudge(self.rules, self.statements, outcome, self.shown)

    def _state(self) -> State:
        assert self.state is not None
        return self.state

    # From rest to rest.

    def _next(self) -> Rest:
        """The next rest at which somebody owes an entry; needs that ask for none are supplied on the way."""
        s, transcript = self._state(), self.transcript
        assert transcript is not None
        while not s.over:
            for seat in s.out:
                if seat in transcript.playing():
                    transcript.eliminate(seat)
            if not s.needs:
                return self._rest(self._owing.decisions())
            if not self.reader.values:
                self._groups = self._groups or grouped(s.needs)
            while self._groups:
                expect = self._owing.expect(self._groups[0])
                if expect:
                    return self._rest(expect)
                self.reader.gather(self._groups.pop(0), Batch(()))
            self._supply()
        self._groups = []
        self.reader.forget()
        return Rest(digest(s), (), over=True, outcome=self.outcome)

    def _rest(self, expect: Sequence[Expect]) -> Rest:
        return Rest(digest(self._state()), tuple(expect))

    def _reveal(self, batch: Batch) -> Rest:
        """All have committed to their sealed decisions: they open them, if they are still asked."""
        s = self._state()
        asks = s.asks
        self._leave(batch.dropped)
        opening = self._owing.reveals(batch)
        self._revealing = s.asks == asks and bool(opening)
        return self._rest(opening) if self._revealing else self._next()

    def _decide(self, batch: Batch) -> None:
        """Carry out the moves of a batch: all are read at the table as it is, and each judged behind those
        before it."""
        s, scribe = self._state(), self.scribe
        rows: Sequence[Row] = ()
        for made in [self.reader.read(entry) for entry in batch.entries]:
            self.reader.judge(made)
            entry, move, opened, standing = made
            line = None if scribe is None else scribe.answer(s, entry.seat, move, opened, standing)
            rows = kernel.play(s, entry.seat, move, opened, standing)
            if scribe is not None and line is not None:
                scribe.answered(line)
                scribe.happened(s, rows)
        self._tell(rows)

    def _supply(self) -> None:
        """Give the engine all values of the rest."""
        s, values = self._state(), self.reader.supplied()
        if self.before is not None and matter(s.needs):
            self.before(s, values)
        if self.scribe is not None:
            self.scribe.supplied(s, values, self._card)
        rows = needs.supply(s, values)
        if self.scribe is not None:
            self.scribe.happened(s, rows)
        self._tell(rows)

    def _leave(self, seats: Sequence[int]) -> None:
        """Seats that were voted out leave the game, as its rules say."""
        s = self._state()
        for seat in seats:
            if s.over or seat in s.out:
                continue
            if self.scribe is not None:
                self.scribe.left(s, seat, self.rules.cites["leaving"])
            rows = kernel.leave(s, seat)
            if self.scribe is not None:
                self.scribe.happened(s, rows)
            self._tell(rows)

    def _card(self, h: int) -> int:
        """The card behind a handle as far as `cards` knows it, else 0."""
        com = self.handles.com.get(h)
        return 0 if com is None else self.cards.get(com, 0)

    def _tell(self, rows: Sequence[Row]) -> None:
        if self.watch is not None and rows:
            self.watch(self._state(), rows)
