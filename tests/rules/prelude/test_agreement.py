"""The agreement before the Preliminaries, stakes, and a match of several games."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from fadenet.engine import kernel
from fadenet.engine.errors import IllegalMove
from fadenet.engine.kernel import NO_MOVE, PASS_MOVE, YES_MOVE
from fadenet.engine.state import CONFIRM, TAKE, TableNeed
from fadenet.games.decks import check_deck
from fadenet.games.prelude import tables as t
from tests.builders.prelude_scenario import Prelude
from tests.cards.prelude import cards

CARDS = cards("club")
DECK = ["club"] * 50 + ["soldier-1", "green-magic-1"]
GAMES, STAKE = (t.KEY_GAMES, 0), (t.KEY_STAKE, 0)


def cap(n: int) -> tuple[int, int]:
    return t.KEY_CAP, n


def truce(n: int) -> tuple[int, int]:
    return t.KEY_TRUCE, n


def agreeing(*characters: str) -> Prelude:
    """All characters are shown, and seat 0 may propose something."""
    g = Prelude(*characters, cards=CARDS, setup=False, decks=[DECK] * len(characters), agreements=True)
    assert g.window() == t.W_AGREEMENT and g.asked() == [0]
    return g


def all_accept(g: Prelude) -> None:
    """Everybody who is named accepts."""
    while g.asked_kind() == CONFIRM:
        g.answer(g.asked()[0], YES_MOVE)


def play_on(g: Prelude) -> None:
    """Nobody proposes anything more; the set-up goes on quietly to the first Response."""
    while not g.s.turn:
        g.step()


def lose(g: Prelude, seat: int) -> None:
    """A character dies in the game under way."""
    play_on(g)
    g.pass_all()
    g.life(g.body(seat), 0)
    g.step()
    while not (g.s.over or g.s.needs or g.window() in (t.W_AGREEMENT, t.W_CALLING) or not g.s.turn):
        g.step()


@pytest.mark.rule("prelude", "setup.sequence")
def test_no_preliminary_before_all_have_accepted() -> None:
    """given a proposal that the other has not accepted yet, then nothing else is asked for."""
    g = agreeing("human", "dwarf")
    g.play(0, "propose", GAMES)
    assert g.asked() == [1] and g.asked_kind() == CONFIRM
    assert not g.zone(0, t.CASTING) and not g.s.needs
    with pytest.raises(IllegalMove):
        g.play(1, "name", (t.KEY_LINE, 0))


@pytest.mark.rule("prelude", "setup.agreements-window")
def test_what_is_not_accepted_does_not_exist() -> None:
    """given best of three proposed, when it is not accepted, then the game is a single one."""
    g = agreeing("human", "dwarf")
    g.play(0, "propose", GAMES)
    g.answer(1, NO_MOVE)
    assert g.s.vars[t.G_GAMES] == 0
    lose(g, 1)
    assert g.s.over == ((1, 2), "win.death")


@pytest.mark.rule("prelude", "setup.agreements-close")
def test_after_the_preliminaries_nothing_can_be_agreed_on() -> None:
    """given Preliminaries that are shown, when a truce is proposed, then it is refused."""
    g = agreeing("human", "dwarf", "elf")
    play_on(g)
    g.pass_all()
    seat = g.s.active
    assert g.refused(seat, "propose", truce(3), g.body((seat + 1) % 3)) == "setup.agreements-close"


@pytest.mark.rule("prelude", "setup.agreement-kinds")
def test_a_truce_holds_until_its_turn_is_over() -> None:
    """given A and B in truce until Turn 2, when A attacks B in Turn 2, then it is refused; in Turn 3 not."""
    g = agreeing("human", "dwarf", "elf")
    g.play(0, "propose", truce(2), g.body(1))
    assert g.asked() == [1]
    all_accept(g)
    play_on(g)
    while g.s.active or g.s.turn < 2:
        g.pass_all()
        g.end(g.s.active)
        g.pass_all()
    assert g.refused(0, "strike", g.body(1)) == "setup.agreement-kinds"
    assert g.can(0, "strike", g.body(2))
    while g.s.active or g.s.turn < 3:
        g.end(g.s.active)
        g.pass_all()
    assert g.can(0, "strike", g.body(1))


@pytest.mark.rule("prelude", "setup.agreement-kinds")
def test_only_kinds_that_the_table_can_uphold() -> None:
    """given a duel, then no truce is agreed on, nor a cap above another; the game ends at it."""
    g = agreeing("human", "dwarf")
    assert g.refused(0, "propose", truce(2), g.body(1)) == "setup.agreement-kinds"
    g.play(0, "propose", cap(10))
    all_accept(g)
    assert g.refused(0, "propose", cap(25)) == "setup.agreement-kinds"
    g.play(0, "propose", cap(5))
    all_accept(g)
    play_on(g)
    while not g.s.over:
        g.step()
    assert g.s.over[1] == "limit.turn-cap" and g.s.turn == 6


@pytest.mark.rule("prelude", "setup.agreement-kinds")
def test_who_has_not_been_named_is_not_asked_and_one_refusal_is_enough() -> None:
    """given a stake proposed to two, when the first declines, then the second is not asked."""
    g = agreeing("human", "dwarf", "elf")
    g.play(0, "propose", STAKE)
    g.answer(1, NO_MOVE)
    assert g.window() == t.W_AGREEMENT and g.asked() == [0]
    assert not any(g.zone(seat, t.STAKES) for seat in range(3))


@pytest.mark.rule("prelude", "setup.agreement-kinds")
@pytest.mark.parametrize("agreed", [True, False])
def test_an_agreement_holds_when_the_last_one_has_accepted_too(agreed: bool) -> None:
    """given a lower cap proposed to two, when the first accepts and the second does not, then it is none."""
    g = agreeing("human", "dwarf", "elf")
    g.play(0, "propose", cap(10))
    g.answer(1, YES_MOVE)
    assert g.asked() == [2] and g.s.vars[t.G_CAP] == 0
    g.answer(2, YES_MOVE if agreed else NO_MOVE)
    assert g.s.vars[t.G_CAP] == (10 if agreed else 0)


@pytest.mark.rule("prelude", "setup.bet-shown", "setup.bet-record-only")
def test_a_card_at_stake_lies_beside_the_field_and_nothing_changes_hands() -> None:
    """given a recorded stake of a card each, then all see them, they are in no Battle Chest, and when the
    game ends they belong to who has brought them."""
    g = agreeing("human", "dwarf")
    g.play(0, "propose", STAKE)
    all_accept(g)
    stakes = [g.zone(seat, t.STAKES) for seat in (0, 1)]
    assert [len(line) for line in stakes] == [1, 1] and all(g.s.code[h] for line in stakes for h in line)
    g.pass_(0)
    g.pass_(1)
    play_on(g)
    g.pass_all()
    for seat in (0, 1):
        assert g.size(seat, t.CHEST) + g.size(seat, t.HAND) + g.size(seat, t.ASIDE) <= len(DECK) - 2
    lose(g, 1)
    assert g.s.over and [g.s.owner[line[0]] for line in stakes] == [0, 1]
    assert [g.s.zone[line[0]] % t.NZ for line in stakes] == [t.STAKES] * 2


@pytest.mark.rule("prelude", "setup.bet-shown")
@pytest.mark.parametrize(
    ("clubs", "ranks", "kept"),
    [
        (50, ["green-magic-1"], {"club"}),
        (40, ["green-magic-1"], {"club"}),
        (50, ["green-magic-1", "soldier-1"], {"club"}),
        (50, ["green-magic-1", "soldier-1", "soldier-1"], {"club", "soldier-1"}),
    ],
)
def test_what_a_character_cannot_do_without_is_not_staked(
    clubs: int, ranks: list[str], kept: set[str]
) -> None:
    """given a deck, then the last first rank of a line in it is not a stake, however scarce cards are:
    another character may need it in a later game."""
    deck = ["club"] * clubs + ranks
    g = Prelude("human", "dwarf", cards=CARDS, setup=False, decks=[deck, DECK], agreements=True)
    g.play(0, "propose", STAKE)
    want = TableNeed(1, TAKE, 0, 0, 1, (t.ST_ANY, 1, 1, g.s.code[g.zone(0, t.CHARACTER)[0]]))
    there = {g.rules.cards[g.dealer.truth[h]].slug for h in g.dealer.takeable(g.s, want)}
    assert there == kept
    all_accept(g)
    assert g.zone(0, t.STAKES)
    if clubs > 40:
        play_on(g)
        assert g.s.turn == 1


@pytest.mark.rule("prelude", "setup.bet-shown", "format.best-of-three")
def test_a_stake_lies_beside_the_field_through_all_games_of_a_match() -> None:
    """given best of three and a stake of a card each, when the first game is over, then both still lie open
    beside the field, in no deck of the second."""
    g = agreeing("human", "dwarf")
    for what in (GAMES, STAKE):
        g.play(0, "propose", what)
        all_accept(g)
    stakes = [g.zone(seat, t.STAKES) for seat in (0, 1)]
    lose(g, 1)
    g.settle()
    assert g.s.vars[t.G_PLAYED] == 1 and [g.zone(seat, t.STAKES) for seat in (0, 1)] == stakes
    assert all(g.s.code[h] for line in stakes for h in line)
    play_on(g)
    for seat, line in enumerate(stakes):
        there = [*g.s.pool[2 * seat], *g.zone(seat, t.CHEST), *g.zone(seat, t.HAND), *g.zone(seat, t.ASIDE)]
        assert g.zone(seat, t.STAKES) == line and line[0] not in there
    lose(g, 1)
    assert g.s.over == ((1, 2), "format.best-of-three")


@pytest.mark.rule("prelude", "format.best-of-three")
def test_a_match_of_three_is_won_by_two_games() -> None:
    """given best of three at 1 to 1, when one wins the third game, then the match is won 2 to 1."""
    g = agreeing("human", "dwarf")
    g.play(0, "propose", GAMES)
    all_accept(g)
    for loser, wins in ((1, (1, 0)), (0, (1, 1))):
        lose(g, loser)
        assert not g.s.over and g.s.vars[t.G_WINS : t.G_WINS + 2] == wins
        g.settle()
        assert g.s.turn == 0 and not g.zone(0, t.LINE_A) and g.s.num[t.HURT][1:3] == [0, 0]
    lose(g, 1)
    assert g.s.over == ((1, 2), "format.best-of-three")


@pytest.mark.rule("prelude", "format.best-of-three")
def test_the_end_of_each_game_is_told_with_winner_reason_and_score() -> None:
    """given best of three, when a game is won, one is drawn, and its replay is won by the same player, then
    each is told as it ends: to whom it goes, why, the score, and what follows."""
    g = agreeing("human", "dwarf")
    g.play(0, "propose", GAMES)
    all_accept(g)

    def told() -> str:
        line = g.rules.book.event_line(g.s, g.happened("game-over")[-1])
        assert line is not None
        return line.text()

    lose(g, 0)
    assert told() == "game 1 goes to p2: p2 alone is alive; score: p1 0, p2 1; game 2 follows"
    g.settle()
    play_on(g)
    g.pass_all()
    g.life(g.body(0), 0)
    lose(g, 1)
    assert told() == "game 2 is drawn: nobody is alive; score: p1 0, p2 1; it is played again"
    g.settle()
    lose(g, 0)
    assert told() == "game 2 goes to p2: p2 alone is alive; score: p1 0, p2 2; the match is over"


@pytest.mark.rule("prelude", "format.best-of-three")
def test_a_drawn_game_is_replayed_once_and_then_used_up() -> None:
    """given 1 to 1, when the third game and its replay are drawn, then the match is drawn 1 to 1."""
    g = agreeing("human", "dwarf")
    g.play(0, "propose", GAMES)
    all_accept(g)
    lose(g, 1)
    g.settle()
    lose(g, 0)
    g.settle()
    for n in range(2):
        play_on(g)
        g.pass_all()
        g.life(g.body(0), 0)
        lose(g, 1)
        g.settle()
        assert bool(g.s.over) == (n == 1)
    assert g.s.over == ((1, 1), "format.best-of-three")


@pytest.mark.rule("prelude", "format.best-of-three")
def test_two_games_won_end_the_match() -> None:
    """given best of three, when the same player wins the first two games, then a third is not played."""
    g = agreeing("human", "dwarf")
    g.play(0, "propose", GAMES)
    all_accept(g)
    lose(g, 1)
    assert not g.s.over
    g.settle()
    lose(g, 1)
    assert g.s.over == ((1, 2), "format.best-of-three") and g.s.vars[t.G_PLAYED] == 2


@pytest.mark.rule("prelude", "format.best-of-three")
def test_after_the_third_game_one_win_may_be_enough() -> None:
    """given one game won, when the second and the third are drawn, each with its replay, then whoever won the
    first has won the match."""
    g = agreeing("human", "dwarf")
    g.play(0, "propose", GAMES)
    all_accept(g)
    lose(g, 0)
    g.settle()
    for n in range(4):
        assert not g.s.over and g.s.vars[t.G_PLAYED] == 1 + n // 2
        play_on(g)
        g.pass_all()
        g.life(g.body(0), 0)
        lose(g, 1)
        g.settle()
    assert g.s.over == ((2, 1), "format.best-of-three")


def test_no_second_proposal_of_what_holds_and_four_at_the_most() -> None:
    """given somebody who proposes again and again, when four have been declined, then the next is asked."""
    g = agreeing("human", "dwarf")
    for _ in range(4):
        assert g.asked() == [0]
        g.play(0, "propose", cap(10))
        g.answer(1, NO_MOVE)
    assert g.asked() == [1] and g.window() == t.W_AGREEMENT
    g.answer(1, PASS_MOVE)
    assert g.window() != t.W_AGREEMENT


# Deck lists (prelude deck.*).


def reasons(deck: Sequence[str], *characters: str) -> list[tuple[str, str]]:
    """The ids of the rules that a list breaks, each with what is wrong."""
    g = Prelude("human", "dwarf", cards=CARDS + cards("bolt", "axe"))
    lists = [[g.rules.code_of(slug) for slug in line] for line in (deck, characters)]
    return check_deck(g.rules, lists)


def faults(deck: Sequence[str], *characters: str) -> list[str]:
    """The ids of the rules that a list breaks."""
    return [rule for rule, _ in reasons(deck, *characters)]


FULL = (
    [f"{kind}-purse" for kind in ("copper", "silver") for _ in range(6)]
    + [f"swordsman-{n}" for n in range(2, 9) for _ in range(3)]
    + [f"gladiator-{n}" for n in range(2, 6) for _ in range(3)]
    + ["soldier-1"] * 3
    + ["club"] * 3
)


@pytest.mark.rule("prelude", "deck.two-characters")
def test_a_list_names_two_characters_of_different_races() -> None:
    """given a list with a Human and a Dwarf, then it passes; with one, three or two of one race not."""
    assert faults(FULL, "human", "dwarf") == []
    for wrong in (("human",), ("human", "dwarf", "orc"), ("human", "human")):
        assert "deck.two-characters" in faults(FULL, *wrong)


@pytest.mark.rule("prelude", "deck.several-styles")
def test_a_list_has_ranks_of_two_callings() -> None:
    """given a list whose rank cards are all Green Magic, then it is rejected."""
    green = [slug for slug in FULL if not slug.startswith(("swordsman", "gladiator", "soldier"))]
    green += [f"green-magic-{n}" for n in range(1, 9) for _ in range(3)]
    assert "deck.several-styles" in faults(green, "human", "elf")


@pytest.mark.rule("prelude", "deck.copies")
def test_three_of_a_name_and_six_of_a_value_card() -> None:
    """given 3 Green Magic 1 and 6 of a Value card, then that passes; with 4 and 7 both are named."""
    assert "deck.copies" not in faults([*FULL, *["green-magic-1"] * 3], "human", "dwarf")
    assert "deck.copies" in faults([*FULL, *["green-magic-1"] * 4], "human", "dwarf")
    assert "deck.copies" in faults([*FULL, "copper-purse"], "human", "dwarf")


@pytest.mark.rule("prelude", "deck.size")
def test_every_character_needs_a_pairing_that_leaves_forty_cards() -> None:
    """given a list of which a Dwarf can use too little, or one of more than 80 cards, then it is rejected."""
    magic = [f"green-magic-{n}" for n in range(1, 9) for _ in range(3)] + ["bolt"] * 3
    few = magic + [f"{kind}-purse" for kind in ("copper", "silver") for _ in range(6)] + ["soldier-1", "club"]
    few += [f"red-magic-{n}" for n in range(1, 4)] + ["club"] * 2
    few += ["flicker-of-magic", "well-of-magic"] * 3
    assert faults(few, "elf", "dwarf") == ["deck.size"]
    assert "deck.size" in faults([*FULL, *magic, *["axe"] * 3, *["red-magic-1"] * 3], "human", "dwarf")


@pytest.mark.rule("prelude", "deck.two-characters")
def test_no_character_is_in_the_deck_itself() -> None:
    """given a list with an Orc among its cards, then it is rejected, and the Orc is named."""
    assert [(rule, "Orc" in why) for rule, why in reasons([*FULL, "orc"], "human", "dwarf")] == [
        ("deck.size", True)
    ]


@pytest.mark.rule("prelude", "deck.size")
@pytest.mark.parametrize(("size", "broken"), [(80, []), (81, ["deck.size"])])
def test_a_list_holds_eighty_cards_at_the_most(size: int, broken: list[str]) -> None:
    """given 80 cards besides the characters, then that passes; with 81 it is rejected."""
    more = [f"{line}-{n}" for n in range(1, 6) for line in ("green-magic", "red-magic") for _ in range(3)]
    assert faults([*FULL, *more][:size], "human", "dwarf") == broken


@pytest.mark.rule("prelude", "deck.size")
@pytest.mark.parametrize(("size", "short"), [(41, []), (40, ["Dwarf", "Human"])])
def test_the_preliminary_does_not_count_for_the_battle_chest(size: int, short: list[str]) -> None:
    """given 41 cards of which one is placed at the start, then 40 are left and it passes; with 40 in all both
    characters are named."""
    found = reasons(FULL[-size:], "human", "dwarf")
    assert all(rule == "deck.size" for rule, _ in found)
    named = {who for who in ("Human", "Dwarf") for _, why in found if f"{who} reaches 39" in why}
    assert sorted(named) == short and len(found) == len(short)


@pytest.mark.rule("prelude", "deck.size")
@pytest.mark.parametrize(("first", "short"), [(3, False), (2, True)])
def test_two_preliminaries_do_not_count_for_the_battle_chest(first: int, short: bool) -> None:
    """given a Human who reaches enough cards with two lines alone, then 42 with both are enough, of which two
    are placed; 41 are not."""
    deck = [slug for slug in FULL if slug.endswith("-purse") or slug == "soldier-1"]
    deck += [f"{line}-{n}" for line in ("swordsman", "green-magic") for n in range(2, 6) for _ in range(3)]
    named = [why for _, why in reasons([*deck, *["green-magic-1"] * first], "human", "elf")]
    assert any("Human reaches 39" in why for why in named) == short
    assert any("Human" in why for why in named) == short


@pytest.mark.rule("prelude", "setup.agreement-kinds", "limit.turn-cap")
def test_any_lower_cap_and_any_turn_of_a_truce_can_be_agreed_on() -> None:
    """given a Melee, then each Turn below 30 is a cap, and each Turn of the game the last one of a truce;
    with a cap of 7 agreed on there are 6 lower ones, and truces through Turn 7."""
    g = agreeing("human", "dwarf", "human")
    most = g.rules.figures.turn_cap
    for n in (0, most):
        assert g.refused(0, "propose", cap(n)) == "setup.agreement-kinds"
    for n in (0, most + 1):
        assert g.refused(0, "propose", truce(n), g.body(1)) == "setup.agreement-kinds"
    assert all(g.can(0, "propose", cap(n)) for n in range(1, most))
    assert all(g.can(0, "propose", truce(n), g.body(1)) for n in range(1, most + 1))
    g.play(0, "propose", cap(7))
    all_accept(g)
    assert g.refused(0, "propose", cap(7)) == "setup.agreement-kinds" and g.can(0, "propose", cap(6))
    g.play(0, "propose", truce(7), g.body(1))
    all_accept(g)
    play_on(g)
    assert kernel.check(g.s, g.asked()[0], g.move("propose", cap(3))) is not None


@pytest.mark.rule("prelude", "setup.sequence")
def test_what_is_not_of_this_step_of_the_set_up_is_refused_for_that() -> None:
    """given a question about agreements, when somebody would draw anew or attack, then the step is named."""
    g = agreeing("human", "dwarf")
    assert g.refused(0, "mulligan") == "mulligan.once"
    assert g.refused(0, "strike", g.body(1)) == "setup.sequence"
    assert g.refused(0, "end") == "setup.sequence"


@pytest.mark.rule("prelude", "format.best-of-three", "win.leave")
def test_one_game_of_three_cannot_be_conceded() -> None:
    """given A who has won the first of three games, when A concedes, then B has won the match."""
    g = agreeing("human", "dwarf")
    g.play(0, "propose", GAMES)
    all_accept(g)
    lose(g, 1)
    assert not g.s.over
    play_on(g)
    g.leaves(0)
    assert g.s.over == ((2, 1), "win.leave")
