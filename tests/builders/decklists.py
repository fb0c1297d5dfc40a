"""Cards for Decks and Fighter Pools of any size, and the lists that a test needs."""

from __future__ import annotations

from fadenet.games import decks
from fadenet.games.fade.typed import FadeRules

FILLERS = 20

CARDS = (
    "".join(
        f"""
[card.kick-{n}]
name = "Kick {n}"
types = ["Skill"]
rank = "Normal"
do = [{{ attack = 1 }}]
[card.fighter-{n}]
name = "Fighter {n}"
types = ["Character"]
hp = 5
plv = 1
level = 1
"""
        for n in range(FILLERS)
    )
    + """
[card.rising-kick]
name = "Rising Kick"
types = ["Skill"]
rank = "Normal"
rarity = "Omega Rare"
do = [{ attack = 3 }]
[card.five]
name = "Level Five"
types = ["Character"]
hp = 5
plv = 1
level = 5
copies = 20
[card.six]
name = "Level Six"
types = ["Character"]
hp = 6
plv = 1
level = 6
[card.edge-card]
name = "Edge Card"
types = ["Augment"]
rank = "Normal"
[card.living-blade]
name = "Living Blade"
types = ["Character", "Augment"]
rank = "Normal"
hp = 3
plv = 2
in_deck = true
[card.crowd]
name = "Crowd"
types = ["Skill"]
rank = "Normal"
copies = 20
do = [{ attack = 1 }]
[card.endless]
name = "Endless"
types = ["Skill"]
rank = "Normal"
copies = 60
do = [{ attack = 1 }]
[card.relic]
name = "Relic"
types = ["Skill"]
rank = "Normal"
keywords = { Mythical = true }
do = [{ attack = 9 }]
[card.myth]
name = "Myth"
types = ["Character"]
hp = 9
plv = 9
keywords = { Mythical = true }
"""
)


def deck_of(rules: FadeRules, n: int = 0, **more: int) -> list[int]:
    """A Deck of n cards, or of as few as may be: those named (with _ for -) as often as said, the rest plain
    Skills, 4 of a kind.
    """
    there = [rules.code_of(slug.replace("_", "-")) for slug, times in more.items() for _ in range(times)]
    fill = [rules.code_of(f"kick-{k % FILLERS}") for k in range((n or rules.figures.deck_min) - len(there))]
    return there + fill


def pool_of(rules: FadeRules, n: int = 0, **more: int) -> list[int]:
    """A Fighter Pool: n plain Characters of Level 1, and those named."""
    fill = [rules.code_of(f"fighter-{k % FILLERS}") for k in range(n)]
    return fill + [
        rules.code_of(slug.replace("_", "-")) for slug, times in more.items() for _ in range(times)
    ]


def broken(rules: FadeRules, deck: list[int], pool: list[int]) -> list[str]:
    """The ids of the rules that a list breaks."""
    return [rule for rule, _ in decks.check_deck(rules, (deck, pool))]
