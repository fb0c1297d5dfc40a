"""The printed face of a card, in words."""

from __future__ import annotations

from fadenet.games.prelude import tables as t
from fadenet.games.prelude.typed import PreludeCard


def kinds_of(card: PreludeCard) -> str:
    """The kind of a card, in whole words."""
    return next((word for i, word in enumerate(t.KINDS) if card.types >> i & 1), "")


def printed(card: PreludeCard) -> list[str]:
    """The words that stand on a card: race, line, icons or needs, figures, value."""
    stats, said = card.stats, []
    icons = [t.TYPES[i] for i in range(len(t.KINDS), len(t.TYPES)) if card.types >> i & 1]
    if card.types & t.IS_CHARACTER:
        said.append(t.RACES[stats[t.S_RACE] - 1])
    if stats[t.S_LINE]:
        said.append(t.LINES[stats[t.S_LINE] - 1])
    if icons and not card.types & (t.RANK | t.VALUE):
        said.append(("icons " if card.types & t.IS_CHARACTER else "needs ") + " ".join(icons))
    names = {t.S_NUMBER: "Training Number", t.S_TOP: "highest tier", t.S_FOUNT: "more reserve at tier 1"}
    for at, word in enumerate(t.FIGURES):
        if stats[at] or (at == t.Q_SUSPEND and card.types & (t.WEAPON | t.ITEM | t.TRAP | t.MAGIC)):
            said.append(f"{names.get(at, word)} {stats[at]}")
    if stats[t.S_VALUE]:
        said.append(t.VALUES[stats[t.S_VALUE] - 1])
    return said
