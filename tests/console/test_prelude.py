"""How the console asks and tells Prelude: what is chosen before the game, attacks, agreements."""

from __future__ import annotations

from dataclasses import replace

import pytest
import trio

from fadenet.cli.seat.hints import Strongest
from fadenet.console.faces.prelude import PRELUDE
from fadenet.console.match.commands import enter
from fadenet.console.match.desk import Desk
from fadenet.console.match.player import ConsolePlayer
from fadenet.console.match.scene import MatchScene
from fadenet.console.replay.tale import Tale
from fadenet.engine import atoms, kernel
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.state import ROW_EVENT, TAKE
from fadenet.games.prelude import tables as t
from fadenet.games.prelude.values import character
from fadenet.table.view import Answer, SeatView
from tests.builders.prelude_scenario import CHEAP, Prelude
from tests.builders.prelude_start import Start
from tests.cards.prelude import cards
from tests.console.helpers import info, view

CARDS = cards("sword", "axe", "jaws", "snare", "bolt", "wave", "lance", "guard", "spark")
PURSES = ["copper-purse"] * 46
MAGES = [*PURSES, *["red-magic-1", "red-magic-2"] * 3]
GOING = " and all that goes with it"
SOLDIERS = [*PURSES, "soldier-1", "axe", "axe"]


def desk_of(g: Prelude, seat: int = 0) -> Desk:
    """The desk of a seat, with what it is asked now."""
    desk, known = Desk(Strongest()), g.dealer.known[seat]
    if g.s.needs:  # whoever takes cards looks through its deck
        known = known | {h: g.dealer.truth[h] for h in g.s.pool[2 * seat]}
    desk.start(info(seat, g.s.seats, g.rules.format, "prelude"), SeatView(g.s, seat, known))
    if any(ask.seat == seat for ask in g.s.asks):
        desk.open()
    return desk


async def taken(g: Prelude, *typed: str) -> tuple[list[str], list[str]]:
    """The cards that seat 0 takes for its need by these lines: slugs, and the questions that it was asked."""
    desk, found, asked = desk_of(g), list[int](), list[str]()
    player = ConsolePlayer(desk, linger=False)
    need = next(w for w in g.s.needs if w.kind == TAKE and w.who == 0)

    async def take() -> None:
        found.extend(await player.take(desk.sight.seat, need))

    async with trio.open_nursery() as nursery:
        nursery.start_soon(take)
        for line in typed:
            await trio.testing.wait_all_tasks_blocked()
            asked.append(desk.question())
            enter(desk, line)
    return [g.rules.cards[desk.sight.seat.code(h)].slug for h in found], asked


def until_need(statement: int, deck: list[str]) -> Prelude:
    """A game in which seat 0 owes cards of its deck for this."""
    g = Prelude("human", "human", cards=CARDS, setup=False, decks=[deck, SOLDIERS], agreements=True)
    while not any(w.kind == TAKE and w.items[0] == statement for w in g.s.needs):
        if g.s.needs:
            g.deal()
        else:
            kernel.apply(g.s, g.asked()[0], kernel.options(g.s, g.asked()[0], {})[0])
    return g


async def test_a_second_preliminary_is_offered_and_may_be_left() -> None:
    """given a Mage with tiers 1 and 2, then the first is asked for, and after it the second, or none."""
    slugs, asked = await taken(until_need(t.ST_PRELIMINARY, MAGES), "1", "1")
    assert asked == [
        f"Choose Preliminary 1 of at most 2, by its number (Enter takes Red Magic 1{GOING})",
        "Choose Preliminary 2 of at most 2, by its number, or none",
    ]
    assert len(slugs) == 2 and slugs[0] == "red-magic-1"
    slugs, _ = await taken(until_need(t.ST_PRELIMINARY, MAGES), "1", "none")
    assert slugs == ["red-magic-1"]


async def test_what_is_left_out_is_chosen_in_one_go() -> None:
    """given 3 cards too many, then at least 3 numbers are asked for at once, and fewer are refused."""
    deck = [*PURSES, *["silver-purse"] * 17, "red-magic-1", "red-magic-2"]
    slugs, asked = await taken(until_need(0, deck), "1 2", "none", "hint", "1 1 2")
    assert asked[0] == "Choose 3 to 23 cards to leave out of this game, by their numbers"
    assert len(set(asked)) == 1 and len(slugs) == 3


async def test_nobody_has_to_leave_out_anything() -> None:
    """given a deck of 50, then none may be left out, and the hint says so."""
    slugs, asked = await taken(until_need(0, MAGES), "none")
    assert asked[0].endswith("by their numbers, or none") and slugs == []


def test_what_was_left_out_can_be_looked_at_with_the_reason() -> None:
    """given a Soldier's axes trimmed from a Mage's deck, then `look aside` says why each is there."""
    g = Prelude("human", "human", cards=CARDS, setup=False, decks=[[*MAGES, "axe"], SOLDIERS])
    g.pass_all()
    desk = desk_of(g)
    enter(desk, "look aside")
    assert desk.page is not None
    assert "[setup.trim-" in " ".join(desk.page.paragraphs) and "Left out: " in " ".join(desk.page.paragraphs)


def test_a_defence_is_asked_for_with_what_threatens() -> None:
    """given a spell of 4 that is evaded once, then the question said 4; of a sweep it says 3."""
    g = Prelude("human", "human", cards=CARDS, ranks=("green-magic-1", "soldier-1"))
    g.play(0, "cast", g.hand(0, "bolt"), g.body(1))
    assert g.until(t.W_DEFENCE) == 1
    assert "(strength 4): defend?" in desk_of(g, 1).question()
    g = Prelude("human", "human", cards=CARDS, ranks=("red-magic-1", "soldier-1"))
    g.play(0, "cast", g.hand(0, "wave"))
    assert g.until(t.W_DEFENCE) == 1
    assert "(strength 3): defend?" in desk_of(g, 1).question()


def test_the_card_of_a_character_says_what_life_is_left() -> None:
    """given characters that were hurt, then their cards say what both sides' headers say; one that lies
    face-down yet, and one in a deck, has what is printed on it."""
    g = Prelude("human", "dwarf")
    desk = desk_of(g)
    for seat, left in ((0, 3), (1, 5)):
        g.life(g.body(seat), left)
        assert PRELUDE.worth(g.s, character(g.s, seat), g.s.code[character(g.s, seat)]).startswith(f"{left} ")
        assert f"life  {left}/" in PRELUDE.figures(g.s, seat)
    assert " c1 Human 3 life " in "\n".join(MatchScene(desk).lines(100, 30))
    s, code = g.s.clone(), g.s.code[character(g.s, 0)]
    whole = PRELUDE.worth(s, 0, code)
    atoms.turn_face(s, character(s, 0), False)
    assert PRELUDE.worth(s, character(s, 0), code) == whole and not whole.startswith("3 ")


def test_the_hand_limit_says_that_it_discards() -> None:
    """given 8 cards in hand at the Close, then the question says how many may be held and what to choose."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    for slug in ("bolt", *["sword"] * 7):
        g.hand(0, slug)
    g.end(0)
    g.settle()
    assert desk_of(g).question() == "You may hold 7 cards: choose 1 to discard"


def test_what_a_verb_does_is_explained_and_what_was_agreed_is_listed() -> None:
    """given an agreed cap, then the help of a verb explains it, and the terms of the match list it."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    atoms.set_var(g.s, t.G_CAP, 10)
    desk = desk_of(g)
    enter(desk, "? attack")
    assert desk.page is not None and desk.page.paragraphs[0].startswith("attack CARD TARGET")
    assert desk.sight.face.terms(g.s) == ["Agreed: the game ends after Turn 10."]


def test_a_trap_without_its_cost_is_refused_for_the_reason_that_stands_against_it() -> None:
    """given two traps laid, when the card of a third is typed alone, then the limit is what is said."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    g.trap(0, "snare"), g.trap(0, "snare")
    g.coin(0, 9)
    snare = g.hand(0, "snare")
    assert g.refused(0, "lay", snare) == g.refused(0, "lay", snare, CHEAP) == "item.trap-field"
    assert g.refused(0, "attack", g.stowed(0, "sword")) == "action.equip-cost"
    assert g.refused(0, "lay", g.hand(0, "sword")) == "item.trap-field"


def test_a_trap_that_has_to_spring_asks_nobody() -> None:
    """given a set trap whose moment has come, then its owner's console springs it by itself."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    jaws = g.trap(1, "jaws")
    g.play(0, "attack", g.equipped(0, "sword"), g.body(1))
    assert g.until(t.W_SPRING) == 1
    desk = Desk()
    desk.start(info(1, 2, "duel", "prelude"), SeatView(g.s, 1, g.dealer.known[1]))
    answer = desk.open()
    assert answer is not None and answer.move == g.move("spring", jaws)


def test_a_truce_is_listed_as_long_as_it_holds_and_a_stake_for_good() -> None:
    """given a truce through Turn 6 and a staked card, then in Turn 7 the stake alone is listed."""
    g = Prelude("human", "human", "human", cards=CARDS, ranks="soldier-1")
    atoms.mark(g.s, t.P_GAME, t.MK_TRUCE, 0 << 4 | 1, 6)
    sword = g.card(0, "sword", t.STAKES)
    terms = desk_of(g).sight.face.terms
    assert terms(g.s) == [
        "Agreed: p1 and p2 do not attack each other through Turn 6.",
        f"Agreed: at stake are p1 {g.rules.cards[g.s.code[sword]].name}.",
    ]
    g.s.turn = 7
    assert [line.split(": ")[1][:8] for line in terms(g.s)] == ["at stake"]


def test_refusals_say_what_stands_against_a_move() -> None:
    """given a Clumsy Orc that is attacked, then its evade is refused for being Clumsy, and a guard is asked
    for with the strength of the attack."""
    g = Prelude("human", "orc", cards=CARDS, ranks="soldier-1")
    g.minion(1, "guard"), g.equipped(1, "sword")
    g.play(0, "attack", g.equipped(0, "sword"), g.body(1))
    assert g.until(t.W_GUARD) == 1
    assert "(strength 3): does a minion guard?" in desk_of(g, 1).question()
    g.step()
    assert g.until(t.W_DEFENCE) == 1
    refusal = g.rules.moves.refusal(g.s, 1, (t.V_EVADE,))
    assert refusal is not None and refusal.text == "whoever is Clumsy cannot evade"


@pytest.mark.parametrize(
    ("proposed", "said"),
    [
        (((t.KEY_GAMES, 0),), "p1: proposes a match of 3 games"),
        (((t.KEY_CAP, 10),), "p1: proposes that the game ends after Turn 10"),
        (((t.KEY_TRUCE, 4), 2), "p1: proposes a truce with p2 through Turn 4"),
        (((t.KEY_STAKE, 0),), "p1: proposes that each of you stakes a card"),
    ],
)
def test_what_is_proposed_is_told_in_words(proposed: tuple[object, ...], said: str) -> None:
    """given an agreement that somebody proposes, then the log says what, and has no number for it."""
    seats = 3 if len(proposed) > 1 else 2
    g = Prelude(*["human"] * seats, cards=CARDS, setup=False, decks=[PURSES] * seats, agreements=True)
    before = len(g.log)
    g.play(0, "propose", *proposed)
    lines = Tale(g.rules, ("Ada", "Ben", "Cy")[:seats]).tell(g.s, g.log[before:], {})
    assert lines[-1].strip() == said


@pytest.mark.rule("prelude", "setup.agreements-window")
@pytest.mark.parametrize(
    ("kinds", "stop", "asks"),
    [
        (("human", "human"), "", True),
        (("human", "bot"), "", False),
        (("human", "bot"), "agreement on", True),
        (("human", "bot", "human"), "", True),
    ],
)
def test_agreements_are_asked_about_where_a_person_could_answer(
    kinds: tuple[str, ...], stop: str, asks: bool
) -> None:
    """given the chance to propose something, then a player who meets only bots is asked where the stop was
    set."""
    seats = len(kinds)
    g = Prelude(*["human"] * seats, cards=CARDS, setup=False, decks=[PURSES] * seats, agreements=True)
    desk = Desk()
    desk.stops_set = (stop,) if stop else ()
    desk.start(
        replace(info(0, seats, g.rules.format, "prelude"), kinds=kinds), SeatView(g.s, 0, g.dealer.known[0])
    )
    answer = desk.open()
    assert (answer is None) == asks
    assert asks or (answer is not None and answer.move == PASS_MOVE and not answer.own)


def test_each_attack_is_told_by_itself() -> None:
    """given two attacks on one character, when they come in one step, then none of them is told as an attack
    on two."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    sword = g.equipped(0, "sword")
    for _ in range(2):
        g.quietly(0, "attack", sword, g.body(1))
    attacks = [row for row in g.log if row[ROW_EVENT] == t.E_ATTACKED]
    assert len(attacks) == 2
    lines = Tale(g.rules, ("Ada", "Ben")).tell(g.s, attacks, {})
    assert [line.strip() for line in lines if line][1] == "p1: attacks p2 (2 times)"


def test_the_name_of_a_card_that_cannot_be_used_is_understood_as_well() -> None:
    """given a Value card of which one has been played, when its printed name is typed, then it is refused for
    that."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    purse = g.rules.by_slug["merchants-chest"]
    first, _ = g.hand(0, purse.slug), g.hand(0, purse.slug)
    g.play(0, "value", first)
    desk = desk_of(g)
    enter(desk, f"value {purse.name}")
    assert desk.refusal is not None and desk.refusal.rule == "value.one-of-each"


def counterspells(g: Prelude) -> None:
    """Both seats hold an Immediate."""
    for seat in (0, 1):
        g.ranks(seat, "green-magic-1", more=True)
        g.hand(seat, "spark")


def by_itself(g: Prelude, seat: int, *lines: str) -> Answer | None:
    """The answer that a seat's console gives to its question by itself, None = it is left to the person, who
    has typed these lines before."""
    desk = Desk()
    desk.start(info(seat, g.s.seats, g.rules.format, "prelude"), SeatView(g.s, seat, g.dealer.known[seat]))
    for line in lines:
        enter(desk, line)
    return desk.open()


def test_nobody_is_asked_for_an_immediate_behind_an_action_of_its_own() -> None:
    """given A's attack and an Immediate in each hand, then B is asked in the window, and A not, as the stops
    say; A is with `full`, or once with `hold`."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    counterspells(g)
    g.play(0, "attack", g.equipped(0, "sword"), g.body(1))
    assert g.until(t.W_IMMEDIATE) == 1 and by_itself(g, 1) is None
    g.pass_(1)
    assert g.asked() == [0] and g.window() == t.W_IMMEDIATE
    answer = by_itself(g, 0)
    assert answer is not None and answer.move == PASS_MOVE and not answer.own
    assert by_itself(g, 0, "full") is None and by_itself(g, 0, "hold") is None


def test_stops_that_are_mine_ask_where_an_action_comes_to_something_of_ones_own() -> None:
    """given `stops immediate mine` in a Melee, then B is asked about A's attack on B, and not on C."""
    for target, asked in ((1, True), (2, False)):
        g = Prelude("human", "human", "human", cards=CARDS, ranks="soldier-1")
        g.ranks(1, "green-magic-1", more=True)
        g.hand(1, "spark")
        g.play(0, "attack", g.equipped(0, "sword"), g.body(target))
        assert g.until(t.W_IMMEDIATE) == 1
        assert (by_itself(g, 1, "stops immediate mine") is None) == asked


RANKS = [f"green-magic-{tier}" for tier in range(1, 6)]


@pytest.mark.parametrize(
    ("who", "ranks", "asked"),
    [
        ("human", [*RANKS, "red-magic-1"], True),
        ("human", [*RANKS, "red-magic-2"], False),  # the second line cannot be begun
        ("human", [*RANKS[:4], "red-magic-1"], False),  # the first line cannot be mastered
        ("elf", [*RANKS, "soldier-1"], False),  # an Elf has no sharp icon
        ("human", ["soldier-1", "swordsman-2", "swordsman-3", "gladiator-2", "red-magic-1"], False),
        ("human", ["soldier-1", "swordsman-2", "swordsman-3", "swordsman-4", "red-magic-1"], True),
    ],
)
def test_a_second_calling_is_asked_for_where_the_deck_could_open_it(
    who: str, ranks: list[str], asked: bool
) -> None:
    """given a deck, when its calling is placed, then a second one is asked for if it could ever be begun, and
    the answers are in sight; a number that is typed says which of them it is."""
    g = Start(who, "dwarf", cards=CARDS, decks=[ranks, ["soldier-1"]])
    g.place((ranks[0],), ("soldier-1",))
    assert g.window() == t.W_CALLING
    desk, codes = Desk(), [g.rules.code_of(slug) for slug in ranks]
    table = replace(info(0, 2, "duel", "prelude"), decks=(tuple(codes), ()))
    desk.start(table, SeatView(g.s, 0, g.dealer.known[0]))
    answer = desk.open()
    assert (answer is None) == asked
    if answer is None:
        assert "[1 name line=none]" in " ".join(view(desk, 80, 24)[-6:])
        assert MatchScene(desk).hints("1", 80).rstrip() == "name line=none"
        assert MatchScene(desk).hints("9", 80).startswith("nothing legal")
    else:
        assert answer.move == g.move("name", (t.KEY_LINE, 0)) and answer.empty
        enter(desk, "stops always on")
        assert desk.open() is None


def test_where_agreements_are_passed_over_it_is_said_how_one_is_asked() -> None:
    """given a match against a bot, when agreements could be made, then they are passed over with a word on
    how one is asked; with that stop on, and among people, they are asked for."""
    g = Prelude("human", "dwarf", cards=CARDS, setup=False, decks=[SOLDIERS, SOLDIERS], agreements=True)
    assert g.window() == t.W_AGREEMENT and g.asked() == [0]
    table = replace(info(0, 2, "duel", "prelude"), kinds=("human", "bot"), takeback=True)
    desk = Desk()
    desk.start(table, SeatView(g.s, 0, g.dealer.known[0]))
    assert desk.open() is not None
    assert desk.log[-1].text.endswith("takeback, then stops agreement on, asks you")
    enter(desk, "stops agreement on")
    assert desk.open() is None and "Do you propose something" in desk.question()
    assert by_itself(g, 0) is None


def test_a_cut_says_whose_deck_it_is() -> None:
    """given B's cut of A's deck and then A's own, then each line of the log says whose deck is cut."""
    g = Prelude("human", "dwarf", cards=CARDS, setup=False, decks=[SOLDIERS, SOLDIERS])
    while g.window() != t.W_CUT:
        g.step()
    before = len(g.log)
    for seat in (1, 0):
        g.play(seat, "cut", (t.KEY_AT, 20))
    said = Tale(g.rules, ("Ada", "Ben")).tell(g.s, g.log[before:], {})
    assert [line.strip() for line in said if "cut" in line] == [
        "p2: cuts the deck of p1 into 2 packets",
        "p1: cuts the own deck into 2 packets",
    ]


def test_a_free_turn_in_which_nothing_can_be_done_ends_by_itself() -> None:
    """given nothing in hand and no action left, then only `end` is legal, which asks nobody."""
    g = Prelude("human", "human", cards=CARDS, ranks="soldier-1")
    g.actions(0, 0)
    desk = desk_of(g)
    assert not desk.dialogue.waits
    assert desk.log[-1].text == "your Response: nothing that you can do"
