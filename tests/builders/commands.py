"""An edition with Commands in cells: how its file differs from the one that is there, and its cards."""

from __future__ import annotations

from fadenet.engine.language import files
from fadenet.games.fade.typed import FadeRules
from tests.builders.cells import GRID
from tests.builders.editions import differing
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character

REASONS = {
    "command-place": "zone.capacity",
    "command-moment": "prep.actions",
    "command-once": "item.single-use",
    "command-needs": "card.cost",
    "command-material": "augment.attach",
    "material": "action.passive-remains",
    "lay": "prep.zones",
    "lay-cell": "zone.field",
    "lay-character": "zone.character",
}
"""Which rule stands for which reason here, where the book has none of Commands."""
QUIET = 'quiet_plays = ["Character", "Augment", "Zone", "Command"]'
COMMANDS = (
    *GRID,
    ('round = "cycle"', f'round = "cycle"\n{QUIET}'),
    ("[classes]", '[commands]\nmaterials = "silent"\n\n[classes]'),
    ("[keywords]\n", '[keywords]\nSynchronize = { kind = "number", how = "Materials" }\n'),
    ("# Decks.\n", "\n".join([f'{word} = "{rule}"' for word, rule in REASONS.items()]) + "\n"),
)
BARE = (
    ("[classes]", '[commands]\nmaterials = "bare"\n\n[classes]'),
    ("[keywords]\n", '[keywords]\nSynchronize = { kind = "number", how = "cards" }\n'),
)
"""Materials without effects and keywords; what has Synchronize is a Command."""
_RULINGS = files.book(FadeRules.package, "faroe")["book"]["figures"]["rulings"]
FIGURES = {"rulings": {**_RULINGS, "command_activations_per_turn": 1}}


def duel(text: str, *pairs: tuple[str, str], seats: int = 2) -> Duel:
    """A match with Commands and their ordinary cards; pairs: words instead of those of the same place."""
    old = {pair[0] for pair in pairs}
    words = [pair for pair in COMMANDS if pair[0] not in old]
    there = (
        cards("gate", "smithy", "right", "left", "fire-spirit")
        + character(
            "sentinel",
            plv=1,
            keywords={"Charge": 2},
            ability=[{"on": "attacked", "of": "this", "do": {"draw": 1}}, {"gives": {"PLV": 2}}],
        )
        + text
    )
    return differing(there, *words, *pairs, figures=FIGURES, seats=seats)
