"""The answers to each link, Knock Outs and Ranks in the 60-card edition (topics link, ko, rank)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import PICK
from fadenet.games import decks
from fadenet.games.fade import reasons
from fadenet.games.fade.tables import COMBAT, DISCARD
from tests.builders.decklists import CARDS as LISTED
from tests.builders.decklists import broken, deck_of, pool_of
from tests.builders.scenario import Duel, rules_with
from tests.cards.fade import augment, cards, character, item, reaction, skill

CARDS = (
    cards("deny-item", "hyper-jab", "riposte", "seize", "veto", "wreck")
    + cards("right")
    + augment("denial", ability={"activate": True, "answers": "attack", "do": {"negate": True}})
    + character("duelist", plv=3, ability={"activate": True, "do": {"attack": 1}})
    + augment(
        "cramp",
        ability={"activate": True, "answers": "attack", "do": {"counter": "Paralyze", "on": "attacker"}},
    )
    + reaction("snap", targets="enemy characters", do={"attack": 3})
    + reaction("after", answers={"to": "skill", "rank": "Hyper"}, do={"gain_tp": 2})
    + character("five", level=5, ability={"on": "destroyed", "do": {"gain_tp": 1}})
    + skill("heavy", do={"attack": 12})
    + item("purge", targets={"pick": {"from": "all cards", "rank": "Special"}}, do={"destroy": "target"})
    + augment("relic", rank="Special")
)

FABLED = skill("fabled", rank="Legendary", do={"attack": 1})


def duel(seats: int = 2) -> Duel:
    return Duel(CARDS, seats=seats, edition="fade1")


# Links.


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
    d.play(0, "pick", other)
    d.pass_all()
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


@pytest.mark.rule("fade1", "link.defending-mechanics")
@pytest.mark.rule("fade1", "link.must-link")
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
    d.play(0, "activate", denial, -1)
    d.pass_all()
    assert not d.count(x, "Damage")


@pytest.mark.rule("fade1", "link.targets-attacker")
def test_what_is_put_on_an_attacker_needs_an_attacker() -> None:
    # Given 'put 1 Paralyze Counter on an attacker', then without an attack it is refused.
    d = duel()
    x, y = d.character(0), d.character(1)
    cramp = d.on(y, "cramp", face=1)
    d.play(0, "play", d.hand(0, "ration"))
    assert d.refused(1, "activate", cramp, -1) == d.rule(reasons.ANSWERS_NOTHING)
    d.pass_all()
    # While one is in the Chain, it is linked, and goes to that attacker.
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "activate", cramp, -1)
    d.pass_all()
    assert d.count(x, "Paralyze") == 1


@pytest.mark.rule("fade1", "link.reaction-without-trigger")
def test_a_reaction_without_a_trigger_starts_no_chain() -> None:
    # Given a Reaction 'deal 3 damage to a Character' without a trigger, then in no Combat Step it starts one.
    d = duel()
    x, y = d.character(0), d.character(1)
    snap = d.on(x, "snap")
    d.go(0, COMBAT)
    assert d.refused(0, "use", snap, y) == d.rule(reasons.REACTION_START)
    # In answer to an attack it is linked.
    d.go(1, COMBAT)
    d.play(1, "attack", y, x)
    d.play(0, "use", snap, y)
    d.pass_all()
    assert d.count(y, "Damage") == 3


@pytest.mark.rule("fade1", "link.items-never")
def test_an_item_waits_for_the_gap_after_the_chain() -> None:
    # Given a Chain in progress, then an Item is refused and stays in Hand, unseen.
    d = duel()
    x, y = d.character(0), d.character(1)
    ration = d.hand(1, "ration")
    d.on(y, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.refused(1, "play", ration) == d.rule(reasons.ITEM_STARTS)
    d.pass_chain()
    # In the gap after the Chain it begins one of its own.
    assert d.asked() == [1] and not d.s.code[ration]
    d.play(1, "play", ration)
    assert d.links() == ["Ration"]


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
    d.play(1, "use", after, -1)
    d.pass_all()
    assert d.tp_of(1) == 2
    # After that Chain has ended it is refused again.
    d.play(0, "attack", last, y)
    assert d.refused(1, "use", more, -1) == d.rule(reasons.NOT_THERE)


@pytest.mark.rule("fade1", "link.right-object")
def test_the_later_of_two_that_negate_the_same_does_it() -> None:
    # Given a Reaction and, linked later, an effect that both Negate the same attack.
    d = duel()
    x, y = d.character(0), d.character(1)
    veto, denial = d.on(y, "veto"), d.on(y, "denial", face=1)
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    d.play(1, "use", veto, -1)
    d.until_asked(1)
    d.play(1, "activate", denial, -1)
    d.pass_all()
    # Then the later one Negates it, the earlier does nothing, and it is discarded.
    assert (d.count(y, "Damage"), d.lies(veto), d.lies(denial)) == (0, "discard", "attached")


@pytest.mark.rule("fade1", "link.right-object")
def test_what_negates_an_item_needs_one() -> None:
    # Given a Reaction that Negates an Item, then it is not linked to an attack, and is to an Item.
    d = duel()
    x, y = d.character(0), d.character(1)
    stopper = d.on(y, "deny-item")
    d.play(0, "play", d.hand(0, "ration"))
    assert d.can(1, "use", stopper, -1)
    d.pass_all()
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert d.refused(1, "use", stopper, -1) == d.rule(reasons.WHICH_LINK)


# Knock Outs and Ranks.


@pytest.mark.rule("fade1", "ko.discard-pile")
def test_whoever_controls_it_it_goes_to_its_owners_discard_pile() -> None:
    # Given A's Character under B's control, when it is Knocked Out, then it lies in A's Discard Pile.
    d = duel()
    x, y = d.character(0), d.character(1, "five")
    d.play_out(0, d.hand(0, "seize"), y)
    foe = d.character(1)
    assert d.s.ctrl[y] == 0
    d.leave(y, 1)
    d.go(1, COMBAT)
    before = d.hp(d.body(0)), d.hp(d.body(1))
    d.play(1, "attack", foe, y)
    d.pass_all()
    assert d.s.zones[d.rules.zone_id(1, DISCARD)] == (y,) and d.lies(x) == "front"
    # Its Level is what its controller loses.
    assert (d.hp(d.body(0)), d.hp(d.body(1))) == (before[0] - 5, before[1])


@pytest.mark.rule("fade1", "ko.is-destroyed")
@pytest.mark.parametrize("destroyed", [True, False])
def test_only_a_knock_out_costs_the_level(destroyed: bool) -> None:
    # Given a Level 5 Character that an effect destroys, or that is Knocked Out.
    d = duel()
    x, y = d.character(0), d.character(1, "five")
    d.character(1)
    d.tp(1, 0)
    if destroyed:
        d.play_out(0, d.hand(0, "wreck"), y)
    else:
        d.leave(y, 1)
        d.go(0, COMBAT)
        d.play(0, "attack", x, y)
        d.pass_all()
    # Then On Destroyed happens either way, and only the Knock Out takes 5 HP.
    assert (d.lies(y), d.tp_of(1)) == ("discard", 1)
    assert d.hp(d.body(1)) == (50 if destroyed else 45)


@pytest.mark.rule("fade1", "ko.no-damage-carry")
def test_damage_beyond_what_was_left_is_lost() -> None:
    # Given a single hit of 12 on a Character with 2 HP beside another one.
    d = duel()
    x, y, other = d.character(0), d.character(1, "squire"), d.character(1)
    heavy = d.on(x, "heavy")
    d.leave(y, 2)
    d.go(0, COMBAT)
    d.play(0, "use", heavy, y)
    d.pass_all()
    # Then the other takes nothing, and its Player loses the Level alone.
    assert d.lies(y) == "discard" and not d.count(other, "Damage")
    assert d.hp(d.body(1)) == 50 - 1


@pytest.mark.rule("fade1", "rank.who-has-one")
def test_no_command_has_a_rank() -> None:
    # Given 'destroy a card of Special Rank', a Special Augment, a Character, a Zone card and a Command.
    d = duel()
    x, ground = d.character(0, at="c1"), d.zone(0, "plain", at="c2")
    relic, command = d.on(x, "relic", face=1), d.on(d.body(0), "right", 1, at="c3")
    purge = d.hand(0, "purge")
    # Then only the Augment may be chosen.
    for other in (x, ground, command):
        assert d.refused(0, "play", purge, other) == d.rule(reasons.NO_TARGET)
    assert d.can(0, "play", purge, relic)


@pytest.mark.rule("fade1", "rank.legendary")
def test_the_highest_rank_limits_no_copies() -> None:
    # Given 4 copies of a Legendary Skill without Mythical in a Deck, then it is legal; a fifth is not.
    rules = rules_with(LISTED + FABLED, edition="fade1")
    fabled = rules.code_of("fabled")
    assert broken(rules, deck_of(rules, 56) + [fabled] * 4, []) == []
    found = [rule for rule, _ in decks.check_deck(rules, (deck_of(rules, 55) + [fabled] * 5, []))]
    assert found == [rules.cites[reasons.COPIES]]


@pytest.mark.rule("fade1", "keyword.mythical")
@pytest.mark.parametrize(("slug", "pooled"), [("relic", False), ("myth", True)])
def test_of_a_mythical_card_there_is_one_copy(slug: str, pooled: bool) -> None:
    # Given one copy of a Mythical card in a Deck or Fighter Pool, then that is legal, and two are not.
    rules = rules_with(LISTED, edition="fade1")
    for copies, found in ((1, []), (2, [rules.cites[reasons.MYTHICAL]])):
        more = {slug: copies}
        deck = deck_of(rules, 60) if pooled else deck_of(rules, 60, **more)
        assert broken(rules, deck, pool_of(rules, 5, **(more if pooled else {}))) == found
