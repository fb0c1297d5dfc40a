"""Arena in the two older editions: cards that lie beside the grid, one in the whole game."""

from __future__ import annotations

import pytest

from fadenet.engine.errors import LoadError
from fadenet.games.fade.tables import KEY_TO, PREPARATION
from tests.builders.meetings import cited
from tests.builders.scenario import Duel, rules_with
from tests.cards.fade import augment, card, cards


def arena(slug: str, cost: int = 0, **ability: object) -> str:
    """An Augment with Arena."""
    return augment(slug, cost=cost, keywords="Arena", ability=ability)


CARDS = (
    cards("idle-lamp")
    + arena("coliseum", cost=2, gives={"PLV": 1}, to="all characters")
    + arena("stage", on="destroyed", do={"gain_tp": 3})
)


def beside(d: Duel, seat: int = 0) -> int:
    """How many cards lie beside a Player in the row of cells."""
    return sum(d.at(h) != "arena" for h in d.s.kids.get(d.body(seat), ()))


@cited(("keyword.arena", "augment.arena"), ("zone.arena", "zone.arena"), ("augment.place", "augment.arena"))
def test_a_card_with_arena_lies_in_its_players_arena(edition: str) -> None:
    # Given Coliseum of Cost 2 and a Character of each Player, when it is played, then it lies in the Arena of
    # its Player, fills no Equip place, and works for all that it names.
    d = Duel(CARDS, edition=edition)
    mine, theirs = d.character(0), d.character(1)
    before = [d.plv(h) for h in (mine, theirs)]
    coliseum = d.hand(0, "coliseum")
    d.tp(0, 2)
    d.quietly(0, "play", coliseum)
    assert d.at(coliseum) == "arena" and d.s.host[coliseum] == d.body(0) and d.tp_of(0) == 0
    assert beside(d) == 0 and [d.plv(h) for h in (mine, theirs)] == [n + 1 for n in before]


@cited(("zone.arena", "zone.arena"))
def test_nothing_else_is_played_to_the_arena(edition: str) -> None:
    # Given an Augment without Arena, then it is refused there, and so is the Arena Augment in an Equip place.
    d = Duel(CARDS, edition=edition)
    lamp, coliseum = d.hand(0, "idle-lamp"), d.hand(0, "coliseum")
    there = (KEY_TO, d.cell("arena"))
    assert d.refused(0, "play", lamp, there) == d.rule("no-room")
    assert not d.can(0, "play", coliseum, (KEY_TO, d.cell(d.aside())))
    assert not d.can(0, "play", coliseum, there)
    assert d.can(0, "play", coliseum) and d.can(0, "play", lamp, *d.beside())


@cited(("keyword.arena-single", "keyword.arena"), ("zone.arena", "zone.arena"))
@pytest.mark.parametrize("second", [0, 1, 2])
def test_one_card_with_arena_is_in_play_in_the_whole_game(second: int, edition: str) -> None:
    # Given A's Stage in play, when A or another plays Coliseum, then Stage is destroyed, which triggers On
    # Destroyed, and lies in A's Discard Pile; the new one stays.
    d = Duel(CARDS, seats=3, edition=edition)
    stage = d.hand(0, "stage")
    d.quietly(0, "play", stage)
    if second:
        d.go(second, PREPARATION)
    d.tp(0, 2)
    d.tp(second, 2)
    coliseum = d.hand(second, "coliseum")
    d.quietly(second, "play", coliseum)
    assert d.lies(stage) == "discard" and d.s.zone[stage] // len(d.rules.zone_names) == 0
    assert d.at(coliseum) == "arena" and d.s.host[coliseum] == d.body(second)
    assert d.tp_of(0) == (3 if second == 0 else 5)


@cited(("keyword.arena", "augment.arena"), ("limit.equip-counted", "limit.equip-five"))
def test_a_full_equip_zone_is_no_matter_to_it(edition: str) -> None:
    # Given five cards beside the Player, when Coliseum is played, then none has to go.
    d = Duel(CARDS, edition=edition)
    there = [
        d.on(d.body(0), "idle-lamp", face=1, at=f"a{n}" if edition == "fade2" else "a7") for n in range(1, 6)
    ]
    d.tp(0, 2)
    d.quietly(0, "play", d.hand(0, "coliseum"))
    assert all(d.lies(h) == "attached" for h in there) and beside(d) == 5


@pytest.mark.rule("fade2", "card.supertypes")
def test_every_card_has_one_of_the_eight_supertypes() -> None:
    # Given the card pool, then each card has at least one of the Supertypes; one without, or of another
    # edition, is refused. Arena and Raider are no Supertypes.
    rules = Duel(CARDS, edition="fade2").rules
    assert [*rules.edition.supertypes] == [
        "Character",
        "Skill",
        "Reaction",
        "Item",
        "Augment",
        "Zone",
        "Command",
        "World Rule",
    ]
    assert all(card.types for card in rules.cards[1:])
    with pytest.raises(LoadError, match=r"card\.supertypes"):
        rules_with(card("x", types=[]), edition="fade2")
    for word in ("Arena", "Raider", "Legend"):
        with pytest.raises(LoadError, match=word):
            rules_with(card("x", types=[word]), edition="fade2")
