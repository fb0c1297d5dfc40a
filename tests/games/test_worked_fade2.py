"""Worked cases of the 40-card edition, from end to end, on its own file and book."""

from __future__ import annotations

import pytest

from fadenet.engine.chain import W_SHOW
from fadenet.engine.state import ACT, CONFIRM, MODE, PICK, RESPOND, ROW_CARD, TURNED
from fadenet.games.fade.field import values
from fadenet.games.fade.tables import COMBAT, DISCARD, HAND, PREPARATION, ST_VEILED
from tests.builders.cells import fill, to
from tests.builders.scenario import Duel
from tests.cards.fade import augment, cards, character, item, reaction, skill

CARDS = (
    character("xenia", hp=2, plv=4)
    + character("yves", plv=1)
    + character("boxer", plv=4)
    + character("drone", plv=3)
    + reaction("quake", targets="all zones", answers="attack", do={"destroy": "target"})
    + skill("lunge", cost=2, do={"attack": 4})
    + skill("again", cost=3, keywords={"Replay": 1}, do={"attack": 2})
    + skill("double", targets={"reach": True, "n": 2}, do={"attack": 3})
    + skill("sharp", targets={"reach": True, "n": 2}, do={"attack": 3, "type": "Unblockable"})
    + skill("cruel", targets={"reach": True, "n": 2}, do={"attack": 3, "type": "Relentless"})
    + augment("lamp")
    + item("armour", hp=4, keywords="Equip", attach="your characters", do=[])
    + augment(
        "sash",
        hp=3,
        keywords="Equip",
        attach="your characters",
        ability=[{"gives": {"PLV": 2}}, {"on": "destroyed", "do": {"gain_tp": 1}}],
    )
    + cards(
        "avert",
        "fire-spirit",
        "gate",
        "left",
        "masked-4",
        "right",
        "riposte-3",
        "screen",
        "smithy",
        "step-aside",
        "topple",
    )
    + character("aware", plv=1, keywords={"Aura": 3}, ability={"on": "attacked", "do": {"draw": 1}})
    + character(
        "linked",
        plv=1,
        ability={
            "keyword": "Synchronize",
            "n": 2,
            "directions": ["Up-Left", "Up-Right"],
            "gives": {"PLV": 3},
        },
    )
    + skill("dirge", contingency={"on": "knocked-out", "of": "all characters"}, do={"gain_tp": 3})
    + character("martyr", hp=1, plv=1, ability={"on": "destroyed", "do": {"gain_tp": 1}})
)


def match(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade2")


@pytest.mark.parametrize("full", [False, True])
def test_the_ground_goes(full: bool) -> None:
    # Given P in the opened c7, Q behind it in c2 and R in b5, then P alone may be attacked. When the Zone
    # card under P is destroyed in answer, then B moves P to a free cell, and the Attack still hits it;
    # without any P is destroyed, not Knocked Out, and the Attack hits nothing.
    d = match()
    x = d.character(0, "boxer")
    ground = d.zone(1, "plain", at="c7")
    p, q, r = (d.character(1, "yves", at=name) for name in ("c7", "c2", "b5"))
    quake = d.on(q, "quake")
    if full:
        fill(d, 1, "c", 2)
        fill(d, 1, "b", 5)
    d.go(0, COMBAT)
    if not full:
        assert d.can(0, "attack", x, p)
        assert not any(d.can(0, "attack", x, other) for other in (q, r, d.body(1)))
    d.play(0, "attack", x, p)
    d.play(1, "use", quake, -1, ground)
    if full:
        d.pass_all()
        assert d.lies(p) == "discard" and not d.happened("knocked-out") and not d.happened("hit")
        assert d.tp_of(0) == 10
        return
    assert d.until(MODE) == 1
    free = ["c1", "c3", "c4", "c5", "b1", "b2", "b3", "b4"]
    d.answer(1, d.options(1)[free.index("b1")])
    d.pass_all()
    assert (d.at(p), d.hp(p), d.tp_of(0)) == ("b1", 5, 11)


@pytest.mark.parametrize("with_skill", [False, True])
def test_a_fallen_attacker(with_skill: bool) -> None:
    # Given X (PLV 4, HP 2, with a face-down Reaction), that attacks Y (HP 9), whose Counter-hit deals 3, then
    # X falls, its Reaction is shown and destroyed, Y keeps 9 and no TP are gained; a Skill is discarded,
    # paid.
    d = match()
    x, y = d.character(0, "xenia"), d.character(1, "yves")
    lying, counter = d.on(x, "screen"), d.on(y, "riposte-3")
    card = d.on(x, "lunge") if with_skill else 0
    d.go(0, COMBAT)
    d.play(0, *(("use", card, y) if card else ("attack", x, y)))
    d.quietly(1, "use", counter, -1)
    assert d.lies(x) == d.lies(lying) == "discard" and d.s.code[lying] == d.rules.code_of("screen")
    assert (d.hp(y), d.tp_of(0)) == (9, 8 if with_skill else 10)
    assert not card or d.lies(card) == "discard"
    assert lying in [row[ROW_CARD] for row in d.happened("destroyed")]


def test_prevented_from_the_hand() -> None:
    # Given A in The Last Stand with five cards in the Player's Equip Zone, when a Skill of Cost 3 with Replay
    # is used out of the Hand and Prevented, then 3 TP are gone, A discards one of the five, the Skill lies
    # sideways there, there is no Replay, and nothing was destroyed.
    d = match()
    lamps = [d.on(d.body(0), "lamp", 1, at=f"a{n}") for n in range(1, 6)]
    y, again = d.character(1, "yves"), d.hand(0, "again")
    ward = d.on(y, "avert")
    assert values.last_stand(d.s, 0)
    d.tp(0, 4)
    d.go(0, COMBAT)
    d.play(0, "use", again, y)
    d.play(1, "use", ward, -1)
    assert d.until(PICK) == 0
    d.play(0, "pick", lamps[2])
    while d.s.chain:
        assert d.asked_kind() != CONFIRM
        d.step()
    assert d.tp_of(0) == 1 and d.hp(y) == 9
    assert (d.s.role[again], d.at(again), d.s.host[again]) == (TURNED, "a3", d.body(0))
    assert d.lies(lamps[2]) == "discard" and sum(d.lies(h) == "attached" for h in lamps) == 4
    assert {row[ROW_CARD] for row in d.happened("destroyed")} <= {ward}


@pytest.mark.parametrize("slug", ["double", "sharp", "cruel"])
@pytest.mark.parametrize("both", [True, False])
def test_shield_against_two(both: bool, slug: str) -> None:
    # Given a Skill of 3 on X and then Y, and a Shield Counter on Y, then the whole Attack is Negated and Y
    # has none left; with one on each X alone loses it. Against Relentless damage both take 3 and keep theirs.
    d = match()
    user = d.character(0, "boxer")
    x, y = d.character(1, "yves", at="c1"), d.character(1, "yves", at="c2")
    for h in (x, y)[not both :]:
        d.counters(h, "Shield", 1)
    card = d.on(user, slug)
    d.go(0, COMBAT)
    d.quietly(0, "use", card, x, y)
    shields = (d.count(x, "Shield"), d.count(y, "Shield"))
    if slug == "cruel":
        assert (d.hp(x), d.hp(y)) == (6, 6) and shields == (int(both), 1)
    else:
        assert (d.hp(x), d.hp(y)) == (9, 9) and shields == (0, int(both))


@pytest.mark.parametrize("blocked", [True, False])
def test_deflect_onto_a_shield(blocked: bool) -> None:
    # Given A's Normal Attack of 4 on Y, which B Deflects to C's W with a Shield Counter, then C may link a
    # Block. Without it the Shield Negates the Attack as it would hit W: W is unhurt and A gains nothing.
    d = match(3)
    x, y, w = d.character(0, "boxer"), d.character(1, "yves"), d.character(2, "yves")
    aside, screen = d.on(y, "step-aside"), d.on(w, "screen")
    d.counters(w, "Shield", 1)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.until_asked(1)
    d.play(1, "use", aside, -1, w)
    d.until_asked(2)
    assert d.can(2, "use", screen, -1)
    if blocked:
        d.play(2, "use", screen, -1)
    d.pass_all()
    assert (d.hp(y), d.hp(w), d.tp_of(0)) == (9, 9, 10)
    assert d.lies(screen) == ("discard" if blocked else "attached")
    assert d.lies(aside) == "discard" and d.count(w, "Shield") == 0


def test_hp_of_what_is_attached() -> None:
    # Given an Equip Item of HP 4 and an Augment of HP 3 with +2 PLV on a Character of HP 9, when it is hit
    # for 3, then these are left: 6 and 1, and the Augment is destroyed, whose On Destroyed has a Chain
    # afterwards; when it is hit for 3 again, then 3, and the Item is destroyed.
    d = match()
    first, second = d.character(0, "drone", at="c1"), d.character(0, "drone", at="c2")
    y = d.character(1, "yves")
    armour, sash = d.on(y, "armour", 1), d.on(y, "sash", 1)
    assert d.plv(y) == 3
    d.go(0, COMBAT)
    d.play(0, "attack", first, y)
    assert d.lies(sash) == "discard"
    d.pass_all()
    assert (d.hp(y), d.hp(armour), d.plv(y), d.tp_of(1)) == (6, 1, 1, 11)
    linked = [row[ROW_CARD] for row in d.happened("linked")]
    assert linked == [first, sash]
    d.quietly(0, "attack", second, y)
    assert d.hp(y) == 3 and d.lies(armour) == "discard" and d.lies(y) == "front"


def test_mystify_in_front() -> None:
    # Given B with 1 TP, whose only card on the grid is a face-down Mask of Cost 3, then A must choose it; it
    # is shown, cannot be paid and is destroyed. B is in The Last Stand, the Attack hits nothing and is used
    # up, and A's next one may choose B.
    d = match()
    x, other, mask = d.character(0, "boxer"), d.character(0, "boxer"), d.fighter(1, "masked-4")
    d.go(1, PREPARATION)
    d.play(1, "veil", mask, to(d, "c1"))
    assert d.s.stated[mask] == ST_VEILED and not d.s.code[mask]
    d.go(0, COMBAT)
    d.tp(1, 1)
    tp = d.tp_of(0)
    assert d.refused(0, "attack", x, d.body(1)) == "target.zone-order"
    d.quietly(0, "attack", x, mask)
    assert d.names(1, DISCARD) == ["Masked 4"] and values.last_stand(d.s, 1) and not d.happened("hit")
    assert (d.hp(d.body(1)), d.tp_of(0), d.tp_of(1)) == (50, tp, 1)
    assert d.refused(0, "attack", x, d.body(1)) == "attack.normal-limit"
    assert d.can(0, "attack", other, d.body(1))


def test_materials_and_synchronize() -> None:
    # Given Gate in c3 with Left and Right, Aware (On Attacked, Aura 3) in c2 and another in c4, and in b3 one
    # with "Synchronize Up-Left, Up-Right 2: +3 PLV", then it has them. When Aware is attacked, then nothing
    # is drawn and its Aura counts. When Gate is destroyed, then the +3 end at once.
    d = match()
    foe = d.character(0, "drone")
    gate = d.on(d.body(1), "gate", 1, at="c3")
    aware, _other = d.character(1, "aware", at="c2"), d.character(1, "yves", at="c4")
    linked = d.character(1, "linked", at="b3")
    assert d.plv(linked) == 4
    d.go(0, COMBAT)
    hand = d.size(1, HAND)
    d.quietly(0, "attack", foe, aware)
    assert (d.size(1, HAND), d.hp(aware), d.plv(aware)) == (hand, 6, 2)
    d.quietly(0, "play", d.hand(0, "topple"), gate)
    assert d.plv(linked) == 1 and d.lies(gate) == "discard"


def test_three_classes_after_one_chain() -> None:
    # Given B's turn, order A, B, C: a Skill Knocks Out two Characters of A that each gain 1 TP, C holds a
    # Contingency for that, A an Item and B some card. Then A's two effects have a Chain each; B, C and A are
    # asked for Contingency and C's starts a Chain; then C and A are asked for Items.
    d = match(3)
    one, two = d.character(0, "martyr", at="c1"), d.character(0, "martyr", at="c2")
    user = d.character(1, "boxer")
    d.character(2, "yves")
    d.go(1, PREPARATION)
    for seat in range(3):
        d.empty(seat, HAND)
        d.tp(seat, 5)
    ration, dirge = d.hand(0, "ration"), d.hand(2, "dirge")
    d.hand(2, "screen")
    d.hand(1, "screen")
    double = d.on(user, "double")
    d.go(1, COMBAT)
    d.play(1, "use", double, one, two)
    asked: list[tuple[str, int]] = []
    while d.s.asks[0].kind != ACT:
        if d.asked_kind() != RESPOND:
            d.answer(d.asked()[0], d.options(d.asked()[0])[0])  # the order of A's own effects
            continue
        kind = "contingency" if d.s.asks[0].window == W_SHOW else "chain" if d.s.chain else "item"
        asked.append((kind, d.asked()[0]))
        if asked[-1] == ("contingency", 2) and d.lies(dirge) == "hand":
            assert d.tp_of(0) == 7
            d.play(2, "use", dirge)
        else:
            assert asked[-1] != ("item", 0) or d.can(0, "play", ration)
            d.step()
    names = [d.rules.cards[d.s.code[row[ROW_CARD]]].name for row in d.happened("linked")]
    assert names == ["Double", "Martyr", "Martyr", "Dirge"]
    quiet = [row for row in asked if row[0] != "chain"]
    # (each of the two Knock Outs is a chance of its own)
    assert quiet[:1] == [("contingency", 1)] and quiet[-2:] == [("item", 2), ("item", 0)]
    assert [seat for kind, seat in quiet if kind == "contingency"][-1] == 0
    assert d.tp_of(2) == 8
