"""The answers to links, and copies of the highest Rank, in the 60-card edition (topics link, rank)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import PICK
from fadenet.games import decks
from fadenet.games.fade import reasons
from fadenet.games.fade.tables import COMBAT
from tests.builders.decklists import CARDS as LISTED
from tests.builders.decklists import broken, deck_of
from tests.builders.scenario import Duel, rules_with
from tests.cards.fade import augment, cards, character, reaction, skill

CARDS = (
    cards("hyper-jab", "riposte", "veto")
    + augment("denial", ability={"activate": True, "answers": "attack", "do": {"negate": True}})
    + character("duelist", plv=3, ability={"activate": True, "do": {"attack": 1}})
    + reaction("after", answers={"to": "skill", "rank": "Hyper"}, do={"gain_tp": 2})
)

FABLED = skill("fabled", rank="Legendary", do={"attack": 1})


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


@pytest.mark.rule("fade1", "link.turn-player-attack")
def test_the_turn_player_answers_a_link_with_another_attack() -> None:
    # Given X attacking Y, who has 2 HP and somebody beside it, and a ready Z of X's player.
    d = duel()
    x, y, other, z = d.character(0), d.character(1), d.character(1), d.character(0)
    d.leave(y, 2)
    back = d.on(y, "riposte")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    # While nobody has answered, Z's attack is refused; X, who is attacking, links no other one.
    assert d.asked() == [1]
    d.play(1, "use", back, -1)
    assert d.refused(0, "attack", x, y) == d.rule(reasons.LINKED_ATTACK)
    # When Z's Normal Attack on Y is link 3, then Y falls first and the Counter-hit does nothing.
    d.play(0, "attack", z, y)
    d.pass_chain()
    assert d.lies(y) == "discard" and not d.count(x, "Damage")
    # Then X's hit, which was not performed, may go to a new target.
    assert d.asked_kind() == PICK and d.asked() == [0]
    d.quietly(0, "pick", other)
    assert d.count(other, "Damage") == 3


@pytest.mark.rule("fade1", "link.turn-player-attack")
def test_nothing_is_linked_to_ones_own_attack() -> None:
    # Given X's attack that nobody answers, then neither Z nor the Player is asked for one in answer to it.
    d = duel(seats=3)
    x, second, y, z = d.character(0), d.character(0), d.character(1), d.character(0)
    veto = d.on(y, "veto")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    while d.s.chain:
        assert 0 not in d.asked()
        d.step()
    # When another has been answered, both may attack.
    d.play(0, "attack", second, y)
    d.until_asked(1)
    d.play(1, "use", veto, -1)
    d.until_asked(0)
    assert d.can(0, "attack", z, y) and d.can(0, "attack", d.body(0), d.body(2))


@pytest.mark.rule("fade1", "link.turn-player-attack")
def test_an_effect_that_attacks_is_linked_as_any_other_attack() -> None:
    # Given X attacking Y and Y's Counter-hit, then X's effect that attacks is refused, and that of Z, who has
    # not attacked in this Chain, is linked.
    d = duel()
    x, z, y = d.character(0, "duelist"), d.character(0, "duelist"), d.character(1)
    back = d.on(y, "riposte")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", back, -1)
    assert d.refused(0, "activate", x, y) == d.rule(reasons.LINKED_ATTACK)
    d.play(0, "activate", z, y)
    assert len(d.s.chain) == 3


@pytest.mark.rule("fade1", "link.defending-mechanics", "link.must-link")
def test_an_effect_that_negates_is_linked_and_starts_nothing() -> None:
    # Given an activated effect 'Negate an attack' on an Augment.
    d = duel()
    x, y = d.character(0), d.character(1)
    denial = d.on(x, "denial", face=1)
    d.go(0, COMBAT)
    # Then its player starts no Chain with it; when an attack is in the Chain, it is linked.
    assert d.refused(0, "activate", denial) == d.rule(reasons.ANSWERS_NOTHING)
    d.go(1, COMBAT)
    d.play(1, "attack", y, x)
    d.quietly(0, "activate", denial, -1)
    assert not d.count(x, "Damage")


@pytest.mark.rule("fade1", "link.needs-earlier-card")
def test_what_needs_an_earlier_card_is_linked_to_its_chain() -> None:
    # Given 'after a Hyper Rank Skill was used: gain 2 TP'.
    d = duel()
    x, other, last, y = d.character(0), d.character(0), d.character(0), d.character(1)
    hyper, after, more = d.on(x, "hyper-jab"), d.on(y, "after"), d.on(y, "after")
    d.go(0, COMBAT)
    d.tp(1, 0)
    # When no Chain holds one, then it is refused; while one does, it is linked.
    d.play(0, "attack", other, y)
    assert d.refused(1, "use", after, -1) == d.rule(reasons.NOT_THERE)
    d.pass_all()
    d.play(0, "use", hyper, y)
    d.quietly(1, "use", after, -1)
    assert d.tp_of(1) == 2
    # After that Chain has ended it is refused again.
    d.play(0, "attack", last, y)
    assert d.refused(1, "use", more, -1) == d.rule(reasons.NOT_THERE)


@pytest.mark.rule("fade1", "rank.legendary")
def test_the_highest_rank_limits_no_copies() -> None:
    # Given 4 copies of a Legendary Skill without Mythical in a Deck, then it is legal; a fifth is not.
    rules = rules_with(LISTED + FABLED, edition="fade1")
    fabled = rules.code_of("fabled")
    assert broken(rules, deck_of(rules, 56) + [fabled] * 4, []) == []
    found = [rule for rule, _ in decks.check_deck(rules, (deck_of(rules, 55) + [fabled] * 5, []))]
    assert found == [rules.cites[reasons.COPIES]]
