"""How fast the engine plays, clones and digests, and what the protocol costs a match.

    python3 scripts/bench.py [--json] [--games N] [--matches N]

Everything is CPU time of this one process, so that other work on the machine counts as little as it can; the
yardstick, a loop of plain additions, says how fast a core it was. A decision is one whole action of a player
who had two or more options; an action without a choice is played, not counted. All the cards that a player
takes out of a deck at once (a search, the picks of a set-up) are one action, a decision if there was anything
to choose. Games are local, between the two decks that come first with the game, every move drawn evenly from
the legal ones, but nobody gives up, and carried out as it was listed, without being judged a second time;
every card that is taken is drawn evenly, too.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

from cryptography.hazmat.primitives.asymmetric import ed25519

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import keys
from fadenet import games
from fadenet.engine import digest, kernel
from fadenet.engine.rules import Rules
from fadenet.engine.state import ASK_SEAT, NEED_ID, NEED_ITEMS, NEED_KIND, TAKE, Row, State
from fadenet.games import decks
from fadenet.table.dealer import Dealer
from fadenet.table.seat import TableSeat
from protocol import evidence, hashing, hello, result, transcript
from protocol.hello import Config
from protocol.messages import Move
from protocol.needs import Expect, NeedMove, NeedPool
from protocol.secrets import Secrets
from protocol.values import Com

SEATS, MORE_SEATS = 2, 4
DECISIONS_MIN = 10_000  # of random play: games go on until there are so many
SAMPLE_EVERY = 16  # decisions between two states that are kept for timing
SAMPLES = 400
GIVING_UP = {"concede", "run"}
"""Verbs by which a match or a game is given up: not drawn, as the random players of other engines do not."""
REPEATS = 5  # of a short measurement: the best one is reported
YARDSTICK_STEPS = 2_000_000
SIGNATURES = 500
Decks = list[tuple[int, ...]]  # a list of codes a deck, in the order of the seats and of the rules

SIGNERS = (hashing, hello, transcript, result, evidence)  # the modules that use `hashing.sign` and `verify`


def main(arguments: list[str]) -> int:
    """Measure and print a table, or with --json the decisions a second by game."""
    parser = argparse.ArgumentParser(description="Measure the engine and the protocol.")
    parser.add_argument("--json", action="store_true", help="print only {table: decisions per second}")
    parser.add_argument("--games", type=int, default=12, help="random games a game, at least (default: 12)")
    parser.add_argument("--matches", type=int, default=1, help="two-seat protocol matches (default: 1)")
    options = parser.parse_args(arguments)
    if options.json:
        rates = {
            said: random_play(rules, options.games, seats)["decisions_per_s"]
            for said, rules, seats in tables()
        }
        print(json.dumps(rates))
        return 0
    rows = [("yardstick", f"{yardstick():,.1f} million additions/s")]
    for said, rules, seats in tables():
        if seats > SEATS:
            rows.append(
                (said, f"{random_play(rules, options.games, seats)['decisions_per_s']:,.0f} decisions/s")
            )
    for name in games.NAMES:
        rules = games.load(name)
        rows += [(f"{name} {what}", said) for what, said in engine_rows(rules, options.games)]
        rows += [(f"{name} {what}", said) for what, said in match_rows(rules, options.matches)]
    rows += reference_rows() + signature_rows()
    width = max(len(what) for what, _ in rows)
    for what, said in rows:
        print(f"{what:<{width}}  {said}")
    return 0


def yardstick() -> float:
    """Millions of additions a second in a plain loop."""

    def loop() -> None:
        total = 0
        for n in range(YARDSTICK_STEPS):
            total += n

    return YARDSTICK_STEPS / best(loop) / 1e6


def best(work: Callable[[], object]) -> float:
    """The least CPU time of some runs, in seconds."""
    times = []
    for _ in range(REPEATS):
        started = time.process_time()
        work()
        times.append(time.process_time() - started)
    return min(times)


# The engine.


def tables() -> list[tuple[str, Rules, int]]:
    """(name, rules, seats) of what is measured: every game as a duel, and in its first format for four."""
    found = []
    for name in games.NAMES:
        duel = games.load(name)
        found.append((name, duel, SEATS))
        large = [
            f for f, counts in duel.formats.items() if MORE_SEATS in counts and f not in duel.format_options
        ]
        if large:
            found.append((f"{name}, {MORE_SEATS} seats", games.load(name, large[0]), MORE_SEATS))
    return found


def packaged_decks(rules: Rules, seats: int = SEATS) -> list[tuple[tuple[int, ...], ...]]:
    """The deck lists for all seats, codes ascending: the first ones that come with the game."""
    names = decks.packaged(rules)
    loaded = [decks.load_deck(rules, names[seat % len(names)]) for seat in range(seats)]
    return [tuple(tuple(sorted(codes)) for codes in deck.lists) for deck in loaded]


def rests(rules: Rules, lists: Decks, seed: int, seats: int = SEATS) -> Iterator[tuple[State, bool]]:
    """Play one random game: after every action its state, and whether the action was a decision."""
    dealer = Dealer(lists, seats, seed)
    state = kernel.setup(rules, seats)
    random = Random(seed)
    giving_up = {n for n, verb in enumerate(rules.verbs) if verb in GIVING_UP}
    while not state.over:
        if state.needs:
            takes = [want for want in state.needs if want[NEED_KIND] == TAKE]
            chosen = [take(dealer, state, want, random) for want in takes]
            dealer.deal(state)
            for decided in chosen:
                yield state, decided
            continue
        seat = next(a[ASK_SEAT] for a in state.asks if a[ASK_SEAT] not in state.answers)
        moves = [m for m in kernel.options(state, seat, dealer.known[seat]) if m[0] not in giving_up]
        move = moves[int(random.random() * len(moves))]
        kernel.play(state, seat, move, dealer.opening(state, move))
        yield state, len(moves) > 1


def take(dealer: Dealer, state: State, want: Row, random: Random) -> bool:
    """Choose evenly what a player takes out of a deck, card by card; whether there was anything to choose.

    Once there are enough cards, to take no more is one option among the others.
    """
    taken: tuple[int, ...] = ()
    decided = False
    while there := dealer.takeable(state, want, taken):
        enough = len(taken) >= want[NEED_ITEMS][2]
        decided = decided or len(there) + enough > 1
        at = int(random.random() * (len(there) + enough))
        if at == len(there):
            break
        taken = (*taken, there[at])
    dealer.choose_take[want[NEED_ID]] = taken
    return decided


def random_play(rules: Rules, count: int, seats: int = SEATS) -> dict[str, float]:
    """Rates of random play: decisions a second, decisions a game, seconds a game.

    At least `count` games and `DECISIONS_MIN` decisions, after one game that is not counted.
    """
    lists = [part for deck in packaged_decks(rules, seats) for part in deck]
    sum(1 for _ in rests(rules, lists, 0, seats))
    started, decisions, played = time.process_time(), 0, 0
    while played < count or decisions < DECISIONS_MIN:
        played += 1
        decisions += sum(decided for _, decided in rests(rules, lists, played, seats))
    spent = time.process_time() - started
    return {
        "decisions_per_s": decisions / spent,
        "decisions_a_game": decisions / played,
        "seconds_a_game": spent / played,
    }


def samples(rules: Rules) -> list[State]:
    """States of random games, each as it is at the end of a decision: digested before, but not since."""
    lists = [part for deck in packaged_decks(rules) for part in deck]
    kept: list[State] = []
    for seed in range(SAMPLES):
        decisions = 0
        for state, decided in rests(rules, lists, seed):
            decisions += decided
            if decided and state.turn and decisions % SAMPLE_EVERY == 0:
                kept.append(state.clone())
            digest.digest(state)
        if len(kept) >= SAMPLES:
            break
    return kept[:SAMPLES]


def engine_rows(rules: Rules, count: int) -> list[tuple[str, str]]:
    """Lines about random play, cloning and digesting."""
    played = random_play(rules, count)
    states = samples(rules)

    def clones() -> None:
        for state in states:
            state.clone()

    clone = best(clones)
    times = []
    for _ in range(REPEATS):
        fresh = [state.clone() for state in states]
        started = time.process_time()
        for state in fresh:
            digest.digest(state)
        times.append(time.process_time() - started)
    return [
        ("random play", f"{played['decisions_per_s']:,.0f} decisions/s"),
        ("random game", f"{played['decisions_a_game']:,.0f} decisions, {played['seconds_a_game']:.3f} s"),
        ("clone", f"{clone / len(states) * 1e6:.1f} us"),
        ("digest", f"{min(times) / len(states) * 1e6:.1f} us a decision"),
    ]


# The protocol.


class Signatures:
    """Counts and times every signature that is made or checked while it is in force."""

    def __init__(self) -> None:
        self.made = self.checked = 0
        self.seconds = 0.0

    def __enter__(self) -> Signatures:
        self._sign, self._verify = hashing.sign, hashing.verify
        for module in SIGNERS:
            for name, counted in (("sign", self.sign), ("verify", self.verify)):
                if hasattr(module, name):
                    setattr(module, name, counted)
        return self

    def __exit__(self, *_: object) -> None:
        for module in SIGNERS:
            for name, plain in (("sign", self._sign), ("verify", self._verify)):
                if hasattr(module, name):
                    setattr(module, name, plain)

    def sign(self, *arguments: Any) -> bytes:
        self.made += 1
        started = time.process_time()
        signature = self._sign(*arguments)
        self.seconds += time.process_time() - started
        return signature

    def verify(self, *arguments: Any) -> bool:
        self.checked += 1
        started = time.process_time()
        holds = self._verify(*arguments)
        self.seconds += time.process_time() - started
        return holds


def secret(*about: object) -> bytes:
    """32 bytes that depend on nothing but what they are for."""
    return hashlib.sha256(repr(about).encode()).digest()


def sit_down(rules: Rules, seed: int) -> list[TableSeat]:
    """Two seats of one match whose HELLOs are there, in seat order."""
    secrets = [
        Secrets(secret("M", seat, seed), secret("S", seat, seed), secret("X", seat, seed), deck)
        for seat, deck in enumerate(packaged_decks(rules))
    ]
    hellos = [
        hello.make_hello(
            keys.Identity.from_seed(f"p{seat}", secret("identity", seat)),
            own,
            Config(rules.name, "duel", SEATS),
            rules.hash,
            rules.card_hash,
            secret("nonce", seat, seed),
            True,
        )
        for seat, own in enumerate(secrets)
    ]
    return sorted((TableSeat(rules, hellos, own) for own in secrets), key=lambda table: table.seat)


def play_match(rules: Rules, seed: int) -> tuple[list[TableSeat], int]:
    """Play a whole match of random moves in memory; returns the seats and the number of decisions."""
    seats = sit_down(rules, seed)
    random = Random(seed)
    decisions, idle = 0, False
    while not idle:
        idle = True
        for table in seats:
            wires = table.pump()
            search = table.search()
            if table.question() is not None and table.view is not None:
                moves = table.view.options()
                decisions += len(moves) > 1
                wires += table.answer(moves[int(random.random() * len(moves))])
            elif search is not None:
                wires += table.take(table.view.takeable(search) if table.view is not None else ())
            for wire in wires:
                seats[1 - table.seat].receive(wire)
            idle = idle and not wires
    assert seats[0].result is not None and seats[0].result == seats[1].result
    return seats, decisions


def match_rows(rules: Rules, count: int) -> list[tuple[str, str]]:
    """Lines about whole matches of two seats in this process, for one seat each."""
    spent, signed, signatures, sizes, decisions = [], [], [], [], []
    for seed in range(count):
        with Signatures() as counted:
            started = time.process_time()
            seats, made = play_match(rules, seed)
            spent.append(time.process_time() - started)
        signed.append(counted.seconds)
        signatures.append(counted.made + counted.checked)
        sizes.append(sum(map(len, seats[0].journal)))
        decisions.append(made)
    total, part = statistics.mean(spent) / SEATS, statistics.mean(signed) / SEATS
    share = statistics.mean(decisions)
    return [
        ("match", f"{share:,.0f} decisions, {statistics.mean(sizes):,.0f} bytes a match file"),
        (
            "match CPU a seat",
            f"{total:.2f} s, {(total - part) / share * 1e6:,.0f} us a decision without signatures",
        ),
        ("match signatures a seat", f"{statistics.mean(signatures) / SEATS:,.0f}, {part:.2f} s"),
    ]


class Reference:
    """The reference match of the protocol alone: 300 actions, 8 shuffles of 60 cards, 80 draws, two seats."""

    ACTIONS, SHUFFLES, DRAWS, CARDS, HAND = 300, 8, 80, 60, 6

    def __init__(self) -> None:
        deck = tuple(range(1, self.CARDS + 1))
        own = [
            Secrets(secret("RM", seat), secret("RS", seat), secret("RX", seat), (deck,))
            for seat in range(SEATS)
        ]
        hellos = [
            hello.make_hello(
                keys.Identity.from_seed(f"p{seat}", secret("identity", seat)),
                mine,
                Config("reference", "duel", SEATS),
                bytes(32),
                bytes(32),
                secret("reference nonce", seat),
            )
            for seat, mine in enumerate(own)
        ]
        made = [transcript.Transcript(hellos, (0, 1), mine) for mine in own]
        self.pair = sorted(made, key=lambda one: one.seat or 0)
        self.sent = [0] * SEATS
        self.hands: list[list[Com]] = [[] for _ in range(SEATS)]
        self._rests = 0

    def play(self) -> None:
        """All of it, every entry written by one seat and checked by the other."""
        self._exchange()
        self._rest(*(Expect(seat, NeedPool(seat)) for seat in range(SEATS)))
        for seat in range(SEATS):
            self._draw(seat, self.HAND)
        draws = self.DRAWS - SEATS * self.HAND
        shuffles = self.SHUFFLES - SEATS
        for at in range(self.ACTIONS):
            seat = at % SEATS
            self._rest(Expect(seat, NeedMove()))
            if at * draws // self.ACTIONS != (at + 1) * draws // self.ACTIONS:
                self._draw(seat, 1)
            if at * shuffles // self.ACTIONS != (at + 1) * shuffles // self.ACTIONS:
                self._rest(Expect(seat, NeedPool(seat)))

    def _draw(self, seat: int, cards: int) -> None:
        self._rest(*self.pair[0].play.token_needs([seat]))
        drawn = [one.play.bind(seat, cards) for one in self.pair]
        assert drawn[0] == drawn[1]
        self.hands[seat] += [com for com in drawn[0] if isinstance(com, Com)]

    def _rest(self, *expect: Expect) -> None:
        self._rests += 1
        for one in self.pair:
            one.rest(secret("rest", self._rests), expect)
        self._exchange()

    def _exchange(self) -> None:
        for seat, one in enumerate(self.pair):
            need = one.owed()
            if need is not None:
                wire = one.write(self._move(seat) if isinstance(need, NeedMove) else one.answer())
                self.sent[seat] += len(wire)
                self.pair[1 - seat].receive(wire)
        for one in self.pair:
            one.batch()

    def _move(self, seat: int) -> Move:
        """Every action shows a card, as long as the hand has one."""
        vault, hand = self.pair[seat].play.vault, self.hands[seat]
        assert vault is not None
        return Move("use c1.1 p2.c1", ops=vault.ops([hand.pop()] if hand else []))


def reference_rows() -> list[tuple[str, str]]:
    """The line about the reference match, for one seat."""
    with Signatures() as counted:
        reference = Reference()
        started = time.process_time()
        reference.play()
        spent = time.process_time() - started
    own = (spent - counted.seconds) / SEATS * 1e3
    return [
        (
            "reference match a seat",
            f"{own:.1f} ms without signatures ({counted.seconds / SEATS * 1e3:.1f} ms), "
            f"{max(reference.sent) / 1000:.1f} KB sent",
        )
    ]


def signature_rows() -> list[tuple[str, str]]:
    """The line about Ed25519, as the channel and the transcript use it: 100-byte messages."""
    private = ed25519.Ed25519PrivateKey.from_private_bytes(secret("signature"))
    public, message = private.public_key().public_bytes_raw(), bytes(100)
    signature = hashing.sign(private, "fn1/msg", message)
    spent = best(lambda: [hashing.verify(public, "fn1/msg", message, signature) for _ in range(SIGNATURES)])
    return [("Ed25519", f"{SIGNATURES / spent:,.0f} signatures checked/s")]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
