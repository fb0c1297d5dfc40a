"""A card set of somebody's own, read and hashed, and those that this process knows.

A match names its sets by their ids, as one of its options (`SETS`): whatever keeps a match keeps them, too.
The set of an id never changes, so one that was looked up is kept, and rules are made of those that are kept
(`language.sets` reads sets, `language.files` puts their cards into rules).
"""

from __future__ import annotations

import re
from base64 import b32hexencode
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from fadenet.engine.errors import WrongInput

SETS: Final = "sets"
"""The word of the option that lists the ids of a match's sets, ascending, with commas between them."""
SETS_MAX: Final = 4
"""So many sets may be at one table."""
KEPT_MAX: Final = 64
"""So many are kept; the one that was looked up longest ago goes first."""
ID_BYTES: Final = 15
ID_CHARS: Final = 24
SHORT_CHARS: Final = 8
"""So much of an id stands for it in a sentence; wherever a set is named, the beginning of its id will do."""
_ID: Final = re.compile(rf"[0-9a-v]{{{ID_CHARS}}}")


@dataclass(frozen=True, slots=True)
class CardSet:
    """A set: its head, and its tables as they are written.

    code: two to five letters, which stand before its slugs. version: counts for people; the hash says what is
    in it. beside: what its cards may lie beside, the name of the game for the cards that come with that, the
    codes of other sets; () = it stands alone. cards, decks: by slug. hash: 32 bytes, over all of this. id:
    its beginning, as `id_of` writes it.
    """

    code: str
    name: str
    game: str
    version: int
    by: str
    license: str
    beside: tuple[str, ...]
    cards: Mapping[str, dict[str, Any]] = field(repr=False)
    decks: Mapping[str, dict[str, Any]] = field(repr=False)
    hash: bytes
    id: str

    def slug(self, own: str) -> str:
        """How a card or deck of the set is called beside others."""
        return f"{self.code}:{own}"

    def stands_beside(self, other: CardSet) -> bool:
        """Whether both may be at one table: both with the game's own cards, or one names the other."""
        together = self.game in self.beside and other.game in other.beside
        return together or other.code in self.beside or self.code in other.beside


def id_of(hash: bytes) -> str:
    """The beginning of a hash, in letters and digits that ascend as hashes do (RFC 4648 section 7)."""
    return b32hexencode(hash[:ID_BYTES]).decode().lower()


Lookup = Callable[[str], CardSet | None]
_kept: Final[dict[str, CardSet]] = {}
_shelves: Final[list[Lookup]] = []


def keep(card_set: CardSet) -> None:
    """Know a set from now on."""
    _kept.pop(card_set.id, None)
    _kept[card_set.id] = card_set
    while len(_kept) > KEPT_MAX:
        del _kept[next(iter(_kept))]


def drop(id: str) -> None:
    """Know a set no longer, but for shelves that have it."""
    _kept.pop(id, None)


def look_up_in(shelf: Lookup) -> None:
    """Ask here, before any earlier one, for a set that is not known: by its id, None if it is not there."""
    _shelves.insert(0, shelf)


def look_up_no_more_in(shelf: Lookup) -> None:
    """Ask there no longer."""
    _shelves.remove(shelf)


def known(id: str) -> CardSet:
    """The set of an id. Raises `UnknownSet` where no shelf has it, and whatever a shelf raises."""
    found = _kept.get(id)
    for shelf in _shelves:
        found = found or shelf(id)
    if found is None:
        raise UnknownSet(id)
    keep(found)
    return found


def lacking(options: Mapping[str, object]) -> list[str]:
    """The ids of the sets of a match that are not here; of an option that lists none as it has to, none."""
    value = options.get(SETS)
    lacks = []
    for id in value.split(",") if isinstance(value, str) and is_list(value) else ():
        try:
            known(id)
        except UnknownSet:
            lacks.append(id)
    return lacks


class UnknownSet(WrongInput):
    """Raised for a match whose set `id` is not here."""

    def __init__(self, id: str) -> None:
        super().__init__(f"the card set {id} is not here")
        self.id = id


def is_id(text: str) -> bool:
    """Whether this may be the id of a set."""
    return _ID.fullmatch(text) is not None


def is_list(value: str) -> bool:
    """Whether an option lists ids as it has to."""
    ids = value.split(",")
    return len(ids) <= SETS_MAX and ids == sorted(set(ids)) and all(map(is_id, ids))


def ids_of(value: str) -> tuple[str, ...]:
    """The ids that an option lists. Raises `WrongInput` for a value that is not written as it has to be."""
    if not is_list(value):
        raise WrongInput(f"{SETS} lists up to {SETS_MAX} ids of card sets, ascending, by commas")
    return tuple(value.split(","))


def option_of(sets: Sequence[CardSet]) -> dict[str, str]:
    """The option of a match that is played with these sets; empty without one."""
    ids = sorted({one.id for one in sets})
    return {SETS: ",".join(ids)} if ids else {}


def options_said(options: Mapping[str, str]) -> list[str]:
    """The options of a match in words: "opening even", "the set 'Ashes of the Ninth Bell'"; a set that is not
    here is called by the beginning of its id. Raises what a shelf raises."""
    said: list[str] = []
    for word in sorted(options):
        ids = options[word].split(",") if word == SETS else ()
        said += map(_set_said, ids) if ids else [f"{word} {options[word]}"]
    return said


def _set_said(id: str) -> str:
    try:
        return f"the set '{known(id).name}'"
    except UnknownSet:
        return f"the set {id[:SHORT_CHARS]}"


def sets_of(game: str, options: Mapping[str, str]) -> tuple[CardSet, ...]:
    """The sets of a match of a game, in the order of their hashes. Raises `WrongInput` for sets that are not
    here, of another game, of one code, or that do not stand beside each other."""
    sets = [known(id) for id in ids_of(options[SETS])] if SETS in options else []
    for n, one in enumerate(sets):
        if one.game != game:
            raise WrongInput(f"'{one.name}' is a card set of {one.game}, and this is {game}")
        for other in sets[:n]:
            if one.code == other.code:
                raise WrongInput(f"'{one.name}' and '{other.name}' are both called {one.code}: leave one out")
            if not one.stands_beside(other):
                raise WrongInput(f"'{one.name}' does not stand beside '{other.name}': leave one out")
    return tuple(sets)
