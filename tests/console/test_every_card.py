"""Every packaged card of every edition on the field: the table and plain mode show its name and figures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest
import screens

from fadenet import games
from fadenet.console.match.scene import MatchScene
from fadenet.console.shell.plain import run_plain
from fadenet.engine.language import files
from fadenet.games.fade import edition as editions
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import board, values
from fadenet.games.fade.typed import PACKAGE, FadeCard
from tests.builders.scenario import GAME_OF, Duel
from tests.console.helpers import desk_of, view

each_edition = pytest.mark.parametrize("edition", GAME_OF)


@cache
def packaged(edition: str) -> str:
    """The card files of an edition."""
    shelves = (*editions.edition_of(edition).shelves, edition)
    return "\n".join(text for shelf in shelves for _, text in files.sources(PACKAGE, "cards", shelf))


def laid(edition: str) -> Iterator[tuple[Duel, FadeCard, int]]:
    """Each packaged card that can lie on the field, there, as its Player sees it: (match, card, handle)."""
    printed = games.load(edition).by_slug
    for card in Duel(packaged(edition), edition=edition).rules.cards[1:]:
        d = Duel(packaged(edition), edition=edition)
        if card.slug in printed and not card.fights and not card.types & t.WORLD_RULE:
            yield d, card, lay(d, card)


def lay(d: Duel, card: FadeCard, seat: int = 0) -> int:
    """A card where it belongs: a Character with a Counter of each kind, hurt, with three cards on it."""
    slug, types, body = card.slug, card.types, d.body(seat)
    if types & t.CHARACTER:
        h = d.character(seat, slug)
        for n, name in enumerate(d.rules.edition.counters):
            d.counters(h, name, 1 if name == "Damage" else n % 7 + 2)
        for face in (0, 0, 1):
            d.on(h, "strike", face)
        return h
    if types & t.ZONECARD:
        return d.zone(seat, slug)
    if types & t.COMMAND:
        return d.on(body, slug, 1, at="c2")
    if types & (t.AUGMENT | t.ITEM):
        return d.on(d.character(seat), slug, 1)
    if types & (t.SKILL | t.REACTION):
        return d.on(d.character(seat), slug)
    return d.on(body, slug, 1)


def figures(d: Duel, card: FadeCard, h: int) -> Iterator[str]:
    """The words that the table has to say of a card, as patterns; what a Character has now is asked of the
    rules."""
    stats, damage = d.rules.edition.stats, d.rules.edition.damage
    has_hp = damage.attached_hp == "suffers" or (damage.item_uses and card.types & t.ITEM)
    if card.types & t.CHARACTER:
        yield rf" {values.plv(d.s, h)}/{values.hp(d.s, h)} "
        if "DEF" in stats and values.defense(d.s, h):
            yield rf" D{values.defense(d.s, h)}\b|D{values.defense(d.s, h)}A"
        if "AGI" in stats and values.agility(d.s, h):
            yield rf"[ 0-9]A{values.agility(d.s, h)} "
        for name, n in counters(d, h):
            yield rf" {name[:2]}[a-z]?{n} "
        yield r" 1\+2\? "
    elif card.types & t.COMMAND:
        yield " " + "/".join("".join(filter(str.isupper, t.DIRECTIONS[way])) for way in card.directions) + " "
    elif not d.s.face[h]:
        yield rf" {max(card.stats[t.S_COST], 0)}TP "
    elif card.stats[t.S_HP] > 0 and has_hp:
        yield rf" {values.hp(d.s, h)}HP "
    if d.rules.grid and card.types & t.ZONECARD:
        yield rf"under-{d.at(h)}[ =]"


def counters(d: Duel, h: int) -> list[tuple[str, int]]:
    """The Counters on a Character, Damage aside."""
    return [
        (name, d.s.num[k][h])
        for name, k in d.rules.edition.counters.items()
        if name != "Damage" and d.s.num[k][h]
    ]


@pytest.mark.slow
@each_edition
def test_every_card_shows_all_its_figures_on_a_small_terminal(edition: str) -> None:
    """given each card on the field, then on 80x24 it stands where it is, with its name and its figures."""
    found = 0
    for d, card, h in laid(edition):
        desk = desk_of(d)
        token = desk.sight.token(h)
        text = f" {next(screens.cells_of(view(desk, 80, 22), token, ()), '')} "
        assert token in text and "".join(card.name.split()) in "".join(text.split()), (card.name, text)
        for pattern in figures(d, card, h):
            assert re.search(pattern, text), (card.name, pattern, text)
        found += 1
    assert found > 200


@pytest.mark.slow
@each_edition
def test_a_card_in_a_cell_is_called_by_it(edition: str) -> None:
    """given each Character and Command in a cell, then it is typed by that, and read so."""
    for d, card, h in laid(edition):
        sight = desk_of(d).sight
        assert sight.handle(sight.token(h)) == h
        if d.rules.grid and card.types & (t.CHARACTER | t.COMMAND):
            assert sight.token(h) == d.at(h) and h in board.there(d.s, 0)


@pytest.mark.slow
@pytest.mark.parametrize(
    "edition", [pytest.param(name, marks=[pytest.mark.long] * (name != "faroe")) for name in GAME_OF]
)
async def test_every_card_shows_all_its_figures_in_plain_mode(edition: str) -> None:
    """given each card on the field, when that is looked at in plain mode, then its line has all of them."""
    for d, card, h in laid(edition):
        desk, printed = desk_of(d), list[str]()
        lines = iter([f"look {desk.sight.token(h)}\n".encode(), b"quit\n"])

        async def read(lines: Iterator[bytes] = lines) -> bytes:
            return next(lines, b"")

        await run_plain(MatchScene(desk), read, printed.append)
        told = next(line for line in printed if f" {card.name}: " in line)
        for figure in in_words(d, card, h):
            assert figure in told, (card.name, figure, told)
        assert card.text in told


def in_words(d: Duel, card: FadeCard, h: int) -> Iterator[str]:
    """The same in the words of plain mode."""
    if card.types & t.CHARACTER:
        yield f"PLV {values.plv(d.s, h)}, HP {values.hp(d.s, h)}/{values.full_hp(d.s, h)}, "
        yield f"Level {max(card.stats[t.S_LEVEL], 0)}, "
        if d.rules.edition.board.slots:
            yield f"DEF {values.defense(d.s, h)}, AGI {values.agility(d.s, h)}, CS {card.stats[t.S_CS]}, "
        for name, n in counters(d, h):
            yield f"{name} {n}"
    if card.stats[t.S_COST] >= 0:
        yield f"costs {card.stats[t.S_COST]} TP"
    if d.rules.grid and card.types & (t.CHARACTER | t.COMMAND | t.ZONECARD):
        yield f"{'under' if card.types & t.ZONECARD else 'in'} {d.at(h)}"


@pytest.mark.slow
@pytest.mark.parametrize("edition", [name for name in GAME_OF if editions.edition_of(name).outside])
def test_world_rules_that_are_agreed_on_stand_above_the_field(edition: str) -> None:
    """given each World Rule in force, then its name stands on the table."""
    for card in Duel(packaged(edition), edition=edition).rules.cards[1:]:
        if card.types & t.WORLD_RULE:
            d = Duel(packaged(edition), edition=edition, worlds=(card.slug, "none"))
            assert f"World Rules: {card.name} " in " ".join(view(desk_of(d), 80, 22))


@pytest.mark.parametrize("edition", [name for name in GAME_OF if editions.edition_of(name).board.slots])
def test_players_show_the_slots_in_use(edition: str) -> None:
    """given Characters in front that take up slots, then their Player's line says how many of how many."""
    d = Duel(packaged(edition), edition=edition)
    largest = max(d.rules.cards, key=lambda card: card.stats[t.S_CS])
    for slug in (largest.slug, next(card.slug for card in d.rules.cards if card.stats[t.S_CS] == 1)):
        d.character(0, slug)
    taken = largest.stats[t.S_CS] + 1
    assert f"  CS {taken}/{d.rules.figures.starting_cs}  " in "\n".join(view(desk_of(d), 80, 22))
