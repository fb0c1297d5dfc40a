"""A bot that is away passes on whatever it could not answer, and on what is not worth an answer."""

from __future__ import annotations

import pytest

from fadenet.engine import kernel
from fadenet.engine.chain import W_CHAIN, W_GAP, W_PHASE, W_SHOW
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.policies import ATTACKED, TOUCHED
from fadenet.engine.standing import LEAST_MAX, away, is_away
from fadenet.games.away import BETWEEN, StandingRows, ahead, further, offers, on_own, own_turn, sensible
from fadenet.games.fade.tables import COMBAT, PREPARATION
from fadenet.games.prelude import tables as p
from fadenet.games.terrene import tables as terrene
from fadenet.table.away import with_passes
from fadenet.table.view import Answer, SeatView
from tests.builders.prelude_scenario import Prelude
from tests.builders.scenario import Duel
from tests.builders.terrene_scenario import Terrene
from tests.cards.fade import cards, character, reaction, zone

CARDS = cards("pressure") + reaction("dear", cost=3, do={"draw": 1})
BUSY = character("busy", hp=9, plv=1, ability={"activate": True, "do": {"gain_tp": 1}})


def passes(d: Duel | Terrene | Prelude, seat: int) -> StandingRows:
    """The passes of a seat that knows its own cards."""
    return sensible(d.s, seat, d.dealer.known[seat])


def windows(rows: StandingRows) -> int:
    """All windows in which a seat passes whatever comes."""
    return sum(mask & 0xFFFF for mask, _ in rows if not mask >> 17)


def test_a_player_without_anything_to_use_passes_on_all() -> None:
    """given A without a hidden card in its own turn, then it passes up to its next free choice, and on what
    a drawn card could be shown for until its turn begins."""
    d = Duel(CARDS)
    d.character(0)
    turn = d.s.turn
    all_but_shows = 1 << W_GAP | 1 << W_PHASE | 1 << W_CHAIN
    assert passes(d, 0) == (away(all_but_shows, turn + 2), away(1 << W_SHOW, turn + 1))


def test_a_player_with_a_reaction_is_asked_when_attacked_hard() -> None:
    """given A with a Reaction that it can pay, then it passes on a Chain up to an Attack worth an answer;
    when it has no TP, then on all of them."""
    d = Duel(CARDS)
    d.on(d.character(0), "dear")
    worth = ATTACKED + d.rules.descriptor.slight + 1
    assert away(1 << W_CHAIN, d.s.turn + 2, worth) in passes(d, 0)
    assert not windows(passes(d, 0)) >> W_CHAIN & 1
    d.tp(0, 0)
    assert windows(passes(d, 0)) >> W_CHAIN & 1


def test_a_bot_that_passes_on_an_attack_is_asked_for_harder_ones_alone() -> None:
    """given B, a bot with a Reaction that it can pay, when it is asked for an Attack of 7 and passes, then it
    says that it passes on all up to 7; when it answers, only what it would say anyway."""
    d, _ = attacked("giant", "soldier")
    asked = SeatView(d.s, 1, d.dealer.known[1])
    stake = d.rules.stakes.stake(d.s, 1, W_CHAIN)
    assert stake - ATTACKED > d.rules.descriptor.slight
    passing = with_passes(asked, Answer(PASS_MOVE)).standing
    assert passing is not None and away(1 << W_CHAIN, d.s.turn + 1, stake + 1) in passing
    answer = next(move for move in d.options(1) if move != PASS_MOVE)
    assert with_passes(asked, Answer(answer)).standing == passes(d, 1)


def attacked(by: str, y: str, *more: str) -> tuple[Duel, list[int]]:
    """B, which has a Reaction on its card y, is asked for an Attack of the first of A's cards; with all that
    stand there, that one last."""
    d = Duel(CARDS)
    mine = [d.character(0, slug) for slug in (by, *more)]
    theirs = d.character(1, y)
    d.on(theirs, "dear")
    d.tp(1, 5)
    d.go(0, COMBAT)
    d.play(0, "attack", mine[0], theirs)
    assert d.asked() == [1]
    return d, [*mine, theirs]


def test_what_may_be_anything_is_ready() -> None:
    """given B's face-down card that A does not know, then A cannot say of B that it has no answer."""
    d = Duel(CARDS)
    d.on(d.character(1), "pressure")
    assert d.rules.stakes.ready(d.s, 1, {}, W_CHAIN)


def test_a_bot_blocks_by_order() -> None:
    """given a player of Terrene without anything but Characters, then it passes on all but blocks."""
    g = Terrene()
    g.character(0)
    said = passes(g, 0)
    assert windows(said) == 1 << W_CHAIN | 1 << W_GAP | 1 << W_PHASE | 1 << W_SHOW
    assert away(1 << terrene.W_BLOCK, g.s.turn + 1, meet=True) in said


def test_a_character_without_minions_and_immediates_still_defends() -> None:
    """given a character of Prelude with nothing, then it passes on Immediates and guards, not on defences."""
    g = Prelude("human", "dwarf")
    said = windows(passes(g, 0))
    assert said >> p.W_IMMEDIATE & 1 and said >> p.W_GUARD & 1 and not said >> p.W_DEFENCE & 1


def test_the_next_turn_leaves_out_those_who_are_out() -> None:
    """given four players of whom one is out, then the next turn of whoever has the turn is the third from
    now; that of the last seat the second."""
    d = Duel(seats=4)
    assert (own_turn(d.s, 0), own_turn(d.s, 1)) == (d.s.turn + 4, d.s.turn + 1)
    d.s.out = (2,)
    assert (own_turn(d.s, 0), own_turn(d.s, 3)) == (d.s.turn + 3, d.s.turn + 2)


def offered(d: Duel | Terrene | Prelude, seat: int) -> dict[str, StandingRows]:
    """The offers by their sentences, each of which the engine takes with an answer."""
    found = {
        one.sentence.removesuffix(f"{BETWEEN}."): one.rows for one in offers(d.s, seat, d.dealer.known[seat])
    }
    assert all(kernel.judge(d.s, seat, d.rules.end_move, (), rows) is None for rows in found.values())
    return found


def test_offers_of_a_player_with_a_reaction() -> None:
    """given A of F.A.R.O.E. with a Reaction, then it may pass until something of its own is touched, until it
    is attacked, or by how much, or on everything."""
    d = Duel(CARDS)
    d.on(d.character(0), "dear")
    assert [*offered(d, 0)] == [
        "Pass until something comes to you or yours",
        "Pass until you are attacked",
        "Pass until you are attacked with 3 or more",
        "Pass on everything until your turn",
    ]


def test_offers_say_what_a_player_has_nothing_for() -> None:
    """given players without anything to use, then they are offered to pass on all but what they can do with
    what lies open."""
    d, g, p = Duel(CARDS), Terrene(), Prelude("human", "dwarf")
    d.character(0), g.character(0)
    assert "Pass on everything until your turn, as you have nothing to use" in offered(d, 0)
    assert "Pass on all but blocks, as you have nothing to use" in offered(g, 0)
    assert "Pass on all but defences, as you have nothing to use" in offered(p, 0)
    assert "Pass until you are attacked, and parry and evade as long as an attack would hurt" in offered(p, 0)
    assert any(one.startswith("Pass until you are attacked, and block with") for one in offered(g, 0))
    assert "Pass on everything until your turn, and let every attack through" in offered(g, 0)


@pytest.mark.parametrize(
    ("sentence", "asked"),
    [
        ("Pass until you are attacked", True),
        ("Pass until you are attacked with 3 or more", True),
        ("Pass on everything until your turn", False),
    ],
)
def test_an_offer_does_what_it_says(sentence: str, asked: bool) -> None:
    """given B, which ended its turn with one of the offers, when A plays an Item and attacks with 3, then B
    is asked for the Attack alone, if the offer says so."""
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1, "giant")
    d.on(y, "dear")
    ration = d.hand(0, "ration")
    d.next_turn(1)
    d.log += kernel.apply(d.s, 1, d.rules.end_move, (), offered(d, 1)[sentence])
    d.next_turn(0)
    d.quietly(0, "play", ration)
    assert not d.happened("link-stopped")
    d.go(0, COMBAT)
    d.play(0, "attack", x, y)
    assert (1 in d.asked()) == asked


@pytest.mark.parametrize(("n", "asked"), [(0, True), (1, False), (2, False)])
def test_who_passes_may_pass_on_all_that_is_no_harder(n: int, asked: bool) -> None:
    """given B, which is asked for an Attack of 3, when it passes alone, up to more than 3, or on everything,
    then another Attack of 3 is asked for in the first case alone."""
    d, (_, x, y) = attacked("soldier", "giant", "soldier")
    found = further(d.s, 1, d.dealer.known[1], W_CHAIN)
    assert [one.sentence.removesuffix(f"{BETWEEN}.") for one in found] == [
        "Pass until you are attacked with 4 or more",
        "Pass on everything until your turn",
    ]
    d.log += kernel.apply(d.s, 1, PASS_MOVE, (), found[n - 1].rows if n else None)
    d.pass_all()
    d.play(0, "attack", x, y)
    assert (1 in d.asked()) == asked


def test_who_passes_on_an_item_may_pass_until_it_is_attacked() -> None:
    """given B, which is asked for an Item that is on nobody, then it may pass until it is attacked."""
    d = Duel(CARDS)
    d.on(d.character(1), "dear")
    d.tp(1, 5)
    d.play(0, "play", d.hand(0, "ration"))
    sentence = further(d.s, 1, d.dealer.known[1], W_CHAIN)[0].sentence
    assert sentence == f"Pass until you are attacked{BETWEEN}."


def test_harder_than_can_be_said_is_not_offered() -> None:
    """given an attack that is harder than a row of passes can say, then only everything is passed on."""
    g = Terrene()
    x = g.character(0)
    g.character(1)
    g.give(x, "ATK", LEAST_MAX)
    g.play(0, "attack", x)
    g.to_block(1)
    assert len(further(g.s, 1, g.dealer.known[1], terrene.W_BLOCK)) == 1


def test_a_move_of_a_bots_own_turn_needs_no_pass_of_its_own() -> None:
    """given A, a bot with nothing to answer with, when it attacks, then it says that it passes as long as B
    does not answer, is asked when B does, and its next free choice ends that."""
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1, "giant")
    d.on(y, "dear")
    d.tp(1, 5)
    d.go(0, COMBAT)
    attack = d.move("attack", x, y)
    said = with_passes(SeatView(d.s, 0, d.dealer.known[0]), Answer(attack)).standing
    assert said == (away(1 << W_CHAIN, d.s.turn, TOUCHED),)
    d.log += kernel.apply(d.s, 0, attack, (), said)
    assert d.asked() == [1]
    before = d.s.clone()
    d.answer(1, PASS_MOVE)
    assert d.asked() == [0] and not d.s.chain and not d.s.passes
    d.s = before
    d.answer(1, next(move for move in d.options(1) if move != PASS_MOVE), settle=False)
    assert not is_away(d.s, 0, W_CHAIN)


def test_a_bot_that_could_add_to_its_move_is_asked() -> None:
    """given A, a bot with a Reaction on the field that it can pay, then its Attack says nothing of passes: it
    may come to answer by itself. One in the Hand makes no difference, as it cannot be used."""
    d = Duel(CARDS)
    x, y = d.character(0), d.character(1)
    d.hand(0, "dear")
    d.tp(0, 5)
    d.go(0, COMBAT)
    attack = Answer(d.move("attack", x, y))
    view = SeatView(d.s, 0, d.dealer.known[0])
    assert with_passes(view, attack).standing is not None
    d.on(x, "dear")
    assert with_passes(view, attack) == attack


@pytest.mark.parametrize("phase", [PREPARATION, COMBAT])
def test_in_its_own_turn_a_player_may_add_what_is_a_link(phase: int) -> None:
    """given A with a Zone that it can pay, then it may answer its own plays with it before Combat; with an
    ability that joins a Chain it may in Combat."""
    d = Duel(CARDS + zone("paddock", cost=0) + BUSY)
    d.go(0, phase)
    assert not d.rules.stakes.ready(d.s, 0, d.dealer.known[0], W_CHAIN)
    if phase == PREPARATION:
        d.hand(0, "paddock")
    else:
        d.character(0, "busy")
    assert d.rules.stakes.ready(d.s, 0, d.dealer.known[0], W_CHAIN)


def test_the_end_of_a_turn_and_set_up_say_nothing_of_own_moves() -> None:
    d = Duel(CARDS)
    d.character(0)
    ask = d.s.asks[0]
    assert on_own(d.s, ask, d.rules.end_move) is None
    assert on_own(d.s, ask, d.move("move", 1)) is not None
    d.s.turn = 0
    assert on_own(d.s, ask, d.move("move", 1)) is None


def test_what_was_said_before_stays_said_as_long_as_it_holds() -> None:
    d = Duel(CARDS)
    d.character(0)
    d.s.passes = ((0, 1 << W_GAP, 9), (1, 1 << W_PHASE, 9), (0, 1 << W_SHOW, d.s.turn - 1))
    rows = on_own(d.s, d.s.asks[0], d.move("move", 1))
    assert rows is not None and rows[0] == (1 << W_GAP, 9) and len(rows) == 2


def test_nothing_is_said_ahead_twice() -> None:
    """given B, whose node says what its stops pass on, then the next pass in that turn says no more: there is
    room for so many rows alone."""
    d = Duel(CARDS)
    stops = 1 << W_GAP | 1 << W_PHASE, 1 << W_CHAIN
    rows = ahead(d.s, 1, *stops)
    assert rows is not None and len(rows) == 2
    d.s.passes = tuple([(1, *row) for row in rows])
    assert ahead(d.s, 1, *stops) is None and ahead(d.s, 1, 0, 0) is None
    more = ahead(d.s, 1, stops[0], 0), ahead(d.s, 1, 1 << W_SHOW, 0)
    assert more[0] is None and more[1] is not None and more[1][:2] == rows and len(more[1]) == 3
