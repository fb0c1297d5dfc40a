"""Targets on the table: a seat with a sound key signs whatever it likes, at the right place.

Only a `PeerFault` may come of it, which blames nobody else and leaves the honest seats as they stood.
Everybody must be able to go on with what is taken. An input is a byte for the place, one for the kind of the
entry or statement, and its payload or body.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Final

from fadenet import games
from fadenet.engine.digest import digest
from fadenet.engine.rules import Rules
from fadenet.table.seat import TableSeat
from protocol.encoding import decode, encode
from protocol.evidence import HEADS, make_evidence, signed_statement
from protocol.faults import IllegalEntry, PeerFault
from protocol.hashing import H, sign, var
from protocol.messages import Entry, EntryPlace, Head, MoveMessage, Statement, parse_message
from protocol.standing import DROPPED
from protocol.statements import Resume
from protocol.values import DROP, MOVE, RESUME, U8, VERSION
from tests.attacks.hostile import vault_of
from tests.fuzz.target import Target
from tests.table.wire import Match, give_up

STEPS: Final = 120
"""Of each match that places are looked for in, before all give up."""
MOVES: Final = 3
"""So many places with a MOVE are kept, and one with each other kind of message."""
VICTIMS: Final = 2
ROUNDS: Final = 2
"""How far the honest seats go on from what they have taken."""
WORDS: Final = (b"concede", b"p2.c1", b"c1", b"h1", b"k1", b"p\xc2\xb2", b"pass", b"end", b"yes", b"pick")


@dataclass(frozen=True)
class Place:
    """A moment of a match: what every node held, whose turn it is to be hostile, and what that seat signed
    when it was honest (kind and content). friend: a seat that is hostile as well, -1 = none."""

    match: Match
    journal: tuple[bytes, ...]
    seat: int
    kind: int
    honest: bytes
    friend: int = -1

    def victims(self) -> list[TableSeat]:
        """Other seats, standing at the place."""
        others = [seat for seat in range(len(self.match.seats)) if seat not in (self.seat, self.friend)]
        seats = others[:VICTIMS]
        tables = [self.match.fresh(seat) for seat in seats]
        for table in tables:
            table.restore(self.journal[len(table.players) :])
        return tables

    def sign(self, witness: TableSeat, kind: int, content: bytes) -> bytes:
        """An entry or a statement of the hostile seat, right in all but its content."""
        key = self.match.secrets[self.seat].sk
        if kind >= DROP:
            return encode([VERSION, kind, content, sign(key, "fn1/stmt", signed_statement(kind, content))])
        transcript = witness.transcript
        seq, link = transcript.heads()[self.seat]
        place, body = EntryPlace(transcript.game_id, self.seat, seq), H("fn1/body", var(content))
        head = Head.make(kind, place, link, transcript.table_digest, body)
        return encode([head, content, sign(key, "fn1/msg", head)])


def places(rules: Rules, players: int) -> list[Place]:
    """Moments of one match, each before another kind of message."""
    match = Match(rules, 7, players=players)
    found: dict[tuple[int, int], Place] = {}
    quiet = moves = step = 0
    while quiet < players:
        table = match.seats[step % players]
        before = tuple(table.journal)
        wires = table.pump() or (match.move if step < STEPS else give_up)(table)
        match.send(table.seat, wires)
        quiet, step = 0 if wires else quiet + 1, step + 1
        message = parse_message(wires[0]) if wires else None
        if isinstance(message, Entry):
            kind, content = message.head.kind, message.payload
        elif isinstance(message, Statement):
            kind, content = message.kind, message.body
        else:
            continue
        moves += kind == MOVE
        spot = kind, moves // 8 if kind == MOVE else 0
        if spot[1] < MOVES:
            found.setdefault(spot, Place(match, before, table.seat, kind, content))
    forks = [_behind_fork(found[MOVE, 0])] if players > 2 else []
    return [*found.values(), *forks]


def _behind_fork(place: Place) -> Place:
    """The same moment, at which the seat that owes a MOVE signs two, and another goes back behind them."""
    witness = place.victims()[0]
    script = witness.transcript
    signed: list[bytes] = []
    for content in (place.honest, encode(MoveMessage("no").wire())):
        head, _, signature = decode(place.sign(witness, MOVE, content))
        signed += [head, signature]
    proof = make_evidence(HEADS, script.players[place.seat].binding, *signed)
    ready = vault_of(witness).chains.ready(script.play.ledger.decks, script.era + 1)
    said = Resume(script.game_id, witness.seat, proof, ready)
    return Place(place.match, place.journal, witness.seat, RESUME, encode(said.wire()), place.seat)


class Table:
    """The places of one match, each with honest seats that stand there as long as nothing was taken."""

    def __init__(self, rules: Rules, players: int) -> None:
        self.places = places(rules, players)
        self._victims: dict[int, list[TableSeat]] = {}

    def seeds(self) -> list[bytes]:
        """The items that were signed honestly at every place."""
        return [bytes((i, place.kind)) + place.honest for i, place in enumerate(self.places)]

    def attack(self, data: bytes) -> None:
        """Let the hostile seat sign what an input says. Raises its `PeerFault`."""
        data += b"\0" * (2 - len(data))
        number = data[0] % len(self.places)
        place = self.places[number]
        victims = self._victims.setdefault(number, []) or place.victims()
        self._victims[number] = []  # they are of no use any more if anything else than a refusal comes of it
        wire = place.sign(victims[0], data[1] % (U8 + 1), data[2:])
        faults = [_refusal(victim, wire) for victim in victims]
        assert len({fault is None for fault in faults}) == 1, "not all who stand there judge alike"
        fault = faults[0]
        try:
            if fault is not None:
                if not isinstance(fault, IllegalEntry):
                    self._victims[number] = victims
                raise fault
            _go_on(victims)
        except PeerFault as blamed:
            assert blamed.author in (None, place.seat), f"{blamed} blames somebody else"
            raise


def _refusal(victim: TableSeat, wire: bytes) -> PeerFault | None:
    """Why an item is refused, None if it is taken; a refusal changes nothing.

    A move that only the rules refuse ends the match, and stays in the transcript as the last entry and proof.
    """
    game, transcript = _game(victim), _transcript(victim)
    try:
        victim.receive(wire)
    except PeerFault as fault:
        assert _game(victim) == game, f"{fault} has changed the game"
        illegal = isinstance(fault, IllegalEntry)
        assert illegal or _transcript(victim) == transcript, f"{fault} has left something"
        assert fault.proven or not illegal
        victim.fault = None
        return fault
    return None


def _game(table: TableSeat) -> object:
    state = table.replica.state
    return digest(state) if state is not None else b"", dict(table.known), table.over


def _transcript(table: TableSeat) -> object:
    transcript = table.transcript
    closing = transcript.closing
    return (
        tuple(transcript.heads()),
        transcript.table_digest,
        transcript.owed(),
        tuple(sorted(transcript.who_is(DROPPED))),
        [sorted(stated) for stated in (closing.ends, closing.audits, closing.verdicts)],
        transcript.era,
        transcript.leaving.forks.any,
        len(table.journal),
    )


def _go_on(victims: Sequence[TableSeat]) -> None:
    """The honest seats say what leaves them no choice, and hear each other."""
    for _ in range(ROUNDS):
        for victim in victims:
            for wire in victim.pump():
                for other in victims:
                    if other is not victim:
                        other.receive(wire)


@cache
def _table(game: str, format: str, players: int) -> Table:
    return Table(games.load(game, format), players)


def _target(name: str, game: str, format: str, players: int) -> Target:
    table: Callable[[], Table] = partial(_table, game, format, players)
    return Target(
        name,
        lambda: table().seeds(),
        lambda data: table().attack(data),
        (PeerFault,),
        form="cbor",
        head=2,
        tokens=WORDS,
        cost=120 * players,
        seconds=20.0,
    )


TARGETS: Final = (
    _target("signed-faroe-2", "faroe", "duel", 2),
    _target("signed-faroe-3", "faroe", "free-for-all", 3),
    _target("signed-faroe-4", "faroe", "teams", 4),
    _target("signed-terrene-2", "terrene", "duel", 2),
    _target("signed-terrene-4", "terrene", "2v2", 4),
    _target("signed-prelude-2", "prelude", "duel", 2),
    _target("signed-prelude-4", "prelude", "melee", 4),
)
