"""Cards of Prelude for tests: the builders of their kinds, and the ordinary cards.

The four characters stand in every position that `tests/builders` makes; a test names others that it needs,
`cards("sword", "bolt")`, and builds itself what it is about.
"""

from __future__ import annotations

from tests.builders.cards import Shelf, definition


def card(slug: str, type: str, *icons: str, **fields: object) -> str:
    """A card of any type."""
    return definition(slug, type=type, icons=icons or None, **fields)


def character(slug: str, **fields: object) -> str:
    human = {"race": "Human", "life": 30, "suspend": 1, "initiative": 10}
    return definition(slug, type="Character", **{**human, **fields})


def weapon(slug: str, *icons: str, suspend: int | None = 1, hands: int | None = 1, **fields: object) -> str:
    return card(slug, "Weapon", *icons or ["common"], suspend=suspend, hands=hands, **fields)


def item(slug: str, *icons: str, price: int = 1, suspend: int | None = 1, **fields: object) -> str:
    return card(slug, "Item", *icons, price=price, suspend=suspend, **fields)


def energy(slug: str, *, price: int = 1, suspend: int | None = 1, **fields: object) -> str:
    return card(slug, "Energy", price=price, suspend=suspend, **fields)


def trap(slug: str, *, price: object = 2, suspend: object = 1, **fields: object) -> str:
    return card(slug, "Trap", price=price, suspend=suspend, **fields)


def spell(
    slug: str, *icons: str, tier: int = 1, price: int = 1, suspend: int | None = 1, **fields: object
) -> str:
    return card(slug, "Spell", *icons or ["green"], tier=tier, price=price, suspend=suspend, **fields)


def minion(slug: str, *, life: int = 5, price: int = 2, **fields: object) -> str:
    return card(slug, "Minion", life=life, price=price, **fields)


def armour(slug: str, **fields: object) -> str:
    return card(slug, "Armour", **fields)


def rank(slug: str, *, tier: int = 1, **fields: object) -> str:
    return card(slug, "Rank", tier=tier, **fields)


cards = Shelf(
    character(
        "human",
        icons=["green", "red", "energy", "common", "sharp", "armour", "item", "trap", "minion"],
        coin=4,
        training=1,
        keywords="Cross Training",
        top=6,
    ),
    character(
        "elf",
        race="Elf",
        life=22,
        suspend=0,
        icons=["green", "red", "blue", "white", "energy", "common", "item", "trap", "creature"],
        initiative=14,
        coin=3,
        training=1,
        fount=2,
    ),
    character(
        "dwarf",
        race="Dwarf",
        life=46,
        suspend=2,
        icons=["common", "sharp", "barbarian", "armour", "item", "trap", "minion"],
        initiative=6,
        coin=6,
        armour=1,
    ),
    character(
        "orc",
        race="Orc",
        life=32,
        icons=["red", "common", "barbarian", "sharp", "armour", "item", "minion", "creature"],
        initiative=8,
        coin=4,
        keywords={"Vanguard": True, "Clumsy": True},
    ),
    weapon("sword", "sharp", price=3, attack=3, guard=1),
    weapon("club", price=2, attack=5, guard=1),
    weapon("heavy-club", price=4, attack=8, suspend=4, hands=2, guard=2),
    weapon("long-club", price=4, attack=8, suspend=3, hands=2, guard=2),
    weapon("whip", price=2, attack=2, suspend=0),
    weapon("fine-whip", price=2, attack=2, suspend=0, number=4),
    weapon("dagger", price=3, attack=4, keywords="Alert"),
    weapon("knife", price=2, attack=2, keywords="Alert"),
    weapon("beam", price=3, attack=9),
    weapon("axe", "barbarian", price=5, attack=8, suspend=3, hands=2, guard=2),
    armour("shield", price=2, hands=1, guard=3),
    armour("mail", price=4, armour=2),
    armour("barbs", price=3, ability={"on": "damaged", "do": {"damage": 3, "to": "enemy fighters"}}),
    item("flask", price=2, hands=1, ability={"activate": True, "do": {"heal": 6}}),
    item("draught", price=2, suspend=0, hands=1, ability={"activate": True, "do": {"heal": 4}}),
    trap("snare", ability={"on": "attacked", "do": {"damage": 4, "to": "attacker"}}),
    trap("deep-snare", price=4, suspend=2, ability={"on": "attacked", "do": {"damage": 4, "to": "attacker"}}),
    trap("jaws", keywords="Immediate", ability={"on": "attacked", "do": {"damage": 4, "to": "attacker"}}),
    trap(
        "bell",
        price=1,
        ability={"on": "immediate-played", "of": "enemy characters", "do": {"damage": 4, "to": "that"}},
    ),
    trap(
        "pit",
        price=3,
        suspend=3,
        ability={"on": "minion-enters", "of": "enemy minions", "do": {"damage": 2, "to": "that"}},
    ),
    minion("guard", price=3, attack=3, suspend=3),
    minion("squire", life=3, attack=2, suspend=3, keywords="Eager"),
    minion("giant", life=40, price=9, attack=3, suspend=3),
    minion(
        "brewer", life=20, attack=1, suspend=2, ability={"activate": True, "suspend": 4, "do": {"heal": 3}}
    ),
    spell("bolt", price=2, ability={"activate": True, "targets": {}, "do": {"damage": 4}}),
    spell(
        "lance",
        "red",
        tier=3,
        price=5,
        suspend=3,
        ability={"activate": True, "targets": {}, "do": {"damage": 12}},
    ),
    spell("ember", "red", price=2, ability={"activate": True, "targets": {}, "do": {"damage": 3}}),
    spell("slow-bolt", price=5, suspend=3, ability={"activate": True, "targets": {}, "do": {"damage": 12}}),
    spell("slower-bolt", price=5, suspend=4, ability={"activate": True, "targets": {}, "do": {"damage": 16}}),
    spell(
        "steady-bolt",
        price=4,
        suspend=4,
        keywords="Steadfast",
        ability={"activate": True, "targets": {}, "do": {"damage": 10}},
    ),
    spell("dart", price=3, ability={"activate": True, "targets": {}, "do": {"damage": 5}}),
    spell("gust", tier=2, price=2, ability={"activate": True, "targets": {}, "do": {"damage": 4}}),
    spell("gale", tier=3, price=2, ability={"activate": True, "targets": {}, "do": {"damage": 4}}),
    spell("wave", "red", price=2, ability={"activate": True, "do": {"damage": 3, "to": "enemy fighters"}}),
    spell("haze", tier=2, ability={"activate": True, "targets": {}, "do": {"coin": 1}}),
    spell("glow", "red", tier=2, ability={"activate": True, "targets": {}, "do": {"coin": 1}}),
    spell(
        "chill",
        ability={
            "activate": True,
            "targets": "enemy characters",
            "do": {"mod": "Suspend", "n": 1, "until": "turn"},
        },
    ),
    spell("moss", keywords="Immediate", ability={"activate": True, "do": {"weaken": 3}}),
    spell("spark", keywords="Immediate", ability={"activate": True, "targets": {}, "do": {"damage": 1}}),
    energy("flame", price=3, ability={"gives": {"Attack": 1}, "to": "your gear"}),
    energy("slow-flame", price=3, suspend=4, ability={"gives": {"Attack": 1}, "to": "your gear"}),
    card("wolf", "Creature", "green", tier=1, life=4, price=3, attack=3, suspend=2),
    rank("lone-gladiator", line="Gladiator", tier=2, keywords="Exclusive"),
)
