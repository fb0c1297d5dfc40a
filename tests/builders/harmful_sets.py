"""Card sets written to harm: loops, sums, changes and choices that never end, by what they would do."""

from __future__ import annotations

from typing import Any, Final

Table = dict[str, Any]
Cards = dict[str, Table]


def repeat(n: Any, *do: Table) -> Table:
    return {"repeat": n, "do": [*do]}


def each(who: Any, *do: Table) -> Table:
    return {"each": who, "do": [*do]}


def on(event: str, *do: Table, **more: Any) -> Table:
    return {"on": event, "do": [*do], **more}


def used(*do: Table, **more: Any) -> Table:
    return {"activate": True, "do": [*do], **more}


def _fade(do: list[Table], rows: list[Table] | None = None, **more: Any) -> Cards:
    """Items that cost nothing, and Characters to whom it is done."""
    items = {
        f"i{n}": {"name": f"Item {n}", "types": ["Item"], "rank": "Normal", "cost": 0, "do": do} | more
        for n in range(10)
    }
    hosts = {
        f"c{n}": {"name": f"Host {n}", "types": ["Character"], "elements": ["Fire"], "cost": 0, "hp": 20}
        | {"plv": 2, "level": 1, "ability": rows or []}
        for n in range(6)
    }
    return items | hosts


def _terrene(*rows: Table, **token: Any) -> Cards:
    hero = {"type": "Character", "class": "Warrior", "affiliation": "Earth", "sp": 1, "lv": 1, "hp": 30}
    heroes = {f"c{n}": {"name": f"Hero {n}", **hero, "ability": [*rows]} for n in range(10)}
    return heroes | ({"tok": {"name": "Tok", **hero, "token": True}} if token else {})


def _coloured(*do: Table, **more: Any) -> Table:
    return used(*do, colour="Green", **more)


def _prelude(*rows: Table) -> Cards:
    return {f"i{n}": {"name": f"Item {n}", "type": "Item", "price": 0, "ability": [*rows]} for n in range(8)}


ALL_DEEP: Final = repeat(
    20, repeat(20, {"heal": 1, "of": "all fighters"}, {"damage": 1, "to": "all fighters"})
)
SUM: Final = {"plus": [{"count": "all cards"}, {"count": {"from": "all cards", "damaged": True}}]}

HARMFUL: Final[dict[str, tuple[str, Cards]]] = {
    "loops in loops": ("faroe", _fade([ALL_DEEP])),
    "all cards for all cards": (
        "faroe",
        _fade([each("all cards", each("all cards", {"heal": 1, "of": "you"}))]),
    ),
    "sums in loops": ("faroe", _fade([repeat(20, repeat(20, {"heal": SUM, "of": "all fighters"}))])),
    "values that double beyond 64 bits": (
        "faroe",
        _fade(
            [
                repeat(
                    20,
                    repeat(
                        5,
                        {"mod": "PLV", "n": {"stat": "PLV", "of": "all characters"}, "on": "all fighters"}
                        | {"until": "end"},
                    ),
                )
            ]
        ),
    ),
    "changes without end": (
        "fade2",
        _fade([repeat(20, repeat(20, {"mod": "PLV", "n": 1, "on": "all fighters", "until": "end"}))]),
    ),
    "effects that set off each other": (
        "faroe",
        _fade(
            [{"counter": "Aura", "on": "all characters"}],
            [on("counter-put", {"counter": "Aura", "on": "all characters"}, of="all characters")] * 4,
        ),
    ),
    "each heals all, at each": (
        "fade1",
        _fade(
            [{"damage": 3, "to": "all fighters"}, {"heal": 1, "of": "all fighters"}],
            [on("healed", repeat(20, {"heal": 1, "of": "all fighters"}), of="all fighters")] * 6,
        ),
    ),
    "values of values of all": (
        "faroe",
        _fade(
            [repeat(20, repeat(20, {"heal": {"stat": "PLV", "of": "all characters"}, "of": "all fighters"}))],
            [
                *[{"gives": {"PLV": {"stat": "HP", "of": "all characters"}}, "to": "all characters"}] * 3,
                *[{"gives": {"HP": 1}, "to": "all characters"}] * 3,
            ],
        ),
    ),
    "Immune by what Immune changes": (
        "fade2",
        _fade(
            [{"counter": "Drain", "on": "all characters"}, {"damage": 1, "to": "all characters"}],
            [
                {"gives": {"Immune": [word]}, "to": "all characters"}
                | {"if": {"is": "all characters", "at_least": {"of": of, "n": 2}}}
                for word in ("Drain", "Fire", "Water")
                for of in ("PLV", "HP")
            ],
        ),
    ),
    "targets of which the last is missing": (
        "faroe",
        _fade(
            [{"damage": 1, "to": "targets"}],
            targets=[{"pick": f"all {group}"} for group in ("fighters", "cards", "fighters", "zones")],
        ),
    ),
    "uses of all for all": (
        "fade2",
        _fade(
            [{"draw": 5}],
            [used({"heal": 1, "of": "targets"}, targets=[{"pick": "all fighters", "n": 4, "up_to": True}])]
            * 8,
        ),
    ),
    "questions without end": (
        "faroe",
        _fade([repeat(20, repeat(20, {"pick": "all characters", "who": "enemy players"}))]),
    ),
    "silence by what it silences": (
        "faroe",
        _fade(
            [{"damage": 1, "to": "all fighters"}],
            [
                {"gives": {"Mute": True}, "to": {"from": "all characters", "keyword": "Flash"}},
                {"gives": {"Mute": True}, "to": {"from": "all characters", "lowest": "HP"}},
                {"gives": {"Flash": True}, "to": "all characters"},
            ],
        ),
    ),
    "away and back": (
        "faroe",
        _fade(
            [{"enter": "your hand"}],
            [
                on("enters", {"return": "all characters", "to": "hand"}, of="all characters"),
                on("returned", {"enter": "that"}, of="all characters"),
            ],
        ),
    ),
    "decks drawn and shuffled": (
        "faroe",
        _fade([repeat(20, {"draw": 5}, {"return": "your hand", "to": "deck"}, {"shuffle": "you"})]),
    ),
    "heroes healed and hurt": (
        "terrene",
        _terrene(
            _coloured(
                repeat(
                    20, repeat(20, {"heal": 1, "of": "all characters"}, {"damage": 1, "to": "all characters"})
                )
            )
        ),
    ),
    "tokens without end": (
        "terrene",
        _terrene(_coloured(repeat(20, repeat(20, {"token": "Tok"}))), token=True),
    ),
    "attack that doubles": (
        "terrene",
        _terrene(
            _coloured(
                repeat(
                    20,
                    repeat(
                        20,
                        {"mod": "ATK", "n": {"stat": "ATK", "of": "all characters"}, "on": "all characters"}
                        | {"until": "end"},
                    ),
                )
            )
        ),
    ),
    "gains of the largest number": (
        "terrene",
        _terrene(_coloured(repeat(20, repeat(20, {"gain": "ATK", "n": 9_999, "on": "all characters"})))),
    ),
    "recruits that recruit": (
        "terrene",
        _terrene(
            on("recruited", {"draw": 1}, {"recruit": "your hand"}, of="all characters"),
            _coloured({"turn_down": "all characters"}),
        ),
    ),
    "damage that damages": (
        "prelude",
        _prelude(
            on("damaged", {"damage": 1, "to": "all fighters"}, of="all characters"),
            used({"damage": 1, "to": "all fighters"}),
        ),
    ),
    "life lost and found": ("prelude", _prelude(used(ALL_DEEP))),
    "hands drawn and thrown away": (
        "prelude",
        _prelude(used(repeat(20, repeat(20, {"train": 1, "who": "you"}, {"draw": 1}, {"discard": 1})))),
    ),
}
"""By what they do: the game, and cards that the loader takes."""

REFUSED: Final[dict[str, tuple[str, Cards, str]]] = {
    "a value that asks for itself": (
        "faroe",
        _fade([], [{"gives": {"PLV": {"stat": "PLV", "of": "all characters"}}, "to": "all characters"}]),
        "PLV depends on PLV",
    ),
    "values that ask for each other": (
        "fade1",
        _fade(
            [],
            [
                {"gives": {gives: {"stat": asks}}}
                for gives, asks in (("PLV", "HP"), ("HP", "DEF"), ("DEF", "PLV"))
            ],
        ),
        "depends on nothing that one gives that depends on values itself",
    ),
    "Elements that depend on those of others": (
        "faroe",
        _fade([], [{"keyword": "Paradox", "gives": {"Infused": ["Fire"]}, "to": "all characters"}]),
        "Infused depends on Infused and Wildcard, and damage taken depends on Infused",
    ),
    "strength by which it grows": (
        "fade1",
        _fade([], [{"gives": {"Aura": 1}, "if": {"is": "this", "at_least": {"of": "PLV", "n": 2}}}]),
        "Aura depends on Aura",
    ),
    "more continuous effects than a card has": (
        "faroe",
        _fade([], [{"gives": {"PLV": 1, "HP": 1, "Flash": True, "Provoke": True}}] * 2),
        "at most 6 continuous effects",
    ),
    "ten thousand targets": (
        "faroe",
        _fade([{"damage": 1, "to": "targets"}], targets=[{"pick": "all fighters", "n": 10_000}]),
        "from 1 to 4",
    ),
    "a name that reads as another": (
        "faroe",
        {"i": {"name": "KEEN EDGE", "types": ["Item"], "rank": "Normal", "do": [{"draw": 1}]}},
        "reads as the name of 'keen-edge'",
    ),
    "a tower of marks": (
        "faroe",
        {"i": {"name": "Ze" + "\u0301" * 5, "types": ["Item"], "rank": "Normal", "do": [{"draw": 1}]}},
        "marks on one letter",
    ),
    "letters that nobody sees": (
        "faroe",
        {"i": {"name": "Ze\u3164", "types": ["Item"], "rank": "Normal", "do": [{"draw": 1}]}},
        "characters that show",
    ),
    "text that turns round": (
        "faroe",
        {"i": {"name": "Ze\u202etah", "types": ["Item"], "rank": "Normal", "do": [{"draw": 1}]}},
        "characters that show",
    ),
}
"""By what they would do: the game, cards, and a part of the sentence that refuses them."""
