"""Counts lines of legal moves from fixed positions: numbers that change when any rule of a game does.

    python3 scripts/perft.py [GAME ...]              count all positions again, and compare
    python3 scripts/perft.py --slow [GAME ...]       besides, try every move that can be written at all,
        [--depth N] [--ways N]                       also after N - 1 moves, after some of them or after all
    python3 scripts/perft.py --renew [GAME ...]      the same moments with the cards of today
    python3 scripts/perft.py --make [GAME ...]       choose positions from random matches and write the files

A file tests/engine/perft/GAME.toml holds positions with the numbers of lines of 1, 2 and 3 answers from each;
counting stops at LINES_MAX. Values that the table owes on the way are dealt from a fixed seed and are not
answers. Lines that end earlier, because the match is over, count as well.

The slow count never asks the engine for its options: it writes down whatever the notation allows, and keeps
what the engine does not refuse. A line names the card set that it is for: when cards have changed, `--renew`
plays the same matches up to the same rests again.
"""

from __future__ import annotations

import argparse
import copy
import sys
import time
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from fadenet import games
from fadenet.engine import kernel, position
from fadenet.engine.position import HiddenState
from fadenet.engine.rules import Move, Rules, rules_of
from fadenet.engine.state import (
    ACT,
    ASK_WORDS,
    RESPOND,
    Known,
    State,
)
from fadenet.table.dealer import Dealer
from tests.builders.playout import TABLES, Playout, Table

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "engine" / "perft"
DEPTH = 3
LINES_MAX = 10_000
SEED = 1  # of what the table owes on the way
POSITIONS = 30  # for each game, at least
MATCHES = 12  # random matches on each table from which they are chosen
NAMED_MAX = 32  # numbers below this are written behind a name that stands alone
OF_A_KIND = 5  # moments of each kind that are looked at
TWICE = 2  # and that may become positions
TRIES_MAX = 400_000  # ways to write one move that the slow count tries at one position

TreeNode = tuple[State, HiddenState]


@dataclass(frozen=True)
class FixedPosition:
    """One fixed position: what it shows, where it comes from, its line with all that is hidden, its numbers.

    origin: table, seed of the match, and which of its rests.
    """

    name: str
    origin: str
    line: str
    counts: tuple[int, ...]

    def node(self) -> TreeNode:
        """Raises `WrongInput` if the rules or cards are others by now."""
        head = position.head_of(self.line)
        rules = games.load(head.game, head.format, **head.options)
        s, hidden = position.load_whole(rules, self.line)
        assert hidden is not None
        return s, hidden


def counted() -> list[str]:
    """The games that have a file of positions."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def read(game: str) -> list[FixedPosition]:
    """The positions of a game's file."""
    tables = tomllib.loads((FOLDER / f"{game}.toml").read_text("utf-8"))
    return [FixedPosition(p["name"], p["origin"], p["line"], tuple(p["lines"])) for p in tables["position"]]


# Counting.


def dealt(node: TreeNode) -> TreeNode:
    """The next rest at which somebody is asked or the match is over; the node itself if that is one."""
    s, hidden = node
    if not s.needs:
        return node
    dealer = Dealer.resumed(hidden, SEED)
    s = s.clone()
    while s.needs:
        dealer.deal(s)
    return s, dealer.hidden()


def asked(s: State) -> int:
    """The seat that answers next."""
    return next(int(a.seat) for a in s.asks if kernel.ask_of(s, a.seat) is not None)


def listed(node: TreeNode) -> list[Move]:
    """The moves that the engine lists at a rest with asks."""
    s, hidden = node
    seat = asked(s)
    return kernel.options(s, seat, hidden.known[seat])


def after(node: TreeNode, move: Move) -> TreeNode:
    """The rest to which a move of the seat that is asked leads."""
    s, hidden = node
    seat = asked(s)
    opened = tuple((h, hidden.truth[h]) for h in kernel.opens(s, move))
    s = s.clone()
    kernel.apply(s, seat, move, opened)
    return dealt((s, hidden))


def count(node: TreeNode, depth: int, most: int = LINES_MAX) -> int:
    """The number of lines of `depth` answers, counted until there are `most`."""
    node = dealt(node)
    if node[0].over:
        return 1
    moves = listed(node)
    if depth == 1:
        return min(len(moves), most)
    total = 0
    for move in moves:
        total += count(after(node, move), depth - 1, most - total)
        if total >= most:
            break
    return total


def counts(node: TreeNode) -> tuple[int, ...]:
    """The numbers of lines of 1 to DEPTH answers."""
    return tuple(count(node, depth) for depth in range(1, DEPTH + 1))


# Legality by refusal.


def accepted(
    node: TreeNode, rules_met: set[str], tries_max: int = TRIES_MAX, one_in: int = 1
) -> tuple[set[Move], int]:
    """The moves that are not refused, among all that can be written; and the length below which all of these
    were tried.

    Every verb is tried with every argument, and with every two where a move of the game is asked for. Longer
    moves are tried where the shorter one is legal, or is refused by one of `rules_met`: the rules that
    refuse the beginnings of longer moves. one_in: a second argument is tried behind one refused move in so
    many.
    """
    s, hidden = node
    seat = asked(s)
    known = hidden.known[seat]
    names, numbers = alphabet(s), singles(s, seat)
    free = all(a.kind in (ACT, RESPOND) for a in s.asks)
    found: set[Move] = set()
    layer: list[Move] = []
    refused = 0
    for verb in range(len(s.rules.verbs)):
        if (verb,) in (kernel.CONCEDE_MOVE, s.rules.timeout):
            continue
        for move in ((verb,), *((verb, x) for x in numbers)):
            why = refusal(s, seat, move, known)
            if why is None:
                found.add(move)
            elif len(move) == 2:
                refused += 1
            if len(move) == 2 and (
                why is None or (free and verb >= len(kernel.VERBS) and refused % one_in == 0)
            ):
                layer.append(move)
    tries = 0
    length = 2
    while layer:
        grown: list[Move] = []
        for move in layer:
            for x in names:
                if length > 2 and not in_order(move[-1], x):
                    continue
                tries += 1
                longer = (*move, x)
                why = refusal(s, seat, longer, known)
                if why is None:
                    found.add(longer)
                if why is None or why in rules_met:
                    grown.append(longer)
        length += 1
        if tries + len(grown) * len(names) > tries_max:
            return found, length + 1 if one_in == 1 else 3
        layer = grown
    return found, sys.maxsize if one_in == 1 else 3


def refusal(s: State, seat: int, move: Move, known: Known) -> str | None:
    """The rule that refuses a move with all that it shows, None for a legal one."""
    opened = tuple((h, known[h]) for h in kernel.opens(s, move) if h in known)
    reason = kernel.check(s, seat, move, opened)
    return None if reason is None else reason.rule


def alphabet(s: State) -> list[Any]:
    """Every argument that can be written: named values, links, and whatever has a place."""
    rules: Rules = rules_of(s)
    named = [
        (key, n)
        for key in range(1, len(rules.keys))
        for n in range(len(rules.key_words.get(key, ())) or len(s.chain) + 5)
    ]
    return [*named, *range(-len(s.chain), 0), *placed(s)]


def placed(s: State) -> list[int]:
    """The handles that have a place by which they can be named."""
    there = {h for line in s.zones for h in line} | {h for line in s.kids.values() for h in line}
    return [*range(1, s.seats + 1), *sorted(there - {0})]


def singles(s: State, seat: int) -> list[Any]:
    """The arguments of moves with only one: besides the others, numbers and rows of the queue."""
    a = kernel.ask_of(s, seat)
    assert a is not None
    top, rules = max(a.hi, a.lo, 20) + 3, rules_of(s)
    free = [key for key in range(1, len(rules.keys)) if not rules.key_words.get(key)]
    numbers = [*((0, n) for n in range(-1, top)), *((key, n) for key in free for n in range(NAMED_MAX))]
    return [*dict.fromkeys([*alphabet(s), *numbers]), *(-row[-1] for row in s.queue)]


def in_order(x: Any, y: Any) -> bool:
    """Whether y may be written behind x: named values and links come before cards, in any order."""
    return x != y and (type(x) is tuple or x < 0 or (type(y) is int and y > 0))


def beginnings(nodes: Sequence[TreeNode]) -> set[str]:
    """The rules that refuse what longer legal moves of these positions begin with."""
    met: set[str] = set()
    for node in nodes:
        s, hidden = node = dealt(node)
        if s.over:
            continue
        seat = asked(s)
        for move in listed(node):
            for n in range(3, len(move)):
                met.add(refusal(s, seat, move[:n], hidden.known[seat]) or "")
    return met - {""}


def unbounded(node: TreeNode) -> TreeNode:
    """The same rest with every way to choose targets listed."""
    s, hidden = node
    s = s.clone()
    s.rules = copy.copy(s.rules)
    s.rules.listed_max = sys.maxsize
    return s, hidden


def slow_fault(
    node: TreeNode,
    rules_met: set[str],
    depth: int,
    tries_max: int = TRIES_MAX,
    ways: int = LINES_MAX,
    one_in: int = 1,
) -> str:
    """How the moves that are accepted differ from those that are listed, down to some depth; "" if not.

    ways: of the moves from each rest about so many, evenly chosen, are followed to the next one. one_in: as
    for `accepted`. A move by which a seat states something of a card that stays hidden may be accepted
    although it is false.
    """
    s, hidden = node = unbounded(dealt(node))
    if s.over:
        return ""
    there = set(listed(node))
    rules_met = rules_met | beginnings([node])
    found, tried = accepted(node, rules_met, tries_max, one_in)
    seat = asked(s)
    known = hidden.known[seat]
    extra = {move for move in found - there if not rules_of(s).moves.vouched(s, move)}
    missing = {move for move in there - found if len(move) < tried or refusal(s, seat, move, known)}
    if extra or missing:
        return f"seat {seat}: accepted, not listed: {sorted(map(str, extra))[:5]}; " + (
            f"listed, not accepted: {sorted(map(str, missing))[:5]}"
        )
    if depth > 1:
        moves = listed(node)
        for move in moves[:: -(-len(moves) // ways)]:
            said = slow_fault(after(node, move), rules_met, depth - 1, tries_max, ways, one_in)
            if said:
                return f"after {move}: {said}"
    return ""


# Choosing positions.


def signature(s: State) -> tuple[Any, ...]:
    """The kind of this moment."""
    a = next(a for a in s.asks if a.seat == asked(s))
    kind = a.kind
    when = s.phase if kind == ACT or not s.chain else -1
    hidden = any(s.stated)
    return (
        ASK_WORDS[kind],
        a.window,
        a.picker,
        a.sealed,
        min(len(s.chain), 3),
        when,
        s.turn == 0,
        len(s.asks) > 1,
        hidden,
        bool(s.out),
    )


def title(table: Table, s: State) -> str:
    """The title of a position."""
    kind, window, _, _, links, _, setup, several, hidden, out = signature(s)
    parts = [f"{table}: {kind}"]
    parts += [f"window {window}"] * (kind == "respond") + [f"chain of {len(s.chain)}"] * bool(links)
    parts += ["set-up"] * setup + ["several are asked"] * several + ["face-down cards"] * hidden
    parts += ["somebody is out"] * out
    phase = rules_of(s).phases[s.phase] if rules_of(s).phases and not setup else ""
    return ", ".join([*parts, *([phase] if phase else []), f"turn {s.turn}"])


def moments(table: Table) -> dict[tuple[Any, ...], list[tuple[int, FixedPosition]]]:
    """By kind of moment: the first few rests with a choice, and the numbers of options there."""
    found: dict[tuple[Any, ...], list[tuple[int, FixedPosition]]] = {}
    for seed in range(MATCHES):
        play = Playout(table.rules, seed, players=table.players)
        for at, s in enumerate(play.rests()):
            if s.needs or s.over:
                continue
            rows = found.setdefault(signature(s), [])
            if len(rows) < OF_A_KIND:
                n = len(play.options(play.owing()[0]))
                if n > 1:
                    line = position.dump(s, play.dealer.hidden())
                    rows.append((n, FixedPosition(title(table, s), f"{table} {seed} {at}", line, ())))
    return {kind: rows for kind, rows in found.items() if rows}


def tables_of(game: str) -> list[Table]:
    """Each format of a game with the fewest and with the most players."""
    found: dict[tuple[str, bool], Table] = {}
    for table in TABLES:
        counts = table.rules.seat_counts
        if table.game == game and table.players in (counts[0], counts[-1]):
            found.setdefault((table.format, table.players == counts[0]), table)
    return list(found.values())


def choose(game: str) -> list[FixedPosition]:
    """Positions of all kinds of moments, shared out among the tables of a game.

    The kinds of questions take turns; of each the moment with most choices comes first.
    """
    tables = tables_of(game)
    each = max(POSITIONS // len(tables), 6)
    found: list[FixedPosition] = []
    for table in tables:
        lines: dict[str, list[tuple[int, FixedPosition]]] = {}
        for kind, rows in moments(table).items():
            lines.setdefault(kind[0], []).extend(sorted(rows, key=lambda row: -row[0])[:TWICE])
        for rows in lines.values():
            rows.sort(key=lambda row: -row[0])
        turns = [word for _ in range(each) for word in ("act", "respond", *sorted(lines))]
        for word in turns[: 8 * each]:
            if lines.get(word) and len(found) < each * (tables.index(table) + 1):
                found.append(lines[word].pop(0)[1])
    return found


def renewed(p: FixedPosition) -> FixedPosition:
    """The same moment of the same match, as it comes out with the rules and cards of today."""
    name, seed, at = p.origin.split()
    table = next(table for table in TABLES if str(table) == name)
    play = Playout(table.rules, int(seed), players=table.players)
    for n, s in enumerate(play.rests()):
        if n >= int(at) or s.over:
            break
    line = position.dump(play.s, play.dealer.hidden())
    return FixedPosition(
        p.name if play.s.needs or play.s.over else title(table, play.s), p.origin, line, p.counts
    )


def write(game: str, positions: Sequence[FixedPosition]) -> None:
    """Write a game's file."""
    FOLDER.mkdir(exist_ok=True)
    text = [
        f"# Made by scripts/perft.py --make {game}: lines of 1, 2 and 3 legal answers from each position.\n"
    ]
    for p in positions:
        text.append(f'\n[[position]]\nname = "{p.name}"\norigin = "{p.origin}"\n')
        text.append(f'lines = {list(p.counts)}\nline = "{p.line}"\n')
    (FOLDER / f"{game}.toml").write_text("".join(text), "utf-8")


# The command.


def main(arguments: list[str]) -> int:
    """Returns the exit code: 0 all as it was, 1 a number or a move differs."""
    parser = argparse.ArgumentParser(description="Count lines of legal moves from fixed positions.")
    parser.add_argument("games", nargs="*", default=counted(), metavar="GAME")
    parser.add_argument("--make", action="store_true", help="choose positions and write the files")
    parser.add_argument("--renew", action="store_true", help="bring the files up to the cards of today")
    parser.add_argument("--slow", action="store_true", help="try every move that can be written, too")
    parser.add_argument("--depth", type=int, default=1, help="of the slow count (1)")
    parser.add_argument("--ways", type=int, default=LINES_MAX, help="moves it follows from each rest (all)")
    options = parser.parse_args(arguments)
    wrong = 0
    for game in options.games:
        if options.make:
            write(game, [replace(p, counts=counts(p.node())) for p in choose(game)])
        positions = read(game)
        if options.renew:
            positions = [renewed(p) for p in positions]
            write(game, [replace(p, counts=counts(p.node())) for p in positions])
        nodes = [p.node() for p in positions]
        met = beginnings(nodes) if options.slow else set()
        for p, node in zip(positions, nodes, strict=True):
            started = time.perf_counter()
            got = counts(node)
            said = "" if got == p.counts else f"counted {got}, the file says {p.counts}"
            if options.slow and not said:
                said = slow_fault(node, met, options.depth, ways=options.ways)
            wrong += bool(said)
            print(f"{p.name}: {said or got} {time.perf_counter() - started:.2f} s", flush=True)
    print(f"{wrong} differ" if wrong else "all as it was")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
