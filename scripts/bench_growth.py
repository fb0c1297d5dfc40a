"""How costs grow with size, and whether any of them grows faster than that.

    python3 scripts/bench_growth.py [--what seats,field,verify,history,memory] [--game faroe] [--svg FILE]

    seats     CPU time of a decision of random play, by seats
    field     the same in a duel, by the cards on the field
    verify    CPU time to verify a match file, by its size: the beginnings of one and the same file
    history   CPU time from the start until all past matches are there, by their number
    memory    what a node holds, by the matches under way at it, with guests in other processes

Each is drawn in bars, and with --svg as a picture too. A cost is straight where it grows in proportion to the
size: its exponent, the slope of a straight line through the points on two logarithmic scales, is 1. Below
that it is better, as where something is there once for all. The larger half of the sizes counts, which that
hides least. A steeper one makes the exit code 1. The past matches are one that was played, under as many
other names.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import bench
import bench_protocol
import bench_serve
from meter import best

from fadenet import games
from fadenet.engine.rules import Rules
from fadenet.history.index import History
from fadenet.history.ratings import rate
from fadenet.history.reading import read_match, stamp
from fadenet.node.match import saved
from fadenet.table.replica import Replica
from protocol import files
from protocol.files import split_items

STEEP: float = 1.25
"""A cost with a larger exponent is steeper than straight: two runs differ by up to a tenth."""
DECISIONS = 3_000
FIELD_STEP = 4
"""Cards on the field that are one point together."""
FIELD_LEAST = 100
"""Decisions that a point needs at least."""
SHARES = (0.125, 0.25, 0.5, 1.0)
PAST = (100, 1_000, 10_000)
UNDER_WAY = (4, 8, 16, 32)
BAR = 40
WIDTH, HEIGHT, MARGIN = 420, 260, 48


@dataclass(frozen=True, slots=True)
class Growth:
    """One cost by size. points: (size, cost), ascending."""

    what: str
    size: str
    cost: str
    points: tuple[tuple[float, float], ...]

    @property
    def exponent(self) -> float:
        """The slope of the larger half on two logarithmic scales, by least squares."""
        half = self.points[(len(self.points) - 1) // 2 :]
        logs = [(math.log(x), math.log(y)) for x, y in half]
        mean_x, mean_y = (sum(column) / len(logs) for column in zip(*logs, strict=True))
        spread = sum((x - mean_x) ** 2 for x, _ in logs)
        slope: float = sum((x - mean_x) * (y - mean_y) for x, y in logs) / spread
        return slope

    @property
    def steep(self) -> bool:
        """Whether it grows faster than its size."""
        return self.exponent > STEEP

    @property
    def verdict(self) -> str:
        """How it grows, in words."""
        how = "steeper than straight" if self.steep else "straight or better"
        return f"exponent {self.exponent:.2f}: {how}"


def main(arguments: list[str]) -> int:
    """Measure, print and draw what was asked for; 1 if a cost grows faster than its size."""
    parser = argparse.ArgumentParser(description="Measure how costs grow with size.")
    parser.add_argument("--what", default=",".join(WHAT), help=f"some of {', '.join(WHAT)} (default: all)")
    parser.add_argument("--game", default="faroe", choices=games.NAMES)
    parser.add_argument("--svg", type=Path, help="where to draw all of it")
    options = parser.parse_args(arguments)
    names = options.what.split(",")
    if unknown := [name for name in names if name not in WHAT]:
        parser.error(f"there is no {unknown[0]}")
    grown = []
    for name in names:
        growth = WHAT[name](options.game)
        grown.append(growth)
        print("\n".join(bars(growth)), flush=True)
    if options.svg is not None:
        options.svg.write_text(svg(grown))
    return int(any(growth.steep for growth in grown))


# Engine.


def by_seats(game: str) -> Growth:
    """A decision of random play, at tables for two up to four."""
    formats = games.GAMES[game].formats
    points = []
    for seats in (2, 3, 4):
        there = [name for name, counts in formats.items() if seats in counts]
        if not there:
            continue
        rules = games.load(game, there[0])
        lists = [part for deck in bench.packaged_decks(rules, seats) for part in deck]
        started, decisions, seed = time.process_time(), 0, 0
        while decisions < DECISIONS:
            decisions += sum(decided for _, decided in bench.rests(rules, lists, seed, seats))
            seed += 1
        points.append((float(seats), (time.process_time() - started) / decisions * 1e6))
    return Growth(f"{game}: a decision by seats", "seats", "us", tuple(points))


def by_field(game: str) -> Growth:
    """A decision of a duel, by the cards on the field. Times are of the clock, as those of the CPU are too
    coarse; of all decisions of a point half took less."""
    rules = games.load(game)
    lists = [part for deck in bench.packaged_decks(rules) for part in deck]
    took: dict[int, list[float]] = {}
    for seed in range(200):
        before, there = time.perf_counter(), 0
        for state, decided in bench.rests(rules, lists, seed):
            if decided and there:
                took.setdefault(there // FIELD_STEP, []).append(time.perf_counter() - before)
            there = sum(rules.on_field[zone] for zone in state.zone)
            before = time.perf_counter()
        if sum(map(len, took.values())) > 4 * DECISIONS:
            break
    points = [
        (FIELD_STEP * (step + 0.5), sorted(times)[len(times) // 2] * 1e6)
        for step, times in sorted(took.items())
        if len(times) >= FIELD_LEAST
    ]
    return Growth(f"{game}: a decision by cards on the field", "cards", "us", tuple(points))


# Match files.


def played(rules: Rules) -> bench_protocol.MeteredMatch:
    """The longest of some matches."""
    matches = [bench_protocol.MeteredMatch(rules, 2, seed) for seed in range(3)]
    return max(matches, key=lambda match: len(match.file))


def by_file(game: str) -> Growth:
    """To verify the beginnings of a match file."""
    rules = games.load(game, "duel")
    items, _ = split_items(played(rules).file)
    points = []
    for share in SHARES:
        data = b"".join(items[: max(3, round(share * len(items)))])
        spent = best(lambda data=data: files.verify_file(data, Replica(rules)))  # type: ignore[misc]
        points.append((len(data) / 1e3, spent * 1e3))
    return Growth(f"{game}: to verify a match file", "KB", "ms", tuple(points))


# History.


@contextmanager
def room() -> Iterator[Path]:
    """A folder, in memory where that can be had."""
    place = bench_serve.MEMORY if bench_serve.MEMORY.is_dir() else None
    with tempfile.TemporaryDirectory(dir=place, prefix="bench-growth-") as folder:
        yield Path(folder)


def by_history(game: str) -> Growth:
    """Until all past matches are there and rated, as the commands that show them begin."""
    rules = games.load(game, "duel")
    match = bench_protocol.MeteredMatch(rules, 2, 0)
    game_id = match.tables[0].transcript.game_id
    own = [match.tables[0].players[0].binding.ik]
    dice = random.Random(0)
    points = []
    with room() as home:
        folder = saved.folder_of(home).path
        first = folder / f"{game_id.hex()[:32]}.match"
        first.write_bytes(match.file)
        past = read_match(first, own, lambda *_: rules)
        assert past is not None, "the match was played to its end"
        with History.open(home, print) as history:
            there = history.take_in(own, lambda *_: rules)
            assert not there
            count = 1
            for size in PAST:
                with history._writing():
                    for more in range(count, size):
                        other = replace(past, game_id=dice.randbytes(32), ended=past.ended + more)
                        os.link(first, folder / f"{other.id}.match")
                        history._put(other.id, stamp(first), other)
                count = size
                points.append((float(size), best(lambda: start(home, own, rules)) * 1e3))
    return Growth("a start by past matches", "matches", "ms", tuple(points))


def start(home: Path, own: list[bytes], rules: Rules) -> None:
    """All that a start does with past matches."""
    with History.open(home, print) as history:
        assert not history.take_in(own, lambda *_: rules)
        rate(history.matches())


# Memory.


def by_matches(game: str) -> Growth:
    """The memory of a headless node once so many guests have sat down."""
    points = []
    for count in UNDER_WAY:
        load = bench_serve.Load(count, count / 8, 2.0, 0.0, game)
        with room() as folder:
            points.append((float(count), _memory(load, folder)))
    return Growth(f"{game}: memory of a node", "matches", "MB", tuple(points))


def _memory(load: bench_serve.Load, folder: Path) -> float:
    home, guests = folder / "node", folder / "guests"
    home.mkdir(mode=0o700)
    guests.mkdir(mode=0o700)
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    node = bench_serve.Process(home, load, port, folder / "marks")
    crowd = bench_serve.Guests(load, node.invites, guests)
    try:
        until = time.monotonic() + bench_serve.PATIENCE_S
        while not crowd.told or crowd.sum("seated") < load.matches:
            assert time.monotonic() < until, "not all guests have got a seat"
            time.sleep(0.1)
            crowd.listen()
        time.sleep(2 * load.every)
        return node.memory_mb()
    finally:
        crowd.end()
        node.end()


WHAT: dict[str, Callable[[str], Growth]] = {
    "seats": by_seats,
    "field": by_field,
    "verify": by_file,
    "history": by_history,
    "memory": by_matches,
}


# Drawing.


def bars(growth: Growth) -> list[str]:
    """The lines of a growth: a bar for each size, and how it grows."""
    most = max(cost for _, cost in growth.points)
    lines = [f"{growth.what}; {growth.verdict}"]
    for size, cost in growth.points:
        bar = "#" * max(1, round(BAR * cost / most))
        lines.append(f"{size:10,.0f} {growth.size:<8} {cost:10,.1f} {growth.cost:<3} {bar}")
    return lines


def svg(grown: list[Growth]) -> str:
    """All of them in one picture, one below the other. A dashed line goes on in proportion from the first
    point."""
    height = HEIGHT * len(grown)
    size = f'width="{WIDTH}" height="{height}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="11">',
        f'<rect {size} fill="white"/>',
    ]
    for at, growth in enumerate(grown):
        lines += _panel(growth, HEIGHT * at)
    return "\n".join([*lines, "</svg>", ""])


def _panel(growth: Growth, top: int) -> Iterator[str]:
    (x0, y0), last_x = growth.points[0], growth.points[-1][0]
    most = max(cost for _, cost in growth.points)
    left, right, low, high = MARGIN, WIDTH - MARGIN, top + HEIGHT - MARGIN, top + MARGIN

    def place(x: float, y: float) -> tuple[float, float]:
        return left + (right - left) * x / last_x, low - (low - high) * y / most

    end = min(last_x, most / y0 * x0)
    (ax, ay), (bx, by) = place(x0, y0), place(end, y0 * end / x0)
    yield f'<text x="{left}" y="{top + 18}" font-size="13">{escape(growth.what)}</text>'
    yield f'<text x="{left}" y="{top + 34}">{growth.verdict}</text>'
    yield f'<path d="M{left} {high}V{low}H{right}" fill="none" stroke="black"/>'
    yield f'<path d="M{ax:.1f} {ay:.1f}L{bx:.1f} {by:.1f}" stroke="gray" stroke-dasharray="4"/>'
    spots = [place(x, y) for x, y in growth.points]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in spots)
    yield f'<polyline points="{line}" fill="none" stroke="steelblue" stroke-width="2"/>'
    for (size, cost), (x, y) in zip(growth.points, spots, strict=True):
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="steelblue"/>'
        yield f'<text x="{x:.1f}" y="{low + 14}" text-anchor="middle">{size:,.0f}</text>'
        yield f'<text x="{x:.1f}" y="{y - 6:.1f}" text-anchor="middle">{cost:,.0f}</text>'
    yield f'<text x="{right}" y="{low + 30}" text-anchor="end">{growth.size}</text>'
    yield f'<text x="{left - 8}" y="{high - 6}" text-anchor="end">{growth.cost}</text>'


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
