"""Which keywords effects give, and of the others why none does: by the word of each."""

from __future__ import annotations

from enum import Enum

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


GIVEN = {
    "Affinity": Given.ALWAYS,
    "Arena": Given.USED,
    "Arm Up": Given.OVER,
    "Aura": Given.ALWAYS,
    "Backup": Given.OVER,
    "Barrier": Given.PUT,
    "Blindness": Given.PUT,
    "Bloodlust": Given.ALWAYS,
    "Boss": Given.USED,
    "Buildup": Given.ALWAYS,
    "Carrier": Given.COMING,
    "Charge": Given.ALWAYS,
    "Combo": Given.USED,
    "Concussion": Given.ALWAYS,
    "Contingency": Given.NAMED,
    "Curse": Given.PUT,
    "Deathmark": Given.ALWAYS,
    "Drain": Given.PUT,
    "Equip": Given.USED,
    "Flash": Given.ALWAYS,
    "Fracture": Given.PUT,
    "Friendship": Given.ALWAYS,
    "Ghost": Given.PUT,
    "Immune": Given.ALWAYS,
    "Infused": Given.ALWAYS,
    "Level-Up": Given.NAMED,
    "Lock": Given.ALWAYS,
    "Lock-On": Given.ALWAYS,
    "Mastery": Given.ALWAYS,
    "Multistrike": Given.ALWAYS,
    "Mute": Given.ALWAYS,
    "Mystify": Given.USED,
    "Mythical": Given.BUILT,
    "Neutrality": Given.ALWAYS,
    "Orbital": Given.MADE,
    "Overdrive": Given.OVER,
    "Paradox": Given.OVER,
    "Paralyze": Given.PUT,
    "Poison": Given.PUT,
    "Provoke": Given.ALWAYS,
    "Raider": Given.USED,
    "Reinforce": Given.OVER,
    "Replay": Given.USED,
    "Shield": Given.PUT,
    "Signature": Given.OVER,
    "Stacker": Given.COMING,
    "Stock": Given.OVER,
    "Stun": Given.ALWAYS,
    "Surprise": Given.NAMED,
    "Synchronize": Given.OVER,
    "Tag-Out": Given.ALWAYS,
    "Timebomb": Given.PUT,
    "Timid": Given.ALWAYS,
    "Vengeance": Given.OVER,
    "Void": Given.ALWAYS,
    "Wildcard": Given.ALWAYS,
    "Willpower": Given.ALWAYS,
}
"""By keyword what gives it; where an edition has it as a Counter, nothing does."""


def withheld(edition: Edition, k: int, continuous: bool) -> str:
    """Why such an effect does not give a keyword, "" if it does."""
    given = Given.PUT if edition.kinds[k] == "counter" else GIVEN[t.KEYWORDS[k]]
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
    return {word: k for word, k in edition.keywords.items() if GIVEN[t.KEYWORDS[k]] is not Given.MADE}
