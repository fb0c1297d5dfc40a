"""Which keywords effects give, and of the others why none does: by the word of each."""

from __future__ import annotations

from fadenet.games.fade.points import Given
from fadenet.games.fade.typed import FadeRules


def given_by(rules: FadeRules, k: int) -> Given:
    """The effects that give a keyword; nothing gives a Counter so."""
    if rules.edition.kinds[k] == "counter":
        return Given.PUT
    return dict(rules.points.withheld).get(k, Given.ALWAYS)


def withheld(rules: FadeRules, k: int, continuous: bool) -> str:
    """Why such an effect does not give a keyword, "" if it does."""
    given = given_by(rules, k)
    return "" if given is Given.ALWAYS or (continuous and given is Given.COMING) else given.value


def giveable(rules: FadeRules, continuous: bool) -> dict[str, int]:
    """By its word the number of every keyword that such effects give."""
    return {word: k for word, k in rules.edition.keywords.items() if not withheld(rules, k, continuous)}


def not_given(rules: FadeRules, continuous: bool) -> dict[str, str]:
    """By its word why such effects do not give a keyword, for each that they do not give."""
    why = {word: withheld(rules, k, continuous) for word, k in rules.edition.keywords.items()}
    return {word: reason for word, reason in why.items() if reason}


def borne(rules: FadeRules) -> dict[str, int]:
    """By its word the number of every keyword that a card can have."""
    return {word: k for word, k in rules.edition.keywords.items() if given_by(rules, k) is not Given.MADE}
