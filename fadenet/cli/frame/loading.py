"""The rules of a game, by the name that was typed, or as a file or another node names them; and things of a
game by their number or id."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from fadenet import games
from fadenet.cli.frame.context import BadInput, NotFound
from fadenet.cli.frame.guessing import guess
from fadenet.engine.cardset import UnknownSet
from fadenet.engine.descriptor import Descriptor
from fadenet.engine.errors import LoadError, LoadErrors, WrongInput
from fadenet.games.oddities import lookalikes
from keys.names import readings

if TYPE_CHECKING:
    from fadenet.engine.rules import Rules
    from fadenet.node.match.saved import SavedTable


def described(name: str) -> Descriptor:
    """The descriptor of a game. Raises `NotFound`, which lists the games there are."""
    if name not in games.NAMES:
        known = f"Games: {', '.join(games.NAMES)}."
        raise NotFound(f"There is no game {name!r}{guess(name, games.NAMES)} {known}")
    return games.GAMES[name]


def load_game(name: str) -> Rules:
    """The rules of a game by its name; NotFound lists those there are."""
    described(name)
    return games.load(name)


def game_of(game: str, format: str, options: Iterable[tuple[str, Any]]) -> Rules:
    """The rules of a game in a format, as a file or another node names them."""
    if game not in games.NAMES:
        known = ", ".join(games.NAMES)
        raise NotFound(f"This is a match of {game!r}, which this fadenet does not have ({known}).")
    chosen = dict(options)
    unknown = [repr(key) for key, value in chosen.items() if not games.takes(game, key, value)]
    if unknown:
        raise BadInput(f"{game} has no such options here: {', '.join(unknown)}. Try a newer version.")
    try:
        return told_apart(games.load(game, format, **chosen))
    except UnknownSet as error:
        raise NotFound(f"This match is played with a card set that is not here: {error.id}.") from None
    except LoadError as error:
        raise BadInput(f"A card set of this match makes no sense here: {error}.") from None
    except WrongInput as error:
        raise BadInput(f"This fadenet cannot play such a match: {error}. Try a newer version.") from None


def told_apart(rules: Rules) -> Rules:
    """The same rules, all of whose cards have names that people tell apart. Raises `LoadErrors`."""
    if rules.sets and (faults := lookalikes(rules, readings)):
        raise LoadErrors(faults)
    return rules


def finished_rules(note: SavedTable) -> Rules:
    """The rules of a saved match, which is given to those who lack it whenever a node of ours is up."""
    return game_of(note.game, note.format, note.options.items())


def place_of(text: str, ids: Sequence[str], lacks: str) -> int:
    """The place, from 0, of a thing that is named by its number, from 1, or by its id. lacks: the beginning
    of the error, as in `faroe has no lesson`. Raises `NotFound`."""
    if text.isdecimal() and len(text) < 4 and 0 < int(text) <= len(ids):
        return int(text) - 1
    if text not in ids:
        known = f"They are 1 to {len(ids)}: {', '.join(ids)}."
        raise NotFound(f"{lacks} {text[:40]!r}{guess(text, ids)} {known}")
    return ids.index(text)
