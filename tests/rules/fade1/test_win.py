"""Empty Decks, the moment of a loss, and a Chain that goes on without a player, in the 60-card edition
(topic win)."""

from __future__ import annotations

import pytest

from fadenet.engine.state import ROW_CARD
from fadenet.games.fade import reasons
from fadenet.games.fade.tables import COMBAT, DECK, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import cards, character, item, skill

CARDS = (
    cards("death-sentence", "riposte-4")
    + item("recycle", targets={"pick": "your discard pile", "n": 3}, do={"return": "targets", "to": "deck"})
    + character("hitter", hp=12, plv=4)
    + skill("triple", do={"attack": 4, "hits": 3})
    + skill("twin", do={"attack": [{"n": 3}, {"n": 3}]})
    + item("cordial", cost=0, targets="your players", do={"heal": 9, "of": "target"})
    + item("quake", cost=0, do={"damage": 3, "to": "all players"})
    + character("heir", ability={"on": "takes-damage", "of": "you", "do": {"heal": 9, "of": "you"}})
)


@pytest.mark.rule("fade1", "win.empty-deck-otherwise-safe")
@pytest.mark.parametrize("helped", [True, False])
def test_an_emptied_deck_may_be_filled_before_the_next_turn(helped: bool) -> None:
    # Given a Deck that is emptied in the Draw Phase.
    d = Duel(CARDS, edition="fade1")
    d.go(1, PREPARATION)
    d.deck_size(0, 2)
    d.next_turn(0)
    assert d.size(0, DECK) == 0 and not d.s.over
    d.go(0, COMBAT)
    d.go(1, PREPARATION)
    assert not d.s.over
    # When an effect shuffles 3 cards back into it before the next own turn, or does not.
    d.go(1, COMBAT)
    if helped:
        there = [d.discard(0, "plain") for _ in range(3)]
        recycle = d.hand(0, "recycle")
        d.play(1, "end")
        while not d.can(0, "play", recycle, *there):
            d.step()
        d.play(0, "play", recycle, *there)
    turn = d.s.turn
    while d.s.turn == turn and not d.s.over:
        d.step()
    # Then that player loses as the turn starts, or does not.
    assert d.s.over == (() if helped else ((2, 1), d.rule(reasons.EMPTY_DECK)))


@pytest.mark.rule("fade1", "win.elimination-chain")
@pytest.mark.parametrize("front", [True, False])
def test_hits_that_are_left_after_a_defeat_go_to_a_third(front: bool) -> None:
    # Given A's 3-hit Skill on Player B at 4 HP in a game of three, C with a Character or without.
    d = Duel(CARDS, seats=3, edition="fade1")
    x = d.character(0, "hitter")
    z = d.character(2, "giant") if front else d.body(2)
    triple = d.on(x, "triple")
    d.leave(d.body(1), 4)
    d.go(0, COMBAT)
    d.play(0, "use", triple, d.body(1))
    # When hit 1 defeats B, then hits 2 and 3 may be aimed at a legal target of C.
    assert d.until_chosen(0) == [z] and d.s.out == (1,)
    before = d.hp(z)
    d.quietly(0, "pick", z)
    assert d.hp(z) == before - 8 and d.lies(triple) == "discard" and d.asked() == [0]


@pytest.mark.rule("fade1", "win.elimination-chain")
def test_hits_on_a_character_of_who_is_out_go_to_a_third() -> None:
    # Given A's Skill on B's Character, whose owner is out before it resolves.
    d = Duel(CARDS, seats=3, edition="fade1")
    x, b, c = d.character(0, "hitter"), d.character(1), d.character(2, "giant")
    triple, doom = d.on(x, "triple"), d.on(c, "death-sentence")
    d.go(0, COMBAT)
    d.play(0, "use", triple, b)
    d.until_asked(2)
    # When link 2 by C defeats B, then link 1 is left, and its 3 hits may be aimed at C.
    d.play(2, "use", doom, -1, d.body(1))
    assert d.until_chosen(0) == [c] and d.s.out == (1,)
    d.quietly(0, "pick", c)
    assert d.hp(c) == 20 - 12 and d.lies(triple) == "discard"


@pytest.mark.rule("fade1", "win.elimination-chain")
def test_an_attack_of_who_is_out_ends_and_other_links_resolve() -> None:
    # Given C's attack on B's Character in C's turn, B's Counter-hit, and a link of A that defeats C.
    d = Duel(CARDS, seats=3, edition="fade1")
    a, b, c = d.character(0), d.character(1), d.character(2, "hitter")
    riposte, doom = d.on(b, "riposte-4"), d.on(a, "death-sentence")
    d.go(2, COMBAT)
    d.play(2, "attack", c, b)
    d.until_asked(0)
    d.play(0, "use", doom, -1, d.body(2))
    d.until_asked(1)
    d.quietly(1, "use", riposte, -1)
    # Then B's link resolved, then A's, and C's attack did nothing; the next turn is A's.
    assert d.s.out == (2,) and d.hp(b) == 10 and d.hp(d.body(1)) == 50
    assert [row[ROW_CARD] for row in d.happened("link-resolved")][:2] == [riposte, doom]
    assert d.s.active == 0 and d.lies(riposte) == d.lies(doom) == "discard"


@pytest.mark.rule("fade1", "win.checked-when")
def test_who_is_at_0_hp_after_the_first_hit_has_lost_before_anything_heals() -> None:
    # Given a Player at 3 HP without Characters, a Skill of two hits of 3 in answer to an Item of theirs that
    # would give them HP: the Item is the earlier link, still to resolve.
    d = Duel(CARDS, edition="fade1")
    x = d.character(0)
    twin = d.on(x, "twin")
    d.leave(d.body(1), 3)
    cordial = d.hand(1, "cordial")
    d.go(0, COMBAT)
    d.play(0, "end")
    d.play(1, "play", cordial, d.body(1))
    d.until_asked(0)
    d.quietly(0, "use", twin, d.body(1))
    # When hit 1 lands, then they have lost at once.
    assert d.s.over == ((1, 2), d.rule("no-hp"))
    assert len(d.happened("hit")) == 1 and not d.happened("healed")


@pytest.mark.rule("fade1", "win.checked-when")
def test_what_taking_damage_triggers_comes_too_late() -> None:
    # Given a Player at 3 HP whose Character gives them 9 HP on taking damage, and another one at 9 HP.
    d = Duel(CARDS, seats=3, edition="fade1")
    d.character(1, "heir")
    d.leave(d.body(1), 3)
    d.quietly(0, "play", d.hand(0, "quake"))
    # When 3 damage are dealt to each Player, then that one has lost and the two others play on.
    assert d.s.out == (1,) and not d.s.over
