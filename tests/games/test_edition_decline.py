"""Who is attacked Defends with DEF, unless its Player declines (fade1 defend.automatic)."""

from __future__ import annotations

import pytest

from fadenet.engine import position
from fadenet.engine.errors import LoadError
from fadenet.games.fade.editions import shape
from fadenet.games.fade.tables import COMBAT, V_DECLINE
from fadenet.games.fade.typed import FadeRules
from fadenet.games.fade.verbs.table import verb_table
from tests.builders.editions import changed
from tests.builders.scenario import Duel

CARDS = """
[card.wall]
name = "Wall"
types = ["Character"]
hp = 12
plv = 4
def = 2
[card.striker]
name = "Striker"
types = ["Character"]
hp = 9
plv = 5
def = 1
keywords = { Multistrike = 3 }
[card.bare]
name = "Bare"
types = ["Character"]
hp = 12
plv = 4
[card.flurry]
name = "Flurry"
types = ["Skill"]
rank = "Normal"
do = [{ attack = 3, hits = 2 }]
[card.sweep]
name = "Sweep"
types = ["Skill"]
rank = "Normal"
targets = [{ reach = true, n = 2 }]
do = [{ attack = 3 }]
[card.screen]
name = "Screen"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ block = true }]
[card.turn]
name = "Turn"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
targets = [{ pick = "your characters" }]
do = [{ deflect = true }]
[card.riposte]
name = "Riposte"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ attack = 4 }]
"""


def match() -> tuple[Duel, int, int]:
    """(a match, seat 0's Striker, seat 1's Wall with a face-down Block), in seat 0's Combat Step."""
    d = Duel(CARDS, edition="fade1")
    x, y = d.character(0, "striker"), d.character(1, "wall")
    d.on(y, "screen")
    d.go(0, COMBAT)
    return d, x, y


def test_whoever_declines_takes_the_whole_damage_of_that_attack() -> None:
    # Given an Attack of 5 on one with DEF 2, when its Player declines to Defend, then it takes 5; the next
    # Attack in the same turn deals 3 again.
    d, x, y = match()
    d.play(0, "attack", x, y)
    d.play(1, "decline", y, -1)
    assert d.asked() == [1] and position.load(d.rules, position.dump(d.s)).marks == d.s.marks
    d.pass_all()
    assert d.hp(y) == 7 and len(d.happened("declined")) == 1
    d.play(0, "attack", x, y)
    d.pass_all()
    assert d.hp(y) == 4


def test_it_is_declined_for_all_hits_and_each_target_by_itself() -> None:
    # Given 2 hits of 3 on DEF 2, then declining lets both through; of two targets only the one that declines
    # takes more.
    d, x, y = match()
    d.play(0, "use", d.on(x, "flurry"), y)
    d.play(1, "decline", y, -1)
    d.pass_all()
    assert d.hp(y) == 6
    d, x, y = match()
    other = d.character(1, "wall")
    d.play(0, "use", d.on(x, "sweep"), y, other)
    d.play(1, "decline", other, -1)
    d.pass_all()
    assert (d.hp(y), d.hp(other)) == (11, 9)


def test_only_whom_the_attack_meets_may_decline_once_while_answers_are_open() -> None:
    # Given an Attack, then neither another Character, the attacker, one without DEF, nor anybody after the
    # Chain can decline; nor can the target twice.
    d, x, y = match()
    other, bare = d.character(1, "wall"), d.character(1, "bare")
    assert d.refused(0, "decline", x, -1) == "turn.definition"
    d.play(0, "attack", x, y)
    for h in (other, bare, x, d.body(1)):
        assert d.refused(1, "decline", h, -1) == "defend.automatic"
    d.play(1, "decline", y, -1)
    assert d.refused(1, "decline", y, -1) == "defend.automatic"
    d.pass_all()
    d.play(0, "attack", x, bare)
    assert d.refused(1, "decline", bare, -1) == "defend.automatic"


def test_declining_is_no_answer_and_leaves_answers_open() -> None:
    # Given one who has declined, when its Player then uses the Block, then nothing is dealt.
    d, x, y = match()
    block = next(k for k in d.s.kids[y])
    d.play(0, "attack", x, y)
    d.play(1, "decline", y, -1)
    d.play(1, "use", block, -1)
    d.pass_all()
    assert d.hp(y) == 12


def test_who_gets_an_attack_by_a_deflect_may_decline_it_and_so_may_who_is_hit_back() -> None:
    # Given a Deflect that sends an Attack to another one, then that one may decline; a Counter-hit may be
    # declined by the attacker, for itself alone.
    d, x, y = match()
    other = d.character(1, "wall")
    turn = d.on(y, "turn")
    d.play(0, "attack", x, y)
    d.play(1, "use", turn, -1, other)
    d.play(0, "pass")
    d.play(1, "decline", other, -1)
    d.pass_all()
    assert (d.hp(y), d.hp(other)) == (12, 7)
    d, x, y = match()
    d.on(x, "screen")
    back = d.on(y, "riposte")
    d.play(0, "attack", x, y)
    d.play(1, "use", back, -1)
    d.play(0, "decline", x, -2)
    d.pass_all()
    assert (d.hp(x), d.hp(y)) == (5, 9)


def test_other_editions_have_no_such_verb() -> None:
    # Given an edition without DEF, then nobody declines anything, and its file cannot say so.
    assert V_DECLINE not in verb_table(Duel().rules.edition)
    assert V_DECLINE in verb_table(match()[0].rules.edition)
    word = ('labels = ["Physical"]', 'labels = ["Physical"]\ndeclines = true')
    reason = ('back-row = "', 'decline = "chain.skill-continues"\nback-row = "')
    with pytest.raises(LoadError) as fault:
        shape.read(FadeRules.package, "made.toml", changed(word, reason))
    assert fault.value.key == "damage.declines"
