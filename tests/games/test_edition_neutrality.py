"""Neutrality: a Character that is always controlled by the player whose turn it is, and stays where it is."""

from __future__ import annotations

from fadenet.console.faces.fade import FADE
from fadenet.engine import invariants, kernel, notation, position
from fadenet.engine.state import MODE
from fadenet.games.fade.tables import COMBAT, DISCARD, FRONT, NZ, ORBIT, PREPARATION
from tests.builders.cards import cards
from tests.builders.cells import GRID, to
from tests.builders.editions import differing
from tests.builders.scenario import Duel
from tests.games.test_edition_control import VANISH

NEUTRAL = ("[keywords]\n", '[keywords]\nNeutrality = { kind = "plain" }\n')
LEVELS = ('knock_out_costs = "nothing"', 'knock_out_costs = "Level"')
IN_PERSON = ('in_person = "last-stand"', 'in_person = "always"')
STATE = ('Paralyze = { kind = "counter", how = "removal" }', 'Paralyze = { kind = "counter", how = "state" }')
WEARS = ('Paralyze = { phase = "starting", does = "bar" }', 'Paralyze = { phase = "end", does = "wear" }')
CARDS = (
    cards("faroe", "charm", "gag", "seize", "shove")
    + """
[card.turncoat]
name = "Turncoat"
types = ["Character"]
cost = 2
hp = 9
plv = 3
level = 3
keywords = { Neutrality = true }
[card.slow]
name = "Slow"
types = ["Character"]
cost = 2
hp = 9
plv = 3
keywords = { Neutrality = true, Paralyze = 2 }
[card.sash]
name = "Sash"
types = ["Augment"]
rank = "Normal"
attach = "all characters"
[[card.sash.ability]]
gives = { Neutrality = true }
[card.horn]
name = "Horn"
types = ["Augment"]
rank = "Normal"
[[card.horn.ability]]
gives = { PLV = 1 }
[[card.horn.ability]]
activate = true
do = [{ gain_tp = 1 }]
[card.bell]
name = "Bell"
types = ["Augment"]
rank = "Normal"
[[card.bell.ability]]
activate = true
answers = { to = "attack" }
do = [{ gain_tp = 1 }]
[card.parry]
name = "Parry"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
anyone = true
do = [{ block = true }]
[card.back]
name = "Back"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ attack = 9 }]
[card.volley]
name = "Volley"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
anyone = true
targets = [{ reach = true }]
do = [{ attack = 1 }]
[card.sniper]
name = "Sniper"
types = ["Character"]
hp = 9
plv = 1
keywords = { Lock-On = true }
[card.chorus]
name = "Chorus"
types = ["Character"]
hp = 9
plv = 1
ability = [{ gives = { PLV = 1 }, to = "your characters" }]
[card.dawn]
name = "Dawn"
types = ["Character"]
hp = 9
plv = 1
keywords = { Neutrality = true }
[[card.dawn.ability]]
on = "turn-begins"
do = [{ gain_tp = 1 }]
[card.elder]
name = "Elder"
types = ["Character"]
hp = 9
plv = 1
level_up = ["Turncoat"]
"""
)


def duel(*pairs: tuple[str, str], seats: int = 2, format: str = "") -> Duel:
    return differing(CARDS, *GRID, NEUTRAL, *pairs, seats=seats, format=format)


def targets(d: Duel, seat: int, h: int) -> set[int]:
    verb = d.rules.verbs.index("attack")
    return {move[2] for move in d.options(seat) if move[0] == verb and move[1] == h}


def turn_of(d: Duel, seat: int, phase: int = COMBAT) -> None:
    d.next_turn(seat)
    d.go(seat, phase)


# Control.


def test_it_is_controlled_by_whoever_has_the_turn_and_stays_where_it_is() -> None:
    # Given p1's Turncoat in c2 and no other Character of p1, when p2's turn comes, then p2 controls it and
    # may attack p1 directly with it, it stands where it stood, and p1 is not in The Last Stand.
    d = duel()
    h = d.character(0, "turncoat", at="c2")
    turn_of(d, 1)
    assert (d.s.ctrl[h], d.at(h), d.s.zone[h]) == (1, "c2", 0)
    assert targets(d, 1, h) == {d.body(0)}
    assert "LAST STAND" not in FADE.figures(d.s, 0) and "LAST STAND" in FADE.figures(d.s, 1)
    d.play(1, "attack", h, d.body(0))
    d.pass_all()
    assert d.hp(d.body(0)) == 27 and d.tp_of(1) > 0
    assert d.refused(1, "attack", h, d.body(0)) == "attack.normal-once"
    turn_of(d, 0)
    assert d.s.ctrl[h] == 0 and targets(d, 0, h) == {d.body(1)}


def test_who_controls_it_may_neither_attack_it_nor_is_kept_off_by_it() -> None:
    # Given p1's Turncoat in front and a Soldier behind, when p2 attacks with a Character, then the Soldier is
    # reached, the Turncoat is no enemy, and p1 is shielded by the Soldier.
    d = duel()
    h, behind = d.character(0, "turncoat", at="c1"), d.character(0, at="b1")
    mine = d.character(1, at="c1")
    turn_of(d, 1)
    assert targets(d, 1, mine) == targets(d, 1, h) == {behind}
    assert d.refused(1, "attack", mine, h) == "target.enemies-only"
    assert d.refused(1, "attack", mine, d.body(0)) == "target.order"


def test_lock_on_does_not_reach_it_either() -> None:
    # Given an attacker with Lock-On under p2's control, then p1's Turncoat is none of its targets.
    d = duel()
    h = d.character(0, "turncoat", at="c1")
    mine = d.character(1, "sniper", at="c1")
    turn_of(d, 1)
    assert targets(d, 1, mine) == {d.body(0)} and d.s.ctrl[h] == 1


def test_a_third_player_is_kept_off_by_it() -> None:
    # Given three players and p1's Turncoat in front of a Soldier, when p3 answers p2's Attack with one of its
    # own within reach, then it may aim at the Turncoat, which p2 controls, and not at the Soldier behind.
    d = duel(seats=3)
    h, behind = d.character(0, "turncoat", at="c1"), d.character(0, at="b1")
    theirs = d.character(2, at="c1")
    volley = d.on(theirs, "volley")
    turn_of(d, 1)
    d.play(1, "attack", h, theirs)
    while 2 not in d.asked():
        d.step()
    verb = d.rules.verbs.index("use")
    aims = {move[3] for move in d.options(2) if move[0] == verb and move[1] == volley}
    assert aims == {h, d.body(1)} and behind not in aims


def test_it_acts_in_every_turn_that_in_which_it_comes_included() -> None:
    # Given p1 plays a Turncoat, then it attacks at once, and in p2's turn once more; p2 pays nothing for it.
    d = duel()
    f = d.fighter(0, "turncoat")
    d.play(0, "play", f, to(d, "c1"))
    d.pass_all()
    assert d.tp_of(0) == 8
    d.go(0, COMBAT)
    d.play(0, "attack", f, d.body(1))
    d.pass_all()
    d.tp(1, 3)
    turn_of(d, 1)
    assert d.can(1, "attack", f, d.body(0)) and d.tp_of(1) == 4  # one came in the Starting Phase


def test_its_counters_follow_the_turns_of_all() -> None:
    # Given a Turncoat that came with 2 Paralyze Counters, of which one wears off in each End Phase of who
    # controls it, then it acts in neither of the next turns, and in the third one it does.
    d = duel(STATE, WEARS)
    f = d.fighter(0, "slow")
    d.play(0, "play", f, to(d, "c1"))
    d.pass_all()
    d.go(0, COMBAT)
    assert d.count(f, "Paralyze") == 2 and not targets(d, 0, f)
    turn_of(d, 1)
    assert d.count(f, "Paralyze") == 1 and not targets(d, 1, f)
    turn_of(d, 0)
    assert d.count(f, "Paralyze") == 0 and targets(d, 0, f) == {d.body(1)}


def test_what_it_says_of_you_is_about_who_controls_it() -> None:
    # Given a Turncoat that gains TP when "you" begin a turn, and Choirs of both, then each player gains it in
    # their turn, and each Choir helps it while its own player controls it.
    d = duel()
    h = d.character(0, "dawn", at="c1")
    d.character(0, "chorus", at="c2")
    d.tp(0, 0)
    d.tp(1, 0)
    assert d.plv(h) == 2
    turn_of(d, 1)
    assert (d.plv(h), d.tp_of(0), d.tp_of(1)) == (1, 0, 2)
    turn_of(d, 0)
    assert (d.plv(h), d.tp_of(0), d.tp_of(1)) == (2, 2, 2)


def test_an_effect_takes_no_control_of_it() -> None:
    # Given p1's Turncoat in p1's turn, when p2's Item would take control of it, then nothing happens.
    d = duel()
    h = d.character(0, "turncoat", at="c1")
    seize = d.hand(1, "seize")
    d.play(0, "end")
    d.play(1, "play", seize, h)
    d.pass_chain()
    assert (d.s.ctrl[h], d.s.zone[h], d.at(h)) == (0, 0, "c1")


def test_without_the_keyword_it_is_under_control_of_its_side_again() -> None:
    # Given an Augment that gives a Soldier of p1 Neutrality, in p2's turn, then p2 controls it; when the
    # Augment or its effect goes, p1 does.
    d = duel()
    h = d.character(0, at="c1")
    sash = d.on(h, "sash", 1)
    turn_of(d, 1, PREPARATION)
    assert d.s.ctrl[h] == 1 and d.s.ctrl[sash] == 0
    d.play(1, "play", d.hand(1, "gag"), h)
    d.pass_all()
    assert d.s.ctrl[h] == 0


# Places and what lies on it.


def test_only_on_their_own_side_do_players_move_it() -> None:
    # Given p1's Turncoat, then p1 moves it in the own turn and p2 does not in p2's, nor lays a Level-Up card
    # on it; an effect sends it to the back row of its side, into a cell that p2 chooses.
    d = duel()
    h = d.character(0, "turncoat", at="c1")
    assert d.can(0, "move", h, to(d, "b1")) and d.can(0, "play", d.fighter(0, "elder"), to(d, "c1"), h)
    d.next_turn(1)
    elder = d.fighter(1, "elder")
    assert not d.can(1, "move", h, to(d, "b1"))
    assert d.refused(1, "play", elder, to(d, "c1"), h) == "keyword.level-up"
    d.character(0, at="b1")
    d.play(1, "play", d.hand(1, "shove"), h)
    d.until(MODE)
    assert d.asked() == [1]
    d.answer(1, d.move("mode", (0, 2)))
    assert (d.s.zone[h], d.at(h), d.s.ctrl[h]) == (1, "b3", 1)


def test_it_keeps_its_place_among_others_and_its_name() -> None:
    # Given p1's Turncoat ahead of a Soldier, then in p2's turn moves name both as before.
    d = duel()
    h, soldier = d.character(0, "turncoat", at="c1"), d.character(0, at="c2")
    d.next_turn(1)
    assert d.s.ctrl[h] == 1 and d.s.zones[FRONT] == (h, soldier)


def test_where_there_is_orbital_it_comes_back_on_its_own_side() -> None:
    # Given no cells and p1's Turncoat that an Item of p2 makes Orbital, then it returns to p1's side in p1's
    # turn.
    d = differing(CARDS + VANISH, NEUTRAL)
    h = d.character(0, "turncoat")
    d.next_turn(1)
    d.play(1, "play", d.hand(1, "vanish"), h)
    d.pass_all()
    assert d.s.zone[h] == ORBIT
    d.next_turn(0)
    assert d.s.zone[h] == FRONT and d.s.ctrl[h] == 0


def test_what_is_attached_to_it_is_used_while_its_player_controls_it() -> None:
    # Given a Skill and a Horn of each player on p1's Turncoat, then in each turn those of the turn player can
    # be used, and both Horns give their PLV all the time.
    d = duel()
    h = d.character(0, "turncoat", at="c1")
    mine, horn = d.on(h, "strike"), d.on(h, "horn", 1)
    d.next_turn(1)
    theirs, other = d.hand(1, "strike"), d.hand(1, "horn")
    d.play(1, "attach", theirs, h)
    d.play(1, "play", other, h)
    d.pass_all()
    d.go(1, COMBAT)
    assert d.can(1, "use", theirs, d.body(0)) and d.can(1, "activate", other) and d.plv(h) == 5
    assert d.refused(1, "use", mine, d.body(0)) and d.refused(1, "activate", horn)
    assert theirs not in d.dealer.known[0] and mine not in d.dealer.known[1]
    turn_of(d, 0)
    assert d.can(0, "use", mine, d.body(1)) and d.can(0, "activate", horn) and d.plv(h) == 5
    assert d.refused(0, "use", theirs, d.body(1)) and d.refused(0, "activate", other)


def test_its_player_answers_for_it_in_no_other_turn() -> None:
    # Given p1's face-down Block and Bell on p1's Turncoat, when p2 attacks p3 with it and p3 strikes back,
    # then p1 can use neither, and is asked only because of the Block on the Soldier.
    d = duel(seats=3)
    h, soldier = d.character(0, "turncoat", at="c1"), d.character(0, at="b1")
    block, bell, other = d.on(h, "guard"), d.on(h, "bell", 1), d.on(soldier, "parry")
    theirs = d.character(2, at="c1")
    back = d.on(theirs, "back")
    turn_of(d, 1)
    d.play(1, "attack", h, theirs)
    d.play(2, "use", back, -1)
    assert d.asked() == [0]
    assert d.refused(0, "use", block, -2) == d.refused(0, "activate", bell, -2) == "card.control-change"
    assert d.can(0, "use", other, -2)
    d.play(0, "use", other, -2)
    d.pass_all()
    assert d.hp(h) == 9


def test_who_holds_nothing_to_be_used_is_not_asked() -> None:
    # Given p1's face-down Block and Bell on p1's Turncoat and nothing else, when p2 attacks p3 with it, then
    # p1 is not asked.
    d = duel(seats=3)
    h = d.character(0, "turncoat", at="c1")
    d.on(h, "guard"), d.on(h, "bell", 1)
    theirs = d.character(2, at="c1")
    d.on(theirs, "back")
    turn_of(d, 1)
    d.play(1, "attack", h, theirs)
    asked = set()
    while d.s.chain:
        asked |= {*d.asked()}
        d.step()
    assert 2 in asked and 0 not in asked


# Leaving, and players who leave.


def test_its_fall_costs_who_controls_it() -> None:
    # Given three players, and p2 at 3 HP who attacks p3's Soldier with p1's Turncoat of Level 3 and HP 9,
    # when the Soldier strikes back with 9, then p2 loses 3 HP and is out; the Turncoat is in p1's Discard
    # Pile, the Attack does nothing, and after the Chain comes p3's turn, without an End Phase of p2.
    d = duel(LEVELS, seats=3)
    h = d.character(0, "turncoat", at="c1")
    theirs = d.character(2, at="c1")
    back = d.on(theirs, "back")
    turn_of(d, 1)
    d.damage(d.body(1), 27)
    d.play(1, "attack", h, theirs)
    del d.log[:]
    d.play(2, "use", back, -1)
    while d.s.active == 1:
        d.step()
    assert d.s.out == (1,) and h in d.s.zones[DISCARD] and d.hp(theirs) == 10
    assert d.s.active == 2 and not d.happened("end-phase") and d.hp(d.body(0)) == 30


def test_when_who_controls_it_is_out_it_stays_with_its_owner() -> None:
    # Given three players and p2 who gives up in the own turn, with p1's Turncoat under control, a Soldier of
    # p1 that an effect brought over, and a Horn of p2 on the Turncoat, then p1 has the Turncoat, the Soldier
    # is in p1's Discard Pile, the Horn is gone, and in p3's turn p3 controls the Turncoat.
    d = duel(seats=3)
    h, taken = d.character(0, "turncoat", at="c1"), d.character(0, at="c2")
    d.next_turn(1)
    horn = d.hand(1, "horn")
    d.play(1, "play", horn, h)
    d.pass_all()
    d.play(1, "play", d.hand(1, "seize"), taken)
    d.until(MODE)
    d.step()
    assert d.s.ctrl[taken] == d.s.ctrl[h] == 1
    d.answer(1, kernel.CONCEDE_MOVE)
    d.pass_all()
    assert d.s.out == (1,) and h in d.s.zones[0] and d.at(h) == "c1" and d.s.zone[horn] < 0
    assert taken in d.s.zones[DISCARD] and d.s.active == 2 and d.s.ctrl[h] == 2


def test_with_its_owner_it_leaves() -> None:
    # Given p2 attacks with p1's Turncoat, when p1 gives up before the Attack resolves, then the Turncoat has
    # left, p2's Skill on it is in the Discard Pile, and the Attack does nothing.
    d = duel(seats=3)
    h, soldier = d.character(0, "turncoat", at="c1"), d.character(0, at="b1")
    d.on(soldier, "parry")
    theirs = d.character(2, at="c1")
    turn_of(d, 1)
    strike = d.on(h, "strike", seat=1)
    d.play(1, "attack", h, theirs)
    assert d.asked() == [0]
    d.answer(0, kernel.CONCEDE_MOVE)
    d.pass_all()
    assert d.s.out == (0,) and d.s.zone[h] < 0 and d.hp(theirs) == 10
    assert strike in d.s.zones[NZ + DISCARD] and d.s.active == 1


def test_a_lost_player_leaves_none_of_it_on_the_own_side() -> None:
    # Given p1's Soldier on p2's side, made neutral there, when p2 gives up in p3's turn, then it goes to p1's
    # Discard Pile.
    d = duel(seats=3)
    h, theirs = d.character(0, at="c1"), d.character(2, at="c1")
    d.next_turn(1)
    d.play(1, "play", d.hand(1, "seize"), h)
    d.until(MODE)
    d.step()
    d.on(h, "sash", 1, seat=2)
    d.on(d.character(1, at="b1"), "parry")
    turn_of(d, 2)
    assert d.s.ctrl[h] == 2 and d.s.zone[h] // NZ == 1
    d.play(2, "attack", theirs, d.body(0))
    assert d.asked() == [1]
    d.answer(1, kernel.CONCEDE_MOVE)
    d.pass_all()
    assert d.s.out == (1,) and h in d.s.zones[DISCARD]


# Teams, and what is seen.


def test_a_teammate_of_who_controls_it_is_no_enemy_of_it() -> None:
    # Given teams of p1 and p3 against p2 and p4, and p1's Turncoat in front of p1, in p2's turn, then p4 is
    # not kept off p1 by it either: an Attack of p4 in answer aims at p1.
    d = duel(seats=4, format="teams")
    h = d.character(0, "turncoat", at="c1")
    theirs = d.character(3, at="c1")
    volley = d.on(theirs, "volley")
    turn_of(d, 1)
    d.play(1, "attack", h, d.body(2))
    while 3 not in d.asked():
        d.step()
    verb = d.rules.verbs.index("use")
    aims = {move[3] for move in d.options(3) if move[0] == verb and move[1] == volley}
    assert aims == {d.body(0), d.body(2)}


def test_it_is_seen_and_written_on_its_own_side() -> None:
    # Given p1's Turncoat in p2's turn, then p2 writes its moves with p1's place, it is marked with p2, and
    # the state is a sound one.
    d = duel()
    h = d.character(0, "turncoat", at="c1")
    assert (FADE.place(d.s, 1, h), FADE.marks(d.s, h)) == ("p1.c1", "")
    assert FADE.place(d.s, 0, h) == "c1" and not FADE.marks(d.s, h)
    turn_of(d, 1)
    move = d.move("attack", h, d.body(0))
    assert notation.format_move(d.s, 1, move) == "attack p1.c1 p1"
    assert notation.parse_move(d.s, 1, "attack p1.c1 p1") == move and d.can(1, "attack", h, d.body(0))
    assert FADE.marks(d.s, h) == "@p2" and "controlled by p2" in FADE.detail(d.s, h, d.s.code[h])
    assert not invariants.fault(d.s)
    again = position.load(d.rules, position.dump(d.s))
    assert again.ctrl == d.s.ctrl


def test_the_row_in_front_of_who_controls_it_counts() -> None:
    # Given p1's Turncoat in the front row and p2's Soldier in the back row, then in p2's turn the Soldier
    # does not attack, for p2 has a Character in front; with the Turncoat in the back row both do.
    d = duel()
    h, mine = d.character(0, "turncoat", at="c1"), d.character(1, at="b1")
    turn_of(d, 1)
    assert not targets(d, 1, mine)
    turn_of(d, 0, PREPARATION)
    d.play(0, "move", h, to(d, "b1"))
    turn_of(d, 1)
    assert targets(d, 1, mine) == targets(d, 1, h) == {d.body(0)}
