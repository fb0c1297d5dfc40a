"""Test cards that give and ask for all kinds of words, and a plain battle, for the rule tests of Terrene."""

from __future__ import annotations

from tests.builders.terrene_scenario import Terrene
from tests.cards.terrene import blue, cards, character, command, green, item

CARDS = (
    cards("sludge", "veil", "gag", "broom")
    + item("flash", ability=blue(targets={}, do={"mod": "Stun", "until": "next turn"}))
    + command(
        "oath",
        ability=green(do=[{"mod": "Steadfast", "on": "user", "until": "end"}, {"mod": "Stab", "on": "user"}]),
    )
    + command("spark", subtype="Spell", ability=blue(targets={}, do={"damage": {"times": ["x", 10]}}))
    + command(
        "snare",
        subtype="Trap",
        ability=blue(cost=1, answers={"to": "attack", "by": "enemy"}, do={"damage": 15, "to": "attacker"}),
    )
    + command("order-of-two", name="Order of Two", ability=green(cost=2, do={"draw": 1}))
    + character("lookout", "Engineer", "Wind", ability=green(cost=1, targets={}, do={"damage": 10}))
    + character("captain", "Guardian", "Light", ability={"gives": {"DEF": 5}, "to": "allied characters"})
    + character(
        "herald",
        "Warrior",
        "Light",
        hero=True,
        ability=green(targets={}, do={"damage": 10, "to": "all characters"}),
    )
    + character(
        "saint",
        "Golem",
        "Light",
        atk=15,
        def_=5,
        keywords={"Immune": ["Character"]},
        ability=green(targets={}, do={"heal": 5, "of": "target"}),
    )
    + character("hound", "Beast", "Earth")
    + character(
        "shepherd",
        "Tactician",
        "Earth",
        hp=40,
        ability=[
            green(
                do={
                    "heal": {"times": [{"count": {"from": "allied characters", "class": "Beast"}}, 5]},
                    "of": "this",
                }
            ),
            green(
                do={
                    "heal": {"times": [{"count": {"from": "your characters", "class": "Beast"}}, 5]},
                    "of": "this",
                }
            ),
        ],
    )
)


def table(seats: int = 2) -> Terrene:
    return Terrene(CARDS, seats=seats)


def fight(g: Terrene, attacker: int, blocker: int | None = None) -> None:
    """A battle that nobody answers."""
    g.play(g.s.ctrl[attacker], "attack", attacker)
    while g.s.chain:
        g.step()
    if blocker is not None:
        g.play(g.s.ctrl[blocker], "block", blocker)
    g.pass_all()
