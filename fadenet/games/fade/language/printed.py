"""The printed face of a card: what stands where on it (faroe card.top-line to card.symbols-stats-ranks)."""

from __future__ import annotations

from dataclasses import dataclass
from textwrap import wrap

from fadenet.games.fade.tables import (
    ELEMENTS,
    RANKS,
    RARITIES,
    S_COST,
    S_HP,
    S_LEVEL,
    S_PLV,
    S_RANK,
    SUPERTYPES,
)
from fadenet.games.fade.typed import FadeCard

RANK_SYMBOLS = dict(zip(RANKS, ("N", "S", "H", "U", "D", "L"), strict=True))
SET_COLOURS = dict(
    zip(RARITIES, ("black with a white outline", "gray", "green", "blue", "pink/purple", "gold"), strict=True)
)


@dataclass(frozen=True, slots=True)
class Printed:
    """The parts of a card, from the top line to the bottom line; a part that it does not have is empty."""

    elements: tuple[str, ...]  # top left
    name: str  # top middle
    cost: str  # top right
    hp: str  # left of the Supertypes
    types: tuple[str, ...]
    plv: str  # right of the Supertypes
    rank: str  # the symbol of its Rank
    kind: str  # Level or Rank, then the Archetypes
    text: str
    artist: str
    set_code: str
    set_colour: str


def printed(card: FadeCard) -> Printed:
    """What is printed on a card."""
    cost, hp, plv, level, rank = (card.stats[k] for k in (S_COST, S_HP, S_PLV, S_LEVEL, S_RANK))
    rarity, set_code, artist = card.print
    first = f"Level {level}" if level >= 0 else f"{RANKS[rank]} Rank" if rank >= 0 else ""
    types = tuple(t for i, t in enumerate(SUPERTYPES) if card.types >> i & 1) or ("Text",)
    if card.fights:  # a Legend, with its figures for 1, 2, 3 and 4 Players
        all_hp, all_plv, _ = card.fights
        figures = ("/".join(map(str, all_hp)), "/".join(map(str, all_plv)))
        types = ("Legend",)
    else:
        figures = (str(hp) if hp >= 0 else "", str(plv) if plv >= 0 else "")
    return Printed(
        elements=tuple(e for i, e in enumerate(ELEMENTS) if card.traits >> i & 1),
        name=card.name,
        cost=f"{cost} TP" if cost >= 0 else "",
        hp=f"{figures[0]} HP" if figures[0] else "",
        types=types,
        plv=f"{figures[1]} PLV" if figures[1] else "",
        rank=RANK_SYMBOLS[RANKS[rank]] if rank >= 0 else "",
        kind=", ".join([*([first] if first else []), *card.archetypes]),
        text=card.text,
        artist=artist,
        set_code=set_code,
        set_colour=SET_COLOURS[rarity],
    )


def lines(card: FadeCard, width: int = 40) -> list[str]:
    """The face as lines of at least `width` characters: top, Supertypes, Level or Rank, text, bottom."""
    p = printed(card)
    symbol = f"[{p.rank}] " if p.rank else ""
    return [
        _three("/".join(p.elements), p.name, p.cost, width),
        _three(p.hp, "/".join(p.types), p.plv, width),
        f"{symbol}{p.kind}",
        *wrap(p.text, width),
        _three(p.artist, "", p.set_code, width),
    ]


def _three(left: str, middle: str, right: str, width: int) -> str:
    """Three parts of one line: at its left, its middle and its right."""
    room = width - len(left) - len(right)
    return f"{left} {middle:^{max(room - 2, 0)}} {right}"
