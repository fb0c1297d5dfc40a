"""Zone cards that make their cell another kind of place in the 40-card edition (topic zonecard)."""

from __future__ import annotations

import pytest

from fadenet.engine import atoms
from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.field import board
from fadenet.games.fade.tables import ATTACH, BACKUP, COMBAT, DISCARD, FRONT, PREPARATION
from tests.builders.cells import fill, to
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, reaction, zone

CARDS = (
    cards("marsh", "rampart")
    + zone("trench", makes="backup")
    + zone("armoury", makes="attached")
    + item("scour", targets="all zones", do={"destroy": "target"})
    + reaction(
        "quake",
        targets={"pick": "all zones", "n": 2, "up_to": True},
        answers="attack",
        do={"destroy": "targets"},
    )
    + character(
        "warden",
        plv=1,
        ability=[
            {"keyword": "Backup", "gives": {"PLV": 3}},
            {"on": "enters", "of": "your characters", "do": {"gain_tp": 1}},
        ],
    )
    + character("sentry", plv=1, ability={"keyword": "Backup", "gives": {"HP": 3}})
    + character("marshal", plv=1, ability={"keyword": "Reinforce", "n": 2, "gives": {"PLV": 2}})
    + character("wraith", plv=1, level_up=["Soldier"])
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade2")


def lay(d: Duel, slug: str, name: str) -> int:
    """Seat 0 plays a Zone card under a cell."""
    h = d.hand(0, slug)
    d.quietly(0, "play", h, to(d, name))
    assert d.at(h) == name
    return h


def scour(d: Duel, ground: int) -> None:
    """Seat 0 destroys a Zone card; what that asks is left open."""
    d.play(0, "play", d.hand(0, "scour"), ground)
    d.pass_chain()


def attackable(d: Duel, seat: int, h: int) -> set[int]:
    verb = d.rules.verbs.index("attack")
    return {move[2] for move in d.options(seat) if move[0] == verb and move[1] == h}


def free(d: Duel, seat: int, kind: int) -> list[str]:
    return [d.rules.grid.names[x] for x in board.free(d.s, seat, kind)]


@pytest.mark.rule("fade2", "zonecard.reverts")
def test_two_that_lose_their_ground_at_once_are_both_moved() -> None:
    # Given Soldiers in the opened c6 and c7 and a single free cell, when both grounds go at once, then the
    # first takes that cell and the other one is destroyed.
    d = duel()
    grounds = [d.zone(1, "marsh", at=name) for name in ("c6", "c7")]
    first, second = d.character(1, at="c6"), d.character(1, at="c7")
    fill(d, 1, "c", 3)
    fill(d, 1, "b")
    me = d.character(0, at="c1")
    quake = d.on(first, "quake")
    d.go(0, COMBAT)
    d.play(0, "attack", me, second)
    d.quietly(1, "use", quake, -1, *grounds)
    assert d.at(first) == "c3" and d.lies(second) == "discard"


@pytest.mark.rule("fade2", "zonecard.occupied")
def test_who_stands_in_a_cell_is_in_the_row_that_it_becomes() -> None:
    # Given a Warden in b2, when Bulwark makes b2 a Character Zone, then it is in front without having moved
    # or entered, and what it has behind the front is off; when Bulwark goes, it is in the back row again.
    d = duel()
    h = d.character(0, "warden", at="b2")
    assert d.plv(h) == 4
    d.log.clear()
    d.tp(0, 0)
    ground = lay(d, "rampart", "b2")
    assert (d.where(h), d.at(h), d.plv(h)) == ("Character Zone", "b2", 1)
    assert h not in [row[ROW_CARD] for row in d.log] and d.tp_of(0) == 0
    d.log.clear()
    scour(d, ground)
    d.pass_all()
    assert (d.where(h), d.at(h), d.plv(h)) == ("Backup Zone", "b2", 4)
    assert h not in [row[ROW_CARD] for row in d.log]


@pytest.mark.rule("fade2", "zonecard.transforms")
def test_what_a_row_gives_goes_with_the_cell() -> None:
    # Given a Sentry with 3 more HP behind the front and 10 damage, and a Marshal that gains PLV for two in
    # the back row, when the Sentry's cell becomes a Character Zone, then it falls and the Marshal loses it.
    d = duel()
    marshal, sentry = d.character(0, "marshal", at="c1"), d.character(0, "sentry", at="b2")
    other = d.character(0, at="b3")
    d.damage(sentry, 10)
    assert d.plv(marshal) == 3 and d.hp(sentry) == 2
    lay(d, "rampart", "b3")
    assert (d.where(other), d.plv(marshal)) == ("Character Zone", 1)
    lay(d, "rampart", "b2")
    assert sentry in d.s.zones[DISCARD] and d.happened("knocked-out")


@pytest.mark.rule("fade2", "zonecard.transforms")
def test_who_comes_to_the_front_with_its_cell_may_attack_from_it() -> None:
    # Given a Soldier in b2, with another one in front, then it cannot Attack; in a b2 that Bulwark makes a
    # Character Zone it can, this turn.
    d = duel()
    d.character(0, at="c1")
    h, foe = d.character(0, at="b2"), d.character(1, at="c1")
    for ground in ("", "rampart"):
        if ground:
            d.go(1, PREPARATION)
            d.go(0, PREPARATION)
            lay(d, ground, "b2")
        d.go(0, COMBAT)
        assert d.can(0, "attack", h, foe) == bool(ground)


@pytest.mark.rule("fade2", "zonecard.transforms")
def test_a_cell_made_front_is_foremost_by_its_column() -> None:
    # Given P in b2 made a Character Zone and Q in c2 ahead of it, then Q alone is foremost; with c3 made a
    # Backup Zone, T in b3 made a Character Zone is foremost, and S in c3 shields nobody in front.
    d = duel()
    me = d.character(0, at="c1")
    d.zone(1, "rampart", at="b2")
    p, q = d.character(1, at="b2"), d.character(1, at="c2")
    d.zone(1, "trench", at="c3")
    d.zone(1, "rampart", at="b3")
    t, behind = d.character(1, at="b3"), d.character(1, at="c3")
    d.go(0, COMBAT)
    groups = [{q, t}, {behind}, {p}, {d.body(1)}]
    for group in groups:
        assert attackable(d, 0, me) == group
        for h in group:
            if h > 2:
                d.damage(h, 40)
        if group != groups[-1]:
            d.go(1, PREPARATION)
            d.go(0, COMBAT)


@pytest.mark.rule("fade2", "zonecard.transforms")
def test_a_place_beside_the_player_becomes_field_for_a_character() -> None:
    # Given Bulwark under a3, then a Character is played there and stands in front, behind c3; what is
    # attached to the Player lies there no more.
    d = duel()
    lay(d, "rampart", "a3")
    assert free(d, 0, FRONT)[-1] == "a3" and "a3" not in free(d, 0, ATTACH)
    h, edge = d.fighter(0, "squire"), d.hand(0, "edge")
    d.quietly(0, "play", h, to(d, "a3"))
    assert (d.at(h), d.where(h)) == ("a3", "Character Zone") and not board.is_foremost(d.s, h)
    for name in ("a1", "a2", "a4"):
        d.on(d.body(0), "edge", 1, at=name)
    assert d.refused(0, "play", edge, to(d, "a3"), d.body(0)) == d.rule("no-room")
    d.quietly(0, "play", edge, to(d, "a5"), d.body(0))
    assert d.at(edge) == "a5"


@pytest.mark.rule("fade2", "zonecard.transforms")
def test_characters_move_to_and_from_what_became_a_place_for_them() -> None:
    # Given a5 made a Backup Zone, then a Character in front moves there in Preparation, and back.
    d = duel()
    d.zone(0, "trench", at="a5")
    h = d.character(0, at="c1")
    d.play(0, "move", h, to(d, "a5"))
    assert (d.at(h), d.where(h)) == ("a5", "Backup Zone")
    d.play(0, "move", h, to(d, "c2"))
    assert (d.at(h), d.where(h)) == ("c2", "Character Zone")


@pytest.mark.rule("fade2", "zonecard.transforms")
@pytest.mark.parametrize("full", [True, False])
def test_a_cell_in_front_becomes_a_place_beside_the_player(full: bool) -> None:
    # Given Armoury under c2 and a full row, then a further card lies in c2, and no Character does; when
    # Armoury goes, that card is destroyed, or comes to a3 if that has become free.
    d = duel()
    ground = lay(d, "armoury", "c2")
    row = [d.on(d.body(0), "edge", 1, at=f"a{n}") for n in range(1, 6)]
    h, squire = d.hand(0, "edge"), d.fighter(0, "squire")
    assert not d.can(0, "play", squire, to(d, "c2"))
    d.quietly(0, "play", h, to(d, "c2"), d.body(0))
    assert d.at(h) == "c2" and not d.happened("discarded")
    if not full:
        atoms.take_away(d.s, row[2])
    scour(d, ground)
    d.pass_all()
    assert d.at(h) == ("" if full else "a3") and (h in d.s.zones[DISCARD]) == full
    assert not d.happened("discarded") and d.can(0, "play", squire, to(d, "c2"))


@pytest.mark.rule("fade2", "zonecard.occupied")
def test_what_stands_in_a_cell_must_fit_what_it_becomes() -> None:
    # Given a Soldier in c2 and an Edge in a2, then Trench may lie under the one and Armoury under the other,
    # but neither the other way round; a card without a type may lie under both, and in every empty cell.
    d = duel()
    d.character(0, at="c2")
    d.on(d.body(0), "edge", 1, at="a2")
    trench, armoury, meadow = d.hand(0, "trench"), d.hand(0, "armoury"), d.hand(0, "marsh")
    assert d.can(0, "play", trench, to(d, "c2")) and d.can(0, "play", armoury, to(d, "a2"))
    assert d.refused(0, "play", trench, to(d, "a2")) == "zonecard.places"
    assert d.refused(0, "play", armoury, to(d, "c2")) == "zonecard.places"
    assert len([move for move in d.options(0) if move[1:2] == (meadow,)]) == 25


@pytest.mark.rule("fade2", "zonecard.replace")
def test_another_zone_card_makes_the_cell_what_it_says() -> None:
    # Given a Warden in the opened b7, when Bulwark replaces the Zone card there, then the old one is
    # destroyed and the Warden is in front.
    d = duel()
    old, h = d.zone(0, "marsh", at="b7"), d.character(0, "warden", at="b7")
    lay(d, "rampart", "b7")
    assert d.lies(old) == "discard" and d.lies(h) == "front" and d.at(h) == "b7"


@pytest.mark.rule("fade2", "zonecard.transforms")
def test_a_level_up_card_comes_to_the_row_that_the_cell_is_now() -> None:
    # Given a Soldier in b3 made a Character Zone, when Wraith takes its cell, then it is in front.
    d = duel()
    d.zone(0, "rampart", at="b3")
    h, wraith = d.character(0, at="c1"), d.fighter(0, "wraith")
    d.play(0, "move", h, to(d, "b1"))
    d.play(0, "move", h, to(d, "b3"))
    d.quietly(0, "play", wraith, to(d, "b3"), h)
    assert (d.at(wraith), d.where(wraith)) == ("b3", "Character Zone")


@pytest.mark.rule("fade2", "win.elimination")
def test_the_ground_of_a_seat_that_leaves_goes_with_it() -> None:
    # Given three seats, when the one with Bulwark under b2 gives up, then its cells are no one's, and those
    # of the others are what they were.
    d = duel(seats=3)
    d.zone(1, "rampart", at="b2")
    d.zone(2, "rampart", at="b2")
    d.go(1, PREPARATION)
    d.quietly(1, "concede")
    assert "b2" in free(d, 2, FRONT) and "b2" in free(d, 0, BACKUP)


# Cards.
