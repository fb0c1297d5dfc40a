"""The grid of the 60-card edition, and what lies where in it (topic zone)."""

from __future__ import annotations

from collections import Counter

import pytest

from fadenet.engine.state import PICK
from fadenet.games.fade import tables as t
from fadenet.games.fade.field import board, commands, slots
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, reaction, skill

CARDS = (
    cards("circlet", "cs-1", "cs-2", "cs-3", "cs-4", "jab-1", "marksman-3", "seize")
    + cards("right", "left")
    + character("elder", plv=3, cs=1, level_up=["Cs 1"])
    + augment("mask", cost=0, keywords="Equip", attach="all fighters", ability={"gives": {"AGI": 1}})
    + skill("pair", do={"attack": 1, "hits": 2})
    + reaction("trap", answers="attack", surprise={"on": "takes-damage", "of": "you"}, do={"gain_tp": 5})
    + item("battery", cost=0, ability={"keyword": "Stock", "n": 2, "activate": True, "do": {"draw": 1}})
    + item("famine", cost=0, do={"mod": "Maximum CS", "n": -2, "on": "you", "until": "end"})
    + item("fetch", cost=0, targets="all characters", do={"return": "target"})
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


def cells_of(d: Duel, h: int) -> list[str]:
    """The cells that are offered for a card."""
    names = d.rules.grid.names
    seat = d.s.owner[h]
    found = [
        part[1] for move in d.options(seat) if move[1:2] == (h,) for part in move[2:] if type(part) is tuple
    ]
    return [names[cell] for cell in dict.fromkeys(found)]


def lies_in(d: Duel, h: int) -> str:
    """The cell in which a card is, "" for none."""
    return d.rules.grid.names[board.cell_of(d.s, h)]


def row(letter: str, n: int = 6) -> list[str]:
    return [f"{letter}{k}" for k in range(1, n + 1)]


@pytest.mark.rule("fade1", "zone.grid")
def test_a_field_has_21_cells() -> None:
    # Given a new game, when a player's field is built.
    d = duel()
    grid = d.rules.grid
    on_grid = [cell for cell in range(1, len(grid.names)) if cell != grid.arena]
    # Then it has 21 cells: 6 Character, 6 Equip, 1 Player Equip, 6 Reserve and one Extra Zone at each end.
    kinds = Counter((grid.kinds[cell], cell in grid.closed) for cell in on_grid)
    assert kinds == {
        (t.FRONT, False): 6,
        (t.FRONT, True): 1,
        (t.EQUIP, False): 6,
        (t.ATTACH, False): 1,
        (t.BACKUP, False): 6,
        (t.BACKUP, True): 1,
    }
    # And each is called what the book calls it.
    zones = d.rules.edition.zones
    assert {zones[grid.kinds[cell]] for cell in on_grid} == {"Character Zone", "Equip Zone", "Reserve Zone"}
    # And they stand in three rows of seven, the Extra Zones and the Player's Equip Zone in column 7.
    assert [grid.names[cell] for cell in on_grid] == [*row("c", 7), *row("a", 7), *row("b", 7)]
    # And a Zone card is offered all of them: none of another player, no Arena.
    assert sorted(cells_of(d, d.hand(0, "plain"))) == sorted([*row("a", 7), *row("b", 7), *row("c", 7)])


@pytest.mark.rule("fade1", "zone.directions")
@pytest.mark.parametrize(
    ("way", "name"),
    [
        ("Up", "c3"),
        ("Down", "b3"),
        ("Up-Right", "c4"),
        ("Left", "a2"),
        ("Right", "a4"),
        ("Up-Left", "c2"),
        ("Down-Left", "b2"),
        ("Down-Right", "b4"),
    ],
)
def test_up_points_to_the_opponents_and_left_to_lower_columns(way: str, name: str) -> None:
    # Given a card in Equip Zone 3, when its neighbour is asked for, then it is that one.
    d = duel()
    grid = d.rules.grid
    assert grid.names[grid.near[d.cell("a3")][t.DIRECTIONS.index(way)]] == name


@pytest.mark.rule("fade1", "zone.cell-capacity")
def test_a_character_zone_holds_one_occupant_and_a_zone_card_beneath_it() -> None:
    # Given a Command in Character Zone 2, when a Character is to be played there, then it is refused and
    # another free Character Zone must be chosen.
    d = duel()
    d.on(d.body(0), "right", face=1, at="c2")
    x = d.fighter(0, "cs-1")
    assert d.refused(0, "play", x, to(d, "c2")) == "zone.cell-capacity"
    assert sorted(cells_of(d, x)) == ["c1", "c3", "c4", "c5", "c6"]
    # And a Zone card may still be played under the Command, a second one takes its place.
    ground = d.hand(0, "plain")
    d.quietly(0, "play", ground, to(d, "c2"))
    assert d.at(ground) == "c2" and d.lies(ground) == "zone"


@pytest.mark.rule("fade1", "zone.cell-capacity")
def test_an_equip_zone_holds_five_of_whatever_lies_there() -> None:
    # Given a Character in Character Zone 2 with 4 attached cards, when a Command is played into Equip Zone 2.
    d = duel()
    x = d.character(0, "cs-1", at="c2")
    for _ in range(4):
        d.on(x, "jab-1")
    d.quietly(0, "play", d.hand(0, "right"), to(d, "a2"))
    # Then that is full: no other Command goes there; a Zone card does.
    other = d.hand(0, "left")
    assert d.refused(0, "play", other, to(d, "a2")) == "command.where" and "a3" in cells_of(d, other)
    assert "a2" in cells_of(d, d.hand(0, "plain"))
    # And of one more card that is attached to the Character, one of the six goes.
    d.play(0, "attach", d.hand(0, "jab-1"), x)
    assert d.asked_kind() == PICK and len(d.options(0)) == 6


@pytest.mark.rule("fade1", "zone.character")
def test_characters_are_played_to_free_character_zones() -> None:
    # Given Characters in Character Zones 1 and 2, when one is played from the Fighter Pool.
    d = duel()
    for _ in range(2):
        d.character(0, "cs-1")
    x = d.fighter(0, "cs-1")
    # Then only free Character Zones are offered, and an opened Frontline Extra Zone.
    assert cells_of(d, x) == ["c3", "c4", "c5", "c6"]
    d.zone(0, "plain", at="c7")
    assert cells_of(d, x) == ["c3", "c4", "c5", "c6", "c7"]
    d.quietly(0, "play", x, to(d, "c7"))
    # And there it may be attacked.
    d.go(1, t.COMBAT)
    assert d.can(1, "attack", d.body(1), x)


@pytest.mark.rule("fade1", "zone.equip")
@pytest.mark.parametrize(("slug", "face"), [("jab-1", 0), ("circlet", 1)])
def test_what_is_attached_to_a_character_is_in_its_equip_zone(slug: str, face: int) -> None:
    # Given a Skill, or an Augment, attached to the Character in Character Zone 4, when the field is read.
    d = duel()
    x = d.character(0, "cs-1", at="c4")
    h = d.on(x, slug, face=face)
    # Then it is in Equip Zone 4, and moves along with its bearer.
    assert lies_in(d, h) == "a4" and d.where(h) == "Equip Zone"
    d.go(0, t.AFTERMATH)
    d.play(0, "move", x, to(d, "c6"))
    assert lies_in(d, h) == "a6"


@pytest.mark.rule("fade1", "zone.equip")
def test_what_lies_in_an_equip_zone_is_adjacent_to_what_is_around_it() -> None:
    # Given an Augment of +2 PLV and a face-down Skill on the Character in Character Zone 3, and a Command in
    # Equip Zone 2 that points right, then the Augment is its Material and gives nothing; the Skill is none.
    d = duel()
    x = d.character(0, "cs-1", at="c3")
    crown, jab = d.on(x, "circlet", face=1), d.on(x, "jab-1")
    assert d.plv(x) == 5
    d.quietly(0, "play", d.hand(0, "right"), to(d, "a2"))
    assert commands.layout(d.s).materials == {crown} and d.s.host[jab] == x
    assert d.plv(x) == 3
    # When it is moved to another Character in the Aftermath, then it gives it there.
    y = d.character(0, "cs-1", at="c5")
    d.go(0, t.AFTERMATH)
    d.play(0, "reattach", crown, y)
    assert commands.layout(d.s).materials == set() and d.plv(y) == 5


@pytest.mark.rule("fade1", "zone.player-equip")
def test_what_is_attached_to_a_player_lies_in_the_players_equip_zone() -> None:
    # Given an Augment with Equip on a Player, a face-down Reaction with Trigger and an Item with Stock.
    d = duel()
    there = [d.hand(0, "circlet"), d.hand(0, "trap"), d.hand(0, "battery")]
    # When they are played, then all lie in the Player's Equip Zone, and none is offered another place.
    assert cells_of(d, there[0]) == cells_of(d, there[1]) == []
    d.quietly(0, "play", there[0], d.body(0))
    d.play(0, "place", there[1])
    assert [lies_in(d, h) for h in there[:2]] == ["a7", "a7"]
    d.quietly(0, "play", there[2])
    assert lies_in(d, there[2]) == "a7" and d.s.face[there[1]] == 0
    # And it counts to 5: of a sixth card one goes.
    for _ in range(2):
        d.quietly(0, "play", d.hand(0, "mask"), d.body(0))
    d.play(0, "place", d.hand(0, "trap"))
    assert d.asked_kind() == PICK and len(d.options(0)) == 6
    d.play(0, "pick", there[0])
    assert d.lies(there[0]) == "discard" and d.plv(d.body(0)) == 5


@pytest.mark.rule("fade1", "zone.reserve")
def test_nobody_goes_to_reserve_from_the_fighter_pool_or_is_reached_there() -> None:
    # Given a Character in the Fighter Pool, when its owner tries to play it to Reserve Zone 1, then no.
    d = duel()
    assert d.refused(0, "play", d.fighter(0, "cs-1"), to(d, "b1")) == "zone.cell-capacity"
    # Given one in Reserve, when an enemy chooses a target, then only with Lock-On can it be that one.
    x, hawk = d.character(0, "cs-1"), d.character(0, "marksman-3")
    d.character(1, "cs-1")
    back = d.character(1, "cs-1", backup=True)
    d.go(0, t.COMBAT)
    assert not d.can(0, "attack", x, back) and d.can(0, "attack", hawk, back)


@pytest.mark.rule("fade1", "zone.extra")
@pytest.mark.parametrize(("cell", "row_of"), [("c7", "front"), ("b7", "backup")])
def test_a_zone_card_opens_an_extra_zone(cell: str, row_of: str) -> None:
    # Given an empty Extra Zone, when a Character is to go there while it holds no Zone card, then no.
    d = duel()
    x = d.character(0, "cs-1", backup=row_of == "front")
    assert d.refused(0, "move", x, to(d, cell)) == "zone.cell-capacity"
    # When a Zone card is played there, then it is legal, and a Character may go there.
    d.quietly(0, "play", d.hand(0, "plain"), to(d, cell))
    d.play(0, "move", x, to(d, cell))
    assert (d.at(x), d.lies(x)) == (cell, row_of)


@pytest.mark.rule("fade1", "zone.character-in-hand")
def test_a_character_returned_to_hand_is_played_as_one_from_the_pool() -> None:
    # Given a Character of 2 CS returned to Hand by an effect, and 4 CS in use.
    d = duel()
    x, y = d.character(0, "cs-2"), d.character(1, "cs-1")
    d.character(0, "cs-4", fresh=True)
    d.quietly(0, "play", d.hand(0, "fetch"), x)
    assert d.lies(x) == "hand"
    # When the next Preparation Step comes, then it may be played to a Character Zone, for no TP.
    d.next_turn(0)
    d.tp(0, 0)
    assert d.refused(0, "play", x, to(d, "b1")) == "zone.cell-capacity"
    d.quietly(0, "play", x, to(d, "c6"))
    # And it cannot attack that turn.
    d.go(0, t.COMBAT)
    assert d.refused(0, "attack", x, y) == "combat.fresh-characters"


@pytest.mark.rule("fade1", "zone.character-in-hand")
def test_a_character_in_hand_is_not_played_where_its_cs_do_not_fit() -> None:
    # Given one of 3 CS in Hand and 4 in use by one that came this turn, then it is refused.
    d = duel()
    d.character(0, "cs-4", fresh=True)
    x = d.card(0, "cs-3", t.HAND, 0)
    assert d.refused(0, "play", x, to(d, "c3")) == "prep.cs-blocked"


@pytest.mark.rule("fade1", "zone.attached-cards-follow")
def test_in_reserve_attached_cards_are_tucked_beneath_their_bearer() -> None:
    # Given a Character in Character Zone 2 with 3 attached cards and a Command in Equip Zone 2.
    d = duel()
    x = d.character(0, "cs-1", at="c2")
    there = [d.on(x, "circlet", face=1), d.on(x, "mask", face=1), d.on(x, "jab-1")]
    command = d.on(d.body(0), "right", face=1, at="a2")
    assert [lies_in(d, h) for h in (*there, command)] == ["a2"] * 4
    # When it is put into Reserve Zone 5.
    d.play(0, "move", x, to(d, "b5"))
    # Then it still has its 3 cards, Equip Zone 2 holds only the Command, and no cell shows the 3 cards.
    assert [d.s.host[h] for h in there] == [x] * 3 and d.plv(x) == 5
    assert [lies_in(d, h) for h in there] == [""] * 3 and lies_in(d, command) == "a2"
    assert board.worn_in(d.s, 0) == []
    # And they still count toward its five.
    for _ in range(2):
        d.on(x, "jab-1")
    d.play(0, "attach", d.hand(0, "jab-1"), x)
    assert d.asked_kind() == PICK and len(d.options(0)) == 6 and command not in [m[1] for m in d.options(0)]


@pytest.mark.rule("fade1", "zone.attached-cards-follow")
def test_in_an_extra_zone_attached_cards_are_adjacent_to_nothing() -> None:
    # Given a Character in an opened Frontline Extra Zone, above the Player's Equip Zone, with an Augment, and
    # a Command in Equip Zone 6 that points right.
    d = duel()
    d.zone(0, "plain", at="c7")
    x = d.character(0, "cs-1", at="c7")
    crown = d.on(x, "circlet", face=1)
    d.on(d.body(0), "right", face=1, at="a6")
    # Then the Augment is no Material of it, and works; the Player's own one is.
    assert lies_in(d, crown) == "" and d.plv(x) == 5
    mask = d.on(d.body(0), "mask", face=1, at="a7")
    assert commands.layout(d.s).materials == {mask}


@pytest.mark.rule("fade1", "zone.attached-cards-follow")
def test_one_that_comes_out_of_reserve_to_a_crowded_equip_zone_discards_down_to_five() -> None:
    # Given one in Reserve with 5 attached cards, and a Command in Equip Zone 1.
    d = duel()
    x = d.character(0, "cs-1", backup=True)
    there = [d.on(x, "jab-1") for _ in range(5)]
    command = d.on(d.body(0), "right", face=1, at="a1")
    # When it comes out into Character Zone 1, then one of the six is discarded.
    d.play(0, "move", x, to(d, "c1"))
    assert d.asked_kind() == PICK and {m[1] for m in d.options(0)} == {*there, command}
    d.play(0, "pick", there[0])
    assert d.lies(there[0]) == "discard" and d.asked_kind() != PICK


@pytest.mark.rule("fade1", "zone.step-forward")
def test_the_second_hit_may_be_aimed_at_who_stepped_forward() -> None:
    # Given a player whose only front Character is Knocked Out by hit 1 of 2, with 4 and 3 CS in Reserve.
    d = duel()
    x, y = d.character(0, "cs-1"), d.character(1, "cs-1")
    four, three = d.character(1, "cs-4", backup=True), d.character(1, "cs-3", backup=True)
    d.leave(y, 1)
    pair = d.on(x, "pair")
    d.go(0, t.COMBAT)
    d.play(0, "use", pair, y)
    # When the check comes, then exactly one of them moves forward, at its player's choice.
    assert d.until(PICK) == 1 and {m[1] for m in d.options(1)} == {four, three}
    d.play(1, "pick", three)
    # And hit 2 may be aimed at it, but not at the player, who is not in The Last Stand.
    while not (d.asked() == [0] and d.asked_kind() == PICK):
        d.step()
    assert {m[1] for m in d.options(0) if len(m) > 1} == {three}
    d.quietly(0, "pick", three)
    assert (d.hp(three), d.lies(four), d.hp(d.body(1))) == (8, "backup", 50)


@pytest.mark.rule("fade1", "zone.step-forward")
def test_if_none_fits_the_player_can_be_attacked() -> None:
    # Given a Maximum CS lowered to 2, and 3 and 4 CS in Reserve behind a Character that falls.
    d = duel()
    x, other, y = d.character(0, "cs-1"), d.character(0, "cs-1"), d.character(1, "cs-1")
    back = [d.character(1, slug, backup=True) for slug in ("cs-3", "cs-4")]
    d.go(1, t.PREPARATION)
    for _ in range(2):
        d.quietly(1, "play", d.hand(1, "famine"))
    d.leave(y, 1)
    d.go(0, t.COMBAT)
    assert d.refused(0, "attack", x, d.body(1)) == "target.player-protected"
    d.quietly(0, "attack", x, y)
    # Then none steps forward, and the Player can be attacked.
    assert [d.lies(h) for h in back] == ["backup"] * 2
    assert d.can(0, "attack", other, d.body(1))


@pytest.mark.rule("fade1", "zone.step-forward")
def test_in_the_own_preparation_it_is_checked_only_at_its_end() -> None:
    # Given one in front and one in Reserve, when the first is reserved in the own Preparation Step.
    d = duel()
    x, back = d.character(0, "cs-1"), d.character(0, "cs-2", backup=True)
    d.play(0, "move", x, to(d, "b6"))
    # Then nobody steps forward until its end; then as many as fit, and none of them attacks that turn.
    assert d.lies(x) == d.lies(back) == "backup"
    foe = d.character(1, "cs-1")
    d.go(0, t.COMBAT)
    assert d.lies(x) == d.lies(back) == "front"
    for h in (x, back):
        assert d.refused(0, "attack", h, foe) == "combat.fresh-characters"


@pytest.mark.rule("fade1", "zone.control-change")
def test_a_taken_character_that_does_not_fit_comes_to_reserve() -> None:
    # Given B with 6 of 6 CS in use, and A's Character of 2 CS with a face-down Skill and an Augment of A.
    d = duel()
    for _ in range(2):
        d.character(1, "cs-3")
    x, foe = d.character(0, "cs-2", at="c4"), d.character(0, "cs-1")
    jab, crown = d.on(x, "jab-1"), d.on(x, "circlet", face=1)
    d.go(1, t.PREPARATION)
    # When B gains control of it.
    d.quietly(1, "play", d.hand(1, "seize"), x)
    # Then it is in one of B's Reserve Zones with its attached cards.
    assert (d.s.ctrl[x], d.lies(x), d.s.zone[x] // t.NZ) == (1, "backup", 1)
    assert d.s.host[jab] == d.s.host[crown] == x and (d.s.ctrl[jab], d.s.ctrl[crown]) == (0, 0)
    # And neither B nor A can use the Skill, and B does not know it.
    assert not d.dealer.known[1].get(jab)
    d.go(1, t.COMBAT)
    assert not d.can(1, "use", jab, foe)
    d.go(0, t.COMBAT)
    assert d.refused(0, "use", jab, d.s.zones[t.NZ][0])


@pytest.mark.rule("fade1", "zone.control-change")
def test_a_taken_character_that_fits_comes_to_the_front_and_may_attack() -> None:
    # Given room for it, when B gains control of a ready Character of 2 CS, then it uses B's CS and not A's.
    d = duel()
    x, foe = d.character(0, "cs-2"), d.character(0, "cs-1")
    jab = d.on(x, "jab-1")
    d.go(1, t.PREPARATION)
    d.play(1, "play", d.hand(1, "seize"), x)
    while d.s.ctrl[x] == 0:
        d.step()
    d.pass_all()
    assert d.lies(x) == "front" and (slots.left(d.s, 0), slots.left(d.s, 1)) == (5, 4)
    # And it may attack in that turn, once; its face-down Skill is used by nobody.
    d.go(1, t.COMBAT)
    assert not d.can(1, "use", jab, foe)
    d.quietly(1, "attack", x, foe)
    assert d.refused(1, "attack", x, foe) == "attack.normal-once"


@pytest.mark.rule("fade1", "zone.control-change")
def test_one_that_is_taken_out_of_a_reserve_comes_to_a_character_zone_and_waits() -> None:
    # Given A's Character of 2 CS in Reserve, when B gains control of it with 6 CS free.
    d = duel()
    foe = d.character(0, "cs-1")
    x = d.character(0, "cs-2", backup=True)
    d.go(1, t.PREPARATION)
    d.play(1, "play", d.hand(1, "seize"), x)
    while d.s.ctrl[x] == 0:
        d.step()
    # Then it comes to a Character Zone, and B chooses none of Reserve for it.
    assert d.asked() == [1] and {move[1][1] for move in d.options(1)} == set(range(1, 7))
    d.answer(1, d.options(1)[3])
    d.pass_all()
    assert (d.lies(x), d.at(x), slots.left(d.s, 1)) == ("front", "c4", 4)
    # And it has come out of Reserve in this turn, so it does not attack.
    d.go(1, t.COMBAT)
    assert d.refused(1, "attack", x, foe) == "combat.fresh-characters"


@pytest.mark.rule("fade1", "zone.control-change")
def test_without_a_free_cell_the_control_change_does_nothing() -> None:
    # Given B with 6 CS in use and every Reserve Zone taken, when B would gain control, then nothing happens.
    d = duel()
    for _ in range(2):
        d.character(1, "cs-3")
    for _ in range(6):
        d.character(1, "cs-1", backup=True)
    x = d.character(0, "cs-2")
    d.go(1, t.PREPARATION)
    d.quietly(1, "play", d.hand(1, "seize"), x)
    assert (d.s.ctrl[x], d.lies(x)) == (0, "front")


@pytest.mark.rule("fade1", "zone.cs-over-maximum")
def test_who_is_over_the_maximum_reserves_in_the_next_preparation() -> None:
    # Given Maximum CS lowered from 6 to 4 in the Aftermath while 6 CS are in use.
    d = duel()
    three, two, one = (d.character(0, slug) for slug in ("cs-3", "cs-2", "cs-1"))
    d.go(0, t.AFTERMATH)
    d.quietly(0, "play", d.hand(0, "famine"))
    # Then nothing leaves at once.
    assert slots.left(d.s, 0) == -2 and {d.lies(h) for h in (three, two, one)} == {"front"}
    d.next_turn(1)
    # When the controller's next Preparation Step starts, then they must reserve at least 2 CS.
    while not (d.asked() == [0] and d.asked_kind() == PICK):
        d.step()
    assert d.s.phase == t.PREPARATION
    d.quietly(0, "pick", two)
    assert d.lies(two) == "backup" and slots.left(d.s, 0) == 0


@pytest.mark.rule("fade1", "zone.cs-over-maximum")
def test_if_none_can_act_all_stay_and_none_is_played_or_moved_out() -> None:
    # Given the same with two Characters that cannot act, and one in Reserve.
    d = duel()
    there = [d.character(0, "cs-3") for _ in range(2)]
    back = d.character(0, "cs-1", backup=True)
    d.go(0, t.AFTERMATH)
    d.quietly(0, "play", d.hand(0, "famine"))
    d.go(1, t.AFTERMATH)
    for h in there:
        d.counters(h, "Paralyze", 1)
    d.next_turn(0)
    # When the Preparation Step starts, then the Characters stay and no Character may be played or come out.
    assert [d.lies(h) for h in there] == ["front"] * 2
    assert d.refused(0, "play", d.fighter(0, "cs-1"), to(d, "c3")) == "prep.cs-blocked"
    assert d.refused(0, "move", back, to(d, "c3")) == "prep.reserve-out"


@pytest.mark.rule("fade1", "zone.character-in-hand", "keyword.level-up")
def test_a_character_in_hand_is_played_onto_another_by_level_up() -> None:
    # Given one with Level Up in Hand and the one that it names on the field.
    d = duel()
    x, elder = d.character(0, "cs-1", at="c4"), d.hand(0, "elder")
    # When it is played onto that, then it stands in its cell with a Stack of 1; elsewhere it is refused.
    assert d.refused(0, "play", elder, to(d, "c1"), x) == "zone.cell-capacity"
    d.quietly(0, "play", elder, to(d, "c4"), x)
    assert (d.at(elder), d.s.host[x]) == ("c4", elder)


@pytest.mark.rule("fade1", "zone.character-in-hand")
def test_characters_in_hand_wait_for_the_preparation_step() -> None:
    # Given a Character in Hand, when it is to be played in the Aftermath or in the enemy's turn, then it is
    # refused.
    d = duel()
    one = d.hand(0, "cs-1")
    d.go(0, t.AFTERMATH)
    assert d.refused(0, "play", one, to(d, "c5")) == "prep.aftermath-no-characters"
    d.go(1, t.PREPARATION)
    assert d.refused(0, "play", one, to(d, "c5")) == "turn.definition"
