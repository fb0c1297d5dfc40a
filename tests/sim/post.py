"""Matches by correspondence in virtual days: players who are never there together, a box that fails.

    python -m tests.sim.post --matches 20 [--game terrene] [--seats 3] [--text]

Each player attends once a day to what lies in the box, and puts there what the others lack. The box loses one
parcel in ten and is down one day in five; with --text parcels go as lines that are broken, quoted, doubled
and out of order. Prints how many matches ended, and the days of a turn.
"""

from __future__ import annotations

import argparse
import random
import shutil
import statistics
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import trio

from fadenet import games
from fadenet.bots.naming import make
from fadenet.engine.rules import Rules
from fadenet.games.decks import load_deck, packaged
from fadenet.node.lobby.seating import OwnSeating, company, table_note
from fadenet.node.mail import desk
from fadenet.node.match import saved
from fadenet.node.match.host import Machine
from fadenet.node.match.messages import Sitting
from fadenet.node.match.run import Entrant
from fadenet.node.sitting import config_of
from fadenet.table.view import Player
from protocol.armour import armoured, unarmoured
from protocol.parcels import Parcel, unseal
from tests.node.tables import identity

DAY_S = 86_400
FIRST = 1_800_000_000
LOST, DOWN, TORN = 0.1, 0.2, 0.1
DAYS_MOST = 600


@dataclass
class Post:
    """The carrier of all parcels of one match: texts or bytes, by receiver."""

    rng: random.Random
    text: bool = False
    lost: float = LOST
    down: float = DOWN
    boxes: dict[bytes, list[bytes]] = field(default_factory=dict)
    is_up: bool = True
    sizes: list[int] = field(default_factory=list)

    def next_day(self) -> None:
        """A day on which it is up or not."""
        self.is_up = self.rng.random() >= self.down

    def put(self, to: bytes, parcel: bytes) -> None:
        """Bring a parcel, if the day and chance allow it."""
        if self.is_up and self.rng.random() >= self.lost:
            self.sizes.append(len(parcel))
            data = mangled(parcel, self.rng).encode() if self.text else parcel
            self.boxes.setdefault(to, []).append(data)

    def take(self, to: bytes) -> list[bytes]:
        """All that lies there for somebody, as far as it comes through."""
        there = self.boxes.pop(to, []) if self.is_up else []
        if not self.text:
            return there
        return [one for data in there for one in unarmoured(data.decode()).whole]


def mangled(parcel: bytes, rng: random.Random) -> str:
    """An armoured parcel as mails and chats may hand it on; one line in ten times is torn for good."""
    lines = armoured(parcel, "PARCEL", chat=rng.random() < 0.3).split("\n")
    if rng.random() < TORN:
        lines[rng.randrange(len(lines))] = "(message cut here)"
    lines += rng.sample(lines, len(lines) // 3)
    rng.shuffle(lines)
    at = rng.randrange(20, 70)
    broken = [piece for line in lines for piece in (line[:at], line[at:])]
    return (
        "Hello,\n"
        + "\n".join(f"> {'> ' * rng.randrange(2)}{piece}" for piece in broken)
        + "\n-- \nA. Friend\n"
    )


class Table:
    """All seats of one match, each with a home of its own, that share nothing but the post."""

    def __init__(
        self, folder: Path, rules: Rules, players: Sequence[Player], post: Post, days: int = 3
    ) -> None:
        self.post = post
        self.now = float(FIRST)
        names = packaged(games.load(rules.name))
        decks = [load_deck(games.load(rules.name), names[n % len(names)]) for n in range(len(players))]
        self.seats = [
            Entrant(
                _made(folder / f"p{n}"),
                identity(n),
                rules,
                decks[n],
                player,
                "bot",
                "random",
                Machine(now=lambda: self.now, marks=_made(folder / f"marks{n}")),
                paced=False,
            )
            for n, player in enumerate(players)
        ]
        config = config_of(rules, len(players), 0, 0, 0, days)
        own = [OwnSeating(seat, config) for seat in self.seats]
        present = [one.present() for one in own]
        sitting = [
            Sitting(seat.identity.name, one.hello(present)) for seat, one in zip(self.seats, own, strict=True)
        ]
        for seat, one in zip(self.seats, own, strict=True):
            secrets = one.secrets(sitting)
            assert secrets is not None
            there = company(sitting, b"t" * 12, secrets)
            note = table_note(
                seat, there, host=b"" if seat is self.seats[0] else self.seats[0].identity.public
            )
            saved.begin(seat.home, seat.machine, there.hellos, secrets, note).close()
            self.match = there.game.hex()[:32]
        self.attended: dict[int, desk.Attended] = {}
        self.said: list[str] = []
        self.journeys = 0

    async def attend(self, n: int, **more: bool) -> desk.Attended:
        """One player looks at the box, goes on as far as that leads, and puts there what the others lack."""
        seat = self.seats[n]
        subject = bytes.fromhex(self.match)
        arrived = [unseal(seat.identity, subject, one) for one in self.post.take(seat.identity.public)]
        done = await self.open(n, arrived, **more)
        for one in done.outgoing:
            self.post.put(one.key, one.parcel)
            self.journeys += one.fresh
        return done

    async def open(self, n: int, arrived: Sequence[Parcel], **more: bool) -> desk.Attended:
        """The same with these parcels, and what it makes is kept back."""
        done = await desk.attend(self.seats[n], self.match, arrived, say=self.said.append, **more)
        self.attended[n] = done
        return done

    @property
    def over(self) -> bool:
        """Whether all know how it ended, and that the others do."""
        ends = [self.attended[n].end if n in self.attended else None for n in range(len(self.seats))]
        return all(ends) and all(not one.note.lacking for one in self.attended.values())

    async def play(self, most: int = DAYS_MOST) -> int:
        """Attend once a day, one player after the other, until it is over; how many days that took."""
        for day in range(most):
            self.post.next_day()
            for n in range(len(self.seats)):
                self.now = FIRST + day * DAY_S + n * DAY_S / len(self.seats)
                await self.attend(n)
            if self.over:
                return day + 1
        raise AssertionError(f"not over after {most} days")


def _made(folder: Path) -> Path:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder


def main(arguments: Sequence[str]) -> int:
    """Play matches and print how they went; 1 if one was lost or somebody was accused."""
    parser = argparse.ArgumentParser(description="matches by correspondence in virtual days")
    parser.add_argument("--matches", type=int, default=5)
    parser.add_argument("--game", default="")
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--text", action="store_true")
    args = parser.parse_args(arguments)
    failed = 0
    for name in [args.game] if args.game else games.NAMES:
        per_turn: list[float] = []
        sizes: list[int] = []
        for seed in range(args.seed, args.seed + args.matches):
            folder = Path(tempfile.mkdtemp(prefix="post-"))
            try:
                table = Table(
                    folder,
                    rules_of(name, args.seats),
                    [make(args.bot) for _ in range(args.seats)],
                    Post(random.Random(seed), args.text),
                )
                days = trio.run(table.play)
                turns = saved_turns(table)
                per_turn.append(days / max(1, turns))
                sizes += table.post.sizes
                failed += any(done.end is None or done.end.findings for done in table.attended.values())
            except Exception as error:
                failed += 1
                print(f"{name} seed {seed}: {type(error).__name__}: {error}", flush=True)
            finally:
                shutil.rmtree(folder, ignore_errors=True)
        if per_turn:
            print(
                f"{name}: {len(per_turn)} of {args.matches} matches ended, days a turn median "
                f"{statistics.median(per_turn):.1f}, most {max(per_turn):.1f}; a parcel has "
                f"{statistics.median(sizes):.0f} bytes in the median",
                flush=True,
            )
    return 1 if failed else 0


def rules_of(name: str, seats: int) -> Rules:
    """The rules of the first format of a game that is for so many."""
    formats = games.GAMES[name].formats
    return games.load(name, next(one for one, numbers in formats.items() if seats in numbers))


def saved_turns(table: Table) -> int:
    """How many turns the match has had."""
    seat = table.seats[0]
    with saved.folder_of(seat.home).open(table.match) as file:
        follower = saved.followed(seat.rules, file, len(table.seats))
        state = follower.replica.state
        return state.turn if state is not None else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
