"""A small game without rules worth the name, that uses every primitive of the protocol once.

Each seat owns one deck of twelve cards; there is one ownerless deck. `Toy` is the table seen from the
protocol: it follows a fixed script. `Node` joins it to a `Transcript`; `Table` lets nodes play.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from hashlib import sha256

import keys
from protocol.audit import Audited, Judge, Ruling, audit
from protocol.hashing import H, u32
from protocol.hello import Config, Hello, HelloParts, make_hello, seating
from protocol.messages import MoveMessage, Pass, Payload, Take
from protocol.needs import (
    Accepted,
    Batch,
    Expect,
    Need,
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
from protocol.secrets import Secrets
from protocol.standing import DROPPED
from protocol.statements import Drop
from protocol.transcript import Transcript
from protocol.values import NOBODY, Claim, Com, Decks
from protocol.vault import Vault

DECK_SIZE = 12
NAMES = ("ana", "ben", "cid", "dea")
OWNERLESS = (101, 102, 103, 103, 104)


def seed(*parts: object) -> bytes:
    """32 bytes that follow from the parts: the tests' randomness."""
    return sha256(repr(parts).encode()).digest()


def identity(name: str) -> keys.Identity:
    return keys.Identity.from_seed(name, seed("ik", name))


def secrets_of(name: str, match: object = 0, decks: Decks | None = None) -> Secrets:
    deck = decks if decks is not None else (tuple(sorted(1 + (7 * j) % 30 for j in range(DECK_SIZE))),)
    return Secrets(seed("M", name, match), seed("SK", name, match), seed("XK", name, match), deck)


def hello_of(
    name: str,
    secrets: Secrets,
    seats: int = 2,
    match: object = 0,
    rules: object = "rules",
    nonce: object = 0,
    bot: str = "",
) -> bytes:
    """The HELLO of one of the first `seats` players, or of who comes beside them; of the others each has
    brought its first nonce."""
    config = Config("toy", "open", seats)
    nonces = {one: seed("nonce", one, match, 0) for one in NAMES[:seats]}
    nonces[name] = seed("nonce", name, match, nonce)
    together = seating((identity(one).public, nonces[one]) for one in nonces)
    parts = HelloParts(seed(rules), seed("cards"), nonces[name], together)
    return make_hello(identity(name), secrets, config, parts, bool(bot), bot)


def knows(transcript: Transcript) -> Vault:
    """The own side of a player's transcript."""
    assert transcript.play.vault is not None
    return transcript.play.vault


class ToyJudge:
    """Decks have twelve cards, none above 30; every move opens an odd or even card, as it likes."""

    def decks(self, seat: int, decks: Decks) -> str | None:
        return None if all(card <= 30 for deck in decks for card in deck) else "toy.deck"

    def replay(self, batches: Sequence[Batch], cards: Mapping[Com, int]) -> Ruling:
        for batch in batches:
            for entry in batch.entries:
                for claim in getattr(entry.payload, "claims", ()):
                    for com in claim.coms:
                        if cards.get(com, claim.numbers[0]) != claim.numbers[0]:
                            assert entry.seq is not None
                            return Ruling((entry.seat, entry.seq, "toy.claim"))
        seats = len(batches[0].entries)
        return Ruling(None, (tuple(range(1, seats + 1)), "toy.win"))


class Toy:
    """The script, as a `Referee`. `plans[seat]` makes the answer that a seat chooses at the present rest;
    `first` is the seat that begins, once that is tossed for. It and the next one have to stay."""

    def __init__(self) -> None:
        self.plans: dict[int, Callable[[Transcript], Payload]] = {}
        self.first = 0
        self._steps = 0

    def deck_owners(self, players: Sequence[Hello]) -> Sequence[int]:
        return [*range(len(players)), NOBODY]

    def judge(self) -> Judge:
        return ToyJudge()

    def begin(self, transcript: Transcript) -> Rest:
        self._t = transcript
        self._script = self._play()
        return next(self._script)

    def follow(self, batch: Batch) -> Rest:
        return self._script.send(batch)

    def _rest(self, *expect: Expect, zero: bool = False) -> Rest:
        self._steps += 1
        opened = sorted(self._t.play.ledger.card.values())
        digest = H("fn1/table", u32(self._steps), *map(u32, opened))
        return Rest(bytes(32) if zero else digest, expect)

    def _tokens(self, *decks: int) -> Generator[Rest, Batch, None]:
        needs = self._t.play.token_needs(decks)
        while needs:
            if len(self._t.playing()) > 2:
                yield self._rest(*(Expect(need.seat, NeedAck()) for need in needs))
            yield self._rest(*self._t.play.token_needs(decks))
            needs = self._t.play.token_needs(decks)

    def _all(self, need: Callable[[int], Need]) -> list[Expect]:
        return [Expect(seat, need(seat)) for seat in self._t.playing()]

    def _play(self) -> Generator[Rest, Batch, None]:
        t, play = self._t, self._t.play
        seats = range(t.seats)
        yield self._rest(*self._all(lambda s: NeedPool(s, size=DECK_SIZE)), zero=True)
        play.ledger.fill(t.seats, OWNERLESS)
        yield self._rest(*play.toss_needs())
        self.first = first = play.toss(list(range(t.seats, 1, -1)))[0]
        second = (first + 1) % t.seats
        yield from self._tokens(*range(t.seats + 1))
        hands = [[c for c in play.bind(s, 4) if isinstance(c, Com)] for s in seats]
        assert play.bind(t.seats, 1)[0] in OWNERLESS

        def sealed(tr: Transcript) -> MoveMessage:
            assert tr.seat is not None
            return MoveMessage(f"seal {tr.seat}", ops=knows(tr).ops(hands[tr.seat][:1]))

        self.plans = {s: lambda tr: tr.sealed(sealed(tr)) for s in seats}
        yield self._rest(*self._all(lambda s: NeedCommit()))
        self.plans = {s: lambda tr: tr.reveal(sealed(tr)) for s in seats}
        yield self._rest(*self._all(lambda s: NeedReveal()))

        def attack(tr: Transcript) -> Payload:
            ops = knows(tr).ops(hands[first][1:2])
            ride = tr.play.tokens([second]) if t.seats == 2 else ()
            claim = Claim(3, (hands[first][2],), (knows(tr).card[hands[first][2]],))
            return MoveMessage("play h1", ops=ops, claims=(claim,), tokens=ride)

        self.plans = {first: attack}
        yield self._rest(Expect(first, NeedMove()))
        yield from self._tokens(second)
        hands[second] += [c for c in play.bind(second, 1) if isinstance(c, Com)]
        self.plans = {second: lambda tr: Pass(((5, 9),))}
        yield self._rest(Expect(second, NeedMove(may_pass=True)))
        yield self._rest(Expect(second, NeedPrivate(first, tuple(hands[second][2:4]))))
        yield self._rest(Expect(second, NeedRecommit(tuple(hands[second][1:]))))
        hands[second][1:] = [Com(second, play.ledger.epochs[second] - 1, j) for j in range(4)]

        def search(tr: Transcript) -> Payload:
            com = min(play.ledger.pools[first].coms)
            return Take(first, (com,), (), (Claim(4, (com,), (knows(tr).card[com],)),))

        self.plans = {first: search}
        batch = yield self._rest(Expect(first, NeedTake(first, 1)))
        found = batch.entries[0].payload
        assert isinstance(found, Take)
        if found.coms:
            yield self._rest(Expect(first, NeedRecommit(found.coms)))
        yield self._rest(Expect(first, NeedPool(first, tuple(hands[first][:2]))))
        yield from self._tokens(second)
        apart = play.split(second, 2)
        yield from self._tokens(second)
        hands[second] += [c for c in play.bind(second, [apart, second]) if isinstance(c, Com)]
        yield self._rest(Expect(second, NeedOpen(tuple(hands[second][1:3]))))
        yield self._rest(Expect(second, NeedPool(second, tuple(hands[second][:3]), (apart,))))
        play.ledger.assert_sound()
        places = tuple(range(1, t.seats + 1))
        yield Rest(self._rest().state_digest, (), over=True, outcome=(places, "toy.win"))


class Veiling(Toy):
    """A shorter script: nobody draws, and moves take cards out of the pools that they are chosen from.

    The first seat plays a card face-down, the other one so as well and opens another one at once; both do so
    again in sealed moves. Then the first seat opens the card that it played face-down.
    """

    def _play(self) -> Generator[Rest, Batch, None]:
        t, play, seats = self._t, self._t.play, range(self._t.seats)
        yield self._rest(*self._all(lambda s: NeedPool(s, size=DECK_SIZE)), zero=True)
        cards = [sorted(play.ledger.pools[s].coms) for s in seats]

        def down(n: int, *shown: int) -> Callable[[Transcript], MoveMessage]:
            def made(tr: Transcript) -> MoveMessage:
                assert tr.seat is not None
                mine, vault = cards[tr.seat], knows(tr)
                com, opened = mine[n], [mine[other] for other in shown]
                claim, taken = Claim(3, (com,), (vault.card[com],)), tuple(sorted((com, *opened)))
                return MoveMessage(f"veil f{n + 1}", ops=vault.ops(opened), claims=(claim,), taken=taken)

            return made

        for seat, move in ((0, down(4)), (1, down(2, 7))):
            self.plans = {seat: move}
            yield self._rest(Expect(seat, NeedMove()))
        sealed = down(9)
        self.plans = {s: lambda tr: tr.sealed(sealed(tr)) for s in seats}
        yield self._rest(*self._all(lambda s: NeedCommit()))
        self.plans = {s: lambda tr: tr.reveal(sealed(tr)) for s in seats}
        yield self._rest(*self._all(lambda s: NeedReveal()))
        self.plans = {0: lambda tr: MoveMessage("unveil", ops=knows(tr).ops(cards[0][4:5]))}
        yield self._rest(Expect(0, NeedMove()))
        play.ledger.assert_sound()
        places = tuple(range(1, t.seats + 1))
        yield Rest(self._rest().state_digest, (), over=True, outcome=(places, "toy.win"))


class Node:
    """One seat: transcript, script and what it would have on disk."""

    def __init__(self, hellos: Sequence[bytes], own: Secrets | None, script: type[Toy] = Toy) -> None:
        self.toy = script()
        self.transcript = Transcript(hellos, [*range(len(hellos)), NOBODY], own)
        self.now: Rest | None = None
        self.file = b"".join(player.wire for player in self.transcript.players)

    def answer(self) -> Payload:
        """The payload of this seat for what it owes."""
        need = self.transcript.owed()
        if isinstance(need, NeedMove | NeedTake | NeedCommit | NeedReveal):
            assert self.transcript.seat is not None
            return self.toy.plans[self.transcript.seat](self.transcript)
        return self.transcript.answer()

    def write(self) -> bytes:
        wire = self.transcript.write(self.answer())
        self.file += wire
        self.advance()
        return wire

    def receive(self, wire: bytes) -> list[Accepted]:
        accepted = self.transcript.receive(wire)
        self.file += b"".join(one.wire for one in accepted)
        self.advance()
        return accepted

    def settle(self, confirm: bool = True) -> list[bytes]:
        """Cast the votes that follow from those of others; returns them."""
        accepted = self.transcript.settle(confirm)
        self.file += b"".join(one.wire for one in accepted)
        self.advance()
        return [one.wire for one in accepted if isinstance(one.payload, Drop)]

    def advance(self) -> None:
        while (batch := self.transcript.batch()) is not None:
            self.now = self.toy.begin(self.transcript) if self.now is None else self.toy.follow(batch)
            accepted = self.transcript.rest(self.now.state_digest, self.now.expect, self.now.outcome)
            self.file += b"".join(one.wire for one in accepted)


class Table:
    """Nodes that play a script against each other, deterministic in `match`."""

    def __init__(
        self,
        seats: int = 2,
        match: object = 0,
        decks: Mapping[str, Decks] | None = None,
        script: type[Toy] = Toy,
    ) -> None:
        given = decks or {}
        self.secrets = {name: secrets_of(name, match, given.get(name)) for name in NAMES[:seats]}
        self.hellos = [hello_of(name, own, seats, match) for name, own in self.secrets.items()]
        nodes = [Node(self.hellos, own, script) for own in self.secrets.values()]
        self.nodes = sorted(nodes, key=lambda node: node.transcript.seat or 0)

    def step(self) -> bool:
        """Every seat that owes something writes it, and all others get it. False when nothing is owed."""
        owing = [node for node in self.nodes if node.transcript.owed() is not None]
        for node in owing:
            if node.transcript.owed() is not None:
                self.send(node, node.write())
        return bool(owing)

    def send(self, author: Node, wire: bytes) -> None:
        for node in self.nodes:
            if node is not author:
                node.receive(wire)

    def settle(self, *nodes: Node) -> None:
        """These nodes (all, if none are named) hear each other's final votes, until there are no more."""
        among = nodes or tuple(self.nodes)
        while said := [(node, wire) for node in among for wire in node.settle()]:
            for author, wire in said:
                for node in among:
                    if node is not author:
                        node.receive(wire)

    def until(self, kind: type[Need]) -> Node:
        """Play up to the first rest at which somebody owes `kind`; the node that owes it."""
        while True:
            for node in self.nodes:
                if isinstance(node.transcript.owed(), kind):
                    return node
            assert self.step(), f"the script never asks for {kind}"

    def play(self) -> None:
        while self.step():
            pass

    def say(self, make: Callable[[Node], bytes]) -> None:
        """Every node states something, and all others hear it."""
        for node in self.nodes:
            wire = make(node)
            node.file += wire
            self.send(node, wire)

    def close(self) -> Audited:
        """END to RESULT; the audit that all agree on."""
        outcome = self.nodes[0].now.outcome if self.nodes[0].now else None
        self.say(lambda node: node.transcript.end(outcome))
        self.say(lambda node: node.transcript.audit())
        audits = [audit(node.transcript, ToyJudge()) for node in self.nodes]
        assert all(one == audits[0] for one in audits)
        self.say(lambda node: node.transcript.verdict(audits[0].findings))
        for node in self.nodes:
            wire = node.transcript.closing.sign(audits[0].findings, node.transcript.who_is(DROPPED))
            for other in self.nodes:
                if other is not node:
                    other.transcript.receive(wire)
        for node in self.nodes:
            assert node.transcript.result is not None
            node.file += node.transcript.result
        return audits[0]
