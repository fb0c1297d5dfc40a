"""What is Prevented never resolves; its card lies there turned and without effect until it is destroyed."""

from __future__ import annotations

import pytest

from fadenet.engine import atoms, invariants, kernel
from fadenet.engine.state import TURNED
from fadenet.games.fade.language import vocabulary
from fadenet.games.fade.tables import AFTERMATH, COMBAT, HAND, KEY_TO, NZ, ORBIT
from tests.builders.cards import cards
from tests.builders.editions import differing
from tests.builders.scenario import Duel

CARDS = (
    cards("faroe", "charm", "refusal")
    + """
[card.ward]
name = "Ward"
types = ["Reaction"]
rank = "Normal"
answers = { to = "anything" }
do = [{ prevent = true }]
[card.riposte]
name = "Riposte"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ attack = 19 }]
[card.echo]
name = "Echo"
types = ["Skill"]
rank = "Normal"
cost = 3
keywords = { Replay = 1 }
do = [{ attack = 2 }]
[[card.echo.ability]]
on = "destroyed"
of = "this"
do = [{ gain_tp = 5 }]
[card.merciless]
name = "Merciless"
types = ["Skill"]
rank = "Normal"
do = [{ attack = 2, type = "True" }]
[card.blade]
name = "Blade"
types = ["Item"]
rank = "Normal"
keywords = { Equip = true, Void = true, Immune = ["Items"], Poison = 1 }
[[card.blade.ability]]
gives = { PLV = 4 }
[[card.blade.ability]]
on = "enters"
of = "this"
do = [{ draw = 1 }]
[[card.blade.ability]]
activate = true
do = [{ draw = 1 }]
[card.watcher]
name = "Watcher"
types = ["Character"]
hp = 9
plv = 1
[[card.watcher.ability]]
on = "enters"
of = "enemy cards"
do = [{ gain_tp = 1 }]
[[card.watcher.ability]]
activate = true
cost = 1
do = [{ gain_tp = 3 }]
[card.smash]
name = "Smash"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all attached cards" }]
do = [{ destroy = "target" }]
[card.vanish]
name = "Vanish"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ orbital = "target" }]
[card.ambush]
name = "Ambush"
types = ["Skill"]
rank = "Normal"
surprise = { attacked = "your fighters" }
do = [{ draw = 1 }]
[card.tower]
name = "Tower"
types = ["Skill"]
rank = "Normal"
keywords = { Buildup = 1 }
do = [{ attack = 4 }]
[card.brick]
name = "Brick"
types = ["Item"]
rank = "Normal"
do = [{ under = { from = "your hand" }, onto = { from = "your attached cards", keyword = "Buildup" } }]
[card.elder]
name = "Elder"
types = ["Character"]
hp = 9
plv = 1
level_up = ["Soldier"]
"""
)


def match(seats: int = 2) -> Duel:
    """A match of an edition whose cards Prevent things, a Giant of each seat on the field."""
    d = differing(CARDS, ('judged = "play"\n', 'judged = "play"\nprevents = true\n'), seats=seats)
    for seat in range(seats):
        d.character(seat, "giant")
    return d


def fighter(d: Duel, seat: int) -> int:
    """The first Character of a seat."""
    return d.s.zones[seat * NZ][0]


def prevented(d: Duel, verb: str, *arguments: object) -> None:
    """Seat 0 makes a move that seat 1 Prevents with a card on its Character; the Chain is played out."""
    ward = d.on(fighter(d, 1), "ward")
    d.play(0, verb, *arguments)
    while d.asked() != [1]:
        d.step()
    d.play(1, "use", ward, -1)
    d.pass_all()
    assert d.where(ward) == "Discard Pile Zone" and d.happened("prevented")


def lies_on(d: Duel, card: int, host: int) -> bool:
    """Whether a card lies on this, turned and face-up, in a sound state."""
    assert not invariants.fault(d.s)
    where = d.where(card), d.s.host[card], d.s.role[card], d.s.face[card]
    return where == ("attached", host, TURNED, 1)


def test_a_prevented_skill_stays_on_its_character_without_effect() -> None:
    # Given a Skill of Cost 3 with Replay, when it is Prevented, then nothing is dealt, the TP are gone, it is
    # neither repeated nor destroyed, lies turned where it was, and is not used again.
    d = match()
    mine, theirs = fighter(d, 0), fighter(d, 1)
    echo = d.on(mine, "echo")
    d.go(0, COMBAT)
    prevented(d, "use", echo, theirs)
    assert lies_on(d, echo, mine) and d.count(theirs, "Damage") == 0
    assert d.tp_of(0) == 7 and not d.can(0, "use", echo, theirs)
    d.next_turn(0)
    d.go(0, COMBAT)
    assert lies_on(d, echo, mine) and not d.can(0, "use", echo, theirs)
    assert d.refused(0, "use", echo, theirs)


def test_a_prevented_item_lies_on_its_player_and_does_nothing() -> None:
    # Given an Equip card that gives PLV, is Immune, has Void and draws on entering, when it is Prevented,
    # then it does none of that, does not enter, is not activated nor reattached; an effect destroys it.
    d = match()
    mine, watcher = fighter(d, 0), d.character(1, "watcher")
    blade = d.hand(0, "blade")
    prevented(d, "play", blade, mine)
    me = d.body(0)
    assert lies_on(d, blade, me) and d.plv(mine) == d.plv(fighter(d, 1)) and d.count(mine, "Poison") == 0
    assert d.size(0, HAND) == 0 and d.tp_of(1) == 10 and d.where(watcher) == "Character Zone"
    d.go(0, COMBAT)
    assert d.refused(0, "activate", blade) == "card.where-active"
    d.go(0, AFTERMATH)
    assert not d.can(0, "reattach", blade, mine)
    d.play(0, "play", d.hand(0, "smash"), blade)
    d.pass_all()
    assert d.where(blade) == "Discard Pile Zone" and d.s.role[blade] == 0


def test_a_card_used_from_the_hand_lies_on_its_player() -> None:
    # Given a Player in The Last Stand who uses a Skill with Replay from the Hand, when it is Prevented, then
    # it lies on the Player, unrepeated.
    d = match()
    atoms.take_away(d.s, fighter(d, 0))
    echo = d.hand(0, "echo")
    d.go(0, COMBAT)
    prevented(d, "use", echo, fighter(d, 1))
    assert lies_on(d, echo, d.body(0)) and d.tp_of(0) == 7


def test_a_prevented_normal_attack_leaves_its_character_as_it_was() -> None:
    # Given a Normal Attack that is Prevented, then it is spent without TP, and its Character activates what
    # it has.
    d = match()
    watcher, theirs = d.character(0, "watcher"), fighter(d, 1)
    d.go(0, COMBAT)
    prevented(d, "attack", watcher, theirs)
    assert d.count(theirs, "Damage") == 0 and d.tp_of(0) == 10
    assert d.refused(0, "attack", watcher, theirs) == "attack.normal-once"
    assert d.s.role[watcher] == 0 and d.can(0, "activate", watcher)


def test_a_prevented_ability_is_lost_with_its_cost() -> None:
    # Given an activated ability that is Prevented, then its cost is paid, and it may be activated again.
    d = match()
    watcher = d.character(0, "watcher")
    d.go(0, COMBAT)
    prevented(d, "activate", watcher)
    assert d.tp_of(0) == 9 and d.s.role[watcher] == 0
    d.play(0, "activate", watcher)
    d.pass_all()
    assert d.tp_of(0) == 10


def test_what_is_negated_already_is_not_prevented() -> None:
    # Given a Skill that a later link Negates before a Prevent resolves, then it goes to the Discard Pile;
    # what is Prevented first stays on its Character.
    for first, second in (("ward", "refusal"), ("refusal", "ward")):
        d = match()
        mine, theirs = fighter(d, 0), fighter(d, 1)
        skill, early, late = d.on(mine, "echo"), d.on(theirs, first), d.on(theirs, second)
        d.go(0, COMBAT)
        d.play(0, "use", skill, theirs)
        d.play(1, "use", early, -1)
        while d.asked() != [1]:
            d.step()
        d.play(1, "use", late, -1)
        d.tp(0, 0)
        d.pass_all()
        assert (d.where(skill) == "Discard Pile Zone") == (second == "refusal")
        assert lies_on(d, skill, mine) == (second == "ward")


def test_a_prevented_prevent_lies_there_and_the_first_link_resolves() -> None:
    # Given a Prevent that is Prevented, then its card lies on its user and the Attack hits, whatever Damage
    # Type it has.
    d = match()
    mine, theirs = fighter(d, 0), fighter(d, 1)
    skill, first, second = d.on(mine, "merciless"), d.on(theirs, "ward"), d.on(mine, "ward")
    d.go(0, COMBAT)
    d.play(0, "use", skill, theirs)
    d.play(1, "use", first, -1)
    d.play(0, "use", second, -2)
    d.pass_all()
    assert lies_on(d, first, theirs) and d.count(theirs, "Damage") == 2
    third = d.on(mine, "merciless")
    prevented(d, "use", third, theirs)
    assert lies_on(d, third, mine) and d.count(theirs, "Damage") == 2


def test_without_its_character_a_prevented_card_is_destroyed() -> None:
    # Given a Character that falls in the Chain in which its Skill is Prevented, or later on, then the Skill
    # goes to the Discard Pile; its own text is silent where it lay turned.
    d = match()
    soldier, theirs = d.character(0, "soldier"), fighter(d, 1)
    echo, ward, riposte = d.on(soldier, "echo"), d.on(theirs, "ward"), d.on(theirs, "riposte")
    d.go(0, COMBAT)
    d.play(0, "use", echo, theirs)
    d.play(1, "use", ward, -1)
    while d.asked() != [1]:
        d.step()
    d.play(1, "use", riposte, -1)
    d.pass_all()
    assert d.where(soldier) == d.where(echo) == "Discard Pile Zone"
    d = match()
    soldier, theirs = d.character(0, "soldier"), fighter(d, 1)
    echo, riposte = d.on(soldier, "echo"), d.on(theirs, "riposte")
    d.go(0, COMBAT)
    prevented(d, "use", echo, theirs)
    d.play(0, "attack", soldier, theirs)
    d.play(1, "use", riposte, -1)
    d.pass_all()
    assert d.where(soldier) == d.where(echo) == "Discard Pile Zone" and d.tp_of(0) == 7


def test_a_prevented_card_stays_as_it_is_whatever_becomes_of_its_character() -> None:
    # Given a Prevented card on a Soldier, when another Player takes control of that, it becomes Orbital and
    # returns, or a card is laid on it, then the card lies there turned as before.
    d = match()
    soldier, theirs = d.character(0, "soldier"), fighter(d, 1)
    echo = d.on(soldier, "echo")
    d.go(0, COMBAT)
    prevented(d, "use", echo, theirs)
    d.next_turn(1)
    d.play(1, "play", d.hand(1, "charm"), soldier)
    d.pass_all()
    assert d.s.ctrl[soldier] == 1 and lies_on(d, echo, soldier) and d.s.ctrl[echo] == 0
    d.play(1, "play", d.hand(1, "vanish"), soldier)
    d.pass_all()
    assert d.s.zones[1 * NZ + ORBIT] == (soldier,)
    assert not d.rules.on_field[d.s.zone[echo]]
    d.next_turn(1)
    assert d.where(soldier) == "Character Zone" and lies_on(d, echo, soldier)
    elder = d.fighter(1, "elder")
    d.play(1, "play", elder, (KEY_TO, 0), soldier)
    d.pass_all()
    assert d.where(soldier) == "Stack" and lies_on(d, echo, elder)


def test_a_surprise_that_was_prevented_is_not_used_again() -> None:
    # Given a card with Surprise that is Prevented, then it lies on its Player, and the next Attack finds it
    # of no use.
    d = match()
    mine, theirs = fighter(d, 0), fighter(d, 1)
    ambush, ward = d.on(d.body(1), "ambush"), d.on(mine, "ward")
    d.go(0, COMBAT)
    d.play(0, "attack", mine, theirs)
    d.play(1, "use", ambush)
    d.play(0, "use", ward, -2)
    d.pass_all()
    assert lies_on(d, ambush, d.body(1)) and d.size(1, HAND) == 0
    guard = d.on(theirs, "guard")
    d.play(0, "attack", d.character(0), theirs)
    assert d.can(1, "use", guard, -1) and d.refused(1, "use", ambush) == "turn.definition"


def test_a_buildup_card_that_is_prevented_stays_with_its_stack() -> None:
    # Given a complete Buildup card, when its activation is Prevented, then it lies on its Player with the
    # card underneath, deals nothing and never activates again.
    d = match()
    theirs = fighter(d, 1)
    tower, ward = d.on(d.body(0), "tower", face=1), d.on(theirs, "ward")
    d.hand(0, "ration")
    d.play(0, "play", d.hand(0, "brick"))
    while d.links() != ["Tower"]:
        d.step()
    while d.asked() != [1]:
        d.step()
    d.play(1, "use", ward, -1)
    d.pass_all()
    assert lies_on(d, tower, d.body(0)) and d.count(theirs, "Damage") == 0
    assert len(d.s.kids[tower]) == 1
    d.next_turn(0)
    assert lies_on(d, tower, d.body(0))


def test_prevented_cards_leave_with_a_player_who_is_out() -> None:
    # Given three Players and a Prevented card of one that gives up, then it is gone, and the others play on.
    d = match(3)
    echo = d.on(fighter(d, 0), "echo")
    d.go(0, COMBAT)
    prevented(d, "use", echo, fighter(d, 1))
    kernel.leave(d.s, 0)
    d.settle()
    d.pass_all()
    assert d.where(echo) == "nowhere" and not d.s.over and not invariants.fault(d.s)


def test_only_an_edition_that_prevents_has_the_word() -> None:
    # Given the edition that is there, then its cards Prevent nothing; the word stands on the others' cards.
    assert "prevent" not in vocabulary.make_language(Duel().rules).effects
    rules = match().rules
    assert rules.by_slug["ward"].text == "Answer a Link: Prevent it."


@pytest.mark.parametrize("slug", ["watcher", "blade"])
def test_cards_that_were_never_prevented_work(slug: str) -> None:
    # Given such an edition and a card that nobody Prevents, then it does what it says.
    d = match()
    if slug == "blade":
        d.play(0, "play", d.hand(0, "blade"), fighter(d, 0))
        d.pass_all()
        assert d.plv(fighter(d, 0)) == d.plv(fighter(d, 1)) + 4 and d.size(0, HAND) == 1
    else:
        watcher = d.character(0, "watcher")
        d.go(0, COMBAT)
        d.play(0, "activate", watcher)
        d.pass_all()
        assert d.tp_of(0) == 10
