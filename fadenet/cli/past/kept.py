"""Local matches that were left: one file each in the data folder, to go on with them where they were.

    {"v": 2, "game": .., "format": .., "options": {..}, "rules": hash, "cards": hash, "seed": .., "bot": ..,
     "names": [..], "decks": [[name, [[slug, ..], ..]], ..], "begun": .., "left": .., "turn": ..,
     "choices": [..], "own": [..]}

in JSON, behind the BLAKE2b-128 of it in hex and a line feed: a match that was changed by hand is not gone on
with. A choice is [seat, null] for a seat that gave up, [seat, move, standing, own, empty], or cards taken
as {need: [handle, ..]}.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import Any

from fadenet.cli.frame.comforts import comfort
from fadenet.cli.frame.context import BadInput, NotFound
from fadenet.cli.frame.loading import game_of
from fadenet.engine.rules import Rules
from fadenet.games.decks import Deck
from fadenet.table.local import Choice, LocalMatch, Played
from fadenet.table.view import Answer
from keys.files import make_folder, replace_private

FOLDER, SUFFIX = "local", ".json"
VERSION = 2
FILE_BYTES_MAX = 16 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class LeftMatch:
    """A local match that was left. path: its file; left: seconds since the epoch when it was last played."""

    path: Path
    game: str
    format: str
    options: dict[str, str]
    rules: str
    cards: str
    seed: int
    bot: str
    names: tuple[str, ...]
    decks: tuple[tuple[str, Deck], ...]
    begun: float
    left: float
    turn: int
    played: Played

    @property
    def id(self) -> str:
        """How it is named on the command line."""
        return self.path.stem

    def load_rules(self) -> Rules:
        """The rules by which it goes on; `BadInput` if this version has other ones."""
        rules: Rules = game_of(self.game, self.format, self.options.items())
        if (rules.hash.hex(), rules.card_hash.hex()) != (self.rules, self.cards):
            raise BadInput(
                f"The match {self.id} was begun with other rules or cards than this version of fadenet has,"
                f" so it cannot go on here. Its file stays at {self.path}, for the version that began it."
            )
        return rules


class Autosave:
    """Keeps one match on disk while it is played: after each decision of the person, and when it is left.

    say: is told once if that cannot be done; the match goes on.
    """

    def __init__(
        self,
        home: Path,
        bot: str,
        decks: Sequence[tuple[str, Deck]],
        begun: float,
        say: Callable[[str], None] = lambda text: None,
    ) -> None:
        self.home, self.bot, self.decks, self.begun = home, bot, decks, begun
        self.match: LocalMatch | None = None
        self.path: Path | None = None
        self.stale = False  # whether what is on disk is not what was played last
        self._say = say
        self._own = 0

    def look(self, *_: object) -> None:
        """Something has happened in the match: keep it if a decision of the person is among it."""
        match = self.match
        if match is not None and len(match.played.own) != self._own and not match.state.over:
            self._own = len(match.played.own)
            self.keep()

    def keep(self) -> Path | None:
        """Keep it as it is; where, None while nothing has been played, when it is over, and where it could
        never be kept."""
        match = self.match
        if match is None or not match.answers:
            return None
        if match.state.over:
            self.forget()
            return None
        self.stale = True
        with comfort(self._tell, "The match goes on, but is not kept here from now on"):
            path = self.path or _fresh(self.home, match.rules.name, self.begun)
            replace_private(path, _written(match, self.bot, self.decks, self.begun))
            self.path, self.stale = path, False
        return self.path

    def _tell(self, text: str) -> None:
        """Say it once: a failure at this decision comes again at the next."""
        say, self._say = self._say, lambda text: None
        say(text)

    def forget(self) -> None:
        """The match is over: there is nothing left to go on with."""
        if self.path is not None:
            with comfort(self._tell, f"{self.path} could not be removed"):
                self.path.unlink(missing_ok=True)


def kept_matches(home: Path) -> list[LeftMatch]:
    """The local matches that were left, the last one first; damaged files are passed over."""
    found = []
    for path in _files(home):
        with suppress(BadInput, NotFound):
            found.append(read_kept(path))
    return sorted(found, key=lambda one: one.left, reverse=True)


def find_kept(home: Path, wanted: str) -> LeftMatch | None:
    """The one whose name begins so, None if there is none; `BadInput` for several, or a damaged file."""
    found = [path for path in _files(home) if path.stem.startswith(wanted)]
    exact = [path for path in found if path.stem == wanted]
    if len(exact or found) > 1:
        raise BadInput(f"Several local matches begin with {wanted}: {', '.join(p.stem for p in found)}.")
    return read_kept((exact or found)[0]) if found else None


def read_kept(path: Path) -> LeftMatch:
    """Read a file; `BadInput` if it is damaged, `NotFound` if it has gone."""
    try:
        with path.open("rb") as file:
            data = file.read(FILE_BYTES_MAX + 1)
    except FileNotFoundError:
        raise NotFound(f"There is no match {path.stem} any more. See: fadenet matches") from None
    sum_, _, body = data.partition(b"\n")
    if len(data) > FILE_BYTES_MAX or sum_ != checksum(body):
        raise BadInput(f"{path} is damaged, so this match cannot go on. Remove the file to be rid of it.")
    said = json.loads(body)
    if said["v"] != VERSION:
        when = "a later" if said["v"] > VERSION else "an earlier"
        raise BadInput(f"{path} was written by {when} version of fadenet. Go on with that version.")
    choices = tuple(_choice(one) for one in said["choices"])
    plain = ("game", "format", "options", "rules", "cards", "seed", "bot", "begun", "left", "turn")
    return LeftMatch(
        path=path,
        names=tuple(said["names"]),
        decks=tuple((name, _deck(said, name, lists)) for name, lists in said["decks"]),
        played=Played(choices, tuple((seat, at) for seat, at in said["own"])),
        **{key: said[key] for key in plain},
    )


def _deck(said: dict[str, Any], name: str, lists: list[list[str]]) -> Deck:
    rules: Rules = game_of(said["game"], said["format"], said["options"].items())
    codes = {card.slug: card.code for card in rules.cards}
    return Deck(name, "", tuple(tuple(codes.get(slug, 0) for slug in part) for part in lists))


def _written(match: LocalMatch, bot: str, decks: Sequence[tuple[str, Deck]], begun: float) -> bytes:
    rules, cards = match.rules, match.rules.cards
    body = json.dumps(
        {
            "v": VERSION,
            "game": rules.name,
            "format": rules.format,
            "options": dict(rules.options),
            "rules": rules.hash.hex(),
            "cards": rules.card_hash.hex(),
            "seed": match.seed,
            "bot": bot,
            "names": list(match.names),
            "decks": [[name, [[cards[c].slug for c in part] for part in deck.lists]] for name, deck in decks],
            "begun": begun,
            "left": time.time(),
            "turn": match.state.turn,
            "choices": [_said(choice) for choice in match.played.choices],
            "own": match.played.own,
        },
        separators=(",", ":"),
    ).encode()
    return checksum(body) + b"\n" + body


def checksum(body: bytes) -> bytes:
    """The checksum that stands before the body of a file: BLAKE2b of 16 bytes, in 32 hex digits."""
    return blake2b(body, digest_size=16).hexdigest().encode()


def _said(choice: Choice) -> object:
    if isinstance(choice, dict):
        return {str(need): cards for need, cards in choice.items()}
    seat, answer = choice
    if answer is None:
        return [seat, None]
    return [seat, answer.move, answer.standing, answer.own, answer.empty]


def _choice(said: Any) -> Choice:
    if isinstance(said, dict):
        return {int(need): cards for need, cards in said.items()}
    if said[1] is None:
        return said[0], None
    seat, move, standing, own, empty = said
    return seat, Answer(_tuple(move), None if standing is None else _tuple(standing), own, empty)


def _tuple(said: Iterable[Any]) -> Any:
    """Lists inside each other as tuples."""
    return tuple(_tuple(one) if isinstance(one, list) else one for one in said)


def _files(home: Path) -> list[Path]:
    folder = home / FOLDER
    return [path for path in folder.glob(f"*{SUFFIX}") if path.is_file()] if folder.is_dir() else []


def _fresh(home: Path, game: str, begun: float) -> Path:
    """A file that is not there yet."""
    make_folder(home)
    make_folder(home / FOLDER)
    stem = f"{game}-{time.strftime('%m%d-%H%M%S', time.localtime(begun))}"
    n = 1
    while (path := home / FOLDER / f"{stem}{f'-{n}' if n > 1 else ''}{SUFFIX}").exists():
        n += 1
    return path
