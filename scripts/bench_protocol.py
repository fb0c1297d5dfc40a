"""The costs of the protocol, beside the bars that it is to keep.

    python3 scripts/bench_protocol.py [--matches N]

Every line has a figure, its bar, and whether that is met. Sizes and counts are the same in every run, and
one that misses its bar makes the exit code 1. Times are CPU time of this process, without what a game engine
does, and are only printed; signatures are counted apart, except where a line says that they are in it.

The reference match is 300 actions, 8 shuffles of 60 cards and 80 draws between two seats, by the protocol
alone. The other matches are real ones, `greedy` bots with starter decks at real seats in one process; their
bars are those of the reference match scaled by entries. They go in rounds: what is sent in one arrives in the
next, so that rounds are one-way hops.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import check_match
from meter import REPEATS, Meter, best, least
from seeds import secret

import keys
from fadenet import bots, games
from fadenet.bots.base import run_now
from fadenet.engine import kernel, needs
from fadenet.engine.rules import Rules
from fadenet.games.decks import load_deck, packaged
from fadenet.table import replica
from fadenet.table.replica import Replica
from fadenet.table.seat import TableSeat
from fadenet.table.view import MatchInfo
from protocol import evidence, files, hashing, hello
from protocol.audit import audit
from protocol.encoding import encode
from protocol.hello import Config
from protocol.messages import Ack, Entry, EntryPlace, Head, MoveMessage, Pass, Token, parse_message
from protocol.needs import Batch, Expect, NeedMove, NeedPool
from protocol.secrets import Secrets
from protocol.statements import Drop
from protocol.transcript import Transcript
from protocol.values import NOBODY, Com, Decks

TABLES = (  # game, format, seats of the matches that are measured
    ("faroe", "duel", 2),
    ("faroe", "free-for-all", 3),
    ("faroe", "free-for-all", 4),
    ("faroe", "teams", 4),
    ("terrene", "duel", 2),
    ("terrene", "2v2", 4),
    ("prelude", "duel", 2),
    ("prelude", "melee", 4),
)
SHUFFLE_BYTES, SHUFFLE_MS = 2_300, 0.5
HOPS = {2: 2, 3: 3, 4: 3}  # from a decision to the card that it draws, by seats
MATCH_BYTES, MATCH_MS = 150_000, 60.0  # of the reference match, a player
AUDIT_RATIO = 1.5  # of a replay and the audit behind it, to the engine's replay alone
FILE_BYTES, FILE_S = 250_000, 2.0  # to verify a stranger's file
PROOF_BYTES, PROOF_MS = 1_024, 10.0
RESULT_BYTES = {2: 1_024, 3: 1_638, 4: 1_638}


@dataclass(frozen=True, slots=True)
class Budget:
    """A figure and the most that it may be; `exact` for one that is the same in every run."""

    what: str
    figure: float
    most: float
    unit: str
    exact: bool = True
    beside: str = ""  # what else there is to say

    @property
    def met(self) -> bool:
        return self.figure <= self.most

    def __str__(self) -> str:
        figures = f"{_number(self.figure)} of {_number(self.most)} {self.unit}"
        return f"{'met    ' if self.met else 'NOT MET'}  {self.what:<46}{figures:>26}  {self.beside}".rstrip()


def _number(value: float) -> str:
    return f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.3g}"


def main(arguments: list[str]) -> int:
    """Measure and print; 1 if a size or a count misses its bar."""
    parser = argparse.ArgumentParser(description="Measure the protocol beside its bars.")
    parser.add_argument("--matches", type=int, default=2, help="real matches a table (default: 2)")
    options = parser.parse_args(arguments)
    failed = False
    reference = Reference()
    reference.play()
    print(f"Ed25519: {checked_a_second(reference):,.0f} signatures checked a second")
    for line in lines(reference, options.matches):
        print(line, flush=True)
        failed = failed or (line.exact and not line.met)
    return int(failed)


def lines(reference: Reference, count: int) -> Iterator[Budget]:
    """All lines, each as soon as it is measured."""
    yield from shuffle_lines()
    yield from reference_lines(reference)
    yield from proof_lines(reference)
    for game, format, seats in TABLES:
        matches = [MeteredMatch(games.load(game, format), seats, seed) for seed in range(count)]
        what = f"{game} {format}, {seats} seats"
        yield from size_lines(what, matches, reference)
        yield from time_lines(what, matches, reference)


# The protocol alone.


def hellos_of(
    config: Config, own: Sequence[Secrets], seed: object, rules: bytes = bytes(32), cards: bytes = bytes(32)
) -> list[bytes]:
    """The HELLOs of players with these secrets."""
    people = [keys.Identity.from_seed(f"p{player}", secret("identity", player)) for player in range(len(own))]
    nonces = [secret("N", player, seed) for player in range(len(own))]
    together = hello.seating((who.public, nonce) for who, nonce in zip(people, nonces, strict=True))
    return [
        hello.make_hello(who, mine, config, hello.HelloParts(rules, cards, nonce, together), True)
        for who, mine, nonce in zip(people, own, nonces, strict=True)
    ]


def secrets_of(seed: object, lists: Sequence[Decks]) -> list[Secrets]:
    """The secrets of players with these decks."""
    return [
        Secrets(secret("M", player, seed), secret("S", player, seed), secret("X", player, seed), deck)
        for player, deck in enumerate(lists)
    ]


class Reference:
    """Two seats of the reference match, their decks shuffled: `pair` their transcripts, `own` their secrets,
    `sent` the bytes that each wrote, `entries` of both."""

    ACTIONS, SHUFFLES, DRAWS, CARDS, HAND = 300, 8, 80, 60, 6

    def __init__(self) -> None:
        own = secrets_of("reference", [(tuple(range(1, self.CARDS + 1)),)] * 2)
        hellos = hellos_of(Config("reference", "duel", 2), own, "reference")
        made = [(Transcript(hellos, (0, 1), mine), mine) for mine in own]
        made.sort(key=lambda one: one[0].seat or 0)
        self.pair, self.own = [one for one, _ in made], [mine for _, mine in made]
        self.sent, self.entries = [0, 0], 0
        self._hands: list[list[Com]] = [[], []]
        self._rests = 0
        self._exchange()
        self.rest(*(Expect(player, NeedPool(player)) for player in range(2)))

    def play(self) -> None:
        """All of the match behind the first shuffles."""
        for player in range(2):
            self._draw(player, self.HAND)
        draws, shuffles = self.DRAWS - 2 * self.HAND, self.SHUFFLES - 2
        for at in range(self.ACTIONS):
            self.rest(Expect(at % 2, NeedMove()))
            if at * draws // self.ACTIONS != (at + 1) * draws // self.ACTIONS:
                self._draw(at % 2, 1)
            if at * shuffles // self.ACTIONS != (at + 1) * shuffles // self.ACTIONS:
                self.rest(Expect(at % 2, NeedPool(at % 2)))

    def _draw(self, player: int, cards: int) -> None:
        self.rest(*self.pair[0].play.token_needs([player]))
        drawn = [one.play.bind(player, cards) for one in self.pair]
        assert drawn[0] == drawn[1]
        self._hands[player] += [com for com in drawn[0] if isinstance(com, Com)]

    def rest(self, *expect: Expect) -> None:
        """Both come to the next rest, write what they owe there and read what the other wrote."""
        self.announce(*expect)
        self._exchange()

    def announce(self, *expect: Expect) -> None:
        """Both come to the next rest, and nothing else."""
        self._rests += 1
        for one in self.pair:
            one.rest(secret("rest", self._rests), expect)

    def _exchange(self) -> None:
        for player, one in enumerate(self.pair):
            need = one.owed()
            if need is not None:
                wire = one.write(self._move(player) if isinstance(need, NeedMove) else one.answer())
                self.sent[player] += len(wire)
                self.entries += 1
                self.pair[1 - player].receive(wire)
        for one in self.pair:
            one.batch()

    def _move(self, player: int) -> MoveMessage:
        """Every action shows a card, as long as the hand has one."""
        vault, hand = self.pair[player].play.vault, self._hands[player]
        assert vault is not None
        return MoveMessage("use c1.1 p2.c1", ops=vault.ops([hand.pop()] if hand else []))


def checked_a_second(reference: Reference) -> float:
    """How many signatures this machine checks: a yardstick."""
    seat = reference.pair[0]
    entries = [entry for wire in seat.entries(0) if isinstance(entry := parse_message(wire), Entry)]
    public = seat.players[0].binding.sk
    return len(entries) / best(
        lambda: [hashing.verify(public, "fn1/msg", entry.head.raw, entry.signature) for entry in entries]
    )


def shuffle_lines() -> Iterator[Budget]:
    """One shuffle of 60 cards: what it sends, and what it costs its maker and the other."""
    both = Reference()
    maker, other = both.pair
    wires: list[bytes] = []

    def make() -> None:
        both.announce(Expect(0, NeedPool(0)))
        wires.append(maker.write(maker.answer()))
        assert maker.batch() is not None, "a shuffle waits for nobody else"

    def check() -> None:
        other.receive(wires[-1])
        assert other.batch() is not None

    spent: list[list[float]] = [[], []]
    for _ in range(4 * REPEATS):
        for work, times in zip((make, check), spent, strict=True):
            with Meter() as meter:
                started = time.process_time()
                work()
                times.append(time.process_time() - started - meter.signatures)
    made, checked = (min(times) * 1e3 for times in spent)
    yield Budget("a shuffle: messages", len(wires) / (4 * REPEATS), 1, "", beside="no round trip")
    yield Budget("a shuffle: bytes", len(wires[-1]), SHUFFLE_BYTES, "B")
    said = f"the other {checked:.3f} ms; without signatures"
    yield Budget("a shuffle: CPU of its maker", made, SHUFFLE_MS, "ms", exact=False, beside=said)


def reference_lines(reference: Reference) -> Iterator[Budget]:
    """The costs of the reference match for a player."""
    yield Budget("reference match: sent by a player", max(reference.sent) / 1e3, MATCH_BYTES / 1e3, "KB")
    plain, signing = least(lambda: Reference().play())
    said = f"and {signing / 2 * 1e3:.1f} ms of signatures"
    yield Budget(
        "reference match: CPU of a player", plain / 2 * 1e3, MATCH_MS, "ms", exact=False, beside=said
    )


def proof_lines(reference: Reference) -> Iterator[Budget]:
    """A proof that somebody signed two things for one place; the larger of both kinds."""
    one, own = reference.pair[0], reference.own[0]
    last = parse_message(one.entries(0)[-1])
    assert isinstance(last, Entry)
    head, binding = last.head, one.players[0].binding
    other = Head.make(
        head.kind, EntryPlace(head.game, 0, head.seq), head.prev, head.state, bytes(32), head.era
    )
    votes = [
        encode(Drop(head.game, 0, 1, head.seq, head.state, vote, era=head.era).wire())
        for vote in (True, False)
    ]
    signed = [evidence.signed_statement(Drop.TYPE, vote) for vote in votes]
    proofs = [
        evidence.make_evidence(
            evidence.HEADS, binding, head.raw, last.signature, other, hashing.sign(own.sk, "fn1/msg", other)
        ),
        evidence.make_evidence(
            evidence.VOTES,
            binding,
            votes[0],
            hashing.sign(own.sk, "fn1/stmt", signed[0]),
            votes[1],
            hashing.sign(own.sk, "fn1/stmt", signed[1]),
        ),
    ]
    yield Budget("a proof of two signatures: bytes", max(map(len, proofs)), PROOF_BYTES, "B")
    spent = max(best(partial(evidence.check_evidence, proof)) for proof in proofs) * 1e3
    yield Budget("a proof of two signatures: checked alone", spent, PROOF_MS, "ms", False, "with signatures")


# Real matches.


class MeteredMatch:
    """A match of `seats` greedy bots, played to its RESULT.

    `sent` bytes by seat; `ms` and `signing_ms` of CPU that the protocol cost a player; `file` the match.
    """

    def __init__(self, rules: Rules, seats: int, seed: int) -> None:
        self.rules = rules
        names = packaged(rules)
        lists = [load_deck(rules, names[(seed + player) % len(names)]).lists for player in range(seats)]
        own = secrets_of((rules.name, seed), [tuple(tuple(sorted(deck)) for deck in one) for one in lists])
        config = Config(rules.name, rules.format, seats, opts=tuple(sorted(rules.options.items())))
        hellos = hellos_of(config, own, seed, rules.hash, rules.card_hash)
        self.sent = [0] * seats
        self._written: dict[bytes, int] = {}  # an entry -> the round in which it was written
        self._applied: list[list[int]] = [[] for _ in range(seats)]  # the round of each batch, by seat
        with Meter(protocol=True) as meter:
            made = [TableSeat(rules, hellos, mine) for mine in own]
            self.tables = sorted(made, key=lambda table: table.seat)
            self._bots = [bots.make("greedy") for _ in range(seats)]
            self._play()
        self.ms, self.signing_ms = meter.protocol / seats * 1e3, meter.signatures / seats * 1e3
        self.result = self.tables[0].result or b""
        assert self.result and all(table.result == self.result for table in self.tables)
        self.file = b"".join(self.tables[0].journal)

    def _play(self) -> None:
        arriving: list[tuple[int, bytes]] = []
        started: set[int] = set()
        turn = 0
        while arriving or not turn:
            turn += 1
            for author, wire in arriving:
                for table in self.tables:
                    if table.seat != author:
                        table.receive(wire)
            for table in self.tables:
                self._note(table, turn)
            arriving = []
            for table in self.tables:
                if table.view is not None and table.seat not in started:
                    started.add(table.seat)
                    self._sit_down(table)
                while wires := table.pump() or self._answer(table):
                    for wire in wires:
                        self._written[wire] = turn
                        self.sent[table.seat] += len(wire)
                        arriving.append((table.seat, wire))
                    self._note(table, turn)

    def _note(self, table: TableSeat, turn: int) -> None:
        applied = self._applied[table.seat]
        applied += [turn] * (len(table.transcript.batches) - len(applied))

    def _sit_down(self, table: TableSeat) -> None:
        assert table.view is not None
        seats = len(self.tables)
        info = MatchInfo(
            "bench",
            self.rules.name,
            self.rules.format,
            table.seat,
            ("",) * seats,
            ("bot",) * seats,
            (),
            table.seat,
        )
        run_now(self._bots[table.seat].start(info, table.view))

    def _answer(self, table: TableSeat) -> list[bytes]:
        """The decision of a seat's bot, if it is asked anything."""
        view, bot, search = table.view, self._bots[table.seat], table.search()
        if view is None or table.over:
            return []
        if table.question() is not None:
            return table.answer(run_now(bot.choose(view)).move)
        return table.take(run_now(bot.take(view, search))) if search is not None else []

    @property
    def batches(self) -> list[Batch]:
        return self.tables[0].transcript.batches

    def entries(self, seat: int | None = None) -> int:
        """How many entries a seat wrote, or all of them."""
        seats = range(len(self.tables)) if seat is None else (seat,)
        return sum(len(self.tables[one].transcript.entries(one)) for one in seats)

    def hops(self) -> list[int]:
        """For every draw that a TOKEN was sent for, the rounds from what led to it until the owner has it."""
        owners = self.tables[0].transcript.play.ledger.decks
        found, cause = [], 0
        for n, batch in enumerate(self.batches):
            written = max((self._written[entry.wire] for entry in batch.entries), default=0)
            tokens = [
                tok
                for entry in batch.entries
                if isinstance(entry.payload, Token)
                for tok in entry.payload.toks
            ]
            for tok in tokens:
                owner = owners[tok.deck]
                players = range(len(self.tables)) if owner == NOBODY else (owner,)
                found.append(max(self._applied[player][n] for player in players) - cause)
            if not all(isinstance(entry.payload, Ack) for entry in batch.entries):
                cause = written
        return found

    def rides(self) -> tuple[int, int]:
        """How many tokens travelled with a decision, and how many could have, but did not."""
        rode = late = 0
        before: Batch | None = None
        for batch in self.batches:
            one = batch.entries[0] if len(batch.entries) == 1 else None
            if one is not None and isinstance(one.payload, MoveMessage):
                rode += len(one.payload.tokens)
            decided = before is not None and [
                e.seat for e in before.entries if isinstance(e.payload, MoveMessage | Pass)
            ]
            if one is not None and isinstance(one.payload, Token) and decided == [one.seat]:
                late += 1
            before = batch
        return rode, late


def size_lines(what: str, matches: Sequence[MeteredMatch], reference: Reference) -> Iterator[Budget]:
    """The bytes that the real matches of one table send; the worst of them counts."""
    seats, own = len(matches[0].tables), reference.entries / 2
    sent = [(match.sent[i] / 1e3, match.entries(i) / own) for match in matches for i in range(seats)]
    kb, share = max(sent, key=lambda pair: pair[0] / pair[1])
    said = f"of {', '.join(f'{match.entries():,}' for match in matches)} entries in all"
    yield Budget(f"{what}: sent by a player", kb, share * MATCH_BYTES / 1e3, "KB", beside=said)
    hops = [hops for match in matches for hops in match.hops()]
    yield Budget(f"{what}: one-way hops of a draw", max(hops), HOPS[seats], "", beside=f"{len(hops)} draws")
    if seats == 2:
        rode, late = (sum(column) for column in zip(*[match.rides() for match in matches], strict=True))
        said = f"{rode} draws came with the other's decision"
        yield Budget(f"{what}: more messages for a forced draw", late, 0, "", beside=said)
    yield Budget(f"{what}: RESULT", max(len(match.result) for match in matches), RESULT_BYTES[seats], "B")


def time_lines(what: str, matches: Sequence[MeteredMatch], reference: Reference) -> Iterator[Budget]:
    """The CPU time that the real matches of one table cost; the worst of them counts."""
    spent = [(match.ms, match.entries() / reference.entries) for match in matches]
    ms, share = max(spent, key=lambda pair: pair[0] / pair[1])
    said = f"and {max(match.signing_ms for match in matches):,.0f} ms of signatures"
    yield Budget(f"{what}: CPU of a player", ms, share * MATCH_MS, "ms", False, said)
    yield from file_lines(what, max(matches, key=lambda match: len(match.file)))


def file_lines(what: str, match: MeteredMatch) -> Iterator[Budget]:
    """The costs of the audit for those who played, and of the whole file for a stranger."""
    table, size = match.tables[0], len(match.file)
    steps = engine_steps(match)
    engine = best(partial(carry_out, match, steps))
    audited = best(partial(audit, table.transcript, table.replica.judge()))
    plain, signing = least(lambda: files.verify_file(match.file, Replica(match.rules)))
    said = f"of {engine * 1e3:,.0f} ms; the whole file followed {plain / engine:.1f} x; no signatures"
    yield Budget(f"{what}: audit / engine's replay", 1 + audited / engine, AUDIT_RATIO, "x", False, said)
    share = FILE_BYTES / size
    assert check_match.check(match.file).state == check_match.VALID
    checking = best(partial(check_match.check, match.file)) * share
    said = f"with signatures, scaled from {size / 1e3:,.0f} KB; the independent checker {checking:.2f} s"
    yield Budget(f"{what}: 250 KB verified", (plain + signing) * share, FILE_S, "s", False, said)


def engine_steps(match: MeteredMatch) -> list[tuple[Any, ...]]:
    """The calls of the engine while a match file is verified: (function, its arguments but the state)."""
    steps: list[tuple[Any, ...]] = []
    inside = [False]
    moves = ((kernel, name) for name in ("check", "play", "apply", "leave"))
    places = [*moves, (needs, "supply"), (replica, "digest")]
    plain = [getattr(owner, name) for owner, name in places]

    def watched(work: Callable[..., Any]) -> Callable[..., Any]:
        def told(*arguments: Any) -> Any:
            if inside[0]:
                return work(*arguments)
            inside[0] = True
            steps.append((work, *arguments[1:]))
            try:
                return work(*arguments)
            finally:
                inside[0] = False

        return told

    for (owner, name), work in zip(places, plain, strict=True):
        setattr(owner, name, watched(work))
    try:
        files.verify_file(match.file, Replica(match.rules))
    finally:
        for (owner, name), work in zip(places, plain, strict=True):
            setattr(owner, name, work)
    return steps


def carry_out(match: MeteredMatch, steps: Sequence[tuple[Any, ...]]) -> None:
    """The engine's replay: the same moves and values again, moves judged and rests digested as before."""
    state = kernel.setup(match.rules, len(match.tables), [])
    for work, *arguments in steps:
        work(state, *arguments)
    assert state.over


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
