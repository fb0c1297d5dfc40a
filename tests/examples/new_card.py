"""A card of your own beside those of F.A.R.O.E.: its text is made from its data, and it is played at once.

    python tests/examples/new_card.py

`CONTRIBUTING.md` says under "Adding a card" how a card joins the set for good.
"""

from __future__ import annotations

from random import Random

from fadenet.engine.language import files
from fadenet.games.decks import load_deck
from fadenet.games.fade.edition import add_cards, bare_edition
from fadenet.match import Match

CARD = """
[card.ember-bell]
name = "Ember Bell"
types = ["Item"]
elements = ["Fire"]
rank = "Normal"
cost = 1
targets = [{ pick = "enemy characters" }]
do = [
    { damage = 2, to = "target" },
    { if = { count = "your characters", min = 2 }, then = [{ draw = 1 }] },
]
"""


def main() -> None:
    """Print the card's text, then what comes of the first one that is played."""
    rules = bare_edition("faroe")
    add_cards(rules, [*files.sources(rules.package, "cards", "faroe"), ("ember-bell.toml", CARD)])
    card = rules.cards[rules.code_of("ember-bell")]
    print(f"{card.name}: {card.text}")
    # Decks for a trial hold nothing else; `Match.new` would ask the rules whether they are legal.
    deck, pool = [card.code] * 40, load_deck(rules, "cinder-circuit").lists[1]
    match, dice = Match(rules, [deck, pool] * 2, players=2, seed=3), Random(3)
    while f"{card.name} resolves" not in match.told:
        legal = match.legal()
        out_of_hand = [move for move in legal if move.startswith("play h")]
        match.play(dice.choice(out_of_hand or legal))
    for sentence in match.told:
        print(f"turn {match.turn}: {sentence}")


if __name__ == "__main__":
    main()
