"""The meaning of an entry to the engine: the values that it brings for needs, and the moves that it makes.

An entry says exactly what the rules ask for at its place. Anything missing, superfluous or different is the
fault of its author, as an illegal move is; its claims about hidden cards are kept for the audit.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from fadenet.engine import kernel, needs, notation
from fadenet.engine.errors import WrongInput
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Move, rules_of
from fadenet.engine.state import (
    ALL,
    BIND,
    OPEN,
    POOL,
    RECOMMIT,
    TOSS,
    State,
    TableNeed,
)
from fadenet.table.handles import Handles
from fadenet.table.owing import Owing
from fadenet.table.statements import CardStatement
from protocol.faults import IllegalEntry
from protocol.messages import MoveMessage, Open, Pass, Pool, Private, Reveal, Take
from protocol.needs import Accepted, Batch
from protocol.transcript import Transcript
from protocol.values import Claim, Com


class MadeMove(NamedTuple):
    """A move as an entry makes it. opened: (handle, code) of the hidden cards that it shows; standing: the
    standing passes of its seat from now on, None = as they are."""

    entry: Accepted
    move: Move
    opened: tuple[tuple[int, int], ...] = ()
    standing: tuple[tuple[int, int], ...] | None = None


class EntryReader:
    """Reads the entries of one match against its state. `values`: what the needs of this rest have been given
    so far, by id. statements: takes what is said of hidden cards."""

    def __init__(
        self,
        state: State,
        transcript: Transcript,
        handles: Handles,
        owing: Owing,
        statements: list[CardStatement],
    ) -> None:
        self.values: dict[int, Any] = {}
        self._state = state
        self._transcript = transcript
        self._handles = handles
        self._owing = owing
        self._statements = statements
        self._cites = state.rules.cites
        self._fresh = 0  # handles that new decks of this rest make, not yet in the state
        self._dealt: dict[int, int] = {}  # cards of ownerless decks that are bound and not yet in the state

    # From entries to values.

    def gather(self, group: Sequence[TableNeed], batch: Batch) -> None:
        """The values of a group of needs, from the entries that answered it."""
        by_seat = {entry.seat: entry for entry in batch.entries}
        transcript, s = self._transcript, self._state
        if group[0].kind == TOSS:
            numbers = transcript.play.toss([b for w in group for b in w.items])
            for w in group:
                n = len(w.items)
                self.values[w.id], numbers = tuple(numbers[:n]), numbers[n:]
            return
        for w in group:
            if w.who < 0:
                self.values[w.id] = self._of_nobody(w)
            elif w.kind == BIND and w.who not in s.out:
                drawn = transcript.play.bind(w.deck, w.n)
                handle = self._handles.handle
                self.values[w.id] = tuple(handle[c] for c in drawn if isinstance(c, Com))
            elif w.who in by_seat:
                self.values[w.id] = self._value(w, by_seat[w.who])
            else:
                self.values[w.id] = None

    def supplied(self) -> list[Any]:
        """The values of all needs of this rest, in their order; for a seat that is out since, what stands for
        its own. They are given away with that."""
        s = self._state
        values = [self.values.pop(w.id) for w in s.needs]
        for i, w in enumerate(s.needs):
            if values[i] is None and w.who in s.out:
                values[i] = needs.absent_value(s, w)
        self._fresh = 0
        return values

    def forget(self) -> None:
        """The match is over: nothing is needed any more."""
        self.values, self._fresh, self._dealt = {}, 0, {}

    def _of_nobody(self, w: TableNeed) -> Any:
        """The value of a need about an ownerless deck: its list is public, and so is every card out of it."""
        s, transcript, deck = self._state, self._transcript, w.deck
        if w.kind == BIND:
            cards = transcript.play.bind(deck, w.n)
            handles = [h for h in s.pool[deck] if h not in self._dealt][: w.n]
            self._dealt |= {h: card for h, card in zip(handles, cards, strict=True) if isinstance(card, int)}
            return tuple(handles)
        if w.kind == OPEN:
            return tuple(self._dealt.pop(h) for h in w.items)
        assert w.kind == POOL
        if self._owing.is_fresh(w):
            first = self._transcript.seats * s.rules.decks_per_seat
            codes = rules_of(s).ownerless[deck - first]
            transcript.play.ledger.fill(deck, codes)
            self._fresh += len(codes)
            return len(codes)
        transcript.play.ledger.fill(deck, [s.code[h] for h in self._owing.put_in(w)])
        return None

    def _value(self, w: TableNeed, entry: Accepted) -> Any:
        """The value of one need. New decks get handles in the order of the needs, as `supply` makes them."""
        payload, s = entry.payload, self._state
        if isinstance(payload, Pool):
            if not self._owing.is_fresh(w):
                self._handles.bind(sorted({*s.pool[w.deck], *self._owing.put_in(w)}), entry.made)
                return None
            size, first = len(payload.hashes) // 32, len(s.code) + self._fresh
            self._fresh += size
            self._handles.bind(list(range(first, first + size)), entry.made)
            return size
        if w.kind == RECOMMIT:
            self._handles.bind(sorted(w.items), entry.made)
            return None
        if isinstance(payload, Take):
            taken = tuple(self._handles.handle[c] for c in payload.coms)
            codes = tuple(op.card for op in payload.ops)
            self._note_take(w, entry, payload)
            return taken, codes
        if isinstance(payload, Open):
            codes = tuple(op.card for op in payload.ops)
            self._check_cards(codes, entry)
            return codes
        assert isinstance(payload, Private)
        return None

    def _note_take(self, w: TableNeed, entry: Accepted, payload: Take) -> None:
        """The cards taken have to fit; of those left none may, where all that fit must go or none is taken.
        Cards that are shown are judged at once, the others at the audit. Raises `IllegalEntry`."""
        predicate, shown, least = w.items[:3]
        assert entry.seq is not None
        rules, cite = rules_of(self._state), self._cites["search"]
        codes = tuple(op.card for op in payload.ops)
        self._check_cards(codes, entry)
        self._check_claims(entry, (Claim(predicate, payload.coms),) if predicate else (), cite)
        if len(payload.coms) < least or not needs.may_all_be_taken(rules, w, codes):
            why = "the cards taken are not those that may be" if payload.coms else "something must be taken"
            raise _illegal(entry, cite, why)
        if not predicate or not w.n:
            return
        said, fits = (entry.seat, entry.seq, cite), rules.hidden.fitting(rules, w, ())
        if least == ALL or not payload.coms:
            left = {*self._transcript.play.ledger.pools[w.deck].coms} - {*payload.coms}
            bound = {*self._handles.coms(self._owing.bound(w.deck))} - {*payload.coms}
            self._statements.append(CardStatement(*said, tuple(sorted(left | bound)), fits, False))
        if not shown:
            self._statements.append(CardStatement(*said, payload.coms, fits, True, w))

    # From entries to moves.

    def judge(self, made: MadeMove) -> None:
        """Keep what a move states of hidden cards. Raises `IllegalEntry` for a move that the rules refuse."""
        entry, move, opened, standing = made
        reason = kernel.judge(self._state, entry.seat, move, opened, standing)
        if reason is not None:
            raise _illegal(entry, reason.rule, reason.text)
        owed = self.claims(move)
        self._check_claims(entry, owed, self._cites["moves"])
        self._check_taken(entry, owed)
        assert entry.seq is not None
        rules, said = rules_of(self._state), (entry.seat, entry.seq, self._cites["statement"])
        for predicate, coms, _ in owed:
            self._statements.append(CardStatement(*said, coms, rules.meeting[predicate], True))
        for h, codes in rules.moves.denied(self._state, entry.seat, move):
            self._statements.append(CardStatement(*said, self._handles.coms((h,)), codes, False))

    def claims(self, move: Move) -> tuple[Claim, ...]:
        """The claims about hidden cards that an entry with this move has to make."""
        vouched = rules_of(self._state).moves.vouched(self._state, move)
        return (Claim(vouched, (self._handles.com[move[1]],)),) if vouched else ()

    def read(self, entry: Accepted) -> MadeMove:
        """The move of an entry, legal or not. Raises `IllegalEntry` for a text that is not the canonical one
        of a move, and for other openings than those of the move."""
        payload = entry.payload
        if isinstance(payload, Pass):
            return MadeMove(entry, PASS_MOVE, (), payload.standing)
        message = payload.move if isinstance(payload, Reveal) else payload
        assert isinstance(message, MoveMessage)
        s, handles = self._state, self._handles
        try:
            move = notation.parse_move(s, entry.seat, message.text)
            plain = move == PASS_MOVE and not message.tokens  # which a PASS says
            if plain or notation.format_move(s, entry.seat, move) != message.text:
                raise WrongInput(f"{message.text!r} is not the canonical text of a move")
        except WrongInput as error:
            raise _illegal(entry, self._cites["moves"], str(error)) from error
        wanted = kernel.opens(s, move)
        known = all(h in handles.com for h in wanted)  # a seat's body has no commitment
        shown = [op.com for op in message.ops]
        if not known or sorted(handles.coms(wanted)) != shown:
            why = "a move shows exactly the hidden cards it uses"
            raise _illegal(entry, self._cites["openings"], why)
        self._check_cards([op.card for op in message.ops], entry)
        card = {op.com: op.card for op in message.ops}
        opened = tuple((h, card[handles.com[h]]) for h in wanted)
        return MadeMove(entry, move, opened, message.standing)

    # The cards of both.

    def _check_claims(self, entry: Accepted, owed: tuple[Claim, ...], rule: str) -> None:
        """An entry claims what the rules require at its place, word for word, and nothing else."""
        payload = entry.payload.move if isinstance(entry.payload, Reveal) else entry.payload
        made = payload.claims if isinstance(payload, MoveMessage | Take) else ()
        if made != owed:
            why = "it has to state of its hidden cards exactly what the rules ask for here"
            raise _illegal(entry, rule, why)

    def _check_taken(self, entry: Accepted, owed: tuple[Claim, ...]) -> None:
        """A move takes out of pools that are only chosen from what it opens there, and what it states of."""
        payload = entry.payload.move if isinstance(entry.payload, Reveal) else entry.payload
        if not isinstance(payload, MoveMessage):
            return
        handle, shown = self._handles.handle, {op.com for op in payload.ops}
        stated = {com for claim in owed for com in claim.coms if self._is_chosen_from(handle[com])}
        if not stated <= {*payload.taken} <= stated | shown:
            why = "a move takes exactly the cards that it uses out of what they are chosen from"
            raise _illegal(entry, self._cites["openings"], why)

    def _is_chosen_from(self, h: int) -> bool:
        """Whether a card lies in a deck that is only ever chosen from, and so in a pool of its owner."""
        rules, s = rules_of(self._state), self._state
        there = [deck for deck in range(len(s.pool)) if rules.deck_zone(deck) == s.zone[h]]
        return any(not rules.is_drawn_from(deck) for deck in there)

    def _check_cards(self, cards: Sequence[int], entry: Accepted) -> None:
        if any(not 0 < c < len(self._state.rules.cards) for c in cards):
            raise _illegal(entry, self._cites["decks"], "a card that the card set has not")


def _illegal(entry: Accepted, rule: str, why: str) -> IllegalEntry:
    """The fault of an entry that breaks a rule of the game."""
    assert entry.seq is not None
    return IllegalEntry(rule, why, entry.seat, entry.seq, entry.wire)
