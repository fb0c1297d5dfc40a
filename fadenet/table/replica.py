"""The engine of one match as the protocol drives it: commitments behind handles, entries into answers.

Every node runs one, whether it plays, watches or verifies; all of them come to the same states because what
happens follows from the transcript alone. A replica is the protocol's `Referee`: it says who owes what at
each rest and takes in what came of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from fadenet.engine import kernel, needs, notation
from fadenet.engine.digest import digest
from fadenet.engine.errors import WrongInput
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import (
    ASK_KIND,
    ASK_SEALED,
    ASK_SEAT,
    BIND,
    NEED_DECK,
    NEED_ID,
    NEED_ITEMS,
    NEED_KIND,
    NEED_N,
    NEED_WHO,
    OPEN,
    POOL,
    RECOMMIT,
    RESPOND,
    TAKE,
    TOSS,
    Known,
    Row,
    State,
)
from fadenet.table.audit import Statement, TableJudge
from fadenet.table.scribe import Scribe
from protocol.faults import BadHello, Illegal
from protocol.hello import Hello
from protocol.messages import Move as MoveMessage
from protocol.messages import Open, Pass, Pool, Private, Reveal, Take
from protocol.needs import (
    Accepted,
    Batch,
    Expect,
    NeedAck,
    NeedCommit,
    NeedMove,
    NeedOpen,
    NeedPool,
    NeedPrivate,
    NeedRecommit,
    NeedReveal,
    NeedTake,
    Rest,
)
from protocol.transcript import Transcript
from protocol.values import NOBODY, Claim, Com, Outcome

Watcher = Callable[[State, Sequence[Row]], None]


class Replica:
    """One match followed by its transcript. `watch` is told the events of every step, after it.

    `state` is None until all seats are READY. `com` maps the handles that stand for cards to commitments.
    scribe: writes the match down; it knows hidden cards as far as `cards` does.
    """

    def __init__(
        self,
        rules: Rules,
        watch: Watcher | None = None,
        scribe: Scribe | None = None,
        cards: Mapping[Com, int] | None = None,
    ) -> None:
        self.rules = rules
        self.watch = watch
        self.scribe = scribe
        self.cards = cards or {}
        self.state: State | None = None
        self.com: dict[int, Com] = {}
        self.handle: dict[Com, int] = {}
        self.statements: list[Statement] = []
        self._groups: list[list[Row]] = []
        self._values: dict[int, Any] = {}
        self._own: dict[int, int] = {}  # the card behind each handle that our seat knows, public ones too
        self._stage = (0, 0)  # how many bindings and known cards there were when that was put together
        self._bindings = 0
        self._revealing = False
        self._asking_acks = self._acked = False
        self._fresh = 0  # handles that new decks of this rest make, not yet in the state
        self._dealt: dict[int, int] = {}  # cards of ownerless decks that are bound and not yet in the state

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
        self.state = kernel.setup(self.rules, transcript.seats, people)
        self._tell(self.state.events)
        self._leave(transcript.batches[-1].dropped)
        return self._next()

    def follow(self, batch: Batch) -> Rest:
        """Take in what was owed. Raises `protocol.faults.Illegal` for a move that the rules refuse.

        Seats that were dropped leave after what the others owed has been applied.
        """
        s = self._state()
        if self._groups:
            self._take_in(batch)
        elif s.asks[0][ASK_SEALED] and not self._revealing:
            return self._reveal(batch)
        else:
            self._revealing = False
            self._answer(batch)
        self._leave(batch.dropped)
        return self._next()

    @property
    def outcome(self) -> Outcome:
        """Places of the players and the rule, once the match is over. Nobody is first if an automaton won."""
        over = self._state().over
        return (tuple(over[0][: self.transcript.seats]), over[1]) if over else None

    def judge(self) -> TableJudge:
        """The rules' part of the audit."""
        return TableJudge(self)

    def _state(self) -> State:
        assert self.state is not None
        return self.state

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

    def _supply(self) -> None:
        """Give the engine all values of the rest; for a seat that is out since, what stands for its own."""
        s = self._state()
        values = [self._values.pop(w[NEED_ID]) for w in s.needs]
        for i, w in enumerate(s.needs):
            if values[i] is None and w[NEED_WHO] in s.out:
                values[i] = needs.absent_value(s, w)
        self._fresh = 0
        if self.scribe is not None:
            self.scribe.supplied(s, values, self._card)
        rows = needs.supply(s, values)
        if self.scribe is not None:
            self.scribe.happened(s, rows)
        self._tell(rows)

    def _card(self, h: int) -> int:
        """The card behind a handle as far as `cards` knows it, else 0."""
        com = self.com.get(h)
        return 0 if com is None else self.cards.get(com, 0)

    def _tell(self, rows: Sequence[Row]) -> None:
        if self.watch is not None and rows:
            self.watch(self._state(), rows)

    # From engine rests to what each seat owes.

    def _next(self) -> Rest:
        """The next rest at which somebody owes an entry; what nobody is asked for is supplied on the way."""
        s = self._state()
        while not s.over:
            for seat in s.out:
                if seat in self.transcript.play.playing():
                    self.transcript.play.eliminated(seat)
            if not s.needs:
                kinds = [
                    Expect(a[ASK_SEAT], NeedCommit() if a[ASK_SEALED] else NeedMove(a[ASK_KIND] == RESPOND))
                    for a in s.asks
                    if kernel.ask_of(s, a[ASK_SEAT]) is not None
                ]
                return self._rest(kinds)
            if not self._values:
                self._groups = self._groups or grouped(s.needs)
            while self._groups:
                expect = self._expect(self._groups[0])
                if expect:
                    return self._rest(expect)
                self._gather(self._groups.pop(0), Batch(()))
            self._supply()
        self._groups, self._values, self._fresh, self._dealt = [], {}, 0, {}
        return Rest(digest(s), (), over=True, outcome=self.outcome)

    def _rest(self, expect: Sequence[Expect]) -> Rest:
        return Rest(digest(self._state()), tuple(expect))

    def _reveal(self, batch: Batch) -> Rest:
        """All have committed to their sealed decisions: they open them, if they are still asked."""
        s = self._state()
        asks = s.asks
        self._leave(batch.dropped)
        owing = [e.seat for e in batch.entries if kernel.ask_of(s, e.seat) is not None]
        self._revealing = s.asks == asks and bool(owing)
        return self._rest([Expect(seat, NeedReveal()) for seat in owing]) if self._revealing else self._next()

    def _expect(self, group: Sequence[Row]) -> list[Expect]:
        """What the seats owe for a group of needs of one kind; nobody asks a seat that is out."""
        play, out = self.transcript.play, self._state().out
        kind = group[0][NEED_KIND]
        if kind == TOSS:
            return play.toss_needs()
        if kind != BIND:
            return [Expect(w[NEED_WHO], self._need(w)) for w in group if w[NEED_WHO] not in (-1, *out)]
        tokens = play.token_needs({w[NEED_DECK] for w in group if w[NEED_WHO] not in out})
        self._asking_acks = bool(tokens) and len(play.playing()) > 2 and not self._acked
        return [Expect(one.seat, NeedAck()) for one in tokens] if self._asking_acks else tokens

    def _need(self, w: Row) -> NeedPool | NeedRecommit | NeedTake | NeedOpen | NeedPrivate:
        kind, deck, n, items = w[NEED_KIND], w[NEED_DECK], w[NEED_N], w[NEED_ITEMS]
        if kind == POOL:
            fresh = self._is_fresh(w)
            return NeedPool(deck) if fresh else NeedPool(deck, put=self.coms(self._put_in(w)))
        if kind == RECOMMIT:
            return NeedRecommit(self.coms(items))
        if kind == TAKE:
            bound = [h for h in self._state().zones[self.rules.deck_zone(deck)] if h]
            return NeedTake(deck, n, items[2], self.coms(bound), bool(items[1]))
        if n >= 0:
            return NeedPrivate(n, self.coms(items))
        return NeedOpen(self.coms(items))

    def coms(self, handles: Sequence[int]) -> tuple[Com, ...]:
        """The commitments that these handles stand for."""
        return tuple(self.com[h] for h in handles)

    def _is_fresh(self, w: Row) -> bool:
        s = self._state()
        deck = w[NEED_DECK]
        return bool(w[NEED_N]) and not s.pool[deck] and not s.zones[self.rules.deck_zone(deck)]

    def _put_in(self, w: Row) -> list[int]:
        """Handles that go into a pool besides those that lie in it: named ones and bound slots."""
        bound = [h for h in self._state().zones[self.rules.deck_zone(w[NEED_DECK])] if h]
        return sorted({*w[NEED_ITEMS], *bound})

    # From entries to values.

    def _take_in(self, batch: Batch) -> None:
        """Entries for the present group. Joint randomness that lacks somebody's part is asked for again."""
        joint = self._groups[0][0][NEED_KIND] in (BIND, TOSS)
        if joint and (self._asking_acks or batch.dropped):
            self._acked = not batch.dropped
        else:
            self._gather(self._groups.pop(0), batch)

    def _gather(self, group: Sequence[Row], batch: Batch) -> None:
        """The values of a group of needs, from the entries that answered it."""
        self._acked = False
        by_seat = {entry.seat: entry for entry in batch.entries}
        play, s = self.transcript.play, self._state()
        if group[0][NEED_KIND] == TOSS:
            numbers = play.toss([b for w in group for b in w[NEED_ITEMS]])
            for w in group:
                n = len(w[NEED_ITEMS])
                self._values[w[NEED_ID]], numbers = tuple(numbers[:n]), numbers[n:]
            return
        for w in group:
            if w[NEED_WHO] < 0:
                self._values[w[NEED_ID]] = self._of_nobody(w)
            elif w[NEED_KIND] == BIND and w[NEED_WHO] not in s.out:
                drawn = play.bind(w[NEED_DECK], w[NEED_N])
                self._values[w[NEED_ID]] = tuple(self.handle[c] for c in drawn if isinstance(c, Com))
            elif w[NEED_WHO] in by_seat:
                self._gather_one(w, by_seat[w[NEED_WHO]])
            else:
                self._values[w[NEED_ID]] = None

    def _of_nobody(self, w: Row) -> Any:
        """The value of a need about an ownerless deck: its list is public, and so is every card out of it."""
        s, ledger, deck = self._state(), self.transcript.play.ledger, w[NEED_DECK]
        if w[NEED_KIND] == BIND:
            cards = self.transcript.play.bind(deck, w[NEED_N])
            handles = [h for h in s.pool[deck] if h not in self._dealt][: w[NEED_N]]
            self._dealt |= {h: card for h, card in zip(handles, cards, strict=True) if isinstance(card, int)}
            return tuple(handles)
        if w[NEED_KIND] == OPEN:
            return tuple(self._dealt.pop(h) for h in w[NEED_ITEMS])
        assert w[NEED_KIND] == POOL
        if self._is_fresh(w):
            first = self.transcript.seats * self.rules.decks_per_seat
            codes = self.rules.ownerless[deck - first]
            ledger.fill(deck, codes)
            self._fresh += len(codes)
            return len(codes)
        ledger.fill(deck, [s.code[h] for h in self._put_in(w)])
        return None

    def _gather_one(self, w: Row, entry: Accepted) -> None:
        """The value of one need. New decks get handles in the order of the needs, as `supply` makes them."""
        payload, items = entry.payload, w[NEED_ITEMS]
        value: Any = None
        if isinstance(payload, Pool):
            if self._is_fresh(w):
                value = len(payload.hashes) // 32
                first = len(self._state().code) + self._fresh
                self._fresh += value
                self._bind_coms(list(range(first, first + value)), entry.made)
            else:
                handles = sorted({*self._state().pool[w[NEED_DECK]], *self._put_in(w)})
                self._bind_coms(handles, entry.made)
        elif w[NEED_KIND] == RECOMMIT:
            self._bind_coms(sorted(items), entry.made)
        elif isinstance(payload, Take):
            taken = tuple(self.handle[c] for c in payload.coms)
            value = (taken, tuple(op.card for op in payload.ops))
            self._note_take(w, entry, payload)
        elif isinstance(payload, Open):
            value = tuple(op.card for op in payload.ops)
            self._check_cards(value, entry)
        else:
            assert isinstance(payload, Private)
        self._values[w[NEED_ID]] = value

    def _bind_coms(self, handles: Sequence[int], coms: Sequence[Com]) -> None:
        """Fresh commitments stand for these handles, ascending, from now on."""
        self._bindings += 1
        for h in handles:
            old = self.com.pop(h, None)
            if old is not None:
                self.handle.pop(old, None)
        for h, com in zip(handles, coms, strict=True):
            self.com[h] = com
            self.handle[com] = h

    def _note_take(self, w: Row, entry: Accepted, payload: Take) -> None:
        """What was taken had to fit, or nothing there did: checked at once if shown, else at the audit."""
        predicate, shown, least = w[NEED_ITEMS]
        assert entry.seq is not None
        cite = self.rules.cites["search"]
        codes = tuple(op.card for op in payload.ops)
        self._check_cards(codes, entry)
        self._check_claims(entry, (Claim(predicate, payload.coms),) if predicate else (), cite)
        if len(payload.coms) < least or not needs.may_all_be_taken(self.rules, w, codes):
            why = "the cards taken are not those that may be" if payload.coms else "something must be taken"
            raise _illegal(entry, cite, why)
        if not predicate or not w[NEED_N]:
            return
        if not payload.coms:
            left = tuple(self.transcript.play.ledger.pools[w[NEED_DECK]].coms)
            bound = self.coms([h for h in self._state().zones[self.rules.deck_zone(w[NEED_DECK])] if h])
            self.statements.append(Statement(entry.seat, entry.seq, cite, predicate, left + bound, False))
        elif not shown:
            said = Statement(entry.seat, entry.seq, cite, predicate, payload.coms, True, w)
            self.statements.append(said)

    def _check_cards(self, cards: Sequence[int], entry: Accepted) -> None:
        if any(not 0 < c < len(self.rules.cards) for c in cards):
            raise _illegal(entry, self.rules.cites["decks"], "a card that the card set has not")

    # From entries to moves.

    def _answer(self, batch: Batch) -> None:
        s = self._state()
        rows: Sequence[Row] = ()
        moves = [(entry, *self._read(entry)) for entry in batch.entries]
        for entry, move, opened, standing in moves:
            assert entry.seq is not None
            reason = kernel.judge(s, entry.seat, move, opened, standing)
            if reason is not None:
                raise _illegal(entry, reason.rule, reason.text)
            owed = self.claims(move)
            self._check_claims(entry, owed, self.rules.cites["moves"])
            for predicate, coms, _ in owed:
                cite = self.rules.cites["statement"]
                self.statements.append(Statement(entry.seat, entry.seq, cite, predicate, coms, True))
            scribe = self.scribe
            line = None if scribe is None else scribe.answer(s, entry.seat, move, opened, standing)
            rows = kernel.play(s, entry.seat, move, opened, standing)
            if scribe is not None and line is not None:
                scribe.answered(line)
                scribe.happened(s, rows)
        self._tell(rows)

    def claims(self, move: Move) -> tuple[Claim, ...]:
        """What an entry with this move has to claim of hidden cards."""
        vouched = self.rules.vouched(self._state(), move)
        return (Claim(vouched, (self.com[move[1]],)),) if vouched else ()

    def _check_claims(self, entry: Accepted, owed: tuple[Claim, ...], rule: str) -> None:
        """An entry claims what the rules require at its place, word for word, and nothing else."""
        payload = entry.payload.move if isinstance(entry.payload, Reveal) else entry.payload
        made = payload.claims if isinstance(payload, MoveMessage | Take) else ()
        if made != owed:
            why = "it has to state of its hidden cards exactly what the rules ask for here"
            raise _illegal(entry, rule, why)

    def _read(
        self, entry: Accepted
    ) -> tuple[Move, tuple[tuple[int, int], ...], tuple[tuple[int, int], ...] | None]:
        """(move, openings, standing passes) of an entry. Raises `Illegal` for what is no move."""
        payload = entry.payload
        assert entry.seq is not None
        if isinstance(payload, Pass):
            return PASS_MOVE, (), payload.standing
        message = payload.move if isinstance(payload, Reveal) else payload
        assert isinstance(message, MoveMessage)
        s = self._state()
        try:
            move = notation.parse_move(s, entry.seat, message.text)
            plain = move == PASS_MOVE and not message.tokens  # which a PASS says
            if plain or notation.format_move(s, entry.seat, move) != message.text:
                raise WrongInput(f"{message.text!r} is not the canonical text of a move")
        except WrongInput as error:
            raise _illegal(entry, self.rules.cites["moves"], str(error)) from error
        wanted = kernel.opens(s, move)
        known = all(h in self.com for h in wanted)  # a seat's body has no commitment
        shown = [op.com for op in message.ops]
        if not known or sorted(self.coms(wanted)) != shown or not {*message.taken} <= {*shown}:
            why = "a move shows exactly the hidden cards it uses"
            raise _illegal(entry, self.rules.cites["openings"], why)
        self._check_cards([op.card for op in message.ops], entry)
        card = {op.com: op.card for op in message.ops}
        return move, tuple((h, card[self.com[h]]) for h in wanted), message.standing

    # What our own seat knows.

    def learn(self, known: Known) -> None:
        """Bring a seat's private knowledge up to date from its vault.

        A card shown to it alone that the card set has not stays unknown; the audit names its deck.
        """
        vault = self.transcript.play.vault
        assert vault is not None and self.state is not None
        if (stage := (self._bindings, len(vault.card))) != self._stage:
            self._stage = stage
            own, top = self.handle, len(self.rules.cards)
            self._own = {own[com]: card for com, card in vault.card.items() if com in own and 0 < card < top}
        code = self.state.code
        known.clear()
        known.update({h: card for h, card in self._own.items() if h < len(code) and not code[h]})


def _illegal(entry: Accepted, rule: str, why: str) -> Illegal:
    """The fault of an entry that breaks a rule of the game."""
    assert entry.seq is not None
    return Illegal(rule, why, entry.seat, entry.seq, entry.wire)


def grouped(needs: Sequence[Row]) -> list[list[Row]]:
    """Neighbouring needs that one rest can answer: of one kind, one a seat, or one a deck to bind from."""
    groups: list[list[Row]] = []
    for w in needs:
        kind = w[NEED_KIND]
        owing = NEED_DECK if kind == BIND else NEED_WHO
        last = groups[-1] if groups else []
        if last and last[0][NEED_KIND] == kind != TOSS and all(w[owing] != x[owing] for x in last):
            last.append(w)
        else:
            groups.append([w])
    return groups
