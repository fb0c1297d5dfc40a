"""How a match is at the console: how often one is asked to no purpose, how much is said, how fast it is.

    python3 scripts/bench_console.py [--game all] [--games 10] [--seed 0] [--workers 2] [--show]
    python3 scripts/bench_console.py --keys

A person who does what `hint` says, and is asked as the stops have it at first, plays against the same helper
without stops: each deal twice, with the seats swapped. Printed for each game: the questions and the share of
passes among the answers, and of moves from row to row; how many keys an answer takes, Enter among them, typed
as short as it can be without the hint (with it they are two: Tab and Enter); how many questions had answers
that all came to the same; the longest run of lines of the log, at 80 columns, that no question interrupts,
and the share of games that the person wins, a draw counting half. Fails above `PASSES_MAX` passes,
`MOVES_MAX` moves from row to row or `KEYS_MAX` keys, and at a question without a difference. With `--show`
the log of the first match stands below.

With `--keys` matches are played in pseudo-terminals of 80x24, 120x40 and 200x60: the time to the first
question from nothing, and in the midst of a match with a full board the time from a key to the screen (median
and 95 %) while a move is typed, what the match costs idle, and how long `--help` takes. Where other programs
share the cores, the CPU time behind the first two is what can be compared.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from string import ascii_lowercase
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from hinted import Hinted

from fadenet import games
from fadenet.bots.arena.workers import Workers
from fadenet.bots.base import run_now
from fadenet.bots.greedy import GreedyBot
from fadenet.bots.lookahead import indifferent
from fadenet.console.match import rows
from fadenet.console.match.desk import Desk
from fadenet.console.match.grammar import Unclear
from fadenet.console.match.rows import BUT, March
from fadenet.console.match.wording import TO
from fadenet.console.text import wrap
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Move
from fadenet.games import decks
from fadenet.table.local import LocalMatch

WIDTH = 80
PASSES_MAX, MOVES_MAX, KEYS_MAX = 0.10, 0.15, 5.0
"""Of the answers in a game."""


class Playthrough(NamedTuple):
    """How one match went for the person. points: 2 for a win, 1 for a draw."""

    asked: int
    passed: int
    moved: int
    keys: int
    same: int
    burst: int
    points: int
    log: list[str]


class Counted(Hinted):
    """Counts the questions, the passes among the answers, and the lines between two of them."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = self.passed = self.moved = self.keys = self.same = self.burst = 0

    def answers(self, move: Move, line: str) -> None:
        self.asked += 1
        self.passed += move == PASS_MOVE
        self.moved += self.desk.sight.seat.state.rules.verbs[move[0]] == "move"
        self.keys += keys_for(self.desk, line)
        move_lines = self.desk.move_lines()
        self.same += (len(move_lines) == 1 and move_lines[0].places == 1) or indifferent(self.desk.sight.seat)
        new = [entry for entry in self.desk.fresh() if entry.kind == "event"]
        self.burst = max(self.burst, sum(len(wrap(entry.lead + entry.text, WIDTH)) for entry in new))


def course(game: str, number: int) -> Playthrough:
    """Match `number` of a game; 2 k and 2 k + 1 have the same deal and swapped seats."""
    rules, dice = games.load(game), Random(number // 2)
    lists = [decks.load_deck(rules, dice.choice(decks.packaged(rules))).lists for _ in range(2)]
    person, own = Counted(), number % 2
    players = [GreedyBot(), person] if own else [person, GreedyBot()]
    codes = [part for deck in lists for part in deck]
    places, _ = run_now(LocalMatch(rules, players, codes, number // 2, ("Ann", "Bob")).play())
    points = 1 if places[0] == places[1] else 2 * (places[own] == 1)
    log = [entry.lead + entry.text for entry in person.desk.log]
    counts = (person.asked, person.passed, person.moved, person.keys, person.same)
    return Playthrough(*counts, person.burst, points, log)


def keys_for(desk: Desk, line: str) -> int:
    """The keys of the shortest line that does what a line does, with Enter: a number that stands on the
    screen, the verb's letter and so many of the words behind it as it takes, each as short as it may be."""
    verb, *words = line.split()
    wanted = _meant(desk, line)
    letters = [letter for letter, named in desk.sight.face.letters.items() if named == verb]
    bodies = [words, words[1:]] if words[1:2] == [BUT] else [words]
    tails = [
        tail for body in bodies for n in range(len(body) + 1) for tail in product(*map(_shorter, body[:n]))
    ]
    lines = [" ".join((*head, *tail)) for head in (letters, [verb], []) for tail in tails]
    lines += [str(n) for n in range(1, len(desk.numbered()) + 1)]
    return 1 + min(len(one) for one in lines if one and _meant(desk, one) == wanted)


def _shorter(word: str) -> set[str]:
    """How a word of a line may be typed: whole, by its number, without what it is, by its first letter."""
    place = word.removeprefix(TO)
    number = place.rpartition(".")[2].lstrip(ascii_lowercase)
    return {word, place, *([number] if number else []), *([place[0]] if place != word else [])}


def _meant(desk: Desk, line: str) -> Move | March | None:
    """The effect of a line: the move by its number or by its words, or who goes into a row if there are
    several; None for a line that is not clear."""
    numbered, asked, sight = desk.numbered(), desk.dialogue.asked, desk.sight
    assert asked is not None
    if line.isdecimal():
        chosen = numbered[int(line) - 1] if 0 < int(line) <= len(numbered) else ""
        if not isinstance(chosen, str):
            return chosen.move
        line = chosen
    try:
        going = rows.read(sight, asked.options, line)
        if going is None:
            return asked.grammar.parse(line)
    except Unclear:
        return None
    return going if len(going.handles) > 1 else going.next(sight, asked.options)


# Keys.

KEYS, IDLE_S, QUIET_S = 200, 5.0, 0.25
QUESTION, MIDST = b"scissors:", b"legal"
CROWDED, SEED, AT = "fade1", "2", range(200, 300)
"""The game with the fullest board, the seed of its match, and where in it the first player may be to move."""
TYPED = b"attach h1 c2"
TERMINALS = ((80, 24), (120, 40), (200, 60))


class Terminal:
    """A command in a pseudo-terminal of so many columns and rows."""

    def __init__(self, columns: int, rows: int, *argv: str) -> None:
        self.began = time.perf_counter()
        self.child, self.fd = pty.fork()
        if not self.child:
            os.environ["TERM"] = "xterm-256color"
            os.execv(sys.executable, [sys.executable, "-P", "-m", "fadenet", *argv])
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, seconds: float) -> bytes:
        """The bytes that are written next, b"" if nothing is for so long."""
        return os.read(self.fd, 65_536) if select.select([self.fd], [], [], seconds)[0] else b""

    def until(self, words: bytes) -> float:
        """Seconds from the start until these words have been written."""
        seen = b""
        while words not in seen:
            seen += self.read(10.0) or b""
        return time.perf_counter() - self.began

    def press(self, key: bytes) -> float:
        """Seconds from a key until the screen has begun to follow."""
        while self.read(0.0):
            pass
        began = time.perf_counter()
        os.write(self.fd, key)
        self.read(2.0)
        return time.perf_counter() - began

    def used(self) -> tuple[float, float]:
        """CPU seconds so far, and MiB of memory."""
        fields = Path(f"/proc/{self.child}/stat").read_text().rpartition(")")[2].split()
        ticks = int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK"), int(fields[21]) * os.sysconf("SC_PAGE_SIZE") / 2**20

    def close(self) -> None:
        os.kill(self.child, signal.SIGTERM)
        os.close(self.fd)
        os.waitpid(self.child, 0)


def crowded(home: str) -> str:
    """The file of a position in the midst of a match of two bots."""
    fadenet = [sys.executable, "-P", "-m", "fadenet", "--home", home]
    record, position = f"{home}/match.fnr", f"{home}/position"
    play = [*fadenet, "--plain", "play", CROWDED, "--auto", "--seed", SEED, "--record", record]
    subprocess.run(play, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    for at in AT:
        line = subprocess.run([*fadenet, "position", record, "--at", str(at)], capture_output=True).stdout
        Path(position).write_bytes(line)
        told = subprocess.run([*fadenet, "position", position], capture_output=True).stdout
        if b"p1 owes an answer (act)" in told:
            return position
    raise AssertionError("the first player is nowhere to move")


def keys() -> None:
    """Measure matches in pseudo-terminals, and `--help`."""
    root = Path(__file__).resolve().parent.parent
    os.chdir(root)
    typed = [bytes([key]) for key in TYPED] + [b"\x7f"] * len(TYPED)
    with tempfile.TemporaryDirectory() as home:
        position = crowded(home)
        for columns, rows in TERMINALS:
            window = Terminal(columns, rows, "--home", home, "play", "faroe", "--seed", "3")
            first = window.until(QUESTION)
            start, _ = window.used()
            window.close()
            window = Terminal(columns, rows, "--home", home, "play", CROWDED, "--position", position)
            window.until(MIDST)
            while window.read(QUIET_S):
                pass
            before, _ = window.used()
            times = sorted(window.press(key) for key in typed * (KEYS // len(typed)))
            each = (window.used()[0] - before) / len(times)
            before, _ = window.used()
            time.sleep(IDLE_S)
            after, memory = window.used()
            window.close()
            p50, p95 = (1_000 * times[int(len(times) * share)] for share in (0.5, 0.95))
            print(f"{columns}x{rows}: key to screen {p50:.1f} ms, 95 % {p95:.1f} ms", end="")
            print(f" (CPU {1_000 * each:.1f} ms a key)", end="")
            print(f"; first question {first:.2f} s (CPU {start:.2f} s)", end="")
            print(f"; idle {(after - before) / IDLE_S:.1%} of a core, {memory:.0f} MiB", flush=True)
    times = []
    for _ in range(7):
        began = time.perf_counter()
        subprocess.run(
            [sys.executable, "-P", "-m", "fadenet", "--help"], stdout=subprocess.DEVNULL, check=True
        )
        times.append(time.perf_counter() - began)
    print(f"--help: {min(times):.3f} s, median {sorted(times)[3]:.3f} s")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", default="all", choices=["all", *games.NAMES])
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--seed", type=int, default=0, help="number of the first match")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    parser.add_argument("--show", action="store_true")
    parser.add_argument("--keys", action="store_true", help="measure keys, start and idleness instead")
    options = parser.parse_args()
    if options.keys:
        keys()
        return 0
    failed = False
    with Workers(options.workers) as pool:
        for game in games.NAMES if options.game == "all" else (options.game,):
            numbers = range(options.seed, options.seed + options.games)
            played = [*pool.each(partial(course, game), numbers)]
            asked, share = sum(c.asked for c in played), sum(c.points for c in played) / (2 * len(played))
            passes = sum(c.passed for c in played) / max(asked, 1)
            burst = max(c.burst for c in played)
            moves, typed = (
                sum(n) / max(asked, 1) for n in zip(*((c.moved, c.keys) for c in played), strict=True)
            )
            same = sum(c.same for c in played)
            print(f"{game:8} {asked:6} questions, {passes:5.1%} passes, {moves:5.1%} moves", end="")
            print(f"; {typed:.1f} keys; {same} without difference; longest burst {burst:3}", end="")
            print(f"; wins {share:5.1%} of {len(played)}", flush=True)
            failed |= passes > PASSES_MAX or moves > MOVES_MAX or typed > KEYS_MAX or same > 0
            if options.show:
                print("\n".join(played[0].log))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
