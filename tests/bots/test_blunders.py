"""The blunders of bots: each kind where it is made, and not where it only looks like one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import cycle
from random import Random

import pytest

from fadenet.bots.arena import random_deck
from fadenet.bots.arena.interval import mean_interval
from fadenet.bots.base import Bot
from fadenet.bots.blunders import KINDS, Chances, Decision, Review, blunders, ends, kinds, reviewed
from fadenet.bots.blunders.branches import Follows, LeavesOut, OpenRest
from fadenet.bots.blunders.waste import is_spent_for_nothing
from fadenet.engine import position
from fadenet.engine.kernel import PASS_MOVE
from fadenet.engine.rules import Move, rules_of
from fadenet.table.local import LocalMatch
from fadenet.table.view import Player, SeatView
from tests.builders.hands import Hands
from tests.builders.playout import TABLES, Table
from tests.builders.prelude_scenario import Prelude
from tests.builders.scenario import Duel
from tests.builders.terrene_scenario import Terrene
from tests.cards.fade import character, item
from tests.cards.prelude import cards as prelude_cards
from tests.cards.terrene import cards

IDLE = "tests.bots.test_blunders:Idle"
GREEDY = ("greedy", "greedy")
QUICK = ("greedy", "normal", "easy", "random")
KINDS_OF_TABLES = {(one.game, one.format, one.players): one for one in TABLES if one.game != "ten"}.values()
TONIC = item("tonic", cost=1, do={"heal": 3, "of": "your characters"})
POISON = item("poison", cost=1, do={"damage": 4, "to": "your characters"})
PEEK = item("peek", do={"show_hand": "enemy players"})


class Idle(Bot):
    """Ends and passes wherever it may."""

    def pick(self, seat: SeatView, options: list[Move]) -> Move:
        return next((m for m in options if m in (PASS_MOVE, rules_of(seat.state).end_move)), options[0])


def at(d: Hands, seat: int, move: Move) -> Decision:
    """A seat's decision for a move here, in the turn of number 0."""
    moment = OpenRest(d.s.clone(), d.dealer.clone().hidden())
    return Decision(moment, seat, 0, move, d.options(seat))


def missed(d: Hands, bot: str = IDLE) -> list[str]:
    """The win that seat 0 misses here if it ends its turn."""
    return ends.missed_win((bot, "greedy"), at(d, 0, d.rules.end_move))


# Wins and losses.


def test_a_win_is_missed_that_some_line_of_the_turn_brings() -> None:
    """given a Player with 3 HP, nobody before it and a Character with 3 PLV, then ending the turn misses the
    win, by the line that attacks; greedy finds it, and with 9 HP there is none."""
    d = Duel()
    d.character(0, "soldier")
    d.leave(d.body(1), 3)
    assert missed(d)[-1] == "attack c1 p2"
    assert missed(d, "greedy") == []
    d.leave(d.body(1), 9)
    assert missed(d) == []


def test_a_winning_line_is_told_without_the_moves_that_it_can_do_without() -> None:
    """given a line that uses an Item, ends the phase and attacks, then the Item is left out."""
    d = Duel()
    attacker = d.character(0, "soldier")
    d.hand(0, "ration")
    d.leave(d.body(1), 3)
    start = at(d, 0, d.rules.end_move)
    play = next(m for m in d.options(0) if m[0] == d.rules.verbs.index("play"))
    end, attack = d.rules.end_move, d.move("attack", attacker, d.body(1))
    assert ends.shortened((IDLE, IDLE), start, [play, end, attack]) == [end, attack]


def test_a_win_that_a_block_in_sight_averts_is_not_missed() -> None:
    """given an attack that would take all HP, then a Character that can block it makes it no missed win."""
    for guarded in (False, True):
        g = Terrene()
        g.character(0, "grunt")
        g.character(1, "titan", hidden=not guarded)
        g.hurt(1, g.hp_of(1) - 5)
        assert bool(missed(g)) is not guarded


@pytest.mark.parametrize(("hp", "said"), [(5, "block c1"), (60, "")])
def test_a_loss_is_let_happen_where_an_answer_averts_it(hp: int, said: str) -> None:
    """given an attack that takes the last HP and a Character that can block it, then passing lets it happen;
    not where the player outlives it in any case."""
    g = Terrene()
    attacker = g.character(0, "grunt")
    g.character(1, "guard")
    g.hurt(1, g.hp_of(1) - hp)
    g.play(0, "attack", attacker)
    g.to_block()
    passed = at(g, 1, PASS_MOVE)
    better = ends.averting(GREEDY, passed, 0)
    assert (passed.text(better) if better else "") == said


# What is spent, and what is left.


@pytest.mark.parametrize(("hurt", "spent"), [(0, True), (2, False)])
def test_a_card_is_spent_for_nothing_if_all_else_stays(hurt: int, spent: bool) -> None:
    """given an Item that heals, then it is spent for nothing while nobody is wounded."""
    d = Duel(TONIC)
    d.damage(d.character(0, "soldier"), hurt)
    d.hand(0, "tonic")
    (use,) = [m for m in d.options(0) if m[0] == d.rules.verbs.index("play")]
    assert is_spent_for_nothing(at(d, 0, use)) is spent


def test_a_trap_that_is_set_is_not_spent_for_nothing() -> None:
    """given a trap that lies there, then setting it with actions has changed it."""
    g = Prelude("human", "dwarf", cards=prelude_cards("snare"))
    setting = g.move("set", g.trap(0, "snare", set=False))
    assert setting in g.options(0)
    assert not is_spent_for_nothing(at(g, 0, setting))


def test_a_blow_is_not_spent_for_nothing_on_whom_it_names_first() -> None:
    """given an unarmed strike, whose move names nothing but its victim, then what it does there counts."""
    g = Prelude("dwarf", "human")
    blow = g.move("strike", g.body(1))
    assert blow in g.options(0)
    assert not is_spent_for_nothing(at(g, 0, blow))


@pytest.mark.parametrize("slug", ["ration", "peek"])
def test_a_card_that_brings_cards_or_shows_some_is_not_spent_for_nothing(slug: str) -> None:
    """given an Item that draws, or that looks at cards, then something has come of it."""
    d = Duel(PEEK)
    d.hand(0, slug)
    d.hand(1, "ration")
    (use,) = [m for m in d.options(0) if m[0] == d.rules.verbs.index("play")]
    assert not is_spent_for_nothing(at(d, 0, use))


def test_own_harm_without_need_is_worse_with_all_dice() -> None:
    """given an Item that hurts the own Characters, then using it is worse at once and at the next turn; an
    Item that draws is neither."""
    for slug, bad in (("poison", True), ("ration", False)):
        d = Duel(POISON)
        d.character(0, "soldier")
        d.character(1, "giant", backup=True)
        d.hand(0, slug)
        (use,) = [m for m in d.options(0) if m[0] == d.rules.verbs.index("play")]
        used = at(d, 0, use)
        assert kinds.is_worse_at_once(used) is bad
        assert kinds.is_better(GREEDY, used, partial(LeavesOut, use), 0) is bad


def test_a_gain_is_left_if_a_turn_ends_before_a_free_move() -> None:
    """given an ability that does damage for nothing, then ending the turn leaves it, and it would still be a
    gain a turn later; once it is used nothing is left."""
    g = Terrene(cards("archer"))
    archer, foe = g.character(0, "archer"), g.character(1, "grunt")
    ended = at(g, 0, g.rules.end_move)
    better = kinds.gain_left(ended)
    assert ended.text(better) == "use c1 p2.c1"
    assert kinds.is_better((IDLE, IDLE), ended, partial(Follows, [better]), 1)
    g.play(0, "use", archer, foe)
    g.pass_all()
    assert kinds.gain_left(at(g, 0, g.rules.end_move)) == ()


def test_a_gain_that_costs_means_is_not_left() -> None:
    """given an Item that heals for an Action, then whoever ends the turn keeps the Action."""
    g = Terrene(cards("archer"))
    hurt = g.character(0, "grunt", damage=10)
    g.character(1, "titan")
    g.hold(hurt, "tonic")
    assert kinds.gain_left(at(g, 0, g.rules.end_move)) == ()


def test_a_phase_that_ends_in_mid_turn_leaves_nothing() -> None:
    """given a Character that would count more in front, then it may step there in a later phase as well."""
    d = Duel(edition="fade2")
    d.character(0, "giant", backup=True)
    assert kinds.gain_left(at(d, 0, d.rules.end_move)) == ()


# Many matches.


def test_a_card_that_nobody_ever_chooses_is_told_with_its_first_position() -> None:
    """given 50 positions in which an Item could be used, then it is told if it never was; 49 tell nothing."""
    d = Duel()
    d.hand(0, "ration")
    left_lying = at(d, 0, d.rules.end_move)
    for times, told in ((49, []), (50, ["play ration"])):
        chances = Chances()
        chances.add([left_lying] * times)
        assert [found.what for found in chances.findings()] == told
    chances.add([at(d, 0, next(m for m in d.options(0) if len(m) > 1))])
    assert chances.findings() == []


def test_the_mean_of_counts_has_an_interval_that_grows_where_they_are_uneven() -> None:
    """given ten counts, then it is the score interval of a Poisson mean, worked out by hand for none and for
    one each; the same ten in one of them tell less, and nine counts nothing."""
    none, each, heap = (mean_interval(counts) for counts in ([0] * 10, [1] * 10, [10, *[0] * 9]))
    assert none and each and heap
    assert [*none] == pytest.approx([0, 0.38415], abs=1e-4)
    assert [*each] == pytest.approx([0.5432, 1.8409], abs=1e-4)
    assert heap[0] < each[0] < each[1] < heap[1]
    assert mean_interval([1] * 9) is None


def test_what_was_counted_apart_is_counted_together() -> None:
    """given two halves of which one chose a card, then it was chosen; two that did not add up."""
    d = Duel()
    d.hand(0, "ration")
    halves = [Chances(), Chances()]
    for half in halves:
        half.add([at(d, 0, d.rules.end_move)] * 25)
    halves[0].merge(halves[1])
    assert [found.kind for found in halves[0].findings()] == ["never-chosen"]
    halves[1].add([at(d, 0, next(m for m in d.options(0) if len(m) > 1))])
    halves[0].merge(halves[1])
    assert halves[0].findings() == []


def test_a_match_is_reviewed_from_a_position_on() -> None:
    """given a bot that ends its turns before a Player with 3 HP, then it loses, and is told the win that it
    has missed."""
    d = Duel(character("raider", plv=5, keywords={"Flash": True, "Multistrike": 1}))
    d.damage(d.character(0, "soldier"), 8)
    d.fighter(1, "raider")
    d.leave(d.body(0), 5)
    d.leave(d.body(1), 3)

    def begin(players: Sequence[Player]) -> LocalMatch:
        return LocalMatch.going_on(d.s, d.dealer.hidden(), players, 1)

    seen = Review((IDLE, "greedy"), begin)
    assert [*seen.gone] == [0]
    found = [*blunders(seen)]
    assert {one.kind for one in found} <= {*KINDS}
    missed_one = next(one for one in found if one.kind == "missed-win")
    assert missed_one.better.endswith("attack c1 p2")
    assert position.head_of(missed_one.position).game == "faroe"


@pytest.mark.long
@pytest.mark.parametrize(("table", "bot"), [*zip(KINDS_OF_TABLES, cycle(QUICK))], ids=str)
def test_every_game_and_bot_can_be_looked_at(table: Table, bot: str) -> None:
    """given a match of any game, format and number of seats, by a bot of a level, then each finding has a
    position in which the move that was made is legal."""
    rules = table.rules
    lists = [random_deck(rules, Random(seat)) for seat in range(table.players)]
    for found in blunders(reviewed(rules, [bot] * table.players, lists, 1)):
        state, hidden = position.load_whole(rules, found.position)
        assert found.kind in KINDS and hidden is not None
        seat = SeatView(state, found.seat, hidden.known[found.seat])
        assert seat.refusal(seat.parse(found.move)) is None
