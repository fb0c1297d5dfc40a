"""How fast the engine plays, clones and digests, and how much code there is.

    python3 scripts/bench.py [--json] [--games N] [--against CHECKOUT [--rounds N]]

Everything but the digest is CPU time of this one process, so that other work on the machine counts as little
as it can; the yardstick, a loop of plain additions, says how fast a core it was. A decision is one whole
action of a player who had two or more options; an action without a choice is played, not counted. All the
cards that a player takes out of a deck at once (a search, the picks of a set-up) are one action, a decision
if there was anything to choose. Games are local, between the two decks that come first with the game, every
move drawn evenly from the legal ones, but nobody gives up, and carried out as it was listed, without being
judged a second time; every card that is taken is drawn evenly, too. How many moves there are on the way is
said beside it: games differ more in that than in what a move costs. Random play makes only the move that it
draws (`kernel.choices`); the row beside it makes all of them each time, as a search does. Worlds are prepared
and drawn for the views of random play; the time of a playout counts all that the bot `rollout` does for it.

On a machine that others use as well, the figures of two runs say little of each other. `--against` plays the
same games in this checkout and in another one in turns, a game here and a game there, and again in so many
rounds; of each game its best round counts. The rules of the two may differ: only rates are compared.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import ClassVar

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import sizes
import turns
from meter import REPEATS, best

from fadenet import bots, games
from fadenet.bots.base import run_now
from fadenet.bots.beliefs import Beliefs
from fadenet.bots.random_ import RandomBot
from fadenet.bots.worlds import Worlds
from fadenet.engine import digest, kernel
from fadenet.engine.choices import Choices
from fadenet.engine.rules import Move, Rules, rules_of
from fadenet.engine.state import ACT, TAKE, State, TableNeed
from fadenet.games import decks
from fadenet.table.dealer import Dealer
from fadenet.table.local import LocalMatch
from fadenet.table.view import MatchInfo, SeatView

SEATS, MORE_SEATS = 2, 4
DECISIONS_MIN = 10_000  # of random play: games go on until there are so many
SAMPLE_EVERY = 16  # decisions between two states that are kept for timing
SAMPLES = 400
DIGESTED_GAMES = 6
GIVING_UP = ("run",)
"""Verbs by which a game is given up: not drawn, as the random players of other engines do not. (A match is
given up by a move that is never listed.)"""
WORLDS = 32  # worlds drawn for one view, and views between two in which they are played out
YARDSTICK_STEPS = 2_000_000
DeckLists = list[tuple[int, ...]]  # a list of codes a deck, in the order of the seats and of the rules


def main(arguments: list[str]) -> int:
    """Measure and print a table, or with --json the decisions a second by game."""
    parser = argparse.ArgumentParser(description="Measure the engine.")
    parser.add_argument("--json", action="store_true", help="print only {table: decisions per second}")
    parser.add_argument("--games", type=int, default=12, help="random games a game, at least (default: 12)")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help="measure another checkout in turns")
    parser.add_argument("--rounds", type=int, default=5, help="rounds of --against (default: 5)")
    options = parser.parse_args(arguments)
    if options.against is not None:
        if not (options.against / "scripts" / "bench.py").is_file():
            parser.error(f"{options.against} has no scripts/bench.py")
        sizes.show(turns.rows(options.against, options.games, DECISIONS_MIN, options.rounds))
        return 0
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
            rows.append((said, pace(random_play(rules, options.games, seats))))
    for name in games.NAMES:
        rules = games.load(name)
        found = [*engine_rows(rules, options.games), *world_rows(rules, options.games)]
        rows += [(f"{name} {what}", said) for what, said in found]
    sizes.show([*rows, *sizes.rows()])
    return 0


def yardstick() -> float:
    """Millions of additions a second in a plain loop."""

    def loop() -> None:
        total = 0
        for n in range(YARDSTICK_STEPS):
            total += n

    return YARDSTICK_STEPS / best(loop) / 1e6


# The engine.


def tables() -> list[tuple[str, Rules, int]]:
    """(name, rules, seats) of what is measured: every game as a duel, and in its first format for four, both
    without options.
    """
    found = []
    for name in games.NAMES:
        duel = games.load(name)
        found.append((name, duel, SEATS))
        for large in [f for f, counts in games.GAMES[name].formats.items() if MORE_SEATS in counts][:1]:
            found.append((f"{name}, {MORE_SEATS} seats", games.load(name, large), MORE_SEATS))
    return found


def packaged_decks(rules: Rules, seats: int = SEATS) -> list[tuple[tuple[int, ...], ...]]:
    """The deck lists for all seats, codes ascending: the first ones that come with the game."""
    names = decks.packaged(rules)
    loaded = [decks.load_deck(rules, names[seat % len(names)]) for seat in range(seats)]
    return [tuple(tuple(sorted(codes)) for codes in deck.lists) for deck in loaded]


def rests(
    rules: Rules,
    lists: DeckLists,
    seed: int,
    seats: int = SEATS,
    counts: list[int] | None = None,
    listing: bool = False,
) -> Iterator[tuple[State, bool]]:
    """Play one random game: after every action its state, and whether the action was a decision.

    counts: to it is added how many moves there are, each time that one is drawn. listing: whether all of them
    are made for it.
    """
    moves: Choices | list[Move]
    dealer = Dealer(lists, seats, seed)
    state = kernel.setup(rules, seats)
    random = Random(seed)
    giving_up = [(rules.verbs.index(verb),) for verb in GIVING_UP if verb in rules.verbs]
    while not state.over:
        if state.needs:
            chosen = [take(dealer, state, n, random) for n in state.needs if n.kind == TAKE]
            dealer.deal(state)
            for decided in chosen:
                yield state, decided
            continue
        for row in state.asks:
            seat = row.seat
            if seat not in state.answers:
                break
        if listing:
            moves = kernel.options(state, seat, dealer.known[seat])
        else:
            moves = kernel.choices(state, seat, dealer.known[seat])
        count = len(moves)
        if counts is not None:
            counts.append(count)
        # The last but one in canonical order, when the turn may be ended.
        if giving_up and count > 1 and row.kind == ACT and moves[count - 2] in giving_up:
            count -= 1
            at = int(random.random() * count)
            move = moves[at + (at == count - 1)]
        else:
            move = moves[int(random.random() * count)]
        shown = rules.moves.opens(state, move)
        kernel.play(state, seat, move, [(h, dealer.truth[h]) for h in shown] if shown else ())
        yield state, count > 1


def take(dealer: Dealer, state: State, want: TableNeed, random: Random) -> bool:
    """Choose evenly what a player takes out of a deck, card by card; whether there was anything to choose.

    Once there are enough cards, to take no more is one option among the others.
    """
    taking = dealer.taking(state, want)
    decided = False
    while there := taking.there():
        enough = len(taking.taken) >= want.items[2]
        decided = decided or len(there) + enough > 1
        at = int(random.random() * (len(there) + enough))
        if at == len(there):
            break
        taking.take(there[at])
    dealer.choose_take[want.id] = taking.taken
    return decided


def random_play(rules: Rules, count: int, seats: int = SEATS, listing: bool = False) -> dict[str, float]:
    """Rates of random play: decisions a second, decisions a game, seconds a game, moves a decision.

    At least `count` games and `DECISIONS_MIN` decisions, after one game that is not counted.
    """
    lists = [part for deck in packaged_decks(rules, seats) for part in deck]
    sum(1 for _ in rests(rules, lists, 0, seats, None, listing))
    started, decisions, played, counts = time.process_time(), 0, 0, list[int]()
    while played < count or decisions < DECISIONS_MIN:
        played += 1
        for _, decided in rests(rules, lists, played, seats, counts, listing):
            decisions += decided
    spent = time.process_time() - started
    return {
        "decisions_per_s": decisions / spent,
        "decisions_a_game": decisions / played,
        "seconds_a_game": spent / played,
        "moves_a_decision": sum(counts) / decisions,
    }


def pace(played: dict[str, float]) -> str:
    """The lines that are printed of random play."""
    rate, moves = played["decisions_per_s"], played["moves_a_decision"]
    return f"{rate:,.0f} decisions/s, {moves:,.0f} moves at each, {rate * moves:,.0f} a second"


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


def plain_move(state: State) -> list[tuple[int, Move]]:
    """A seat that is asked, and the middle one of its moves that show no hidden card, if there is any."""
    if state.needs or not state.asks:
        return []
    seat = next(row.seat for row in state.asks if row.seat not in state.answers)
    moves = [move for move in kernel.options(state, seat, {}) if not kernel.opens(state, move)]
    return [(seat, moves[len(moves) // 2])] if moves else []


def digesting(rules: Rules) -> float:
    """Seconds that the digest takes after a decision, on the average of random games in which every rest is
    digested; the best of some runs."""
    lists = [part for deck in packaged_decks(rules) for part in deck]
    runs = []
    for _ in range(REPEATS):
        times = []
        for seed in range(DIGESTED_GAMES):
            for state, decided in rests(rules, lists, seed):
                started = time.perf_counter()
                digest.digest(state)
                if decided:
                    times.append(time.perf_counter() - started)
        runs.append(sum(times) / len(times))
    return min(runs)


def engine_rows(rules: Rules, count: int) -> list[tuple[str, str]]:
    """Lines about random play, cloning and digesting."""
    played = random_play(rules, count)
    states = samples(rules)
    ahead = [(state, seat, move) for state in states for seat, move in plain_move(state)]

    def clones() -> None:
        for state in states:
            state.clone()

    def tries() -> None:
        for state, seat, move in ahead:
            kernel.play(state.clone(), seat, move)

    clone, tried = best(clones), best(tries)
    return [
        ("random play", pace(played)),
        ("random play, listing", pace(random_play(rules, count, listing=True))),
        ("random game", f"{played['decisions_a_game']:,.0f} decisions, {played['seconds_a_game']:.3f} s"),
        ("clone", f"{clone / len(states) * 1e6:.1f} us"),
        ("clone and a move", f"{tried / len(ahead) * 1e6:.0f} us, most of it the move's"),
        ("digest", f"{digesting(rules) * 1e6:.1f} us a decision"),
    ]


class WorldMeter(RandomBot):
    """Plays at random, and draws worlds at each of its choices; in turns a `rollout` thinks as well."""

    spent: ClassVar[defaultdict[str, float]] = defaultdict(float)
    """CPU seconds by what was done, and how often it was."""

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        await super().start(match, seat)
        self.beliefs = Beliefs(rules_of(seat.state), match)
        self.thinker = bots.make("rollout")
        await self.thinker.start(match, seat)

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        began = time.process_time()
        worlds = Worlds(seat, self.beliefs)
        prepared = time.process_time()
        for _ in range(WORLDS):
            worlds.draw(self.random)
        self.spent["prepared"] += prepared - began
        self.spent["drawn"] += time.process_time() - prepared
        self.spent["views"] += 1
        if self.spent["views"] % WORLDS == 0:
            began = time.process_time()
            self.thinker.pick(seat, options)
            thought = self.thinker.thought()
            if thought is not None:
                self.spent["played out"] += time.process_time() - began
                self.spent["playouts"] += thought.playouts
        return super().pick(seat, options)


def world_rows(rules: Rules, count: int) -> list[tuple[str, str]]:
    """Lines about the worlds that are drawn for views of random matches, and about playing them out."""
    spent, lists = WorldMeter.spent, [part for deck in packaged_decks(rules) for part in deck]
    spent.clear()
    for seed in range(count):
        run_now(LocalMatch(rules, [WorldMeter(), WorldMeter()], lists, seed).play())
    views, playouts = spent["views"], max(spent["playouts"], 1)
    prepared, drawn = spent["prepared"] / views, spent["drawn"] / views / WORLDS
    return [
        ("world", f"{prepared * 1e6:.0f} us prepared, {drawn * 1e6:.0f} us drawn"),
        ("playout", f"{spent['played out'] / playouts * 1e3:.1f} ms, to the next turn of who thinks"),
    ]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
