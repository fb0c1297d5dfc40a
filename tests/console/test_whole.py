"""Nothing that counts is cut: every packaged card of every game, wherever it may lie, at every size."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest
import screens

from fadenet import games
from fadenet.console.match.desk import Desk
from fadenet.console.match.view import right_of
from fadenet.engine.language import files
from fadenet.games.fade.tables import CHARACTER, S_AGI, S_COST, S_CS, S_DEF, S_HP, S_PLV, WORLD_RULE
from fadenet.games.fade.typed import FadeCard
from fadenet.games.prelude import tables as pt
from fadenet.games.prelude import values
from fadenet.games.prelude.typed import PACKAGE, PreludeCard
from fadenet.games.terrene import tables as tt
from fadenet.games.terrene.typed import TerreneCard
from tests.builders.prelude_scenario import OWN, Prelude
from tests.builders.scenario import GAME_OF, Duel
from tests.builders.terrene_scenario import Terrene
from tests.console.helpers import desk_of, view
from tests.console.test_every_card import figures, lay, packaged

SIZES = ((80, 22), (100, 28), (120, 38), (200, 58))
BEGINNING = 8
"""So many signs of a name stand there at least."""
IN_A_RUN = 9
"""In a run every so many cards one is shown, each at one of the sizes; in a long run all of them at all."""


class Lying(NamedTuple):
    """A card on the table: what the table has to say of it, as patterns, and whether it must be typed about
    to be sure of a place."""

    h: int
    figures: tuple[str, ...]
    typed: bool = False


def told(desk: Desk, lying: Lying, size: tuple[int, int]) -> None:
    """Assert that a card stands on the table with its label, its name or the beginning of it, and all that is
    said of it, and that this has the figures that the rules give it; own names whole from 100 columns on."""
    sight, face = desk.sight, desk.sight.face
    s, h, code = sight.seat.state, lying.h, sight.seat.code(lying.h)
    name, said = s.rules.cards[code].name, f"{face.worth(s, h, code)} {face.marks(s, h)}".strip()
    for pattern in lying.figures:
        assert re.search(pattern, f" {said} "), (name, pattern, said)
    desk.typed = sight.token(h) if lying.typed else ""
    lines = [line[: size[0] - right_of(size[0])] for line in view(desk, *size)]
    labels = {sight.token(k) for k in sight.visible()}
    there = ["".join(cell.split()) for cell in screens.cells_of(lines, sight.token(h), labels)]
    if not there and size[0] < 100 and s.host[h] > s.seats:  # it is counted there, and told when it is typed
        desk.typed = sight.token(h)
        assert f"{sight.token(h)} {name}: " in " ".join(" ".join(view(desk, *size)).split())
        return
    whole = s.ctrl[h] == sight.seat.index and size[0] >= 100
    starts = [name, *(f"{name[:n]}~" for n in range(BEGINNING, 0 if whole else len(name)))]
    fitting = [cell for cell in there if all(word in cell for word in said.split())]
    named = any("".join(start.split()) in cell for start in starts for cell in fitting)
    assert named, (size, sight.token(h), starts, said, there, "\n".join(lines))
    assert lying.typed or not any(line.rstrip().endswith("~") for line in lines), lines


# The games.


def fade(card: FadeCard, d: Duel) -> Iterator[Lying]:
    """A card of the F.A.D.E. family on the own field, on the other's, in Hand and in the Fighter Pool."""
    for seat in (0, 1):
        h = lay(d, card, seat)
        if seat == 0 or d.s.face[h]:
            yield Lying(h, tuple(figures(d, card, h)))
    yield Lying(d.hand(0, card.slug), tuple(of_fade(d, card)))
    if card.types & CHARACTER:
        yield Lying(d.fighter(0, card.slug), tuple(of_fade(d, card)), typed=True)


def of_fade(d: Duel, card: FadeCard) -> Iterator[str]:
    """The print of a card that is not on the field."""
    stats = card.stats
    if card.types & CHARACTER:
        yield rf" {stats[S_PLV]}/{stats[S_HP]} "
        for letter, n in (("D", stats[S_DEF]), ("A", stats[S_AGI])):
            if n > 0:
                yield rf"{letter}{n}"
    if stats[S_CS] >= 0:
        yield rf" {stats[S_CS]}CS "
    elif stats[S_COST] >= 0:
        yield rf" {stats[S_COST]}TP "


def crowded_duel(edition: str) -> Duel:
    d = Duel(packaged(edition), edition=edition)
    for seat in (0, 1):
        for backup in (False, True) * 2:
            d.on(d.character(seat, backup=backup), "strike", 1)
    for slug in ("strike", "plain", "guard"):
        d.hand(0, slug)
    for _ in range(3):
        d.fighter(0, "soldier")
    return d


def terrene(card: TerreneCard, g: Terrene) -> Iterator[Lying]:
    """A card in a party, behind a Character, as Terrain and in hand."""
    stats = card.stats
    if card.types & tt.CHARACTER:
        printed = rf" {stats[tt.Q_ATK]}/{stats[tt.Q_DEF]}/{stats[tt.Q_HP]} "
        for seat, hurt in ((0, 0), (1, 1)):
            h = g.character(seat, card.slug, damage=hurt)
            g.hold(h, "stone")
            yield Lying(h, (rf" {g.atk(h)}/{g.defence(h)}/{g.hp(h) - hurt} ", rf" L{g.lv(h)} ", r" \? "))
        yield Lying(g.character(0, card.slug, hidden=True), (printed, " hid "))
        yield Lying(g.hand(0, card.slug), (printed, rf" {stats[tt.Q_SP]}SP "))
        return
    if card.types & tt.TERRAIN:
        yield Lying(g.terrain(0, card.slug), (rf" {stats[tt.Q_ACTIONS]}A ",))
        yield Lying(g.terrain(1, card.slug), (rf" {stats[tt.Q_ACTIONS]}A ",))
    elif card.types & tt.HOLDABLE:
        for seat, face in ((0, 0), (0, 1), (1, 1)):
            yield Lying(g.hold(g.character(seat), card.slug, face), ())
    yield Lying(g.hand(0, card.slug), ())


def crowded_terrene(_: str) -> Terrene:
    g = Terrene(edition=True)
    for seat in (0, 1):
        for slug in ("guard", "mage"):
            g.hold(g.character(seat, slug), "stone", 1)
    for slug in ("stone", "grunt"):
        g.hand(0, slug)
    return g


def prelude(card: PreludeCard, g: Prelude) -> Iterator[Lying]:
    """A card in the zones of the field where its kind lies, of both, and in hand."""
    stats = card.stats
    for seat in (0, 1):
        for h in placed(card, g, seat):
            life = values.life(g.s, h) if card.types & pt.FIGHTERS else stats[pt.Q_LIFE]
            yield Lying(h, tuple(of_prelude(card, values.figure(g.s, h, pt.Q_ATTACK), life)))
    if not card.types & pt.IS_CHARACTER:
        price = [rf" {stats[pt.S_PRICE]}\$ "] if stats[pt.S_PRICE] else []
        yield Lying(g.hand(0, card.slug), (*of_prelude(card, stats[pt.Q_ATTACK], stats[pt.Q_LIFE]), *price))


def of_prelude(card: PreludeCard, attack: int, life: int) -> Iterator[str]:
    """The figures that count of each kind of card."""
    stats = card.stats
    suspend = rf" S{stats[pt.Q_SUSPEND]} "
    if card.types & pt.RANK:
        yield rf" T{stats[pt.S_TIER]} E{stats[pt.Q_EDGE]} "
    elif card.types & pt.VALUE:
        yield rf" {stats[pt.S_AMOUNT]} "
    elif card.types & pt.WEAPON:
        yield rf" A{attack}{suspend}G{stats[pt.Q_GUARD]} "
    elif card.types & pt.FIGHTERS:
        yield rf" {attack}/{life} "
    elif card.types & pt.IS_CHARACTER:
        yield rf" {life} life{suspend}"
    elif card.types & (pt.ITEM | pt.TRAP | pt.MAGIC):
        yield suspend


def placed(card: PreludeCard, g: Prelude, seat: int) -> Iterator[int]:
    if card.types & pt.IS_CHARACTER:
        yield g.card(seat, card.slug, pt.CHARACTER)
    if card.types & pt.RANK:
        yield from g.ranks(seat, card.slug)
    if card.types & pt.GEAR:
        yield g.stowed(seat, card.slug)
        yield g.equipped(seat, card.slug)
    if card.types & pt.FIGHTERS:
        yield g.minion(seat, card.slug)
    if card.types & pt.ENERGY:
        yield g.energy(seat, card.slug)
    if card.types & pt.TRAP and not seat:
        yield g.trap(seat, card.slug)


def crowded_prelude(_: str) -> Prelude:
    sources = [text for name, text in files.sources(PACKAGE, "cards") if name not in OWN]
    g = Prelude("human", "dwarf", cards="\n".join(sources), ranks="soldier-1")
    for slug in ("hill-guard", "pit-brawler", "bag-of-caltrops", "whetstone"):
        g.hand(0, slug)
    return g


# The property.

Crowd = Callable[[str], Any]
Spread = Callable[[Any, Any], Iterator[Lying]]
GAMES: dict[str, tuple[Crowd, Spread]] = {
    **{name: (crowded_duel, fade) for name in GAME_OF},
    "terrene": (crowded_terrene, terrene),
    "prelude": (crowded_prelude, prelude),
}


@pytest.mark.slow
@pytest.mark.parametrize("game", games.NAMES)
def test_every_card_is_whole_wherever_it_lies(game: str, so_many: Callable[[int, int], int]) -> None:
    """given a table with other cards and each card, in one place of the table after the other, then label,
    figures and marks of it stand there whole, and of its name at least the beginning."""
    crowd, spread = GAMES[game]
    g, shown, every = crowd(game), 0, so_many(IN_A_RUN, 1)
    before, printed = g.s, games.load(game).by_slug
    cards = [card for card in g.rules.cards[1:] if card.slug in printed and not left_out(card)]
    for at, card in enumerate(cards[::every]):
        for size in SIZES if every == 1 else (SIZES[at % len(SIZES)],):
            g.s = before.clone()
            desk = None
            for lying in spread(card, g):
                desk = desk_of(g)
                told(desk, lying, size)
                g.s, shown = before.clone(), shown + 1
            assert desk is not None, card.name
    assert shown > len(cards[::every])


def left_out(card: Any) -> bool:
    """The cards that never lie where a player would look for them: World Rules, and what Legends hold."""
    return isinstance(card, FadeCard) and bool(card.fights or card.types & WORLD_RULE)
