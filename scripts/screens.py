"""Screen dumps of real scenes, the picture of a match in the README, and a measure of what is cut.

    python3 scripts/screens.py
    python3 scripts/screens.py --check
    python3 scripts/screens.py --show faroe [--format teams] [--turn 9] [--seed 0] [--size 200x60]
    python3 scripts/screens.py --measure [--game all] [--format teams] [--positions 100]

Writes `fadenet/console/screens/`: home, a lesson, the deck editor and a replay as text at 80x24, a match of
each game and format at the sizes of `SIZES`, and `match.svg`, a match in the sixteen colours of a terminal.
The matches are those of greedy bots from a seed, seen by one of them where its turn begins. With `--check`
nothing is written: fails, and names what is not up to date. With `--show` a match is printed.

With `--measure` duels are played, or matches of a format, and so many positions of each game looked at in
every size: how many of the own names that the screen shows are cut, how many figures (damage among them) and
marks of cards are, how many own cards are not drawn where they lie, and, of the own rows that have cells and
cards, how many are not drawn cell by cell. Fails where an own name is cut from `NARROW` columns on, in a duel
more than `CUT_MAX` of them at 80, from there on where a figure is cut or an own card is missing from the
board, and in a duel from `LARGE` on where more than `LOOSE_MAX` of those rows are drawn otherwise.
"""

from __future__ import annotations

import argparse
import contextlib
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import trio
from hinted import Hinted

from fadenet import cli, games
from fadenet.bots.base import run_now
from fadenet.bots.greedy import GreedyBot
from fadenet.cli.frame.context import CommandLine, Context
from fadenet.cli.options import build_parser, read_arguments
from fadenet.cli.top import home
from fadenet.console.deck.editor import DeckEditor
from fadenet.console.deck.scene import DeckScene
from fadenet.console.learn.desk import LessonDesk
from fadenet.console.learn.player import Learner, go_through
from fadenet.console.learn.script import Script
from fadenet.console.match.board import Rank
from fadenet.console.match.desk import Desk, Pace
from fadenet.console.match.drawing import BAR
from fadenet.console.match.scene import MatchScene
from fadenet.console.match.view import right_of
from fadenet.console.menu.scene import MenuScene
from fadenet.console.replay.scene import ReplayScene
from fadenet.console.replay.viewer import Viewer
from fadenet.console.share import picture as share
from fadenet.console.shell.scene import Scene
from fadenet.engine.rules import Rules
from fadenet.engine.state import ACT
from fadenet.games.decks import Deck, load_deck, packaged
from fadenet.games.lessons import lessons_of
from fadenet.table.local import LocalMatch
from fadenet.table.record import Seated
from fadenet.table.replay import Replay
from fadenet.table.scribe import Scribe
from fadenet.table.view import SeatView

FOLDER = Path(__file__).resolve().parent.parent / "fadenet" / "console" / "screens"
SMALL, LARGE = (80, 24), (120, 40)
BELOW = 2  # rows below the scene: the line that is typed, and the hints
SIZES = ((60, 20), SMALL, (100, 30), LARGE, (200, 60))
NAMES = ("Ada", "Ben", "Cy", "Dee")
FIRST = games.NAMES[0]
TURN = 9
LESSON_STEP = 1
PICTURE = "match.svg"
SOUGHT = "cost>=3"
STEP = 200
SHOWN, SHOWN_TURN, SHOWN_SEED, SHOWN_VERB, SHOWN_SIZE = FIRST, 7, 2, "attack", (100, 30)


class ShownMatch(NamedTuple):
    """A game, its format, and how many play."""

    game: str
    format: str = "duel"
    players: int = 2
    options: tuple[tuple[str, str], ...] = ()

    @property
    def word(self) -> str:
        return self.game if self.format == "duel" else f"{self.game}-{self.format}-{self.players}"

    def rules(self) -> Rules:
        return games.load(self.game, self.format, **dict(self.options))


KINDS = (
    *(ShownMatch(game) for game in games.NAMES),
    *(ShownMatch(game, "free-for-all", 3) for game in ("faroe", "fade2")),
    *(ShownMatch(game, "teams", 4) for game in ("faroe", "fade2", "fade1")),
    ShownMatch("faroe", "free-for-all", 4),
    ShownMatch("faroe", "legend", 2, (("legend", games.choices("faroe", "legend")[0]),)),
    ShownMatch("fade2", "raiders", 2, (("raiders", games.choices("fade2", "raiders")[0]),)),
    ShownMatch("fade1", "free-for-all", 4),
    ShownMatch("terrene", "2v2", 4),
    *(ShownMatch("prelude", "melee", players) for players in (3, 4)),
)


class Reached(Exception):
    """The match has come to the question that is shown."""


class Sitter(Hinted):
    """A person who plays until a question in a turn of its own from `turn` on.

    verb: what it can do there, "" = anything.
    """

    def __init__(self, turn: int, verb: str) -> None:
        super().__init__()
        self.turn = turn
        self.verb = verb
        self.desk.set_pace(Pace.ONCE)

    def asked_now(self, seat: SeatView) -> None:
        s, ask = seat.state, seat.ask
        own = ask is not None and ask.kind == ACT and s.active == seat.index and s.turn >= self.turn
        if own and (not self.verb or typed(self.desk, self.verb)):
            raise Reached


def typed(desk: Desk, verb: str) -> str:
    """The last legal move with a verb as it is typed, "" if there is none."""
    moves = [" ".join(desk.sight.shown(move)) for move in desk.dialogue.options]
    return next((move for move in reversed(moves) if move.startswith(verb)), "")


def dealt(kind: ShownMatch, seed: int) -> list[Sequence[int]]:
    """A starter deck for each who plays."""
    rules, dice = kind.rules(), Random(seed)
    shelf = packaged(rules)
    return [part for _ in range(kind.players) for part in load_deck(rules, dice.choice(shelf)).lists]


def seated(kind: ShownMatch, sitter: Hinted, seed: int) -> LocalMatch:
    """A match of somebody at a desk with greedy bots."""
    players = [sitter, *(GreedyBot() for _ in range(kind.players - 1))]
    return LocalMatch(kind.rules(), players, dealt(kind, seed), seed, NAMES[: kind.players])


@cache
def match(kind: ShownMatch, turn: int = TURN, seed: int = 0, verb: str = "") -> MatchScene:
    """A match where somebody's turn begins, or such a move can be made; else at its end."""
    sitter = Sitter(turn, verb)
    try:
        places, rule = run_now(seated(kind, sitter, seed).play())
        sitter.desk.finish(places, rule)
    except Reached:
        pass
    return MatchScene(sitter.desk)


def replay(game: str) -> ReplayScene:
    """A match record, some steps from its beginning."""
    rules, decks, names = games.load(game), dealt(ShownMatch(game), 0), NAMES[:2]
    table = LocalMatch(rules, [GreedyBot(), GreedyBot()], decks, 0, names=names)
    table.scribe = Scribe(rules)
    run_now(table.play())
    assert table.scribe is not None
    record = table.scribe.record(table.state, [Seated(name, "bot") for name in names], decks)
    return ReplayScene(Viewer(Replay(record, rules), "p1", STEP))


class Pupil(Learner):
    """A player who goes through a lesson by its own moves, up to a step."""

    async def _wait(self) -> None:
        await trio.lowlevel.checkpoint()
        if self.script.step == LESSON_STEP:
            raise Reached
        assert self.script.cue is not None
        self.desk.give(self.script.cue.moves(self.desk.sight, self.dialogue.options)[0])


def lesson(game: str) -> MatchScene:
    """The first lesson of a game at one of its steps."""
    desk = LessonDesk(Script(lessons_of(games.load(game))[0]), lambda _: None)
    with contextlib.suppress(Reached):
        trio.run(go_through, games.load(game), Pupil(desk, linger=False))
    return MatchScene(desk)


class Nowhere:
    """Where the deck of a dump is kept: a store in which there is nothing."""

    def place(self, title: str) -> str:
        return title

    def has(self, where: str) -> bool:
        return False

    def keep(self, where: str, deck: Deck) -> str:
        return ""


def deck(game: str) -> DeckScene:
    """The editor with a starter deck, and cards that were looked for."""
    rules = games.load(game)
    scene = DeckScene(
        DeckEditor(rules, load_deck(rules, packaged(rules)[0]), "", Random(0).shuffle), Nowhere()
    )
    scene.enter(SOUGHT)
    return scene


def first() -> MenuScene:
    """The home screen of somebody who has never played."""
    with tempfile.TemporaryDirectory() as folder:
        args = read_arguments(["version", "--home", folder])
        return MenuScene(home.top(Context(args, Path(folder), CommandLine(build_parser, cli.main))))


# Pictures.


def rows(scene: Scene, width: int, height: int, line: str = "") -> list[str]:
    """The text on a terminal of this size, with a line that is typed."""
    scene.stage.typed = line
    return [*scene.lines(width, height - BELOW), f"> {line}", scene.hints(line, width)]


def text(scene: Scene, width: int, height: int) -> str:
    return "\n".join(row.rstrip() for row in rows(scene, width, height)) + "\n"


def picture(scene: MatchScene, width: int, height: int) -> str:
    """A match as SVG, with a move that is typed."""
    lines = rows(scene, width, height, typed(scene.desk, SHOWN_VERB))
    title = f"A match of {scene.desk.sight.info.game} in the terminal"
    return share.picture(lines, scene.colours, title)


def shown(scene: Callable[[], Scene], size: tuple[int, int]) -> str:
    """A scene, once it is made, as text."""
    return text(scene(), *size)


def pictures() -> Iterator[tuple[str, Callable[[], str]]]:
    """The name of each file and what makes it."""
    for name, scene in SCENES.items():
        yield f"{name}.txt", partial(shown, scene, SMALL)
    for kind in KINDS:
        for width, height in SIZES:
            yield (
                f"match-{kind.word}-{width}x{height}.txt",
                partial(shown, partial(match, kind), (width, height)),
            )
    yield PICTURE, lambda: picture(match(ShownMatch(SHOWN), SHOWN_TURN, SHOWN_SEED, SHOWN_VERB), *SHOWN_SIZE)


SCENES: dict[str, Callable[[], Scene]] = {
    "home": first,
    "lesson": lambda: lesson(FIRST),
    "deck": lambda: deck(FIRST),
    "replay": lambda: replay(FIRST),
}


def stale(names: Sequence[str] = ()) -> list[str]:
    """The files, or those of these names, that say something else than the scenes do."""
    made = ((FOLDER / name, make) for name, make in pictures() if not names or name in names)
    return [path.name for path, make in made if not path.is_file() or path.read_text("utf-8") != make()]


# What is cut.


def cells_of(lines: Sequence[str], label: str, labels: Collection[str]) -> Iterator[str]:
    """The text in the cells of a label. labels: of all there is."""
    sign = re.compile(rf"(?:^|(?<=[ {BAR}]))[ *>!\[]{re.escape(label)}(?=[ \]])")
    for row, line in enumerate(lines):
        for found in sign.finditer(line):
            first, last = found.start(), line.find(BAR, found.end())
            last = len(line) if last < 0 else last
            there = [line[first:last], *_below(lines[row + 1 :], first, last, labels)]
            yield " ".join(" ".join(there).split())


def _below(lines: Sequence[str], first: int, last: int, labels: Collection[str]) -> Iterator[str]:
    """The further lines of a cell."""
    for line in lines:
        here = line[first:last]
        beside = (first and line[first - 1] != BAR) or (last < len(line) and line[last] != BAR)
        if beside or not here.startswith(" ") or not here.strip() or here.split()[0] in labels:
            return
        yield here


def looked_at(desk: Desk, width: int, height: int) -> dict[str, int]:
    """The count of what one screen shows and cuts."""
    sight, s = desk.sight, desk.sight.seat.state
    me, face, beside = sight.seat.index, sight.face, right_of(width)
    lines = [line[: width - beside] for line in rows(MatchScene(desk), width, height)]
    count = dict.fromkeys(COUNTED, 0)
    labels = {sight.token(h) for h in sight.visible()}
    mine = {*sight.lying(me, face.hand), *sight.lying(me, face.field), *sight.beside(me)}
    for h in sight.visible():
        code = sight.seat.code(h)
        own, held = h in mine, s.zone[h] >= 0 and not s.rules.on_field[s.zone[h]]
        name = "".join(s.rules.cards[code].name.split())
        there = ["".join(cell.split()) for cell in cells_of(lines, sight.token(h), labels) if code]
        cell = max(there, key=lambda one: name in one, default="")
        count["missing"] += bool(code) and own and not cell and not held and s.host[h] <= s.seats
        if cell:
            left, whole = face.health(s, h, code)
            figures = f"{face.worth(s, h, code)} {face.marks(s, h)}".split()
            figures += [f"-{whole - left}"] * (left < whole)
            count["own names"] += own
            count["cut"] += own and name not in cell
            count["others cut"] += not own and name not in cell
            count["figures"] += len(figures)
            count["figures cut"] += sum(figure not in cell for figure in figures)
    for rank in desk.table().board().sides[me].ranks:
        if rank.drawn and any(place.cards and not place.hung for place in rank.places):
            count["rows"] += 1
            count["not in cells"] += not in_cells(lines, rank)
    return count


def in_cells(lines: Sequence[str], rank: Rank) -> bool:
    """Whether the cells of a row stand side by side, each with its name or a card in it."""
    there = [{place.name, *(card.label for card in place.cards)} for place in rank.places]
    stand = ([part[1:].split(" ", 1)[0].rstrip("]") for part in line.split(BAR)] for line in lines)
    return any(
        all(label in cell for label, cell in zip(row, there, strict=False))
        for row in stand
        if len(row) >= len(there)
    )


COUNTED = ("own names", "cut", "others cut", "missing", "figures", "figures cut", "rows", "not in cells")
NARROW, CUT_MAX, LOOSE_MAX = 100, 0.02, 0.15
EVERY, A_MATCH = 5, 20
"""Every so many questions one is looked at, and so many of a match."""


class Sampled(Hinted):
    """A person at a desk, whose screen is looked at now and then."""

    def __init__(self, found: dict[tuple[int, int], Counter[str]]) -> None:
        super().__init__()
        self.desk.set_pace(Pace.ONCE)
        self.found = found
        self.asked = self.looks = 0

    def asked_now(self, seat: SeatView) -> None:
        self.asked += bool(seat.state.turn)
        if seat.state.turn and self.asked % EVERY == 0:
            self.looks += 1
            self.desk.page = None
            for size, count in self.found.items():
                count.update(looked_at(self.desk, *size))
        if self.looks == A_MATCH:
            raise Reached


def measured(kind: ShownMatch, positions: int) -> dict[tuple[int, int], Counter[str]]:
    """Count what so many positions of matches show and cut, by size."""
    found: dict[tuple[int, int], Counter[str]] = {size: Counter() for size in SIZES}
    looks = seed = 0
    while looks < positions:
        sitter = Sampled(found)
        with contextlib.suppress(Reached):
            run_now(seated(kind, sitter, seed).play())
        looks, seed = looks + sitter.looks, seed + 1
    return found


def holds(size: tuple[int, int], count: Mapping[str, int], duel: bool = True) -> bool:
    """Whether no more is cut in a size than may be; below 80x24 the screen says what it leaves out."""
    if size[0] < SMALL[0]:
        return True
    cut = 0 if size[0] >= NARROW else (CUT_MAX if duel else 1) * count["own names"]
    loose = (LOOSE_MAX if duel and size[0] >= LARGE[0] else 1) * count["rows"]
    whole = not count["figures cut"] and not count["missing"]
    return whole and count["cut"] <= cut and count["not in cells"] <= loose


def measure(kind: ShownMatch, positions: int) -> bool:
    """Print what is cut in such matches; whether it is no more than may be."""
    fair = True
    for size, count in measured(kind, positions).items():
        fair = holds(size, count, kind.players == 2) and fair
        print(
            f"{kind.word:8} {size[0]}x{size[1]}: " + ", ".join(f"{count[word]} {word}" for word in COUNTED),
            flush=True,
        )
    return fair


# The command.


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--show", choices=games.NAMES)
    parser.add_argument("--format", default="duel", choices=[*dict.fromkeys(kind.format for kind in KINDS)])
    parser.add_argument("--turn", type=int, default=TURN)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--size", default="80x24")
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("--game", default="all", choices=["all", *games.NAMES])
    parser.add_argument("--positions", type=int, default=100)
    args = parser.parse_args(argv)
    if args.show:
        width, _, height = args.size.partition("x")
        kind = next((one for one in KINDS if (one.game, one.format) == (args.show, args.format)), None)
        if kind is None:
            parser.error(f"{args.show} has no such format")
        print(text(match(kind, args.turn, args.seed), int(width), int(height)), end="")
    elif args.measure:
        kinds = [kind for kind in KINDS if args.game in ("all", kind.game) and kind.format == args.format]
        return not all([measure(kind, args.positions) for kind in kinds])
    elif args.check:
        old = stale()
        print(f"not up to date: {', '.join(old)}: run scripts/screens.py" if old else "up to date")
        return bool(old)
    else:
        FOLDER.mkdir(exist_ok=True)
        for name, make in pictures():
            (FOLDER / name).write_text(make(), "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
