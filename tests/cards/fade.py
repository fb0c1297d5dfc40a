"""Cards of the F.A.D.E. family for tests: the builders of their kinds, and the ordinary cards.

The first ordinary cards stand in every position that `tests/builders` makes; a test names others that it
needs, `cards("veto", "mirror")`, and builds itself what it is about. A Character has 9 HP and 2 PLV, and what
has a Rank is Normal, if not told otherwise.
"""

from __future__ import annotations

from tests.builders.cards import Shelf, definition


def card(slug: str, *elements: str, **fields: object) -> str:
    """A card of any types."""
    return definition(slug, elements=elements or None, **fields)


def character(slug: str, *elements: str, hp: int = 9, plv: int = 2, **fields: object) -> str:
    return card(slug, *elements, types=["Character"], hp=hp, plv=plv, **fields)


def skill(slug: str, *elements: str, rank: str = "Normal", **fields: object) -> str:
    return card(slug, *elements, types=["Skill"], rank=rank, **fields)


def item(slug: str, *elements: str, rank: str = "Normal", **fields: object) -> str:
    return card(slug, *elements, types=["Item"], rank=rank, **fields)


def reaction(slug: str, *elements: str, rank: str = "Normal", **fields: object) -> str:
    return card(slug, *elements, types=["Reaction"], rank=rank, **fields)


def augment(slug: str, *elements: str, rank: str = "Normal", **fields: object) -> str:
    return card(slug, *elements, types=["Augment"], rank=rank, **fields)


def zone(slug: str, *elements: str, **fields: object) -> str:
    return card(slug, *elements, types=["Zone"], **fields)


def command(slug: str, *elements: str, **fields: object) -> str:
    return card(slug, *elements, types=["Command"], **fields)


def world_rule(slug: str, **fields: object) -> str:
    return card(slug, types=["World Rule"], **fields)


cards = Shelf(
    character("soldier", cost=1, level=3, hp=10, plv=3),
    character("giant", "Earth", cost=4, level=6, hp=20, plv=5),
    character("squire", cost=0, level=1, hp=3, plv=1),
    skill("strike", "Fire", cost=1, do={"attack": 4}),
    reaction("guard", cost=1, answers="attack", do={"block": True}),
    item("ration", cost=1, do={"draw": 1}),
    augment("edge", cost=1, keywords="Equip", ability={"gives": {"PLV": 2}}),
    zone("plain"),
    reaction(
        "ambush",
        targets="enemy characters",
        answers={"to": "card", "by": "enemy"},
        do={"knock_out": "target"},
    ),
    augment("armor", keywords="Equip", ability={"gives": {"damage taken": -1}}),
    character("avenger", level=3, hp=10, plv=1, ability={"keyword": "Vengeance", "do": {"draw": 1}}),
    augment("banner", cost=1, keywords="Equip", ability={"gives": {"Provoke": True}}),
    item("beg", targets="enemy players", do={"discard": 1, "who": "target"}),
    skill("blast", targets="enemy fighters", do={"attack": 8}),
    skill("bolt", targets="enemy fighters", do={"attack": 5}),
    item("boost", cost=0, targets="your characters", do={"mod": "HP", "n": 2, "on": "target"}),
    item("breaker", cost=0, targets="all augments", do={"destroy": "target"}),
    augment("bulk", ability={"gives": {"HP": 5}}),
    skill("cannon", cost=3, keywords={"Buildup": 2}, do={"attack": 5}),
    item("charm", targets="enemy characters", do={"control": "target"}),
    character("corsair", "Water", "Time", cost=2, level=4, hp=8, plv=3, archetypes=["Pirate", "Robot"]),
    skill("dart", targets="enemy fighters", do={"attack": 4}),
    reaction("deflection", cost=1, targets="all fighters", answers="attack", do={"deflect": True}),
    reaction("deny", cost=0, answers="anything", do={"negate": True}),
    skill(
        "dirge",
        cost=2,
        targets="all players",
        contingency={"on": "knocked-out", "of": "all characters"},
        do={"counter": "Curse", "on": "target"},
    ),
    item("doom", cost=0, do=[{"damage": 5, "to": "enemy players"}, {"destroy": "all characters"}]),
    character("doomed", cost=1, level=3, keywords="Deathmark"),
    character("dynamo", plv=1, keywords={"Charge": 2}),
    character("ember", "Fire", level=1, hp=10, plv=3),
    item(
        "exhume",
        targets={"pick": {"from": "your discard pile", "type": "Character"}},
        do={"enter": "target", "to": "backup"},
    ),
    item("finger", cost=0, targets="enemy fighters", do={"knock_out": "target"}),
    character("fish", "Water", hp=6),
    character("fish-2", "Water", name="Fish", level=1, hp=10, plv=1),
    skill("five", cost=1, do={"attack": 5}),
    character("flame", "Fire", cost=3),
    skill("flurry", cost=1, do={"attack": 2, "hits": 3}),
    reaction("focus", cost=0, do={"gain_tp": 1}),
    command(
        "forge",
        cost=1,
        directions=["Left", "Right"],
        needs=[{"n": 2, "element": "Fire", "type": "Character"}],
        ability={"activate": True, "do": {"draw": 1}},
    ),
    skill(
        "forge-punch", "Fire", "Metal", cost=3, rank="Hyper", artist="A. Smith", set="F1", do={"attack": 5}
    ),
    item("four", cost=4, do={"damage": 1, "to": "enemy players"}),
    skill("four-2", name="Four", cost=1, do={"attack": 4}),
    augment("gag", cost=0, keywords="Equip", attach="all characters", ability={"gives": {"Mute": True}}),
    command("gate", cost=2, directions=["Left", "Right"], ability={"activate": True, "do": {"draw": 1}}),
    character(
        "general",
        cost=1,
        level=2,
        plv=1,
        ability=[
            {"keyword": "Reinforce", "n": 2, "gives": {"PLV": 2}},
            {"keyword": "Reinforce", "n": 4, "gives": {"PLV": 5}},
        ],
    ),
    item("gratis", do={"draw": 1}),
    skill("heavy", cost=3, do={"attack": 3}),
    character("heir", level=2, hp=1, plv=1, ability={"on": "destroyed", "do": {"gain_tp": 1}}),
    character("herald", cost=1, level=1, hp=5, plv=1, ability={"on": "enters", "do": {"draw": 1}}),
    item("hush", targets="all characters", do={"grant": "Mute", "on": "target"}),
    augment("husk", keywords="Equip", ability={"gives": {"halve damage taken": True}}),
    item(
        "knell",
        cost=0,
        targets={"pick": "all characters", "n": 2, "up_to": True},
        do={"knock_out": "targets"},
    ),
    command(
        "left", name="Left Hand", cost=1, directions=["Left"], ability={"activate": True, "do": {"draw": 1}}
    ),
    zone("marsh"),
    character("martyr", level=3, hp=10, plv=1, keywords="Deathmark"),
    skill("mend", cost=1, targets="your characters", do={"heal": 2, "of": "target"}),
    reaction("mirror", cost=1, targets="all fighters", answers="attack", do={"deflect": True}),
    character(
        "mourner",
        cost=1,
        level=2,
        plv=1,
        ability={"keyword": "Vengeance", "do": {"counter": "Fracture", "n": 1, "on": "this"}},
    ),
    skill("nudge", cost=0, do={"attack": 1}),
    character("page", cost=1, hp=3, plv=1),
    skill("pierce", cost=1, do={"attack": 4, "type": "Unblockable"}),
    skill("piercing", do={"attack": 2, "type": "Unblockable"}),
    augment("plate", keywords="Equip", ability={"gives": {"damage taken": -2}}),
    skill("pressure", cost=0, do={"discard": 1, "who": "enemy players"}),
    item("quiet", targets="all characters", do={"grant": "Mute", "on": "target"}),
    item("rain", cost=0, do={"damage": 1, "to": "all characters"}),
    reaction("refusal", answers="anything", do={"negate": True}),
    augment("relic", cost=1, keywords="Equip", ability={"on": "destroyed", "do": {"draw": 1}}),
    command(
        "right",
        name="Right Hand",
        cost=1,
        directions=["Right"],
        ability={"activate": True, "do": {"draw": 1}},
    ),
    reaction("riposte", cost=1, answers="attack", do={"attack": 2}),
    reaction("riposte-2", name="Riposte", cost=1, answers="attack", do={"attack": 3}),
    character("rookie", name="Rookie Ace", cost=1, level=2, hp=6),
    character("rookie-2", name="Rookie", cost=1, level=2, hp=5, keywords={"Multistrike": 1}),
    item("seize", cost=0, targets="enemy characters", do={"control": "target"}),
    character(
        "sentinel",
        plv=1,
        keywords={"Charge": 2},
        ability=[{"on": "attacked", "of": "this", "do": {"draw": 1}}, {"gives": {"PLV": 2}}],
    ),
    item("shackle", targets="all characters", do={"forbid": "act", "on": "target"}),
    item("shove", targets="all characters", do={"row": "target", "to": "backup"}),
    item("slay", targets="all characters", do={"knock_out": "target"}),
    character("smith", cost=1, level=2, keywords={"Mastery": ["Fire", "Metal"]}),
    skill("snipe", cost=1, keywords="Lock-On", do={"attack": 2}),
    character("sniper", keywords="Lock-On"),
    reaction("spite", cost=2, surprise={"on": "takes-damage", "of": "you", "min": 5}, do={"gain_tp": 5}),
    skill("spread", cost=1, targets={"n": 2, "up_to": True, "reach": True}, do={"attack": 3}),
    skill(
        "spread-2", name="Spread", cost=1, targets={"n": 3, "up_to": True, "reach": True}, do={"attack": 3}
    ),
    character(
        "stubborn",
        cost=0,
        level=1,
        hp=3,
        plv=1,
        ability={
            "on": "takes-damage",
            "do": [{"counter": "Fracture", "on": "this"}, {"damage": 1, "to": "this"}],
        },
    ),
    skill("sweep", targets={"reach": True, "n": 2, "up_to": True}, do={"attack": 3}),
    character("taunt", level=1, hp=10, plv=1, keywords="Provoke"),
    character("third", cost=1, level=3),
    skill("toxin", cost=1, keywords={"Poison": 2}, do={"attack": 1}),
    reaction(
        "tripwire",
        cost=3,
        surprise={
            "on": "played",
            "of": {"from": "enemy cards in use", "type": ["Character", "Item"]},
            "by": "enemy players",
        },
        do={"lose_tp": 2, "who": "enemy players"},
    ),
    reaction("veto", cost=1, answers="attack", do={"negate": True}),
    character(
        "worker",
        cost=1,
        level=2,
        keywords={"{Charge}": 1, "Lock-On": True},
        ability={"activate": True, "do": {"draw": 1}},
    ),
    item("wreck", cost=0, targets="all characters", do={"destroy": "target"}),
)
