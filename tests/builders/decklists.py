"""Cards for Decks and Fighter Pools of any size, and the lists that a test needs."""

from __future__ import annotations

from fadenet.games import decks
from fadenet.games.fade.typed import FadeRules
from tests.cards.fade import augment, card, character, skill

FILLERS = 20

CARDS = (
    "".join(
        skill(f"kick-{n}", do={"attack": 1}) + character(f"fighter-{n}", level=1, hp=5, plv=1)
        for n in range(FILLERS)
    )
    + skill("rising-kick", rarity="Omega Rare", do={"attack": 3})
    + character("five", name="Level Five", level=5, hp=5, plv=1, copies=20)
    + character("six", name="Level Six", level=6, hp=6, plv=1)
    + augment("edge-card")
    + card("living-blade", types=["Character", "Augment"], rank="Normal", hp=3, plv=2, in_deck=True)
    + skill("crowd", copies=20, do={"attack": 1})
    + skill("endless", copies=60, do={"attack": 1})
    + skill("relic", keywords="Mythical", do={"attack": 9})
    + character("myth", plv=9, keywords="Mythical")
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
