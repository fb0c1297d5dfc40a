"""Kinds of games: who is an opponent, who an ally, and what becomes of what an eliminated Player had."""

from __future__ import annotations

import random

import pytest

from fadenet.engine import invariants, kernel
from fadenet.engine.state import ACT, CONFIRM, PICK, ROW_N, ROW_SEAT
from fadenet.games.fade.tables import AFTERMATH, COMBAT, DISCARD, HAND, NZ, PREPARATION, V_FIRST, V_ROUND
from tests.builders.scenario import ROCK, SCISSORS, Duel
from tests.cards.fade import cards, character, item, reaction, zone

CARDS = (
    cards("seize")
    + character(
        "mourner",
        cost=1,
        level=2,
        hp=10,
        plv=1,
        ability={"keyword": "Vengeance", "do": {"counter": "Fracture", "n": 1, "on": "this"}},
    )
    + character("doomed", cost=1, level=3, hp=10, plv=1, keywords="Deathmark")
    + reaction("free-riposte", cost=0, answers="attack", do={"attack": 2})
    + reaction("free-deny-item", cost=0, answers="item", do={"negate": True})
    + item("blast", cost=0, targets="all players", do={"damage": 40, "to": "target"})
    + item("storm", cost=0, do={"damage": 1, "to": "all players"})
    + item("venom", cost=0, targets="all characters", do={"counter": "Poison", "n": 2, "on": "target"})
    + zone("haven", cost=0, ability={"gives": {"HP": 4}, "to": "all characters"})
    + character("cheer", cost=1, level=1, hp=5, plv=1, ability={"gives": {"PLV": 1}, "to": "ally characters"})
    + item("choosy", cost=0, targets="enemy players", do={"discard": 1, "who": "target"})
)


def three(edition: str) -> Duel:
    return Duel(CARDS, seats=3, edition=edition)


def teams(edition: str) -> Duel:
    """Seats 0 and 2 against 1 and 3."""
    return Duel(CARDS, seats=4, format="teams", edition=edition)


def sweep(d: Duel, seat: int) -> None:
    """Nothing of a seat is left anywhere, and the state is whole."""
    s = d.s
    assert seat in s.out
    assert not any(s.zones[seat * NZ + kind] for kind in range(NZ))
    assert not any(s.owner[h] == seat and s.zone[h] >= 0 for h in range(s.seats + 1, len(s.code)))
    assert not any(s.pool[seat * 2 : seat * 2 + 2])
    assert invariants.fault(s) == ""


@pytest.mark.editions("format.free-for-all", fade2="format.free-for-all", fade1="format.free-for-all")
def test_each_attack_may_be_aimed_at_any_other_player(edition: str) -> None:
    # Given three Players with one front Character each, and two Attacks.
    d = three(edition=edition)
    x, y = d.character(0), d.character(0, "giant")
    b, c = d.character(1), d.character(2)
    d.go(0, COMBAT)
    # When A attacks, then A may choose B's or C's Character, and another one with the next Attack.
    assert d.can(0, "attack", x, b) and d.can(0, "attack", x, c)
    d.quietly(0, "attack", x, b)
    d.quietly(0, "attack", y, c)
    assert (d.hp(b), d.hp(c)) == (7, 5)


@pytest.mark.editions("format.free-for-all", fade2="format.free-for-all", fade1="format.free-for-all")
def test_an_item_may_be_aimed_at_any_other_player(edition: str) -> None:
    d = Duel(CARDS, seats=4, edition=edition)
    item = d.hand(0, "choosy")
    assert [d.can(0, "play", item, d.body(seat)) for seat in (1, 2, 3)] == [True] * 3
    assert not d.can(0, "play", item, d.body(0))


@pytest.mark.editions("format.teams", fade2="format.teams", fade1="format.teams")
def test_teams_take_their_turns_alternately_and_share_nothing(edition: str) -> None:
    # Given teams of seats 0 and 2, 1 and 3, seat 0 having won the throw.
    d = teams(edition=edition)
    order = []
    for _ in range(5):
        order.append(d.s.active)
        d.end_turn()
    # Then the turn order alternates between the teams.
    assert order == [0, 1, 2, 3, 0]
    # When a Player needs TP, then the teammate's cannot be used.
    d = teams(edition=edition)
    d.tp(0, 0)
    d.tp(2, 10)
    assert d.refused(0, "play", d.hand(0, "ration")) == d.rule("too-dear")
    assert d.tp_of(2) == 10


@pytest.mark.editions("format.teams", fade2="format.teams", fade1="format.teams")
def test_hidden_cards_stay_hidden_from_the_teammate(edition: str) -> None:
    d = teams(edition=edition)
    mine = d.hand(0, "strike")
    assert mine not in d.dealer.known[2] and not d.s.code[mine]
    d.end_turn()
    d.end_turn()
    drawn = d.s.zones[2 * NZ + HAND]
    assert drawn and all(h in d.dealer.known[2] and h not in d.dealer.known[0] for h in drawn)


@pytest.mark.editions("format.teams", fade2="format.teams", fade1="format.teams")
def test_a_teammate_plays_on_alone_and_both_win(edition: str) -> None:
    d = teams(edition=edition)
    kernel.leave(d.s, 0)
    d.settle()
    assert not d.s.over and d.s.active == 1
    for seat in (1, 3):
        kernel.leave(d.s, seat)
        d.settle()
    assert d.s.over == ((1, 2, 1, 2), d.rule("leaving"))


@pytest.mark.editions("format.allies", fade2="keyword.ally", fade1="format.allies")
@pytest.mark.editions("keyword.vengeance", fade2="keyword.vengeance", fade1="keyword.vengeance")
def test_vengeance_answers_the_fall_of_a_teammates_character(edition: str) -> None:
    # Given a team game and a Character with Vengeance.
    d = teams(edition=edition)
    mourner, mate = d.character(0, "mourner"), d.character(2, "squire")
    d.character(1)
    hunter = d.character(1, "giant")
    d.go(1, COMBAT)
    # When the teammate's Character is Knocked Out, then Vengeance triggers.
    d.quietly(1, "attack", hunter, mate)
    assert d.lies(mate) == "discard"
    assert d.count(mourner, "Fracture") == 1


@pytest.mark.editions("format.allies", fade2="keyword.ally", fade1="format.allies")
def test_without_teams_another_players_character_is_no_ally(edition: str) -> None:
    d = three(edition=edition)
    mourner, other = d.character(0, "mourner"), d.character(2, "squire")
    hunter = d.character(1, "giant")
    d.go(1, COMBAT)
    d.quietly(1, "attack", hunter, other)
    assert d.lies(other) == "discard"
    assert d.count(mourner, "Fracture") == 0


@pytest.mark.editions("format.allies", fade2="keyword.ally", fade1="format.allies")
@pytest.mark.editions("keyword.deathmark", fade2="keyword.deathmark", fade1="keyword.deathmark")
@pytest.mark.parametrize(("format", "falls"), [("teams", True), ("free-for-all", False)])
def test_deathmark_looks_at_teammates_too(format: str, falls: bool, edition: str) -> None:
    d = Duel(CARDS, seats=4, format=format, edition=edition)
    marked, mate = d.character(0, "doomed"), d.character(2, "soldier")
    d.damage(mate, 9)
    hunter = d.character(1, "giant")
    d.go(1, COMBAT)
    d.quietly(1, "attack", hunter, mate)
    assert d.lies(mate) == "discard"
    assert (d.lies(marked) == "discard") == falls


@pytest.mark.editions("format.allies", fade2="keyword.ally", fade1="format.allies")
def test_what_helps_allies_helps_the_teammates_characters(edition: str) -> None:
    d = teams(edition=edition)
    mate, foe = d.character(2), d.character(1)
    d.character(0, "cheer")
    assert (d.plv(mate), d.plv(foe)) == (4, 3)


@pytest.mark.editions("format.elimination", fade2="win.elimination", fade1="win.elimination-cards")
def test_what_an_eliminated_player_owned_is_gone_and_what_was_done_stays(edition: str) -> None:
    # Given C's Augment on A's Character, and 2 Poison Counters from C on B's.
    d = three(edition=edition)
    a, b = d.character(0), d.character(1)
    edge = d.on(a, "edge", face=1, seat=2)
    hidden = d.on(d.character(2), "guard")
    d.hand(2, "strike")
    d.discard(2, "ration")
    d.under(a, "ration")
    d.go(2, PREPARATION)
    d.quietly(2, "play", d.hand(2, "venom"), b)
    assert d.plv(a) == 5 and d.count(b, "Poison") == 2
    # When C is eliminated.
    kernel.leave(d.s, 2)
    d.settle()
    # Then the Augment is gone and the Poison Counters remain.
    assert d.plv(a) == 3 and d.count(b, "Poison") == 2
    assert d.lies(edge) == d.lies(hidden) == "nowhere"
    assert not d.s.over and d.s.active == 0
    sweep(d, 2)


@pytest.mark.editions("format.elimination", fade2="win.elimination", fade1="win.elimination-cards")
def test_cards_of_others_go_to_their_owners_discard_piles(edition: str) -> None:
    # Given C controls A's Character, on which lie C's Augment, A's face-down Skill and B's Augment.
    d = three(edition=edition)
    a = d.character(0)
    skill = d.on(a, "strike")
    theirs = d.on(a, "edge", face=1, seat=1)
    d.go(2, PREPARATION)
    d.quietly(2, "play", d.hand(2, "seize"), a)
    own = d.on(a, "edge", face=1)
    assert d.s.ctrl[a] == 2 == d.s.owner[own]
    below = d.under(d.character(2), "ration")
    d.s.owner[below] = 1
    # When C is eliminated.
    kernel.leave(d.s, 2)
    d.settle()
    # Then each lies in the Discard Pile of its owner, face-up, and C's is gone.
    assert set(d.s.zones[0 * NZ + DISCARD]) == {a, skill}
    assert set(d.s.zones[1 * NZ + DISCARD]) == {theirs, below}
    assert d.s.code[skill] == d.rules.code_of("strike")
    assert d.s.ctrl[a] == 0
    assert d.lies(own) == "nowhere"
    # And nobody has lost HP by it, whatever a Knock Out costs.
    assert not d.happened("knocked-out") and not any(d.count(d.body(seat), "Damage") for seat in range(3))
    sweep(d, 2)


@pytest.mark.editions("format.elimination", fade2="win.elimination", fade1="win.elimination-cards")
def test_unresolved_links_of_an_eliminated_player_do_nothing(edition: str) -> None:
    # Given C's Attack on B in C's turn, answered by B.
    d = three(edition=edition)
    b = d.character(1)
    guard = d.on(b, "free-riposte")
    d.go(2, COMBAT)
    d.leave(d.body(2), 2)
    d.play(2, "attack", d.body(2), b)
    d.quietly(1, "use", guard, -1)
    # When B's Counter Knocks C Out, then the Attack does nothing and the turn after C's begins.
    assert d.s.out == (2,) and d.hp(b) == 10
    assert d.lies(guard) == "discard"
    assert d.s.active == 0
    sweep(d, 2)


@pytest.mark.editions("format.elimination", fade2="win.elimination", fade1="win.elimination-cards")
@pytest.mark.editions("format.leaving", fade2="win.leaving", fade1="win.leaving")
def test_a_link_of_a_player_who_leaves_stays_on_the_chain_without_effect(edition: str) -> None:
    # Given A's Attack on B's Character, which C's Character is to be the target of as well.
    d = three(edition=edition)
    x, b = d.character(0), d.character(1)
    guard = d.on(b, "guard")
    d.go(0, COMBAT)
    d.play(0, "attack", x, b)
    assert d.asked() == [1]
    # When A leaves while B is being asked.
    kernel.leave(d.s, 0)
    d.settle()
    # Then B may still answer what stands on the Chain, and nothing is hit.
    assert d.asked() == [1] and d.can(1, "use", guard, -1)
    d.pass_all()
    assert d.hp(b) == 10 and d.s.active == 1
    sweep(d, 0)


@pytest.mark.editions("format.elimination", fade2="win.elimination", fade1="win.elimination-cards")
def test_characters_that_only_a_lost_zone_kept_alive_fall(edition: str) -> None:
    d = three(edition=edition)
    a = d.character(0)
    d.zone(2, "haven")
    assert d.hp(a) == 14
    d.damage(a, 12)
    kernel.leave(d.s, 2)
    d.settle()
    assert d.lies(a) == "discard"
    assert d.asked() == [0] and d.asked_kind() == ACT
    sweep(d, 2)


@pytest.mark.editions("format.elimination", fade2="win.elimination", fade1="win.elimination-cards")
@pytest.mark.editions("target.recheck", fade2="target.gone", fade1="target.gone-or-illegal")
def test_a_target_that_is_out_is_not_affected(edition: str) -> None:
    # Given A's Item aimed at Player C, and B, who may answer it.
    d = three(edition=edition)
    d.on(d.character(1), "free-deny-item")
    d.play(0, "play", d.hand(0, "blast"), d.body(2))
    assert d.asked() == [1]
    # When C leaves before it resolves, then it does nothing more to C, and the game goes on.
    kernel.leave(d.s, 2)
    d.settle()
    d.pass_all()
    assert d.count(d.body(2), "Damage") == 0
    assert not d.happened("deals-damage")
    assert d.s.out == (2,) and d.asked() == [0]
    sweep(d, 2)


@pytest.mark.editions("format.elimination-turn", fade2="win.elimination-active", fade1="win.elimination-turn")
def test_the_turn_player_falls_and_the_next_one_begins(edition: str) -> None:
    # Given A, the turn player, at 2 HP, and B's answer that Knocks A Out.
    d = three(edition=edition)
    b = d.character(1)
    d.leave(d.body(0), 2)
    riposte = d.on(b, "free-riposte")
    d.go(0, COMBAT)
    d.tp(1, 6)
    d.play(0, "attack", d.body(0), b)
    d.play(1, "use", riposte, -1)
    # When the Chain is over, then A's sub-phases are dropped and B's Starting Phase begins.
    while d.s.active == 0:
        d.step()
    assert d.s.active == 1 and d.s.turn == 2 and d.hp(b) == 10
    assert not [row for row in d.happened("phase-begins") if row[ROW_N] == AFTERMATH and row[ROW_SEAT] == 0]
    d.go(1, PREPARATION)
    assert d.tp_of(1) == 6 + d.rules.figures.tp_gain_starting_phase
    # After B comes C, then B.
    order = []
    for _ in range(4):
        order.append(d.s.active)
        d.end_turn()
    assert order == [1, 2, 1, 2]
    sweep(d, 0)


@pytest.mark.editions("format.elimination-turn", fade2="win.elimination-active", fade1="win.elimination-turn")
@pytest.mark.editions("win.lose-deck", fade2="win.deck-empty", fade1="win.lose-empty-deck")
def test_an_empty_deck_costs_the_turn(edition: str) -> None:
    # Given B enters the Starting Phase with an empty Deck.
    d = three(edition=edition)
    d.character(1)
    d.deck_size(1, 0)
    d.tp(1, 0)
    d.go(0, AFTERMATH)
    while not d.s.out:
        d.step()
    # Then B is out without gaining TP and C's turn begins.
    assert d.s.out == (1,) and not d.s.over
    assert d.tp_of(1) == 0 and d.s.active == 2
    sweep(d, 1)


@pytest.mark.editions("format.elimination-turn", fade2="win.elimination-active", fade1="win.elimination-turn")
def test_another_players_loss_does_not_end_the_turn(edition: str) -> None:
    d = three(edition=edition)
    d.character(1)
    d.leave(d.body(1), 29)
    d.quietly(0, "play", d.hand(0, "blast"), d.body(1))
    assert d.s.out == (1,) and d.s.active == 0
    assert d.asked() == [0] and d.asked_kind() == ACT
    d.end_turn()
    assert d.s.active == 2
    sweep(d, 1)


@pytest.mark.editions("turn.round", fade2="turn.definitions", fade1="turn.round")
@pytest.mark.parametrize("falls", [True, False])
def test_a_round_goes_on_when_its_first_player_is_out(falls: bool, edition: str) -> None:
    # Given the first player falls in the own turn, or leaves.
    d = three(edition=edition)
    assert d.s.vars[V_FIRST] == 0 and d.s.vars[V_ROUND] == 1
    if falls:
        d.leave(d.body(0), 1)
        d.quietly(0, "play", d.hand(0, "blast"), d.body(0))
    else:
        kernel.leave(d.s, 0)
        d.settle()
    assert d.s.out == (0,)
    # Then the round lasts until the others have had their turns too, and the next one is two turns long.
    rounds = []
    for _ in range(5):
        rounds.append((d.s.active, d.s.vars[V_ROUND]))
        d.end_turn()
    assert rounds == [(1, 1), (2, 1), (1, 2), (2, 2), (1, 3)]


@pytest.mark.editions("format.leaving", fade2="win.leaving")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_player_may_leave_during_the_throw(seat: int, edition: str) -> None:
    d = Duel(CARDS, seats=3, setup=False, edition=edition)
    kernel.leave(d.s, seat)
    d.settle()
    others = [e for e in range(3) if e != seat]
    assert d.asked() == others
    d.answer(others[0], (kernel.V_MODE, (0, 1)))
    d.answer(others[1], (kernel.V_MODE, (0, 2)))
    assert d.asked() == others and d.asked_kind() == CONFIRM
    for other in others:
        d.no(other)
    d.go(others[1], PREPARATION)
    assert d.s.turn == 1
    sweep(d, seat)


@pytest.mark.editions("format.leaving", fade2="win.leaving")
@pytest.mark.parametrize("left", [(1, 2), (2, 1)])
def test_if_all_who_still_throw_leave_those_who_were_beaten_throw(
    left: tuple[int, int], edition: str
) -> None:
    # Given four who throw, of whom A and D are beaten by B and C.
    d = Duel(CARDS, seats=4, setup=False, edition=edition)
    for seat, sign in enumerate((1, 2, 2, 1)):
        d.answer(seat, (kernel.V_MODE, (0, sign)))
    assert d.asked() == [1, 2]
    # When B and C give up before either has won, then A and D throw, and D begins.
    for seat in left:
        d.answer(seat, kernel.CONCEDE_MOVE)
    assert d.asked() == [0, 3]
    d.answer(0, (kernel.V_MODE, (0, 1)))
    d.answer(3, (kernel.V_MODE, (0, 2)))
    d.no(0)
    d.no(3)
    d.go(3, PREPARATION)
    assert d.s.turn == 1


@pytest.mark.editions("format.leaving", fade2="win.leaving", fade1="win.leaving")
@pytest.mark.editions("mulligan.simultaneous", fade2="mulligan.order", fade1="mulligan.simultaneous")
@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_player_may_leave_during_the_mulligan(seat: int, edition: str) -> None:
    # Given three Players, of whom it is known who begins.
    d = Duel(CARDS, seats=3, setup=False, edition=edition)
    if d.rules.edition.turn.first != "toss":
        d.throw(ROCK, SCISSORS, SCISSORS)
    first, others = d.s.vars[V_FIRST], [e for e in range(3) if e != seat]
    # When one of them leaves while they say what they keep, then the next one begins instead.
    d.yes(others[0])
    kernel.leave(d.s, seat)
    d.settle()
    d.no(others[1])
    d.go(first if first != seat else (seat + 1) % 3, PREPARATION)
    assert d.s.turn == 1
    sweep(d, seat)


@pytest.mark.editions("format.leaving", fade2="win.leaving", fade1="win.leaving")
def test_what_an_absent_player_would_have_to_choose_is_chosen_by_default(edition: str) -> None:
    # Given A's Item lets C choose a card to discard.
    d = three(edition=edition)
    for _ in range(2):
        d.hand(2, "ration")
    d.play(0, "play", d.hand(0, "choosy"), d.body(2))
    d.until(PICK)
    assert d.asked() == [2]
    # When C leaves at that moment, then the Item is carried out to its end and C's cards are gone.
    kernel.leave(d.s, 2)
    d.settle()
    d.pass_all()
    assert d.asked() == [0] and d.asked_kind() == ACT
    sweep(d, 2)


@pytest.mark.slow
@pytest.mark.editions("format.leaving", fade2="win.leaving", fade1="win.leaving")
@pytest.mark.editions("format.elimination", fade2="win.elimination", fade1="win.elimination-cards")
@pytest.mark.parametrize("format", ["free-for-all", "teams"])
@pytest.mark.parametrize("at", range(0, 160, 40))
def test_a_player_may_leave_at_any_rest(format: str, at: int, edition: str) -> None:
    """The others play on, whatever is under way, in a sound state in which nothing of that Player is left."""
    dice = random.Random(at)
    d = Duel(CARDS, seats=4, format=format, seed=at, edition=edition)
    for seat in range(4):
        for slug in ("soldier", "mourner", "giant"):
            d.character(seat, slug)
        for slug in ("strike", "guard", "venom", "seize", "choosy", "edge"):
            d.hand(seat, slug)
    s = d.s
    leaver, left = dice.randrange(4), -1
    for n in range(at + 150):
        if s.over:
            break
        if n >= at and left < 0:
            kernel.leave(s, leaver)
            left = n
            continue
        assert invariants.fault(s) == ""
        if s.needs:
            d.dealer.deal(s)
        else:
            seat = dice.choice(d.asked())
            d.answer(seat, dice.choice(d.options(seat)[:40]))
    assert s.over or (left >= 0 and leaver in s.out)
    if not s.over:
        sweep(d, leaver)


@pytest.mark.editions("card.face-down-checked", fade2="card.hidden-check", fade1="setup.hidden-checks")
@pytest.mark.editions("format.elimination", fade2="win.elimination", fade1="win.elimination-cards")
def test_who_is_caught_with_a_wrong_card_is_out_and_the_others_play_on(edition: str) -> None:
    # Given an Item laid face-down as a Skill on B's Character, which then falls.
    d = three(edition=edition)
    x, y = d.character(0), d.character(1, "squire")
    lie = d.on(y, "strike")
    d.dealer.truth[lie] = d.rules.code_of("ration")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    # When the card is shown, then B has lost and the Chain is finished without B.
    d.pass_all()
    assert d.s.out == (1,) and not d.s.over
    assert d.asked() == [0] and d.asked_kind() == ACT
    assert d.lies(lie) == "nowhere"
    sweep(d, 1)


@pytest.mark.editions("win.draw", fade2="win.simultaneous", fade1="win.draw")
@pytest.mark.editions("format.teams", fade2="format.teams", fade1="format.teams")
def test_two_teams_that_fall_together_draw(edition: str) -> None:
    d = teams(edition=edition)
    kernel.leave(d.s, 3)
    d.settle()
    for seat in range(3):
        d.leave(d.body(seat), 1)
    d.quietly(0, "play", d.hand(0, "storm"))
    assert d.s.over == ((1, 1, 1, 1), d.rule("draw"))


@pytest.mark.editions("win.last-standing", fade2="win.last-standing", fade1="win.last-standing")
def test_of_three_two_may_fall_at_once(edition: str) -> None:
    d = three(edition=edition)
    for seat in (0, 1):
        d.leave(d.body(seat), 1)
    d.quietly(0, "play", d.hand(0, "storm"))
    assert d.s.over == ((2, 2, 1), d.rule("no-hp"))


@pytest.mark.editions("response.order", fade2="response.order", fade1="chain.who-answers")
def test_who_is_out_is_skipped_in_the_order_of_answers(edition: str) -> None:
    # Given four Players, each of whom could answer, and Player 3 eliminated.
    d = Duel(CARDS, seats=4, edition=edition)
    mine = [d.character(seat) for seat in range(4)]
    for h in mine:
        d.on(h, "guard")
    kernel.leave(d.s, 2)
    d.settle()
    d.go(0, COMBAT)
    # When Player 2 is attacked by Player 1, then 2, 4 and 1 are asked, in this order.
    d.play(0, "attack", mine[0], mine[1])
    order = []
    while d.s.chain:
        order += d.asked()
        d.step()
    assert order == [1, 3, 0]
