"""Cards of Terrene Odyssey for tests: the builders of their kinds, and the ordinary cards.

The first ordinary cards stand in every position that `tests/builders` makes; a test names others that it
needs, `cards("charm", "gag")`, and builds itself what it is about.
"""

from __future__ import annotations

from tests.builders.cards import Shelf, definition


def character(slug: str, kind: str = "Warrior", affiliation: str = "Fire", **fields: object) -> str:
    """kind: its Class. If not told otherwise it has SP 1, LV 1, HP 20, ATK 10 and DEF 0."""
    figures = {"sp": 1, "lv": 1, "hp": 20, "atk": 10, "def_": 0}
    return definition(slug, type="Character", class_=kind, affiliation=affiliation, **{**figures, **fields})


def item(slug: str, **fields: object) -> str:
    return definition(slug, type="Item", **fields)


def command(slug: str, **fields: object) -> str:
    return definition(slug, type="Command", **fields)


def terrain(slug: str, actions: int = 4, **fields: object) -> str:
    return definition(slug, type="Terrain", actions=actions, **fields)


def green(**fields: object) -> dict[str, object]:
    """An ability with a Green banner."""
    return {"activate": True, "colour": "Green", **fields}


def blue(**fields: object) -> dict[str, object]:
    """An ability with a Blue banner."""
    return {"activate": True, "colour": "Blue", **fields}


cards = Shelf(
    character("grunt", "Warrior", "Earth", atk=20),
    character("guard", "Guardian", "Water", hp=30, def_=10),
    character("thief", "Thief", "Wind", hp=30, def_=5),
    character("mage", "Spellcaster", "Light", hp=15, atk=5),
    character("planner", "Tactician", "Dark", def_=5),
    character("titan", "Golem", "Earth", sp=2, lv=2, hp=40, atk=30, def_=10),
    character("giant", "Beast", "Fire", sp=3, lv=3, hp=60, atk=40, def_=15),
    item("stone", ability=blue(cost=1, targets={}, do={"damage": 10})),
    item("dart", ability=blue(targets={}, do={"damage": 5, "stab": True})),
    item("cloak", ability=blue(targets={}, do={"turn_down": "target"})),
    item("hammer", ability=blue(targets={}, do={"destroy": "target"})),
    item("net", ability=blue(targets={}, do={"mod": "Stun"})),
    item("tonic", ability=green(cost=1, targets={}, do={"heal": 10})),
    command("order", ability=green(cost=1, do={"draw": 1})),
    command("raid", ability=blue(targets={}, do={"damage": 10})),
    command(
        "banner", subtype="On-going", ability=[green(cost=1, do=[]), {"gives": {"ATK": 5}, "to": "user"}]
    ),
    terrain(
        "meadow",
        xp=[
            [{"gain": "ATK", "n": 5}],
            [{"draw": 2}],
            [{"level_up": "user"}, {"draw": 2}, {"heal": 10, "of": "user"}],
            [{"level_up": "user"}, {"choose": [[{"heal": 20, "of": "user"}], [{"draw": 4}]]}],
        ],
    ),
    terrain(
        "harbour",
        actions=5,
        xp=[
            [{"gain": "DEF", "n": 5}],
            [{"gain": "DEF", "n": 5}],
            [{"level_up": "user"}],
            [{"level_up": "user"}],
        ],
    ),
    terrain(
        "gale",
        actions=2,
        storm=True,
        xp=[[{"draw": 1}], [{"draw": 1}], [{"level_up": "user"}], [{"level_up": "user"}]],
        ability={"on": "start-of-turn", "do": {"damage": 10, "to": "all characters"}},
    ),
    character("archer", "Energy", "Wind", ability=green(targets={}, do={"damage": 10})),
    character("dove", "Beast", "Light", atk=0),
    item("broom", ability=green(targets={}, do={"cleanse": "target"})),
    command("charm", ability=green(targets="enemy characters", do={"control": "target"})),
    item("gag", ability=blue(targets={}, do={"mod": "Silence"})),
    item("sludge", ability=blue(targets={}, do={"mod": "Slow"})),
    item("veil", ability=blue(targets={}, do={"turn_down": "target"})),
)
