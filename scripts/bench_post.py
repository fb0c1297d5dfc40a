"""How many journeys a match by correspondence takes, what causes each, and how much each carries.

    python3 scripts/bench_post.py [--game all] [--matches 20] [--seed 0] [--bot greedy] [--causes 8] [--json]

Two seats in this process play whole duels by post, with packaged decks. A seat does all that it can: its node
answers what leaves no choice, its bot decides. When it waits for the other, all items that it has made go
over together: that is a *journey*. An *exchange* is a journey there and one back, so that half the journeys
of a turn are its exchanges. A journey belongs to the turn in which it begins; those before the first
turn of a game and behind the last decision are counted apart.

A bot is away between its turns and says so (`fadenet.table.away`); with `--plain` it does not. The cause of
an exchange is the need that a journey to the seat whose turn it is not brings there: a decision, by the
window or the kind of the question, and its answer; tokens of a draw, a toss, an opening, a shuffle. The
journeys to the seat whose turn it is follow from these, but for one a turn, by which the turn is handed over.
Each journey is sealed as a parcel, entries in brief as nodes put them, and written as text as well; what a
node adds, which is what it holds itself, is some hundred bytes. The parcel of a turn is its largest.

Nothing fails here: each game is printed beside its goals.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import sizes
from bench_protocol import hellos_of, secrets_of
from seeds import secret

import keys
from fadenet import bots, games
from fadenet.bots.base import run_now
from fadenet.engine import kernel
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import ACT, AMOUNT, CONFIRM, MODE, ORDER, PAY, PICK, RESPOND, Ask
from fadenet.games.decks import load_deck, packaged
from fadenet.table.away import with_passes
from fadenet.table.seat import TableSeat
from fadenet.table.view import MatchInfo
from protocol.armour import armoured
from protocol.brief import shortened
from protocol.hello import Config
from protocol.parcels import CONTENT_BYTES_MAX, SUBJECT_BYTES, seal

KINDS: Final = {
    ACT: "free choice",
    RESPOND: "window",
    PICK: "pick",
    MODE: "mode",
    AMOUNT: "amount",
    ORDER: "order",
    PAY: "pay",
    CONFIRM: "confirm",
}
START, END = "start", "end"
MEDIAN_MAX: Final = {"terrene": 2, "prelude": 2}
"""Exchanges a turn at the most in the middle, where it is not `FADE_MEDIAN_MAX`."""
FADE_MEDIAN_MAX, P95_MAX = 3, 6
PARCEL_MAX, ARMOUR_MAX = 2048, 3072
"""Bytes of the parcel of a turn in the middle, and its signs as text."""


class Journey(NamedTuple):
    """All that went over at once.

    part: the number of the turn in the match as text, `START` or `END`. items: as they were made. cause: see
    above.
    """

    part: str
    items: tuple[bytes, ...]
    cause: str

    @property
    def size(self) -> int:
        """The bytes of the items."""
        return sum(map(len, self.items))


class PostedMatch:
    """A duel by post, played to its RESULT. `journeys` in their order."""

    def __init__(self, rules: Rules, bot: str, seed: int, away: bool) -> None:
        self._away = away
        names = packaged(rules)
        lists = [load_deck(rules, names[(seed + seat) % len(names)]).lists for seat in range(2)]
        own = secrets_of((rules.name, seed), [tuple(tuple(sorted(deck)) for deck in one) for one in lists])
        config = Config(rules.name, rules.format, 2, opts=tuple(sorted(rules.options.items())))
        hellos = hellos_of(config, own, seed, rules.hash, rules.card_hash)
        made = [TableSeat(rules, hellos, mine) for mine in own]
        self.seats = sorted(made, key=lambda one: one.seat)
        self._rules = rules
        self._bots = [bots.make(bot) for _ in self.seats]
        self._started: set[int] = set()
        self.journeys: list[Journey] = []
        self._turn = self._turns = 0
        self._play()

    def _play(self) -> None:
        speaker, asked = 0, False
        while True:
            said, first = self._speak(self.seats[speaker])
            if asked:
                did = ": passed" if first == PASS_MOVE else ": answered"
                self.journeys[-1] = self.journeys[-1]._replace(cause=self.journeys[-1].cause + did)
            if not said:
                break
            writer, reader = self.seats[speaker], self.seats[1 - speaker]
            cause, asked = self._cause(writer, reader.seat)
            self.journeys.append(Journey(self._part(writer), tuple(said), cause))
            for item in said:
                reader.receive(item)
            speaker = 1 - speaker
        assert all(one.result is not None for one in self.seats), "a match by post stands still"

    def _speak(self, seat: TableSeat) -> tuple[list[bytes], Move]:
        """All items that a seat makes before it waits, and its first decision, () = none."""
        said: list[bytes] = []
        first: Move = ()
        while True:
            if seat.view is not None and seat.seat not in self._started:
                self._sit_down(seat)
            made = seat.pump()
            if not made and seat.view is not None and not seat.over:
                view, bot = seat.view, self._bots[seat.seat]
                if seat.question() is not None:
                    answer = run_now(bot.choose(view))
                    answer = with_passes(view, answer) if self._away else answer
                    first = first or answer.move
                    made = seat.answer(answer.move, answer.standing)
                elif (search := seat.search()) is not None:
                    made = seat.take(run_now(bot.take(view, search)))
            if not made:
                return said, first
            said += made

    def _sit_down(self, seat: TableSeat) -> None:
        assert seat.view is not None
        self._started.add(seat.seat)
        rules = self._rules
        info = MatchInfo("post", rules.name, rules.format, seat.seat, ("", ""), ("bot", "bot"), (), seat.seat)
        run_now(self._bots[seat.seat].start(info, seat.view))

    def _part(self, seat: TableSeat) -> str:
        state = seat.replica.state
        turn = 0 if state is None else state.turn
        if turn != self._turn:
            self._turn = turn
            self._turns += turn > 0  # in a series the turns of each game begin with 1
        if not turn:
            return START
        return END if seat.over else str(self._turns)

    def _cause(self, writer: TableSeat, reader: int) -> tuple[str, bool]:
        """The need that the reader owes, "" = it is its turn; whether that is a window."""
        state = writer.replica.state
        if state is None or writer.now is None or writer.over or reader == state.active:
            return "", False
        needs = [one.need for one in writer.now.expect if one.seat == reader]
        if (a := kernel.ask_of(state, reader)) is not None:
            return self._question(a), a.kind == RESPOND
        return type(needs[0]).__name__.removeprefix("Need").lower(), False

    def _question(self, a: Ask) -> str:
        sealed = "sealed " if a.sealed else ""
        if a.kind == RESPOND:
            return f"{sealed}{KINDS[a.kind]} {self._rules.windows[a.window]}"
        return sealed + KINDS[a.kind]


class PostFigures(NamedTuple):
    """How many exchanges and bytes matches of one game took. start, end: exchanges a match."""

    matches: int
    turns: int
    exchanges: dict[str, float]  # a turn: median, mean, p95
    start: float  # exchanges before the first turn, on average
    end: float
    journey_bytes: dict[str, float]
    turn_bytes: dict[str, float]
    parcel_bytes: dict[str, float]  # a journey, sealed
    armour_signs: dict[str, float]  # the same as text for a mail
    turn_parcel: dict[str, float]  # of each turn the largest parcel
    turn_armour: dict[str, float]
    seal_ms: float  # CPU time for one parcel
    causes: list[tuple[str, float]]  # what exchanges were for, and how many a turn, the commonest first


def figures_of(matches: Sequence[PostedMatch]) -> PostFigures:
    """The figures of matches of one game."""
    counts: list[float] = []
    amounts: list[float] = []
    causes, ends = Counter[str](), Counter[str]()
    for match in matches:
        parts, weights = Counter[str](), Counter[str]()
        for one in match.journeys:
            if one.part in (START, END):
                ends[one.part] += 1
                continue
            parts[one.part] += 1
            weights[one.part] += one.size
            if one.cause:
                causes[one.cause] += 1
        counts += [journeys / 2 for journeys in parts.values()]
        amounts += weights.values()
    there = [
        ((number, one.part), one)
        for number, match in enumerate(matches)
        for one in match.journeys
        if one.part not in (START, END)
    ]
    played = [one for _, one in there]
    parcels, ms = sealed([b"".join(shortened(one.items)) for one in played])
    signs = [len(armoured(parcel, "PARCEL")) for parcel in parcels]
    largest: dict[tuple[int, str], tuple[int, int]] = {}
    for (turn, _), parcel, text in zip(there, parcels, signs, strict=True):
        largest[turn] = max(largest.get(turn, (0, 0)), (len(parcel), text))
    return PostFigures(
        matches=len(matches),
        turns=len(counts),
        exchanges=spread(counts),
        start=ends[START] / 2 / len(matches),
        end=ends[END] / 2 / len(matches),
        journey_bytes=spread([one.size for one in played]),
        turn_bytes=spread(amounts),
        parcel_bytes=spread([len(parcel) for parcel in parcels]),
        armour_signs=spread(signs),
        turn_parcel=spread([size for size, _ in largest.values()]),
        turn_armour=spread([text for _, text in largest.values()]),
        seal_ms=ms,
        causes=[(cause, times / len(counts)) for cause, times in causes.most_common()],
    )


def sealed(contents: Sequence[bytes]) -> tuple[list[bytes], float]:
    """Parcels of these contents, and the CPU milliseconds that one of them takes."""
    one, other = (keys.Identity.from_seed(name, secret("post", name)) for name in ("ann", "bob"))
    subject = secret("match")[:SUBJECT_BYTES]
    started = time.process_time()
    parcels = [
        seal(one, other.public, subject, n, content[:CONTENT_BYTES_MAX], lambda size: secret("rng")[:size])
        for n, content in enumerate(contents)
    ]
    return parcels, (time.process_time() - started) / len(parcels) * 1e3


def spread(values: Sequence[float]) -> dict[str, float]:
    """The median, mean and 95th percentile."""
    line = sorted(values)
    median, p95 = (line[math.ceil(share * len(line)) - 1] for share in (0.5, 0.95))
    return {"median": median, "mean": sum(line) / len(line), "p95": p95}


def lines(game: str, figures: PostFigures, most: int) -> Iterator[tuple[str, str]]:
    """The figures of a game in words."""
    bar = MEDIAN_MAX.get(game, FADE_MEDIAN_MAX)
    trio = "median {median:,.1f}, mean {mean:,.2f}, p95 {p95:,.1f}"
    sizes_said = "median {median:,.0f}, mean {mean:,.0f}, p95 {p95:,.0f}"
    met = figures.exchanges["median"] <= bar and figures.exchanges["p95"] <= P95_MAX
    goal = f"goal: median {bar}, p95 {P95_MAX}, {'met' if met else 'NOT MET'}"
    yield game, f"{figures.matches} matches, {figures.turns} turns"
    yield "  exchanges a turn", f"{trio.format(**figures.exchanges)} ({goal})"
    yield "  besides", f"{figures.start:.1f} exchanges of set-up, {figures.end:.1f} at the end"
    yield "  bytes a journey", sizes_said.format(**figures.journey_bytes)
    yield "  bytes a turn", sizes_said.format(**figures.turn_bytes)
    yield (
        "  bytes a parcel",
        f"{sizes_said.format(**figures.parcel_bytes)}; sealed in {figures.seal_ms:.2f} ms",
    )
    yield "  signs as text", sizes_said.format(**figures.armour_signs)
    small = figures.turn_parcel["median"] <= PARCEL_MAX and figures.turn_armour["median"] <= ARMOUR_MAX
    goal = f"goal: median {PARCEL_MAX:,} and {ARMOUR_MAX:,}, {'met' if small else 'NOT MET'}"
    yield "  the parcel of a turn", f"{sizes_said.format(**figures.turn_parcel)} ({goal})"
    yield "  its signs as text", sizes_said.format(**figures.turn_armour)
    for cause, each in figures.causes[:most]:
        yield f"  for {cause}", f"{each:.2f} a turn"


def main(arguments: list[str]) -> int:
    """Play and print."""
    parser = argparse.ArgumentParser(description="Measure matches by correspondence.")
    parser.add_argument("--game", default="all", choices=("all", *games.NAMES))
    parser.add_argument("--matches", type=int, default=20, help="of each game")
    parser.add_argument("--seed", type=int, default=0, help="of the first match")
    parser.add_argument("--bot", default="greedy", help="that plays both seats")
    parser.add_argument("--plain", action="store_true", help="without standing passes")
    parser.add_argument("--causes", type=int, default=8, help="so many of the commonest")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    found: dict[str, Any] = {}
    for game in games.NAMES if options.game == "all" else (options.game,):
        rules = games.load(game)
        seeds = range(options.seed, options.seed + options.matches)
        figures = figures_of([PostedMatch(rules, options.bot, seed, not options.plain) for seed in seeds])
        found[game] = figures._asdict()
        if not options.json:
            sizes.show([*lines(game, figures, options.causes)])
            sys.stdout.flush()
    if options.json:
        print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
