"""Plays a game against itself and says whether it is fair: its decks, going first, its length, coming back.

    python3 scripts/balance.py [--game faroe] [--format duel] [--opening even] [--games 100] [--bot greedy]
                               [--seed 0] [--decks packaged] [--pairs mirror] [--deck NAME ...]
    python3 scripts/balance.py --legend NAME [--players 2] [--games 200] [--bot greedy] [--seed 0]
    python3 scripts/balance.py --game fade2 --raiders NAME [--players 2] [--games 200] [--bot greedy]

Every pair of packaged decks plays so many games, each deck so many against itself (mirror, where no better
list hides what going first is worth), and so do decks that are drawn from all cards, unlike ones and the same
one on both sides. Unlike decks play every seed twice, in swapped seats, so that neither gains by its seat.
With more than two seats the decks sit alternately, which keeps teams together; a format is played by its
greatest even number of players. `--game all` and `--format all` play one after the other; options of formats
can be given as to `fadenet play`, and with `--format all` they hold where they belong. Of all games those are
played that have a `--deck` that is named. An option that a person is asked for, as the opening of faroe, is
played with each of its values where none is named.

A line for each pairing: what the first deck won; then of all its games the share that whoever began has won,
the median of the turns that a game took, and the comebacks: the share that was won by a side behind at half
time, of the games in which one was. Behind is who has fewer Hit Points left than another side, as a share of
what each had in the first turn, when the turn in the middle of the game begins; nothing else counts. A match
of Terrene is won and lost as a whole for the shares of the decks; beginner, turns and comebacks are those of
each of its games. Events of note may be counted as well: blasts, second lines, Masters and finished tasks of
Prelude, by the hundred games, and in how many of them there was one at all. A row of the matrix says what the
deck on the left won of its games against the deck above.

Then come the figures of each group (packaged or drawn, mixed or mirror), with their 95 % intervals and the
bars of the game (`fadenet/games/balance.toml`). Two games of one seed count as one trial for the share of a
deck. Exits with 1 where all of an interval lies outside its bar.

With `--legend` or `--raiders`, or a format of these names, as many bots as `--players` play starter decks,
drawn by the seed, against that Legend or those Raiders or, for `all`, against each of them; one of these
players always begins.

Run it with an environment that has the project's dependencies, such as the one that `scripts/test.py` makes.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations, product
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bars import OUTSIDE, Measure, bars_of, measures, median_interval, share

from fadenet import games
from fadenet.bots.arena import Variant, play_game, random_deck
from fadenet.bots.arena.course import Courses, GameCourse, share_of, told
from fadenet.bots.arena.workers import Alone, Executor, Workers
from fadenet.engine.descriptor import Option
from fadenet.engine.errors import WrongInput
from fadenet.engine.rules import Rules
from fadenet.games.decks import Deck, load_deck, packaged

TOGETHER = ("legend", "raiders")  # formats in which all fight what the option of that name says
PACKAGED, DRAWN = "packaged", "drawn"
MIXED, MIRROR = "mixed", "mirror"
ALL = "all"


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two lists against each other. names: of packaged decks; (DRAWN, DRAWN) = lists drawn by the seed."""

    match: Variant
    bot: str
    names: tuple[str, str]
    mirror: bool

    @property
    def group(self) -> str:
        return f"{DRAWN if DRAWN in self.names else PACKAGED}, {MIRROR if self.mirror else MIXED}"

    @property
    def orders(self) -> tuple[int, ...]:
        """Which list sits first in the games of one seed: the same list on both sides makes one game."""
        return (0,) if self.mirror else (0, 1)

    def seeds(self, seed: int, games: int) -> range:
        """The seeds of so many games, one at least."""
        return range(seed, seed + max(games // len(self.orders), 1))

    def play(self, seed: int) -> tuple[int, list[GameCourse]]:
        """Half points of the first list in the games of a seed, at most two for each, and their course."""
        match = self.match
        rules = games.load(match.game, match.format, **dict(match.options))
        two, watched, scores = self.decks(rules, seed), Courses(), []
        for first in self.orders:
            seated = [two[(seat + first) % 2] for seat in range(match.seats)]
            scores.append(play_game(rules, [self.bot] * match.seats, seated, seed, watched).score)
        return half_points(scores), watched.games

    def decks(self, rules: Rules, seed: int) -> Sequence[Deck]:
        """The two lists of a seed."""
        if DRAWN not in self.names:
            return [load_deck(rules, name) for name in self.names]
        dice = Random(seed)
        one = random_deck(rules, dice)
        return [one, one if self.mirror else random_deck(rules, dice)]


def course_of(courses: Sequence[GameCourse]) -> str:
    """How games went, with the interval of the median of their turns behind it."""
    found = median_interval(sorted(course.turns for course in courses))
    return told(courses) + ("" if found is None else "; median of turns {:g} to {:g}".format(*found))


def half_points(scores: Sequence[int]) -> int:
    """The half points of the first list: scores are of the even seats, which the second one has in turn."""
    return sum(2 - score if game % 2 else score for game, score in enumerate(scores))


def wanted_of(options: argparse.Namespace, match: Variant) -> Iterator[Pairing]:
    """All pairings of a kind of match that are wanted."""
    names = packaged(games.load(match.game, match.format, **dict(match.options)))
    kinds = [
        is_mirror for is_mirror, word in ((False, MIXED), (True, MIRROR)) if options.pairs in (ALL, word)
    ]
    for is_mirror in kinds if options.decks in (ALL, PACKAGED) else ():
        for two in zip(names, names, strict=True) if is_mirror else combinations(names, 2):
            if {*two} & {*(options.deck or names)}:
                yield Pairing(match, options.bot, two, is_mirror)
    for is_mirror in kinds if options.decks in (ALL, DRAWN) and not options.deck else ():
        yield Pairing(match, options.bot, (DRAWN, DRAWN), is_mirror)


def fight(
    game: str, format: str, bot: str, opponent: str, players: int, seed: int
) -> tuple[int, list[GameCourse]]:
    """(1 if the opponent won, the course) of one game against it; the seed says who plays which deck."""
    rules = games.load(game, format, **{format: opponent})
    shelf, dice, watched = packaged(rules), Random(seed), Courses()
    lists = [load_deck(rules, dice.choice(shelf)) for _ in range(players)]
    played = play_game(rules, [bot] * players, lists, seed, watched)
    return int(played.score == 0), watched.games


def fights(options: argparse.Namespace, game: str, format: str, pool: Executor) -> Iterator[Measure]:
    """Play against opponents and print who won how often."""
    bar = bars_of(game, format, {}).get("opponent")
    for opponent in opponents(game, format, getattr(options, format)):
        one = partial(fight, game, format, options.bot, opponent, options.players)
        found = [*pool.each(one, range(options.seed, options.seed + options.games))]
        courses = [course for _, played in found for course in played]
        print(f"{opponent}: {course_of(courses)}", flush=True)
        yield share(f"{opponent} wins", sum(won for won, _ in found), len(found), bar)


def opponents(game: str, format: str, named: str | None) -> list[str]:
    """Those that are fought: the one that is named, or all. Raises `WrongInput` for one that there is not."""
    there = [*games.choices(game, format)] if named in (None, ALL) else [str(named)]
    for opponent in there:
        games.load(game, format, **{format: opponent})
    return there


def pairings(options: argparse.Namespace, match: Variant, pool: Executor) -> Iterator[Measure]:
    """Play all pairings and print what came of each; the figures of all decks and groups."""
    bars = bars_of(match.game, match.format, dict(match.options))
    won: dict[tuple[str, str], float] = {}
    trials: dict[str, int] = {}
    courses: dict[str, list[GameCourse]] = {}
    for one in wanted_of(options, match):
        played = [*pool.each(one.play, one.seeds(options.seed, options.games))]
        own = [course for _, found in played for course in found]
        courses.setdefault(one.group, []).extend(own)
        if one.mirror or DRAWN in one.names:
            print(f"{' against '.join(one.names)}: {course_of(own)}", flush=True)
            continue
        rate = sum(points for points, _ in played) / (4 * len(played))
        won[one.names], won[one.names[::-1]] = rate, 1 - rate
        for name in one.names:
            trials[name] = trials.get(name, 0) + len(played)
        points = share_of(rate * 2 * len(played), 2 * len(played), len(played))
        print(f"{one.names[0]} {points}, {one.names[1]} {1 - rate:.0%}; {course_of(own)}", flush=True)
    if won:
        print("\n".join(matrix(won, [*trials])))
    for name, rate in shares_of(won, [*trials]).items():
        yield share(name, rate * 2 * trials[name], 2 * trials[name], bars.get("deck"), trials[name])
    for group, found in courses.items():
        yield from measures(group, found, bars)


def shares_of(won: Mapping[tuple[str, str], float], names: Iterable[str]) -> dict[str, float]:
    """The share that each deck won of all its games, every pairing counting the same."""
    own = {name: [rate for two, rate in won.items() if two[0] == name] for name in names}
    return {name: sum(rates) / len(rates) for name, rates in own.items()}


def matrix(won: Mapping[tuple[str, str], float], names: Sequence[str]) -> list[str]:
    """The lines of the table: a row and a column for each deck, and what it won over all."""
    total = shares_of(won, names)
    wide = max(map(len, names))
    lines = [f"{'':{wide}}  " + "  ".join(f"{name:>{wide}}" for name in [*names, ALL])]
    for name in names:
        cells = [f"{won[name, other]:.0%}" if (name, other) in won else "-" for other in names]
        cells.append(f"{total[name]:.0%}")
        lines.append(f"{name:{wide}}  " + "  ".join(f"{cell:>{wide}}" for cell in cells))
    return lines


def arguments() -> argparse.ArgumentParser:
    """The parser of the command line."""
    parser = argparse.ArgumentParser(description="Whether games are fair, by games of bots.")
    parser.add_argument("--game", default=games.NAMES[0], choices=(*games.NAMES, ALL))
    parser.add_argument("--format", default="", help="a format of the game, or all (duel)")
    parser.add_argument("--games", type=int, default=100, help="games for each pairing")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seed", type=int, default=0)
    for option in games.OPTIONS.values():
        parser.add_argument(f"--{option.word}", metavar=option.placeholder, help=option.help)
    parser.add_argument("--players", type=int, default=2, help="against a Legend or Raiders")
    parser.add_argument("--decks", choices=(PACKAGED, DRAWN, ALL), default=ALL, help="which decks (all)")
    parser.add_argument("--pairs", choices=(MIXED, MIRROR, ALL), default=ALL, help="against which (all)")
    parser.add_argument("--deck", action="append", default=[], help="only pairings with this packaged deck")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    return parser


Measuring = Callable[[Executor], Iterator[Measure]]


def chosen(options: argparse.Namespace) -> Iterator[tuple[str, Measuring]]:
    """The kinds of match to be played, each with its headline. Raises `WrongInput` for what there is not."""
    wanted = options.format or next((word for word in TOGETHER if getattr(options, word)), "duel")
    nowhere = {*options.deck}
    for game in games.NAMES if options.game == ALL else [options.game]:
        offered = games.GAMES[game]
        for format in offered.formats if wanted == ALL else [wanted]:
            taken = offered.taken(format)
            said = {name: value for name in games.OPTIONS if (value := getattr(options, name)) is not None}
            said = {name: said[name] for name in said if name in taken or wanted != ALL}
            if format not in offered.formats:
                raise WrongInput(f"{game} has no format {format}: {', '.join(offered.formats)}")
            if format in TOGETHER:
                opponents(game, format, getattr(options, format))
                words = headline(game, format, said, options.players)
                yield words, partial(fights, options, game, format)
                continue
            for more in values_of(option for option in taken.values() if option.word not in said):
                rules = games.load(game, format, **said, **more)
                there = packaged(rules)
                lacking = {*options.deck} - {*there}
                if lacking and options.game != ALL:
                    raise WrongInput(
                        f"there is no packaged deck {min(lacking)} of {game}: {', '.join(there)}"
                    )
                if lacking and lacking == {*options.deck}:
                    break  # another game has them
                nowhere &= lacking
                seats = max(n for n in rules.seat_counts if n % 2 == 0)
                match = Variant(game, format, seats, tuple({**said, **more}.items()))
                yield headline(game, format, dict(match.options), seats), partial(pairings, options, match)
    if nowhere and wanted not in TOGETHER:  # there the seed says which decks are played
        raise WrongInput(f"no game has a packaged deck {min(nowhere)}")


def values_of(options: Iterable[Option]) -> Iterator[dict[str, str]]:
    """Every choice of values of the options that a person is asked for."""
    asked = [[(option.word, value) for value, _ in option.asked] for option in options if option.asked]
    yield from map(dict, product(*asked))


def headline(game: str, format: str, options: Mapping[str, str], players: int) -> str:
    """A kind of match in words."""
    words = [game, format, *(f"{name} {value}" for name, value in options.items())]
    return f"{' '.join(words)}, {players} players"


def judged(kinds: Iterable[tuple[str, Measuring]], pool: Executor) -> bool:
    """Play and print; whether no figure lies outside its bar."""
    fair = True
    for words, play in kinds:
        print(words, flush=True)
        for figure in play(pool):
            print(f"  {figure}", flush=True)
            fair = fair and figure.verdict != OUTSIDE
    return fair


def main(argv: Sequence[str] | None = None) -> int:
    """Play and print; 0 if no figure lies outside its bar, else 1."""
    parser = arguments()
    options = parser.parse_args(argv)
    try:
        kinds = [*chosen(options)]
    except WrongInput as error:
        parser.error(str(error))
    if options.workers == 1:
        return 0 if judged(kinds, Alone()) else 1
    with Workers(options.workers) as pool:
        return 0 if judged(kinds, pool) else 1


if __name__ == "__main__":
    sys.exit(main())
