"""The places of cards: what is hidden, what is open, and what happens on the way (F.A.R.O.E., topic zone)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.state import PICK, ROW_EVENT, ROW_N, ROW_SEAT, TAKE
from fadenet.games.fade.tables import AFTERMATH, BACKUP, COMBAT, DECK, DISCARD, FRONT, HAND, NZ, PREPARATION
from tests.builders.scenario import Duel
from tests.cards.fade import cards, item

TO_FRONT, TO_BACK = (1, 0), (1, 1)

CARDS = (
    cards("beg", "slay")
    + item("seek-fire", do={"search": 1, "for": {"type": "Skill", "element": "Fire"}})
    + item("seek", do={"search": 1})
    + item("peek", targets="enemy players", do={"look": 1, "who": "target"})
    + item("beg-twice", targets="enemy players", do={"discard": 2, "who": "target"})
    + item("snatch", targets="enemy players", do={"discard": 1, "who": "target", "random": True})
    + item("grab", do=[{"pick": "enemy hand"}, {"return": "it", "to": "discard"}])
    + item("sweep", do={"destroy": "all augments"})
    + item("lift", targets="your characters", do={"orbital": "target"})
)


# Deck.


@pytest.mark.rule("faroe", "zone.deck-search")
def test_a_searched_deck_is_shuffled_and_what_was_named_is_shown() -> None:
    d = Duel(CARDS)
    item = d.hand(0, "seek-fire")
    d.deck_size(0, 17)
    top = d.deck_top(0, "guard", "strike", "ration")
    d.go(0, PREPARATION)
    assert d.size(0, DECK) == 20
    shuffles = len(d.happened("shuffled"))
    d.quietly(0, "play", item)
    assert d.names(0, HAND) == ["Strike"]
    assert d.size(0, DECK) == 19
    assert len(d.happened("shuffled")) == shuffles + 1
    assert d.s.zones[DECK] == (0,) * 19  # no slot is tied to a card that was known to lie there
    assert set(top) - {d.s.zones[HAND][0]} < set(d.s.pool[0])


@pytest.mark.rule("faroe", "zone.hidden-choice")
def test_a_card_of_a_named_kind_is_shown_and_any_other_stays_hidden() -> None:
    d = Duel(CARDS)
    named, any_one = d.hand(0, "seek-fire"), d.hand(0, "seek")
    d.deck_size(0, 5)
    d.deck_top(0, "strike")
    d.go(0, PREPARATION)
    d.quietly(0, "play", named)
    (fire,) = (h for h in d.s.zones[HAND] if h != any_one)
    assert d.s.code[fire] == d.rules.code_of("strike")
    d.quietly(0, "play", any_one)
    (taken,) = (h for h in d.s.zones[HAND] if h != fire)
    assert d.s.code[taken] == 0
    assert d.dealer.known[0][taken]
    assert taken not in d.dealer.known[1]


@pytest.mark.rule("faroe", "zone.hidden-choice")
def test_whoever_says_that_there_is_none_is_held_to_it() -> None:
    """Given 2 Fire Skills in the Deck; when their owner says there is none; then the claim is false."""
    d = Duel(CARDS)
    item = d.hand(0, "seek-fire")
    d.deck_top(0, "strike", "strike")
    d.go(0, PREPARATION)
    move = d.move("play", item)
    kernel.apply(d.s, 0, move, d.dealer.opening(d.s, move))
    (want,) = d.s.needs
    assert want.kind == TAKE
    d.dealer.choose_take[want.id] = []
    d.settle()
    assert [row[ROW_SEAT] for row in d.happened("found-none")] == [0]
    fits = d.rules.predicates[want.items[0] - 1]
    there = {*d.s.pool[0], *d.s.zones[DECK]} - {0}
    assert sum(fits(d.rules.cards[d.dealer.truth[h]]) for h in there) == 2


@pytest.mark.rule("faroe", "zone.hidden-look")
def test_a_look_is_for_those_named_and_the_owner() -> None:
    d = Duel(CARDS, seats=3)
    item = d.hand(0, "peek")
    (top,) = d.deck_top(1, "giant")
    d.go(0, PREPARATION)
    d.quietly(0, "play", item, d.body(1))
    giant = d.rules.code_of("giant")
    assert [known.get(top) for known in d.dealer.known] == [giant, giant, None]
    assert d.s.code[top] == 0
    assert [(row[ROW_SEAT], row[ROW_N]) for row in d.happened("looked")] == [(0, 1)]
    assert d.s.zones[NZ + DECK][0] == top


@pytest.mark.rule("faroe", "zone.hidden-look")
def test_an_unbound_top_card_is_bound_by_looking_at_it() -> None:
    d = Duel(CARDS, seats=3)
    item = d.hand(0, "peek")
    d.go(0, PREPARATION)
    d.quietly(0, "play", item, d.body(1))
    top = d.s.zones[NZ + DECK][0]
    assert top
    assert [top in known for known in d.dealer.known] == [True, True, False]
    d.go(1, PREPARATION)
    assert top in d.s.zones[NZ + HAND]


# Fighter Pool, piles, Hand.


@pytest.mark.rule("faroe", "zone.hand-discard")
def test_who_discards_chooses() -> None:
    d = Duel(CARDS)
    hand = [d.hand(1, "strike") for _ in range(5)]
    item = d.hand(0, "beg")
    d.go(0, PREPARATION)
    d.play(0, "play", item, d.body(1))
    while d.asked_kind() != PICK:
        d.step()
    assert d.asked() == [1]
    assert {move[1] for move in d.options(1)} == set(hand)
    d.play(1, "pick", hand[3])
    assert d.where(hand[3]) == "Discard Pile Zone"
    assert d.size(1, HAND) == 4


@pytest.mark.rule("faroe", "zone.hand-discard")
def test_at_random_is_settled_by_a_toss_with_equal_chances() -> None:
    places = set()
    for seed in range(40):
        d = Duel(CARDS, seed=seed)
        hand = [d.hand(1, "strike") for _ in range(5)]
        item = d.hand(0, "snatch")
        d.go(0, PREPARATION)
        d.quietly(0, "play", item, d.body(1))
        (row,) = d.happened("discarded")
        places.add(hand.index(row[1]))
    assert places == {0, 1, 2, 3, 4}
    assert d.happened("tossed")


@pytest.mark.rule("faroe", "zone.hand-discard")
def test_another_player_chooses_blind_by_place() -> None:
    d = Duel(CARDS)
    hand = [d.hand(1, slug) for slug in ("strike", "guard", "ration")]
    item = d.hand(0, "grab")
    d.go(0, PREPARATION)
    d.play(0, "play", item)
    while d.asked_kind() != PICK:
        d.step()
    assert d.asked() == [0]
    assert {move[1] for move in d.options(0)} == set(hand)
    assert not any(h in d.dealer.known[0] for h in hand)
    d.play(0, "pick", hand[1])
    assert d.names(1, DISCARD) == ["Guard"]
    assert d.size(1, HAND) == 2


@pytest.mark.rule("faroe", "zone.hand-discard")
def test_with_fewer_cards_than_demanded_all_go() -> None:
    d = Duel(CARDS)
    one = d.hand(1, "strike")
    item = d.hand(0, "beg-twice")
    d.go(0, PREPARATION)
    d.quietly(0, "play", item, d.body(1))
    assert d.where(one) == "Discard Pile Zone"
    assert d.size(1, HAND) == 0


# The two rows.


@pytest.mark.rule("faroe", "zone.character")
def test_characters_attack_from_the_front() -> None:
    d = Duel(CARDS)
    x = d.character(0)
    y = d.character(1)
    d.go(0, COMBAT)
    assert d.can(0, "attack", x, y)


@pytest.mark.rule("faroe", "zone.backup")
def test_characters_come_forward_in_the_aftermath_phase_and_not_in_combat() -> None:
    d = Duel(CARDS)
    d.character(0)
    y = d.character(0, backup=True)
    d.go(0, COMBAT)
    assert d.refused(0, "move", y) == "turn.phases"
    d.go(0, AFTERMATH)
    d.play(0, "move", y)
    assert d.where(y) == "Character Zone"


@pytest.mark.rule("faroe", "zone.backup-needs-front")
def test_the_backup_zone_needs_a_front() -> None:
    d = Duel(CARDS)
    x, y = d.fighter(0), d.fighter(0)
    d.go(0, PREPARATION)
    assert d.refused(0, "play", x, TO_BACK) == "zone.backup-needs-front"
    d.quietly(0, "play", x, TO_FRONT)
    d.quietly(0, "play", y, TO_BACK)
    assert (d.where(x), d.where(y)) == ("Character Zone", "Backup Zone")


@pytest.mark.rule("faroe", "zone.move-up")
def test_an_empty_front_is_refilled_by_everybody_behind_it() -> None:
    d = Duel(CARDS)
    x = d.character(0)
    behind = tuple(d.character(0, backup=True) for _ in range(3))
    item = d.hand(0, "slay")
    d.go(0, PREPARATION)
    d.quietly(0, "play", item, x)
    assert d.s.zones[FRONT] == behind
    assert d.s.zones[BACKUP] == ()


@pytest.mark.rule("faroe", "zone.move-up-timing")
def test_moving_up_needs_no_ability_to_act_and_keeps_everything() -> None:
    d = Duel(CARDS)
    first, second = d.character(0, "giant"), d.character(0, "giant")
    x = d.character(1, "squire")
    y = d.character(1, backup=True)
    d.counters(y, "Paralyze", 1)
    d.go(0, COMBAT)
    d.quietly(0, "attack", first, x)
    assert (d.where(x), d.where(y)) == ("Discard Pile Zone", "Character Zone")
    assert d.count(y, "Paralyze") == 1
    d.quietly(0, "attack", second, y)
    assert d.hp(y) == 5


@pytest.mark.rule("faroe", "zone.move-up-timing")
def test_moving_up_happens_in_the_middle_of_a_chain() -> None:
    d = Duel(CARDS)
    x = d.character(0)
    y, z = d.character(1), d.character(1, backup=True)
    d.damage(y, 9)
    blow = d.on(x, "strike")
    d.go(0, COMBAT)
    told = len(d.log)
    d.play(0, "attack", x, y)
    d.quietly(0, "use", blow, y)
    names = [d.rules.events[row[ROW_EVENT]] for row in d.log[told:]]
    first, last = (n for n, name in enumerate(names) if name == "link-resolved")
    assert first < names.index("moved-up") < last  # before the first Link, the Normal Attack, is carried out
    assert d.where(z) == "Character Zone"


@pytest.mark.rule("faroe", "zone.capacity")
def test_a_ninth_character_finds_room() -> None:
    d = Duel(CARDS)
    for _ in range(8):
        d.character(0)
    ninth = d.fighter(0)
    d.go(0, PREPARATION)
    d.quietly(0, "play", ninth, TO_FRONT)
    assert d.size(0, FRONT) == 9


# The field.


@pytest.mark.editions("zone.field")
def test_the_field_is_what_is_in_play_and_not_orbital() -> None:
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    away = d.character(0)
    lift, sweep = d.hand(0, "lift"), d.hand(0, "sweep")
    mine, theirs, beside = d.on(x, "edge", face=1), d.on(y, "edge", face=1), d.on(d.body(1), "edge", face=1)
    adrift, held = d.on(away, "edge", face=1), d.hand(0, "edge")
    d.go(0, PREPARATION)
    d.quietly(0, "play", lift, away)
    d.quietly(0, "play", sweep)
    assert [d.where(h) for h in (mine, theirs, beside)] == ["Discard Pile Zone"] * 3
    assert d.s.host[adrift] == away
    assert d.where(held) == "Hand"


@pytest.mark.rule("faroe", "zone.attached-to-player")
def test_a_card_beside_a_player_does_not_shield_and_stays() -> None:
    d = Duel(CARDS)
    x = d.character(0)
    beside = d.on(d.body(1), "edge", face=1)
    d.go(0, COMBAT)
    assert d.plv(d.body(1)) == 3  # the Augment works
    assert d.can(0, "attack", x, d.body(1))
    d.quietly(0, "attack", x, d.body(1))
    assert d.s.host[beside] == d.body(1)
    d.go(1, COMBAT)
    assert d.can(1, "attack", d.body(1), x)  # The Last Stand: a Player may attack


@pytest.mark.rule("faroe", "zone.deck-search")
@pytest.mark.parametrize("to", ["deck", "deck top", "deck bottom"])
def test_a_card_that_is_put_back_goes_where_the_effect_says(to: str) -> None:
    # Given 3 cards in the Deck, and an Item that puts one of the Discard Pile back into it.
    back = item("back", targets="your discard pile", do={"return": "target", "to": to})
    d = Duel(cards("gratis") + CARDS + back)
    d.deck_size(0, 3)
    card, shuffles = d.discard(0, "strike"), len(d.happened("shuffled"))
    d.quietly(0, "play", d.hand(0, "back"), card)
    assert d.size(0, DECK) == 4
    # Then it is shuffled in if no place is named, and else lies in that place, in a Deck as it was.
    assert len(d.happened("shuffled")) == shuffles + (to == "deck")
    if to != "deck":
        order = d.s.zones[DECK]
        assert order.index(card) == (0 if to == "deck top" else 3)
