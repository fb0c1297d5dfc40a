"""Attacks that join a Chain, and moments outside the Combat Step, in the 40-card edition (link, keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD
from fadenet.games.fade.tables import COMBAT, KEY_TO, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character

CARDS = cards("free-jab", "riposte", "seize", "veteran-soldier") + character(
    "drum", ability={"keyword": "Signature", "activate": True, "cost": 2, "do": {"attack": 1}}
)


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade2")


@pytest.mark.rule("fade2", "link.active-player-attack")
@pytest.mark.parametrize("by", ["skill", "player"])
def test_a_skill_or_the_player_joins_the_chain_that_another_has_answered(by: str) -> None:
    # Given X and W attack Y, who has a Counter-hit and a Block, and Z of their player with a Skill.
    d = duel()
    w, x, z, y = d.character(0), d.character(0), d.character(0), d.character(1)
    jab, back, block = d.on(z, "free-jab"), d.on(y, "riposte"), d.on(y, "guard")
    line = ("use", jab, y) if by == "skill" else ("attack", d.body(0), y)
    d.go(0, COMBAT)
    d.play(0, "attack", w, y)
    # While nobody has answered, neither is a link; and Y's player links no attack but by a Reaction.
    assert d.asked() == [1] and d.refused(1, "attack", y, w)
    d.play(1, "pass")
    assert d.asked() == [0] and d.refused(0, *line) == "link.active-player-attack"
    d.pass_all()
    d.play(0, "attack", x, y)
    d.play(1, "use", back, -1)
    # When it is link 3, then it may be answered, with another card than the first attack, and resolves first.
    d.play(0, *line)
    assert len(d.s.chain) == 3 and d.asked() == [1]
    d.quietly(1, "use", block, -3)
    assert [row[ROW_CARD] for row in d.happened("hit")] == [y, y, x, y] and d.count(y, "Damage") == 3 + 3
    assert d.refused(0, "attack", x, y) == "attack.normal-limit"


@pytest.mark.rule("fade2", "keyword.level-up")
def test_nobody_is_levelled_up_who_is_under_anothers_control() -> None:
    # Given A's Soldier that B has taken, then A plays nothing onto it, and B does.
    d = duel()
    x = d.character(0, at="c3")
    d.go(1, PREPARATION)
    d.quietly(1, "play", d.hand(1, "seize"), x)
    assert d.s.ctrl[x] == 1
    mine, theirs = d.fighter(0, "veteran-soldier"), d.fighter(1, "veteran-soldier")
    d.next_turn(0)
    assert not [move for move in d.options(0) if move[1:2] == (mine,)]
    d.next_turn(1)
    d.quietly(1, "play", theirs, (KEY_TO, d.cell(d.at(x))), x)
    assert d.at(theirs) and d.s.host[x] == theirs


@pytest.mark.rule("fade2", "keyword.signature-rules")
def test_a_signature_with_a_cost_is_performed_as_often_as_it_is_paid() -> None:
    # Given 'Signature 2 TP: 1 damage' and 5 TP, then it is performed twice, and the Normal Attack is left.
    d = duel()
    x, y = d.character(0, "drum"), d.character(1)
    d.go(0, COMBAT)
    d.tp(0, 5)
    for _ in range(2):
        d.quietly(0, "activate", x, y)
    assert (d.count(y, "Damage"), d.tp_of(0)) == (2, 1)
    assert d.refused(0, "activate", x, y) == "value.floors"
    assert d.can(0, "attack", x, y)
