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
    character("beneficiary", level=2, hp=1, plv=1, ability={"on": "destroyed", "do": {"gain_tp": 1}}),
    character(
        "bereaved",
        cost=1,
        level=2,
        plv=1,
        ability={"keyword": "Vengeance", "do": {"counter": "Fracture", "n": 1, "on": "this"}},
    ),
    character("carp", "Water", level=1, hp=10, plv=1),
    character(
        "charged-worker",
        cost=1,
        level=2,
        keywords={"{Charge}": 1, "Lock-On": True},
        ability={"activate": True, "do": {"draw": 1}},
    ),
    character("corsair", "Water", "Time", cost=2, level=4, hp=8, plv=3, archetypes=["Pirate", "Robot"]),
    character("crumb-1", level=2, hp=1, plv=1),
    character("cs-1", plv=3, cs=1),
    character("cs-2", plv=3, cs=2),
    character("cs-3", plv=3, cs=3),
    character("cs-4", plv=3, cs=4),
    character("deathbound", level=3, hp=10, plv=1, keywords="Deathmark"),
    character("deathmarked", cost=1, level=3, keywords="Deathmark"),
    character("fence", hp=20, plv=1, def_=2),
    character("fire-born", "Fire"),
    character("fire-cs-2", "Fire", plv=3, cs=2),
    character("fire-golem", "Fire", "Earth", cost=3),
    character("fire-imp", "Fire", level=1, hp=10, plv=3),
    character("fire-spirit", "Fire", cost=3),
    character("fire-storm-adept", keywords={"Affinity": ["Fire", "Storm"]}),
    character("fish", "Water", hp=6),
    character("attack-drummer", hp=12, ability={"on": "attacks", "of": "this", "do": {"gain_tp": 1}}),
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
    character("greeter", ability={"on": "enters", "do": {"gain_tp": 1}}),
    character("grudge-3", hp=20, plv=1, keywords={"Aura": 3}),
    character("hero-3", hp=20, plv=3),
    character("hero-5", hp=20, plv=5),
    character("hero-6", hp=20, plv=6),
    character(
        "hurt-sentry",
        ability=[{"on": "takes-damage", "do": {"gain_tp": 1}}, {"activate": True, "do": {"draw": 1}}],
    ),
    character("level-3", level=3),
    character("level-3-of-6", level=3, hp=6, plv=3),
    character("marksman", keywords="Lock-On"),
    character("marksman-3", plv=3, keywords="Lock-On"),
    character("masked-4", cost=3, plv=4, keywords={"Mystify": 1}),
    character("null-proof", keywords={"Immune": ["Null"]}),
    character("page", cost=1, hp=3, plv=1),
    character("palisade", hp=20, plv=3, def_=1),
    character("pole-40", hp=40, plv=1),
    character("rookie", name="Rookie Ace", cost=1, level=2, hp=6),
    character("smith", cost=1, level=2, keywords={"Mastery": ["Fire", "Metal"]}),
    character("soldier-5", level=3, hp=10, plv=5),
    character("squat", cs=2),
    character("storm-spark", "Storm", cost=1, hp=5, plv=1),
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
    character("swift-xenia", hp=12, plv=5, agi=3),
    character("tagger", plv=3, keywords="Tag-Out"),
    character("taunt", level=1, hp=10, plv=1, keywords="Provoke"),
    character("third-level", cost=1, level=3),
    character("turncoat-20", cost=2, hp=20, plv=3, keywords="Neutrality"),
    character("twin-rookie", cost=1, level=2, hp=5, keywords={"Multistrike": 1}),
    character("vengeful", level=3, hp=10, plv=1, ability={"keyword": "Vengeance", "do": {"draw": 1}}),
    character("veteran-soldier", cost=0, plv=4, level_up=["Soldier"]),
    character("wet-20", "Water", hp=20),
    character("wolf-2", keywords={"Bloodlust": 2}),
    character("yarrow", hp=10, plv=1, def_=3),
    skill("attack-4", cost=1, do={"attack": 4}),
    skill("attack-5", cost=1, do={"attack": 5}),
    skill("beam-3", do={"attack": 3, "label": "Energy"}),
    skill("cannon", cost=3, keywords={"Buildup": 2}, do={"attack": 5}),
    skill("combo-jab", keywords={"Combo": 1}, do={"attack": 1}),
    skill("crush-4", do={"attack": 4, "type": "Relentless"}),
    skill("crush-5", do={"attack": 5, "type": "Relentless"}),
    skill("daze-1", keywords="Stun", do={"attack": 1}),
    skill("daze-2", keywords="Stun", do={"attack": 2}),
    skill("daze-5", keywords="Stun", do={"attack": 5}),
    skill("dear-triple", cost=2, do={"attack": 3, "hits": 3}),
    skill("fist-3", do={"attack": 3, "label": "Physical"}),
    skill("flurry", cost=1, do={"attack": 2, "hits": 3}),
    skill(
        "forge-punch", "Fire", "Metal", cost=3, rank="Hyper", artist="A. Smith", set="F1", do={"attack": 5}
    ),
    skill("free-jab", cost=0, do={"attack": 2}),
    skill("heavy-blow", cost=3, do={"attack": 3}),
    skill("hyper-jab", rank="Hyper", do={"attack": 1}),
    skill("jab-1", do={"attack": 1}),
    skill("jab-2", do={"attack": 2}),
    skill("kiln-4", keywords={"Buildup": 2}, do={"attack": 4}),
    skill("nudge", cost=0, do={"attack": 1}),
    skill(
        "paradox-duet",
        "Fire",
        "Water",
        do=[{"if": {"paradox": True}, "then": {"mod": "damage", "n": 2, "on": "user"}}, {"attack": 2}],
    ),
    skill("pierce-4", cost=1, do={"attack": 4, "type": "Unblockable"}),
    skill("pierce-5", do={"attack": 5, "type": "Unblockable"}),
    skill("plain-four", cost=3, do={"attack": 4}),
    skill("plv-flurry", do={"attack": {"stat": "PLV", "of": "user"}, "hits": 2}),
    skill("prayer", do={"heal": 2, "of": "user"}),
    skill("pressure", cost=0, do={"discard": 1, "who": "enemy players"}),
    skill("smash-30", do={"attack": 30}),
    skill("snipe", cost=1, keywords="Lock-On", do={"attack": 2}),
    skill("soothe", cost=1, targets="your characters", do={"heal": 2, "of": "target"}),
    skill("special-combo", rank="Special", keywords={"Combo": 1}, do={"attack": 1}),
    skill("special-combo-2", rank="Special", keywords={"Combo": 2}, do={"attack": 1}),
    skill(
        "spread-and-draw",
        cost=1,
        targets={"n": 2, "up_to": True, "reach": True},
        do=[{"attack": 3}, {"draw": 1}],
    ),
    skill("spread-shot", cost=1, targets={"n": 2, "up_to": True, "reach": True}, do={"attack": 3}),
    skill("steam-3", "Fire", "Water", cost=3, do={"attack": 1}),
    skill("storm-5", cost=0, targets={"reach": True, "n": 2}, do={"attack": 5}),
    skill("toxin", cost=1, keywords={"Poison": 2}, do={"attack": 1}),
    skill("triple-3", do={"attack": 3, "hits": 3}),
    skill("wide-shot", cost=1, targets={"n": 3, "up_to": True, "reach": True}, do={"attack": 3}),
    reaction("ability-breaker", cost=0, answers={"to": "ability", "by": "enemy"}, do={"negate": True}),
    reaction("annul", answers="attack", do={"negate": True}),
    reaction("avert", answers="attack", do={"prevent": True}),
    reaction("bodyguard", answers="attack", anyone=True, do={"block": True}),
    reaction("bounce", targets="all characters", answers="attack", do={"deflect": True}),
    reaction("dear-guard", cost=2, answers="attack", do={"block": True}),
    reaction("dear-riposte", cost=1, answers="attack", do={"attack": 3}),
    reaction(
        "death-sentence", targets="enemy players", answers="attack", anyone=True, do={"knock_out": "target"}
    ),
    reaction("deflection", cost=1, targets="all fighters", answers="attack", do={"deflect": True}),
    reaction("deny", cost=0, answers="anything", do={"negate": True}),
    reaction("deny-item", answers="item", do={"negate": True}),
    reaction("downgrade", answers="attack", do={"downgrade": True}),
    reaction("focus", cost=0, do={"gain_tp": 1}),
    reaction("free-ward", cost=0, answers="anything", do={"prevent": True}),
    reaction("hunch", do={"draw": 1}),
    reaction("mirror", cost=1, targets="all fighters", answers="attack", do={"deflect": True}),
    reaction("note", answers="attack", do={"gain_tp": 1}),
    reaction("refusal", answers="anything", do={"negate": True}),
    reaction("refute", answers="reaction", do={"negate": True}),
    reaction(
        "reprisal",
        targets="enemy characters",
        answers={"to": "card", "by": "enemy"},
        do={"knock_out": "target"},
    ),
    reaction("riposte", cost=1, answers="attack", do={"attack": 2}),
    reaction("riposte-1", answers="attack", do={"attack": 1}),
    reaction("riposte-2", answers="attack", do={"attack": 2}),
    reaction("riposte-3", answers="attack", do={"attack": 3}),
    reaction("riposte-4", answers="attack", do={"attack": 4}),
    reaction("riposte-9", answers="attack", do={"attack": 9}),
    reaction("scout-trap", surprise={"on": "enters", "of": "enemy characters"}, do={"draw": 1}),
    reaction("screen", answers="attack", do={"block": True}),
    reaction("snare", cost=0, surprise={"on": "knocked-out", "of": "all characters"}, do={"gain_tp": 2}),
    reaction("spite", cost=2, surprise={"on": "takes-damage", "of": "you", "min": 5}, do={"gain_tp": 5}),
    reaction("step-aside", targets="all fighters", answers="attack", do={"deflect": True}),
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
    reaction("veer", targets="your characters", answers="attack", do={"deflect": True}),
    reaction("veto", cost=1, answers="attack", do={"negate": True}),
    reaction("veto-item", cost=1, answers={"to": "item", "by": "enemy"}, do={"negate": True}),
    reaction("ward-off", answers="anything", do={"prevent": True}),
    item("augment-breaker", targets="all augments", do={"destroy": "target"}),
    item("beg", targets="enemy players", do={"discard": 1, "who": "target"}),
    item("boost", cost=0, targets="your characters", do={"mod": "HP", "n": 2, "on": "target"}),
    item(
        "bricklayer",
        do={"under": {"from": "your hand"}, "onto": {"from": "your attached cards", "keyword": "Buildup"}},
    ),
    item("charm", targets="enemy characters", do={"control": "target"}),
    item("club-3", hp=3, keywords="Equip"),
    item("command-breaker", cost=0, targets="all commands", do={"destroy": "target"}),
    item("dart-1", cost=0, targets="all characters", do={"damage": 1, "to": "target"}),
    item("dart-3", targets="all characters", do={"damage": 3, "to": "target"}),
    item("dear-dart", cost=1, targets="all characters", do={"damage": 2, "to": "target"}),
    item("dear-sting", cost=4, do={"damage": 1, "to": "enemy players"}),
    item("death-touch", cost=0, targets="enemy fighters", do={"knock_out": "target"}),
    item("doom-5", cost=0, do={"damage": 5, "to": "all players"}),
    item("drawn-coin", cost=3, do={"draw": 1}, ability={"on": "drawn", "hidden": True, "do": {"gain_tp": 1}}),
    item("drizzle", cost=0, do={"damage": 1, "to": "all characters"}),
    item(
        "exhume",
        targets={"pick": {"from": "your discard pile", "type": "Character"}},
        do={"enter": "target", "to": "backup"},
    ),
    item("fetch-any", targets="your discard pile", do={"return": "target"}),
    item("flint", "Fire", cost=1, do={"draw": 1}),
    item("foe-dart", cost=0, targets="enemy fighters", do={"damage": 3, "to": "target"}),
    item("gratis", do={"draw": 1}),
    item("hp-tonic", targets="your characters", do={"heal": 1, "of": "target"}),
    item("lay-low", cost=0, targets="all characters", do={"knock_out": "target"}),
    item("lend", cost=0, targets="enemy characters", do={"control": "target", "until": "turn"}),
    item("manacle", targets="all characters", do={"forbid": "act", "on": "target"}),
    item("plv-tonic", targets="your characters", do={"mod": "PLV", "n": 2, "on": "target"}),
    item("ragnarok", cost=0, do=[{"damage": 5, "to": "enemy players"}, {"destroy": "all characters"}]),
    item("raze", cost=0, targets="all zones", do={"destroy": "target"}),
    item(
        "regain",
        targets={"pick": {"from": "your discard pile", "type": "Character"}},
        do={"enter": "target", "to": "front"},
    ),
    item("salve-2", targets="your characters", do={"heal": 2, "of": "target"}),
    item("scrap", cost=0, targets="all augments", do={"destroy": "target"}),
    item("seek-item", do={"search": 1, "for": {"type": "Item"}}),
    item("seize", cost=0, targets="enemy characters", do={"control": "target"}),
    item("shove", targets="all characters", do={"row": "target", "to": "backup"}),
    item("slay", targets="all characters", do={"knock_out": "target"}),
    item("snack", cost=0, do={"draw": 1}),
    item("water-soak", cost=0, targets="all fighters", do={"become": ["Water"], "on": "target"}),
    item("topple", targets="all commands", do={"destroy": "target"}),
    item("tp-mill", cost=0, ability={"keyword": "Stock", "n": 3, "activate": True, "do": {"gain_tp": 1}}),
    item(
        "twin-knell",
        cost=0,
        targets={"pick": "all characters", "n": 2, "up_to": True},
        do={"knock_out": "targets"},
    ),
    item("wreck", cost=0, targets="all characters", do={"destroy": "target"}),
    item("wreck-any", targets="all characters", do={"destroy": "target"}),
    augment("armor", keywords="Equip", ability={"gives": {"damage taken": -1}}),
    augment(
        "carapace",
        ability={
            "activate": True,
            "cost": 1,
            "answers": "attack",
            "do": {"mod": "damage taken", "n": -1, "on": "host"},
        },
    ),
    augment("circlet", cost=0, plv=2, keywords="Equip", attach="all fighters"),
    augment(
        "frailty", cost=0, keywords="Equip", attach="all characters", ability={"gives": {"Concussion": True}}
    ),
    augment("gag", cost=0, keywords="Equip", attach="all characters", ability={"gives": {"Mute": True}}),
    augment("husk", keywords="Equip", ability={"gives": {"halve damage taken": True}}),
    augment("idle-lamp", cost=0),
    augment("keepsake", cost=1, keywords="Equip", ability={"on": "destroyed", "do": {"draw": 1}}),
    augment("plate-mail", keywords="Equip", ability={"gives": {"damage taken": -2}}),
    augment("plv-charm", keywords="Equip", ability={"gives": {"PLV": 1}}),
    augment("quick-boots", keywords="Equip", ability={"gives": {"Flash": True}}),
    augment("taunting-banner", cost=1, keywords="Equip", ability={"gives": {"Provoke": True}}),
    zone("marsh"),
    zone("rampart", makes="front"),
    zone(
        "yard",
        ability=[
            {"gives": {"Stacker": 1}, "to": "your characters"},
            {"gives": {"Buildup": 1}, "to": "your attached cards"},
        ],
    ),
    command("downward", directions=["Down"], ability={"activate": True, "do": {"draw": 1}}),
    command("gate", cost=2, directions=["Left", "Right"], ability={"activate": True, "do": {"draw": 1}}),
    command(
        "left", name="Left Hand", cost=1, directions=["Left"], ability={"activate": True, "do": {"draw": 1}}
    ),
    command(
        "right",
        name="Right Hand",
        cost=1,
        directions=["Right"],
        ability={"activate": True, "do": {"draw": 1}},
    ),
    command("rightward", directions=["Right"], ability={"activate": True, "do": {"draw": 1}}),
    command(
        "right-post",
        cost=0,
        directions=["Right"],
        needs=[{"n": 1, "type": "Character"}],
        ability={"activate": True, "do": {"draw": 1}},
    ),
    command(
        "smithy",
        cost=1,
        directions=["Left", "Right"],
        needs=[{"n": 2, "element": "Fire", "type": "Character"}],
        ability={"activate": True, "do": {"draw": 1}},
    ),
    command("upward", directions=["Up"], ability={"activate": True, "do": {"draw": 1}}),
    world_rule("forty", figures={"starting_hp": 40}),
    world_rule("sharp-world", ability={"gives": {"PLV": 1}, "to": "all characters"}),
    world_rule("sixty-and-eight", figures={"starting_hp": 60, "hand_max": 8}),
    world_rule("sixty-hp", figures={"starting_hp": 60}),
    world_rule("truce", ability={"gives": {"forbid": "attack"}, "to": "all characters"}),
)
