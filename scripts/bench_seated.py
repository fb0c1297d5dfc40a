"""The costs of a decision between two nodes, and in which rooms they arise.

    python3 scripts/bench_seated.py [--matches 4] [--decisions 150] [--game faroe] [--bot random] [--folder F]

Both nodes run in this process and meet over loopback, with dice of their own that fall alike in every run;
their files lie in the folder, which should be on the disk that is meant. A decision is one that a bot was
asked for, what it costs is CPU time of the whole process: the node that answers, the one that takes it in,
and both disks. Each seat gives up after so many decisions. Where the system has a timer for that, the table
says in which room the process was when 4 ms of CPU time were over; what a library does for a room is the
room's own.
"""

from __future__ import annotations

import argparse
import hashlib
import os
import random
import signal
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Final

import trio

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import sizes

from fadenet import bots, games
from fadenet.bots.base import Bot
from fadenet.engine.kernel import CONCEDE_MOVE
from fadenet.engine.rules import Rules
from fadenet.games.decks import load_deck, packaged
from fadenet.node import play
from fadenet.node.link.candidates import Address
from fadenet.node.match.host import Machine
from fadenet.node.match.run import Entrant, Participant
from fadenet.node.sitting import Hosting, Joining, config_of
from fadenet.table.view import Answer, SeatView
from keys import Identity

ROOT: Final = Path(__file__).resolve().parent.parent
SAMPLE_S: Final = 0.004
BANK_S: Final = 3_600
ROOMS: Final = (  # (name of a line, how the places of its files in the checkout begin), the first that fits
    ("bots", ("fadenet/bots/", "scripts/")),
    ("signatures", ("protocol/hashing.py:sign", "protocol/hashing.py:verify")),
    ("engine and games", ("fadenet/engine/", "fadenet/games/")),
    ("table", ("fadenet/table/",)),
    ("protocol", ("protocol/", "keys/")),
    ("links", ("fadenet/node/link/",)),
    ("disk", tuple(f"fadenet/node/match/{name}.py" for name in ("committer", "storage", "mark", "saved"))),
    ("match", ("fadenet/node/match/",)),
    ("rest of the node", ("fadenet/node/",)),
)
LOOP: Final = "loop"


class CountedBot:
    """A bot as it is asked: it gives up after so many decisions. `count` of all seats."""

    def __init__(self, bot: Bot, most: int, count: Counter[str]) -> None:
        self._choose = bot.choose
        self._most = most
        self._count = count
        self._made = 0
        bot.choose = self.choose  # type: ignore[method-assign]

    async def choose(self, seat: SeatView) -> Answer:
        """The answer of the bot, as long as it has not given enough."""
        self._count["decisions"] += 1
        self._made += 1
        return Answer(CONCEDE_MOVE) if self._made > self._most else await self._choose(seat)


def main(arguments: list[str]) -> int:
    """Play, and print what a decision costs."""
    parser = argparse.ArgumentParser(description="Measure a decision between two nodes.")
    parser.add_argument("--matches", type=int, default=4, help="that are played at once")
    parser.add_argument("--decisions", type=int, default=150, help="of a seat, before it gives up")
    parser.add_argument("--game", default="faroe", choices=games.NAMES)
    parser.add_argument("--bot", default="random")
    parser.add_argument("--folder", type=Path, default=Path.cwd(), help="on the disk that is measured")
    options = parser.parse_args(arguments)
    count, spent = Counter[str](), Counter[str]()
    with tempfile.TemporaryDirectory(dir=options.folder, prefix="bench-seated-") as folder:
        matches = SeatedMatches(options.game, options.bot, options.decisions, Path(folder), count)
        before = os.times()
        with sampled(spent):
            trio.run(matches.play, options.matches)
        after = os.times()
    user, system = (1e3 * (after[i] - before[i]) / count["decisions"] for i in range(2))
    rows = [("a decision", f"{user + system:.2f} ms of CPU time, {system:.2f} of them in the system")]
    rows += [(room, f"{100 * n / spent.total():.0f} %") for room, n in spent.most_common()]
    sizes.show([("decisions", f"{count['decisions']:,}"), *rows])
    return 0


class SeatedMatches:
    """Matches between two nodes each. most: decisions of a seat."""

    def __init__(self, game: str, bot: str, most: int, folder: Path, count: Counter[str]) -> None:
        self._rules: Rules = games.load(game)
        self._bot = bot
        self._most = most
        self._folder = folder
        self._count = count

    async def play(self, matches: int) -> None:
        """All of them at once."""
        async with trio.open_nursery() as nursery:
            for number in range(matches):
                nursery.start_soon(self._match, number)

    async def _match(self, number: int) -> None:
        handed, line = trio.open_memory_channel[str](1)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._host, number, handed.send_nowait)
            nursery.start_soon(self._join, number, line.receive)

    def _seat(self, number: int, n: int) -> tuple[Path, Identity, Bot, Machine]:
        """The folder, key, bot and machine of one of the two."""
        home = self._folder / f"{number}-{n}"
        home.mkdir(mode=0o700)
        name = f"p{n + 1}"
        identity = Identity.from_seed(name, hashlib.sha256(b"%d %d" % (number, n)).digest())
        bot = bots.make(self._bot)
        CountedBot(bot, self._most, self._count)
        dice = random.Random(2 * number + n)
        return home, identity, bot, Machine(rng=dice.randbytes, marks=home / "marks")

    async def _host(self, number: int, invite: Callable[[str], None]) -> None:
        home, identity, bot, machine = self._seat(number, 0)
        deck = load_deck(self._rules, packaged(self._rules)[0])
        entrant = Entrant(home, identity, self._rules, deck, bot, "bot", self._bot, machine)
        config = config_of(self._rules, 2, 0, BANK_S, 0)
        async with play.open_node(entrant) as node:
            hosting = Hosting(config, [Address("127.0.0.1", 0)], invite, hours=1)
            await play.host_match(node, entrant, hosting, say=lambda text: None)

    async def _join(self, number: int, line: Callable[[], Any]) -> None:
        home, identity, bot, machine = self._seat(number, 1)
        deck = load_deck(self._rules, packaged(self._rules)[-1])
        participant = Participant(home, identity, bot, "bot", self._bot, machine)
        joining = Joining(await line(), lambda config: (self._rules, deck), ())
        async with play.open_node(participant) as node:
            await play.join_match(node, participant, joining, say=lambda text: None)


@contextmanager
def sampled(spent: Counter[str]) -> Iterator[None]:
    """Count the rooms in which the process is while the block runs."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def look(number: int, frame: FrameType | None) -> None:
        spent[room(frame)] += 1

    before = signal.signal(signal.SIGPROF, look)
    signal.setitimer(signal.ITIMER_PROF, SAMPLE_S, SAMPLE_S)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def room(frame: FrameType | None) -> str:
    """The room of the innermost frame that is in one; a bot that looks ahead stays in its own."""
    places = []
    while frame is not None:
        path = Path(frame.f_code.co_filename)
        if path.is_relative_to(ROOT) and ".venv" not in path.parts:
            place = path.relative_to(ROOT).as_posix()
            places.append(f"{place}:{frame.f_code.co_name}")
        frame = frame.f_back
    if any(place.startswith("fadenet/bots/") for place in places):
        return ROOMS[0][0]
    for place in places:
        for name, starts in ROOMS[1:]:
            if place.startswith(starts):
                return name
    return LOOP


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
