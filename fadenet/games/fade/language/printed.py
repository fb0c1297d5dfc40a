"""The printed face of a card, place by place (faroe card.top-line to card.symbols-stats-ranks)."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap
from typing import Final

from fadenet.games.fade import tables as t
from fadenet.games.fade.typed import FadeCard

RANK_SYMBOLS: Final = dict(zip(t.RANKS, ("N", "S", "H", "U", "D", "L"), strict=True))
COLOURS: Final = dict(
    zip(
        t.RARITIES,
        (
            ("black", "black", "black with a white outline"),
            ("gray", "black", "gray"),
            ("green", "black", "green"),
            ("blue", "sky blue", "blue"),
            ("pink", "red", "pink/purple"),
            ("yellow", "gold", "gold"),
        ),
        strict=True,
    )
)
"""By rarity the colours of the text, the border and the Set Symbol (fade2 card.rarity-common and others)."""


@dataclass(frozen=True, slots=True)
class CardParts:
    """The parts of a card, from the top line to the bottom line; a part that it does not have is empty."""

    elements: tuple[str, ...]  # top left
    name: str  # top middle
    cost: str  # top right
    left: str  # of the Supertypes: HP, DEF
    types: tuple[str, ...]
    right: str  # of the Supertypes: PLV, AGI
    rank: str  # the symbol of its Rank
    kind: str  # Level or Rank, then the Archetypes
    text: str
    artist: str
    set_code: str
    text_colour: str
    border_colour: str
    set_colour: str


def printed(card: FadeCard) -> CardParts:
    """The printed face of a card."""
    rank = card.stats[t.S_RANK]
    rarity, set_code, artist = card.print
    level = _figure(card, t.S_LEVEL, "Level {}")
    types = tuple(table for i, table in enumerate(t.SUPERTYPES) if card.types >> i & 1) or ("Text",)
    left = [_figure(card, t.S_HP, "{} HP"), _figure(card, t.S_DEF, "{} DEF")]
    right = [_figure(card, t.S_PLV, "{} PLV"), _figure(card, t.S_AGI, "{} AGI")]
    if card.fights:  # a Legend, with its figures for 1, 2, 3 and 4 Players
        all_hp, all_plv, _ = card.fights
        left, right = [f"{'/'.join(map(str, all_hp))} HP"], [f"{'/'.join(map(str, all_plv))} PLV"]
        types = ("Legend",)
    first = level or (f"{t.RANKS[rank]} Rank" if rank >= 0 else "")
    text_colour, border_colour, set_colour = COLOURS[rarity]
    return CardParts(
        elements=tuple(e for i, e in enumerate(t.ELEMENTS) if card.traits >> i & 1),
        name=card.name,
        cost=_figure(card, t.S_COST, "{} TP") or _figure(card, t.S_CS, "{} CS"),
        left=" ".join(filter(None, left)),
        types=types,
        right=" ".join(filter(None, right)),
        rank=RANK_SYMBOLS[t.RANKS[rank]] if rank >= 0 else "",
        kind=", ".join([*([first] if first else []), *card.archetypes]),
        text=card.text,
        artist=artist,
        set_code=set_code,
        text_colour=text_colour,
        border_colour=border_colour,
        set_colour=set_colour,
    )


def _figure(card: FadeCard, stat: int, said: str) -> str:
    n = card.stats[stat]
    return said.format(n) if n >= 0 else ""


def lines(card: FadeCard, width: int = 40) -> list[str]:
    """The face as lines of at least `width` characters: top, Supertypes, Level or Rank, text, bottom."""
    p = printed(card)
    symbol = f"[{p.rank}] " if p.rank else ""
    return [
        _three("/".join(p.elements), p.name, p.cost, width),
        _three(p.left, "/".join(p.types), p.right, width),
        f"{symbol}{p.kind}",
        *wrap(p.text, width),
        _three(p.artist, "", p.set_code, width),
    ]


def _three(left: str, middle: str, right: str, width: int) -> str:
    """Three parts of one line: at its left, its middle and its right."""
    room = width - len(left) - len(right)
    return f"{left} {middle:^{max(room - 2, 0)}} {right}"
