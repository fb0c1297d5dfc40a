"""Which rules and cards two sides have, in words: what differs, and which side has what."""

from __future__ import annotations

from fadenet.engine.rules import Rules

DIGITS = 8
"""Hexadecimal digits of a hash that are shown."""


def fits(rules: Rules, rules_hash: bytes, card_hash: bytes) -> bool:
    """Whether these are our rules and our cards."""
    return (rules_hash, card_hash) == (rules.hash, rules.card_hash)


def differs(rules: Rules, rules_hash: bytes, card_hash: bytes, whose: str) -> str:
    """A sentence on how the rules and cards of another side differ from ours. whose: of that side, such as
    "the host's"."""
    both = (("rules", rules.hash, rules_hash), ("cards", rules.card_hash, card_hash))
    said = [
        f"the {what} are the same"
        if own == theirs
        else f"{whose} {what} are {theirs.hex()[:DIGITS]}, yours are {own.hex()[:DIGITS]}"
        for what, own, theirs in both
    ]
    text = f"{'; '.join(said)}."
    return text[0].upper() + text[1:]
