"""The walk through a match file: every check of sections 4 to 9 that needs no rules."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from checker.cbor import Bad, Cut, Finding, array, decode, encode, num
from checker.crypto import ROUND, Com, be, h, link_before, listed, signed, var
from checker.ledger import Epoch, Ledger
from checker.messages import (
    ACK,
    AUDIT,
    CHOOSE,
    DROP,
    END,
    MOVE,
    OPEN,
    POOL,
    PRIVATE,
    READY,
    RECOMMIT,
    RESUME,
    TAKE,
    TOKEN,
    TOSS,
    TOSSES,
    Fork,
    MoveMap,
    Tok,
    Vote,
    check_hello,
    check_players,
    check_result,
    entry_of,
    parse_body,
    parse_payload,
    statement_of,
)

NOBODY = 255
Shown = tuple[bytes, list[list[int]]]
"""The content of an AUDIT: M and the deck lists."""
VOID_AND_ENTRY = "END void and an entry of one seat at one rest"


@dataclass
class Entry:
    """One entry and what is known of it. place: what its author's secrets follow from (section 3). held: what
    a private opening can be of."""

    author: int
    seq: int
    kind: int
    payload: Any
    link: bytes
    state: bytes
    place: bytes
    held: frozenset[Com] = frozenset()


class Walk:
    """The walk through a match file; every check that needs no rules."""

    def __init__(self, items: Sequence[bytes]) -> None:
        self.items = items
        self.seats = num(check_hello(items[0]).config["seats"])
        if len(items) < self.seats:
            raise Cut
        self.players, self.game = check_players(items[: self.seats])
        self.place = 0
        self.entries: list[Entry] = []
        self.batch: list[Entry] = []
        self.before: set[int] = set()
        self.rode: dict[int, set[int]] = {}
        self.rests = 0
        self.heads = [(0, self.game)] * self.seats
        self.stood = self.root()
        self.stood_at: set[tuple[int, bytes]] = set()
        self.states: dict[bytes, float] = {}
        self.ledger = Ledger(self.game, self.seats)
        self.decks: dict[int, int] = {}
        self.chains: dict[tuple[int, int], tuple[int, bytes]] = {}
        self.era = 0
        self.anchors: list[tuple[int, int, int, int, int, bytes]] = []
        self.commits: dict[int, tuple[int, bytes, bytes]] = {}
        self.choices: list[tuple[int, int, bytes, bytes, bytes]] = []
        self.privates: list[Entry] = []
        self.votes: dict[tuple[int, int, bytes, int], dict[int, set[bool]]] = {}
        self.voted: dict[tuple[int, int, int, int, bool], Vote] = {}
        self.dropped: dict[int, bytes] = {}
        self.left: dict[int, float] = {}
        self.ends: dict[int, list[tuple[bytes, Any]]] = {}
        self.audits: dict[int, Shown] = {}
        self.shown: dict[int, list[Shown]] = {}
        self.verdicts: dict[int, tuple[bytes, list[Finding]]] = {}
        self.result: dict[str, Any] | None = None
        self.said: set[bytes] = set()
        self.recorded: dict[tuple[int, int], tuple[bytes, int]] = {}
        self.forks: dict[bool, dict[int, tuple[Fork, dict[int, bytes]]]] = {False: {}, True: {}}
        self.resumed: dict[tuple[bool, int], int] = {}
        self.bodies: dict[tuple[int, int, bool], bytes] = {}
        self.remaining = set(range(self.seats))
        self.first_digest = b""

    def walk(self) -> None:
        for place, item in enumerate(self.items[self.seats :], self.seats):
            self.place = place
            if self.result is not None:
                raise Bad("something follows the RESULT")
            if item in self.said:
                raise Bad("an item twice")
            self.said.add(item)
            fields = array(decode(item), 3, 5)
            if len(fields) == 3:
                self.entry(fields)
            elif len(fields) == 4:
                self.statement(fields)
            else:
                self.result = check_result(item)
                if self.result["game"] != self.game or self.result["name"] != self.players[0].config["game"]:
                    raise Bad("a RESULT of another match")
        self.place = len(self.items)

    # Entries (section 4).

    def entry(self, fields: list[Any]) -> None:
        (head, payload, signature), data = entry_of(fields), fields[0]
        if head.game != self.game or head.author >= self.seats:
            raise Bad("an entry of another match or of no seat")
        if not signed(self.players[head.author].sk, "msg", data, signature):
            raise Bad("the signature does not hold")
        if h("body", var(payload)) != head.body:
            raise Bad("the payload is not the one that was signed")
        due, prev = self.heads[head.author]
        if head.seq < due:
            before, era = self.recorded[head.author, head.seq]
            if data == before or head.era != era:
                raise Bad("an item twice, or one of another era")
            raise Bad("two entries for one place", "equivocation", (head.author, head.seq, "equivocation"))
        if (head.seq, head.prev) != (due, prev):
            raise Bad("the entry is not the next one of its author")
        if head.era == self.era + 1:
            self.renew(head.author)
        if head.era != self.era or head.author not in self.remaining:
            raise Bad("an entry of an era that is not the present one, or of a seat that was left behind")
        if self.dropped.get(head.author) == head.state:
            raise Bad("an entry of a seat that was dropped before it")
        if self.dropped.pop(head.author, None):  # the votes named another rest, so they did not count
            del self.left[head.author]
        self.recorded[head.author, head.seq] = data, head.era
        place = be(head.seq) + head.prev + head.state
        entry = Entry(head.author, head.seq, head.kind, None, h("link", var(data)), head.state, place)
        sure = self.join(entry)
        try:
            if not READY <= head.kind <= CHOOSE or (head.kind == READY) != (self.rests == 1):
                raise Bad("an entry of a type that no rest can ask for here", "entry.unexpected")
            entry.payload = parse_payload(head.kind, payload)
            self.apply(entry)
        except Bad as bad:
            raise Bad(bad.why, bad.rule, (head.author, head.seq, bad.rule) if sure else None) from None
        self.heads[head.author] = (head.seq + 1, entry.link)
        self.entries.append(entry)
        self.count(head.author)

    def renew(self, author: int) -> None:
        """A new era begins (section 9), behind second RESUMEs if there are such. A seat that has not said
        RESUME is eliminated, dropped or accused."""
        again = len(self.forks[True]) > 1 and author in self.forks[True]
        words = self.forks[again]
        if author not in words:
            raise Bad("an entry of an era that its author has not said to begin")
        fork = words[author][0]
        state = self.forked_at(fork)
        said = {seat: anchors for seat, (other, anchors) in words.items() if alike(fork, other, state)}
        if len(said) < 2 or fork.out.keys() & self.dropped.keys():
            raise Bad("a new era behind no fork")
        here = self.states.get(state) == self.rests
        if from_rest(fork) and here and any(self.resumed[again, seat] == self.rests for seat in said):
            raise Bad("RESUMEs that come when the rest to which all go back has begun")
        for seat in fork.out:
            self.dropped[seat] = state
            self.left[seat] = self.states.get(state, self.rests + 0.5)
        self.era, self.ledger.era = self.era + 1, self.era + 1
        self.remaining, self.forks = set(said), {False: {}, True: {}}
        decks = {seat: {deck for one, deck in self.chains if one == seat} for seat in said}
        self.chains = {}
        for seat, anchors in said.items():
            if decks[seat] != anchors.keys():
                raise Bad("anchors of other decks than the seat permutes")
            for deck, anchor in anchors.items():
                self.chains[seat, deck] = (0, anchor)
                self.anchors.append((seat, 0, deck, self.era, 0, anchor))
        for seat in said:
            self.count(seat)

    def forked_at(self, fork: Fork) -> bytes:
        """The digest of the rest behind which a new era begins: the last one, or a new one if it has no
        entries. Of votes it is that of the entry voted on. Where all go back whatever is owed, nobody who is
        left behind signs anything there."""
        here = {(one.author, one.seq): one.state for one in self.batch}
        if fork.owing != fork.accused:
            state = here.get((fork.owing, fork.seq), b"")
            if state not in fork.states:
                raise Bad("a new era behind no rest of these votes")
        else:
            (state,) = fork.states
            if self.heads[fork.accused][0] != fork.seq:
                raise Bad("a new era behind no fork")
            if self.states.get(state, self.rests) != self.rests:
                raise Bad("a new era that begins at another rest than that of the fork")
        authors = {author for (author, _), at in here.items() if at == state}
        if from_rest(fork) and fork.out.keys() & authors:
            raise Bad("an entry of a seat that was left behind at its rest")
        return state

    def join(self, entry: Entry) -> bool:
        """Put an entry into its batch; whether its table digest is one that the file alone proves right."""
        if not self.batch or self.batch[0].state != entry.state:
            if entry.state in self.states:
                raise Bad("an entry of a rest that is over")
            self.finish()
            self.batch = []
            self.rests += 1
            self.states[entry.state] = self.rests
            self.stood = self.root()
        if not self.dropped:
            self.stood_at.add((entry.author, self.stood))
            if any(root == self.stood and not outcome for root, outcome in self.ends.get(entry.author, ())):
                raise Bad(VOID_AND_ENTRY)
        if any(one.author == entry.author for one in self.batch):
            raise Bad("two entries of one seat at one rest")
        self.batch.append(entry)
        if self.rests == 1 and entry.state != self.game:
            raise Bad("the first entries have G as their state")
        return entry.state in (self.game, self.first_digest)

    def finish(self, whole: bool = True) -> None:
        """The present batch gets no further entry: do its entries belong together?"""
        if not self.batch:
            return
        kinds, authors = {entry.kind for entry in self.batch}, {entry.author for entry in self.batch}
        if len(kinds) > 1 and kinds & {READY, ACK, TOKEN, TOSS}:
            raise Bad("entries that no rest can ask for together")
        if kinds == {READY} and whole:
            forked = {seat for seat, state in self.dropped.items() if state == self.game}
            if authors | forked != set(range(self.seats)):
                raise Bad("not every seat has said READY")
            self.settle_decks(forked)
            self.first_digest = h("table", bytes(32), self.head_list())
        shown = {entry.author: {tok.deck for tok in toks_in(entry)} for entry in self.batch}
        asked = set().union(*shown.values())
        if kinds == {TOKEN}:
            for seat, mine in shown.items():
                due = {deck for deck in asked if self.decks[deck] != seat}
                if mine | self.rode.get(seat, set()) & due != due:
                    raise Bad("the seats do not reveal tokens of the same decks")
            in_it = [
                sum(deck in mine for mine in shown.values()) + (self.decks[deck] != NOBODY) for deck in asked
            ]
            if max(in_it) > 2 and not authors <= self.before:
                raise Bad("a token that its author did not acknowledge before")
        for deck in asked:
            if len({tok.q for entry in self.batch for tok in toks_in(entry) if tok.deck == deck}) > 1:
                raise Bad("tokens of different batches at one rest")
            self.ledger.asked(deck)
        self.before = authors if kinds == {ACK} else set()
        self.rode = {} if kinds == {TOKEN} else shown

    def settle_decks(self, forked: set[int]) -> None:
        """The owners of decks follow from what each seat permutes: all decks but its own. forked: whose
        READYs went out with a fork; each seat owns as many as any other."""
        listed = [set(entry.payload[1]) for entry in self.batch]
        every = set().union(*listed)
        for deck in every:
            owners = [entry.author for entry in self.batch if deck not in entry.payload[1]]
            if len(owners) > 1:
                raise Bad("the seats do not permute the same decks")
            self.decks[deck] = owners[0] if owners else NOBODY
        each = max(sum(owner == seat for owner in self.decks.values()) for seat in range(self.seats))
        for seat in forked:
            for deck in range(seat * each, (seat + 1) * each):
                if self.decks.get(deck) != NOBODY:
                    raise Bad("the seats do not permute the same decks")
                self.decks[deck] = seat
        order = [self.decks[deck] for deck in sorted(every)]
        if sorted(every) != list(range(len(every))) or order != sorted(order):
            raise Bad("the decks are not numbered in seat order")

    def apply(self, entry: Entry) -> None:
        """Check a payload against the entries before it."""
        author, kind, payload = entry.author, entry.kind, entry.payload
        if author in self.commits and not (kind == CHOOSE and payload[0] == 1) and not self.dropped:
            raise Bad("a sealed decision is not opened at the next rest", "entry.unexpected")
        for tok in toks_in(entry):
            if (tok.deck == TOSSES) != (kind == TOSS):
                raise Bad("a toss among the tokens", "token")
            self.link(entry, tok)
        if kind == READY:
            tosses, anchors = payload
            for deck, anchor in [*anchors.items(), (TOSSES, tosses)]:
                self.chains[author, deck] = (0, anchor)
                self.anchors.append((author, entry.seq, deck, self.era, 0, anchor))
        elif kind == MOVE:
            self.move(author, payload)
        elif kind == POOL:
            deck, epoch, hashes_ = payload
            if self.decks.get(deck) != author:
                raise Bad("a POOL of a deck that is not its author's", "commitment")
            self.ledger.make(Epoch(author, epoch, entry.seq, deck, hashes_))
        elif kind == RECOMMIT:
            self.ledger.make(Epoch(author, payload[0], entry.seq, None, payload[1]))
        elif kind == ACK and self.seats == 2:
            raise Bad("an ACK between two seats", "entry.unexpected")
        elif kind == TAKE:
            deck, coms, ops, claims = payload
            if self.decks.get(deck) != author:
                raise Bad("a TAKE from a deck that is not its author's", "entry.answer")
            if ops and [op.com for op in ops] != coms:
                raise Bad("a TAKE that opens other cards than it takes, or in another order", "opening")
            self.ledger.name([*coms, *(com for claim in claims for com in claim)])
            self.ledger.taken.update(coms)
            self.ledger.open(ops, again=True)
        elif kind == OPEN:
            self.ledger.open(payload)
        elif kind == PRIVATE:
            if payload[0] >= self.seats or payload[0] == author:
                raise Bad("a private opening to nobody else", "entry.answer")
            entry.held = frozenset(self.ledger.outside() - self.ledger.shown.keys())
            if len(payload[2]) > len(entry.held):
                raise Bad("more private openings than there are hidden cards to open", "entry.answer")
            self.privates.append(entry)
        elif kind == CHOOSE:
            self.choose(entry)

    def move(self, author: int, move: MoveMap) -> None:
        self.ledger.take(move.taken, author)
        self.ledger.name(com for claim in move.claims for com in claim)
        self.ledger.open(move.ops)

    def choose(self, entry: Entry) -> None:
        author, payload = entry.author, entry.payload
        if payload[0] == 0:
            self.commits[author] = (entry.seq, payload[1], entry.place)
            return
        if author not in self.commits:
            raise Bad("an opened decision that was never sealed", "entry.answer")
        seq, hash_, place = self.commits.pop(author)
        _, salt, value, move = payload
        sealed = encode(value)
        if hash_ != h("choose", self.game, be(author, 1), be(seq), var(sealed), key=salt):
            raise Bad("a decision other than the one that was sealed", "opening")
        self.choices.append((author, seq, salt, place, sealed))
        self.move(author, move)

    def link(self, entry: Entry, tok: Tok) -> None:
        """One step leads from a token to the link or anchor before it (section 7)."""
        chain = self.chains.get((entry.author, tok.deck))
        if chain is None:
            raise Bad("a token of a deck that its author does not permute", "token")
        q, before = chain
        if tok.q != q + 1:
            raise Bad("a token that is not due", "token")
        if link_before(self.game, entry.author, tok.deck, tok.link) != before:
            raise Bad("a token that does not lead to the link before it", "token")
        self.chains[entry.author, tok.deck] = (tok.q, tok.anchor or tok.link)
        if tok.anchor:
            self.anchors.append((entry.author, entry.seq, tok.deck, self.era, tok.q // ROUND, tok.anchor))

    def published(self) -> list[tuple[int, int, int, int, int, bytes]]:
        """All anchors, also those of RESUMEs behind which nothing is signed: (author, seq, deck, era, round,
        anchor)."""
        said = [word for words in self.forks.values() for word in words.items()]
        words = [(seat, deck, one) for seat, (_, decks) in said for deck, one in decks.items()]
        return [*self.anchors, *((seat, 0, deck, self.era + 1, 0, anchor) for seat, deck, anchor in words)]

    def has_signed(self, seat: int, era: int) -> bool:
        """Whether a seat has signed an entry in an era."""
        return any(author == seat and of == era for (author, _), (_, of) in self.recorded.items())

    def head_list(self) -> bytes:
        return listed([be(seq) + link for seq, link in self.heads])

    def root(self) -> bytes:
        return h("root", self.game, self.head_list())

    # Statements (sections 9 and 10).

    def statement(self, fields: list[Any]) -> None:
        kind, data, signature = statement_of(fields)
        body = parse_body(kind, data)
        if body.game != self.game or body.seat >= self.seats:
            raise Bad("a statement of another match or of no seat")
        if not signed(self.players[body.seat].sk, "stmt", be(kind, 1) + data, signature):
            raise Bad("the signature does not hold")
        if kind == DROP:
            self.drop(body.says)
        elif kind == RESUME:
            fork, anchors = body.says
            self.resume(body.seat, fork, anchors, data)
        elif kind == END:
            self.end(body.seat, *body.says)
        elif kind == AUDIT:
            if body.seat in self.audits and self.kept(body.seat, body.says) > self.kept(
                body.seat, self.audits[body.seat]
            ):
                del self.audits[body.seat]
            self.once(self.audits, body.seat, body.says)
            self.shown.setdefault(body.seat, []).append(body.says)
        else:
            self.once(self.verdicts, body.seat, body.says)

    def kept(self, seat: int, says: tuple[bytes, list[list[int]]]) -> int:
        """How much of its HELLO a seat keeps with an AUDIT: M and decks, M alone, or nothing (section 10)."""
        (master, decks), player = says, self.players[seat]
        if h("mc", player.ik, master) != player.mc:
            return 0
        salt = h("dsalt", key=master, size=16)
        return 2 if h("deck", player.ik, var(encode(decks)), key=salt) == player.dc else 1

    def once(self, said: dict[int, Any], seat: int, what: Any) -> None:
        if seat in said:
            raise Bad("a seat states twice what it can state once")
        said[seat] = what

    def drop(self, vote: Vote) -> None:
        """Count a vote (section 9)."""
        place = vote.voter, vote.accused, vote.seq, vote.era, vote.final
        own = vote.accused == vote.voter and (vote.vote or vote.final)
        if self.voted.get(place) == vote:
            return  # signed anew: more than one signature may hold
        if place in self.voted:
            raise Bad("two votes on one entry", "equivocation", (vote.voter, vote.seq, "equivocation"))
        if vote.accused >= self.seats or self.seats == 2 or own or not vote.seq:
            raise Bad("a DROP that nobody can vote")
        if abs(vote.seq - self.heads[vote.accused][0]) >= 64:
            raise Bad("a DROP far from the last entry of the accused")
        if {vote.voter, vote.accused} & {seat for seat in self.dropped if self.was_out(seat, vote.digest)}:
            return  # it counts for nothing
        self.voted[place] = vote
        if vote.vote:
            owed = vote.accused, vote.seq, vote.digest, vote.era
            self.votes.setdefault(owed, {}).setdefault(vote.voter, set()).add(vote.final)
            self.count(vote.accused)

    def count(self, accused: int) -> None:
        """Whether the votes on what a seat owes now put it out; some may have come before it was due."""
        seq = self.heads[accused][0]
        for (seat, at, digest, era), said in self.votes.items():
            if (seat, at, era) == (accused, seq, self.era) and not self.annulled(seat, at, digest):
                out = {one for one in self.dropped if self.was_out(one, digest)}
                first, last = (
                    sum(final in said[one] for one in said.keys() - out) for final in (False, True)
                )
                others = self.seats - len(out) - 1
                if 2 * first > others + 1 and 2 * last > others:
                    self.dropped[accused] = digest
                    self.left.setdefault(accused, self.states.get(digest, self.rests + 0.5))

    def annulled(self, seat: int, seq: int, digest: bytes) -> bool:
        """Whether others go back behind what one has voted on this entry in two ways: then no vote on it
        counts. Without the rules two of them are as good as all."""
        words = [{by: fork for by, (fork, _) in said.items()} for said in self.forks.values()]
        forks = ((by, fork) for said in words for by, fork in said.items() if fork.accused != seat)
        same = {by for by, one in forks if (one.owing, one.seq) == (seat, seq) and digest in one.states}
        return len(same) > 1

    def was_out(self, seat: int, digest: bytes) -> bool:
        """Whether a dropped seat was out before the rest of this digest, a new one if it has no entries."""
        return self.dropped[seat] != digest and self.left[seat] < self.states.get(digest, math.inf)

    def resume(self, seat: int, fork: Fork, anchors: tuple[bytes, dict[int, bytes]], body: bytes) -> None:
        """A seat goes back behind a fork (section 9)."""
        if fork.game != self.game or max(fork.owing, *fork.out) >= self.seats:
            raise Bad("a fork of another match or of no seat")
        if any(binding != self.players[one].binding for one, binding in fork.out.items()):
            raise Bad("a fork under other keys")
        if self.seats < 3 or seat in fork.out:
            raise Bad("a seat cannot go back behind this fork")
        if fork.era != self.era:
            raise Bad("a RESUME of another era")
        known = self.bodies.setdefault((seat, fork.era, fork.again), body)
        if seat in self.forks[fork.again]:
            guilty = known != body and not fork.again
            raise Bad("two RESUMEs", "equivocation", (seat, 0, "equivocation") if guilty else None)
        tosses, by_deck = anchors
        self.forks[fork.again][seat] = fork, {**by_deck, TOSSES: tosses}
        self.resumed[fork.again, seat] = self.rests

    def end(self, seat: int, root: bytes, outcome: Any) -> None:
        if outcome and len(outcome[0]) != self.seats:
            raise Bad("an outcome of another number of seats")
        ends = self.ends.setdefault(seat, [])
        if (root, outcome) in ends:
            raise Bad("an END twice")
        if len(ends) >= 16 and not any((root, outcome) in said for said in self.ends.values()):
            raise Bad("too many ENDs of one seat")
        if not outcome and (seat, root) in self.stood_at:
            raise Bad(VOID_AND_ENTRY)
        ends.append((root, outcome))


def from_rest(fork: Fork) -> bool:
    """Whether who is left behind leaves at the rest of a fork whatever is owed there."""
    return fork.again or fork.owing != fork.accused


def alike(fork: Fork, other: Fork, state: bytes) -> bool:
    """Whether two forks are one, at the rest of this digest: of second RESUMEs by who is left behind."""
    same = fork.out.keys() == other.out.keys() if fork.again else fork[:5] == other[:5]
    return same and state in other.states


def toks_in(entry: Entry) -> list[Tok]:
    """The tokens that an entry reveals."""
    if entry.kind == MOVE:
        return list(entry.payload.toks)
    if entry.kind == TOSS:
        return [entry.payload]
    if entry.kind == CHOOSE:
        return list(entry.payload[3].toks) if entry.payload[0] else []
    return list(entry.payload) if entry.kind == TOKEN else []
