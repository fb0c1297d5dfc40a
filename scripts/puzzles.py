"""Proves the puzzles there are, and looks for more: positions with one right move (`fadenet puzzle`).

    python scripts/puzzles.py prove [GAME ..]
    python scripts/puzzles.py renew [GAME ..]
    python scripts/puzzles.py solve [GAME ..] [--bot NAME]
    python scripts/puzzles.py find GAME [--matches N] [--seed S] [--level L] [--rests R]

`prove` goes through every line of every puzzle, and fails on one that is not as it says. `renew` writes the
positions anew where rules or cards have changed their hash, which nothing is proven by; what abilities have
done this turn stands there by their numbers, which an ability that is added moves: `prove` fails then.
`solve` lets a bot answer what is asked for, with all Hands open to it, and counts what it solves.

`find` plays matches of bots and stops where a seat has a few moves. It throws cards away until few are left
on each side, puts cards into the Hands that may as well have been drawn, and gives the side that is to be
beaten as much life as can still be beaten, or the own side as little as can still live or keep a card: there
one move is often the only one. Where something has to be answered, the goal is to live to the end of the turn
or phase, to the end of what runs, or to keep a card that would be lost; to answer nothing is right where the
answer is wanted later. A proven one is printed as a `[[puzzle]]` without `task`, `why` and `rules`, which are
for somebody to write who has looked at it. A puzzle that a bot solves with one of two attacks is passed over.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import islice
from random import Random

from environment import ROOT

from fadenet import games
from fadenet.bots import LEVELS, make
from fadenet.bots.arena import random_deck
from fadenet.bots.base import Bot, run_now
from fadenet.bots.greedy import GreedyBot
from fadenet.bots.judgement import judgement_of
from fadenet.bots.prover import Prover, Undecided, asked_of, fault_of
from fadenet.console.learn.puzzle import PuzzleLine, Replier
from fadenet.console.learn.script import Finished
from fadenet.engine import atoms, kernel, notation
from fadenet.engine.errors import LoadError
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.position import HiddenState, dump
from fadenet.engine.rules import Move, Rules
from fadenet.engine.state import ACT, HANDLE_MASK, TAKE, Known, Row, State
from fadenet.games.decks import load_deck, packaged
from fadenet.games.puzzles import FOLDER, Goal, Puzzle, Until, opened, puzzles_of
from fadenet.table.dealer import Dealer
from fadenet.table.local import LocalMatch
from fadenet.table.view import Answer, MatchInfo, Player, SeatView

UNTIL: dict[str, Until] = {"fade": "phase", "terrene": "turn", "prelude": "turn"}
"""By family when the goal has to be reached."""
THINNED = {"fade": "cbas", "terrene": "c", "prelude": ""}
"""By family the zones of the field, by their letters, of which few cards are left; those of Zone cards
are not among them, as others lie over these."""
STAYING = {"fade": ((2, 3, 4, 5), (1, 2, 3, 4)), "terrene": ((1, 2, 3), (1, 1, 2, 3))}
"""By family how many cards may be left there of the seat that is asked, and of the other one."""
LIFE_MAX = {"faroe": 30, "fade2": 60, "fade1": 100, "terrene": 50, "prelude": 60}
RESTS_MAX = 20_000
"""Of a proof of a puzzle that is there."""
TRIES_MAX = 60
"""Positions of one match that are looked at where a turn goes on, and as many where something is answered."""
MOVES = {"fade": range(4, 19), "terrene": range(4, 27), "prelude": range(4, 19)}
"""By family how many moves a position may have."""
ANSWERS_MIN = 3
"""So many answers there are at least, the pass among them."""
RIGHT_MAX = 3
"""Moves of one line, of which each may come first."""
LINE_MAX, ASKED_MAX = 40, 3
LINE = re.compile(r'"(fnp1 (\S+) \S+ \S+) [0-9a-f]{16} [0-9a-f]{16} ([^"]*) #[0-9a-f]{8}"')


def main(arguments: list[str]) -> int:
    """Prove, renew, solve or find; the exit code is 1 when a puzzle is not as it says."""
    parser = argparse.ArgumentParser(description="Prove puzzles, and look for more.")
    commands = parser.add_subparsers(dest="command", required=True)
    for command in ("prove", "renew"):
        commands.add_parser(command).add_argument("games", nargs="*", metavar="GAME")
    solving = commands.add_parser("solve")
    solving.add_argument("games", nargs="*", metavar="GAME")
    solving.add_argument("--bot", default="greedy", metavar="NAME", help="as `fadenet bot list` has it")
    find = commands.add_parser("find")
    find.add_argument("game", choices=games.NAMES)
    find.add_argument("--matches", type=int, default=10, metavar="N")
    find.add_argument("--seed", type=int, default=1, metavar="S", help="of the first match")
    find.add_argument("--level", choices=tuple(LEVELS), default="hard")
    find.add_argument("--rests", type=int, default=1_000, metavar="R", help="of one proof")
    options = parser.parse_args(arguments)
    if options.command == "find":
        for seed in range(options.seed, options.seed + options.matches):
            for found in Finder(games.load(options.game), options.rests, seed).found(options.level):
                print(found, flush=True)
        return 0
    names = options.games or list(games.NAMES)
    if options.command == "solve":
        return solve(names, options.bot)
    return (prove if options.command == "prove" else renew)(names)


def prove(names: Sequence[str]) -> int:
    """Go through every line of every puzzle of these games."""
    wrong = 0
    for name in names:
        rules = games.load(name)
        for n, puzzle in enumerate(puzzles_of(rules), 1):
            try:
                fault = fault_of(rules, puzzle, RESTS_MAX)
            except Undecided:
                fault = f"its proof has more than {RESTS_MAX} questions"
            except LoadError as error:
                fault = str(error)
            wrong += bool(fault)
            print(f"{name} {n} {puzzle.id}: {fault or 'proven'}", flush=True)
    return int(wrong > 0)


def renew(names: Sequence[str]) -> int:
    """Put the hashes of the rules and cards that there are into the positions."""
    for name in names:
        rules = games.load(name)
        path = ROOT / rules.package.replace(".", "/") / FOLDER / f"{name}.toml"
        hashes = f"{rules.hash.hex()[:16]} {rules.card_hash.hex()[:16]}"

        def renewed(found: re.Match[str], hashes: str = hashes) -> str:
            line = f"{found[1]} {hashes} {found[3]}"
            return f'"{line} #{blake2b(line.encode(), digest_size=4).hexdigest()}"'

        path.write_text(LINE.sub(renewed, path.read_text("utf-8")), "utf-8")
    return 0


def solve(names: Sequence[str], bot: str) -> int:
    """Count the puzzles that a bot solves, and name those that it does not."""
    for name in names:
        rules = games.load(name)
        puzzles = puzzles_of(rules)
        missed = [one.id for one in puzzles if not solved(rules, one, make(bot))]
        print(
            f"{name}: {len(puzzles) - len(missed)} of {len(puzzles)}; not {', '.join(missed) or 'one'}",
            flush=True,
        )
    return 0


def solved(rules: Rules, puzzle: Puzzle, bot: Bot) -> bool:
    """Whether a bot makes each move that is asked for."""
    line = PuzzleLine(rules, puzzle)
    trying = TryingBot(bot, line)
    seats = range(line.state.seats)
    players: list[Player] = [trying if seat == line.seat else Replier(line) for seat in seats]
    match = LocalMatch.going_on(line.state, line.hidden, players, None)
    with contextlib.suppress(Finished):
        run_now(match.play())
    return trying.right


class TryingBot(Replier):
    """A bot at a puzzle: its answers are noted, and the moves of the line are made."""

    def __init__(self, bot: Bot, line: PuzzleLine) -> None:
        super().__init__(line)
        self.bot = bot
        self.right = True

    async def start(self, match: MatchInfo, seat: SeatView) -> None:
        await self.bot.start(match, seat)

    async def choose(self, seat: SeatView) -> Answer:
        line, judge = self.line, judgement_of(self.line.rules)
        if not line.due:
            raise Finished
        if len(seat.options()) > 1:
            given = judge.alike(seat, (await self.bot.choose(seat)).move)
            wanted = [judge.alike(seat, move) for move in (line.next(seat), *line.also(seat))]
            self.right = self.right and given in wanted
            line.asked += 1
        return await super().choose(seat)


@dataclass(frozen=True, slots=True)
class SeenRest:
    """A rest of a match, and the deck lists and the cards that lie behind it."""

    state: State
    hidden: HiddenState


@dataclass(frozen=True, slots=True)
class Aim:
    """A goal to be tried. card: the handle of the one to save, 0 = none."""

    seat: int
    goal: Goal
    until: Until
    card: int = 0


class Finder:
    """Looks through one match. rests_max: of one proof; seed: of the match, and of what is tried."""

    def __init__(self, rules: Rules, rests_max: int, seed: int) -> None:
        self.rules = rules
        self.rests_max = rests_max
        self.seed = seed
        self.random = Random(seed)
        self.judge = judgement_of(rules)
        family = rules.descriptor.family
        self.until, self.moves = UNTIL[family], MOVES[family]
        self.ranks = [rules.zone_letters.index(letter) for letter in ("c", "b" if family == "fade" else "c")]
        self.thinned = [rules.zone_letters.index(letter) for letter in THINNED[family]]

    def found(self, level: str) -> Iterator[str]:
        """The puzzles in a match of two bots of a level, one a turn."""
        places, turns = self._places(LEVELS[level]), set()
        tries = {True: 0, False: 0}
        self.random.shuffle(places)
        for place in places:
            s = place.state
            seat, free = s.asks[0].seat, s.asks[0].kind == ACT and not s.chain
            if s.turn in turns or free != (seat == s.active) or tries[free] == TRIES_MAX:
                continue
            cut = self.cut(place, seat)
            if not (self._attacks(cut.state) if free else len(kernel.choices(s, seat, {})) >= ANSWERS_MIN):
                continue
            if self.rules.check_state(cut.state.clone()):  # no match comes to rest there
                continue
            tries[free] += 1
            said = self._won(cut, seat) if free else self.kept(cut, seat)
            if said:
                turns.add(s.turn)
                yield said

    def _places(self, bot: str) -> list[SeenRest]:
        """The rests of a match at which one seat is asked, in its second half."""
        rules, names = self.rules, packaged(self.rules)
        decks = [
            load_deck(rules, self.random.choice(names)) if self.seed % 3 else random_deck(rules, self.random)
            for _ in range(2)
        ]
        kept: list[SeenRest] = []

        def watch(s: State, rows: Sequence[Row]) -> None:
            if s.turn > 3 and not s.needs and not s.over and len(s.asks) == 1:
                dealer = match.dealer
                behind = HiddenState([*map(list, dealer.decks)], dealer.truth.copy(), [{}, {}])
                kept.append(SeenRest(s.clone(), behind))

        codes = [line for deck in decks for line in deck.lists]
        match = LocalMatch(rules, [make(bot), make(bot)], codes, self.seed, watch=watch)
        run_now(match.play())
        return kept[len(kept) // 2 :]

    def _attacks(self, s: State) -> bool:
        """Whether the opponent, or its whole side, can be attacked at once; elsewhere few lines win."""
        seat, verbs = s.active, s.rules.verbs
        attacks = [move for move in kernel.options(s, seat, {}) if verbs[move[0]] == "attack"]
        return any(len(move) == 2 or 2 - seat in move[1:] for move in attacks)

    def _won(self, place: SeenRest, seat: int) -> str:
        """The puzzle of a turn, "" = none: the opponent has as much life as can be beaten."""
        try:
            return self._beaten(place, seat)
        except Undecided:
            return ""

    def _beaten(self, place: SeenRest, seat: int) -> str:
        """The same. Raises `Undecided`."""
        s, low, high = place.state, 1, LIFE_MAX[self.rules.name]
        aim = Aim(seat, "win", self.until)
        if len(self._prover(s, place, aim).moves(s)) not in self.moves:
            return ""
        while low < high:
            life = (low + high + 1) // 2
            there = self._with_life(s, 1 - seat, life)
            if there is not None and self._prover(there, place, aim).holds(there.clone()):
                low = life
            else:
                high = life - 1
        here = self._with_life(s, 1 - seat, low)
        while here is not None:
            prover = self._prover(here, place, aim)
            right = list(islice(prover.right(here), RIGHT_MAX + 1))
            if not right:
                return ""
            moves = len(prover.moves(here))
            if moves in self.moves and 2 * len(right) <= moves and self._in_any_order(prover, here, right):
                said = self._told(here, place, prover, right)
                if said:
                    return said
            here = self._onward(prover, here, right[0])
        return ""

    def kept(self, place: SeenRest, seat: int) -> str:
        """The puzzle of an answer, "" = none: the own side has as little life as can still live, or keep a
        card."""
        s = place.state
        lying = [h for h in range(s.seats + 1, len(s.code)) if s.rules.on_field[s.zone[h]] and not s.host[h]]
        own = [h for h in lying if s.ctrl[h] == seat]
        aims = [
            *(Aim(seat, "live", until) for until in dict.fromkeys((self.until, "chain"))),
            *(Aim(seat, "save", "chain", h) for h in own),
        ]
        for aim in aims:
            try:
                said = self._answered(place, aim)
            except Undecided:
                continue
            if said:
                return said
        return ""

    def _answered(self, place: SeenRest, aim: Aim) -> str:
        """The puzzle of an answer with one goal, "" = none. Raises `Undecided`."""
        s, low, high = place.state, 1, LIFE_MAX[self.rules.name]
        prover = self._prover(s, place, aim)
        if len(prover.moves(s)) < ANSWERS_MIN:
            return ""
        if aim.card and (PASS_MOVE not in prover.moves(s) or prover.holds(prover.after(s, PASS_MOVE))):
            return ""
        if not aim.card and self._holds_with(place, aim, low):
            return ""
        while low < high:
            life = (low + high) // 2
            if self._holds_with(place, aim, life):
                high = life
            else:
                low = life + 1
        here = self._with_life(s, aim.seat, low)
        if here is None:
            return ""
        prover = self._prover(here, place, aim)
        right = list(islice(prover.right(here), 2))
        return self._told(here, place, prover, right) if len(right) == 1 else ""

    def _holds_with(self, place: SeenRest, aim: Aim, life: int) -> bool:
        """Whether the goal is reached for certain with so much life. Raises `Undecided`."""
        s = self._with_life(place.state, aim.seat, life)
        return s is not None and self._prover(s, place, aim).holds(s)

    def _in_any_order(self, prover: Prover, s: State, right: Sequence[Move]) -> bool:
        """Whether behind the first of these moves the others are as right as before."""
        if len(right) == 1:
            return True
        behind = self._onward(prover, s, right[0]) if len(right) <= RIGHT_MAX else None
        legal = prover.moves(behind) if behind is not None else []
        return behind is not None and all(
            move in legal and prover.holds(prover.after(behind, move)) for move in right[1:]
        )

    def _prover(self, s: State, place: SeenRest, aim: Aim) -> Prover:
        return Prover(s, place.hidden.truth, aim.seat, aim.goal, aim.until, aim.card, self.rests_max)

    def cut(self, place: SeenRest, seat: int) -> SeenRest:
        """The position with few cards on each side, those first that are at work or can do something
        now, and with Hands that may as well have been drawn."""
        s, truth, dice = place.state.clone(), place.hidden.truth.copy(), self.random
        useful = {move[1] for move in SeatView(s, seat, truth).options() if move[1:]} | at_work(s)
        for who in range(s.seats):
            own = who == seat
            lines = {
                self.rules.hand_kind: dice.choice((1, 2, 2, 3)) if own else dice.choice((0, 0, 1, 1)),
                **(
                    {self._pool: dice.choice((0, 1, 1, 2)) if own else dice.choice((0, 0, 1))}
                    if self._pool
                    else {}
                ),
            }
            for kind, kept in lines.items():
                self._throw(s, truth, self._ordered(s, [self.rules.zone_id(who, kind)], useful)[kept:])
            if self.thinned:
                field = self._ordered(s, [self.rules.zone_id(who, kind) for kind in self.thinned], useful)
                staying = field[: dice.choice(STAYING[self.rules.descriptor.family][not own])]
                front, back = (self.rules.zone_id(who, kind) for kind in self.ranks)
                if front not in [s.zone[h] for h in staying]:  # else those behind would have stepped forward
                    staying = [h for h in staying if s.zone[h] != back]
                self._throw(s, truth, [h for h in field if h not in staying])
            self._draw_anew(s, truth, who)
        s.queue, s.events, s.index = (), [], None
        return SeenRest(s, HiddenState(place.hidden.decks, truth, [{}, {}]))

    @property
    def _pool(self) -> int:
        """The kind of zone that is a Fighter Pool, 0 = there is none."""
        return self.rules.zone_letters.index("f") if "f" in self.rules.zone_letters else 0

    def _ordered(self, s: State, zones: Sequence[int], useful: set[int]) -> list[int]:
        """The cards in these zones, in an order drawn, those first that are of use."""
        there = [h for zone in zones for h in s.zones[zone] if h > s.seats]
        self.random.shuffle(there)
        return sorted(there, key=lambda h: h not in useful)

    def _throw(self, s: State, truth: Known, cards: Sequence[int]) -> None:
        """Put cards into the Discard Piles of their owners, with what lies on them."""
        for h in [one for host in cards for one in (*reversed(s.kids.get(host, ())), host)]:
            if not s.code[h]:
                atoms.open_card(s, h, truth[h])
            atoms.move(s, h, self.rules.zone_id(s.owner[h], self.rules.discard_kind), 1)

    def _draw_anew(self, s: State, truth: Known, who: int) -> None:
        """Change cards in a Hand for others that may as well have been drawn, such as can be played."""
        asked = s.asks[0].seat
        for h in s.zones[self.rules.zone_id(who, self.rules.hand_kind)]:
            left = [x for x in s.pool[who * self.rules.decks_per_seat] if not s.code[h]]
            self.random.shuffle(left)
            for x in left:
                other = {**truth, h: truth[x], x: truth[h]}
                moves = SeatView(s, asked, other).options() if who == asked else [(0, h)]
                if any(h in move[1:2] for move in moves):
                    truth.update(other)
                    break

    def _with_life(self, s: State, seat: int, life: int) -> State | None:
        """The position in which a seat has so much life left; None where no counter says so."""
        for body in (seat + 1, *range(1, s.seats + 1)):
            for k in range(len(s.num)):
                c = s.clone()
                value, before = c.num[k][body], self.judge.left(c, seat)
                atoms.set_number(c, k, body, value + 1)
                step = self.judge.left(c, seat) - before
                wanted = value + step * (life - before)
                if step in (1, -1) and wanted >= 0:
                    atoms.set_number(c, k, body, wanted)
                    if self.judge.left(c, seat) == life:
                        c.events = []
                        return c
        return None

    def _onward(self, prover: Prover, s: State, move: Move) -> State | None:
        """The next free choice of the seat behind a move, None = there is none before the goal."""
        s = prover.after(s, move)
        dealer = Dealer.resumed(HiddenState([], prover.truth, [{}, {}]), None)
        while prover.reached(s) is None:
            if any(need.kind == TAKE for need in s.needs):
                return None
            if s.needs:
                dealer.deal(s)
            elif asked_of(s) == prover.seat and s.asks[0].kind == ACT and not s.chain:
                return s
            else:
                s = prover.after(s, self._step(prover, s))
        return None

    def _step(self, prover: Prover, s: State) -> Move:
        """The next move of a line: a right one of the seat, an answer of the other if it has one."""
        moves = prover.moves(s)
        if asked_of(s) == prover.seat and len(moves) > 1:
            return next(prover.right(s))
        return next((move for move in moves if move != PASS_MOVE), moves[0])

    def _told(self, s: State, place: SeenRest, prover: Prover, right: Sequence[Move]) -> str:
        """A puzzle as it stands in a file, "" for one that teaches nothing."""
        seat, verbs = prover.seat, s.rules.verbs
        view = SeatView(s, seat, prover.truth)
        attacks = [move for move in prover.moves(s) if verbs[move[0]] == "attack"]
        obvious = set(attacks) >= set(right) and len(attacks) < 3
        if obvious and GreedyBot().pick(view, view.options()) in right:
            return ""
        card = notation.place(s, seat, prover.card) if prover.card else ""
        puzzle = Puzzle("", dump(s, place.hidden), prover.goal, prover.until, "", (), "", (), 0, card)
        moves, asked = self._line(puzzle, prover.card)
        if right == [PASS_MOVE] and asked == 1:
            return ""
        fields: dict[str, object] = {
            **{"id": f"{self.rules.name}-{self.seed}-{s.turn}", "position": puzzle.position},
            **{"goal": puzzle.goal, "until": puzzle.until, "line": moves},
        }
        if len(right) > 1:
            fields["also"] = [text for move in right if (text := view.text(move)) != moves[0]]
        else:
            fields["asked"] = asked
        if card:
            fields["card"] = card
        return "\n".join(
            ["[[puzzle]]", *(f"{key} = {json.dumps(value)}" for key, value in fields.items()), ""]
        )

    def _line(self, puzzle: Puzzle, card: int) -> tuple[list[str], int]:
        """(the moves to the goal, how many of the own ones are the only right ones). Raises `Undecided`."""
        s, hidden, seat = opened(self.rules, puzzle)
        prover = self._prover(s, SeenRest(s, hidden), Aim(seat, puzzle.goal, puzzle.until, card))
        dealer, own, asked, only = Dealer.resumed(hidden, None), 0, 1, True
        moves: list[str] = []
        here = s.clone()
        while prover.reached(here) is None:
            if len(moves) > LINE_MAX or any(need.kind == TAKE for need in here.needs):
                raise Undecided
            if here.needs:
                dealer.deal(here)
                continue
            who = asked_of(here)
            view, move = SeatView(here, who, hidden.truth), self._step(prover, here)
            if len(view.options()) > 1:
                moves.append(view.text(move))
                own += who == seat
                only = only and (who != seat or len(list(islice(prover.right(here), 2))) == 1)
                asked = own if only and who == seat and len(prover.moves(here)) > 1 else asked
            kernel.play(here, who, move, dealer.opening(here, move))
        return moves, min(asked, ASKED_MAX)


def at_work(s: State) -> set[int]:
    """The cards that what runs speaks of: links, frames and the game's own notes. Numbers that are none may
    be among them."""
    numbers: set[int] = set()
    rows: list[object] = [*s.acts.values(), *s.frames, s.vars]
    while rows:
        one = rows.pop()
        if isinstance(one, int):
            numbers.add(one & HANDLE_MASK)
        elif isinstance(one, (tuple, list)):
            rows += one
    return numbers


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
