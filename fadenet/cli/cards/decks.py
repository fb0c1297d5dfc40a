"""Decks as somebody names them, to sit down with; those of the player's own lie in the data folder.

decks/GAME/NAME.toml     a deck of one's own, found by NAME before one that comes with the game
decks/GAME/.last         the name of the deck that was chosen last
"""

from __future__ import annotations

import os
import re
from contextlib import suppress
from itertools import chain, count
from pathlib import Path

from fadenet import games
from fadenet.cli.frame.context import BadInput, Context, NotFound, Usage, read_bytes
from fadenet.cli.frame.filetypes import DECK, refuse_other_file
from fadenet.cli.frame.guessing import guess
from fadenet.cli.frame.loading import load_game
from fadenet.engine.errors import LoadError
from fadenet.engine.language.files import CARD_FILE_BYTES
from fadenet.engine.rules import Rules
from fadenet.games.decks import (
    Deck,
    automata,
    check_deck,
    load_deck,
    packaged,
    packaged_of,
    read_deck,
    write_deck,
)
from keys.files import exclusive, make_folder, replace_private

FOLDER, SUFFIX, LAST, LOCK = "decks", ".toml", ".last", "decks.lock"
OWN_MAX = 500
"""So many decks of one's own are listed for each game."""
NAME_CHARS_MAX = 60
_NAME = re.compile(rf"[a-z0-9][a-z0-9-]{{0,{NAME_CHARS_MAX - 1}}}")
_GAME = re.compile(r"""^\s*game\s*=\s*["']([^"'\n]*)["']""", re.MULTILINE)


# The player's own.


def own_path(home: Path, game: str, name: str) -> Path:
    """Where a deck of the player's own is."""
    return home / FOLDER / game / f"{name}{SUFFIX}"


def own_decks(home: Path, game: str) -> list[str]:
    """The names of the player's own decks for a game, sorted."""
    folder = home / FOLDER / game
    found = sorted(path.stem for path in folder.glob(f"*{SUFFIX}")) if folder.is_dir() else []
    return [name for name in found if _NAME.fullmatch(name)][:OWN_MAX]


def is_own(home: Path, game: str, name: str) -> bool:
    """Whether a name is that of a deck of the player's own."""
    return bool(_NAME.fullmatch(name)) and own_path(home, game, name).is_file()


def delete_own(home: Path, game: str, name: str) -> None:
    """Delete a deck of the player's own, which is there."""
    path = own_path(home, game, name)
    with exclusive(path.parent / LOCK, wait=True):
        path.unlink(missing_ok=True)


def place_of(title: str) -> str:
    """The name under which a deck of this title is kept, "" if it has no letter and no digit."""
    from fadenet.games.spelling import slug

    return slug(title)[:NAME_CHARS_MAX].rstrip("-")


class DeckBox:
    """Where the decks of one game are kept: by name, or in the deck file that one began with."""

    def __init__(self, home: Path, rules: Rules) -> None:
        self.home, self.rules = home, rules

    def place(self, title: str) -> str:
        return place_of(title)

    def has(self, where: str) -> bool:
        return is_own(self.home, self.rules.name, where)

    def keep(self, where: str, deck: Deck) -> str:
        text = write_deck(self.rules, deck)
        if not _NAME.fullmatch(where):
            replace_private(Path(where), text.encode())
            return f"saved in {where}"
        path = own_path(self.home, self.rules.name, where)
        make_folder(path.parent.parent)
        make_folder(path.parent)
        with exclusive(path.parent / LOCK, wait=True):
            replace_private(path, text.encode(), alone=True)
        return f"saved as {where}: --deck {where} plays it"

    def draft(self, deck: Deck) -> str:
        """Keep what was not saved under a name that is free; the name."""
        names = chain(["draft"], (f"draft-{n}" for n in count(2)))
        name = next(one for one in names if not self.has(one))
        self.keep(name, deck)
        return name


# By name.


def find_deck(home: Path, rules: Rules, name: str) -> Deck:
    """A deck of the player's own or a packaged one by its name, or a deck file, or stdin for `-`; NotFound,
    LoadError."""
    if name == "-":
        try:
            return read_deck(rules, read_bytes(name, CARD_FILE_BYTES).decode(), "stdin")
        except UnicodeDecodeError:
            raise BadInput("The deck is not text in UTF-8. Save it as such.") from None
    if is_own(home, rules.name, name):
        return load_deck(rules, own_path(home, rules.name, name))
    if name not in [*packaged(rules), *automata(rules)] and not os.path.exists(name):
        there = [*own_decks(home, rules.name), *packaged(rules)]
        known = f"Decks of {rules.name}: {', '.join(there)}."
        raise NotFound(f"There is no deck {name[:60]!r}, nor a file of that name{guess(name, there)} {known}")
    refuse_other_file(name, DECK)
    return load_deck(rules, name)


def game_with(home: Path, name: str, game: str) -> Rules:
    """The game that a deck is of: the one said, that which has a deck of this name, or as its file says.

    NotFound where there is none; `Usage` where there are several.
    """
    if game or name == "-":
        return load_game(game or games.NAMES[0])
    known = games_with(home, name)
    if len(known) > 1:
        raise Usage(f"There is a deck {name} of {' and of '.join(known)}. Say which: --game {known[0]}")
    if known:
        return load_game(known[0])
    refuse_other_file(name, DECK)
    said = _GAME.search(read_bytes(name, CARD_FILE_BYTES).decode("utf-8", "replace"))
    return load_game(said[1] if said and said[1] in games.NAMES else games.NAMES[0])


def games_with(home: Path, name: str) -> list[str]:
    """The games that have a deck of this name: those of the player's own decks, else of those that come with
    games; [] for a file. Raises `NotFound` for a name that is not a file either."""
    own = [one for one in games.NAMES if is_own(home, one, name)]
    found = own or [one for one in games.NAMES if name in _coming_with(one)]
    if not found and not os.path.exists(name):
        there = [deck for one in games.NAMES for deck in (*own_decks(home, one), *_coming_with(one))]
        usual = ", ".join([*own_decks(home, games.NAMES[0]), *packaged_of(games.GAMES[games.NAMES[0]])])
        raise NotFound(
            f"There is no deck {name[:60]!r}, nor a file of that name{guess(name, there)} "
            f"Decks of {games.NAMES[0]}: {usual}; of another game: fadenet deck list GAME"
        )
    return found


def _coming_with(game: str) -> list[str]:
    """The decks that come with a game, those of its Legends too."""
    return [*packaged_of(games.GAMES[game]), *games.choices(game, "legend")]


def legal_deck(home: Path, rules: Rules, name: str) -> Deck:
    """A deck that may be played; BadInput names the first rule that another breaks."""
    deck = find_deck(home, rules, name)
    broken = check_deck(rules, deck.lists)
    if broken:
        rule, why = broken[0]
        more = f" and {len(broken) - 1} more" if len(broken) > 1 else ""
        raise BadInput(
            f"The deck {deck.name} is not legal: {why} [{rule}]{more}. See: fadenet deck check {name}"
        )
    return deck


def named_deck(ctx: Context, rules: Rules) -> str | None:
    """The deck that our player plays a game with: as the command names it, else as it is set; None = any."""
    named: str | None = ctx.args.deck
    return named or ctx.settings.decks.get(rules.name)


def deck_of(home: Path, rules: Rules, wanted: str | None) -> Deck:
    """The deck that was named, else the first packaged one; BadInput if it is not legal."""
    return legal_deck(home, rules, wanted) if wanted else load_deck(rules, packaged(rules)[0])


# To choose from.


def playable(home: Path, rules: Rules, first: str | None) -> list[tuple[str, Deck]]:
    """The decks that may be played, with what they are named by: that which was chosen last, then what is set
    (`first`), the player's own, and the packaged ones."""
    names = [*own_decks(home, rules.name), *packaged(rules)]
    wanted = [name for name in (last_deck(home, rules.name), first) if name]
    found: dict[str, Deck] = {}
    for name in (*wanted, *names):
        with suppress(LoadError, BadInput, NotFound):
            found.setdefault(name, legal_deck(home, rules, name))
    return list(found.items())


def last_deck(home: Path, game: str) -> str:
    """The deck that was chosen last for a game, "" if none was."""
    try:
        with (home / FOLDER / game / LAST).open(encoding="utf-8") as file:
            return file.read(1_000).strip()
    except (OSError, UnicodeDecodeError):
        return ""


def remember_deck(home: Path, game: str, name: str) -> None:
    """Keep which deck was chosen last."""
    folder = home / FOLDER / game
    make_folder(folder.parent)
    make_folder(folder)
    with exclusive(folder / LOCK, wait=True):
        replace_private(folder / LAST, f"{name}\n".encode(), alone=True)
