"""Which keywords effects give, and of the others why none does: by the word of each."""

from __future__ import annotations

from enum import Enum
from typing import Final

from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition


class Given(Enum):
    """The effects that give a keyword: any, only continuous ones, or for this reason none."""

    ALWAYS = ""
    COMING = "it counts as its card comes onto the field, so that only 'gives' reaches it in time"
    USED = "what is printed tells how a card is played, used or placed"
    BUILT = "it is about the making of Decks"
    OVER = "it stands over an ability of its card, and is nothing without that"
    NAMED = "it is nothing without what its card names with it"
    PUT = "it is a Counter, which the effect 'counter' puts"
    MADE = "the effect 'orbital' makes cards so"


WITHHELD: Final = {
    "Arena": Given.USED,
    "Arm Up": Given.OVER,
    "Backup": Given.OVER,
    "Barrier": Given.PUT,
    "Blindness": Given.PUT,
    "Boss": Given.USED,
    "Carrier": Given.COMING,
    "Combo": Given.USED,
    "Contingency": Given.NAMED,
    "Curse": Given.PUT,
    "Drain": Given.PUT,
    "Equip": Given.USED,
    "Fracture": Given.PUT,
    "Ghost": Given.PUT,
    "Level-Up": Given.NAMED,
    "Mystify": Given.USED,
    "Mythical": Given.BUILT,
    "Orbital": Given.MADE,
    "Overdrive": Given.OVER,
    "Paradox": Given.OVER,
    "Paralyze": Given.PUT,
    "Poison": Given.PUT,
    "Raider": Given.USED,
    "Reinforce": Given.OVER,
    "Replay": Given.USED,
    "Shield": Given.PUT,
    "Signature": Given.OVER,
    "Stacker": Given.COMING,
    "Stock": Given.OVER,
    "Surprise": Given.NAMED,
    "Synchronize": Given.OVER,
    "Timebomb": Given.PUT,
    "Vengeance": Given.OVER,
}
"""The keywords that not every effect gives, each with what gives it; nothing gives a Counter so."""


def given_by(edition: Edition, k: int) -> Given:
    """The effects that give a keyword."""
    return Given.PUT if edition.kinds[k] == "counter" else WITHHELD.get(t.KEYWORDS[k], Given.ALWAYS)


def withheld(edition: Edition, k: int, continuous: bool) -> str:
    """Why such an effect does not give a keyword, "" if it does."""
    given = given_by(edition, k)
    return "" if given is Given.ALWAYS or (continuous and given is Given.COMING) else given.value


def giveable(edition: Edition, continuous: bool) -> dict[str, int]:
    """By its word the number of every keyword that such effects give."""
    return {word: k for word, k in edition.keywords.items() if not withheld(edition, k, continuous)}


def not_given(edition: Edition, continuous: bool) -> dict[str, str]:
    """By its word why such effects do not give a keyword, for each that they do not give."""
    why = {word: withheld(edition, k, continuous) for word, k in edition.keywords.items()}
    return {word: reason for word, reason in why.items() if reason}


def borne(edition: Edition) -> dict[str, int]:
    """By its word the number of every keyword that a card can have."""
    return {word: k for word, k in edition.keywords.items() if given_by(edition, k) is not Given.MADE}
