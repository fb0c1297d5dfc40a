"""Cards that lie face-down by Mystify in the older editions, where it meets other rules."""

from __future__ import annotations

import pytest

from fadenet.engine.chain import W_SHOW
from fadenet.engine.kernel import YES_MOVE
from fadenet.engine.state import CONFIRM, PAY, TURNED
from fadenet.games.fade.field import commands, values
from fadenet.games.fade.tables import COMBAT, HAND, KEY_AS, KEY_TO, N_MYSTIFIED, PREPARATION
from tests.builders import meetings
from tests.builders.cells import to
from tests.builders.scenario import Duel
from tests.cards.fade import cards, item, reaction, skill

MORE = (KEY_AS, N_MYSTIFIED)
CARDS = (
    meetings.CARDS
    + meetings.bearer("mask", cost=3, keywords={"Mystify": 1, "Shield": 1, "Lock-On": True})
    + meetings.bearer("stray", keywords={"Mystify": 1, "Neutrality": True})
    + meetings.bearer("dancer", keywords="Tag-Out")
    + cards("free-ward", "lay-low", "raze", "storm-5")
    + skill(
        "feint",
        cost=1,
        keywords={"Replay": 1},
        do={"attack": 2},
        ability={"keyword": "Mystify", "cost": 2, "do": {"draw": 1}},
    )
    + skill(
        "echo",
        cost=0,
        contingency={"on": "knocked-out", "of": "all characters"},
        do={"gain_tp": 2},
        ability={"keyword": "Mystify", "cost": 1, "do": {"draw": 1}},
    )
    + item("trap", cost=2, do={"gain_tp": 1}, ability={"keyword": "Mystify", "cost": 1, "do": {"draw": 1}})
    + item("armour", cost=0, hp=4, keywords={"Equip": True, "Mystify": 1}, attach="your characters", do=[])
    + reaction("bar", cost=0, answers="attack", anyone=True, do={"block": True})
)


def masked(seats: int = 2, at: str = "c3", slug: str = "mask") -> tuple[Duel, int]:
    """In the 40-card edition, whose Characters cost TP: B has played one of Cost 3 face-down; A's turn."""
    d = Duel(CARDS, seats=seats, edition="fade2")
    mask = d.fighter(1, slug)
    d.go(1, PREPARATION)
    d.play(1, "veil", mask, to(d, at))
    d.character(0, "bearer", at="c3")
    d.go(0, PREPARATION)
    d.tp(1, 3)
    return d, mask


def attacker(d: Duel) -> int:
    return next(h for h in d.s.zones[0] if d.at(h) == "c3")


PLACES = pytest.mark.rule("fade2", "keyword.mystify-places")
SHOWN = pytest.mark.rule("fade2", "keyword.mystify-face-down")


# What is paid on top.


@meetings.cited(("keyword.mystify", "keyword.mystify"), ("keyword.replay", "keyword.replay"))
def test_replay_is_the_card_without_its_mystify(edition: str) -> None:
    # Given a Skill with Replay 1 and Mystify 2 that is used with both, then what Mystify adds is done once.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "bearer"), d.character(1, "bearer")
    feint = d.on(x, "feint")
    d.tp(0, 4)
    d.go(0, COMBAT)
    hand = d.size(0, HAND)
    d.play(0, "use", feint, MORE, y)
    while d.asked_kind() not in (CONFIRM, PAY):
        d.step()
    d.answer(0, YES_MOVE)
    while d.s.asks[0].seat == 0 and d.move("pick", y) in d.options(0):
        d.play(0, "pick", y)
    d.pass_all()
    assert (d.tp_of(0), d.count(y, "Damage"), d.size(0, HAND)) == (0, 4, hand + 1)


@meetings.cited(("keyword.mystify", "keyword.mystify"), ("keyword.contingency", "keyword.contingency"))
def test_contingency_is_used_with_mystify_where_the_card_lies(edition: str) -> None:
    # Given a Contingency card with Mystify on a Character and another one in Hand, when their event comes,
    # then the former is used with Mystify or without, the latter without alone.
    d = Duel(CARDS, edition=edition)
    x, falls = d.character(0, "bearer"), d.character(0, "bearer")
    lying, held = d.on(x, "echo"), d.hand(0, "echo")
    d.play(0, "play", d.hand(0, "lay-low"), falls)
    while d.s.asks[0].window != W_SHOW:
        d.step()
    assert d.can(0, "use", lying, MORE) and d.can(0, "use", lying) and d.can(0, "use", held)
    assert d.refused(0, "use", held, MORE) == d.rule("mystify")


@meetings.cited(("keyword.mystify", "keyword.mystify"), ("defend.prevent", "defend.prevent"))
def test_a_prevented_item_lies_turned_beside_its_player(edition: str) -> None:
    # Given an Item of Cost 2 with Mystify 1 that is played from beside the Player and Prevented, then 3 TP
    # are gone, nothing happens, and it lies turned there and is not played again.
    d = Duel(CARDS, edition=edition)
    ward = d.on(d.character(1, "bearer"), "free-ward")
    trap = d.on(d.body(0), "trap", at="a2")
    d.play(0, "play", trap, MORE)
    d.until_asked(1)
    d.quietly(1, "use", ward, -1)
    assert (d.s.role[trap], d.s.host[trap], d.tp_of(0)) == (TURNED, d.body(0), 7)
    assert not any(trap in move[1:2] for move in d.options(0))


@meetings.cited(("keyword.mystify", "keyword.mystify"), ("item.hp", "item.equip-item-uses"))
def test_a_face_down_item_has_no_hp(edition: str) -> None:
    # Given an Equip Item of HP 4 face-down on a Character that is hit for 5, then it is not harmed; nor used
    # up by an attack of its bearer.
    d = Duel(CARDS, edition=edition)
    x, y = d.character(0, "bearer"), d.character(1, "bearer")
    armour = d.hand(0, "armour")
    d.play(0, "attach", armour, x)
    for seat, who, whom in ((0, x, y), (1, y, x)):
        d.go(seat, COMBAT)
        d.quietly(seat, "attack", who, whom)
    assert d.count(x, "Damage") == 5 and d.lies(armour) == "attached" and d.count(armour, "Damage") == 0


# A face-down Character.


@SHOWN
@pytest.mark.rule("fade2", "keyword.shield-counter")
@pytest.mark.parametrize(("tp", "lies"), [(3, "front"), (2, "discard")])
def test_a_shield_comes_in_time_if_it_is_paid(tp: int, lies: str) -> None:
    # Given a face-down Character with a printed Shield Counter that is attacked, when it is paid for, then
    # the Shield Negates that attack; unpaid it is destroyed.
    d, mask = masked()
    d.tp(1, tp)
    d.go(0, COMBAT)
    d.play(0, "attack", attacker(d), mask)
    if tp == 3:
        d.yes(1)
    d.pass_all()
    assert d.lies(mask) == lies and d.tp_of(1) == (0 if tp == 3 else 2)
    assert (d.count(mask, "Shield"), d.count(mask, "Damage")) == (0, 0)


@SHOWN
@pytest.mark.rule("fade2", "target.multi-targets")
def test_of_two_that_are_targeted_each_is_paid_for_by_itself() -> None:
    # Given two face-down Characters of Cost 3 and 3 TP, when a Skill targets both, then the first is paid
    # for, the second cannot be, and the Shield of the first Negates the attack.
    d, first = masked()
    second = d.fighter(1, "mask")
    d.go(1, PREPARATION)
    d.play(1, "veil", second, to(d, "c4"))
    d.go(0, PREPARATION)
    d.tp(1, 3)
    x = attacker(d)
    storm = d.on(x, "storm-5")
    d.go(0, COMBAT)
    d.play(0, "use", storm, first, second)
    d.yes(1)
    d.pass_all()
    assert (d.lies(first), d.lies(second), d.tp_of(1)) == ("front", "discard", 0)
    assert d.count(first, "Damage") == 0


@SHOWN
@pytest.mark.rule("fade2", "response.order")
def test_nobody_answers_before_it_is_shown() -> None:
    # Given three Players and C's Reaction for anybody, when A attacks B's face-down Character, then B is
    # asked for its Cost first; if B does not pay, C answers an attack that hits nothing.
    d, mask = masked(3)
    bar = d.on(d.character(2, "bearer", at="c1"), "bar")
    d.go(0, COMBAT)
    d.play(0, "attack", attacker(d), mask)
    assert d.asked() == [1] and d.asked_kind() == CONFIRM
    d.no(1)
    assert d.lies(mask) == "discard"
    d.pass_all()
    assert d.lies(bar) == "attached" and not d.happened("hit")


@PLACES
@pytest.mark.rule("fade2", "keyword.neutrality")
def test_neutrality_begins_as_it_is_turned_up() -> None:
    # Given a face-down Character with Neutrality, then in A's turn it is B's and is attacked; turned up, it
    # is under A's control in A's turn.
    d, stray = masked(slug="stray")
    d.go(0, COMBAT)
    assert d.s.ctrl[stray] == 1 and d.can(0, "attack", attacker(d), stray)
    d.go(1, PREPARATION)
    d.play(1, "unveil", stray)
    d.go(0, COMBAT)
    assert d.s.ctrl[stray] == 0 and not d.can(0, "attack", attacker(d), stray)


@PLACES
@pytest.mark.rule("fade2", "command.materials")
def test_it_is_material_once_it_is_turned_up() -> None:
    # Given a face-down Character in the cell at which a Command points, then it is Material after it is
    # turned up, not before.
    d, mask = masked()
    d.command(1, "right-post", "c2")
    assert mask not in commands.layout(d.s).materials
    d.go(1, PREPARATION)
    d.play(1, "unveil", mask)
    assert mask in commands.layout(d.s).materials


@PLACES
@pytest.mark.rule("fade2", "keyword.tag-out")
def test_it_changes_places_with_one_that_has_tag_out() -> None:
    # Given a face-down Character behind and one with Tag-Out in front, when that tags out, then the other
    # comes to the front, still face-down.
    d, mask = masked(at="b3")
    dancer = d.character(1, "dancer", at="c3")
    d.go(1, PREPARATION)
    d.play(1, "tag", dancer, to(d, "b3"))
    assert (
        (d.at(dancer), d.at(mask)) == ("b3", "c3") and values.is_face_down(d.s, mask) and not d.s.code[mask]
    )


@PLACES
@pytest.mark.rule("fade2", "zonecard.reverts")
def test_it_goes_elsewhere_face_down_when_its_ground_goes() -> None:
    # Given a face-down Character in the opened c7 and one free cell, when the Zone card is destroyed, then it
    # goes there and stays face-down: nothing has damaged, destroyed or targeted it.
    d = Duel(CARDS, edition="fade2")
    ground, mask = d.zone(1, "plain", at="c7"), d.fighter(1, "mask")
    for name in (*(f"c{n}" for n in range(1, 6)), *(f"b{n}" for n in range(1, 5))):
        d.character(1, "bearer", at=name)
    d.go(1, PREPARATION)
    d.play(1, "veil", mask, to(d, "c7"))
    d.go(0, PREPARATION)
    d.quietly(0, "play", d.hand(0, "raze"), ground)
    assert d.at(mask) == "b5" and values.is_face_down(d.s, mask) and not d.s.code[mask]


@PLACES
@pytest.mark.rule("fade2", "laststand.state")
def test_who_has_only_face_down_characters_is_not_in_the_last_stand() -> None:
    # Given B with a face-down Character alone, then B uses nothing out of the Hand; it is turned up in the
    # own Combat Step, and attacks in the next turn, past the front by its Lock-On.
    d, mask = masked()
    strike = d.hand(1, "strike")
    d.go(1, COMBAT)
    assert d.refused(1, "use", strike, d.body(0)) == "laststand.hand-cards"
    d.play(1, "unveil", mask)
    assert d.can(1, "attack", mask, d.body(0))


@SHOWN
@pytest.mark.rule("fade2", "keyword.level-up")
def test_once_turned_up_it_is_levelled_up() -> None:
    # Given a face-down Mask, then nothing is played onto it; turned up, in the same turn, something is.
    d, mask = masked()
    d.go(1, PREPARATION)
    elder = d.fighter(1, "over-mask")
    line = ((KEY_TO, d.cell("c3")), mask)
    assert d.move("play", elder, *line) not in d.options(1)
    d.play(1, "unveil", mask)
    d.quietly(1, "play", elder, *line)
    assert d.at(elder) == "c3" and d.count(elder, "Shield") == 1


@SHOWN
@pytest.mark.rule("fade2", "keyword.contingency")
def test_unpaid_it_is_destroyed_and_not_knocked_out() -> None:
    # Given B's Contingency for a Knock Out and a face-down Character that is not paid for, then B is asked
    # for no card: it was destroyed.
    d, mask = masked()
    d.hand(1, "echo")
    d.go(0, COMBAT)
    d.play(0, "attack", attacker(d), mask)
    d.no(1)
    asked = []
    while d.s.asks[0].kind != 0 and d.s.chain:
        asked.append(d.s.asks[0].window)
        d.step()
    assert W_SHOW not in asked and d.lies(mask) == "discard" and not d.happened("knocked-out")
