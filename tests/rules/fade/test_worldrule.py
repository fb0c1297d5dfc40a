"""World Rules: brought, voted on, in force before card texts (topic worldrule)."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.errors import LoadError, WrongInput
from fadenet.games import decks
from fadenet.games.fade.field import values
from fadenet.games.fade.tables import COMBAT, DECK, HAND, PREPARATION, S_PLV, V_WORLDS
from fadenet.games.fade.turn import votes
from tests.builders.decklists import CARDS as LISTED
from tests.builders.decklists import broken, deck_of
from tests.builders.meetings import cited
from tests.builders.scenario import Duel, rules_with
from tests.cards.fade import card, cards, character, item, world_rule, zone

CARDS = (
    cards("forty", "sixty-and-eight", "truce")
    + world_rule("eight", figures={"hand_max": 8})
    + world_rule("twelve", figures={"hand_max": 12})
    + world_rule("prize", figures={"tp_gain_normal_attack": 3})
    + world_rule("plain-fare", figures={"tp_gain_normal_attack": 0})
    + zone("big-pocket", ability={"gives": {"Maximum Hand Size": 2}, "to": "you"})
    + zone("fixed-pocket", ability={"gives": {"hand_max": 12}, "to": "you"})
    + character("free-spirit", hp=5, keywords={"Immune": ["Abilities", "Zones"]})
    + item("scour", cost=0, targets="all cards", do={"destroy": "target"})
)


SHARP = cards("sharp-world")


@pytest.mark.editions(fade2="worldrule.agreement", fade1="worldrule.vote-per-card")
@pytest.mark.parametrize("agreed", [True, False])
def test_a_world_rule_holds_if_everybody_agrees(agreed: bool, edition: str) -> None:
    # Given 3 Players and a World Rule that one of them brings, and another one.
    d = Duel(CARDS, seats=3, setup=False, edition=edition, worlds=("forty", "none", "eight"))
    assert d.asked() == [0, 1, 2] and not d.happened("shuffled")
    # When one refuses, then it is inactive; when all agree, it is active. Each is voted on alone.
    d.vote(True, agreed, True)
    d.vote(True, True, True)
    assert [d.hp(d.body(n)) for n in range(3)] == [40 if agreed else 50] * 3
    assert values.hand_max(d.s, 1) == 8
    assert len(d.happened("agreed")) == 1 + agreed and len(d.happened("outvoted")) == 1 - agreed


@pytest.mark.rule("fade1", "worldrule.unanimous")
@pytest.mark.parametrize(("votes", "hp"), [((True, True, False), 50), ((True, True, True), 60)])
def test_all_three_must_want_the_60_hp(votes: tuple[bool, ...], hp: int) -> None:
    d = Duel(CARDS, seats=3, setup=False, edition="fade1", worlds=("sixty-and-eight",))
    d.vote(*votes)
    assert [d.hp(d.body(n)) for n in range(3)] == [hp] * 3


@pytest.mark.editions(fade2="worldrule.agreement", fade1="worldrule.vote-per-card")
def test_no_answer_in_time_is_a_no(edition: str) -> None:
    # Given a vote, when the time of a Player is up, then what is answered for them is no.
    d = Duel(CARDS, setup=False, edition=edition, worlds=("forty",))
    assert kernel.default_answer(d.s, 1, {}) == d.move("no")


@pytest.mark.rule("fade2", "setup.sequence")
@pytest.mark.rule("fade1", "setup.sequence")
@pytest.mark.parametrize("edition", ["fade2", "fade1"])
def test_the_vote_is_over_before_any_deck_is_shuffled(edition: str) -> None:
    # Given a World Rule that is brought, then the vote on it comes first, and a throw or toss only after it.
    d = Duel(CARDS, setup=False, edition=edition, worlds=("forty",))
    assert d.refused(0, "end") and not d.happened("shuffled") and not d.happened("thrown")
    assert d.size(0, DECK) == d.size(0, HAND) == 0
    d.vote(True, True)
    assert d.size(0, DECK) > 0


@pytest.mark.editions(fade2="worldrule.what", fade1="worldrule.conflict")
def test_what_a_world_rule_sets_cards_change_and_do_not_set(edition: str) -> None:
    # Given 'maximum Hand Size 8', one who has 2 more, and one whose own card says 12.
    d = Duel(CARDS, edition=edition, worlds=("eight",))
    d.zone(0, "big-pocket")
    d.zone(1, "fixed-pocket")
    # Then the first keeps 10 and the other one 8.
    assert (values.hand_max(d.s, 0), values.hand_max(d.s, 1)) == (10, 8)
    # Without that World Rule it is 12 for both.
    free = Duel(CARDS, edition=edition)
    free.zone(0, "big-pocket")
    free.zone(1, "fixed-pocket")
    assert (values.hand_max(free.s, 0), values.hand_max(free.s, 1)) == (12, 12)


@cited(("laststand.tp", "laststand.two-tp"), ("worldrule.what", "worldrule.conflict"))
@pytest.mark.parametrize(
    ("rule", "alone", "tp"),
    [("prize", False, 3), ("prize", True, 3), ("plain-fare", False, 0), ("plain-fare", True, 2)],
)
def test_the_last_stand_never_lowers_what_a_normal_attack_gives(
    rule: str, alone: bool, tp: int, edition: str
) -> None:
    # Given a World Rule on the TP of a successful Normal Attack, and a Player with a Character or with none.
    d = Duel(CARDS, edition=edition, worlds=(rule,))
    x = d.body(0) if alone else d.character(0)
    y = d.character(1)
    d.go(0, COMBAT)
    d.tp(0, 0)
    # When one succeeds, then it gives those; in The Last Stand it gives 2 TP, or those if they are more.
    d.quietly(0, "attack", x, y)
    assert d.tp_of(0) == tp


@pytest.mark.editions(fade2="worldrule.what", fade1="worldrule.conflict")
def test_what_a_world_rule_forbids_holds_against_card_text(edition: str) -> None:
    # Given a World Rule by which Characters cannot Attack, and a Character that is Immune to what is like it.
    d = Duel(CARDS, edition=edition, worlds=("truce",))
    x, y = d.character(0, "free-spirit"), d.character(1, "soldier")
    d.go(1, COMBAT)
    d.go(0, COMBAT)
    assert d.refused(0, "attack", x, y) == d.rule("cannot-act")


@pytest.mark.editions(fade2="worldrule.conflict", fade1="worldrule.conflict")
def test_of_two_at_odds_the_lower_seat_s_holds_and_stays(edition: str) -> None:
    # Given 'maximum Hand Size 8' of seat 1 and 'maximum Hand Size 12' of seat 2, both agreed.
    d = Duel(CARDS, seats=3, edition=edition, worlds=("eight", "twelve"))
    d.zone(1, "big-pocket")
    d.zone(2, "fixed-pocket")
    hands = [values.hand_max(d.s, n) for n in range(3)]
    # Then 8 is used, 10 by the one with 2 more, 8 by the one whose card says 12; also once seat 1 has lost.
    assert hands == [8, 10, 8]
    d.play(0, "concede")
    assert [values.hand_max(d.s, n) for n in range(1, 3)] == [10, 8]


@pytest.mark.editions(fade2="worldrule.conflict", fade1="worldrule.conflict")
def test_players_are_warned_before_they_vote(edition: str) -> None:
    # Given two that set the starting HP, then the question about each names the other one.
    d = Duel(CARDS, seats=3, setup=False, edition=edition, worlds=("forty", "none", "sixty-and-eight"))
    assert votes.rivals(d.s, d.rules.code_of("forty")) == ["Sixty And Eight"]
    assert votes.rivals(d.s, d.rules.code_of("sixty-and-eight")) == ["Forty"]
    d.vote(True, True, True)
    d.vote(True, True, True)
    assert [d.hp(d.body(n)) for n in range(3)] == [40] * 3 and values.hand_max(d.s, 0) == 8


@pytest.mark.editions(fade2="worldrule.conflict", fade1="worldrule.conflict")
def test_two_copies_count_once(edition: str) -> None:
    # Given a World Rule of +1 PLV that two Players bring, then Characters get 1.
    d = Duel(CARDS + SHARP, edition=edition, worlds=("sharp-world", "sharp-world"))
    x = d.character(0, "soldier")
    assert d.plv(x) == d.rules.cards[d.s.code[x]].stats[S_PLV] + 1


@pytest.mark.rule("fade2", "worldrule.duration")
def test_it_outlasts_its_player_and_nothing_touches_it() -> None:
    # Given A's World Rule, when A has lost, then it still holds.
    d = Duel(CARDS, seats=3, edition="fade2", worlds=("truce",))
    x, y = d.character(1, "soldier"), d.character(2, "soldier")
    d.go(0, PREPARATION)
    # What destroys any card cannot choose it: it has no place among the cards.
    scour = d.hand(0, "scour")
    chosen = {move[2] for move in d.options(0) if move[:2] == d.move("play", scour)}
    assert chosen == {x, y}
    d.play(0, "concede")
    d.go(1, COMBAT)
    assert d.refused(1, "attack", x, y) == d.rule("cannot-act")


@pytest.mark.editions(fade2="limit.world-rule-raider", fade1="worldrule.one-per-player")
def test_nobody_brings_two(edition: str) -> None:
    with pytest.raises(WrongInput, match="one World Rule at most"):
        rules_with(CARDS, edition=edition, worlds=("forty", "eight", "twelve"))
    with pytest.raises(WrongInput, match="no World Rule 'soldier'"):
        rules_with(CARDS, edition=edition, worlds=("soldier",))
    # Up to 4 different ones are active with 4 Players.
    four = ("forty", "eight", "truce", "twelve")
    d = Duel(CARDS, seats=4, edition=edition, worlds=four)
    assert d.s.vars[V_WORLDS] == 0b1111


@pytest.mark.editions(fade2="deck.outside-cards", fade1="worldrule.shown-before")
def test_a_world_rule_is_in_no_deck(edition: str) -> None:
    rules = rules_with(LISTED + CARDS, edition=edition)
    least = rules.figures.deck_min
    assert broken(rules, deck_of(rules, least), []) == []
    deck, pool = deck_of(rules, least, forty=1), [rules.code_of("eight")]
    assert broken(rules, deck, []) == broken(rules, deck_of(rules, least), pool) == [rules.cites["outside"]]
    assert "'Forty'" in decks.check_deck(rules, (deck, []))[0][1]


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        (item("x", figures={"hand_max": 8}), "only a World Rule sets figures"),
        (world_rule("x", figures={"deck_min": 8}), "figure that a World Rule sets"),
        (world_rule("x", figures={"hand_max": 0}), "hand_max"),
        (world_rule("x", cost=1), "no Cost"),
        (card("x", types=["World Rule", "Item"], rank="Normal"), "no other Supertype"),
        (world_rule("x", ability={"activate": True, "do": {"draw": 1}}), "is given to all"),
        (world_rule("x", ability={"gives": {"PLV": 1}, "to": "you"}), "is given to all"),
    ],
)
def test_what_no_world_rule_says_is_an_error(wrong: str, why: str) -> None:
    with pytest.raises(LoadError, match=why):
        rules_with(wrong, edition="fade2")


def test_an_edition_without_them_has_none() -> None:
    with pytest.raises(LoadError, match="World Rule"):
        rules_with(world_rule("x"))
