"""The keywords about playing and using cards: Boss to Surprise (F.A.R.O.E., topic keyword)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ACT, CONFIRM, PICK, ROW_CARD
from fadenet.games.fade.field import values
from fadenet.games.fade.tables import AFTERMATH, COMBAT, HAND, PREPARATION
from tests.builders import offering
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, reaction, skill, zone

CARDS = (
    cards("cannon", "focus", "rookie")
    + reaction("grudge", cost=1, contingency={"ally_down": True}, do={"draw": 1})
    + item("relief", cost=1, contingency={"last_stand": "you"}, do={"draw": 1})
    + character("ace", cost=2, level=5, hp=10, plv=4, level_up=["Rookie Ace"])
    + character(
        "racer", cost=2, level=3, hp=7, ability={"keyword": "Overdrive", "cost": 3, "do": {"draw": 2}}
    )
    + character("hoarder", cost=1, level=2, hp=8, keywords={"Stacker": 2})
    + reaction("ambush", cost=2, surprise={"attacked": "you"}, do={"gain_tp": 1})
    + reaction("envy", cost=1, contingency={"count": "enemy characters", "min": 2}, do={"draw": 1})
    + skill("crowd-alarm", cost=1, surprise={"count": "enemy characters", "min": 2}, do={"draw": 1})
)


@pytest.mark.rule("faroe", "keyword.buildup-details")
def test_a_buildup_card_is_played_and_not_used() -> None:
    # Given a Player in The Last Stand, who may use Skills out of the Hand, with one that has Buildup.
    d = Duel(CARDS)
    foe = d.character(1)
    strike, cannon = d.hand(0, "strike"), d.hand(0, "cannon")
    d.go(0, COMBAT)
    assert values.last_stand(d.s, 0)
    # When it is to be used, then that is refused, unlike a Skill without Buildup.
    assert d.can(0, "use", strike, foe)
    assert d.refused(0, "use", cannon, foe) == "combat.attacker-card"


@pytest.mark.rule("faroe", "keyword.contingency")
def test_contingency_lets_a_card_be_played_from_the_hand() -> None:
    # Given a Reaction in Hand with "Contingency: an ally was Knocked Out this turn", Cost 1.
    d = Duel(CARDS)
    x, second = d.character(0), d.character(0)
    weak, y = d.character(1, "squire"), d.character(1)
    grudge = d.hand(1, "grudge")
    d.on(y, "guard")
    d.go(0, COMBAT)
    tp = d.tp_of(1)
    # When it is not met, then it is refused.
    d.play(0, "attack", x, weak)
    assert d.refused(1, "use", grudge) == "keyword.contingency"
    d.pass_all()
    # When the condition is met on the opponent's turn, then it may be played for 1 TP.
    d.play(0, "attack", second, y)
    before = d.size(1, HAND)
    d.quietly(1, "use", grudge)
    assert d.tp_of(1) == tp - 1
    assert d.size(1, HAND) == before - 1 + 1
    assert d.where(grudge) == "Discard Pile Zone"


@pytest.mark.editions("keyword.contingency-details")
def test_an_item_with_contingency_still_cannot_join_a_chain() -> None:
    # Given an Item with a Contingency that is met while a chain runs.
    d = Duel(CARDS)
    x = d.character(0)
    relief = d.hand(1, "relief")
    d.go(0, COMBAT)
    d.play(0, "attack", x, d.body(1))
    # When it is to be played, then it is refused until the chain is over, and allowed then.
    assert d.asked() == [1]
    assert d.refused(1, "use", relief) == "chain.items-start-only"
    assert d.refused(1, "play", relief) == "chain.items-start-only"
    d.pass_chain()
    assert d.asked() == [1]
    assert d.can(1, "play", relief)


@pytest.mark.editions("keyword.contingency-details")
def test_contingency_can_start_a_chain_and_keeps_the_normal_way() -> None:
    # Given an attached Reaction with a Contingency that is not met.
    d = Duel(CARDS)
    x, weak = d.character(0), d.character(1, "squire")
    grudge, spare = d.on(d.character(1), "grudge"), d.hand(1, "grudge")
    d.go(0, COMBAT)
    d.play(0, "attack", x, weak)
    # Then it can still be added to a chain as any Reaction.
    assert d.can(1, "use", grudge)
    d.pass_chain()
    # When the Contingency is met in the gap after the chain, then it starts a chain there.
    assert not d.s.chain
    assert d.asked() == [1]
    assert d.can(1, "use", spare)
    d.quietly(1, "use", grudge)
    assert d.where(grudge) == "Discard Pile Zone"


@pytest.mark.editions("keyword.level-up")
def test_level_up_needs_the_listed_card_on_the_field() -> None:
    # Given Level-Up (Rookie Ace), Cost 2, 2 TP, and a Rookie Ace only in Pool and Hand.
    d = Duel(CARDS)
    d.character(0)
    ace = d.fighter(0, "ace")
    d.fighter(0, "rookie")
    d.hand(0, "rookie")
    d.tp(0, 2)
    # Then it is refused.
    assert d.refused(0, "play", ace, (1, 0)) == "keyword.level-up"
    # When one is on the field, then it lies in the Stack afterwards and TP are 0.
    rookie = d.character(0, "rookie")
    d.quietly(0, "play", ace, (1, 0), rookie)
    assert d.s.kids[ace] == (rookie,)
    assert d.where(rookie) == "Stack"
    assert d.tp_of(0) == 0


@pytest.mark.rule("faroe", "keyword.level-up-details")
def test_what_level_up_takes_over_and_what_not() -> None:
    # Given Rookie Ace in front with 1 Augment, 1 face-down Skill and 3 Damage Counters.
    d = Duel(CARDS)
    rookie, y = d.character(0, "rookie"), d.character(1)
    d.character(0, backup=True)
    ace = d.fighter(0, "ace")
    edge, strike = d.on(rookie, "edge", face=1), d.on(rookie, "strike")
    d.damage(rookie, 3)
    # When the Level-Up card (10 HP) enters.
    d.quietly(0, "play", ace, (1, 1), rookie)
    # Then it is in the Character Zone with both cards attached, 10 HP and a Stack of 1.
    assert d.where(ace) == "Character Zone"
    assert sorted(d.s.kids[ace]) == sorted((rookie, edge, strike))
    assert d.s.face[strike] == 0
    assert (d.hp(ace), d.plv(ace)) == (10, 6)
    assert d.count(rookie, "Damage") == 0
    # And it cannot Attack this turn without Flash; nothing was destroyed.
    d.go(0, COMBAT)
    assert d.refused(0, "attack", ace, y) == "combat.entry-delay"
    assert not d.happened("destroyed")


@pytest.mark.rule("faroe", "keyword.overdrive")
@pytest.mark.parametrize("paid", [True, False])
def test_overdrive_is_paid_on_entering_or_never(paid: bool) -> None:
    # Given Overdrive 3 and 5 TP after playing the card.
    d = Duel(CARDS)
    d.on(d.character(1), "focus")
    racer = d.fighter(0, "racer")
    d.tp(0, 7)
    d.play(0, "play", racer, (1, 0))
    assert d.until(CONFIRM) == 0
    assert d.where(racer) == "Character Zone"
    if paid:
        # When you pay, then 2 TP are left and the Overdrive abilities happen, on the Chain.
        d.yes(0)
        assert d.tp_of(0) == 2
        assert d.links() == ["Racer"]
        assert d.asked() == [1]
        d.pass_all()
        assert d.size(0, HAND) == 2
    else:
        # Declining is final.
        d.no(0)
        d.pass_all()
        assert (d.tp_of(0), d.size(0, HAND)) == (5, 0)
    assert d.asked_kind() == ACT


@pytest.mark.rule("faroe", "keyword.overdrive")
def test_overdrive_cannot_be_paid_with_too_few_tp() -> None:
    # Given Overdrive 3 and 2 TP after playing the card.
    d = Duel(CARDS)
    racer = d.fighter(0, "racer")
    d.tp(0, 4)
    # Then nothing is asked, and it cannot be made up for later.
    d.play(0, "play", racer, (1, 0))
    while d.asked_kind() != ACT:
        assert d.asked_kind() != CONFIRM
        d.step()
    d.tp(0, 10)
    assert d.refused(0, "activate", racer) == "combat.abilities"


@pytest.mark.rule("faroe", "keyword.stacker")
def test_stacker_lays_cards_of_the_hand_underneath() -> None:
    # Given Stacker 2 and 5 cards in Hand.
    d = Duel(CARDS)
    d.on(d.character(1), "focus")
    hoarder = d.fighter(0, "hoarder")
    cards = [d.hand(0, slug) for slug in ("plain", "strike", "guard", "ration", "edge")]
    d.play(0, "play", hoarder, (1, 0))
    # When the card enters and you choose 2.
    assert d.until(PICK) == 0
    links = len(d.happened("linked"))
    d.play(0, "pick", cards[1])
    d.play(0, "pick", cards[3])
    # Then no third can be chosen: its Stack has 2 cards, face-up, and the Hand 3.
    assert d.asked_kind() == ACT
    assert d.refused(0, "pick", cards[2]) == "turn.definition"
    assert d.s.kids[hoarder] == (cards[1], cards[3])
    assert all(d.s.face[h] and d.s.code[h] for h in d.s.kids[hoarder])
    assert d.size(0, HAND) == 3
    # And it starts no chain.
    assert len(d.happened("linked")) == links


@pytest.mark.rule("faroe", "keyword.stacker")
def test_stacker_is_free_to_choose_none() -> None:
    # Given Stacker 2 and cards in Hand.
    d = Duel(CARDS)
    hoarder = d.fighter(0, "hoarder")
    d.hand(0, "plain")
    d.play(0, "play", hoarder, (1, 0))
    assert d.until(PICK) == 0
    # When none is chosen, then it is allowed.
    d.play(0, "done")
    assert hoarder not in d.s.kids
    assert d.where(hoarder) == "Character Zone"


@pytest.mark.rule("faroe", "keyword.stacker")
def test_who_is_muted_as_it_comes_has_its_stack_and_its_counters() -> None:
    # Given a Zone card that Mutes all Characters, and one with Stacker 1 and Barrier 2.
    d = Duel(
        CARDS
        + zone("hush", ability={"gives": {"Mute": True}, "to": "all characters"})
        + character("keeper", hp=8, keywords={"Stacker": 1, "Barrier": 2})
    )
    d.zone(0, "hush")
    keeper, below = d.fighter(0, "keeper"), d.hand(0, "plain")
    # When it is played, then its Player is asked for a card for its Stack, and it has 2 Barrier Counters.
    d.play(0, "play", keeper, (1, 0))
    assert d.until(PICK) == 0
    d.quietly(0, "pick", below)
    assert d.s.kids[keeper] == (below,) and d.count(keeper, "Barrier") == 2


@pytest.mark.editions("keyword.surprise")
def test_a_surprise_is_revealed_when_its_condition_is_met() -> None:
    # Given a Surprise card "when you are attacked", Cost 2, attached to its Player with 3 TP.
    d = Duel(CARDS)
    x = d.character(0)
    ambush = d.on(d.body(1), "ambush")
    weak = d.character(1, "squire")
    second = d.character(0)
    d.go(0, COMBAT)
    d.tp(1, 3)
    # While the condition is not met it cannot be revealed.
    d.play(0, "attack", x, weak)
    assert d.refused(1, "use", ambush) == "keyword.surprise"
    d.pass_all()
    assert values.last_stand(d.s, 1)
    # When an opponent attacks that Player, then it may be revealed for 2 TP and joins the Chain.
    d.play(0, "attack", second, d.body(1))
    d.play(1, "use", ambush)
    assert [row[ROW_CARD] for row in d.happened("linked")][-1] == ambush
    d.pass_all()
    assert d.tp_of(1) == 3 - 2 + 1
    # It then goes to the Discard Pile.
    assert d.where(ambush) == "Discard Pile Zone"


@pytest.mark.rule("faroe", "keyword.contingency", "keyword.surprise")
@pytest.mark.parametrize("phase", [PREPARATION, COMBAT, AFTERMATH])
def test_what_waits_for_a_condition_is_offered_in_every_phase_of_its_owner(phase: int) -> None:
    # Given a Contingency in Hand, one on a Character and a Surprise card beside the Player, and one enemy.
    d = Duel(CARDS)
    mine = d.character(0)
    d.character(1)
    there = [d.hand(0, "envy"), d.on(mine, "envy"), d.on(d.body(0), "crowd-alarm")]
    d.go(0, phase)
    # Then none of them is offered or accepted but what is used as what it is.
    if phase != COMBAT:
        assert not any(d.can(0, "use", h) for h in there)
    # When the condition is met, then each of them is both.
    d.character(1)
    assert all(d.can(0, "use", h) for h in there)
    assert offering.faults(d.s, d.dealer) == []
    d.quietly(0, "use", there[0])
    assert d.where(there[0]) == "Discard Pile Zone"


@pytest.mark.editions("keyword.surprise-details")
def test_a_surprise_is_laid_down_for_free_and_waits() -> None:
    # Given a Surprise card of Cost 2 that is placed in the Preparation Phase: for free, without a chain.
    d = Duel(CARDS)
    x = d.character(0)
    d.next_turn(1)
    ambush, other = d.hand(1, "ambush"), d.hand(1, "guard")
    tp = d.tp_of(1)
    d.play(1, "place", ambush)
    assert (d.tp_of(1), d.asked(), d.s.phase) == (tp, [1], PREPARATION)
    assert (d.s.host[ambush], d.s.face[ambush]) == (d.body(1), 0)
    assert d.refused(1, "use", ambush) == "keyword.surprise"
    assert d.where(other) == "Hand"
    d.next_turn(0)
    d.go(0, COMBAT)
    # When the condition is met with 1 TP, then it cannot be revealed and stays face-down.
    d.tp(1, 1)
    d.play(0, "attack", x, d.body(1))
    assert d.refused(1, "use", ambush) == "value.costs"
    d.pass_all()
    assert d.s.code[ambush] == 0
    # When it is met later with 2 TP, then it can.
    d.next_turn(0)
    d.go(0, COMBAT)
    d.tp(1, 2)
    d.play(0, "attack", x, d.body(1))
    assert d.can(1, "use", ambush)


@pytest.mark.rule("faroe", "keyword.contingency-details")
def test_the_player_is_the_user_of_a_contingency_card_in_the_hand() -> None:
    # Given a Player with Characters, and an attack Skill in Hand whose Contingency is met in the own turn.
    spite = skill("own-turn", contingency={"your_turn": True}, do={"attack": 4})
    d = Duel(spite)
    x, y = d.character(0), d.character(1)
    d.counters(x, "Fracture", 2)
    card = d.hand(0, "own-turn")
    # When it is used, then it is the Player who attacks, and none of the Characters.
    d.go(0, COMBAT)
    d.quietly(0, "use", card, y)
    assert [row[ROW_CARD] for row in d.happened("attacks")] == [d.body(0)]
    assert (d.hp(y), d.count(x, "Damage")) == (6, 0)
