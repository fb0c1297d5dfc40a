"""A Normal Attack as a link: in the own Combat Phase, in answer to another's, one an attacker and Chain."""

from __future__ import annotations

import pytest

from fadenet.games.fade.tables import COMBAT, PREPARATION
from tests.builders.cards import cards
from tests.builders.editions import differing
from tests.builders.scenario import Duel

CARDS = (
    cards("faroe", "refusal")
    + """
[card.riposte]
name = "Riposte"
types = ["Reaction"]
rank = "Normal"
answers = { to = "attack" }
do = [{ attack = 4 }]
[card.frail]
name = "Frail"
types = ["Character"]
hp = 2
plv = 1
[card.balm]
name = "Balm"
types = ["Skill"]
rank = "Normal"
do = [{ heal = 1 }]
[card.duelist]
name = "Duelist"
types = ["Character"]
hp = 9
plv = 2
[[card.duelist.ability]]
activate = true
do = [{ attack = 1 }]
[card.prickly]
name = "Prickly"
types = ["Character"]
hp = 9
plv = 1
[[card.prickly.ability]]
on = "attacked"
of = "this"
do = [{ gain_tp = 1 }]
[card.shackle]
name = "Shackle"
types = ["Item"]
rank = "Normal"
targets = [{ pick = "all characters" }]
do = [{ forbid = "attack", on = "target" }]
"""
)
WITH = (
    ('in_person = "last-stand"\n', 'in_person = "last-stand"\nnormal_links = true\n'),
    (
        'fresh = "combat.entry-delay"\n',
        'fresh = "combat.entry-delay"\nlinked-attack = "chain.skill-continues"\n',
    ),
)


def match(seats: int = 2, words: tuple[tuple[str, str], ...] = WITH) -> Duel:
    """A match of an edition in which Normal Attacks may be linked."""
    return differing(CARDS, *words, seats=seats)


def countered(d: Duel, target: int) -> tuple[int, int]:
    """Two Soldiers of seat 0; one attacks, and the target's Counter is the second link."""
    first, second = d.character(0), d.character(0)
    riposte = d.on(target, "riposte")
    d.go(0, COMBAT)
    d.play(0, "attack", first, target)
    d.play(1, "use", riposte, -1)
    return first, second


def test_an_answer_is_answered_with_a_normal_attack() -> None:
    # Given an Attack on a Character of 2 HP and its Counter, when the turn player links another Character's
    # Normal Attack on it, then it falls first: the Counter does nothing, and the first Attack hits nothing.
    d = match()
    frail = d.character(1, "frail")
    first, second = countered(d, frail)
    d.play(0, "attack", second, frail)
    d.pass_all()
    assert d.where(frail) == "Discard Pile Zone" and d.count(first, "Damage") == 0
    assert d.tp_of(0) == 10 and not d.can(0, "attack", second, d.body(1))


def test_while_nobody_else_has_linked_anything_no_attack_is() -> None:
    # Given an Attack that nobody has answered, and the own link alone on top of it, then no Attack and no
    # Skill is linked; a triggered link of the other seat is one to be answered.
    d = match()
    first, second, theirs = d.character(0), d.character(0), d.character(1, "giant")
    prickly = d.character(1, "prickly")
    balm, guard = d.on(second, "balm"), d.on(second, "riposte")
    d.on(theirs, "riposte")
    d.go(0, COMBAT)
    d.play(0, "attack", first, theirs)
    d.play(1, "pass")
    assert d.refused(0, "attack", second, theirs) == d.refused(0, "use", balm) == "chain.skill-continues"
    assert not d.can(0, "attack", second, theirs) and not d.can(0, "use", guard, -1)
    d.pass_all()
    d.play(0, "attack", second, prickly)
    assert len(d.s.chain) == 2 and d.can(0, "use", d.on(first, "balm"))


def test_one_attack_an_attacker_and_chain() -> None:
    # Given a Counter to an Attack, then its attacker links no second one, by Skill or ability or with
    # Multistrike either; another one does once, and then there is none left.
    d = match()
    giant = d.character(1, "giant")
    first, second = countered(d, giant)
    strike, balm, third = d.on(first, "strike"), d.on(second, "balm"), d.character(0, "duelist")
    assert (
        d.refused(0, "attack", first, giant) == d.refused(0, "use", strike, giant) == "chain.skill-continues"
    )
    assert d.can(0, "use", balm) and d.can(0, "activate", third, giant)
    d.play(0, "attack", third, giant)
    while d.asked() != [0]:
        d.step()
    assert d.refused(0, "activate", third, giant) == "chain.skill-continues"
    assert d.can(0, "attack", second, giant)


def test_only_who_could_attack_now_links_an_attack() -> None:
    # Given Characters that are fresh, in the back row, barred, or have attacked, and a target out of reach,
    # then these are refused as ever.
    d = match()
    giant, behind = d.character(1, "giant"), d.character(1, backup=True)
    spent, barred = d.character(0), d.character(0)
    d.play(0, "play", d.hand(0, "shackle"), barred)
    d.pass_all()
    d.go(0, COMBAT)
    d.play(0, "attack", spent, giant)
    d.pass_all()
    _, second = countered(d, giant)
    fresh, back = d.character(0, fresh=True), d.character(0, backup=True)
    reasons = [d.refused(0, "attack", h, giant) for h in (spent, barred, fresh, back)]
    assert reasons == [
        "attack.normal-once",
        "action.cannot-act",
        "combat.entry-delay",
        "combat.backup-cannot-attack",
    ]
    assert d.refused(0, "attack", second, behind) == "target.order" and d.can(0, "attack", second, giant)


def test_others_link_no_normal_attack() -> None:
    # Given three Players, then only the one whose turn it is links a Normal Attack; the others' Reactions
    # are as ever.
    d = match(3)
    giant, third = d.character(1, "giant"), d.character(2, "giant")
    d.on(third, "riposte")
    first, second = countered(d, giant)
    assert d.asked() == [2] and d.refused(2, "attack", third, first) == "turn.definition"
    d.play(2, "pass")
    assert d.asked() == [0] and d.can(0, "attack", second, third)


def test_who_can_link_none_is_not_asked() -> None:
    # Given a Counter to the only Attack that there could be, then its attacker's Player is not asked.
    d = match()
    giant, only = d.character(1, "giant"), d.character(0)
    riposte = d.on(giant, "riposte")
    d.go(0, COMBAT)
    d.play(0, "attack", only, giant)
    d.play(1, "use", riposte, -1)
    assert not d.s.chain and d.count(only, "Damage") == 4


def test_a_linked_attack_is_answered_itself() -> None:
    # Given a linked Normal Attack, when it is Negated, then it is spent, and the links before it resolve.
    d = match()
    giant = d.character(1, "giant")
    refusal = d.on(giant, "refusal")
    first, second = countered(d, giant)
    d.play(0, "attack", second, giant)
    d.play(1, "use", refusal, -3)
    d.pass_all()
    assert d.count(first, "Damage") == 4 and d.count(giant, "Damage") == d.plv(first)
    assert d.refused(0, "attack", second, giant) == "attack.normal-once"


@pytest.mark.parametrize("phase", [PREPARATION, COMBAT])
def test_without_the_word_a_normal_attack_only_starts_a_chain(phase: int) -> None:
    # Given the edition that is there, or another Phase, then a Normal Attack is no link.
    d = match(words=() if phase == COMBAT else WITH)
    giant = d.character(1, "giant")
    if phase == COMBAT:
        d.on(d.character(0), "balm")
        _, second = countered(d, giant)
        assert d.asked() == [0] and d.refused(0, "attack", second, giant) == "chain.start-attack"
    else:
        mine, ration = d.character(0), d.hand(0, "ration")
        d.on(mine, "riposte")
        d.play(0, "play", ration)
        assert d.asked() == [0] and not d.can(0, "attack", mine, giant)
        assert d.refused(0, "attack", mine, giant) == "turn.phases"
