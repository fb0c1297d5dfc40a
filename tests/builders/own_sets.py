"""Card sets of somebody's own, as text, with what tests want otherwise."""

from __future__ import annotations

from string import Template

ASH = """
[set]
code = "$code"
name = "$name"
game = "faroe"
version = $version
by = "Mira"
license = "CC-BY-4.0"
with = ["faroe"]

[card.ember-oath]
name = "$oath"
types = ["Augment"]
elements = ["Fire"]
rank = "Normal"
cost = 1

[[card.ember-oath.ability]]
gives = { PLV = 2 }

[card.bell-ringer]
name = "$ringer"
types = ["Character"]
elements = ["Metal"]
cost = 1
hp = 6
plv = 1
level = 2

[deck.first-ash]
name = "First Ash"
plan = "Swear early."

[deck.first-ash.deck]
ember-oath = 2
keen-edge = 1
"""
"""One for faroe, beside its own cards, with a deck that breaks the rules of decks."""

ALONE = """
[set]
code = "lone"
name = "Alone"
game = "faroe"
with = []

[card.bell-ringer]
name = "Bell Ringer"
types = ["Character"]
elements = ["Metal"]
cost = 1
hp = 6
plv = 1
level = 2
"""

_USUAL = {
    "code": "ash",
    "name": "Ashes of the Ninth Bell",
    "version": "3",
    "oath": "Ember Oath",
    "ringer": "Bell Ringer",
}


def written(text: str, **changes: str) -> str:
    """The text of a set with these places of it filled in otherwise."""
    return Template(text).substitute(_USUAL | changes)
