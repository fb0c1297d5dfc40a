"""Where Character Slots, the Reserve and stepping forward meet other rules of the 60-card edition."""

from __future__ import annotations

import pytest

from fadenet.engine.state import PICK
from fadenet.games.fade.field import slots
from fadenet.games.fade.tables import AFTERMATH, COMBAT, FRONT, PREPARATION
from tests.builders import meetings
from tests.builders.cells import to
from tests.builders.meetings import Change
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, skill

CARDS = (
    meetings.CARDS
    + meetings.bearer("lodge", cs=1, ability={"gives": {"Maximum CS": 1}, "to": "you"})
    + meetings.bearer("friend", cs=1, keywords={"Friendship": ["Fire", 2]})
    + cards("cs-1", "cs-2", "cs-3", "cs-4", "fire-cs-2", "jab-1", "riposte-9")
    + character("comet", hp=10, plv=3, cs=3, level_up=["Cs 2"])
    + character("eager", plv=3, cs=1, ability={"on": "moved-up", "do": {"heal": 3, "of": "this"}})
    + character("swift", plv=3, cs=3, keywords="Flash")
    + character("dancer", plv=3, cs=3, keywords="Tag-Out")
    + character("sniper", hp=20, plv=9, keywords="Lock-On")
    + augment("wings", cost=0, keywords="Equip", attach="all fighters", ability={"gives": {"Flash": True}})
    + skill("sweep", targets={"reach": True, "n": 2, "up_to": True}, do={"attack": 9})
    + item("borrow", cost=0, targets="enemy characters", do={"control": "target", "until": "round"})
    + item("banish", cost=0, targets="all characters", do={"imprison": "target"})
)

DUET = augment(
    "duet",
    cost=0,
    keywords="Equip",
    attach="all fighters",
    ability={
        "keyword": "Synchronize",
        "n": 1,
        "directions": ["Right"],
        "among": {"type": "Augment"},
        "gives": {"PLV": 3},
        "to": "host",
    },
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


def steps(d: Duel, seat: int) -> set[int]:
    """The Characters that may step forward for a seat that is asked for it, once it is."""
    while not (d.asked_kind() == PICK and seat in d.asked()):
        d.step()
    return {move[1] for move in d.options(seat)}


@pytest.mark.rule("fade1", "value.cs", "keyword.mute", "command.materials-lose-effects", "stack.no-effects")
@meetings.after("most", untouched=7, muted=6, material=6, levelled=6, back=7)
def test_who_gives_slots_and_what_happens_to_it(change: Change, most: int) -> None:
    # Given a Character of 1 CS that gives its Player one slot more, when this happens to it.
    d = duel()
    x = change(d, d.character(0, "lodge", at="c3"))
    # Then the slot is there as long as its effect works.
    assert slots.left(d.s, 0) == most - slots.taken_by(d.s, x)


@pytest.mark.rule("fade1", "zone.cs-over-maximum", "keyword.mute")
def test_slots_that_mute_has_taken_are_made_up_for_in_the_next_preparation() -> None:
    # Given 7 of 7 CS in use, when the one that gives the seventh is Muted in the enemy's turn.
    d = duel()
    x = d.character(0, "lodge")
    there = [d.character(0, "cs-3") for _ in range(2)]
    d.go(1, PREPARATION)
    d.quietly(1, "play", d.hand(1, "gag"), x)
    # Then nothing leaves at once; in the next own Preparation Step one must, the Muted one too if it likes.
    assert slots.left(d.s, 0) == -1 and {d.lies(h) for h in (x, *there)} == {"front"}
    assert steps(d, 0) == {x, *there} and d.s.phase == PREPARATION
    d.quietly(0, "pick", x)
    assert d.lies(x) == "backup" and slots.left(d.s, 0) == 0


@pytest.mark.rule("fade1", "zone.control-change", "value.cs")
def test_who_is_taken_gives_its_slots_to_its_controller() -> None:
    # Given a Character that gives its Player one slot more, when the other Player takes it, then that one has
    # 7, of which it takes up 1.
    d = duel()
    x = meetings.taken(d, d.character(0, "lodge"))
    assert d.lies(x) == "front" and (slots.left(d.s, 0), slots.left(d.s, 1)) == (6, 6)


@pytest.mark.rule("fade1", "keyword.element-friendship", "keyword.mute", "command.materials-lose-effects")
@meetings.after("left", untouched=4, muted=3, material=3)
def test_friendship_of_who_is_muted_or_material_saves_nothing(change: Change, left: int) -> None:
    # Given Fire Friendship 2 on one of two Characters, when a Fire one of 2 CS is played after this.
    d = duel()
    change(d, d.character(0, "friend", at="c3"))
    d.character(0, "cs-1", backup=True)
    d.play(0, "play", d.fighter(0, "fire-cs-2"), to(d, "c6"))
    # Then it takes up 1 or 2.
    assert slots.left(d.s, 0) == left


@pytest.mark.rule("fade1", "keyword.element-friendship", "zone.control-change")
def test_a_taken_character_keeps_what_it_saved_and_saves_for_its_controller() -> None:
    # Given a Fire Character that was played for 1 of its 2 CS, when another Player takes it.
    d = duel()
    d.character(0, "friend")
    d.character(0, "cs-1", backup=True)
    x = d.fighter(0, "fire-cs-2")
    d.play(0, "play", x, to(d, "c6"))
    meetings.taken(d, x)
    # Then it takes up 1 there too: the reduced CS stay with it until it leaves the field.
    assert (slots.taken_by(d.s, x), slots.left(d.s, 1)) == (1, 5)


@pytest.mark.rule("fade1", "keyword.level-up-carry-over", "prep.cs-overflow")
@pytest.mark.parametrize("free", [1, 0])
def test_of_a_level_up_only_the_own_cs_count(free: int) -> None:
    # Given Kid (2 CS, 3 HP lost, 2 attached cards) and 1 or 0 CS free beside it.
    d = duel()
    kid, other = d.character(0, "cs-2"), d.character(0, "cs-3" if free else "cs-4")
    d.damage(kid, 3)
    there = [d.on(kid, "jab-1") for _ in range(2)]
    comet = d.fighter(0, "comet")
    # When Comet (3 CS, HP 10) is played on it.
    d.quietly(0, "play", comet, to(d, d.at(kid)), kid)
    # Then it has 7 HP and both cards, 3 CS are in use for it, and without room the other one is reserved.
    assert (d.hp(comet), [d.s.host[h] for h in there]) == (7, [comet] * 2)
    assert d.lies(other) == ("front" if free else "backup")
    assert slots.left(d.s, 0) == (0 if free else 3)


@pytest.mark.rule("fade1", "keyword.level-up-carry-over", "prep.cs-blocked")
def test_a_level_up_is_refused_if_nobody_can_make_room() -> None:
    # Given Kid and a fresh Character of 4 CS, when Comet is to be played on it, then it is refused; on a Kid
    # who stands in Reserve too.
    d = duel()
    kid = d.character(0, "cs-2")
    d.character(0, "cs-4", fresh=True)
    assert d.refused(0, "play", d.fighter(0, "comet"), to(d, d.at(kid)), kid) == "prep.cs-blocked"
    away = d.character(0, "cs-2", backup=True)
    assert not d.can(0, "play", d.fighter(0, "comet"), to(d, d.at(away)), away)


@pytest.mark.rule("fade1", "keyword.level-up-carry-over", "zone.extra-opened")
def test_a_level_up_takes_a_cell_in_an_opened_extra_zone() -> None:
    # Given Kid in an opened Frontline Extra Zone, when Comet is played on it, then it stands there, and its 3
    # CS count.
    d = duel()
    d.zone(0, "plain", at="c7")
    kid, comet = d.character(0, "cs-2", at="c7"), d.fighter(0, "comet")
    d.quietly(0, "play", comet, to(d, "c7"), kid)
    assert d.at(comet) == "c7" and slots.left(d.s, 0) == 3


@pytest.mark.rule("fade1", "prep.cs-overflow", "keyword.flash")
def test_fresh_ones_with_flash_make_room() -> None:
    # Given two of 3 CS with Flash played this turn, when one of 1 is played, then one of them is reserved.
    d = duel()
    first, second = d.character(0, "swift", fresh=True), d.character(0, "swift", fresh=True)
    d.play(0, "play", d.fighter(0, "cs-1"), to(d, "c6"))
    assert steps(d, 0) == {first, second}


@pytest.mark.rule("fade1", "prep.cs-blocked", "keyword.mute")
@pytest.mark.parametrize(("muted", "may"), [(False, True), (True, False)])
def test_flash_that_an_augment_gives_is_silent_under_mute(muted: bool, may: bool) -> None:
    # Given two of 3 CS played this turn, one with an Augment that gives Flash, Muted or not.
    d = duel()
    first, _ = d.character(0, "cs-3", fresh=True), d.character(0, "cs-3", fresh=True)
    d.on(first, "wings", face=1)
    if muted:
        d.on(first, "gag", face=1)
    # Then one of 1 CS may be played only while Flash works.
    assert d.can(0, "play", d.fighter(0, "cs-1"), to(d, "c6")) == may


@pytest.mark.rule("fade1", "prep.cs-overflow", "prep.reserve-keeps-everything")
def test_who_makes_room_takes_everything_along() -> None:
    # Given a ready one of 4 CS at 4 of 9 HP with a Stack, 2 cards and a Poison Counter, when it makes room.
    d = duel()
    x = d.character(0, "cs-4", at="c2")
    d.damage(x, 5)
    d.counters(x, "Poison", 1)
    there, below = [d.on(x, "jab-1"), d.on(x, "wings", face=1)], d.under(x, "cs-1")
    d.quietly(0, "play", d.fighter(0, "cs-3"), to(d, "c5"))
    # Then all of that has gone with it, and when it comes back, it is still there.
    d.next_turn(1)
    assert (d.lies(x), d.hp(x)) == ("backup", 4)
    assert [d.s.host[h] for h in (*there, below)] == [x] * 3 and d.count(x, "Poison") == 1
    d.next_turn(0)
    assert (d.hp(x), d.count(x, "Poison")) == (3, 0)


@pytest.mark.rule("fade1", "zone.step-forward", "zone.cs-over-maximum")
@pytest.mark.parametrize(
    ("first", "front"), [("cs-4", {"cs-4", "fire-cs-2"}), ("cs-3", {"cs-3", "fire-cs-2"})]
)
def test_as_many_step_forward_as_fit_one_after_the_other(first: str, front: set[str]) -> None:
    # Given one in front that falls, and 4, 3 and 2 CS in Reserve.
    d = duel()
    x, y = d.character(0, "sniper"), d.character(1, "cs-1")
    back = {slug: d.character(1, slug, backup=True) for slug in ("cs-4", "cs-3", "fire-cs-2")}
    d.leave(y, 1)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    # When its Player brings one forward, then who fits beside it follows, and the third stays.
    assert steps(d, 1) == {*back.values()}
    d.quietly(1, "pick", back[first])
    assert {slug for slug, h in back.items() if d.lies(h) == "front"} == front


@pytest.mark.rule("fade1", "zone.step-forward", "zone.control-change")
def test_who_loses_the_only_one_in_front_to_another_player_steps_forward_at_once() -> None:
    # Given B's only front Character and two in Reserve, when A takes the first in A's Preparation Step.
    d = duel()
    y = d.character(1, "cs-3")
    back = [d.character(1, "cs-1", backup=True) for _ in range(2)]
    d.quietly(0, "play", d.hand(0, "seize"), y)
    # Then it uses A's CS, and both of B's come forward: it is not B's own Preparation.
    assert slots.left(d.s, 0) == 3 and [d.lies(h) for h in back] == ["front"] * 2
    # And in B's turn they may attack, as they did not come in that turn.
    d.go(1, COMBAT)
    assert d.can(1, "attack", back[0], y)


@pytest.mark.rule("fade1", "zone.step-forward", "zone.control-change")
def test_who_loses_the_last_one_in_front_in_the_own_preparation_may_be_left_behind_it() -> None:
    # Given A's only front Character imprisoned by A's own Item in Preparation, and one in Reserve.
    d = duel()
    x, back = d.character(0, "cs-1"), d.character(0, "fire-cs-2", backup=True)
    d.quietly(0, "play", d.hand(0, "banish"), x)
    # Then nobody steps forward yet, and A may fill the front from the pool instead.
    assert d.lies(back) == "backup"
    d.quietly(0, "play", d.fighter(0, "cs-4"), to(d, "c1"))
    d.go(0, COMBAT)
    assert d.lies(back) == "backup" and slots.left(d.s, 0) == 2


@pytest.mark.rule("fade1", "zone.step-forward", "turn.phase-order")
def test_what_a_step_forward_at_the_beginning_of_a_step_sets_off_comes_before_the_free_choice() -> None:
    # Given A's front imprisoned in A's Preparation Step, and one in Reserve that heals as it steps forward.
    d = duel()
    x, back = d.character(0, "cs-1"), d.character(0, "eager", backup=True)
    d.damage(back, 4)
    before = d.hp(back)
    d.quietly(0, "play", d.hand(0, "banish"), x)
    # When the Combat Step begins, then it has stepped forward and healed before A may do anything.
    d.go(0, COMBAT)
    assert (d.lies(back), d.hp(back)) == ("front", before + 3)


@pytest.mark.rule("fade1", "zone.step-forward", "target.player-protected")
def test_of_three_players_each_steps_forward_for_the_own_side() -> None:
    # Given an attack on the only front Characters of B and C, who have two each in Reserve.
    d = duel(3)
    x = d.character(0, "sniper")
    fronts = [d.character(seat, "cs-1") for seat in (1, 2)]
    back = {seat: [d.character(seat, "cs-4", backup=True) for _ in range(2)] for seat in (1, 2)}
    sweep = d.on(x, "sweep")
    d.go(0, COMBAT)
    # When both fall, then each of them is asked for one of the own, and neither can be attacked in person.
    d.play(0, "use", sweep, *fronts)
    for seat in (1, 2):
        assert steps(d, seat) == {*back[seat]}
        d.play(seat, "pick", back[seat][1])
    d.pass_all()
    for seat in (1, 2):
        assert [d.lies(h) for h in back[seat]] == ["backup", "front"]
        assert not d.can(0, "attack", d.body(0), d.body(seat))
        assert d.can(0, "attack", d.body(0), back[seat][1])


@pytest.mark.rule("fade1", "keyword.tag-out", "value.cs")
def test_tag_out_keeps_to_the_slots() -> None:
    # Given a front of 3 with Tag-Out and 3 more in use, and 4 and 3 CS in Reserve.
    d = duel()
    x = d.character(0, "dancer")
    d.character(0, "cs-3")
    four, three = d.character(0, "cs-4", backup=True), d.character(0, "cs-3", backup=True)
    # Then it changes cells with the 3, not with the 4; who comes in does not attack in that turn.
    foe = d.character(1, "cs-1")
    assert d.refused(0, "tag", x, to(d, d.at(four))) == "keyword.tag-out"
    d.play(0, "tag", x, to(d, d.at(three)))
    d.go(0, COMBAT)
    assert d.lies(three) == "front" and d.refused(0, "attack", three, foe) == "combat.fresh-characters"


@pytest.mark.rule("fade1", "zone.control-change", "zone.cs-over-maximum")
def test_who_comes_back_from_another_player_without_slots_for_it_goes_to_reserve() -> None:
    # Given A has control of B's Character of 3 CS for a round, and B plays 6 CS meanwhile.
    d = duel()
    x = d.character(1, "cs-3")
    d.quietly(0, "play", d.hand(0, "borrow"), x)
    assert d.s.ctrl[x] == 0
    d.go(1, PREPARATION)
    for cell in ("c1", "c2"):
        d.quietly(1, "play", d.fighter(1, "cs-3"), to(d, cell))
    # When the round is over, then it comes back into B's Reserve.
    d.next_turn(0)
    assert (d.s.ctrl[x], d.lies(x), slots.left(d.s, 1)) == (1, "backup", 0)


@pytest.mark.rule("fade1", "zone.cell-capacity", "prep.cs-blocked")
def test_with_every_reserve_zone_taken_by_commands_nobody_makes_room() -> None:
    # Given 6 CS in use by ready Characters and a Command in each Reserve Zone, then none of 1 CS is played.
    d = duel()
    for _ in range(2):
        d.character(0, "cs-3")
    for n in range(1, 7):
        d.on(d.body(0), "right-post", face=1, at=f"b{n}")
    one = d.fighter(0, "cs-1")
    assert d.refused(0, "play", one, to(d, "c6")) == "prep.cs-blocked"
    # When a Zone card opens the Backline Extra Zone, then it is.
    d.zone(0, "plain", at="b7")
    assert d.can(0, "play", one, to(d, "c6"))


@pytest.mark.rule("fade1", "zone.attached-cards-follow", "command.materials-lose-effects")
@pytest.mark.rule("fade1", "augment.stats-lost")
@pytest.mark.parametrize("falls", [False, True])
def test_an_augment_that_becomes_material_gives_nothing(falls: bool) -> None:
    # Given a Character in Character Zone 3 (HP 9) with an Augment of HP 3, 8 or 10 damage on it.
    d = Duel(CARDS + augment("plate", cost=0, hp=3, keywords="Equip", attach="all fighters"), edition="fade1")
    x = d.character(0, "fire-cs-2", at="c3")
    plate = d.on(x, "plate", face=1)
    d.damage(x, 10 if falls else 8)
    # When a Command that points right is played into Equip Zone 2.
    d.quietly(0, "play", d.hand(0, "right-post"), to(d, "a2"))
    # Then 1 HP is left, or it is Knocked Out and the Augment destroyed with it.
    if falls:
        assert d.lies(x) == d.lies(plate) == "discard" and d.happened("knocked-out")
    else:
        assert d.hp(x) == 1 and d.s.host[plate] == x


@pytest.mark.rule("fade1", "zone.attached-cards-follow", "command.materials-lose-effects")
def test_in_reserve_an_augment_is_no_material_and_comes_back_as_one() -> None:
    # Given an Augment of +2 PLV in Equip Zone 3 that is Material, when its bearer goes to Reserve, then it
    # gives them again; when the bearer returns to that column, it does not.
    d = Duel(cards("circlet") + CARDS, edition="fade1")
    x = d.character(0, "fire-cs-2", at="c3")
    d.character(0, "cs-1", at="c6")
    d.on(x, "circlet", face=1)
    d.on(d.body(0), "right-post", face=1, at="a2")
    seen = [d.plv(x)]
    for cell in ("b3", "c3"):
        d.play(0, "move", x, to(d, cell))
        seen.append(d.plv(x))
        d.next_turn(0)
    assert seen == [3, 5, 3]


@pytest.mark.rule("fade1", "command.where", "target.character-zone")
@pytest.mark.parametrize("cell", ["c2", "a2", "b2"])
def test_a_command_takes_up_no_slots_protects_nobody_and_is_no_target(cell: str) -> None:
    # Given a Player without Characters whose Command lies in one of the three rows.
    d = duel()
    x = d.character(0, "cs-1")
    command = d.on(d.body(1), "right-post", face=1, at=cell)
    d.go(0, COMBAT)
    # Then all 6 CS are free, no attack can choose it, and the Player is attacked.
    assert slots.left(d.s, 1) == 6
    assert not d.can(0, "attack", x, command) and d.can(0, "attack", x, d.body(1))


@pytest.mark.rule("fade1", "zone.step-forward", "zone.cell-capacity")
def test_without_a_free_character_zone_nobody_steps_forward() -> None:
    # Given a Command in each Character Zone and one in Reserve.
    d = duel()
    for n in range(1, 7):
        d.on(d.body(1), "right-post", face=1, at=f"c{n}")
    back = d.character(1, "cs-1", backup=True)
    x = d.character(0, "cs-1")
    # Then it finds no place, and the Player can be attacked, also in the next Step.
    d.go(0, COMBAT)
    assert d.lies(back) == "backup" and d.can(0, "attack", x, d.body(1))
    d.go(0, AFTERMATH)
    assert d.lies(back) == "backup" and d.size(1, FRONT) == 0


@pytest.mark.rule("fade1", "prep.aftermath-rearrange-limits", "zone.attached-cards-follow")
@pytest.mark.rule("fade1", "zone.cell-capacity")
def test_no_rearranging_brings_more_than_five_cards_into_an_equip_zone() -> None:
    # Given a Character with 5 attached cards, one with none, and a Command in Equip Zone 4.
    d = duel()
    x, bare = d.character(0, "cs-1", at="c1"), d.character(0, "cs-1", at="c4")
    there = [d.on(x, "jab-1") for _ in range(5)]
    d.on(d.body(0), "right-post", face=1, at="a4")
    d.go(0, AFTERMATH)
    # When the Character is to be moved to Character Zone 4, by itself or in exchange, then it is refused.
    assert d.refused(0, "move", x, to(d, "c4")) == "zone.cell-capacity"
    assert d.refused(0, "move", bare, to(d, "c1")) == "zone.cell-capacity"
    # When one of the five lies elsewhere, then it is accepted.
    d.play(0, "reattach", there[0], bare)
    d.play(0, "move", x, to(d, "c4"))
    assert (d.at(x), d.at(bare)) == ("c4", "c1") and all(d.s.host[h] == x for h in there[1:])


@pytest.mark.rule("fade1", "keyword.synchronize", "zone.attached-cards-follow")
def test_synchronize_of_an_augment_looks_around_the_equip_zone() -> None:
    # Given an Augment with Synchronize (Right) 1 (Augment) '+3 PLV' on the Character in Character Zone 2.
    d = Duel(CARDS + DUET, edition="fade1")
    x, y = d.character(0, "cs-1", at="c2"), d.character(0, "cs-1", at="c4")
    d.on(x, "duet", face=1)
    d.on(y, "wings", face=1)
    assert d.plv(x) == 3
    # When the bearer of another Augment comes to Character Zone 3, then it has +3; in Reserve it has not.
    d.go(0, AFTERMATH)
    d.play(0, "move", y, to(d, "c3"))
    assert d.plv(x) == 6
    d.next_turn(0)
    d.play(0, "move", y, to(d, "b3"))
    assert d.plv(x) == 3


@pytest.mark.rule("fade1", "zone.step-forward", "combat.can-act")
def test_an_attacker_who_falls_in_the_own_turn_is_followed_at_once() -> None:
    # Given A's only front Character, which falls to a Counter-hit in A's Combat Step, and one in Reserve.
    d = duel()
    x, back, y = d.character(0, "cs-1"), d.character(0, "fire-cs-2", backup=True), d.character(1, "cs-1")
    d.leave(x, 1)
    hit = d.on(y, "riposte-9")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.quietly(1, "use", hit, -1)
    # Then the one in Reserve steps forward, and does not attack in this turn; A in person does.
    assert d.lies(back) == "front" and d.hp(y) == 9
    assert d.refused(0, "attack", back, y) == "combat.fresh-characters"
    assert d.can(0, "attack", d.body(0), y)
