"""Mystify: Characters that are played face-down, shown when they are needed, and paid for only then."""

from __future__ import annotations

import pytest

from fadenet.console.faces.fade import FADE
from fadenet.engine import atoms, invariants, kernel, needs, notation, position
from fadenet.engine.errors import LoadError
from fadenet.engine.kernel import NO_MOVE, YES_MOVE
from fadenet.engine.state import CONFIRM, PICK, ref
from fadenet.games.fade.editions import shape
from fadenet.games.fade.field import board, falling, moving, natures, values
from fadenet.games.fade.tables import (
    AFTERMATH,
    BACKUP,
    COMBAT,
    DISCARD,
    FRONT,
    HAND,
    NZ,
    PREPARATION,
    ST_VEILED,
    V_VEIL,
)
from fadenet.games.fade.typed import FadeRules
from fadenet.table.view import SeatView
from tests.builders.cards import cards
from tests.builders.cells import GRID, to
from tests.builders.editions import changed, differing
from tests.builders.scenario import Duel

MYSTIFY = ("[keywords]\n", '[keywords]\nMystify = { kind = "number", how = "battle" }\n')
REASONS = ("[reasons]\n", '[reasons]\nmystify = "card.face-down"\nunveil = "prep.actions"\n')
COMMON = """
[card.mask]
name = "Mask"
types = ["Character"]
elements = ["Fire"]
hp = 9
plv = 4
level = 3
cost = 3
keywords = { Mystify = 1, Shield = 1 }
[[card.mask.ability]]
gives = { PLV = 1 }
to = "your characters"
[[card.mask.ability]]
on = "attacked"
do = [{ draw = 1 }]
"""
CARDS = (
    cards("faroe", "aside", "armor", "gag", "seize")
    + COMMON
    + """
[card.trickster]
name = "Trickster"
types = ["Character"]
hp = 9
plv = 1
cost = 2
[[card.trickster.ability]]
keyword = "Mystify"
cost = 2
do = [{ draw = 3 }]
[card.cheat]
name = "Cheat"
types = ["Character"]
hp = 9
plv = 1
keywords = { Mystify = 1 }
[card.taller-mask]
name = "Taller Mask"
types = ["Character"]
hp = 12
plv = 4
level_up = ["Mask"]
[card.storm]
name = "Storm"
types = ["Item"]
rank = "Normal"
do = [{ damage = 2, to = "all characters" }]
[card.quake]
name = "Quake"
types = ["Item"]
rank = "Normal"
do = [{ destroy = "enemy characters" }, { draw = 1 }]
[card.scratch]
name = "Scratch"
types = ["Item"]
rank = "Normal"
do = [{ counter = "Damage", n = 1, on = "enemy characters" }]
[card.miasma]
name = "Miasma"
types = ["Item"]
rank = "Normal"
do = [{ counter = "Poison", n = 1, on = "enemy characters" }]
[card.recall]
name = "Recall"
types = ["Item"]
rank = "Normal"
do = [{ return = "all characters", to = "hand" }]
[card.ward]
name = "Ward"
types = ["Character"]
hp = 9
plv = 1
[[card.ward.ability]]
gives = { Immune = ["Attacks"] }
to = "your characters"
[card.rout]
name = "Rout"
types = ["Item"]
rank = "Normal"
do = [{ row = "all characters", to = "backup" }]
[card.lancer]
name = "Lancer"
types = ["Character"]
hp = 9
plv = 1
[[card.lancer.ability]]
on = "hit"
of = "enemy fighters"
by = "this"
targets = [{ pick = "enemy characters" }]
do = [{ heal = 1, of = "target" }]
[card.census]
name = "Census"
types = ["Item"]
rank = "Normal"
do = [{ heal = 1, of = "you" }]
if = { count = "your characters", min = 2 }
[card.hunter]
name = "Hunter"
types = ["Item"]
rank = "Normal"
targets = [{ pick = { from = "enemy characters", element = ["Fire", "Null"] } }]
do = [{ damage = 1 }]
"""
)


def duel(*pairs: tuple[str, str], seats: int = 2) -> Duel:
    return differing(CARDS, *GRID, MYSTIFY, REASONS, *pairs, seats=seats)


def veiled(d: Duel, seat: int, slug: str = "mask", at: str = "c1") -> int:
    """A Character that has lain face-down since an earlier turn, whose owner alone knows it."""
    h = d.card(seat, slug, BACKUP if at.startswith("b") else FRONT, 0)
    board.put(d.s, h, d.cell(at))
    atoms.vouch(d.s, h, ST_VEILED)
    return h


def unknown(d: Duel, h: int) -> bool:
    """Whether a card still lies face-down, and nobody but its owner knows it."""
    return values.is_veiled(d.s, h) and not d.s.code[h]


def test_the_only_card_in_front_is_chosen_and_cannot_be_paid() -> None:
    # Given p2 with 1 TP and nothing but a face-down Mask of Cost 3, then p2 is not in The Last Stand, and p1
    # must choose the Mask. When it does, then that is shown and destroyed, which is no hit on anybody, and
    # p2 is in The Last Stand: the Attack is used up, and one of somebody else may choose p2.
    d = duel()
    x, other, y = d.character(0), d.character(0), veiled(d, 1)
    d.tp(1, 1)
    d.go(0, COMBAT)
    assert d.refused(0, "attack", x, d.body(1)) == d.rule("out-of-reach")
    assert not values.last_stand(d.s, 1) and "LAST STAND" not in FADE.figures(d.s, 1)
    d.play(0, "attack", x, y)
    assert d.lies(y) == "discard" and values.last_stand(d.s, 1)
    d.pass_all()
    assert (d.tp_of(1), d.hp(d.body(1)), d.tp_of(0)) == (1, 30, 10)
    assert not d.happened("hit") and d.names(1, DISCARD) == ["Mask"]
    assert d.refused(0, "attack", x, d.body(1)) == d.rule("normal-once")
    d.play(0, "attack", other, d.body(1))
    d.pass_all()
    assert d.hp(d.body(1)) < 30


@pytest.mark.parametrize("pays", [True, False])
def test_its_controller_is_asked_before_anybody_answers(pays: bool) -> None:
    # Given p2 with 10 TP and a face-down Mask that p1 attacks, when p2 pays its Cost, then it is there with
    # its Shield and takes what the Attack does; its own "attacked" came too early for it. When p2 does not,
    # then it is destroyed.
    d = duel()
    x, y = d.character(0), veiled(d, 1)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.asked() == [1] and d.asked_kind() == CONFIRM and d.s.code[y] and not d.s.face[y]
    assert FADE.question(d.s, d.s.asks[0], str) == "Pay 3 TP for Mask, or it is destroyed?"
    hand = d.size(1, HAND)
    d.answer(1, (YES_MOVE, NO_MOVE)[not pays])
    if not pays:
        assert d.lies(y) == "discard" and d.tp_of(1) == 10
        return
    assert (d.tp_of(1), d.s.face[y], d.count(y, "Shield"), d.plv(y)) == (7, 1, 1, 5)
    d.pass_all()
    assert d.hp(y) == 6 and d.size(1, HAND) == hand and d.happened("hit")


def test_it_is_played_face_down_for_nothing() -> None:
    # Given a Mask and a Soldier in the Fighter Pool and 0 TP, when p1 plays the Mask face-down into b2, then
    # it lies there unknown, nothing is paid and no Chain comes of it; everybody reads that in the log, and
    # the statement is on it. The Soldier is refused, as are a cell that is taken and one that is closed.
    d = duel()
    mask, plain = d.fighter(0, "mask"), d.fighter(0)
    d.character(0, at="c1")
    d.tp(0, 0)
    assert not d.can(0, "veil", mask, to(d, "c1")) and not d.can(0, "veil", mask, to(d, "c6"))
    assert d.refused(0, "veil", mask, to(d, "c1")) == d.rule("no-room")
    move = (V_VEIL, plain, to(d, "b2"))
    assert move not in d.options(0)
    reason = SeatView(d.s, 0, d.dealer.known[0]).refusal(move)
    assert reason is not None and "a Character with Mystify" in reason.text
    assert notation.format_move(d.s, 0, d.move("veil", mask, to(d, "b2"))) == "veil f1 to=b2"
    assert d.can(0, "veil", mask, to(d, "b2"))
    d.play(0, "veil", mask, to(d, "b2"))
    assert unknown(d, mask) and d.at(mask) == "b2" and d.s.stated[mask] == ST_VEILED
    assert d.rules.moves.vouched(d.s, move) == ST_VEILED
    assert not d.happened("linked") and d.happened("enters") and d.tp_of(0) == 0
    (row,) = d.happened("veiled")
    line = d.rules.book.event_line(d.s, row)
    assert line is not None and line.text().endswith("face-down (b2)")


def test_it_is_played_in_the_own_preparation_without_a_chain_alone() -> None:
    # Given a Mask in the Fighter Pool, then it is not played face-down in the Combat and Aftermath Phases.
    d = duel()
    mask = d.fighter(0, "mask")
    for phase in (COMBAT, AFTERMATH):
        d.go(0, phase)
        assert d.refused(0, "veil", mask, to(d, "c1")) == d.rule("no-characters-now")


def test_it_is_turned_up_for_its_cost_in_the_own_turn() -> None:
    # Given p1's face-down Mask that came in this turn, when p1 turns it up in the Combat Phase, then 3 TP are
    # paid and its Counters come, but it is no new entry, and it attacks only in the next turn.
    d = duel()
    mask, foe = d.fighter(0, "mask"), d.character(1)
    d.play(0, "veil", mask, to(d, "c1"))
    entries = len(d.happened("enters"))
    d.go(0, COMBAT)
    assert d.refused(0, "attack", mask, foe)
    assert notation.format_move(d.s, 0, d.move("unveil", mask)) == "unveil c1"
    d.play(0, "unveil", mask)
    assert (d.tp_of(0), d.s.face[mask], d.count(mask, "Shield")) == (7, 1, 1)
    assert len(d.happened("enters")) == entries and not d.happened("linked")
    (row,) = d.happened("unveiled")
    line = d.rules.book.event_line(d.s, row)
    assert line is not None and "Mask" in line.text()
    assert d.refused(0, "attack", mask, foe) == d.rule("fresh")
    d.next_turn(0)
    d.go(0, COMBAT)
    assert d.can(0, "attack", mask, foe)


def test_it_is_turned_up_by_who_can_pay_and_at_no_other_time() -> None:
    # Given p1's face-down Mask, then it is not turned up with 2 TP, nor twice, nor in another's turn, and a
    # Soldier that lies face-up is none; p2 cannot do it at all.
    d = duel()
    mask, plain = veiled(d, 0), d.character(0, at="c2")
    theirs = veiled(d, 1)
    d.tp(0, 2)
    assert d.refused(0, "unveil", mask) == d.rule("too-dear")
    unopened = kernel.check(d.s, 0, d.move("unveil", mask))
    assert unopened is not None and unopened.rule == d.rule("hidden")
    d.tp(0, 3)
    assert d.refused(0, "unveil", plain) == d.rule("unveil") == d.refused(0, "unveil", theirs)
    for phase in (PREPARATION, COMBAT, AFTERMATH):
        d.go(0, phase)
        assert d.can(0, "unveil", mask)
    d.play(0, "unveil", mask)
    assert d.refused(0, "unveil", mask) == d.rule("unveil")


def test_it_is_not_turned_up_in_answer_to_anything() -> None:
    # Given p1's Attack on p2's Soldier, then neither p1 nor p2 turns a Mask up while the Chain runs.
    d = duel()
    x, y = d.character(0, at="c2"), d.character(1, at="c2")
    mine, theirs = veiled(d, 0), veiled(d, 1)
    d.on(y, "aside")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.asked() == [1] and d.move("unveil", theirs) not in d.options(1)
    d.pass_chain()
    assert d.can(0, "unveil", mine)


def test_it_does_nothing_and_cannot_act() -> None:
    # Given p1's face-down Mask with a Skill on it, then it neither attacks nor uses that, is not moved to the
    # other row, and gives no PLV to a Soldier; turned up it does all of it.
    d = duel()
    mask, plain, foe = veiled(d, 0), d.character(0, at="c2"), d.character(1)
    skill = d.on(mask, "strike")
    assert d.plv(plain) == 3
    assert d.refused(0, "move", mask, to(d, "b1")) == d.rule("cannot-act")
    d.go(0, COMBAT)
    assert d.refused(0, "attack", mask, foe) == d.rule("cannot-act") == d.refused(0, "use", skill, foe)
    d.play(0, "unveil", mask)
    assert d.plv(plain) == 4
    assert d.can(0, "attack", mask, foe) and d.can(0, "use", skill, foe)


def test_it_counts_as_a_character_without_any_value() -> None:
    # Given p1's face-down Mask and a Soldier, then p1 has two Characters; the Mask has no Level, PLV nor
    # Element, not even Null, so that nothing that asks for one finds it.
    d = duel()
    mask = veiled(d, 1)
    d.character(0, at="c1"), veiled(d, 0, at="c2")
    hunter = d.hand(0, "hunter")
    assert (values.level(d.s, mask), d.plv(mask), natures.elements(d.s, mask)) == (0, 0, 0)
    assert d.refused(0, "play", hunter, mask) == d.rule("no-target")
    assert d.can(0, "play", d.hand(0, "census"))
    atoms.open_card(d.s, mask, d.rules.code_of("mask"))  # as of one that all have seen before
    assert (values.level(d.s, mask), d.plv(mask), natures.elements(d.s, mask)) == (0, 0, 0)
    assert d.plv(d.character(1, at="c2")) == 3


@pytest.mark.parametrize(("tp", "left"), [(10, 7), (2, 0)])
def test_damage_to_all_shows_it_first(tp: int, left: int) -> None:
    # Given p2's face-down Mask, a Soldier and 10 TP, when p1's Storm deals 2 to all, then p2 is asked for the
    # Cost of the Mask, and both take 2, each once; with 2 TP the Mask is destroyed and the rest takes its 2.
    d = duel()
    mine, mask, plain = d.character(0), veiled(d, 1), d.character(1, at="c2")
    d.tp(1, tp)
    d.play(0, "play", d.hand(0, "storm"))
    if tp < 3:
        d.pass_all()
        assert d.lies(mask) == "discard"
    else:
        assert d.until(CONFIRM) == 1
        d.yes(1)
        d.pass_all()
        assert d.hp(mask) == left and d.tp_of(1) == 7
    assert d.hp(mine) == d.hp(plain) == 8


def test_what_would_destroy_it_shows_it_first_and_goes_on() -> None:
    # Given p2's two face-down Masks and 3 TP, when p1's Quake destroys all of p2's Characters, then p2 pays
    # for the first, cannot for the second, and both are destroyed; p1 draws once.
    d = duel()
    one, two = veiled(d, 1), veiled(d, 1, at="c2")
    d.tp(1, 3)
    hand = d.size(0, HAND)
    d.play(0, "play", d.hand(0, "quake"))
    assert d.until(CONFIRM) == 1
    d.yes(1)
    d.pass_all()
    assert d.lies(one) == d.lies(two) == "discard" and d.tp_of(1) == 0
    assert d.size(0, HAND) == hand + 1 and len(d.happened("destroyed")) >= 2


def test_damage_counters_show_it_and_others_lie_idle_on_it() -> None:
    # Given p2's face-down Mask, when p1 puts a Poison Counter on all of p2's Characters, then it stays hidden
    # and the Counter does nothing to it; when p1 puts Damage Counters on them, then it is shown and has one.
    d = duel()
    mask = veiled(d, 1)
    d.play_out(0, d.hand(0, "miasma"))
    assert unknown(d, mask) and d.count(mask, "Poison") == 1
    d.next_turn(1)
    assert unknown(d, mask) and d.count(mask, "Poison") == 1 and not d.count(mask, "Damage")
    d.counters(mask, "Timebomb", 12)
    d.next_turn(0)
    assert unknown(d, mask)
    d.counters(mask, "Timebomb", -12)
    d.tp(1, 10)
    d.play(0, "play", d.hand(0, "scratch"))
    assert d.until(CONFIRM) == 1
    d.yes(1)
    assert d.count(mask, "Damage") == 1 and d.s.face[mask]


def test_deflecting_an_attack_onto_it_targets_it() -> None:
    # Given p2's Soldier with a Deflect and a face-down Mask, when p2 deflects p1's Attack onto the Mask, then
    # that is shown as the Deflect is used, and if it is paid for, it takes the damage.
    d = duel()
    x, y, mask = d.character(0), d.character(1, at="c1"), veiled(d, 1, at="c2")
    aside = d.on(y, "aside")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", aside, -1, mask)
    assert d.asked_kind() == CONFIRM and d.asked() == [1]
    d.yes(1)
    d.pass_all()
    assert d.hp(mask) == 6 and d.hp(y) == 10


def test_no_level_up_is_laid_on_it() -> None:
    # Given p1's face-down Mask, which all have seen before, then a Taller Mask is laid on it only once it
    # lies face-up.
    d = duel()
    mask, taller = veiled(d, 0), d.fighter(0, "taller-mask")
    atoms.open_card(d.s, mask, d.rules.code_of("mask"))
    assert d.refused(0, "play", taller, to(d, "c1"), mask) == d.rule("level-up")
    d.play(0, "unveil", mask)
    assert d.can(0, "play", taller, to(d, "c1"), mask)


def test_mute_and_immune_of_what_lies_face_down() -> None:
    # Given p1's face-down Mask beside a Ward that makes p1's Characters Immune to Attacks, then it is no
    # target for one; a Gag on it targets it, and it stays silent when it is turned up and paid for.
    d = duel()
    mask, ward, foe = veiled(d, 1), d.character(1, "ward", at="c2"), d.character(0)
    gag = d.hand(0, "gag")
    d.play(0, "play", gag, mask)
    assert d.until(CONFIRM) == 1
    d.yes(1)
    d.pass_all()
    assert d.s.face[mask] and d.plv(ward) == 1
    other = veiled(d, 1, at="c3")
    d.go(0, COMBAT)
    assert d.refused(0, "attack", foe, other) == d.rule("immune")


def test_who_takes_control_of_it_pays_for_it() -> None:
    # Given p2's face-down Mask that p1 takes control of, then p2 shows and pays for it as it is targeted, and
    # p1 has it.
    d = duel()
    mask, seize = veiled(d, 1), d.hand(0, "seize")
    d.play(0, "play", seize, mask)
    assert d.until(CONFIRM) == 1
    d.yes(1)
    d.pass_all()
    assert d.s.ctrl[mask] == 0 and d.s.face[mask] and not invariants.fault(d.s)
    # Given another one that p1 controls without having seen it, then p1 cannot turn it up, its owner shows it
    # when it is targeted, and p1 is asked to pay.
    other = veiled(d, 1, at="c5")
    atoms.control(d.s, other, 0, FRONT)
    board.put(d.s, other, d.cell("c5"))
    assert d.refused(0, "unveil", other) == d.rule("unveil")
    d.play(0, "play", d.hand(0, "gag"), other)
    assert d.until(CONFIRM) == 0 and d.tp_of(0) >= 3
    d.step()
    d.pass_all()
    assert other in d.s.zones[NZ + DISCARD]


def test_it_leaves_and_comes_back_as_any_card() -> None:
    # Given a face-down Mask of each player, when all Characters are returned to the Hand, then both are in
    # their owners' Hands, nothing is stated of them and nobody has paid.
    d = duel()
    mine, theirs = veiled(d, 0), veiled(d, 1)
    d.play_out(0, d.hand(0, "recall"))
    assert d.lies(mine) == d.lies(theirs) == "hand"
    assert (d.s.stated[mine], d.s.face[mine], d.tp_of(1)) == (0, 0, 10)
    assert not invariants.fault(d.s)


def test_it_stays_hidden_wherever_it_is_moved() -> None:
    # Given a face-down Mask of each player, when all Characters are moved to the back row, or p1's goes to
    # another cell, then nobody has seen them.
    d = duel()
    mine, theirs = veiled(d, 0), veiled(d, 1)
    d.play_out(0, d.hand(0, "rout"))
    assert (d.at(mine), d.at(theirs)) == ("b1", "b1") and unknown(d, mine) and unknown(d, theirs)
    moving.shift(d.s, mine, d.cell("c4"))
    assert d.at(mine) == "c4" and d.lies(mine) == "front" and unknown(d, mine)


def test_its_owner_shows_it_whoever_controls_it() -> None:
    # Given p1's Mask that p2 controls, when it is targeted, or falls without having been, then p1 opens it.
    d = duel()
    mask = veiled(d, 0)
    atoms.control(d.s, mask, 1, NZ + FRONT)
    d.answer(0, d.move("play", d.hand(0, "gag"), mask), settle=False)
    assert [want.who for want in d.s.needs] == [0]
    other = veiled(d, 0, at="c2")
    atoms.control(d.s, other, 1, NZ + FRONT)
    falling.f_fall(d.s, falling.DESTROY, (ref(d.s, other),), 0)
    assert d.s.needs[-1].who == 0 and d.s.needs[-1].items == (other,)


def test_what_is_attached_to_it_without_a_chain_targets_it() -> None:
    # Given an edition in which Augments come without a Chain, when p1 attaches one to the own face-down Mask,
    # then p1 is asked for its Cost, and it goes with the Augment if that is declined.
    d = duel(("items = [", 'quiet_plays = ["Augment"]\nitems = ['))
    mask, armor = veiled(d, 0), d.hand(0, "armor")
    d.play(0, "play", armor, mask)
    assert d.asked_kind() == CONFIRM
    d.no(0)
    d.pass_all()
    assert d.lies(mask) == d.lies(armor) == "discard"


def test_what_a_hit_does_at_once_targets_it_as_well() -> None:
    # Given hits that trigger at once, when p1's Lancer hits p2's Soldier and its ability targets a face-down
    # Mask, then p2 is asked to pay for that.
    d = duel(("[attacks]\n", '[attacks]\non_hit = "inline"\n'))
    x, y, mask = d.character(0, "lancer"), d.character(1, at="c1"), veiled(d, 1, at="c2")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.until(PICK) == 0
    d.play(0, "pick", mask)
    assert d.asked() == [1] and d.asked_kind() == CONFIRM
    d.yes(1)
    d.pass_all()
    assert d.s.face[mask] and d.hp(y) == 9


def test_one_of_three_gives_up_instead_of_showing_it() -> None:
    # Given three players, when p1 attacks p2's face-down Mask and p2 leaves before it is open, then nobody
    # sees it, and it is never turned up.
    d = duel(seats=3)
    x, mask = d.character(0), veiled(d, 1)
    d.go(0, COMBAT)
    d.answer(0, d.move("attack", x, mask), settle=False)
    assert [want.who for want in d.s.needs] == [1]
    d.log += kernel.leave(d.s, 1)
    d.log += needs.supply(d.s, [needs.absent_value(d.s, want) for want in d.s.needs])
    d.pass_all()
    assert d.where(mask) == "nowhere" and not d.happened("opened") and not d.s.over
    assert not d.happened("unveiled") and not d.happened("destroyed")


def test_one_of_three_gives_up_while_it_is_asked_to_pay() -> None:
    # Given three players and p2's face-down Masks, when p1 attacks one and p2 gives up instead of paying,
    # then p2's cards leave unseen, and the others play on.
    d = duel(seats=3)
    x, mask, other = d.character(0), veiled(d, 1), veiled(d, 1, at="c2")
    third = d.character(2)
    d.go(0, COMBAT)
    d.play(0, "attack", x, mask)
    assert d.asked() == [1]
    d.answer(1, kernel.CONCEDE_MOVE)
    d.pass_all()
    assert d.where(mask) == d.where(other) == "nowhere" and not d.s.code[other] and not d.s.over
    assert not invariants.fault(d.s)
    assert d.refused(0, "attack", x, third) == d.rule("normal-once")


def test_a_wrong_card_that_is_shown_loses_the_match() -> None:
    # Given a changed program that laid a Soldier face-down, when it is attacked, or turned up, then its
    # player has lost; what is never shown carries the statement that the audit holds against it.
    for turns_up in (True, False):
        d = duel()
        x, plain = d.character(1), d.fighter(0)
        kernel.apply(d.s, 0, d.move("veil", plain, to(d, "c1")))
        holds = d.rules.predicates[d.s.stated[plain] - 1]
        assert not holds(d.rules.cards[d.dealer.truth[plain]]) and holds(d.rules.by_slug["mask"])
        if turns_up:
            d.play(0, "unveil", plain)
        else:
            d.go(1, COMBAT)
            d.play(1, "attack", x, plain)
        assert d.s.over == ((2, 1), d.rule("statement"))


def test_what_mystify_adds_is_asked_for_when_it_is_turned_up() -> None:
    # Given p1's face-down Trickster of Cost 2 with Mystify 2, when p1 turns it up with 4 TP, then p1 may pay
    # 2 more and draws three; with 3 TP that is not offered.
    for tp, draws in ((4, 3), (3, 0)):
        d = duel()
        h = veiled(d, 0, "trickster")
        d.tp(0, tp)
        hand = d.size(0, HAND)
        d.play(0, "unveil", h)
        if draws:
            assert d.asked() == [0] and d.asked_kind() == CONFIRM
            assert "Mystify 2" in FADE.question(d.s, d.s.asks[0], str)
            d.yes(0)
        d.pass_all()
        assert d.size(0, HAND) == hand + draws and d.tp_of(0) == (0 if draws else 1)
    card = d.rules.by_slug["trickster"]
    assert card.text == "Mystify 2: draw 3 cards."
    assert d.rules.by_slug["cheat"].text == "Mystify 1."


def test_a_position_with_it_is_sound_and_shown() -> None:
    # Given p1's face-down Mask, then its owner sees its printed values and the others a hidden card; the
    # position is saved and loaded as it was.
    d = duel()
    mask = veiled(d, 0)
    code = d.rules.code_of("mask")
    assert FADE.worth(d.s, mask, code) == "4/9 3TP" and FADE.marks(d.s, mask) == "down"
    assert "face-down" in FADE.detail(d.s, mask, code) and FADE.detail(d.s, mask, 0) == "a hidden card"
    assert "Fi" in FADE.elements(d.s, mask, code)
    assert not invariants.fault(d.s)
    again = position.load(d.rules, position.dump(d.s))
    assert (again.face[mask], again.stated[mask]) == (0, ST_VEILED)


WRONG = [
    ((MYSTIFY[0], '[keywords]\nMystify = { kind = "number", how = "stays on" }\n'), GRID, "Mystify.how"),
    (MYSTIFY, (), "keywords.Mystify"),
    (("", ""), GRID, "reasons.mystify"),
]


@pytest.mark.parametrize(("word", "board", "key"), WRONG)
def test_a_file_that_says_it_wrongly_is_refused(
    word: tuple[str, str], board: tuple[tuple[str, str], ...], key: str
) -> None:
    # Given a wrong word for it, it without cells, or its reasons without it, then the file is refused.
    pairs = [pair for pair in (*board, word, REASONS) if pair[0]]
    with pytest.raises(LoadError) as fault:
        shape.read(FadeRules.package, "made.toml", changed(*pairs))
    assert key in fault.value.key


@pytest.mark.parametrize("more", ['level_up = ["Soldier"]', "keywords = { Boss = 1, Mystify = 1 }"])
def test_what_asks_for_other_cards_is_not_played_face_down(more: str) -> None:
    # Given a Character with Mystify that is laid on others, or costs some, then its card is refused.
    words = more if "Mystify" in more else more + "\nkeywords = { Mystify = 1 }"
    card = f'[card.odd]\nname = "Odd"\ntypes = ["Character"]\nhp = 9\nplv = 1\n{words}\n'
    with pytest.raises(LoadError, match="face-down") as fault:
        differing(card, *GRID, MYSTIFY, REASONS)
    assert fault.value.key == "keywords"


def test_without_the_keyword_nothing_of_it_is_there() -> None:
    # Given the edition that is there, then it has neither the verbs, nor the statement, nor the trigger.
    rules = Duel().rules
    assert not rules.veils and len(rules.predicate_texts) >= 2 and V_VEIL not in rules.moves.table
    with pytest.raises(LoadError, match="event"):
        Duel(
            '[card.odd]\nname = "Odd"\ntypes = ["Character"]\nhp = 9\nplv = 1\n'
            '[[card.odd.ability]]\non = "unveiled"\ndo = [{ draw = 1 }]\n'
        )


def test_the_40_card_edition_plays_with_it() -> None:
    # Given that edition, p2 with 1 TP and a face-down Mask alone, then its rules are cited, and the worked
    # case of its book comes out: the Mask is destroyed, and p2 can be attacked.
    d = Duel(COMMON, edition="fade2")
    x, other, y = d.character(0), d.character(0), veiled(d, 1)
    mask = d.fighter(0, "mask")
    assert d.refused(0, "veil", mask, to(d, "c1")) == "zone.full-field"
    d.play(0, "veil", mask, to(d, "b1"))
    d.tp(0, 2)
    assert d.refused(0, "unveil", mask) == "value.floors"
    assert d.refused(0, "unveil", x) == "keyword.mystify-face-down"
    assert d.refused(0, "veil", x, to(d, "b2")) == "keyword.mystify-places"
    d.tp(1, 1)
    d.go(0, COMBAT)
    assert d.refused(0, "attack", x, d.body(1)) == "target.zone-order"
    d.play(0, "attack", x, y)
    d.pass_all()
    assert (d.lies(y), d.tp_of(1), d.hp(d.body(1))) == ("discard", 1, 50)
    assert d.can(0, "attack", other, d.body(1)) and not d.can(0, "attack", x, d.body(1))
