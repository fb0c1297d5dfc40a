"""The keys that tables of cards and of their abilities may have: the shape of card files of the family."""

from __future__ import annotations

from typing import Any, Final

import msgspec

from fadenet.engine.language.cards import AbilityRow, CardTable
from fadenet.engine.language.compiler import Compiler
from fadenet.engine.language.schema import Anatomy
from fadenet.games.fade import reasons
from fadenet.games.fade import tables as t
from fadenet.games.fade.editions.shape import Edition


class AbilityTable(AbilityRow, forbid_unknown_fields=True):
    """One `[[card.<slug>.ability]]`: triggered (`on`), activated (`activate`) or continuous (`gives`)."""

    counter: str | None = None
    min: int = 0
    attacks: dict[str, Any] | None = None
    unstack: int = 0
    pay_hp: int = 0
    may: bool = False
    hidden: bool = False
    answers: dict[str, Any] | None = None
    anyone: bool = False
    keyword: str | None = None
    n: int = 0
    directions: list[str] = []  # noqa: RUF012
    among: dict[str, Any] | None = None


ANATOMY: Final = Anatomy(
    t.SUPERTYPES,
    {"rank": t.RANKS},
    t.KEYWORDS,
    {
        "Cost": (0, 10),
        "HP": (1, 300),
        "PLV": (0, 30),
        "Level": (0, 20),
        "CS": (0, 6),
        "DEF": (0, 20),
        "AGI": (0, 20),
    },
    {"types": list(t.SUPERTYPES)},
    demands=[
        {
            "of": {"legend": False, "unique_to": False},
            "has": {"types": True},
            "why": "a card has at least one Supertype",
            "reason": reasons.SUPERTYPES,
        },
        {
            "of": {"types": "Character"},
            "has": {"hp": True, "plv": True},
            "why": "a Character prints HP and PLV",
            "reason": reasons.HP_AND_PLV,
        },
        {
            "of": {"types": ["Skill", "Reaction", "Item", "Augment"]},
            "has": {"rank": True},
            "why": "every Skill, Reaction, Item and Augment has a Rank",
            "reason": reasons.RANK,
        },
    ],
    nothing=t.NONE,
)


class CardKeys(CardTable, forbid_unknown_fields=True, kw_only=True):
    """The keys of a `[card.<slug>]` beside its anatomy."""

    types: list[str]
    elements: list[str] = []  # noqa: RUF012
    archetypes: list[str] = []  # noqa: RUF012
    hp: int | list[int] | None = None
    plv: int | list[int] | None = None
    hand: int = 5
    pay_hp: int = 0
    copies: int | None = None
    in_deck: bool = False
    makes: str | None = None
    legend: bool = False
    unique_to: list[str] = []  # noqa: RUF012
    rarity: str = "Common"
    set: str = ""
    artist: str = ""
    attach: Any = None
    answers: dict[str, Any] | None = None
    anyone: bool = False
    targets: list[dict[str, Any]] = []  # noqa: RUF012
    condition: dict[str, Any] | None = msgspec.field(name="if", default=None)
    contingency: dict[str, Any] | None = None
    surprise: dict[str, Any] | None = None
    level_up: list[str] = []  # noqa: RUF012
    figures: dict[str, int] = {}  # noqa: RUF012
    directions: list[str] = []  # noqa: RUF012
    needs: list[dict[str, Any]] = []  # noqa: RUF012
    do: list[dict[str, Any]] = []  # noqa: RUF012
    ability: list[AbilityTable] = []  # noqa: RUF012


CardShape = ANATOMY.shape(CardKeys)
HP_MAX: Final = 99  # of all but Legends and Raiders
NEEDS_MAX: Final = 8
"""Materials that a Command needs: no more touch it."""


def paid_hp(c: Compiler, n: int, edition: Edition) -> int:
    """The HP that a use costs its Player. Raises `LoadError` where cards have none paid."""
    c.number(n, "pay_hp", 0, HP_MAX)
    if n and not edition.damage.losses:
        raise c.fail("no card here has HP paid")
    return n


def check_figures(c: Compiler, table: Any, types: int, edition: Edition) -> None:
    """Refuse figures that this card or edition does not print. Raises `LoadError`."""
    _check_legend(c, table, types)
    for name in t.MORE_STATS:
        c.key = name.lower()
        if getattr(table, c.key) is not None and name not in edition.stats:
            raise c.fail(f"no card here prints {name}")
    c.key = "hp"
    if type(table.hp) is int and "Raider" not in table.keywords:
        c.number(table.hp, "hp", 1, HP_MAX)
    c.key = "rarity"
    c.word(table.rarity, t.RARITIES, "rarity")
    c.key = "copies"
    if table.copies is not None:
        c.number(table.copies, "copies", 1, 60)
    c.key = "elements"
    if len(table.elements) > 2:
        raise c.fail("a card shows up to 2 Elements", reasons.ELEMENTS)


def _check_legend(c: Compiler, table: Any, types: int) -> None:
    """A Legend prints HP and PLV for 1 to 4 Players, other cards one number (faroe legend.own-rules)."""
    for key, value, most in (("hp", table.hp, 500), ("plv", table.plv, 30)):
        c.key = key
        if table.legend and (type(value) is not list or len(value) != 4 or types):
            raise c.fail("a Legend has no Supertype and prints a list of four: for 1, 2, 3 and 4 Players")
        if not table.legend and type(value) is list:
            raise c.fail("only a Legend prints a list")
        for n in value if type(value) is list else ():
            c.number(n, key, 1, most)
    c.key = "hand"
    c.number(table.hand, "hand", 1, 10)
